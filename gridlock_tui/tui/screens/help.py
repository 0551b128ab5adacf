"""The help page, made from the table of commands, so that it cannot go stale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from gridlock_tui.tui.commands import (
    ANYWHERE,
    DIGITS,
    GAME,
    HISTORY,
    MENU,
    MOUSE,
    REVIEW,
    SETTINGS,
    Command,
)
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall


class HelpPage(Page):
    """Lists every key and what the mouse does."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield Static("Keys", classes="heading")
            yield from self._table(GAME)
            yield from (_row(left, right) for left, right in DIGITS)
            yield Static("In a review", classes="part")
            yield from self._table(REVIEW)
            yield Static("Everywhere", classes="part")
            yield from self._table(ANYWHERE)
            yield Static("In the menu", classes="part")
            yield from self._table(MENU)
            yield Static("In the list of finished games", classes="part")
            yield from self._table(HISTORY)
            yield Static("In the settings", classes="part")
            yield from self._table(SETTINGS)
            yield Static("Mouse", classes="part")
            yield from (_row(left, right) for left, right in MOUSE)
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def _table(self, commands: Iterable[Command]) -> Iterator[Horizontal]:
        for command in commands:
            yield _row(self.app.commands[command.id].all_keys, command.help)


def _row(left: str, right: str) -> Horizontal:
    return Horizontal(
        Static(left, classes="what", markup=False), Static(right, markup=False), classes="point"
    )
