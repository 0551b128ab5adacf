"""The lines and symmetries of a board, for the numbered-token games with runs of three."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from gridlock_tui.rules import Board

RUN_LENGTH = 3
_CHUNK_BITS: Final = 8

Cells = int
"""A set of cells, one bit per cell."""


class Geometry:
    """The facts that all positions on one board share."""

    def __init__(self, board: Board) -> None:
        self.cells = board.size
        self.lines: list[list[tuple[Cells, Cells]]] = [[] for _ in range(board.size)]
        """For each cell the lines through it: the other two cells, and the one in the middle.

        The second number is 0 if the cell itself is in the middle.
        """
        for a, b, c in board.lines(RUN_LENGTH):
            self.lines[a].append((1 << b | 1 << c, 1 << b))
            self.lines[b].append((1 << a | 1 << c, 0))
            self.lines[c].append((1 << a | 1 << b, 1 << b))
        self.by_lines = sorted(range(board.size), key=lambda cell: -len(self.lines[cell]))
        """The cells, those on the most lines first."""
        self.symmetries = _symmetries(board)
        self._images = [_images_of_chunks(table, board.size) for table in self.symmetries]

    def image(self, cells: Cells, symmetry: int) -> Cells:
        """Return the cells after one of the symmetries."""
        found = 0
        for chunk in self._images[symmetry]:
            found |= chunk[cells & 255]
            cells >>= _CHUNK_BITS
        return found


def _symmetries(board: Board) -> list[bytes]:
    """Return each symmetry of the board as a translation table for bytes that are cells."""
    rows, columns = board.rows, board.columns
    found = []
    turns = (False, True) if rows == columns else (False,)
    for flip_rows, flip_columns, transpose in product((False, True), (False, True), turns):
        table = list(range(256))
        for cell in range(board.size):
            row, column = board.place(cell)
            row = rows - 1 - row if flip_rows else row
            column = columns - 1 - column if flip_columns else column
            table[cell] = board.cell(column, row) if transpose else board.cell(row, column)
        found.append(bytes(table))
    return found


def _images_of_chunks(table: bytes, cells: int) -> list[list[Cells]]:
    """Return, for each eight cells, the images of all their sets."""
    chunks = []
    for start in range(0, cells, _CHUNK_BITS):
        images = [0]
        for cell in range(start, min(start + _CHUNK_BITS, cells)):
            images += [image | 1 << table[cell] for image in images]
        chunks.append(images)
    return chunks


@lru_cache(maxsize=8)
def geometry_of(board: Board) -> Geometry:
    """Return the geometry of this board, computed once."""
    return Geometry(board)
