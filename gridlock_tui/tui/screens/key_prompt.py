"""Asks for a key: the next key pressed is the answer."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.rules.text import listed
from gridlock_tui.tui.commands import Command
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes


class KeyPrompt(ScreenFixes, ModalScreen[str | None]):
    """Asks for the new key of a command, and returns it; None leaves the keys as they are."""

    CSS_PATH = "confirm.tcss"

    def __init__(self, command: Command) -> None:
        super().__init__()
        self._command = command

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical():
            yield Static("Press the new key for:", markup=False)
            yield Static(self._command.help, markup=False, classes="what")
            keys = listed(self._command.all_keys.split())
            yield Static(f"It replaces {keys}.", markup=False)
            yield Static("Esc leaves it as it is.", markup=False, id="answers")

    def on_key(self, event: events.Key) -> None:
        """Return the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)

    def on_click(self) -> None:
        """Leave the keys as they are."""
        self.dismiss(None)
