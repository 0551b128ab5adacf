"""What is shown instead of everything else when the window is too small."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gridlock_tui.tui.glyphs import Glyphs

LEAST_WIDTH, LEAST_HEIGHT = 40, 15
_ROOM_TO_COMFORT = 7
"""From this many lines on there is room for more than what is needed, in 20 columns."""
STANDARD_WIDTH = 76
"""From this many columns on there is room for something beside the board."""


def is_too_small(window: Size) -> bool:
    """Say whether nothing can be shown in such a window but that it is too small."""
    return window.width < LEAST_WIDTH or window.height < LEAST_HEIGHT


class TooSmall(Widget):
    """Covers the screen with a sentence that says how large the window must be."""

    SCOPED_CSS = False  # whether it is shown depends on the screen around it
    DEFAULT_CSS = """
    TooSmall {
        layer: cover;
        display: none;
        width: 100%;
        height: 100%;
        background: $background;
        content-align: center middle;
        text-align: center;
    }
    Screen.-narrow TooSmall { display: block; }
    Screen.-low TooSmall { display: block; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def render(self) -> Content:
        """Return the sentence."""
        times, size = self._glyphs.times, self.app.size
        words = (
            f"Gridlock needs {LEAST_WIDTH}{times}{LEAST_HEIGHT}; "
            f"this window is {size.width}{times}{size.height}. "
            "Enlarge it, or play gridlock plain."
        )
        if size.height >= _ROOM_TO_COMFORT:
            words += " Your game is as you left it."
        return Content(words)
