"""A screen on which nothing stays unpainted that a layout has moved."""

from __future__ import annotations

from textual._styles_cache import StylesCache
from textual.screen import Screen, ScreenResultType


class PaintedScreen(Screen[ScreenResultType]):
    """Paints itself whole after every layout.

    Textual 8.2.8 loses what is to be repainted just before a layout: it forgets that a widget was
    to be repainted, and when a new one was, where the others have been before. A second notice
    appeared, and the first one, which it had pushed up, was neither painted there nor removed from
    its old place.
    """

    def on_mount(self) -> None:
        """Begin to follow the layouts."""
        self.screen_layout_refresh_signal.subscribe(self, self._paint_whole, immediate=True)

    def on_unmount(self) -> None:
        """Let go of what was drawn here.

        A cache of Textual 8.2.8 would keep the pictures of a thousand widgets that are gone, some
        twenty megabytes. There is no public way to it.
        """
        StylesCache.get_inner_outer.cache_clear()

    def _paint_whole(self, screen: Screen[object]) -> None:
        del screen
        self.refresh()
