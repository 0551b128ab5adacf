"""The heading above the moves; it leads back to the latest one."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.preferences import preferences_of

_QUIET = "$foreground 65%"


class MovesHeading(Widget):
    """Shows which move is looked at, if it is not the latest, and the way back."""

    looks_back: reactive[str] = reactive("")
    """Which of the moves is shown: `2/5`; empty at the latest."""

    def render(self) -> Content:
        """Return the line."""
        heading = Content.styled("Moves", f"bold {_QUIET}")
        if not self.looks_back:
            return heading
        words = f"latest ({preferences_of(self).key_of('present')})"
        back = Content.from_markup("[@click=screen.present]» $words[/]", words=words)
        return Content.assemble(heading, f"  {self.looks_back}  ", back)
