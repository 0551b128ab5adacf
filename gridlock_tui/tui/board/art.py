"""Large markers and numerals, made of block characters or of ASCII."""

from functools import cache

from gridlock_tui.rules import Player

Art = tuple[str, ...]
"""Lines of equal length."""

_MARKERS: dict[Player, list[Art]] = {
    Player.ONE: [
        ("X",),
        (
            "▀▄ ▄▀",
            "  █  ",
            "▄▀ ▀▄",
        ),
        (
            "██     ██",
            " ▀█▄ ▄█▀ ",
            "   ███   ",
            " ▄█▀ ▀█▄ ",
            "██     ██",
        ),
        (
            "██▄       ▄██",
            " ▀██▄   ▄██▀ ",
            "   ▀██▄██▀   ",
            "     ███     ",
            "   ▄██▀██▄   ",
            " ▄██▀   ▀██▄ ",
            "██▀       ▀██",
        ),
    ],
    Player.TWO: [
        ("O",),
        (
            "▄▀▀▀▄",
            "█   █",
            "▀▄▄▄▀",
        ),
        (
            " ▄█████▄ ",
            "██▀   ▀██",
            "██     ██",
            "██▄   ▄██",
            " ▀█████▀ ",
        ),
        (
            "  ▄▄█████▄▄  ",
            " ██▀▀   ▀▀██ ",
            "██▀       ▀██",
            "██         ██",
            "██▄       ▄██",
            " ██▄▄   ▄▄██ ",
            "  ▀▀█████▀▀  ",
        ),
    ],
}

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

# Three pixels by five, row by row.
_DIGITS = (
    "111101101101111",
    "010110010010111",
    "111001111100111",
    "111001111001111",
    "101101111001001",
    "111100111001111",
    "111100111101111",
    "111001010010010",
    "111101111101111",
    "111101111001111",
)


def marker(player: Player, width: int, height: int, ascii_only: bool) -> Art:
    """Return the largest marker that leaves a margin in a cell of this size."""
    markers = (_ASCII_MARKERS if ascii_only else _MARKERS)[player]
    # A marker fills a small cell from top to bottom; a large cell has a margin of one line.
    room = height if height < 7 else height - 2
    return next(art for art in reversed(markers) if len(art) <= room and len(art[0]) < width)


@cache
def numeral(number: int, width: int, height: int, ascii_only: bool) -> Art:
    """Return the largest numeral that fits a cell of this size."""
    plain = (str(number),)
    if ascii_only:
        return plain
    for scale in (2, 1):
        drawn = _drawn(number, scale)
        if len(drawn) <= height and len(drawn[0]) + 2 <= width:
            return drawn
    return plain


def _drawn(number: int, scale: int) -> Art:
    rows = []
    for y in range(5):
        row = "0".join(_DIGITS[int(digit)][3 * y : 3 * y + 3] for digit in str(number))
        rows += ["".join(pixel * scale for pixel in row)] * scale
    if len(rows) % 2:
        rows.append("0" * len(rows[0]))
    halves = {"00": " ", "10": "▀", "01": "▄", "11": "█"}
    return tuple(
        "".join(halves[upper + lower] for upper, lower in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )
