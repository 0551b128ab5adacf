"""The part of the menu that describes the game."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.menu_state import OTHERS, MenuState
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.text_line import fits
from gridlock_tui.tui.wording.moves import sentence


class Essence(Widget):
    """Describes the highlighted variant, or says which keys continue and give up a match."""

    state: reactive[MenuState] = reactive(MenuState, layout=True)

    def render(self) -> Content:
        """Return the rules in short, or the summary where there is no room for them."""
        state, variant = self.state, self.state.choices.variant
        play, give_up = map(preferences_of(self).key_of, ("play", "drop"))
        if not state.is_known:
            return Content("")
        if state.on_match == OTHERS:
            return Content(f"{play} lists the other games that are not finished.")
        if state.match is not None:
            return Content(f"{play} continues this game, {give_up} gives it up.")
        essence = Content(variant.essence)
        return essence if fits(self, essence) else Content(sentence(variant.summary))
