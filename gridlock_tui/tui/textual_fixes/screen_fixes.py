"""Fixes that every screen needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete
from textual.widgets import Input

from gridlock_tui.tui.textual_fixes.caches import clear_caches
from gridlock_tui.tui.textual_fixes.compositor import Compositor

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Size
    from textual.screen import Screen

    _Screen = Screen[Any]
else:
    _Screen = object


class ScreenFixes(_Screen):
    """A mixin for screens; it comes before `Screen` in the list of base classes."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as Screen has them
        super().__init__(*arguments, **named)
        self._compositor = Compositor()

    def on_mount(self) -> None:
        """Repaint the whole screen after every layout.

        Textual 8.2.8 forgets a pending repaint when a layout follows it. When a second notice
        appeared, the first one was neither painted at its new place nor removed from the old one.
        """
        signal = self.screen_layout_refresh_signal
        signal.subscribe(self, lambda _: self.refresh(), immediate=True)
        self._set_breakpoints(self.app.size)

    def _screen_resized(self, size: Size) -> None:
        """Set the classes of the new size before the layout.

        Textual 8.2.8 sets them after it: a screen was painted twice when it was opened or resized,
        at first with the rules of no size or of the old one. There is no public way to fix this.
        """
        self._set_breakpoints(size)
        super()._screen_resized(size)

    def _set_breakpoints(self, size: Size) -> None:
        app, across, down = self.app, self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS
        across = app.HORIZONTAL_BREAKPOINTS if across is None else across
        down = app.VERTICAL_BREAKPOINTS if down is None else down
        classes = {name: False for _, name in (*(across or ()), *(down or ()))}
        for length, breakpoints in zip(size, (across, down), strict=True):
            fitting = [each for each in breakpoints or () if each[0] <= length]
            if fitting:
                classes[max(fitting)[1]] = True
        self.update_classes(classes, animate=False)

    def _on_timer_update(self) -> None:
        """Keep pending repaints of widgets when a part of the screen itself is repainted.

        Textual 8.2.8 forgets them then. It repaints the screen whenever something changes in the
        screen below, even if nothing of that is visible. There is no public way to fix this.
        """
        if self._repaint_required:
            self._compositor.update_widgets(self._dirty_widgets)
        super()._on_timer_update()

    def on_unmount(self) -> None:
        """Free what was drawn here."""
        clear_caches()

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Dismiss the screen once: in Textual 8.2.8 a second call removes the screen below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Stop the cursor of a text field from blinking if animation is off.

        Textual 8.2.8 ignores the animation level there.
        """
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = self.app.animation_level != "none"
