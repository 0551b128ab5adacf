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
WIDE_WIDTH = 100
"""The least number of columns for longer words."""
WIDTHS = [
    (0, "-narrow"),
    (LEAST_WIDTH, "-compact"),
    (STANDARD_WIDTH, "-standard"),
    (WIDE_WIDTH, "-wide"),
    (160, "-vast"),
]
"""The classes of a screen with a game, by the columns of the window."""
TALL_HEIGHT = 24
"""The least number of lines for a hint beside the board."""
ROOMY_HEIGHT = 30
"""The least number of lines in which everything has room."""
HEIGHTS = [
    (0, "-low"),
    (LEAST_HEIGHT, "-short"),
    (18, "-medium"),
    (TALL_HEIGHT, "-tall"),
    (ROOMY_HEIGHT, "-roomy"),
]
"""The classes of a screen with a game, by the lines of the window."""


def is_too_small(window: Size) -> bool:
    """Return whether a window of this size can show only this message."""
    return window.width < LEAST_WIDTH or window.height < LEAST_HEIGHT


def is_roomy(window: Size) -> bool:
    """Return whether a window of this size has room for everything, beside the board as well."""
    return window.width >= STANDARD_WIDTH and window.height >= ROOMY_HEIGHT


def shows_hints_beside(window: Size) -> bool:
    """Return whether a window of this size has room for a hint beside the board."""
    return window.width >= STANDARD_WIDTH and window.height >= TALL_HEIGHT


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
