"""A drawing surface of half-block pixels, with text on top. Independent of Textual."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

Colours = tuple[str, str]
"""The names of a background and of a foreground, both looked up in `colours`."""
Run = tuple[str, Colours]
"""A piece of a line in one pair of colours."""
PAGE = "page"
_UPPER = "▀"


class Canvas(NamedTuple):
    """Pixels, two to a line, and text that covers both pixels of its line."""

    pixels: list[list[str]]
    """The name of a colour for each column of each half line."""
    texts: list[dict[int, tuple[str, str]]]
    """For each line: the character and its colour at each column that has text."""

    @classmethod
    def blank(cls, width: int, lines: int) -> Canvas:
        """Return an empty canvas."""
        return cls([[PAGE] * width for _ in range(2 * lines)], [{} for _ in range(lines)])

    def copy(self) -> Canvas:
        """Return a copy that can be painted on."""
        return Canvas([line[:] for line in self.pixels], [line.copy() for line in self.texts])

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines."""
        return len(self.pixels[0]), len(self.texts)

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill a rectangle of pixels."""
        row = [colour] * width
        for line in self.pixels[y : y + height]:
            line[x : x + width] = row

    def write(self, x: int, line: int, text: str, ink: str) -> None:
        """Write text; a space shows the pixels below it."""
        self.texts[line].update(
            {at: (char, ink) for at, char in enumerate(text, start=x) if char != " "}
        )

    def erase_text(self, x: int, y: int, width: int, height: int) -> None:
        """Remove the text within a rectangle of pixels."""
        for line in self.texts[y // 2 : (y + height + 1) // 2]:
            for at in [at for at in line if x <= at < x + width]:
                del line[at]

    def differs(self, other: Canvas, line: int) -> bool:
        """Return whether a line looks different on another canvas of the same size."""
        rows = slice(2 * line, 2 * line + 2)
        return self.texts[line] != other.texts[line] or self.pixels[rows] != other.pixels[rows]

    def cells(self, line: int) -> Iterator[tuple[str, Colours]]:
        """Yield each character of a line with its background and foreground."""
        text = self.texts[line]
        both = zip(self.pixels[2 * line], self.pixels[2 * line + 1], strict=True)
        for x, (upper, lower) in enumerate(both):
            if x in text:
                char, ink = text[x]
                yield char, (lower, ink)
            elif upper == lower:
                yield " ", (lower, lower)
            else:
                yield _UPPER, (lower, upper)

    def runs(self, line: int) -> list[Run]:
        """Return a line as pieces of one pair of colours each."""
        return [
            ("".join(char for char, _ in run), colours)
            for colours, run in groupby(self.cells(line), lambda cell: cell[1])
        ]

    def key(self, line: int) -> tuple[object, ...]:
        """Return a value that is equal for lines that look the same."""
        return (
            tuple(self.pixels[2 * line]),
            tuple(self.pixels[2 * line + 1]),
            tuple(sorted(self.texts[line].items())),
        )
