"""The question for a key: whatever is pressed is the answer."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.rules.text import listed
from gridlock_tui.tui.commands import Command
from gridlock_tui.tui.screens.painted import PaintedScreen


class PressScreen(ModalScreen[str | None], PaintedScreen[str | None]):
    """Waits for the key that a command is to have."""

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
            yield Static(f"It takes the place of {keys}.", markup=False)
            yield Static("Esc leaves it as it is.", markup=False, id="answers")

    def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)

    def on_click(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)
