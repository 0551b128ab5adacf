"""A bar chart: parts of a whole, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gridlock_tui.tui.ascii_filter import uses_ascii

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_WIDE = 56
"""The least number of columns for percentages."""
_LONGEST = 50
_LEAST_SCALE = 10
"""With fewer games than this the bars are shorter: a full bar for one game says too much."""
_LEAST_FOR_PERCENT = 5
"""With fewer games than this there is no percentage."""


class ChartBar(NamedTuple):
    """One bar: its label, its part of a whole, its colour."""

    label: str
    part: int
    whole: int
    colour: str

    @property
    def numbers(self) -> str:
        """The part and the whole in figures."""
        return f"{self.part:,} of {self.whole:,}"


class BarChart(Widget):
    """Draws bars with labels and figures, in columns that other charts on the page share."""

    def __init__(self, bars: Sequence[ChartBar], label_width: int, number_width: int) -> None:
        super().__init__()
        self._bars = tuple(bars)
        self._label_width, self._number_width = label_width, number_width

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

    def _line(self, bar: ChartBar, room: int, wide: bool) -> Content:
        share = bar.part / bar.whole if bar.whole else 0.0
        percent = ""
        if wide:
            percent = f"  {share:>4.0%}" if bar.whole >= _LEAST_FOR_PERCENT else " " * 6
        length = max(round(room * min(bar.whole / _LEAST_SCALE, 1)), 1)
        return Content.assemble(
            f"{bar.label:<{self._label_width}}  ",
            (drawn(share, length, ascii_only=uses_ascii(self)), f"{bar.colour} on $surface"),
            " " * (room - length),
            f" {bar.numbers:>{self._number_width}}{percent}",
        )


def drawn(share: float, room: int, *, ascii_only: bool = False) -> str:
    """Return a bar that fills this share of the room."""
    if ascii_only:
        return ("#" * round(share * room)).ljust(room, ".")
    whole, eighths = divmod(round(share * room * 8), 8)
    return (_EIGHTHS[8] * whole + (_EIGHTHS[eighths] if eighths else "")).ljust(room)
