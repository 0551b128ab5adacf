"""Why a move wins: the idea behind it, as data. `reason_search` finds and proves it.

A reason is about the position after the move. It says why the opponent loses there, in the terms
that a player can use at the board: answer by reflection, answer in the other region, count the
moves that are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gridlock_tui.rules import Board, Cell, Move


class Axis(Enum):
    """What a position is reflected in."""

    CENTRE = "centre"
    """A half turn around a point."""
    UPRIGHT = "upright"
    """A line from top to bottom."""
    LEVEL = "level"
    """A line from left to right."""
    FALLING = "falling"
    """A diagonal from top left to bottom right."""
    RISING = "rising"
    """A diagonal from bottom left to top right."""

    def image(self, down: int, right: int, row: int, column: int) -> tuple[int, int]:
        """Return the image of a row and column; `down` and `right` are those of a `Mirror`."""
        images = {
            Axis.CENTRE: (down - row, right - column),
            Axis.UPRIGHT: (row, right - column),
            Axis.LEVEL: (down - row, column),
            Axis.FALLING: (column + down, row + right),
            Axis.RISING: (down - column, right - row),
        }
        return images[self]


@dataclass(frozen=True, slots=True)
class Mirror:
    """Every move of the opponent can be answered by its image, so the winner moves last."""

    move: Move
    axis: Axis
    down: int
    """Added to the row, or to the negative row, of a cell for the row of its image.

    For a diagonal the column of the cell counts instead of its row.
    """
    right: int
    """The same for the column."""

    def image(self, board: Board, cell: Cell) -> Cell | None:
        """Return the image of a cell; None if it is not on the board."""
        row, column = self.axis.image(self.down, self.right, *board.place(cell))
        return board.cell(row, column) if board.holds(row, column) else None


@dataclass(frozen=True, slots=True)
class Split:
    """The position falls into regions that do not affect each other, and they balance."""

    move: Move
    regions: tuple[tuple[Cell, ...], ...]
    twins: tuple[int | None, ...] = ()
    """For each region the number of its twin, in which every move there can be answered.

    None for a region in which moves are answered by their images in it. Empty if the regions
    balance by their nimbers only.
    """
    nimbers: tuple[int, ...] = ()
    """The Grundy value of each region, whose exclusive or is zero; empty in games without them."""


@dataclass(frozen=True, slots=True)
class SpareMove:
    """The winner has moves to spare: the opponent runs out of moves first."""

    move: Move
    ahead: float | None = None
    """By how many moves the winner is ahead, which may be a fraction; None if not computed.

    At zero both have equally many moves, and the opponent has to move first.
    """
    own: int | None = None
    """How often the winner can place at least, no matter what the opponent does.

    None if counting alone does not prove the win.
    """
    other: int | None = None
    """How often the opponent can place at most."""


@dataclass(frozen=True, slots=True)
class LastMove:
    """The number of moves left is the same whatever both players do, and decides the game."""

    move: Move
    left: int
    """The moves left after this one."""


@dataclass(frozen=True, slots=True)
class Run:
    """The move completes a run."""

    move: Move
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Fork:
    """The move leaves two or more ways to complete a run; the opponent can block only one."""

    move: Move
    cells: tuple[Cell, ...]
    """The cells where a run can be completed."""


@dataclass(frozen=True, slots=True)
class Block:
    """The move is on the only cell where the opponent could complete a run."""

    move: Move


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """There is no other legal move."""

    move: Move


Reason = Mirror | Split | SpareMove | LastMove | Run | Fork | Block | OnlyMove
