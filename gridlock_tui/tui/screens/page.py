"""What the rules, the help and the statistics have in common: a page to read and to leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock_tui.tui.commands import ANYWHERE, PAGE, Command
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall


class Page(ScreenFixes):
    """A mixin for screens with text that scrolls; it comes before `Screen`."""

    CSS_PATH = "page.tcss"
    DEFAULT_CLASSES = "page"
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*PAGE, *ANYWHERE)

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands with the keys that apply."""
        return preferences_of(self).commands

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield from self.text()
        yield KeyBar()
        yield TooSmall()

    def text(self) -> ComposeResult:
        """Yield the text of the page."""
        raise NotImplementedError


def line(words: str, classes: str = "") -> Static:
    """Return a paragraph without markup."""
    return Static(words, classes=classes, markup=False)
