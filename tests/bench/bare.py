"""The smallest Textual app that changes something when a key is pressed, to measure against."""

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Label


class BareApp(App[None]):
    """One label, which counts the keys pressed."""

    presses = 0

    def compose(self) -> ComposeResult:
        """Show the label."""
        yield Label("ready 0")

    def on_key(self, event: events.Key) -> None:
        """Count the key."""
        event.stop()
        self.presses += 1
        self.query_one(Label).update(f"ready {self.presses}")


if __name__ == "__main__":
    BareApp().run()
