"""Boards: sizes, cells, neighbourhoods and lines. A set of cells is an int, one bit per cell."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from gridlock_tui.rules.text import quoted

SMALLEST, LARGEST = 1, 8
_BOUNDS = f"a board has {SMALLEST} to {LARGEST} rows and columns"
_MAX_DIGITS = 4
"""Longer numbers are not converted: int() refuses thousands of digits."""

Cell = int
"""A cell's number, from 0, left to right and top to bottom."""


class GridlockError(ValueError):
    """A request that cannot be met; the text is one sentence that says why."""


class BoardSizeError(GridlockError):
    """There is no board of this size."""


class Neighbourhood(NamedTuple):
    """Which cells touch: the steps, as (rows, columns), from a cell to its neighbours."""

    name: str
    steps: tuple[tuple[int, int], ...]

    @property
    def is_symmetric(self) -> bool:
        """Whether every cell is a neighbour of its neighbours."""
        return {(-down, -right) for down, right in self.steps} == set(self.steps)


ROOK = Neighbourhood("rook", ((-1, 0), (0, -1), (0, 1), (1, 0)))
BISHOP = Neighbourhood("bishop", ((-1, -1), (-1, 1), (1, -1), (1, 1)))
KING = Neighbourhood("king", ROOK.steps + BISHOP.steps)
KNIGHT = Neighbourhood(
    "knight", ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
)


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of rows and columns, each from 1 to 8."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if not (SMALLEST <= self.rows <= LARGEST and SMALLEST <= self.columns <= LARGEST):
            raise BoardSizeError(f"{_BOUNDS}, so {self.rows}x{self.columns} is not one")

    def __reduce__(self) -> tuple[type["Board"], tuple[int, int]]:
        # Compiled, a frozen data class cannot be unpickled without this.
        return Board, (self.rows, self.columns)

    @classmethod
    def from_text(cls, text: str) -> "Board":
        """Read a size such as `4x4` or `5×6`."""
        match = re.fullmatch(r"\s*([0-9]+)\s*[xX×]\s*([0-9]+)\s*", text)
        if match is None:
            raise BoardSizeError(f"{quoted(text)} is not a size: write rows x columns, such as 5x6")
        if max(map(len, match.groups())) > _MAX_DIGITS:
            raise BoardSizeError(f"{_BOUNDS}, so {quoted(text)} is not one")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def label(self) -> str:
        """The size as people read it, `4×5`; as text, `4x5`, it is what they type."""
        return f"{self.rows}×{self.columns}"

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def full(self) -> int:
        """All cells, as a set."""
        return (1 << self.size) - 1

    @property
    def sample(self) -> Cell:
        """A cell for examples: the second cell of the second row, if there is one."""
        return self.cell(min(1, self.rows - 1), min(1, self.columns - 1))

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell in this row and column, counted from 0."""
        return row * self.columns + column

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and column of the cell, counted from 0."""
        return divmod(cell, self.columns)

    def holds(self, row: int, column: int) -> bool:
        """Return whether this row and column, counted from 0, are on the board."""
        return 0 <= row < self.rows and 0 <= column < self.columns

    def neighbours(self, neighbourhood: Neighbourhood) -> tuple[int, ...]:
        """Return, for every cell, the set of its neighbours."""
        neighbours = [0] * self.size
        for cell in range(self.size):
            row, column = self.place(cell)
            for down, right in neighbourhood.steps:
                if self.holds(row + down, column + right):
                    neighbours[cell] |= 1 << self.cell(row + down, column + right)
        return tuple(neighbours)

    def lines(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """Return every straight line of this many adjacent cells, each in one direction only."""
        found = []
        for cell in range(self.size):
            row, column = self.place(cell)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if self.holds(row + down * (length - 1), column + right * (length - 1)):
                    step = down * self.columns + right
                    found.append(tuple(cell + step * i for i in range(length)))
        return tuple(found)


def cells_in(cells: int) -> tuple[Cell, ...]:
    """Return the cells of a set in ascending order."""
    members = []
    while cells:
        lowest = cells & -cells
        members.append(lowest.bit_length() - 1)
        cells ^= lowest
    return tuple(members)
