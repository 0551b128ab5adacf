"""Sets of cells as shapes: the same wherever they lie on the board, and however they are turned.

Shapes are kept on a plane of eight by eight, whatever the size of the board, so that what is
known of a shape is known on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gridlock_tui.rules import Board, Neighbourhood

SIDE = 8
PLANE = Board(SIDE, SIDE)
_BYTE = (1 << SIDE) - 1
_MIRRORED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

Turn = Callable[[int], int]
"""A symmetry of the plane: a set of cells, turned or mirrored."""


def on_plane(cells: int, columns: int) -> int:
    """Return the cells of a board with this many columns, laid on the plane."""
    if columns == SIDE:
        return cells
    row_mask = (1 << columns) - 1
    laid = row = 0
    while cells:
        laid |= (cells & row_mask) << (SIDE * row)
        cells >>= columns
        row += 1
    return laid


def _same(shape: int) -> int:
    return shape


def _flipped(shape: int) -> int:
    return int.from_bytes(shape.to_bytes(SIDE, "little"), "big")


def _mirrored(shape: int) -> int:
    return int.from_bytes(shape.to_bytes(SIDE, "little").translate(_MIRRORED_BYTES), "little")


def _transposed(shape: int) -> int:
    # Swaps ever larger blocks across the diagonal: bits, then pairs, then fours.
    swap = (shape ^ shape >> 7) & 0x00AA00AA00AA00AA
    shape ^= swap ^ swap << 7
    swap = (shape ^ shape >> 14) & 0x0000CCCC0000CCCC
    shape ^= swap ^ swap << 14
    swap = (shape ^ shape >> 28) & 0x00000000F0F0F0F0
    return shape ^ swap ^ swap << 28


_TURNS: tuple[tuple[Turn, Callable[[int, int], tuple[int, int]]], ...] = (
    (_same, lambda down, right: (down, right)),
    (_flipped, lambda down, right: (-down, right)),
    (_mirrored, lambda down, right: (down, -right)),
    (lambda s: _flipped(_mirrored(s)), lambda down, right: (-down, -right)),
    (_transposed, lambda down, right: (right, down)),
    (lambda s: _transposed(_flipped(s)), lambda down, right: (right, -down)),
    (lambda s: _transposed(_mirrored(s)), lambda down, right: (-right, down)),
    (lambda s: _transposed(_flipped(_mirrored(s))), lambda down, right: (-right, -down)),
)


@lru_cache
def turns_of(neighbourhood: Neighbourhood) -> tuple[Turn, ...]:
    """Return the symmetries of the plane that leave the neighbourhood as it is."""
    steps = set(neighbourhood.steps)
    return tuple(
        turn for turn, turn_step in _TURNS if {turn_step(*step) for step in steps} == steps
    )


@lru_cache
def reach_of(neighbourhood: Neighbourhood) -> tuple[int, ...]:
    """Return, for every cell of the plane, the cells that touch it or that it touches."""
    reach = list(PLANE.reach(neighbourhood))
    for cell, touched in enumerate(PLANE.reach(neighbourhood)):
        for other in range(PLANE.size):
            if touched >> other & 1:
                reach[other] |= 1 << cell
    return tuple(reach)


def shift_of(shape: int) -> int:
    """Return by how many bits the shape can be moved up and to the left."""
    columns = shape | shape >> 32
    columns |= columns >> 16
    columns = (columns | columns >> 8) & _BYTE
    right = (columns & -columns).bit_length() - 1
    shape >>= right
    return right + ((shape & -shape).bit_length() - 1 & ~7)


def shifted(shape: int) -> int:
    """Return the shape moved as far up and to the left as it goes."""
    return shape >> shift_of(shape)


def components(cells: int, reach: tuple[int, ...]) -> Iterator[int]:
    """Yield the parts of a set of cells that do not touch one another."""
    while cells:
        frontier = part = cells & -cells
        cells ^= part
        while frontier:
            lowest = frontier & -frontier
            touched = reach[lowest.bit_length() - 1] & cells
            part |= touched
            cells ^= touched
            frontier ^= lowest | touched
        yield part
