"""Sets of cells as shapes, independent of their place on the board and of symmetry.

Shapes lie on a plane of 8×8 cells, no matter how large the board is, so that all boards share the
results for a shape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from gridlock_tui.rules import Board, Neighbourhood

SIDE = 8
PLANE = Board(SIDE, SIDE)
_BYTE = (1 << SIDE) - 1
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


def shift_of(shape: int) -> int:
    """Return by how many bits the shape can be moved up and left."""
    columns = shape | shape >> 32
    columns |= columns >> 16
    columns = (columns | columns >> 8) & _BYTE
    right = (columns & -columns).bit_length() - 1
    shape >>= right
    return right + ((shape & -shape).bit_length() - 1 & ~7)


def shifted(shape: int) -> int:
    """Return the shape moved up and left as far as possible."""
    return shape >> shift_of(shape)
