"""Textual's command palette with two crashes fixed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.command import CommandList, CommandPalette

from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes


class Palette(ScreenFixes, CommandPalette):
    """The command palette, for people who type faster than it opens and closes.

    In Textual 8.2.8 a page key before its list is laid out, or a letter after the list is gone,
    crashes the app. There is no public way to fix this.
    """

    # The icon is an emoji: not every terminal has it, and its colours do not follow the theme.
    DEFAULT_CSS = """
    Palette SearchIcon { display: none; }
    Palette CommandInput { padding-left: 2; }
    """

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)

    def _gather_commands(self, search_value: str) -> Any:  # noqa: ANN401 - as Textual has it
        return super()._gather_commands(search_value) if self.query(CommandList) else None
