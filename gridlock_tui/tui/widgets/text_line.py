"""A line of text that follows the state of its screen."""

from __future__ import annotations

import re

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.wording.moves import StatusMessage

_IN_MOVE = r"(?<=\d) (?=\d|[A-H]\d)"
_UNBROKEN = "\ue000"
"""A character for private use, as wide as a blank: Textual breaks lines at any kind of space."""


def fits(widget: Widget, text: Content) -> bool:
    """Return whether the text fits a widget whose height a style sheet limits."""
    limit, width = widget.styles.max_height, widget.content_size.width
    return limit is None or not width or text.get_height({}, width) <= limit.value


def wrapped(text: str, width: int) -> list[Content]:
    """Return the lines of a text; no line ends within the name of a move, such as `2 3`."""
    lines = Content(re.sub(_IN_MOVE, _UNBROKEN, text)).wrap(width)
    return [Content(line.plain.replace(_UNBROKEN, " ")) for line in lines]


class TextLine(Widget):
    """Shows a message; a warning stands out."""

    message: reactive[StatusMessage] = reactive(StatusMessage())

    def render(self) -> Content:
        """Return the text."""
        return Content.styled(self.message.text, "bold $warning" if self.message.alarmed else "")
