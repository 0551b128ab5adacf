"""Bars: parts of a whole, one below the other, to be compared at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gridlock_tui.tui.glyphs import Glyphs

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_WIDE = 56
"""From this many columns on there is room for percentages."""
_LONGEST = 50


class Bar(NamedTuple):
    """One bar: what it counts, how many of how many, and its colour."""

    label: str
    part: int
    whole: int
    colour: str

    @property
    def numbers(self) -> str:
        """What it counts, in figures."""
        return f"{self.part:,} of {self.whole:,}"


class Bars(Widget):
    """Draws bars with label and figures, in columns that fit those of other bars on the page."""

    DEFAULT_CSS = """
    Bars { height: auto; padding: 0 1 0 0; }
    """

    def __init__(
        self, bars: Sequence[Bar], label_width: int, number_width: int, glyphs: Glyphs
    ) -> None:
        super().__init__()
        self._bars = tuple(bars)
        self._label_width, self._number_width = label_width, number_width
        self._glyphs = glyphs

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are: one for each bar, at any width."""
        del container, viewport, width
        return len(self._bars)

    def render(self) -> Content:
        """Return a line for each bar."""
        width = self.content_size.width
        wide = width >= _WIDE
        others = self._label_width + 2 + self._number_width + 1 + (6 if wide else 0)
        room = max(min(width - others, _LONGEST), 1)
        return Content("\n").join([self._line(bar, room, wide) for bar in self._bars])

    def _line(self, bar: Bar, room: int, wide: bool) -> Content:
        share = bar.part / bar.whole if bar.whole else 0.0
        percent = f"  {share:>4.0%}" if wide else ""
        return Content.assemble(
            f"{bar.label:<{self._label_width}}  ",
            (drawn(share, room, self._glyphs), f"{bar.colour} on $surface"),
            f" {bar.numbers:>{self._number_width}}{percent}",
        )


def drawn(share: float, room: int, glyphs: Glyphs) -> str:
    """Return a bar of this share of the room, filled up with what is missing."""
    if glyphs.ascii_only:
        return ("#" * round(share * room)).ljust(room, ".")
    whole, eighths = divmod(round(share * room * 8), 8)
    return (_EIGHTHS[8] * whole + (_EIGHTHS[eighths] if eighths else "")).ljust(room)
