"""The review of a game: every move graded by exact values, and nothing guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GameState, Move, Player


class Grade(Enum):
    """What a move did to the one who made it."""

    KEPT = "kept the win"
    ONLY_WIN = "found the only winning move"
    SLIP = "threw the win away"
    LOST = "was already lost"
    FORCED = "was the only move"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move with what is proven of it."""

    number: int
    """Counted from 1: the move that led to the state of this number."""
    move: Move
    player: Player
    grade: Grade
    stands: Player | None
    """Who wins after it with best play; None if not known."""
    better: tuple[Move, ...] = ()
    """At a slip, the moves that would have won, as far as they are known."""
    line: tuple[Move, ...] = ()
    """At a slip, best play from one of them on: the proof, as far as it is known."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game with all its moves graded."""

    begins: Player | None
    """Who wins from the start with best play; None if not known."""
    moves: tuple[GradedMove, ...]

    @property
    def standings(self) -> tuple[Player | None, ...]:
        """Who stands to win in each state, the first included: what a graph shows."""
        return (self.begins, *(graded.stands for graded in self.moves))

    @property
    def slips(self) -> tuple[GradedMove, ...]:
        """The moves that threw a win away."""
        return tuple(graded for graded in self.moves if graded.grade is Grade.SLIP)

    @property
    def is_complete(self) -> bool:
        """Whether it is known of every state who stands to win."""
        return None not in self.standings

    def next_slip(self, after: int) -> int | None:
        """Return the number of the next slip after this many moves; after the last, the first."""
        numbers = [graded.number for graded in self.slips]
        return next((number for number in numbers if number > after), min(numbers, default=None))


def review(timeline: Timeline, analyses: Sequence[Analysis | None]) -> Review:
    """Return the grades of all moves, given what is proven of each state in turn.

    Where there is no analysis yet, or none for the latest states, they are not known; how a
    finished game ended always is.
    """
    known = [*analyses, *([None] * len(timeline.states))]
    standings = _standings(timeline, known)
    moves = tuple(
        _graded(number, move, state, known[number - 1], standings[number - 1 : number + 1])
        for number, (state, move) in enumerate(
            zip(timeline.states, timeline.moves, strict=False), start=1
        )
    )
    return Review(standings[0], moves)


def _standings(timeline: Timeline, analyses: list[Analysis | None]) -> list[Player | None]:
    standings: list[Player | None] = []
    for state, analysis in zip(timeline.states, analyses, strict=False):
        ended = state.outcome
        proven = analysis.winner if analysis is not None else None
        standings.append(ended.winner if ended is not None else proven)
    # Each state tells of the next, and then of the one before: a lost game stays lost whatever
    # is played, who has a winning move stands to win, and an only move changes nothing.
    steps = list(enumerate(zip(timeline.states, timeline.moves, strict=False)))
    for at, (state, move) in steps:
        if standings[at + 1] is None:
            is_open = standings[at] in (None, state.to_move) and not _is_forced(state)
            standings[at + 1] = _worth(state, analyses[at], move) if is_open else standings[at]
    for at, (state, _) in reversed(steps):
        if standings[at] is None and (standings[at + 1] is state.to_move or _is_forced(state)):
            standings[at] = standings[at + 1]
    return standings


def _is_forced(state: GameState) -> bool:
    return len(state.legal_moves) == 1


def _worth(state: GameState, analysis: Analysis | None, move: Move) -> Player | None:
    """Return who wins after the move, as far as the analysis of the state before it tells."""
    for value in analysis.moves if analysis is not None else ():
        if value.move == move and value.verdict is not Verdict.UNKNOWN:
            return state.to_move if value.verdict is Verdict.WIN else state.to_move.other
    return None


def _graded(
    number: int,
    move: Move,
    state: GameState,
    analysis: Analysis | None,
    standings: list[Player | None],
) -> GradedMove:
    player, (before, after) = state.to_move, standings
    grade = _grade(move, state, analysis, before, after)
    if grade is not Grade.SLIP or analysis is None:
        return GradedMove(number, move, player, grade, after)
    better = _with_verdict(analysis, Verdict.WIN)
    line = analysis.line if analysis.line[:1] and analysis.line[0] in better else better[:1]
    return GradedMove(number, move, player, grade, after, better, line)


def _grade(
    move: Move,
    state: GameState,
    analysis: Analysis | None,
    before: Player | None,
    after: Player | None,
) -> Grade:
    if _is_forced(state):
        return Grade.FORCED
    if before is None or after is None:
        return Grade.UNKNOWN
    if before is not state.to_move:
        return Grade.LOST
    if after is not before:
        return Grade.SLIP
    losing = _with_verdict(analysis, Verdict.LOSS) if analysis is not None else ()
    others = [other for other in state.legal_moves if other != move]
    return Grade.ONLY_WIN if set(others) <= set(losing) else Grade.KEPT


def _with_verdict(analysis: Analysis, verdict: Verdict) -> tuple[Move, ...]:
    return tuple(value.move for value in analysis.moves if value.verdict is verdict)
