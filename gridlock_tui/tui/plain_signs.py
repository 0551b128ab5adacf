"""Plain ASCII for everything that is drawn, also for what Textual draws by itself."""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_EDGES = {
    **dict.fromkeys("▏▎▍▌▐▕│┃", "|"),
    **dict.fromkeys("▔─━", "-"),
    "▁": "_",
    # The ends of a scroll bar; its colour says more than a sign could.
    **dict.fromkeys("▂▃▄▅▆▇", " "),
    "█": "#",
    "…": ".",
    "▸": ">",
}


class _Plain(dict[int, str]):
    """What stands for each character: as many places wide, so that nothing moves."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = _EDGES.get(char) or unicodedata.normalize("NFKD", char)[0]
        width = cell_len(char)
        self[code] = found.ljust(width) if found.isascii() else "?" * width
        return self[code]


class PlainSigns(LineFilter):
    """Draws with ASCII only; letters lose their accents, and what has no likeness is a `?`."""

    def __init__(self) -> None:
        super().__init__()
        self._plain = _Plain()

    @property
    def without_likeness(self) -> set[str]:
        """The characters so far for which there is no likeness in ASCII."""
        return {chr(code) for code, plain in self._plain.items() if "?" in plain}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        del background
        return [
            segment
            if segment.text.isascii()
            else Segment(self._in_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]

    def _in_ascii(self, text: str) -> str:
        # Several characters may be drawn as one sign, which is not as wide as all of them.
        return set_cell_size(text.translate(self._plain), cell_len(text))
