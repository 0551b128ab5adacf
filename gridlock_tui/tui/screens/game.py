"""The game: who plays, the coach, and other games. What is on the table is in `table`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.reactive import var

from gridlock_tui.match import Game, Settings, Setup, Timeline
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.commands import ANYWHERE, GAME, bindings
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import GameShelved, MenuWanted, ReviewWanted, SettingsChanged
from gridlock_tui.tui.overlay import Overlay
from gridlock_tui.tui.screens.table import TableScreen, middle_of
from gridlock_tui.tui.thinking import Thinker

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_ENGINE = "engine"
"""The group of the one worker that waits for the engine."""


class GameScreen(TableScreen):
    """Plays one game after the other, between people and computers, with a coach at hand."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*GAME, *ANYWHERE))

    overlay: var[Overlay] = var(Overlay.NONE, init=False)
    """How much of the truth is shown."""
    paused: var[bool] = var(False, init=False)
    """Whether a game between two computers stands still."""
    settings: var[Settings] = var(Settings(), init=False)
    """How fast computers move, and whether blunders are guarded against."""

    def __init__(
        self,
        game: Game,
        glyphs: Glyphs,
        thinker: Thinker,
        settings: Settings,
        greeting: str = "",
    ) -> None:
        super().__init__(game, glyphs, greeting)
        self.set_reactive(GameScreen.settings, settings)
        self._thinker = thinker
        self._analysis: Analysis | None = None
        self._hint_step = 0
        self._warned_of: Move | None = None
        self._reviewed = False

    # Whose turn it is.

    @property
    def is_watched(self) -> bool:
        """Whether two computers play and people watch."""
        return self.setup.computers == 2

    @property
    def _computer_to_move(self) -> bool:
        state = self.timeline.state
        return not state.is_over and self.setup.is_computer(state.to_move)

    @property
    def _computer_may_move(self) -> bool:
        """Whether a computer is to move and nobody looks back or has stopped it."""
        if self.is_watched:
            return self._computer_to_move and not self.paused
        return self._computer_to_move and self.timeline.is_present

    def objection(self, move: Move) -> str | None:
        """Return why the move is not made now: it is a computer's turn, illegal, or a blunder."""
        state = self.timeline.state
        if self._computer_to_move:
            words = f"it is the turn of {self.names[state.to_move - 1]}"
            return words if self.timeline.is_present else f"{words}; End goes back to the present"
        objection = super().objection(move)
        if objection is None and self.settings.guard and move != self._warned_of:
            objection = self._warning(move)
        return objection

    def watch_timeline(self, timeline: Timeline) -> None:
        """Forget what was known of another position, and let the engine work on this one."""
        super().watch_timeline(timeline)
        self._start_afresh()

    def _start_afresh(self) -> None:
        self._analysis = None
        self._hint_step = 0
        self._warned_of = None
        self._think()

    def watch_overlay(self) -> None:
        """Find out what is to be shown."""
        self._think()
        self.refresh_bindings()

    def watch_paused(self) -> None:
        """Stop the computers, or let them go on."""
        self._think()
        self.refresh_bindings()

    def watch_settings(self, settings: Settings) -> None:
        """Tell everyone, and find out what the guard needs to know."""
        self.post_message(SettingsChanged(settings))
        self._think()

    def watch_token(self) -> None:
        """Show the truth about the token that was taken."""
        super().watch_token()
        self._show_truth()

    # The engine.

    def _think(self) -> None:
        """Let the engine work on what is wanted now, and on nothing else."""
        self.workers.cancel_group(self, _ENGINE)
        state = self.timeline.state
        self.thinking = self._computer_may_move
        if self._computer_may_move:
            self.run_worker(self._let_computer_move(state), group=_ENGINE)
        elif self._is_coached and (self.overlay or self._hint_step or self.settings.guard):
            self.run_worker(self._consult(state), group=_ENGINE)
        self._show_truth()

    @property
    def _is_coached(self) -> bool:
        """Whether the coach may speak: never about a move that a computer is about to make."""
        return not self.timeline.state.is_over and (self.is_watched or not self._computer_to_move)

    async def _let_computer_move(self, state: GameState) -> None:
        pause = asyncio.create_task(asyncio.sleep(self.settings.pace))
        try:
            level = self.setup.kinds[state.to_move - 1]
            move = await self._thinker.choose(state, level, self.setup.seed)
            await pause
        finally:
            pause.cancel()
        # Not here: a new position ends this worker, which would be in the midst of making it.
        self.call_later(self._take_computers_move, state, move)

    def _take_computers_move(self, state: GameState, move: Move | None) -> None:
        if self.timeline.state is not state or not self._computer_may_move:
            return
        if move is None:
            self.thinking = False
            self._say("The engine could not be started, so the computer cannot move.", alarmed=True)
        else:
            self._commit(move)

    async def _consult(self, state: GameState) -> None:
        async for analysis in self._thinker.analyses(state):
            if self.timeline.state is state:
                self._analysis = analysis
                self._show_truth()
                self._show_hint()

    # The coach.

    def _show_truth(self) -> None:
        """Show what is known as far as it is wanted."""
        if self.overlay and self._is_coached and self._analysis is not None:
            from gridlock_tui.tui import coach

            nimbers = self.overlay is Overlay.NIMBERS
            self.signs = coach.signs_of(self._analysis, self.token, self.glyphs, nimbers)
            self.verdict = coach.verdict_words(self._analysis, self.names, nimbers)
        else:
            self.signs = ()
            wanted = self.overlay and self._is_coached
            self.verdict = f"thinking{self.glyphs.ellipsis}" if wanted else ""

    def _show_hint(self) -> None:
        """Say the step of the hint that was asked for, once enough is known."""
        analysis = self._analysis
        if not self._hint_step:
            return
        from gridlock_tui.tui import coach

        move = analysis and coach.hinted(analysis)
        if analysis is None or (not analysis.is_final and (not move or self._hint_step > 1)):
            self._say(f"Thinking{self.glyphs.ellipsis}")
            return
        if move and self._hint_step > 1:
            self.token = move.token
            self.cursor = move.cell
        self._say(coach.hint_words(analysis, self._hint_step))

    def action_hint(self) -> None:
        """Say a little more: where a good move is, then which, then why."""
        from gridlock_tui.tui.coach import LAST_STEP

        self._hint_step = min(self._hint_step + 1, LAST_STEP)
        if self._analysis is None:
            self._think()
        self._show_hint()

    def action_overlay(self) -> None:
        """Show the truth on the board, or hide it."""
        self.overlay = Overlay.NONE if self.overlay else Overlay.VERDICTS

    def action_nimbers(self) -> None:
        """Show Grundy values and independent regions as well, or only the verdicts again."""
        shown = self.overlay is Overlay.NIMBERS
        self.overlay = Overlay.VERDICTS if shown else Overlay.NIMBERS

    def action_guard(self) -> None:
        """Ask before a proven win is thrown away, or do not ask any more."""
        guard = not self.settings.guard
        self.settings = replace(self.settings, guard=guard)
        says = "on: you are asked before you throw away a win" if guard else "off"
        self._say(f"The blunder guard is {says}.")

    def _warning(self, move: Move) -> str | None:
        from gridlock_tui.tui.coach import throws_win_away

        if not throws_win_away(self._analysis, move):
            return None
        self._warned_of = move
        return "this throws away a won game: place once more to do it all the same"

    # Computers.

    def action_pause(self) -> None:
        """Stop a game between two computers, or let it go on."""
        self.paused = not self.paused
        self._say(f"Paused: p goes on{self.glyphs.ellipsis}" if self.paused else "On it goes.")

    def action_faster(self) -> None:
        """Let computers move sooner."""
        self._set_pace(self.settings.faster())

    def action_slower(self) -> None:
        """Let computers take more time."""
        self._set_pace(self.settings.slower())

    def _set_pace(self, settings: Settings) -> None:
        self.settings = settings
        says = f"take {settings.pace:g} seconds a move" if settings.pace else "move at once"
        self._say(f"Computers {says}.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this game does not have."""
        match action:
            case "hint":
                return self._is_coached or None
            case "overlay":
                return not self.timeline.state.is_over or None
            case "nimbers":
                running = not self.timeline.state.is_over
                return self.setup.variant.has_grundy_values and (running or None)
            case "pause":
                return self.is_watched and (not self.timeline.state.is_over or None)
            case "faster" | "slower":
                return self.setup.computers > 0
            case "undo":
                return self._earlier() is not None or None
            case "redo":
                return self._later() is not None or None
        return super().check_action(action, parameters)

    # Back and forth. Against a computer, both its move and the one before it are taken back.

    def _first_own(self, candidates: Iterable[int]) -> int | None:
        """Return the first of these states in which a person is to move, or any if none plays."""
        states = self.timeline.states
        for at in candidates:
            if self.setup.computers != 1 or not self.setup.is_computer(states[at].to_move):
                return at
        return None

    def _earlier(self) -> int | None:
        return self._first_own(range(self.timeline.at - 1, -1, -1))

    def _later(self) -> int | None:
        last = len(self.timeline.moves)
        found = self._first_own(range(self.timeline.at + 1, last + 1))
        return last if found is None and self.timeline.can_redo else found

    def action_undo(self) -> None:
        """Take back the last move; its token is in hand again."""
        at = self._earlier()
        if at is not None:
            undone = self.timeline.moves[at]
            self.action_jump(at)
            self.token = undone.token if undone.token is not None else self.token

    def action_redo(self) -> None:
        """Play again what was taken back."""
        at = self._later()
        if at is not None:
            self.action_jump(at)

    def action_jump(self, at: int) -> None:
        """Look at the state after this many moves; two computers wait meanwhile."""
        self.paused = self.is_watched
        super().action_jump(at)

    def action_review(self) -> None:
        """Go through the game; the engine is for that alone meanwhile."""
        self._reviewed = True
        self.workers.cancel_group(self, _ENGINE)
        self.post_message(ReviewWanted(self.game))

    def on_screen_resume(self) -> None:
        """Go on after a review."""
        if self._reviewed:
            self._reviewed = False
            self._think()

    # Other games.

    def begin(self, game: Game) -> None:
        """Leave the running game, which can be brought back, and go on with this one."""
        self.post_message(GameShelved(self.game))
        self.paused = False
        self.setup = game.setup
        self.timeline = game.timeline
        self.cursor = middle_of(game.timeline)
        self._start_afresh()  # an empty board looks the same, but others may be playing
        self._describe()

    def action_new_game(self) -> None:
        """Begin a new game with the same players on the same sides."""
        self._restart(self.setup)

    def action_swap_sides(self) -> None:
        """Begin a new game with the two players on each other's side."""
        self._restart(self.setup.swapped())

    def _restart(self, setup: Setup) -> None:
        had_moves = bool(self.timeline.moves)
        self.begin(setup.again().begin())
        if had_moves:
            self._say("A new game. The menu brings the last one back.")

    def action_menu(self) -> None:
        """Close the typed entry, or go to the menu."""
        if self.has_class("-typing"):
            self._stop_typing()
            self._describe()
        else:
            self.post_message(GameShelved(self.game))
            self.post_message(MenuWanted())
