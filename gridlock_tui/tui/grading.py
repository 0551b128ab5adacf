"""Grade a game: ask the engine about every state of it, and report what that proves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import GradedMove, Review, review
from gridlock_tui.rules import Move
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.wording import grades

POSITION_SECONDS = 5.0
"""Seconds the analysis of one position may take; what is unproven then is unknown."""


@dataclass(frozen=True)
class Grading:
    """What is known about a game so far."""

    timeline: Timeline
    """The game."""
    analyses: tuple[Analysis | None, ...]
    """The analysis of each state, as far as it is known."""
    found: Review
    """The grades that follow from the analyses."""

    @classmethod
    def of(cls, timeline: Timeline) -> Grading:
        """Return what is known without the engine."""
        return cls(timeline, (None,) * len(timeline.states), review(timeline, []))

    def learn(self, at: int, analysis: Analysis) -> Grading:
        """Return the grading with this analysis of a state, and the grades that follow."""
        analyses = (*self.analyses[:at], analysis, *self.analyses[at + 1 :])
        return replace(self, analyses=analyses, found=review(self.timeline, analyses))

    def is_final(self, at: int) -> bool:
        """Return whether the engine has finished with this state."""
        analysis = self.analyses[at]
        return analysis is not None and analysis.is_final


class Grader:
    """Grades one game, and calls back whenever more is known about it."""

    def __init__(
        self, engine: EngineClient, timeline: Timeline, on_change: Callable[[Grading], None]
    ) -> None:
        self._engine = engine
        self._on_change = on_change
        self.grading = Grading.of(timeline)
        """What is known so far."""

    async def run(self) -> None:
        """Analyse every state, the last one first: its result helps with those before it.

        Cancel the worker that runs this to stop; what is known until then stays in `grading`.
        """
        for at in reversed(range(len(self.grading.timeline.states))):
            await self._analyse(at)
        for mistake in reversed(self.grading.found.mistakes):
            await self._prove(mistake)

    async def _analyse(self, at: int) -> None:
        state = self.grading.timeline.states[at]
        if state.is_over:
            return
        async for analysis in self._engine.analyses(state, POSITION_SECONDS):
            before = self.grading.analyses[at]
            # The engine may know less at first when it is asked about a position again.
            if before is None or _knowledge(analysis) >= _knowledge(before):
                self._learn(at, analysis)

    async def _prove(self, mistake: GradedMove) -> None:
        """Complete the line that would have won, if the first analysis was too short for it."""
        at, line = mistake.number - 1, mistake.line
        before = self.grading.timeline.states[at]
        while not grades.is_over_after(before, line):
            state = Timeline.replay(before, line).state
            further: tuple[Move, ...] = ()
            async for analysis in self._engine.analyses(state, POSITION_SECONDS):
                further = analysis.line
            if not further:
                return
            line += further
        found = self.grading.analyses[at]
        if found is not None:
            self._learn(at, replace(found, line=line))

    def _learn(self, at: int, analysis: Analysis) -> None:
        self.grading = self.grading.learn(at, analysis)
        self._on_change(self.grading)


def _knowledge(analysis: Analysis) -> int:
    """Return how much an analysis has found out, as a number to compare."""
    decided = sum(value.verdict is not Verdict.UNKNOWN for value in analysis.moves)
    return decided + len(analysis.line)
