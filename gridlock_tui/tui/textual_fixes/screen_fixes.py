"""A screen on which nothing stays unpainted."""

from __future__ import annotations

from textual import events
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widgets import Input


class PaintedScreen(Screen[ScreenResultType]):
    """Paints itself whole after every layout, and forgets no widget over a part of itself.

    Textual 8.2.8 loses what is to be repainted just before a layout: it forgets that a widget was
    to be repainted, and when a new one was, where the others have been before. A second notice
    appeared, and the first one, which it had pushed up, was neither painted there nor removed from
    its old place.

    It also forgets them when a part of the screen itself is to be repainted, which it asks for
    whenever something has changed in the screen below, even if nothing is seen of that one.
    """

    def on_mount(self) -> None:
        """Begin to follow the layouts."""
        self.screen_layout_refresh_signal.subscribe(self, self._paint_whole, immediate=True)

    def on_unmount(self) -> None:
        """Let go of what was drawn here.

        Two caches of Textual 8.2.8 would keep the pictures of a thousand widgets that are gone and
        sixteen thousand styles, megabytes of both. There is no public way to the first.
        """
        StylesCache.get_inner_outer.cache_clear()
        Strip.render_ansi.cache_clear()

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave, but only once: a second click would take the screen below away."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Let the cursor of a field blink only where things may move."""
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = self.app.animation_level != "none"

    def _on_timer_update(self) -> None:
        if self._repaint_required:
            self._compositor.update_widgets(self._dirty_widgets)
        super()._on_timer_update()

    def _paint_whole(self, screen: Screen[object]) -> None:
        del screen
        self.refresh()
