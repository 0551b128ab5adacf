"""The parts of the menu that show one option of a new match, and the lines about the game."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive, var
from textual.widget import Widget

from gridlock_tui.tui.menu_state import OPTIONS, MenuState
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH


class OptionChoice(Choice):
    """Shows one of the `OPTIONS`."""

    state: var[MenuState] = var(MenuState, init=False)

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name
        self._option = OPTIONS[id]
        texts = self._option.texts(MenuState().choices)
        super().__init__(self._option.label, texts, texts[0], id=id)

    def watch_state(self, state: MenuState) -> None:
        """Show the chosen value."""
        self.values = tuple(self._option.texts(state.choices))
        self.at = self._option.chosen(state.choices)


class Essence(Widget):
    """Describes the highlighted variant, or says which keys continue and give up a match."""

    state: reactive[MenuState] = reactive(MenuState, layout=True)
    window: reactive[Size] = reactive(Size(0, 0), layout=True)

    def render(self) -> Content:
        """Return as much text as there is room for."""
        match, variant = self.state.match, self.state.choices.variant
        if match is None:
            narrow = self.window.width < STANDARD_WIDTH
            return Content(variant.summary if narrow else variant.essence)
        play, give_up = map(preferences_of(self).key_of, ("play", "drop"))
        if match.is_done:
            return Content(f"{play} shows this finished game.")
        return Content(f"{play} continues this game, {give_up} gives it up.")
