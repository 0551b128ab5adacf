"""The game: who plays, the match it belongs to, and other matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.reactive import var

from gridlock_tui.match import Game, Settings, Setup, Timeline
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.series import Series
from gridlock_tui.match.swap import can_take_over, play_on, seated, take_over
from gridlock_tui.rules import GameState, Move, Player
from gridlock_tui.tui.commands import ANYWHERE, GAME, bindings
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import (
    ExportWanted,
    MatchShelved,
    MenuWanted,
    ReviewWanted,
)
from gridlock_tui.tui.screens.coached import CoachedScreen
from gridlock_tui.tui.screens.table import middle_of
from gridlock_tui.tui.thinking import EngineError, Thinker

_MOVE = "move"
_SECONDS_TO_SHOW = 2.0
"""How long the truth is worked out before a computer that is watched moves on."""
_SECONDS_TO_SETTLE = 0.3
"""After looking back and forth for so long at rest, where one looks is kept as well."""


class GameScreen(CoachedScreen):
    """Plays one match after the other, between people and computers."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*GAME, *ANYWHERE))

    paused: var[bool] = var(False, init=False)
    """Whether a game between two computers stands still."""

    def __init__(
        self,
        match: Match,
        glyphs: Glyphs,
        thinker: Thinker,
        settings: Settings,
        greeting: str = "",
        keep: Callable[[Match], None] | None = None,
        *,
        is_kept: bool = False,
    ) -> None:
        super().__init__(match.game, glyphs, thinker, settings, greeting)
        self._match = match
        self._kept = match if is_kept else None
        self._keep_on_disk = keep
        self._reviewed = False
        self.set_reactive(GameScreen.series, match.standing)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match.with_game(Game(self.setup, self.timeline))

    @property
    def seating(self) -> Setup:
        """Who sits where in the state that is looked at."""
        return seated(self.match.game)

    # Whose turn it is.

    @property
    def is_watched(self) -> bool:
        """Whether two computers play and people watch."""
        return self.setup.computers == 2

    @property
    def _computer_to_move(self) -> bool:
        state = self.timeline.state
        return not state.is_over and self.seating.is_computer(state.to_move)

    @property
    def _computer_may_move(self) -> bool:
        """Whether a computer is to move and nobody looks back or has stopped it."""
        if self.is_watched:
            return self._computer_to_move and not self.paused
        return self._computer_to_move and self.timeline.is_present

    @property
    def is_coached(self) -> bool:
        """Whether the coach may speak: never about a move that a computer is about to make."""
        return super().is_coached and (self.is_watched or not self._computer_to_move)

    def refusal(self, move: Move) -> str | None:
        """Return why the move cannot be made now: it is a computer's turn, or illegal."""
        if self._computer_to_move:
            words = f"it is the turn of {self.names[self.timeline.state.to_move - 1]}"
            if self.timeline.is_present:
                return words
            return f"{words}; {self.app.key_of('present')} goes back to the present"
        return super().refusal(move)

    def watch_timeline(self, timeline: Timeline) -> None:
        """Follow who sits where, count the game when it ends, and keep it all."""
        self.names = self.seating.names
        self.may_place = not self._computer_to_move
        self.series = self.match.standing
        super().watch_timeline(timeline)
        if self.is_mounted:
            self._keep()

    def _keep(self) -> None:
        """Have the match kept: at once if something was played, soon if one only looks around."""
        kept = self._kept
        if kept and self.timeline.present() == kept.game.timeline.present():
            self.set_timer(_SECONDS_TO_SETTLE, self.keep_now)
        else:
            self.keep_now()

    def keep_now(self) -> None:
        """Have the match kept as it is, unless it is already."""
        if self.match != self._kept:
            self._kept = self.match
            # Not by a message: the move would be painted, so it might be seen, before it is kept.
            if self._keep_on_disk is not None:
                self._keep_on_disk(self.match)

    def commit(self, move: Move) -> None:
        """Make a legal move; a new first move belongs to whoever makes it."""
        self.setup = play_on(self.match.game, move).setup
        super().commit(move)
        if self._can_take_over and not self._computer_to_move:
            second = self.names[self.timeline.state.to_move - 1]
            key = self.app.key_of("take-over")
            self.say(f"{self.message} {second} may take over: {key}.", whole=True)

    # Computers.

    def watch_paused(self) -> None:
        """Stop the computers, or let them go on."""
        self.think()
        self.refresh_bindings()

    def think(self) -> None:
        """Let the engine work on what is wanted now, and say whether a computer thinks."""
        self.thinking = self._computer_may_move
        super().think()

    def engine_task(self) -> str | None:
        """Return what is to be asked of the engine: a computer's move, or what the coach needs."""
        if self._reviewed:
            return None  # whatever is set meanwhile: the engine is for the review alone
        return _MOVE if self._computer_may_move else super().engine_task()

    def engine_work(self, task: str, state: GameState) -> Coroutine[None, None, None]:
        """Return the work of that name."""
        return self._let_computer_move(state) if task == _MOVE else super().engine_work(task, state)

    async def _let_computer_move(self, state: GameState) -> None:
        pause = asyncio.create_task(asyncio.sleep(self.settings.pace))
        level, seed = self.seating.kinds[state.to_move - 1], self.setup.seed
        try:
            if self.is_watched and self.overlay:
                await self.consult(state, _SECONDS_TO_SHOW)
            swaps = self._can_take_over and await self.thinker.wants_swap(state, level, seed)
            move = None if swaps else await self.thinker.choose(state, level, seed)
            await pause
        except EngineError:
            self.call_later(self._miss_engine)
            return
        finally:
            pause.cancel()
        # Not here: a new position ends this worker, which would be in the midst of making it.
        if swaps:
            self.call_later(self.action_take_over)
        elif move is not None:
            self.call_later(self._take_computers_move, state, move)

    def _take_computers_move(self, state: GameState, move: Move) -> None:
        if self.timeline.state is state and self._computer_may_move:
            self.commit(move)

    def _miss_engine(self) -> None:
        self.thinking = False
        self.say("The engine does not run here, so the computer cannot move.", alarmed=True)

    def action_pause(self) -> None:
        """Stop a game between two computers, or let it go on."""
        self.paused = not self.paused
        if self.paused:
            self.describe()
        else:
            self.say("On it goes.")

    def describe(self) -> None:
        """Say what placing on the cell pointed at would do, or that nothing will be placed."""
        if self.paused and not self.timeline.state.is_over:
            self.say(f"Paused: {self.app.key_of('pause')} goes on{self.glyphs.ellipsis}")
        else:
            super().describe()

    def action_faster(self) -> None:
        """Let computers move sooner."""
        self._set_pace(self.settings.faster())

    def action_slower(self) -> None:
        """Let computers take more time."""
        self._set_pace(self.settings.slower())

    def _set_pace(self, settings: Settings) -> None:
        self.settings = settings
        says = f"take {settings.pace:g} seconds a move" if settings.pace else "move at once"
        self.say(f"Computers {says}.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this game does not have."""
        match action:
            case "hint" if self.is_watched and not self.paused:
                return None  # the engine is busy with the computers' moves
            case "place" | "type_move" if self.is_watched:
                return False
            case "pause":
                return self.is_watched and (not self.timeline.state.is_over or None)
            case "faster" | "slower":
                return self.setup.computers > 0
            case "undo":
                return self._earlier() is not None or None
            case "redo":
                return self._later() is not None or None
            case "take_over":
                return self._can_take_over and not self._computer_to_move
            case "export" | "copy_id" | "review":
                return bool(self.timeline.moves) or None
        return super().check_action(action, parameters)

    def excuse(self, action: str) -> str:
        """Say why this cannot be done now."""
        from gridlock_tui.tui.screens.excuses import excuse

        return excuse(self, action)

    # The swap rule.

    @property
    def _can_take_over(self) -> bool:
        return self._match.series.swap_rule and can_take_over(self.match.game)

    def action_take_over(self) -> None:
        """Take over the first move: the two players exchange sides."""
        if self._can_take_over:
            taker = self.names[self.timeline.state.to_move - 1]
            self.setup = take_over(self.match.game).setup
            self.watch_timeline(self.timeline)
            self.say(f"{taker} has taken the first move over and is {self._side_of(taker)} now.")

    def _side_of(self, name: str) -> str:
        return Player(self.names.index(name) + 1).symbol

    # Back and forth. Against a computer, both its move and the one before it are taken back.

    def _first_own(self, candidates: Iterable[int]) -> int | None:
        """Return the first of these states in which a person is to move, or any if none plays."""
        for at in candidates:
            there = self.timeline.jump(at)
            seating = seated(Game(self.setup, there))
            if self.setup.computers != 1 or not seating.is_computer(there.state.to_move):
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
        self.stop_thinking()
        self.post_message(ReviewWanted(self.match.game))

    def on_screen_resume(self) -> None:
        """Go on after a review."""
        if self._reviewed:
            self._reviewed = False
            self.think()

    # What is written down.

    def action_export(self) -> None:
        """Write the record of this game to a file."""
        self.post_message(ExportWanted(self.match.game))

    def action_copy_id(self) -> None:
        """Copy the game id: the whole game in one line."""
        from gridlock_tui.match.game_id import write_game_id

        line = write_game_id(self.match.game)
        self.app.copy_to_clipboard(line)
        self.say(f"Copied: {line}")

    # Other games.

    def begin(self, match: Match) -> None:
        """Leave the running match, which can be brought back, and go on with this one."""
        self.keep_now()
        self.post_message(MatchShelved(self.match))
        self._go_on_with(match)

    def _go_on_with(self, match: Match) -> None:
        self.paused = False
        self._match, self._kept = match, None
        self.setup = match.game.setup
        self.timeline = match.game.timeline
        self.series = match.standing
        self.cursor = middle_of(match.game.timeline)
        self.start_afresh()  # an empty board looks the same, but others may be playing
        self.describe()

    def action_new_game(self) -> None:
        """Begin the next game of the series, or a new match with the same players."""
        over = self.match.game.timeline.states[-1].is_over
        if over and not self.series.is_decided:
            self._go_on_with(self.match.next_game())
            starter = self.names[self.setup.first - 1]
            self.say(f"Game {self.series.played + 1}: {starter} starts.")
        elif self.series.is_under_way and not self.timeline.moves:
            self.say(f"Game {self.series.played + 1} of this series has just begun.", alarmed=True)
        else:
            self._leave_series_for(self.setup.as_agreed())

    def action_swap_sides(self) -> None:
        """Begin a new match with the two players on each other's side."""
        self._leave_series_for(self.setup.as_agreed().swapped())

    def _leave_series_for(self, setup: Setup) -> None:
        """Begin a new match; ask first where that leaves a series that is not decided."""
        if not self.series.is_under_way:
            self._restart(setup)
            return
        from gridlock_tui.tui.screens.confirm import ConfirmScreen

        def restart_if(sure: bool | None) -> None:
            if sure:
                self._restart(setup)

        one, two = (self.series.wins_of(name) for name in self.names)
        score = f"{self.names[0]} {one}:{two} {self.names[1]}"  # not to be broken within
        question = f"The series stands at {score}. Leave it and begin another?"
        self.app.push_screen(ConfirmScreen(question, "new series", "go on"), restart_if)

    def _restart(self, setup: Setup) -> None:
        had_moves = bool(self.timeline.moves)
        agreed = self._match.series
        fresh = Series(setup.names, agreed.length, agreed.starts, agreed.swap_rule)
        begun = Match.begin(setup.again())
        self.begin(replace(begun, series=fresh))
        more = " The menu brings the last one back." if had_moves else ""
        self.say(f"A new game.{more}", whole=True)

    def action_menu(self) -> None:
        """Close the typed entry, or go to the menu."""
        if self.has_class("-typing"):
            self.stop_typing()
            self.describe()
        else:
            self.keep_now()
            self.post_message(MatchShelved(self.match))
            self.post_message(MenuWanted())
