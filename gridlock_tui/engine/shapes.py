"""Sets of cells as shapes, independent of their place on the board and of symmetry.

Shapes lie on a plane of 8×8 cells, no matter how large the board is, so that all boards share the
results for a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from gridlock_tui.engine.native import i64
from gridlock_tui.rules import Board, Neighbourhood
from gridlock_tui.rules.board import cells_in

SIDE = 8
PLANE = Board(SIDE, SIDE)
_BYTE = (1 << SIDE) - 1
_NATIVE_BITS: Final = 63
_NATIVE: Final = 0x7FFFFFFFFFFFFFFF
"""All cells that have a bit in a native integer: all but the last one."""
_FIRST_COLUMN: Final = 0x0101010101010101
_EVEN_COLUMNS: Final = 0x5555555555555555
_EVEN_ROWS: Final = 0x00FF00FF00FF00FF
_MIRRORED_BYTES = bytes([int(f"{byte:08b}"[::-1], 2) for byte in range(256)])

Symmetry = Callable[[int], int]
"""Rotates or reflects a set of cells on the plane."""
_NativePair = tuple[i64, i64]


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
    # A native integer has no bit for the last cell, which stays where it is.
    last = shape & 1 << 63
    others: int = _native_transposed(shape ^ last)
    return last | others


# These three have native integers, so that the compiled build needs no objects for them.


def _native_transposed(shape: i64) -> i64:
    # Swap larger and larger blocks across the diagonal: 1, 2, then 4 cells wide.
    swap = (shape ^ shape >> 7) & 0x00AA00AA00AA00AA
    shape ^= swap ^ swap << 7
    swap = (shape ^ shape >> 14) & 0x0000CCCC0000CCCC
    shape ^= swap ^ swap << 14
    swap = (shape ^ shape >> 28) & 0x00000000F0F0F0F0
    return shape ^ swap ^ swap << 28


def _native_flipped(shape: i64) -> i64:
    shape = (shape >> 8 & 0x00FF00FF00FF00FF) | (shape & 0x00FF00FF00FF00FF) << 8
    shape = (shape >> 16 & 0x0000FFFF0000FFFF) | (shape & 0x0000FFFF0000FFFF) << 16
    return (shape >> 32 & 0x00000000FFFFFFFF) | (shape & 0x00000000FFFFFFFF) << 32


def _native_mirrored(shape: i64) -> i64:
    shape = (shape >> 1 & 0x5555555555555555) | (shape & 0x5555555555555555) << 1
    shape = (shape >> 2 & 0x3333333333333333) | (shape & 0x3333333333333333) << 2
    return (shape >> 4 & 0x0F0F0F0F0F0F0F0F) | (shape & 0x0F0F0F0F0F0F0F0F) << 4


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


def _columns(shape: int) -> int:
    """Return the columns in which the shape has cells, as a set."""
    columns = shape | shape >> 32
    columns |= columns >> 16
    return (columns | columns >> 8) & _BYTE


def shifted(shape: int) -> int:
    """Return the shape moved up and left as far as possible; it must have a cell."""
    shape >>= (shape & -shape).bit_length() - 1 & ~7
    while not shape & _FIRST_COLUMN:
        shape >>= 1
    return shape


def canonical(shape: int, symmetries: tuple[Symmetry, ...]) -> int:
    """Return the same form, moved up and left, for all images of a shape under the symmetries."""
    shape = shifted(shape)
    margin = _margin(shape)
    if margin < 0 or len(symmetries) < len(_SYMMETRIES):
        return min([shifted(turned(shape)) for turned in symmetries])
    return _least_image(shape, margin & 7, margin & ~7)


def canonical_pair(one: int, two: int, symmetries: tuple[Symmetry, ...]) -> tuple[int, int]:
    """Return the same form, moved up and left together, for all images of two shapes."""
    shift = shift_of(one | two)
    one, two = one >> shift, two >> shift
    margin = _margin(one | two)
    if margin < 0 or len(symmetries) < len(_SYMMETRIES):
        return min([_shifted_pair(turned(one), turned(two)) for turned in symmetries])
    return _least_pair(one, two, margin & 7, margin & ~7)


def _shifted_pair(one: int, two: int) -> tuple[int, int]:
    shift = shift_of(one | two)
    return one >> shift, two >> shift


def _margin(shape: int) -> int:
    """Return by how many bits the shape can be moved down and right, -1 if it fills the plane."""
    right = SIDE - _columns(shape).bit_length()
    down = 64 - shape.bit_length() & ~7
    return right + down or -1


def _least_image(shape: i64, right: i64, down: i64) -> i64:
    """Return the least of the eight images of a shape that lies up and left, with this margin."""
    mirrored = _native_mirrored(shape << right)
    flipped = _native_flipped(shape << down)
    turned = _native_flipped(mirrored << down)
    least = min(min(shape, mirrored), min(flipped, turned))
    shape, mirrored = _native_transposed(shape), _native_transposed(mirrored)
    flipped, turned = _native_transposed(flipped), _native_transposed(turned)
    # Nested, because mypyc compiles only the minimum of two.
    return min(least, min(min(shape, mirrored), min(flipped, turned)))


def _least_pair(one: i64, two: i64, right: i64, down: i64) -> _NativePair:
    """Return the least of the eight images of a pair that lies up and left, with this margin."""
    shapes = one, two
    mirrored = _native_mirrored(one << right), _native_mirrored(two << right)
    flipped = _native_flipped(one << down), _native_flipped(two << down)
    turned = _native_flipped(mirrored[0] << down), _native_flipped(mirrored[1] << down)
    least = _lesser(_lesser(shapes, mirrored), _lesser(flipped, turned))
    shapes, mirrored = _transposed_pair(shapes), _transposed_pair(mirrored)
    flipped, turned = _transposed_pair(flipped), _transposed_pair(turned)
    return _lesser(least, _lesser(_lesser(shapes, mirrored), _lesser(flipped, turned)))


def _transposed_pair(pair: _NativePair) -> _NativePair:
    return _native_transposed(pair[0]), _native_transposed(pair[1])


def _lesser(a: _NativePair, b: _NativePair) -> _NativePair:
    # Written out, because mypyc compares tuples as objects.
    if a[0] != b[0]:
        return a if a[0] < b[0] else b
    return a if a[1] < b[1] else b


class Limits:
    """How many markers fit into a set of cells if no two of them may be neighbours.

    The last cell of the plane counts by itself: it has no bit in a native integer.
    """

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._near = tuple([near & _NATIVE for near in neighbours_of(neighbourhood)])
        self._left = tuple([left & _NATIVE for left in cells_left(neighbourhood)])
        self._has_blocks = {(0, 1), (1, 0), (1, 1), (1, -1)} <= set(neighbourhood.steps)

    def most(self, cells: int) -> int:
        """Return a number of markers that cannot be exceeded.

        Cells that are all neighbours of each other hold one marker: blocks of 2×2, or pairs.
        """
        if cells.bit_length() > _NATIVE_BITS:
            return 1 + self._most(cells & _NATIVE)
        return self._most(cells)

    def _most(self, cells: i64) -> int:
        if self._has_blocks:
            cells = (cells | cells >> 1) & _EVEN_COLUMNS
            blocks: int = (cells | cells >> SIDE) & _EVEN_ROWS
            return blocks.bit_count()
        count = 0
        while cells:
            lowest: int = cells & -cells
            near: i64 = self._near[lowest.bit_length() - 1]
            cells &= cells - 1
            near &= cells
            cells ^= near & -near
            count += 1
        return count

    def packed(self, cells: int) -> int:
        """Return how many markers fit at most if each takes the first cell that is left."""
        if cells.bit_length() > _NATIVE_BITS:
            return 1 + self._sure(cells & _NATIVE, 0) // 2
        return self._sure(cells, 0) // 2

    def sure(self, own: int, other: int, own_moves: bool) -> int:
        """Return how many markers a player can place at least, no matter what the opponent does.

        Of cells that are no neighbours the opponent can take every second one, but none that only
        the player may use.
        """
        if (own | other).bit_length() > _NATIVE_BITS:
            own, other = own & _NATIVE, other & _NATIVE
        return (self._sure(own, other) + own_moves) // 2

    def _sure(self, own: i64, other: i64) -> int:
        """Return two for each safe cell and one for each that the opponent may take."""
        safe = own & ~other
        count = 0
        while safe:
            lowest: int = safe & -safe
            left: i64 = self._left[lowest.bit_length() - 1]
            safe &= left
            own &= left
            count += 2
        while own:
            lowest = own & -own
            left = self._left[lowest.bit_length() - 1]
            own &= left
            count += 1
        return count
