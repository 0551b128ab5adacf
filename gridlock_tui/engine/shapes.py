"""Sets of cells as shapes, independent of their place on the board and of symmetry.

Shapes lie on a plane of 8×8 cells, no matter how large the board is, so that all boards share the
results for a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gridlock_tui.rules import Board, Neighbourhood
from gridlock_tui.rules.board import cells_in

SIDE = 8
PLANE = Board(SIDE, SIDE)
_FIRST_COLUMN = 0x0101010101010101
_EVEN_COLUMNS = 0x5555555555555555
_EVEN_ROWS = 0x00FF00FF00FF00FF
_MIRRORED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

Symmetry = Callable[[int], int]
"""Rotates or reflects a set of cells on the plane."""


def on_plane(cells: int, columns: int) -> int:
    """Return the cells of a board with this many columns, moved to the plane."""
    if columns == SIDE:
        return cells
    row_mask = (1 << columns) - 1
    moved = row = 0
    while cells:
        moved |= (cells & row_mask) << (SIDE * row)
        cells >>= columns
        row += 1
    return moved


def _flipped(shape: int) -> int:
    return int.from_bytes(shape.to_bytes(SIDE, "little"), "big")


def _mirrored(shape: int) -> int:
    return int.from_bytes(shape.to_bytes(SIDE, "little").translate(_MIRRORED_BYTES), "little")


def _transposed(shape: int) -> int:
    # Swap larger and larger blocks across the diagonal: 1, 2, then 4 cells wide.
    swap = (shape ^ shape >> 7) & 0x00AA00AA00AA00AA
    shape ^= swap ^ swap << 7
    swap = (shape ^ shape >> 14) & 0x0000CCCC0000CCCC
    shape ^= swap ^ swap << 14
    swap = (shape ^ shape >> 28) & 0x00000000F0F0F0F0
    return shape ^ swap ^ swap << 28


_SYMMETRIES: tuple[tuple[Symmetry, Callable[[int, int], tuple[int, int]]], ...] = (
    (lambda s: s, lambda down, right: (down, right)),
    (_flipped, lambda down, right: (-down, right)),
    (_mirrored, lambda down, right: (down, -right)),
    (lambda s: _flipped(_mirrored(s)), lambda down, right: (-down, -right)),
    (_transposed, lambda down, right: (right, down)),
    (lambda s: _transposed(_flipped(s)), lambda down, right: (right, -down)),
    (lambda s: _transposed(_mirrored(s)), lambda down, right: (-right, down)),
    (lambda s: _transposed(_flipped(_mirrored(s))), lambda down, right: (-right, -down)),
)


@lru_cache
def symmetries_of(neighbourhood: Neighbourhood) -> tuple[Symmetry, ...]:
    """Return the symmetries of the plane that keep the neighbourhood; the identity is first."""
    steps = set(neighbourhood.steps)
    return tuple(
        symmetry
        for symmetry, turn_step in _SYMMETRIES
        if {turn_step(*step) for step in steps} == steps
    )


@lru_cache
def neighbours_of(neighbourhood: Neighbourhood) -> tuple[int, ...]:
    """Return, for every cell of the plane, the set of its neighbours."""
    return PLANE.neighbours(neighbourhood)


@lru_cache
def cells_left(neighbourhood: Neighbourhood) -> tuple[int, ...]:
    """Return, for a marker on every cell of the plane, the cells that are no neighbours of it."""
    neighbours = neighbours_of(neighbourhood)
    return tuple(PLANE.full ^ (near | 1 << cell) for cell, near in enumerate(neighbours))


def pairings(shape: int, symmetries: tuple[Symmetry, ...]) -> Iterator[list[tuple[int, int]]]:
    """Yield, for every symmetry that swaps cells of the shape in pairs, each cell and its partner.

    A cell on the axis is its own partner. A quarter turn swaps no cells in pairs.
    """
    if not shape:
        return
    home = shifted(shape)
    shift = shift_of(shape)
    for turned in symmetries[1:]:
        image = turned(home)
        if shifted(image) == home:
            moved = shift_of(image)
            cells = [1 << cell for cell in cells_in(home)]
            partners = [turned(cell) >> moved for cell in cells]
            if all(turned(p) >> moved == c for c, p in zip(cells, partners, strict=True)):
                yield [(c << shift, p << shift) for c, p in zip(cells, partners, strict=True)]


def shift_of(shape: int) -> int:
    """Return by how many bits the shape can be moved up and left."""
    shift = (shape & -shape).bit_length() - 1 & ~7
    while not shape >> shift & _FIRST_COLUMN:
        shift += 1
    return shift


def shifted(shape: int) -> int:
    """Return the shape moved up and left as far as possible; it must have a cell."""
    shape >>= (shape & -shape).bit_length() - 1 & ~7
    while not shape & _FIRST_COLUMN:
        shape >>= 1
    return shape


class Limits:
    """How many markers fit into a set of cells if no two of them may be neighbours."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._neighbours = neighbours_of(neighbourhood)
        self._left = cells_left(neighbourhood)
        self._has_blocks = {(0, 1), (1, 0), (1, 1), (1, -1)} <= set(neighbourhood.steps)

    def most(self, cells: int) -> int:
        """Return a number of markers that cannot be exceeded.

        Cells that are all neighbours of each other hold one marker: blocks of 2×2, or pairs.
        """
        if self._has_blocks:
            cells = (cells | cells >> 1) & _EVEN_COLUMNS
            return ((cells | cells >> SIDE) & _EVEN_ROWS).bit_count()
        count = 0
        while cells:
            lowest = cells & -cells
            cells ^= lowest
            near = self._neighbours[lowest.bit_length() - 1] & cells
            cells ^= near & -near
            count += 1
        return count

    def packed(self, cells: int) -> int:
        """Return how many markers fit if each takes the first cell that is left."""
        count = 0
        while cells:
            cells &= self._left[(cells & -cells).bit_length() - 1]
            count += 1
        return count
