"""Textual's command palette with two crashes fixed, and its theme picker with a preview."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import Command, CommandList, CommandPalette
from textual.theme import ThemeProvider
from textual.widgets import OptionList

from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes

if TYPE_CHECKING:
    _Palette = CommandPalette
else:
    _Palette = object

# The icon is an emoji: not every terminal has it, and its colours do not follow the theme.
_WITHOUT_ICON = """
    Palette SearchIcon, ThemePicker SearchIcon { display: none; }
    Palette CommandInput, ThemePicker CommandInput { padding-left: 2; }
"""


class PaletteFixes(ScreenFixes, _Palette):
    """A mixin for palettes, for people who type faster than they open and close.

    In Textual 8.2.8 a page key before the list is laid out, or a letter after the list is gone,
    crashes the app. There is no public way to fix this.
    """

    @property
    def is_answering(self) -> bool:
        """Whether it searches for what was typed: Enter is for what it finds."""
        return any(each.node is self and not each.is_finished for each in self.workers)

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)

    def _gather_commands(self, search_value: str) -> Any:  # noqa: ANN401 - as Textual has it
        return super()._gather_commands(search_value) if self.query(CommandList) else None


class Palette(PaletteFixes, CommandPalette):
    """The palette with the commands."""

    DEFAULT_CSS = _WITHOUT_ICON


class ThemePicker(PaletteFixes, CommandPalette):
    """The palette with the themes; it shows the app in the theme that is highlighted."""

    # It leaves most of the app in view.
    DEFAULT_CSS = (
        _WITHOUT_ICON
        + """
    ThemePicker { align-horizontal: right; background: transparent; }
    ThemePicker > Vertical { width: 32; margin-top: 1; }
    ThemePicker CommandList { max-height: 12; }
    """
    )

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(providers=[_Themes], placeholder="Search for themes", id=id)
        self._before: str | None = self.app.theme
        """The theme to restore; a command of the list sets the chosen one after that."""

    @on(OptionList.OptionHighlighted)
    def preview(self, event: OptionList.OptionHighlighted) -> None:
        """Show the app in the highlighted theme."""
        if self._before is not None and isinstance(event.option, Command):
            self.app.theme = str(event.option.hit.text)

    def dismiss(self, result: object = None) -> AwaitComplete:
        """Restore the theme and close."""
        self._restore()
        return super().dismiss(result)

    def on_unmount(self) -> None:
        """Restore the theme, if something else has closed the list."""
        self._restore()

    def _restore(self) -> None:
        if self._before is not None:
            self.app.theme, self._before = self._before, None


class _Themes(ThemeProvider):
    """The themes, with the current one first: it is highlighted when the list opens."""

    @property
    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        """The name of each theme, and what sets it."""
        return sorted(super().commands, key=lambda each: each[0] != self.app.theme)
