"""Textual's command palette, with two weaknesses of it mended."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.command import CommandList, CommandPalette

from gridlock_tui.tui.screens.painted import PaintedScreen


class Palette(CommandPalette, PaintedScreen[None]):
    """The command palette, for people who type faster than it opens and closes.

    In Textual 8.2.8 a page key that comes before its list is laid out, or a letter that comes
    after the list is gone, ends the app. There is no public way to mend that.
    """

    # An emoji: not every terminal has it, and its colours are not ours to choose.
    DEFAULT_CSS = """
    Palette SearchIcon { display: none; }
    Palette CommandInput { padding-left: 2; }
    """

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)

    def _gather_commands(self, search_value: str) -> Any:  # noqa: ANN401 - as Textual has it
        return super()._gather_commands(search_value) if self.query(CommandList) else None
