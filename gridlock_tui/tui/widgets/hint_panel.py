"""A hint beside the board: which step it is, the idea in a word, and why."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.text_line import wrapped

_QUIET = "$foreground 65%"


class HintPanel(Widget):
    """Shows a hint, and what the hint key does next, which can be clicked."""

    hint: reactive[Hint | None] = reactive[Hint | None](None, layout=True)
    """The hint; None if there is none."""

    def __init__(self, command: str = "hint") -> None:
        super().__init__()
        self._command = command

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        hint = self.hint
        if hint is None or width <= 0:
            return []
        lines = Content.styled(hint.heading, _QUIET).wrap(width)
        if hint.title:
            lines.append(Content.styled(hint.title, "bold $success"))
        lines += wrapped(hint.text, width)
        follows = hint.next.sentence(preferences_of(self).key_of(self._command))
        if follows:
            words = Content.from_markup("[@click=screen.hint]$words[/]", words=follows)
            lines += words.stylize(_QUIET).wrap(width)
        return lines
