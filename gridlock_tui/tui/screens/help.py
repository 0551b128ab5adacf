"""The help page, made from the table of commands, so that it cannot go stale."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from gridlock_tui.tui.commands import ANYWHERE, GAME, MENU, MOUSE, Command
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall

_KEY_WIDTH = 12
_MOUSE_WIDTH = 24


class HelpPage(Page):
    """Lists every key and what the mouse does."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield Static("Keys", classes="heading")
            yield Static(self._table(GAME))
            yield Static("Everywhere", classes="part")
            yield Static(self._table(ANYWHERE))
            yield Static("In the menu", classes="part")
            yield Static(self._table(MENU))
            yield Static("Mouse", classes="part")
            yield Static(_rows(MOUSE, _MOUSE_WIDTH))
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def _table(self, commands: Iterable[Command]) -> Content:
        return _rows(((self._keys(command), command.help) for command in commands), _KEY_WIDTH)

    def _keys(self, command: Command) -> str:
        return " ".join(_shown(key) for key in command.keys.split(","))


def _rows(rows: Iterable[tuple[str, str]], width: int) -> Content:
    lines = [Content.assemble((left.ljust(width), "bold"), " ", right) for left, right in rows]
    return Content("\n").join(lines)


def _shown(key: str) -> str:
    """Return a key as a player knows it."""
    names = {"question_mark": "?", "colon": ":", "escape": "Esc", "shift+tab": "Shift+Tab"}
    if key in names:
        return names[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return key if len(key) == 1 else key.capitalize()
