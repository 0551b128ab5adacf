"""Fields for the names of players."""

from __future__ import annotations

from textual.reactive import var
from textual.widgets import Input

from gridlock_tui.match import LONGEST_NAME, default_names
from gridlock_tui.match.naming import called
from gridlock_tui.rules import Player
from gridlock_tui.tui.menu_state import MenuState

PRINTABLE = r"[^\x00-\x1f\x7f-\x9f]*"
"""What can be typed or pasted: anything but control characters."""


class NameInput(Input):
    """A single line without a border."""

    def __init__(self, value: str, *, placeholder: str, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(
            value, placeholder=placeholder, max_length=LONGEST_NAME, restrict=PRINTABLE, id=id
        )


class PlayerName(NameInput):
    """The name of one player in the menu."""

    state: var[MenuState] = var(MenuState, init=False)

    def __init__(self, player: Player, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__("", placeholder=str(player), id=id)
        self._at = player - 1

    def watch_state(self, state: MenuState) -> None:
        """Show the name, or the default one where nothing is typed."""
        self.value = state.choices.names[self._at]
        kinds = state.choices.kinds
        self.placeholder = called(default_names(kinds), kinds)[self._at]
