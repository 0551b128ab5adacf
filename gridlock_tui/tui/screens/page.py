"""A page to read: what the rules page and the help page have in common."""

from __future__ import annotations

from typing import ClassVar

from textual import getters
from textual.binding import BindingType

from gridlock_tui.tui.commands import ANYWHERE, PAGE, bindings
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.screens.painted import PaintedScreen


class Page(PaintedScreen[None]):
    """Something to read and to go back from."""

    CSS_PATH = "page.tcss"
    app = getters.app(ConfiguredApp)
    BINDINGS: ClassVar[list[BindingType]] = bindings((*PAGE, *ANYWHERE))

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def action_close(self) -> None:
        """Go back to where the page was opened."""
        self.dismiss()
