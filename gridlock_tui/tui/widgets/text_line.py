"""A line of text that follows the state of its screen."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.wording.moves import StatusMessage


def fits(widget: Widget, text: Content) -> bool:
    """Return whether the text fits a widget whose height a style sheet limits."""
    limit, width = widget.styles.max_height, widget.content_size.width
    return limit is None or not width or text.get_height({}, width) <= limit.value


class TextLine(Widget):
    """Shows a message; a warning stands out."""

    message: reactive[StatusMessage] = reactive(StatusMessage())

    def render(self) -> Content:
        """Return the text."""
        return Content.styled(self.message.text, "bold $warning" if self.message.alarmed else "")
