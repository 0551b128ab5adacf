"""How large a board is drawn, and where its tiles are.

The half-block characters give pixels that are one column wide and half a line high, which is almost
square. Tiles are measured in these pixels; `x` counts columns, `y` counts half lines.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gridlock_tui.rules import Board, Cell

GUTTER = 3
"""The columns left of the tiles that hold the row labels."""
_LARGEST_TILE = 25
_WIDEST_OVER_HIGH = 2
"""How many columns a tile may be wider than high, in pixels."""
_LEAST_FRAMED = 3
"""The least height of a tile with gaps: a line of text lies within it wherever it begins."""
_LEAST_OUTLINED = 3
"""The least number of lines of a tile that is drawn by its outline."""


class Scale(NamedTuple):
    """The size of a tile, and what is drawn around it."""

    width: int
    """The columns of a tile."""
    height: int
    """The half lines of a tile."""
    gap: int = 1
    """The half lines between tiles; 0 where every tile has a single line."""
    labelled: bool = True
    """Whether rows and columns have labels."""
    outlined: bool = False
    """Whether tiles are drawn by their outlines, where colours cannot show them."""

    @property
    def is_small(self) -> bool:
        """Whether a tile is a single line, without room for a frame."""
        return self.height == 2

    @property
    def step(self) -> tuple[int, int]:
        """The columns and half lines from one tile to the next."""
        return self.width + 1, self.height + self.gap

    @property
    def origin(self) -> tuple[int, int]:
        """The column and half line where the first tile begins."""
        left = GUTTER if self.labelled else 0
        # The frame of the cursor needs a pixel beside the tile. In the lowest tiles the text must
        # be in the upper two pixels, so that the third has room for the bar of the last move.
        above = self.gap + (self.height == _LEAST_FRAMED)
        return left + 1, (2 if self.labelled else 0) + above

    def extent(self, board: Board) -> tuple[int, int]:
        """Return the columns and lines of the whole board, labels included."""
        across, down = self.step
        left, top = self.origin
        return left + across * board.columns, (top + down * board.rows + 1) // 2

    def spot(self, board: Board, cell: Cell) -> tuple[int, int]:
        """Return the column and half line where the tile begins."""
        row, column = board.place(cell)
        across, down = self.step
        left, top = self.origin
        return left + across * column, top + down * row

    def text_line(self, y: int, lines: int = 1, margin: int = 0) -> int:
        """Return the line of the text in the middle of a tile that begins at this half line.

        The text lies wholly within the tile without this margin, in half lines.
        """
        first, end = (y + margin + 1) // 2, (y + self.height - margin) // 2
        return first + max(end - first - lines, 0) // 2

    def cell_at(self, board: Board, x: int, line: int) -> Cell | None:
        """Return the cell at this column and line; a gap belongs to the tile before it."""
        across, down = self.step
        left, top = self.origin
        # The upper half of a line decides, or the lower one above the first tile.
        y = max(2 * line, top) if 2 * line + 1 >= top else 2 * line
        row, column = (y - top) // down, (x - left) // across
        return board.cell(row, column) if board.holds(row, column) else None


@lru_cache(maxsize=64)
def largest_scale(
    board: Board, width: int, height: int, *, labelled: bool = True, outlined: bool = False
) -> Scale | None:
    """Return the largest scale at which the board fits, or None if it does not fit at all."""
    for labels in (True, False) if labelled else (False,):
        found = _largest(board, width, height, labels, outlined)
        if found is not None:
            return found
    return None


def _largest(board: Board, width: int, height: int, labelled: bool, outlined: bool) -> Scale | None:
    spare = width - Scale(0, 0, labelled=labelled).origin[0]
    widest = spare // board.columns - 1
    if outlined:
        sizes = [(2 * lines, 0) for lines in range(_LARGEST_TILE // 2, _LEAST_OUTLINED - 1, -1)]
    else:
        sizes = [(pixels, 1) for pixels in range(_LARGEST_TILE, _LEAST_FRAMED - 1, -1)]
    for pixels, gap in [*sizes, (2, 0)]:
        columns = min(widest, pixels + _WIDEST_OVER_HIGH if gap or outlined else 5)
        if pixels == 2:
            columns = min(widest, 5)
        least = 3 if pixels <= 6 else pixels - 1
        scale = Scale(columns, pixels, gap, labelled, outlined)
        if columns >= least and scale.extent(board)[1] <= height:
            return scale
    return None
