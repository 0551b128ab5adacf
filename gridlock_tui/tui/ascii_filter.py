"""Draw the whole app in ASCII: one filter replaces every other character when it is painted.

Widgets write Unicode. A few drawings are not readable character by character and
have an ASCII form of their own. They check `uses_ascii`:

- the large markers and numerals of the board (`board.art`),
- the bars of the statistics, which count eighths (`widgets.bar_chart`),
- the bars of the review's graph, which are letters in ASCII (`widgets.advantage_graph`).
"""

from __future__ import annotations

import unicodedata
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color
    from textual.dom import DOMNode

_ELLIPSIS = "…"
_REPLACEMENTS = {
    _ELLIPSIS: _ELLIPSIS,  # three dots: see `with_dots`
    **dict.fromkeys("▏▎▍▌▐▕│┃", "|"),
    **dict.fromkeys("▔─━", "-"),
    **dict.fromkeys("┌┐└┘┬┴├┤┼", "+"),
    **dict.fromkeys("╔╗╚╝╦╩╠╣╬░█", "#"),
    **dict(zip("▚▞", "\\/", strict=True)),
    # The ends of a scroll bar: its colour shows where it is.
    **dict.fromkeys("▂▃▄▅▆▇", " "),
    **dict(zip("▁═║╱·×«»‹›▸←→↑↓▲▼◆✦■", "_=!/.x<><>><>^v+-@*#", strict=True)),
    **dict(zip("○◐◉●☆★✓✗□−", ".:@o.*+xo-", strict=True)),
}


class _Replacements(dict[int, str]):
    """Map a character to the ASCII drawn instead, which is as wide, so that nothing moves."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = _REPLACEMENTS.get(char) or unicodedata.normalize("NFKD", char)[0]
        width = cell_len(char)
        known = found.isascii() or found == _ELLIPSIS
        self[code] = found.ljust(width) if known else "?" * width
        return self[code]


_TABLE = _Replacements()


def in_ascii(text: str) -> str:
    """Return the text in ASCII, but for its ellipses, as wide as before.

    A character without a replacement becomes `?`.
    """
    # Several characters may be drawn as one sign, which is not as wide as all of them.
    return set_cell_size(text.translate(_TABLE), cell_len(text))


def with_dots(line: str) -> str:
    """Return a line, in ASCII but for its ellipses, with three dots for each of them.

    The line stays as long: the dots take blanks after the ellipsis if one remains before the next
    text, the next two characters of a text that is cut at its start, or the last two of one that
    is cut at its end. So a sentence after an ellipsis would cost letters: nothing should follow it.
    """
    while (at := line.find(_ELLIPSIS)) >= 0:
        after, rest = line[at + 1 : at + 3], line[at + 3 : at + 4]
        is_blank = after.isspace() and not rest.strip()
        if len(after) == 2 and (is_blank or not after[0].isspace()):
            line = f"{line[:at]}...{line[at + 3 :]}"
        elif at >= 2:
            line = f"{line[: at - 2]}...{line[at + 1 :]}"
        else:
            line = line.replace(_ELLIPSIS, ".", 1)
    return line


class AsciiFilter(LineFilter):
    """Replace what is not ASCII; letters lose their accents."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        del background
        texts = [each.text if each.text.isascii() else in_ascii(each.text) for each in segments]
        line = "".join(texts)
        if _ELLIPSIS in line:
            line, begins = with_dots(line), [0, *accumulate(map(len, texts))]
            texts = [line[begin:end] for begin, end in pairwise(begins)]
        return [
            segment if text is segment.text else Segment(text, segment.style, segment.control)
            for segment, text in zip(segments, texts, strict=True)
        ]


def ellipsis(node: DOMNode) -> str:
    """Return the sign that something follows, where nothing blank follows it for three dots."""
    return "..." if uses_ascii(node) else _ELLIPSIS


def uses_ascii(node: DOMNode) -> bool:
    """Return whether the app of this node draws in ASCII."""
    return any(isinstance(each, AsciiFilter) for each in node.app.get_line_filters())
