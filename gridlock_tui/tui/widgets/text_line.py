"""A line of text that follows the state of its screen."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.wording.moves import StatusMessage


class TextLine(Widget):
    """Shows a message; a warning stands out."""

    message: reactive[StatusMessage] = reactive(StatusMessage())

    def render(self) -> Content:
        """Return the text."""
        return Content.styled(self.message.text, "bold $warning" if self.message.alarmed else "")
