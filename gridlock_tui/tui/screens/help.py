"""The help page, made from the table of commands."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

from gridlock_tui.tui.commands import GAME, MOUSE, PLACES, Command, bindings, digit_keys
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.widgets.key_table import KeyTable


class HelpPage(Page, Screen[None]):
    """Lists every key and what the mouse does, first what can be used where it was opened."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Page.KEY_COMMANDS)

    def __init__(self, usable: Container[str | None] = ()) -> None:
        super().__init__()
        self._usable = usable
        """The ids of the commands that can be used where the page was opened."""

    def text(self) -> ComposeResult:
        """Yield a table for each place, and one for the mouse."""
        yield Static("Keys", classes="heading")
        for place, commands in sorted(PLACES, key=self._is_elsewhere):
            yield Static(place.capitalize(), classes="part")
            digits = digit_keys() if commands is GAME else ()
            rows = [(self.commands[each.id].all_keys, each.help) for each in commands]
            yield KeyTable([*rows, *digits])
        yield Static("Mouse", classes="part")
        yield KeyTable(MOUSE)

    def _is_elsewhere(self, place: tuple[str, Sequence[Command]]) -> bool:
        return not any(each.id in self._usable for each in place[1])
