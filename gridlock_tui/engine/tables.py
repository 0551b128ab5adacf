"""Grundy values of whole boards of any length, for games in which a marker blocks both players.

A board is a strip of columns, and a shape is an int with one bit per cell, column by column, so
that no plane bounds its length. A shape is stored once for all its places and reflections.

The search does not compute the value of every shape that it meets. It asks whether a shape has one
certain value: a claim that leaves that value refutes it, and then nothing else has to be searched.
Of a board's parts only the largest one is asked; the others are computed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice

from gridlock_tui.rules import Neighbourhood

DEFAULT_BYTES = 1_000_000_000
_BYTES_PER_ENTRY = 160
"""What an entry of a table of shapes takes, with its key and its share of the hash table."""
_FREE_BITS = 120
"""Keys of more bits than this take more than that."""
_DROPPED_SHARE = 8
"""A full table drops an eighth of its entries at once: finding the oldest one is slow."""
_NODES_PER_REPORT = 256
_ANY = -1


class StripTable:
    """The Grundy values of R×n boards with one neighbourhood, n in any order.

    The results take at most about `max_bytes`. When there are too many, the oldest are dropped, to
    be computed again if needed: values stay exact, but take longer.
    """

    def __init__(
        self,
        neighbourhood: Neighbourhood,
        rows: int,
        max_bytes: int = DEFAULT_BYTES,
        report: Callable[[], None] | None = None,
    ) -> None:
        self.rows = rows
        self.nodes = 0
        """How many shapes were searched."""
        self.has_dropped = False
        """Whether the memory limit was reached."""
        self._report = report
        self._max_bytes = max_bytes
        steps = {(0, 0), *neighbourhood.steps}
        flipped = {(-down, right) for down, right in steps}
        self._flips = flipped == steps
        self._reach = max(right for _, right in steps)
        # The cells around a cell, by its row, as if it were in column `reach` and `2 * reach`.
        self._near = [self._around(row, steps) for row in range(rows)]
        twice = {(a + c, b + d) for a, b in steps for c, d in steps} - steps
        self._ring = [self._around(row, twice, 2) for row in range(rows)]
        self._steps = sorted(steps - {(0, 0)})
        self._values: dict[int, int] = {}
        """The shapes whose value is known."""
        self._attained: dict[int, int] = {}
        """For other shapes the set of values that some claim leaves, as far as known."""
        self._canonical: dict[int, int] = {}
        self._columns = 0
        self._row_cells: list[int] = []
        self._moves: list[tuple[int, int]] = []
        self._limit = 0

    def value(self, columns: int) -> int:
        """Return the Grundy value of the empty board with this many columns."""
        self._widen(columns)
        depth = sys.getrecursionlimit()
        # Three calls for each claim of a game; the rest is for the caller.
        sys.setrecursionlimit(max(depth, 3 * self.rows * columns + 1000))
        try:
            total = 0
            for shape in self._parts((1 << self.rows * columns) - 1):
                total ^= self._value(shape)
            return total
        finally:
            sys.setrecursionlimit(depth)

    def _around(self, row: int, steps: set[tuple[int, int]], reaches: int = 1) -> int:
        cells = 0
        for down, right in steps:
            if 0 <= row + down < self.rows:
                cells |= 1 << (reaches * self._reach + right) * self.rows + row + down
        return cells

    def _widen(self, columns: int) -> None:
        """Prepare for boards with this many columns."""
        if columns <= self._columns:
            return
        self._columns = columns
        rows = self.rows
        first_row = 0
        for column in range(columns):
            first_row |= 1 << column * rows
        self._row_cells = [first_row << row for row in range(rows)]
        self._moves = []
        for down, right in self._steps:
            cells = 0
            for row in range(rows):
                if 0 <= row + down < rows:
                    cells |= self._row_cells[row]
            if cells:
                self._moves.append((cells, right * rows + down))
        entry = _BYTES_PER_ENTRY + max(0, rows * columns - _FREE_BITS) // 7
        self._limit = max(100, self._max_bytes // entry // 2)

    # Shapes.

    def _parts(self, free: int) -> list[int]:
        """Return the connected parts of a set of cells, without pairs of equal ones."""
        parts: list[int] = []
        while free:
            part = self._spread(free & -free, free, free)
            free &= ~part
            self._toggle(parts, self._find_canonical(self._shifted(part)))
        return parts

    def _spread(self, part: int, free: int, wanted: int) -> int:
        """Return the free cells that are connected with the part, or all if it has the wanted."""
        while True:
            spread = part
            for cells, shift in self._moves:
                if shift > 0:
                    spread |= (part & cells) << shift
                else:
                    spread |= (part & cells) >> -shift
            spread &= free
            if not wanted & ~spread:
                return free
            if spread == part:
                return part
            part = spread

    def _toggle(self, parts: list[int], shape: int) -> None:
        """Add the shape, or remove the equal one: two equal shapes are worth nothing."""
        if shape in parts:
            parts.remove(shape)
        else:
            parts.append(shape)

    def _shifted(self, shape: int) -> int:
        """Return the shape moved up and left as far as possible."""
        lowest = (shape & -shape).bit_length() - 1
        shape >>= lowest - lowest % self.rows
        while not shape & self._row_cells[0]:
            shape >>= 1
        return shape

    def _flipped(self, shape: int) -> int:
        """Return the shape upside down."""
        last = self.rows - 1
        flipped = 0
        for row in range(self.rows):
            up = last - 2 * row
            cells = shape & self._row_cells[row]
            flipped |= cells << up if up >= 0 else cells >> -up
        return flipped

    def _find_canonical(self, shape: int) -> int:
        """Return the same form for all reflections of a shifted shape."""
        known = self._canonical.get(shape)
        if known is not None:
            return known
        turned = int(f"{shape:b}"[::-1], 2) << -shape.bit_length() % self.rows
        images = [self._shifted(turned)]
        if self._flips:
            images.append(self._shifted(self._flipped(shape)))
            images.append(self._shifted(self._flipped(turned)))
        canonical = min(shape, *images)
        if shape in images and canonical not in self._values and self._has_mirror(shape, images):
            self._keep(self._values, canonical, 0)
        if len(self._canonical) >= self._limit:
            self._canonical.clear()  # takes little time to find again
        self._canonical[shape] = canonical
        return canonical

    def _has_mirror(self, shape: int, images: list[int]) -> bool:
        """Return whether mirroring wins: under a symmetry, no cell is or touches its image."""
        rows = self.rows
        height = rows
        while not shape & self._row_cells[height - 1]:
            height -= 1
        last_column = (shape.bit_length() - 1) // rows * rows
        for index, image in enumerate(images):
            if image != shape:
                continue
            cells = shape
            while cells:
                cell = (cells & -cells).bit_length() - 1
                cells &= cells - 1
                row = cell % rows
                other_row, other_column = row, cell - row
                if index != 2:
                    other_row = height - 1 - row
                if index != 1:
                    other_column = last_column - other_column
                if self._closed(cell) >> other_column + other_row & 1:
                    break
            else:
                return True
        return False

    def _closed(self, cell: int) -> int:
        """Return the cell and its neighbours."""
        row = cell % self.rows
        shift = cell - row - self._reach * self.rows
        return self._near[row] << shift if shift >= 0 else self._near[row] >> -shift

    # Values.

    def _value(self, shape: int) -> int:
        value = self._values.get(shape, _ANY)
        return value if value >= 0 else self._solve(shape, _ANY)

    def _is(self, shape: int, value: int) -> bool:
        """Return whether the shape has this value."""
        known = self._values.get(shape, _ANY)
        if known >= 0:
            return known == value
        if self._attained.get(shape, 0) >> value & 1:
            return False
        return self._solve(shape, value) == value

    def _solve(self, shape: int, asked: int) -> int:
        """Return the value of the shape, or -2 as soon as it is not the one asked for."""
        options = self._expand(shape, asked)
        attained = self._attained.get(shape, 0)
        if asked >= 0 and (attained >> asked & 1 or self._attains(options, asked)):
            self._keep(self._attained, shape, attained | 1 << asked)
            return -2
        value = 0
        while attained >> value & 1 or (value != asked and self._attains(options, value)):
            attained |= 1 << value
            value += 1
        self._attained.pop(shape, None)
        self._keep(self._values, shape, value)
        return value

    def _keep(self, table: dict[int, int], shape: int, found: int) -> None:
        if len(self._values) + len(self._attained) >= self._limit and shape not in table:
            self.has_dropped = True
            for each in (self._attained, self._values):
                for old in list(islice(each, len(each) // _DROPPED_SHARE)):
                    del each[old]
        table[shape] = found

    def _attains(self, options: list[list[int]], value: int) -> bool:
        """Return whether one of the options has this value."""
        values, attained = self._values, self._attained
        unknown: list[list[int]] = []
        for option in options:
            left = value
            missing = last = 0
            for shape in option:
                known = values.get(shape, _ANY)
                if known >= 0:
                    left ^= known
                else:
                    missing += 1
                    last = shape
            if missing == 0:
                if left == 0:
                    return True
            elif missing > 1 or not attained.get(last, 0) >> left & 1:
                unknown.append(option)
        for option in unknown:
            left = value
            for shape in option[:-1]:
                left ^= self._value(shape)
            if self._is(option[-1], left):
                return True
        return False

    def _expand(self, shape: int, asked: int) -> list[list[int]]:
        """Note the values of all claims that are known, and return what the other claims leave.

        Claims in the middle come first, because they leave small parts, which are known sooner.
        If one of them leaves the value asked for, the rest does not matter. What a claim leaves is
        a list of parts, small ones first; the claims with small parts come first.
        """
        self.nodes += 1
        if self._report is not None and self.nodes % _NODES_PER_REPORT == 0:
            self._report()
        rows, reach, first_row = self.rows, self._reach * self.rows, self._row_cells[0]
        gap = (1 << reach) - 1
        canonical_forms, values = self._canonical, self._values
        attained = self._attained.get(shape, 0)
        found: dict[tuple[int, ...], int] = {}
        middle = shape.bit_length() // 2
        upper = shape >> middle << middle
        lower = shape ^ upper
        while lower or upper:
            below, above = lower.bit_length() - 1, (upper & -upper).bit_length() - 1
            if lower and (not upper or middle - below <= above - middle):
                cell = below
                lower ^= 1 << cell
            else:
                cell = above
                upper ^= 1 << cell
            row = cell % rows
            start = cell - row
            shift = start - reach
            near = self._near[row] << shift if shift >= 0 else self._near[row] >> -shift
            left = shape & ~near
            shift -= reach
            ring = self._ring[row] << shift if shift >= 0 else self._ring[row] >> -shift
            parts: list[int] = []
            # Where a claim leaves its column empty, the two sides are apart at once.
            beyond = 0 if left & gap << start else left >> start << start
            for one_side in (left ^ beyond, beyond):
                side = one_side
                border = ring & side
                while border:
                    part = self._spread(border & -border, side, border)
                    side ^= part
                    border &= side
                    lowest = (part & -part).bit_length() - 1
                    part >>= lowest - lowest % rows
                    while not part & first_row:
                        part >>= 1
                    canonical = canonical_forms.get(part, 0)
                    self._toggle(parts, canonical or self._find_canonical(part))
            total = 0
            for part in parts:
                known = values.get(part, _ANY)
                if known < 0:
                    break
                total ^= known
            else:
                attained |= 1 << total
                if total == asked:
                    break
                continue
            parts.sort(key=int.bit_count)
            found[tuple(parts)] = parts[-1].bit_count()
        if attained:
            self._keep(self._attained, shape, attained)
        return [list(option) for option, _ in sorted(found.items(), key=_second)]


def _second(pair: tuple[tuple[int, ...], int]) -> int:
    return pair[1]
