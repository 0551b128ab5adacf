"""Reading the tiles of a board from the terminal.

Nothing of the painter or its art is used: shapes are recognised by what makes an X an X, and
colours by what they have in common.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gridlock_tui.tui.ascii_filter import in_ascii
from gridlock_tui.tui.board.geometry import Scale
from tests.soak.terminal_screen import Glyph, Hue

LOST = "lost"
_PIXELS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
_DIGITS = {
    "### #.# #.# #.# ###": "0",
    ".#. ##. .#. .#. ###": "1",
    "### ..# ### #.. ###": "2",
    "### ..# ### ..# ###": "3",
    "#.# #.# ### ..# ..#": "4",
    "### #.. ### ..# ###": "5",
    "### #.. ### #.# ###": "6",
    "### ..# .#. .#. .#.": "7",
    "### #.# ### #.# ###": "8",
    "### #.# ### ..# ###": "9",
    ".###. #...# #...# #...# #...# #...# .###.": "0",
    "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.": "1",
    ".###. #...# ....# ..##. .#... #.... #####": "2",
    "####. ....# ....# .###. ....# ....# ####.": "3",
    "#..#. #..#. #..#. ##### ...#. ...#. ...#.": "4",
    "##### #.... ####. ....# ....# #...# .###.": "5",
    ".###. #.... #.... ####. #...# #...# .###.": "6",
    "##### ....# ...#. ..#.. ..#.. .#... .#...": "7",
    ".###. #...# #...# .###. #...# #...# .###.": "8",
    ".###. #...# #...# .#### ....# ....# .###.": "9",
}


class Seen(NamedTuple):
    """What one cell looks like."""

    word: str
    """`X`, `O`, `X 12`, `lost`, or whatever is written in it; nothing where the tile is gone."""
    pointed: bool | None
    """Whether the cursor is around it; None where that is not visible."""
    last: bool | None
    """Whether it is marked as the last move; None where that is not visible."""
    ground: object = None
    """What its tile has in common with others of its kind; None where that is not visible."""


def drawn(text: str, ascii_only: bool) -> str:
    """Return a text as the terminal shows it."""
    return in_ascii(text) if ascii_only else text


class Tile:
    """The part of the terminal that a cell takes, with what is around it."""

    def __init__(self, glyphs: Sequence[Sequence[Glyph]], scale: Scale, upper: int) -> None:
        """Take the glyphs from the column left of the tile to the column right of it.

        `upper` is the half line of the first glyphs in which the tile begins.
        """
        self.scale = scale
        self.rows: list[list[Hue]] = []
        for line in glyphs:
            halves = [(g.ink, g.ground) if g.char == "▀" else (g.ground, g.ground) for g in line]
            self.rows += [[half[0] for half in halves], [half[1] for half in halves]]
        self.upper = upper
        self.inside = [row[1:-1] for row in self.rows[upper : upper + scale.height]]
        first, last = (upper + 1) // 2, (upper + scale.height) // 2
        self.text = ["".join(_text(glyph) for glyph in line[1:-1]) for line in glyphs[first:last]]

    def read(self, page: Hue) -> Seen:
        """Return what the tile shows."""
        if self.scale.is_small:
            return self._read_line()
        ground, around = self.inside[0][0], self._around()
        pointed = len(around) == 1 and around != {page}
        bars = [y for y, row in enumerate(self.inside) if self._is_bar(y, row, ground)]
        shape = _cropped(
            [
                "".join(".#"[pixel != ground and y not in bars] for pixel in row)
                for y, row in enumerate(self.inside)
            ]
        )
        return Seen(self._word(shape), pointed, bool(bars), ground)

    def _around(self) -> set[Hue]:
        top, bottom = self.upper - 1, self.upper + self.scale.height
        beside = [row[at] for row in self.rows[top : bottom + 1] for at in (0, -1)]
        return {*self.rows[top], *self.rows[bottom], *beside}

    def _is_bar(self, y: int, row: list[Hue], ground: Hue) -> bool:
        middle = set(row[1:-1])
        # Below the marker, which leaves two rows free in a high tile and one in a low one.
        foot = self.scale.height - (2 if self.scale.height > 10 else 1)
        if y != foot or len(middle) != 1 or middle == {ground}:
            return False
        # A bar is a single row: a smaller tile inside has more.
        return row[0] == row[-1] == ground and set(self.inside[y - 1][1:-1]) != middle

    def _word(self, shape: list[str]) -> str:
        words = " ".join(self.text).split()
        if not shape:
            return LOST if words in (["╱"], ["/"]) else _plain(" ".join(words))
        if {char for row in shape for char in row} == {"#"}:
            return " ".join([LOST, *words])
        return f"{words[0]} {_number(shape)}" if words else _marker(shape)

    def _read_line(self) -> Seen:
        (line,) = self.text
        pointed = line[0] + line[-1] == "<>" or None
        last = line[0] + line[-1] == "[]" or None
        word = _plain(line[1:-1] if pointed or last else line)
        # The cursor reverses the tile, and so hides its ground.
        return Seen(LOST if word in ("╱", "/") else word, pointed, last)


def _text(glyph: Glyph) -> str:
    return " " if glyph.char == "▀" else glyph.char


def read_outline(glyphs: Sequence[Sequence[Glyph]], ascii_only: bool) -> Seen:
    """Return what a tile shows that is drawn by its outline."""
    lines = ["".join(glyph.char for glyph in line) for line in glyphs]
    corner, pointer, bar = (drawn(char, ascii_only) for char in "┌╔═")
    pointed, edged = lines[0][0] == pointer, lines[0][0] == corner
    last = None if pointed else set(lines[-1][1:-1]) == {bar}
    inside = [_within(line) for line in lines[1:-1]]
    if not edged and inside[0][:1] == corner:
        signs = drawn("┌─┐│└┘", ascii_only)
        words = " ".join(inside).translate({ord(sign): " " for sign in signs}).split()
        return Seen(" ".join([LOST, *words]), pointed, last)
    word = _read_inside(inside)
    return Seen(LOST if word in ("╱", "/") else word, pointed, last)


def _within(line: str) -> str:
    """Return the line without its border, which a name that is too long replaces."""
    first, last = (char.isalnum() or char == "*" for char in (line[0], line[-1]))
    return line[0 if first else 1 : None if last else -1]


def _plain(text: str) -> str:
    """Return a token as `X 5`."""
    text = text.strip()
    marker = re.fullmatch(r"([XO])(\d*)", text)
    return f"{marker[1]} {marker[2]}".rstrip() if marker else text


def _read_inside(inside: list[str]) -> str:
    corner = inside[0][0] if inside[0][:1] in ("X", "O") else ""
    drawn = [line for line in inside if line.strip()]
    if len(drawn) >= 2 and any(char in "█▀▄\\/|" for line in drawn for char in line):
        if corner:
            inside = [" " + inside[0][1:], *inside[1:]]
        shape = _shape(inside)
        return f"{corner} {_number(shape)}" if corner else _marker(shape)
    return _plain(" ".join(" ".join(drawn).split()))


def _shape(inside: list[str]) -> list[str]:
    """Return what is drawn as pixels, two to a character, as small as it can be."""
    halves = [[_PIXELS.get(char, (1, 1)) for char in line] for line in inside]
    return _cropped(
        ["".join(".#"[pixel[half]] for pixel in line) for line in halves for half in (0, 1)]
    )


def _cropped(rows: list[str]) -> list[str]:
    columns = [x for x in range(len(rows[0])) if any(row[x] == "#" for row in rows)]
    lines = [y for y, row in enumerate(rows) if "#" in row]
    if not lines:
        return []
    return [row[columns[0] : columns[-1] + 1] for row in rows[lines[0] : lines[-1] + 1]]


def _marker(shape: list[str]) -> str:
    """Tell an X, which has a middle and no sides, from an O; both look the same in a mirror."""
    if shape == [row[::-1] for row in shape] == shape[::-1]:
        row = shape[len(shape) // 2]
        side, middle = row[0], row[len(row) // 2]
        if side != middle:
            return "X" if middle == "#" else "O"
    return "/".join(shape)


def _number(shape: list[str]) -> str:
    """Return the number drawn with dots, each of so many pixels."""
    for high in (5, 7):
        size, wide = len(shape) // high, high - 2
        if not size or len(shape) % high:
            continue
        dots = [row[::size] for row in shape[::size]]
        read = _digits(dots, wide)
        if "(" not in read:
            return read
    return "/".join(shape)


def _digits(dots: list[str], wide: int) -> str:
    """Return the digits; the first may be narrower than the others, like a 1."""
    missing = -(len(dots[0]) + 1) % (wide + 1)
    for left in range(missing + 1):
        padded = [f"{'.' * left}{row}{'.' * (missing - left)}" for row in dots]
        columns = range(0, len(padded[0]), wide + 1)
        found = [_DIGITS.get(" ".join(row[x : x + wide] for row in padded), "(") for x in columns]
        if "(" not in found:
            return "".join(found)
    return "("
