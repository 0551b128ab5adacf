"""The key bar: the commands that can be given now, as many as there is room for, clickable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters
from textual.content import Content
from textual.widget import Widget

from gridlock_tui.tui.commands import Command
from gridlock_tui.tui.configured import ConfiguredApp

if TYPE_CHECKING:
    from textual.screen import Screen


class KeyBar(Widget):
    """Shows keys and what they do, the most wanted ones where not all fit."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
        link-style: none;
        link-background: transparent;
        link-color: $foreground 85%;
        link-style-hover: bold;
        link-background-hover: $primary 40%;
        link-color-hover: $foreground;
        &:ansi {
            background: ansi_default;
            color: ansi_default;
            link-color: ansi_default;
            link-color-hover: ansi_default;
            link-background-hover: ansi_default;
            link-style-hover: reverse;
        }
    }
    """

    app = getters.app(ConfiguredApp)

    def on_mount(self) -> None:
        """Follow what the screen can do."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()

    def render(self) -> Content:
        """Return the line of keys."""
        shown = self._fitting(self.content_size.width)
        parts = [self._item(command, enabled) for command, enabled in shown]
        return Content("  ").join(parts)

    def _fitting(self, width: int) -> list[tuple[Command, bool]]:
        active = self._active()
        # In a field to type in, a letter is a letter.
        focused = self.screen.focused
        typing = focused is not None and focused.check_consume_key("a", "a")
        offered = [
            command
            for command in self.app.commands.values()
            if self._wanted(command)
            and command.id in active
            and not (typing and len(command.shown) == 1)
        ]
        chosen: set[str] = set()
        used = -2
        # Whether a command can be given does not count here: the bar would jump with every move.
        for command in sorted(offered, key=lambda each: -self._wanted(each)):
            used += len(command.shown) + len(command.label) + 3
            if used > width:
                break
            chosen.add(command.id)
        return [(command, active[command.id]) for command in offered if command.id in chosen]

    def _wanted(self, command: Command) -> int:
        """Return how much the command is wanted here now."""
        over = self.screen.has_class("-over") and command.over is not None
        return command.over or 0 if over else command.bar

    def _active(self) -> dict[str, bool]:
        """Return the ids of the commands whose keys work now, and whether they can be given."""
        active = {}
        for found in self.screen.active_bindings.values():
            if found.binding.id is not None:  # the others are Textual's own
                active[found.binding.id] = found.enabled
        return active

    def _item(self, command: Command, enabled: bool) -> Content:
        words = Content.assemble((command.shown, "bold"), " ", command.label)
        if not enabled:
            return words.stylize("dim")
        return Content.from_markup(
            f"[@click={command.full_action}][b]$key[/b] $label[/]",
            key=command.shown,
            label=command.label,
        )
