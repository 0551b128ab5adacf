"""The message shown when the window is too small."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

LEAST_WIDTH, LEAST_HEIGHT = 40, 15
_ROOM_TO_COMFORT = 7
"""The least number of lines for the longer message, in 20 columns."""
STANDARD_WIDTH = 76
"""The least number of columns for something beside the board."""


def is_too_small(window: Size) -> bool:
    """Return whether a window of this size can show only this message."""
    return window.width < LEAST_WIDTH or window.height < LEAST_HEIGHT


class TooSmall(Widget):
    """Covers the screen and says how large the window must be."""

    def render(self) -> Content:
        """Return the message."""
        size = self.app.size
        words = (
            f"Gridlock needs {LEAST_WIDTH}×{LEAST_HEIGHT}; "
            f"this window is {size.width}×{size.height}. "
            "Enlarge it, or play gridlock plain."
        )
        if size.height >= _ROOM_TO_COMFORT:
            words += " Your game is as you left it."
        return Content(words)
