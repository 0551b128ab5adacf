"""The parts of the menu that show one option of a new match, and start it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive, var
from textual.widget import Widget

from gridlock_tui.tui.ascii_filter import ellipsis
from gridlock_tui.tui.commands import MORE_BUTTON, Command, bindings
from gridlock_tui.tui.menu_choices import OPTIONS
from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.choice import Choice


class OptionChoice(Choice):
    """Shows one of the `OPTIONS`."""

    state: var[MenuState] = var(MenuState, init=False)
    is_long: var[bool] = var(False)
    """Whether there is room for longer texts."""

    def __init__(self, id: str, indent: int = 0) -> None:  # noqa: A002 - Textual's own name
        self._option, self._indent = OPTIONS[id], indent
        choices = MenuState().choices
        texts = self._option.texts(choices)
        super().__init__(self._option.label(choices), texts, texts[0], id=id)

    def watch_state(self) -> None:
        """Show the chosen value."""
        self._show()

    def watch_is_long(self) -> None:
        """Show shorter or longer texts."""
        self._show()

    def _show(self) -> None:
        option, choices = self._option, self.state.choices
        texts = option.long_texts if self.is_long and option.long_texts else option.texts
        # The index first: in between, it must not point beyond the values.
        self.at = option.chosen(choices)
        self.values = tuple(texts(choices))
        self.label = option.label(choices).ljust(self._indent)
        self.value_style = option.style(choices)


class PlayButton(Widget, can_focus=True):
    """Starts the chosen game, or continues the highlighted match."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "screen.play", "play", show=False)]

    state: reactive[MenuState] = reactive(MenuState, layout=True)
    stacked: reactive[bool] = reactive(False, layout=True)
    """Whether the key is shown below the word."""

    def render(self) -> Content:
        """Return what it does, and the key that does the same."""
        word = "▸ Continue" if self.state.match else "▸ Play"
        return Content(_with_key(self, word, "play") if self.stacked else word)

    async def on_click(self) -> None:
        """Play."""
        await self.screen.run_action("play")


class MoreButton(Widget, can_focus=True):
    """Shows the options that are chosen rarely."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = MORE_BUTTON
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    stacked: reactive[bool] = reactive(False, layout=True)
    """Whether the key is shown below the word."""

    def render(self) -> Content:
        """Return the word, and the key that does the same."""
        word = f"More{ellipsis(self)}"
        return Content(_with_key(self, word, "more") if self.stacked else word)

    async def on_click(self) -> None:
        """Show the options."""
        await self.screen.run_action("more")


def _with_key(node: Widget, word: str, command: str) -> str:
    return f"{word}\n{preferences_of(node).key_of(command)}"
