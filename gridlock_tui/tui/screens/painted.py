"""A screen on which nothing stays unpainted that a new widget has moved."""

from __future__ import annotations

from textual.screen import Screen


class PaintedScreen(Screen[None]):
    """Paints itself whole when widgets were added or removed.

    Where Textual 8.2.8 is told to repaint a new widget just before it is told to lay it out, it
    forgets where the others have been before: a second notice appeared, and the first one, which
    it had pushed up, was neither painted there nor removed from its old place.
    """

    _widgets = 0

    def on_mount(self) -> None:
        """Begin to look at what every layout has changed."""
        self.screen_layout_refresh_signal.subscribe(self, self._paint_whole, immediate=True)

    def _paint_whole(self, screen: Screen[object]) -> None:
        del screen
        before, self._widgets = self._widgets, sum(1 for _ in self.walk_children())
        if before != self._widgets:
            self.refresh()
