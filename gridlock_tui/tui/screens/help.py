"""The help page, made from the table of commands, so that it cannot go stale."""

from __future__ import annotations

from collections.abc import Container, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock_tui.tui.commands import DIGITS, GAME, MOUSE, PLACES, Command
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.key_table import KeyTable
from gridlock_tui.tui.widgets.too_small import TooSmall


class HelpPage(Page):
    """Lists every key and what the mouse does, first what is of use where one comes from."""

    def __init__(self, glyphs: Glyphs, usable: Container[str | None] = ()) -> None:
        super().__init__(glyphs)
        self._usable = usable
        """The commands that can be given where the page was asked for."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield Static("Keys", classes="heading")
            for place, commands in sorted(PLACES, key=self._is_elsewhere):
                yield Static(place.capitalize(), classes="part")
                digits = DIGITS if commands is GAME else ()
                rows = [(self.app.commands[each.id].all_keys, each.help) for each in commands]
                yield KeyTable([*rows, *digits])
            yield Static("Mouse", classes="part")
            yield KeyTable(MOUSE)
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def _is_elsewhere(self, place: tuple[str, Sequence[Command]]) -> bool:
        return not any(each.id in self._usable for each in place[1])
