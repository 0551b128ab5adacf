"""Textual's compositor, which renders only what has changed.

Textual 8.2.8 asks whether the container of a widget overlaps a rectangle around all changes, not
whether the widget overlaps one of them. So nearly every change renders every widget, whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._compositor import ChopsUpdate, Compositor as TextualCompositor
from textual.geometry import Region
from textual.strip import Strip


class Compositor(TextualCompositor):
    """Renders the lines of widgets that overlap a change. There is no public way to fix this."""

    _changed: tuple[Region, ...] = ()

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
        if crop is None or not self._changed:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            changed = [part for part in self._changed if part.overlaps(shown)]
            if changed:
                # All columns, because lines are cut where widgets begin and end.
                lines = Region.from_union([Region(shown.x, y, shown.width, height)
                                           for _, y, _, height in changed])  # fmt: skip
                lines = lines.intersection(shown)
                yield region, lines, widget.render_lines(lines.translate(-region.offset))
