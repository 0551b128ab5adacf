"""Advice in line mode, in words: hints, reasons, the way back, the turning point."""

from __future__ import annotations

from collections.abc import Iterator

from gridlock_tui.cli.solve import analysed
from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.match import Game, Timeline
from gridlock_tui.match.advice import LAST_STEP, hint_words, line_words, way_back_words
from gridlock_tui.match.review import Review, review
from gridlock_tui.match.turning_point import (
    UNKNOWN,
    NeverTurned,
    TurningPoint,
    about_no_turning_point,
    about_turning_point,
    turning_point,
)
from gridlock_tui.match.way_back import WayBack, way_back
from gridlock_tui.rules import GameState, Names

_HINT_SECONDS = 20.0
"""How long the engine may work on a hint."""
_PAST_SECONDS = 5.0
"""How long it may work on each position of the past."""


class LineCoach:
    """Answers questions about one position after another."""

    def __init__(self) -> None:
        self._analysis: Analysis | None = None
        self._step = 0
        self._way_back: WayBack | None = None
        self._is_told = False
        """Whether it was told why; then the line of play is next."""

    def way_back_from(self, state: GameState) -> WayBack | None:
        """Return the last mistake of the player to move, if this state was explained as lost."""
        is_here = self._analysis is not None and self._analysis.state == state
        return self._way_back if is_here else None

    def _look_at(self, state: GameState) -> Analysis:
        analysis = self._analysis
        if analysis is None or analysis.state != state:
            self._step, self._way_back, self._is_told = 0, None, False
            analysis = self._analysis = analysed(state, _HINT_SECONDS)
        return analysis

    def hint(self, game: Game) -> list[str]:
        """Return the next step of the hint: where a good move is, then which, then why."""
        analysis = self._look_at(game.state)
        self._step = min(self._step + 1, LAST_STEP)
        if analysis.verdict is Verdict.UNKNOWN:
            return [self._words(game, self._step)]
        if self._step == LAST_STEP or len(analysis.moves) == 1:
            return self.why(game)
        why = "why finds the mistake." if analysis.verdict is Verdict.LOSS else "why tells why."
        follows = "hint tells which move." if self._step == 1 else why
        return [f"{self._words(game, self._step)} {follows}"]

    def why(self, game: Game) -> list[str]:
        """Return which move is best and why; if every move loses, where the win was lost."""
        analysis = self._look_at(game.state)
        self._step = LAST_STEP
        if analysis.verdict is not Verdict.LOSS:
            told, self._is_told = self._is_told, True
            if told and analysis.reason is not None and len(analysis.line) > 1:
                return [line_words(analysis, game.names)]
            which = self._words(game, LAST_STEP - 1)
            why = self._words(game, LAST_STEP)
            return [which] if which == why else [which, why]
        self._way_back = self._find_way_back(game)
        lines = [self._words(game, LAST_STEP - 1)]
        lines.append(way_back_words(self._way_back, game.state, game.names))
        if self._way_back is not None and self._way_back.move is not None:
            lines.append("back returns to the position before it.")
        return lines

    def _words(self, game: Game, step: int) -> str:
        return hint_words(self._look_at(game.state), step, game.names, game.timeline.last_move)

    def _find_way_back(self, game: Game) -> WayBack | None:
        timeline = game.timeline
        past = Timeline.replay(timeline.states[0], timeline.moves[: timeline.at])
        for known in _reviews(past):
            found = way_back(past, known)
            if found is not None:
                return found
        return None


def find_turning_point(timeline: Timeline, since: int) -> TurningPoint | NeverTurned | None:
    """Return the turning point of a finished game, or that there is none; None if not known.

    Only what happened after the first `since` moves counts.
    """
    for known in _reviews(timeline, since):
        found = turning_point(timeline, known, since)
        if found is not None:
            return found
    return None


def _reviews(timeline: Timeline, since: int = 0) -> Iterator[Review]:
    """Yield what is known about a game while its states are solved, from the last one back.

    End at a state that cannot be solved in time.
    """
    analyses: list[Analysis | None] = [None] * len(timeline.states)
    yield review(timeline, analyses)
    for at in reversed(range(since, len(timeline.moves))):
        analyses[at] = analysed(timeline.states[at], _PAST_SECONDS)
        known = review(timeline, analyses)
        yield known
        if known.winners[at] is None:
            return


def turning_lines(
    found: TurningPoint | NeverTurned | None, game: Game, names: Names, since: int
) -> list[str]:
    """Return what to say about the turning point, one sentence a line."""
    if found is None:
        return [UNKNOWN]
    if isinstance(found, NeverTurned):
        words = about_no_turning_point(found, game.setup, names, since, "swap")
        return list(filter(None, (words.happened, words.better)))
    words = about_turning_point(found, names)
    return [f"The turning point was move {found.number}. {words.happened}", words.better]
