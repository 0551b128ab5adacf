"""Textual's compositor, which renders only what has changed and can be seen.

Textual 8.2.8 asks whether the container of a widget overlaps a rectangle around all changes, not
whether the widget overlaps one of them. So nearly every change renders every widget, whole, even if
others cover it.

And when the region of a widget is asked for before the layout that shows it, Textual 8.2.8 arranges
all widgets again, but cuts its lines where they began and ended before.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._compositor import (
    ChopsUpdate,
    Compositor as TextualCompositor,
    CompositorMap,
)
from textual.geometry import Region
from textual.strip import Strip


class Compositor(TextualCompositor):
    """Renders the lines of widgets that are needed. There is no public way to fix this."""

    _changed: tuple[Region, ...] = ()

    @property
    def full_map(self) -> CompositorMap:
        """Where all widgets are; if they are arranged again, the old cuts are discarded."""
        if self._full_map_invalidated:
            self._cuts = self._layers = self._layers_visible = None
        return super().full_map

    def render_partial_update(self) -> ChopsUpdate | None:
        """Render what has changed."""
        self._changed = tuple(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changed = ()

    def _get_renders(
        self, crop: Region | None = None
    ) -> Iterable[tuple[Region, Region, list[Strip]]]:
        whole = self.size.region
        missing: dict[int, int] = {}
        """For each line, the columns that no widget has painted yet, one bit for each."""
        for changed in self._changed or (crop or whole,):
            part = changed.intersection(whole)
            for y in part.line_range:
                missing[y] = missing.get(y, 0) | _columns(part.x, part.width)
        for widget, (region, clip) in self.visible_widgets.items():  # from front to back
            shown = region.intersection(clip).intersection(whole)
            columns = _columns(shown.x, shown.width)
            needed = [y for y in shown.line_range if missing.get(y, 0) & columns]
            if needed:
                # All columns, because lines are cut where widgets begin and end.
                lines = Region(shown.x, needed[0], shown.width, needed[-1] - needed[0] + 1)
                strips = widget.render_lines(lines.translate(-region.offset))
                yield region, lines, strips
                # Before a layout its size may be another: what it leaves is for those behind.
                for y, strip in zip(lines.line_range, strips, strict=False):
                    if y in missing:
                        missing[y] &= ~_columns(shown.x, min(shown.width, strip.cell_length))
                if not any(missing.values()):
                    return


def _columns(first: int, count: int) -> int:
    """Return so many columns as a set of bits."""
    return ((1 << count) - 1) << first
