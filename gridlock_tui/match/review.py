"""Review a game: grade every move by what is proven, without guessing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.engine.reasons import Reason
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GameState, Move, Player

_Winner = Player | None
"""Who wins with best play; None if not known."""


class Grade(Enum):
    """What a move did for its player."""

    WON = "won"
    ONLY_WIN = "found the only winning move"
    MISTAKE = "threw the win away"
    LOST = "was already lost"
    FORCED = "was the only move"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move and its grade."""

    number: int
    """Counted from 1."""
    move: Move
    player: Player
    grade: Grade
    winner: Player | None
    """Who wins after the move with best play; None if not known."""
    better: tuple[Move, ...] = ()
    """For a mistake, the known moves that would have won."""
    line: tuple[Move, ...] = ()
    """For a mistake, best play that begins with one of them, as far as known.

    It begins with the move of the reason, if there is one.
    """
    reason: Reason | None = None
    """For a mistake, why one of them would have won, if an idea proves it."""


@dataclass(frozen=True, slots=True)
class Review:
    """The grades of all moves of a game."""

    winner_at_start: Player | None
    """Who wins from the start with best play; None if not known."""
    moves: tuple[GradedMove, ...]

    @property
    def winners(self) -> tuple[Player | None, ...]:
        """Who wins from each state with best play, beginning with the first state."""
        return (self.winner_at_start, *(graded.winner for graded in self.moves))

    @property
    def mistakes(self) -> tuple[GradedMove, ...]:
        """The moves that threw a win away."""
        return tuple(graded for graded in self.moves if graded.grade is Grade.MISTAKE)

    @property
    def is_complete(self) -> bool:
        """Whether the winner is known for every state."""
        return None not in self.winners

    def slips_of(self, player: Player, since: int = 0) -> int | None:
        """Return how often a player threw a win away; None if a grade of theirs is not known.

        The first `since` moves do not count, such as one that was taken over.
        """
        grades = [graded.grade for graded in self.moves[since:] if graded.player is player]
        return None if Grade.UNKNOWN in grades else grades.count(Grade.MISTAKE)

    def next_mistake(self, after: int) -> int | None:
        """Return the number of the next mistake after this move; None if there is none."""
        return next((graded.number for graded in self.mistakes if graded.number > after), None)


def review(timeline: Timeline, analyses: Sequence[Analysis | None]) -> Review:
    """Return the grades of all moves, given the analysis of each state.

    An analysis may be None, and the last ones may be missing. The winner of such a state is not
    known unless it follows from the states around it or the game is over.
    """
    known = [*analyses, *([None] * len(timeline.states))]
    winners = _winners(timeline, known)
    moves = tuple(
        _graded(timeline, at, known[at], winners[at], winners[at + 1])
        for at in range(len(timeline.moves))
    )
    return Review(winners[0], moves)


def _winners(timeline: Timeline, analyses: list[Analysis | None]) -> list[_Winner]:
    winners: list[_Winner] = [
        state.outcome.winner if state.outcome else analysis.winner if analysis else None
        for state, analysis in zip(timeline.states, analyses, strict=False)
    ]
    # Conclude from each state to the next, then from each to the one before: a lost position
    # stays lost after any move, a player with a winning move wins, and a forced move changes
    # nothing.
    steps = list(enumerate(zip(timeline.states, timeline.moves, strict=False)))
    for at, (state, move) in steps:
        if winners[at + 1] is None:
            is_open = winners[at] in (None, state.to_move) and not _is_forced(state)
            winners[at + 1] = _winner_after(state, analyses[at], move) if is_open else winners[at]
    for at, (state, _) in reversed(steps):
        if winners[at] is None and (winners[at + 1] is state.to_move or _is_forced(state)):
            winners[at] = winners[at + 1]
    return winners


def _is_forced(state: GameState) -> bool:
    return len(state.legal_moves) == 1


def _winner_after(state: GameState, analysis: Analysis | None, move: Move) -> _Winner:
    """Return who wins after the move, by the analysis of the state before it."""
    if move in _with_verdict(analysis, Verdict.WIN):
        return state.to_move
    return state.to_move.other if move in _with_verdict(analysis, Verdict.LOSS) else None


def _graded(
    timeline: Timeline, at: int, analysis: Analysis | None, before: _Winner, after: _Winner
) -> GradedMove:
    state, move = timeline.states[at], timeline.moves[at]
    grade = _grade(move, state, analysis, before, after)
    graded = GradedMove(at + 1, move, state.to_move, grade, after)
    if grade is not Grade.MISTAKE or analysis is None:
        return graded
    better = _with_verdict(analysis, Verdict.WIN)
    first = better if analysis.reason is None else (analysis.reason.move,)
    line = analysis.line if analysis.line and analysis.line[0] in first else first[:1]
    return replace(graded, better=better, line=line, reason=analysis.reason)


def _grade(
    move: Move, state: GameState, analysis: Analysis | None, before: _Winner, after: _Winner
) -> Grade:
    if _is_forced(state):
        return Grade.FORCED
    if before is None or after is None:
        return Grade.UNKNOWN
    if before is not state.to_move:
        return Grade.LOST
    if after is not before:
        return Grade.MISTAKE
    others = {other for other in state.legal_moves if other != move}
    return Grade.ONLY_WIN if others <= {*_with_verdict(analysis, Verdict.LOSS)} else Grade.WON


def _with_verdict(analysis: Analysis | None, verdict: Verdict) -> tuple[Move, ...]:
    values = analysis.moves if analysis else ()
    return tuple(value.move for value in values if value.verdict is verdict)
