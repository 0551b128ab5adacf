"""The engine's work for the game screen: one request at a time, in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from textual.widget import Widget

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.tui.engine_client import EngineClient, EngineError
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.opponent import Decision, Opponent
from gridlock_tui.tui.game.view import GameView

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_GROUP = "engine"
_SECONDS_TO_SHOW = 2.0
"""How long an analysis may take before a computer that is watched moves."""


class EngineDesk:
    """Asks the engine for a computer's move or for an analysis; a new request ends the last."""

    def __init__(
        self,
        engine: EngineClient,
        owner: Widget,
        *,
        on_analysis: Callable[[Game, Analysis], None],
        on_decision: Callable[[Game, Decision], None],
        on_failure: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._opponent = Opponent(engine)
        self._owner = owner
        self._on_analysis = on_analysis
        self._on_decision = on_decision
        self._on_failure = on_failure
        self._request: tuple[str, Game] | None = None

    def serve(self, view: GameView, coach: Coach) -> None:
        """Work on what the screen needs now, and on nothing else."""
        match = view.match
        if view.reviewing or view.engine_failed:
            self.stop()
        elif view.computer_may_move:
            self._request_move(match, analyse_first=match.is_watched and bool(coach.overlay))
        elif view.coach_may_speak and coach.is_needed(guard=match.guard):
            self._request_analysis(match.game)
        else:
            self.stop()

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
