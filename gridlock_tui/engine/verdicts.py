"""What a move or a position comes to: the words that solvers and analysis share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from gridlock_tui.rules import Cell, GameState, Move


class Verdict(Enum):
    """What a position or a move comes to for the one who is to move or makes it."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"


class Wanted(IntEnum):
    """How much an analysis is to find out, from the least to the most."""

    WINNER = 0
    """Who wins, and nothing else."""
    VERDICTS = 1
    """What every move comes to."""
    LENGTHS = 2
    """How soon, too, and a line of best play."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the one who makes it."""

    move: Move
    verdict: Verdict
    distance: int | None
    """The placements to the end, this one included; None if not known."""
    grundy: int | None = None
    """The Grundy value of the position it leads to, where there is one and it is known."""


@dataclass(frozen=True, slots=True)
class Region:
    """Free cells that no move elsewhere can touch, and their own Grundy value."""

    cells: tuple[Cell, ...]
    grundy: int


Values = tuple[MoveValue, ...]


def unknown_values(state: GameState) -> Values:
    """Return the legal moves before anything is known of them."""
    return tuple(MoveValue(move, Verdict.UNKNOWN, None) for move in state.legal_moves)


def verdict_of(values: Values) -> Verdict:
    """Return what the position comes to for the one who has these moves."""
    verdicts = {value.verdict for value in values}
    if Verdict.WIN in verdicts:
        return Verdict.WIN
    return Verdict.UNKNOWN if Verdict.UNKNOWN in verdicts else Verdict.LOSS


def distance_of(values: Values, shortest_first: bool) -> int | None:
    """Return the placements of best play: the quickest win or else the slowest loss, if known.

    Where wins are found from the shortest on, an unknown move cannot hide a shorter one.
    """
    verdict = verdict_of(values)
    lengths = [value.distance for value in values if value.verdict is verdict]
    known = [length for length in lengths if length is not None]
    if verdict is Verdict.UNKNOWN or len(known) < len(lengths):
        return None
    if verdict is Verdict.LOSS:
        return max(known)
    hidden = any(value.verdict is Verdict.UNKNOWN for value in values)
    return None if hidden and not shortest_first else min(known)
