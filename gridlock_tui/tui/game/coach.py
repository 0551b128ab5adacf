"""A table with a coach: the truth on the board, hints, the blunder guard."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import aclosing
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING

from textual.reactive import var
from textual.timer import Timer
from textual.worker import WorkType

from gridlock_tui.match import Game, Settings, Timeline
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import SettingsChanged
from gridlock_tui.tui.screens.table import TableScreen
from gridlock_tui.tui.thinking import Thinker

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_ENGINE = "engine"
"""The group of the one worker that waits for the engine."""
_COACH = "coach"
_SECONDS_HELD = 1.0
"""How long the guard may hold a move until it knows what it comes to."""
_ONCE_MORE = "place it once more if you mean it"


class Overlay(IntEnum):
    """How much of the truth is shown on the board."""

    NONE = 0
    VERDICTS = 1
    NIMBERS = 2


class CoachedScreen(TableScreen):
    """Shows what is proven of the position, as far as it is asked for. One source for it all."""

    overlay: var[Overlay] = var(Overlay.NONE, init=False)
    """How much of the truth is shown."""
    settings: var[Settings] = var(Settings(), init=False)
    """How fast computers move, and whether blunders are guarded against."""

    def __init__(
        self, game: Game, glyphs: Glyphs, thinker: Thinker, settings: Settings, greeting: str = ""
    ) -> None:
        super().__init__(game, glyphs, greeting)
        self.set_reactive(CoachedScreen.settings, settings)
        self.thinker = thinker
        self._analysis: Analysis | None = None
        self._hint_step = 0
        self._hint_due = False
        self._warned_of: Move | None = None
        self._held: Move | None = None
        self._hold: Timer | None = None
        self._under_way: tuple[str, GameState] | None = None

    @property
    def is_coached(self) -> bool:
        """Whether the coach may speak now."""
        return not self.timeline.state.is_over

    def watch_timeline(self, timeline: Timeline) -> None:
        """Forget what was known of another position, and let the engine work on this one."""
        super().watch_timeline(timeline)
        self.start_afresh()

    def start_afresh(self) -> None:
        """Let nothing be known, and find out what is wanted."""
        self._analysis = None
        self._hint_step = 0
        self._hint_due = False
        self._warned_of = None
        self._let_go()
        self.stop_thinking()
        self.think()

    def watch_overlay(self) -> None:
        """Find out what is to be shown."""
        self.think()
        self.refresh_bindings()

    def watch_settings(self, settings: Settings) -> None:
        """Tell everyone, and find out what the guard needs to know."""
        self.post_message(SettingsChanged(settings))
        self.think()
        if not settings.guard:
            self._release_held_anyway()

    def watch_token(self) -> None:
        """Show the truth about the token that was taken."""
        super().watch_token()
        self._show_truth()

    # The engine.

    def stop_thinking(self) -> None:
        """Let the engine drop what it works on here."""
        self.workers.cancel_group(self, _ENGINE)
        self._under_way = None

    def think(self) -> None:
        """Let the engine work on what is wanted now, and on nothing else."""
        name = self.engine_task()
        task = None if name is None else (name, self.timeline.state)
        if task != self._under_way:  # whatever is under way for this very reason goes on
            self._under_way = task
            self.workers.cancel_group(self, _ENGINE)
            if name is not None:
                self.run_worker(self._worker(name, self.timeline.state), group=_ENGINE)
        self._show_truth()

    def _worker(self, name: str, state: GameState) -> WorkType[None]:
        # Not the work itself: a worker that is cancelled before it begins would never await it.
        async def work() -> None:
            await self.engine_work(name, state)

        return work

    @property
    def _is_asked(self) -> bool:
        """Whether anything is wanted of the coach."""
        return bool(self.overlay or self._hint_step or self.settings.guard)

    def engine_task(self) -> str | None:
        """Return the name of what is to be asked of the engine now, if anything."""
        return _COACH if self.is_coached and self._is_asked else None

    def engine_work(self, task: str, state: GameState) -> Coroutine[None, None, None]:
        """Return the work of that name."""
        del task
        return self.consult(state)

    async def consult(self, state: GameState, seconds: float | None = None) -> None:
        """Find out what the coach needs to know of the state, and show it as it is found."""
        async with aclosing(self.thinker.analyses(state, seconds)) as analyses:
            async for analysis in analyses:
                if self.timeline.state is state:
                    self._analysis = analysis
                    self._show_truth()
                    self._show_hint()
                    self._release_held()

    # The truth.

    def _show_truth(self) -> None:
        """Show what is known as far as it is wanted."""
        if self.overlay and self.is_coached and self._analysis is not None:
            from gridlock_tui.tui import coach

            nimbers = self.overlay is Overlay.NIMBERS
            self.signs = coach.signs_of(self._analysis, self.token, self.glyphs, nimbers)
            words = coach.verdict_words(self._analysis, self.names, self.glyphs, nimbers)
            # In games with tokens the signs are about one of them, and the verdict about all.
            self.verdict = words if self.token is None else f"signs for token {self.token}; {words}"
        else:
            self.signs = ()
            wanted = self.overlay and self.is_coached
            self.verdict = f"thinking{self.glyphs.ellipsis}" if wanted else ""

    def action_overlay(self) -> None:
        """Show the truth on the board, or hide it."""
        self.overlay = Overlay.NONE if self.overlay else Overlay.VERDICTS
        self._answer_overlay()

    def action_nimbers(self) -> None:
        """Show Grundy values and independent regions as well, or only the verdicts again."""
        shown = self.overlay is Overlay.NIMBERS
        self.overlay = Overlay.VERDICTS if shown else Overlay.NIMBERS
        self._answer_overlay()

    def _answer_overlay(self) -> None:
        """Say what the key did, where nothing is to be seen of it."""
        if not self.is_coached:
            shown = "shown when it is your turn again" if self.overlay else "hidden"
            self.say(f"The truth is {shown}.")

    # Hints.

    def action_hint(self) -> None:
        """Say a little more: where a good move is, then which, then why."""
        from gridlock_tui.tui.coach import LAST_STEP

        self._hint_step = min(self._hint_step + 1, LAST_STEP)
        self._hint_due = True
        self.think()
        self._show_hint()

    def _show_hint(self) -> None:
        """Say the step of the hint that was asked for, once enough is known."""
        analysis = self._analysis
        if not self._hint_due:
            return
        from gridlock_tui.tui import coach

        move = analysis and coach.hinted(analysis)
        enough = analysis is not None and (analysis.is_final or coach.knows_a_win(analysis))
        if analysis is None or not enough:
            self.say(f"Thinking{self.glyphs.ellipsis}")
            return
        self._hint_due = False
        if move and self._hint_step > 1:
            self.token = move.token
            self.cursor = move.cell
        self.say(coach.hint_words(analysis, self._hint_step, self.names), whole=True)

    # The guard.

    def objection(self, move: Move) -> str | None:
        """Return why the move is not made now: it is illegal, or a blunder to be asked about."""
        objection = super().objection(move)
        if objection is None and self.settings.guard and move != self._warned_of:
            objection = self._warning(move)
        return objection

    def _warning(self, move: Move) -> str | None:
        if self._is_open(move):
            if self._held is None:
                self._hold = self.set_timer(_SECONDS_HELD, self._release_held_anyway)
            self._held = move  # the last one that was asked for
            return f"a moment, the guard looks at it{self.glyphs.ellipsis}"
        from gridlock_tui.tui.coach import throws_win_away

        if not throws_win_away(self._analysis, move):
            return None
        self._warned_of = move
        return f"this throws a won game away: {_ONCE_MORE}"

    def _is_open(self, move: Move) -> bool:
        """Say whether it may still turn out that the move throws a proven win away."""
        if self._analysis is None:
            return True
        from gridlock_tui.tui.coach import may_throw_win_away

        return may_throw_win_away(self._analysis, move)

    def _release_held(self) -> None:
        """Make the move that was held, once it is known what it comes to."""
        analysis = self._analysis
        known = analysis is not None and (analysis.is_final or analysis.winner is not None)
        if self._held is not None and known and not self._is_open(self._held):
            self._release_held_anyway()

    def _release_held_anyway(self) -> None:
        held = self._let_go()
        if held is None:
            return
        if not self.is_active:  # nobody would see it made behind another screen
            self.describe()
            return
        if self.settings.guard and self._is_open(held):
            self._warned_of = held
            if self._analysis is not None:  # without a proven win there would be nothing to ask
                self.say(f"This may throw the win away: {_ONCE_MORE}.", alarmed=True)
                return
        if self._play(held) and self.has_class("-typing"):
            self.stop_typing()

    def _let_go(self) -> Move | None:
        """Hold no move any more, and return the one that was held."""
        if self._hold is not None:
            self._hold.stop()
        held, self._held, self._hold = self._held, None, None
        return held

    def action_guard(self) -> None:
        """Ask before a proven win is thrown away, or do not ask any more."""
        guard = not self.settings.guard
        self.settings = replace(self.settings, guard=guard)
        says = "on: you are asked before you throw away a win" if guard else "off"
        self.say(f"The blunder guard is {says}.", whole=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be asked of the coach now."""
        running = not self.timeline.state.is_over
        match action:
            case "hint":
                return self.is_coached or None
            case "overlay":
                return running or None
            case "nimbers":
                return self.setup.variant.has_grundy_values and (running or None)
        return super().check_action(action, parameters)
