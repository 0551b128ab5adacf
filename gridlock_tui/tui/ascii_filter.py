"""Draw the whole app in ASCII: one filter replaces every other character when it is painted.

Widgets write Unicode. A few drawings are not readable character by character and
have an ASCII form of their own. They check `uses_ascii`:

- the large markers and numerals of the board (`board.art`),
- the bars of the statistics, which count eighths (`widgets.bar_chart`),
- the bars of the review's graph, which are letters in ASCII (`widgets.advantage_graph`).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color
    from textual.dom import DOMNode

_REPLACEMENTS = {
    **dict.fromkeys("▏▎▍▌▐▕│┃", "|"),
    **dict.fromkeys("▔─━", "-"),
    **dict.fromkeys("┌┐└┘┬┴├┤┼", "+"),
    **dict.fromkeys("╔╗╚╝╦╩╠╣╬░█", "#"),
    **dict(zip("▚▞", "\\/", strict=True)),
    # The ends of a scroll bar: its colour shows where it is.
    **dict.fromkeys("▂▃▄▅▆▇", " "),
    **dict(zip("▁═║╱·×…«»‹›▸←→↑↓▲▼◆✦■", "_=!/.x.<><>><>^v+-+*#", strict=True)),
}


class _Replacements(dict[int, str]):
    """Map a character to the ASCII drawn instead, which is as wide, so that nothing moves."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = _REPLACEMENTS.get(char) or unicodedata.normalize("NFKD", char)[0]
        width = cell_len(char)
        self[code] = found.ljust(width) if found.isascii() else "?" * width
        return self[code]


_TABLE = _Replacements()


def in_ascii(text: str) -> str:
    """Return the text in ASCII, as wide as before; `?` for a character without a replacement."""
    # Several characters may be drawn as one sign, which is not as wide as all of them.
    return set_cell_size(text.translate(_TABLE), cell_len(text))


class AsciiFilter(LineFilter):
    """Replace what is not ASCII; letters lose their accents."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        del background
        return [
            segment
            if segment.text.isascii()
            else Segment(in_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def uses_ascii(node: DOMNode) -> bool:
    """Return whether the app of this node draws in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in node.app.get_line_filters())
