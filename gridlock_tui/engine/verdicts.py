"""The results of an analysis: verdicts, values of moves, regions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from gridlock_tui.rules import Cell, GameState, Move, Player

if TYPE_CHECKING:
    from gridlock_tui.engine.reasons import Reason

_INFINITY = 1 << 16


class Verdict(Enum):
    """Who wins with best play, seen by the player to move or, for a move, by who makes it."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"


class Detail(IntEnum):
    """How much an analysis computes, from the least to the most."""

    WINNER = 0
    """Only who wins."""
    VERDICTS = 1
    """The verdict on every move."""
    DISTANCES = 2
    """Also the distance to the end after every move, and a line of best play."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move for the player who makes it."""

    move: Move
    verdict: Verdict
    distance: int | None
    """The placements to the end, including this one; None if unknown."""
    grundy: int | None = None
    """The Grundy value of the position after the move, if it has one and it is known."""


MoveValues = tuple[MoveValue, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Free cells that moves elsewhere do not affect, and their Grundy value."""

    cells: tuple[Cell, ...]
    grundy: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is proven about a position; the rest is unknown."""

    state: GameState
    verdict: Verdict
    """For the player to move."""
    distance: int | None
    """The placements to the end if the winner hurries and the loser delays; None if unknown."""
    moves: MoveValues
    """Every legal move, in the order of `state.legal_moves`."""
    grundy: int | None
    """The Grundy value, if the variant has Grundy values and it is known."""
    line: tuple[Move, ...]
    """Best play from here, as far as it is known."""
    regions: tuple[Region, ...] = ()
    """The independent regions, if the variant has Grundy values and they are known."""
    is_final: bool = True
    """Whether this is the last result within the budget."""
    reason: Reason | None = None
    """Why one of the winning moves wins; None if no idea proves it."""
    is_explained: bool = False
    """Whether a reason was searched for; then it does not change any more."""

    @property
    def winner(self) -> Player | None:
        """Who wins with best play; None if unknown."""
        if self.verdict is Verdict.UNKNOWN:
            return None
        mover = self.state.to_move
        return mover if self.verdict is Verdict.WIN else mover.other


def unknown_analysis(state: GameState) -> Analysis:
    """Return the analysis of an unfinished game before anything is known."""
    return Analysis(state, Verdict.UNKNOWN, None, unknown_values(state), None, ())


def unknown_values(state: GameState) -> MoveValues:
    """Return the legal moves with unknown verdicts."""
    return tuple(MoveValue(move, Verdict.UNKNOWN, None) for move in state.legal_moves)


def verdict_of(values: MoveValues) -> Verdict:
    """Return the verdict on a position with these moves."""
    # Comparing is faster than a set: the hash of an enumeration is computed by Python code.
    win, unknown, found = Verdict.WIN, Verdict.UNKNOWN, Verdict.LOSS
    for value in values:
        verdict = value.verdict
        if verdict is win:
            return win
        if verdict is unknown:
            found = unknown
    return found


def distance_of(values: MoveValues, shortest_first: bool) -> int | None:
    """Return the placements of best play: the quickest win, else the slowest loss, if known.

    If the solver finds the shortest wins first, an unknown move cannot be a shorter win.
    """
    verdict = verdict_of(values)
    if verdict is Verdict.UNKNOWN:
        return None
    distances = [value.distance for value in values if value.verdict is verdict]
    known = [distance for distance in distances if distance is not None]
    if len(known) < len(distances):
        return None
    if verdict is Verdict.LOSS:
        return max(known)
    has_unknown = any(value.verdict is Verdict.UNKNOWN for value in values)
    return None if has_unknown and not shortest_first else min(known)


def best_of(values: MoveValues) -> MoveValue:
    """Return a best move: a quickest win, else an unknown move, else a slowest loss."""
    return min(values, key=preference)


def preference(value: MoveValue) -> tuple[int, int]:
    """Return a sort key that puts the best moves first.

    A win of known distance comes before one of unknown distance, a loss after it.
    """
    if value.verdict is Verdict.WIN:
        return 0, _INFINITY if value.distance is None else value.distance
    if value.verdict is Verdict.UNKNOWN:
        return 1, 0
    return 2, -_INFINITY if value.distance is None else -value.distance
