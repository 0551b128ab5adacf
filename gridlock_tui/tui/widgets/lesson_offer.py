"""The line of the menu that offers the first lesson, until something was played."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.preferences import preferences_of

_QUIET = "$foreground 75%"
_WORDS = ("New here? The first lesson takes two minutes.", "New here? Try a lesson.")
"""The offer, and a shorter form of it."""
_ACTION = "Learn  "


class LessonOffer(Widget):
    """Offers the first lesson; a click starts it."""

    ALLOW_SELECT = False
    state: reactive[MenuState] = reactive(MenuState)

    def watch_state(self, state: MenuState) -> None:
        """Show the offer to somebody new."""
        self.set_class(state.is_new, "-shown")

    def render(self) -> Content:
        """Return the line."""
        width = self.content_size.width
        key = preferences_of(self).key_of("lesson")
        action = Content.assemble((_ACTION, "bold"), (key, _QUIET))
        room = max(width - action.cell_length - 1, 0)
        words = next((each for each in _WORDS if len(each) <= room), _WORDS[-1])
        line = Content.styled(words, "bold $success").truncate(room, ellipsis=True)
        gap = max(width - line.cell_length - action.cell_length, 1)
        return Content.assemble(line, " " * gap, action)

    async def on_click(self) -> None:
        """Start the lesson."""
        await self.screen.run_action("next_lesson")
