"""Confirm the README's tables of Grundy values: `python -m tests.bench.tables [--to N] [FILE]`.

The second method shares no code with the package and nothing of how it stores shapes: cells lie row
by row in lanes with an empty bit between them, shapes are moved but never turned or reflected, no
mirror is looked for, and what is searched is who wins a shape beside a heap of Nim.

It confirms the terms that the README calls confirmed, or all up to N columns. With FILE, they are
added to that file and not searched again: stop it and go on whenever you like.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tests.bench.progress import Progress

README = Path(__file__).parents[2] / "README.md"
FARTHEST = {"classic": 2, "showdown": 1}
"""The squared distance up to which cells touch: written down once more on purpose."""


class SecondMethod:
    """Grundy values of boards with some rows and up to some columns, by searches with a heap."""

    def __init__(self, slug: str, rows: int, longest: int) -> None:
        self.lane = longest + 1
        self.rows = rows
        self.report: Callable[[int], None] | None = None
        self.searched = 0
        self.heaps: dict[int, int] = {}
        """The heap beside which a shape is lost, where known."""
        self.won: dict[int, int] = {}
        """The heaps beside which other shapes are known to be won, as a set of bits."""
        self.steps = [
            self.lane * down + right
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 < down * down + right * right <= FARTHEST[slug]
        ]
        self.forward = [step for step in self.steps if step > 0]

    def grundy(self, columns: int) -> int:
        """Return the Grundy value of the empty board with this many columns."""
        row = (1 << columns) - 1
        board = sum(row << self.lane * number for number in range(self.rows))
        return self.heap_of(board)

    def heap_of(self, shape: int) -> int:
        """Return the size of the heap beside which the shape is lost."""
        heap = 0
        while not self.is_lost(shape, heap):
            heap += 1
        return heap

    def is_lost(self, shape: int, heap: int) -> bool:
        """Return whether the player to move loses on the shape beside a heap of Nim."""
        known = self.heaps.get(shape)
        if known is not None:
            return known == heap
        if self.won.get(shape, 0) >> heap & 1:
            return False
        if self.has_winning_move(shape, heap):
            self.won[shape] = self.won.get(shape, 0) | 1 << heap
            return False
        self.heaps[shape] = heap
        self.won.pop(shape, None)
        return True

    def has_winning_move(self, shape: int, heap: int) -> bool:
        """Search for a move on the shape or the heap that leaves a lost position."""
        self.searched += 1
        if self.report is not None and self.searched % 500 == 0:
            self.report(self.searched)
        left = []
        for cell in self.from_the_middle(shape):
            pieces = self.pieces(shape & ~self.around(cell))
            lost_beside = self.known_heap(pieces)
            if lost_beside < 0:
                left.append(pieces)
                continue
            self.won[shape] = self.won.get(shape, 0) | 1 << lost_beside
            if lost_beside == heap:
                return True
        left.sort(key=size_of_last)
        for pieces in left:
            if self.is_sum_lost(pieces, heap):
                return True
        return any(self.is_lost(shape, smaller) for smaller in range(heap))

    def from_the_middle(self, shape: int) -> list[int]:
        """Return the cells, those in the middle columns first: they leave the smallest pieces."""
        cells, columns = [], []
        while shape:
            cell = shape.bit_length() - 1
            shape ^= 1 << cell
            cells.append(cell)
            columns.append(cell % self.lane)
        last = max(columns)
        order = sorted(
            [(abs(2 * column - last), cell) for column, cell in zip(columns, cells, strict=True)]
        )
        return [cell for _, cell in order]

    def known_heap(self, pieces: list[int]) -> int:
        """Return the heap beside which the pieces are lost, or -1 if a search would be needed."""
        total = 0
        for piece in pieces:
            known = self.heaps.get(piece)
            if known is None:
                return -1
            total ^= known
        return total

    def is_sum_lost(self, pieces: list[int], heap: int) -> bool:
        """Return whether the player to move loses on the pieces beside the heap."""
        if not pieces:
            return heap == 0
        for piece in pieces[:-1]:
            heap ^= self.heap_of(piece)
        return self.is_lost(pieces[-1], heap)

    def around(self, cell: int) -> int:
        """Return the cell and those that touch it; bits between the lanes do no harm."""
        touched = 1 << cell
        for step in self.steps:
            if cell + step >= 0:
                touched |= 1 << cell + step
        return touched

    def pieces(self, cells: int) -> list[int]:
        """Return what hangs together, moved to the corner, the largest last."""
        found: list[int] = []
        while cells:
            piece, grown = 0, cells & -cells
            while grown != piece:
                # A carry runs through a row up to the next cell that is not there.
                piece = grown | (cells ^ cells + grown) & cells
                grown = piece
                for step in self.forward:
                    grown |= piece << step | piece >> step
                grown &= cells
            cells ^= piece
            found.append(self.moved(piece))
        found.sort(key=int.bit_count)
        return found

    def moved(self, shape: int) -> int:
        """Return the shape moved to the corner."""
        row = (1 << self.lane) - 1
        while not shape & row:
            shape >>= self.lane
        lanes, columns = shape, 0
        while lanes:
            columns |= lanes & row
            lanes >>= self.lane
        return shape >> (columns & -columns).bit_length() - 1


def size_of_last(pieces: list[int]) -> int:
    """Return the number of cells of the last piece."""
    return pieces[-1].bit_count() if pieces else 0


@dataclass(frozen=True)
class Table:
    """A table of the README: the boards, their values, and which of them are confirmed."""

    slug: str
    rows: int
    values: dict[int, int]
    """The value by the number of columns."""
    confirmed: frozenset[int]


def readme_tables(text: str) -> list[Table]:
    """Return the tables of the README."""
    found = re.findall(
        r"^\| `(\w+) --rows (\d+)` \| ([\d, ]+) \| ([\d, –]+) \|", text, flags=re.MULTILINE
    )
    tables = []
    for slug, rows, values, ranges in found:
        confirmed: set[int] = set()
        for span in ranges.split(", "):
            first, _, last = span.partition("–")
            confirmed.update(range(int(first), int(last or first) + 1))
        terms = dict(enumerate(map(int, values.split(", ")), start=1))
        tables.append(Table(slug, int(rows), terms, frozenset(confirmed)))
    return tables


def report(progress: Progress, board: str, searched: int) -> None:
    """Show how far the search is."""
    progress.show(f"{board}, {searched:,} searched")


def confirm(tables: list[Table], file: Path | None) -> bool:
    """Search every term with the second method and return whether all agree."""
    done = set(file.read_text().splitlines()) if file is not None and file.exists() else set()
    progress = Progress(sum(len(table.confirmed) for table in tables), "terms")
    agree = True
    for table in tables:
        second: SecondMethod | None = None
        for columns in sorted(table.confirmed):
            value = table.values[columns]
            board = f"{table.slug} {table.rows}x{columns}"
            if f"{board} {value}" in done:
                progress.end_one(f"{board} {value} as before")
                continue
            second = second or SecondMethod(table.slug, table.rows, max(table.confirmed))
            second.report = partial(report, progress, board)
            begun = time.process_time()
            found = second.grundy(columns)
            took = time.process_time() - begun
            agree = agree and found == value
            verdict = "agrees" if found == value else f"BUT THE README SAYS {value}"
            progress.end_one(f"{board} {found} {verdict} ({took:.1f} s)")
            if file is not None and found == value:
                with file.open("a") as lines:
                    print(board, found, file=lines)
    return agree


def main() -> int:
    """Confirm the tables and return 0 if everything agrees."""
    parser = argparse.ArgumentParser(description="Confirm the README's tables of Grundy values.")
    parser.add_argument("--to", type=int, help="the largest number of columns")
    parser.add_argument("file", nargs="?", type=Path, help="where confirmed terms are kept")
    given = parser.parse_args()
    tables = readme_tables(README.read_text(encoding="utf-8"))
    if given.to is not None:
        tables = [
            replace(table, confirmed=frozenset(n for n in table.values if n <= given.to))
            for table in tables
        ]
    return 0 if confirm(tables, given.file) else 1


if __name__ == "__main__":
    sys.exit(main())
