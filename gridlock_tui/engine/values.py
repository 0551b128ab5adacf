"""What a move or a position comes to: the words that solvers and analysis share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gridlock_tui.rules import Move


class Verdict(Enum):
    """What a position or a move comes to for the one who is to move or makes it."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the one who makes it."""

    move: Move
    verdict: Verdict
    distance: int | None
    """The placements to the end, this one included; None if not known."""


Values = tuple[MoveValue, ...]


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
