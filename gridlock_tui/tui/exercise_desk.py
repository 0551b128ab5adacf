"""The engine's work for an exercise: one position at a time, in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING

from textual.widget import Widget

from gridlock_tui.engine import Verdict
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.engine_client import EngineClient, EngineError

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_GROUP = "exercise"
_DEFENDER = "perfect"
"""The level whose moves are hardest to beat."""


class ExerciseDesk:
    """Asks the engine about the position that is wanted; a new position ends the last request."""

    def __init__(
        self,
        engine: EngineClient,
        owner: Widget,
        on_analysis: Callable[[Analysis], None],
        on_defence: Callable[[Analysis, Move | None], None] | None = None,
    ) -> None:
        """Report each analysis; with `on_defence`, one of a lost position with its best defence."""
        self._engine, self._owner, self._on_analysis = engine, owner, on_analysis
        self._on_defence = on_defence
        self._asked: GameState | None = None
        self._unanswered: GameState | None = None
        """The position that the engine could not say anything about."""

    @property
    def is_working(self) -> bool:
        """Whether the engine is asked about a position."""
        return self._asked is not None

    def ask(self, state: GameState | None) -> None:
        """Work on this position, and on nothing else; None for nothing at all.

        What the engine could not answer is asked again only after `retry`.
        """
        if state == self._unanswered:
            state = None
        if state == self._asked:
            return
        if self._asked is not None:
            self._owner.workers.cancel_group(self._owner, _GROUP)
        self._asked = state
        if state is not None:
            work: Callable[[], Awaitable[None]] = partial(self._work, state)
            self._owner.run_worker(work, group=_GROUP)

    def retry(self) -> bool:
        """Let the engine be asked again; return whether there is something it did not answer."""
        failed, self._unanswered = self._unanswered is not None, None
        return failed

    async def _work(self, state: GameState) -> None:
        found: Analysis | None = None
        async with aclosing(self._engine.analyses(state)) as analyses:
            async for analysis in analyses:
                found = analysis if analysis.is_final else None
        defence = await self._defence(found) if found is not None else None
        # By a message: the answer may end this worker.
        self._owner.call_later(self._report, state, found, defence)

    async def _defence(self, found: Analysis) -> Move | None:
        """Return the move that is hardest to beat in a lost position, if that is wanted."""
        if self._on_defence is None or found.verdict is not Verdict.LOSS:
            return None
        with suppress(EngineError):
            return await self._engine.choose(found.state, _DEFENDER, 0)
        return None

    def _report(self, state: GameState, found: Analysis | None, defence: Move | None) -> None:
        """Pass on the final analysis.

        Without one, another request of the app has ended this one: make it again, unless a screen
        on top needs the engine now.
        """
        if state != self._asked:
            return
        self._asked = None
        if found is None:
            if self._owner.screen.is_active:
                self.ask(state)
            return
        if found.verdict is Verdict.UNKNOWN:
            self._unanswered = state
        if self._on_defence is not None and found.verdict is Verdict.LOSS:
            self._on_defence(found, defence)
        else:
            self._on_analysis(found)
