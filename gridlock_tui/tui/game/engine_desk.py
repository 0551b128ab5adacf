"""The engine's work for the game screen: one request at a time, in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from textual.widget import Widget

from gridlock_tui.match import Game, Timeline
from gridlock_tui.match.match import Match
from gridlock_tui.match.way_back import WayBack, way_back
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.engine_client import EngineClient, EngineError
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.opponent import Decision, Opponent
from gridlock_tui.tui.game.turning import Stage, TurningSearch
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.grading import Grader, Grading

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_GROUP = "engine"
_WAY_BACK = "way back"
_SECONDS_TO_SHOW = 2.0
"""How long an analysis may take before a computer that is watched moves."""


class EngineDesk:
    """Asks the engine for a move, an analysis or grades; a new request ends the last."""

    def __init__(
        self,
        engine: EngineClient,
        owner: Widget,
        *,
        on_analysis: Callable[[Game, Analysis], None],
        on_found: Callable[[Game, Callable[[Coach], None]], None],
        on_decision: Callable[[Game, Decision], None],
        on_grading: Callable[[Game, Grading, bool], None],
        on_failure: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._opponent = Opponent(engine)
        self._owner = owner
        self._on_analysis = on_analysis
        self._on_found = on_found
        self._on_decision = on_decision
        self._on_grading = on_grading
        self._on_failure = on_failure
        self._request: tuple[str, Game] | None = None

    def serve(
        self, view: GameView, coach: Coach, search: TurningSearch, *, wants_grades: bool = False
    ) -> None:
        """Work on what the screen needs now, and on nothing else.

        `wants_grades` asks for the grades of a finished game, also if its turning point is known.
        """
        match = view.match
        if view.reviewing or view.engine_failed:
            self.stop()
        elif view.computer_may_move:
            self._request_move(match, analyse_first=match.is_watched and bool(coach.overlay))
        elif view.coach_may_speak and coach.is_needed(guard=match.guard):
            self._serve_coach(match.game, coach)
        elif search.stage is Stage.LOOKING or (wants_grades and match.game.state.is_over):
            self._request_grades(match.game)
        else:
            self.stop()

    def _serve_coach(self, game: Game, coach: Coach) -> None:
        analysis = coach.analysis
        if analysis is None or not analysis.is_final:
            self._request_analysis(game)
        elif coach.wants_way_back:
            self._request_way_back(game)
        elif (after := coach.wants_line_after) is not None:
            self._request_line(game, after)

    @property
    def is_working(self) -> bool:
        """Whether a request is under way."""
        workers = self._owner.workers
        return any(each.group == _GROUP and not each.is_finished for each in workers)

    def stop(self) -> None:
        """Drop the running request."""
        if self._request is not None:
            self._owner.workers.cancel_group(self._owner, _GROUP)
            self._request = None

    def _request_analysis(self, game: Game) -> None:
        async def work() -> None:
            if not await self._analyse(game):
                self._request = None  # another request of the app has ended this one

        self._run(("analysis", game), work)

    def _request_line(self, game: Game, after: GameState) -> None:
        async def work() -> None:
            line, is_final = tuple[Move, ...](), after.is_over
            async with aclosing(self._engine.analyses(after)) as analyses:
                async for analysis in analyses:
                    line, is_final = analysis.line, analysis.is_final
            if is_final:
                self._owner.call_later(self._on_found, game, lambda coach: coach.learn_line(line))
            else:
                self._request = None  # another request of the app has ended this one

        self._run(("line", game), work)

    def _request_way_back(self, game: Game) -> None:
        """Look for the last mistake of the player to move, from the latest state back."""
        timeline = game.timeline
        past = Timeline.replay(timeline.states[0], timeline.moves[: timeline.at])
        # Before a swap somebody else had this side.
        since = int(game.setup.taken_over)

        def look(grading: Grading) -> None:
            found = way_back(past, grading.found, since)
            if found is not None:
                self._owner.call_later(self._report_way_back, game, found)

        async def work() -> None:
            grader = Grader(self._engine, past, look)
            await grader.run()
            states = range(len(past.states))
            if all(grader.grading.is_final(at) for at in states):
                self._owner.call_later(self._report_way_back, game, None)
            else:
                self._request = None  # another request of the app has ended this one

        self._run((_WAY_BACK, game), work)

    def _report_way_back(self, game: Game, found: WayBack | None) -> None:
        """Pass on the first answer, and look no further."""
        if self._request == (_WAY_BACK, game):
            self.stop()
            self._on_found(game, lambda coach: coach.learn_way_back(found))

    def _request_move(self, match: Match, *, analyse_first: bool) -> None:
        game = match.game

        async def show() -> None:
            await self._analyse(game, _SECONDS_TO_SHOW)

        async def work() -> None:
            try:
                decision = await self._opponent.decide(match, show if analyse_first else None)
            except EngineError:
                self._owner.call_later(self._on_failure)
                return
            if not decision:
                self._request = None  # another request of the app has ended this one
            # By a message: the new position ends this worker.
            self._owner.call_later(self._on_decision, game, decision)

        self._run(("move", game), work)

    def _request_grades(self, game: Game) -> None:
        def report(grading: Grading, is_done: bool = False) -> None:
            # By a message: what is found ends this worker.
            self._owner.call_later(self._on_grading, game, grading, is_done)

        async def work() -> None:
            grader = Grader(self._engine, game.timeline, report)
            await grader.run()
            report(grader.grading, is_done=True)

        self._run(("grades", game), work)

    def _run(self, request: tuple[str, Game], work: Callable[[], Awaitable[None]]) -> None:
        if request != self._request:  # else it is under way
            self.stop()
            self._request = request
            self._owner.run_worker(work, group=_GROUP)

    async def _analyse(self, game: Game, seconds: float | None = None) -> bool:
        """Pass on each analysis, and return whether the last one was final."""
        is_final = False
        async with aclosing(self._engine.analyses(game.state, seconds)) as analyses:
            async for analysis in analyses:
                is_final = analysis.is_final
                self._on_analysis(game, analysis)
        return is_final
