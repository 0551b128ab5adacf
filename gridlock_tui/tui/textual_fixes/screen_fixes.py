"""Fixes that every screen needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.strip import Strip
from textual.widgets import Input

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen

    _Screen = Screen[Any]
else:
    _Screen = object


class ScreenFixes(_Screen):
    """A mixin for screens; it comes before `Screen` in the list of base classes."""

    def on_mount(self) -> None:
        """Repaint the whole screen after every layout.

        Textual 8.2.8 forgets a pending repaint when a layout follows it. When a second notice
        appeared, the first one was neither painted at its new place nor removed from the old one.
        """
        signal = self.screen_layout_refresh_signal
        signal.subscribe(self, lambda _: self.refresh(), immediate=True)

    def _on_timer_update(self) -> None:
        """Keep pending repaints of widgets when a part of the screen itself is repainted.

        Textual 8.2.8 forgets them then. It repaints the screen whenever something changes in the
        screen below, even if nothing of that is visible. There is no public way to fix this.
        """
        if self._repaint_required:
            self._compositor.update_widgets(self._dirty_widgets)
        super()._on_timer_update()

    def on_unmount(self) -> None:
        """Clear the caches of what was drawn here.

        Two caches of Textual 8.2.8 keep the pictures of a thousand removed widgets and sixteen
        thousand styles, several megabytes each. The first has no public access.
        """
        StylesCache.get_inner_outer.cache_clear()
        Strip.render_ansi.cache_clear()

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Dismiss the screen once: in Textual 8.2.8 a second call removes the screen below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Stop the cursor of a text field from blinking if animation is off.

        Textual 8.2.8 ignores the animation level there.
        """
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = self.app.animation_level != "none"
