"""How large a board is drawn, and where its cells are."""

from typing import NamedTuple

from gridlock_tui.rules import Board, Cell

GUTTER = 3
"""The columns left of the grid that hold the row labels."""


class Scale(NamedTuple):
    """The size of a cell, and what is drawn around it."""

    width: int
    height: int
    ruled: bool
    """Whether there are lines between the cells."""
    framed: bool = True
    """Whether there is a frame around the board."""
    labelled: bool = True
    """Whether a framed board has labels for rows and columns."""

    @property
    def step(self) -> tuple[int, int]:
        """The columns and lines from one cell to the next."""
        return self.width + self.ruled, self.height + self.ruled

    @property
    def origin(self) -> tuple[int, int]:
        """The column and line where the inside of the first cell begins."""
        if not self.framed:
            return 0, 0
        return (GUTTER + 1, 2) if self.labelled else (1, 1)

    def extent(self, board: Board) -> tuple[int, int]:
        """Return the columns and lines of the whole board, labels included."""
        across, down = self.step
        left, top = self.origin
        # With lines between the cells, the last step includes the line of the frame.
        closing = int(self.framed and not self.ruled)
        return left + across * board.columns + closing, top + down * board.rows + closing

    def spot(self, board: Board, cell: Cell) -> tuple[int, int]:
        """Return the column and line where the inside of the cell begins."""
        row, column = board.place(cell)
        across, down = self.step
        left, top = self.origin
        return left + across * column, top + down * row

    def cell_at(self, board: Board, x: int, y: int) -> Cell | None:
        """Return the cell at this column and line; a line belongs to the cell before it."""
        across, down = self.step
        left, top = self.origin
        row, column = (y - top) // down, (x - left) // across
        return board.cell(row, column) if board.holds(row, column) else None


SCALES = (
    Scale(19, 9, ruled=True),
    Scale(15, 7, ruled=True),
    Scale(11, 5, ruled=True),
    Scale(7, 3, ruled=True),
    Scale(7, 3, ruled=False),
    Scale(5, 1, ruled=True),
    Scale(5, 1, ruled=False),
    Scale(3, 1, ruled=False),
    Scale(3, 1, ruled=False, framed=False),
)
"""From the largest to the smallest."""


def largest_scale(board: Board, width: int, height: int, *, labelled: bool = True) -> Scale | None:
    """Return the largest scale at which the board fits, or None if it does not fit at all."""
    for scale in (each._replace(labelled=labelled) for each in SCALES):
        needs_width, needs_height = scale.extent(board)
        if needs_width <= width and needs_height <= height:
            return scale
    return None
