"""The line of the menu that offers the next rung of the climb."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match.stars import next_level
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.wording.climb import ALL_DONE, rung_words

if TYPE_CHECKING:
    from gridlock_tui.match.ladder import Ladder

_QUIET = "$foreground 75%"
_WIDE = 70
"""From this many columns on there is room for the names of the game and of the action."""


class ClimbLine(Widget):
    """Says which rung comes next in the highlighted game; a click plays it."""

    ALLOW_SELECT = False
    state: reactive[MenuState] = reactive(MenuState)
    ladder: reactive[Ladder | None] = reactive(None)
    """The ladder of the highlighted game; None while it is looked up or if there is none."""

    def watch_state(self, before: MenuState, state: MenuState) -> None:
        """Look up the ladder of another game."""
        if self.ladder is None or state.slug != before.slug:
            self._look_up(state.slug)

    @work(exclusive=True)
    async def _look_up(self, slug: str) -> None:
        # Importing the engine takes long, so it is done in a thread.
        self.ladder = await asyncio.to_thread(_ladder_of, slug)

    def render(self) -> Content:
        """Return the line; nothing until everything in it is known."""
        state, ladder = self.state, self.ladder
        if ladder is None or state.stars is None or ladder.variant.slug != state.slug:
            return Content("")
        level = next_level(state.stars_of(state.slug))
        wide = self.content_size.width >= _WIDE
        words = ALL_DONE if level is None else rung_words(ladder, level, brief=not wide)
        if wide:  # else the list says which game it is
            words = f"{ladder.variant.name}: {words}"
        line = Content.assemble(("Climb  ", "bold $success"), words)
        if level is None:
            return line
        label = "Play next  " if wide else ""
        action = Content.assemble((label, "bold"), (preferences_of(self).key_of("climb"), _QUIET))
        room = max(self.content_size.width - action.cell_length, 0)
        line = line.truncate(room, ellipsis=True)
        return Content.assemble(line.pad_right(room - line.cell_length), action)

    async def on_click(self) -> None:
        """Play the rung."""
        await self.screen.run_action("climb")


def _ladder_of(slug: str) -> Ladder | None:
    from gridlock_tui.match.ladder import ladder_of

    return ladder_of(VARIANTS[slug])
