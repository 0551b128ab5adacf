"""Keys and what they do, in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH

_WIDE, _NARROW = 24, 14
"""The width of the keys' column, in a standard window and in a small one."""


class KeyTable(Widget):
    """Shows many rows as one widget: three widgets per row made the page slow to open."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.rows = tuple(rows)

    def render(self) -> Content:
        """Return the rows, each wrapped to the lines it needs."""
        return Content("\n").join(self._lines(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        del container, viewport
        return sum(1 for _ in self._lines(width))

    def _lines(self, width: int) -> Iterator[Content]:
        column = _WIDE if self.app.size.width >= STANDARD_WIDTH else _NARROW
        for keys, does in self.rows:
            left = Content(keys).wrap(column - 1)
            right = Content(does).wrap(max(width - column, 1))
            for one, two in zip_longest(left, right, fillvalue=Content("")):
                yield Content.assemble((one.plain.ljust(column), "bold"), two)
