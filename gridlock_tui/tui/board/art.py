"""Markers and numerals: bitmaps for half-block pixels, and drawings in ASCII."""

from __future__ import annotations

from functools import cache, lru_cache

from gridlock_tui.rules import Player

Bitmap = tuple[str, ...]
"""Rows of equal length: `#` where a pixel is set."""
Art = tuple[str, ...]
"""Lines of text of equal length."""

_ASCII_MARKERS: dict[Player, list[Art]] = {
    Player.ONE: [
        ("X",),
        (
            "\\   /",
            "  X  ",
            "/   \\",
        ),
        (
            "\\\\     //",
            "  \\\\ //  ",
            "   XXX   ",
            "  // \\\\  ",
            "//     \\\\",
        ),
    ],
    Player.TWO: [
        ("O",),
        (
            ".---.",
            "|   |",
            "'---'",
        ),
        (
            " .-----. ",
            "/       \\",
            "|       |",
            "\\       /",
            " '-----' ",
        ),
    ],
}

# Three pixels by five and five by seven, row by row.
_SMALL_DIGITS = (
    "### #.# #.# #.# ###",
    ".#. ##. .#. .#. ###",
    "### ..# ### #.. ###",
    "### ..# ### ..# ###",
    "#.# #.# ### ..# ..#",
    "### #.. ### ..# ###",
    "### #.. ### #.# ###",
    "### ..# .#. .#. .#.",
    "### #.# ### #.# ###",
    "### #.# ### ..# ###",
)
_LARGE_DIGITS = (
    ".###. #...# #...# #...# #...# #...# .###.",
    "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    ".###. #...# ....# ..##. .#... #.... #####",
    "####. ....# ....# .###. ....# ....# ####.",
    "#..#. #..#. #..#. ##### ...#. ...#. ...#.",
    "##### #.... ####. ....# ....# #...# .###.",
    ".###. #.... #.... ####. #...# #...# .###.",
    "##### ....# ...#. ..#.. ..#.. .#... .#...",
    ".###. #...# #...# .###. #...# #...# .###.",
    ".###. #...# #...# .#### ....# ....# .###.",
)


@cache
def marker(player: Player, width: int, height: int) -> Bitmap:
    """Return a marker that fills this many pixels, with strokes that grow with it."""
    stroke = max(1, (min(width, height) + 1) // 4)
    return (_cross if player is Player.ONE else _ring)(width, height, stroke)


def _cross(width: int, height: int, stroke: int) -> Bitmap:
    """Return two diagonals."""
    rows = []
    last = max((height + 1) // 2 - 1, 1)  # of the upper half, where the diagonals meet
    for y in range(last + 1):
        at = round(y * (width - stroke) / 2 / last)
        falling = {*range(at, at + stroke)}
        both = falling | {width - 1 - x for x in falling}
        rows.append("".join(".#"[x in both] for x in range(width)))
    return _symmetric(rows, height)


def _ring(width: int, height: int, stroke: int) -> Bitmap:
    """Return an ellipse with a hole."""
    rows = []
    for y in range(height):
        ring = [
            _in_ellipse(x, y, width, height, 0) and not _in_ellipse(x, y, width, height, stroke)
            for x in range(width)
        ]
        rows.append("".join(".#"[pixel] for pixel in ring))
    return _symmetric(rows, height)


def _in_ellipse(x: int, y: int, width: int, height: int, inset: int) -> bool:
    across, down = width / 2 - inset, height / 2 - inset
    if across <= 0 or down <= 0:
        return False
    from_middle = ((x + 0.5 - width / 2) / across) ** 2 + ((y + 0.5 - height / 2) / down) ** 2
    # Slightly more than the ellipse, so that small rings have no ragged corners.
    return from_middle <= 1.05


def _symmetric(rows: list[str], height: int) -> Bitmap:
    """Return the upper half and its mirror image, so that rounding never shows."""
    upper = rows[: (height + 1) // 2]
    return tuple(upper + upper[: height // 2][::-1])


@cache
def numeral(number: int, width: int, height: int) -> Bitmap | None:
    """Return the largest numeral that fits into this many pixels; None if none does."""
    sizes = ((_LARGE_DIGITS, 2), (_SMALL_DIGITS, 2), (_LARGE_DIGITS, 1), (_SMALL_DIGITS, 1))
    for digits, scale in sizes:
        drawn = _drawn(number, digits, scale)
        if len(drawn) <= height and len(drawn[0]) <= width:
            return drawn
    return None


def _drawn(number: int, digits: tuple[str, ...], scale: int) -> Bitmap:
    glyphs = [digits[int(digit)].split() for digit in str(number)]
    rows = []
    for parts in zip(*glyphs, strict=True):
        row = "".join(pixel * scale for pixel in ".".join(parts))
        rows += [row] * scale
    return tuple(rows)


@lru_cache(maxsize=256)  # names are drawn, too, and there is no end of them
def in_blocks(bitmap: Bitmap) -> Art:
    """Return a bitmap in block characters, two pixels to each."""
    blank = "." * len(bitmap[0])
    rows = [*bitmap, blank] if len(bitmap) % 2 else list(bitmap)
    halves = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    return tuple(
        "".join(halves[upper + lower] for upper, lower in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )


def ascii_marker(player: Player, width: int, lines: int) -> Art:
    """Return the largest marker in ASCII that fits into this many columns and lines."""
    arts = reversed(_ASCII_MARKERS[player])
    return next(art for art in arts if len(art) <= lines and len(art[0]) <= width)
