"""The list of all commands with their keys, to change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import var
from textual.widgets.option_list import Option

from gridlock_tui.tui.commands import BY_ID, PLACES, Command
from gridlock_tui.tui.widgets.marked_list import MarkedList

_KEYS_WIDTH = 15
"""Enough for the default keys of every command."""
_WIDEST = 90
"""The greatest width of the list, as in `settings.tcss`."""


class KeyList(MarkedList):
    """Shows one command per line; commands with changed keys are bold."""

    # Enter selects, as in any list; the key bar calls that "change" here.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "change", id="settings-change")
    ]

    commands: var[Mapping[str, Command]] = var(BY_ID, init=False)
    """The commands with the keys they have."""

    def __init__(self, commands: Mapping[str, Command], *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.set_reactive(KeyList.commands, commands)
        self.add_options(self._all_options())

    def on_mount(self) -> None:
        """Select the first command, so that Enter has something to change."""
        self.action_first()

    def on_resize(self) -> None:
        """Wrap the sentences to the new width."""
        self.write()

    @property
    def selected(self) -> Command | None:
        """The command on the highlighted line."""
        option = self.highlighted_option
        return self.commands[option.id] if option and option.id else None

    def watch_commands(self) -> None:
        """Show the new keys."""
        self.write()

    def _all_options(self) -> Iterator[Option]:
        for number, (place, commands) in enumerate(PLACES):
            above = "\n" if number else ""
            yield Option(Content.styled(f"{above} Keys {place}", "bold $accent"), disabled=True)
            for command in commands:
                yield Option(self.prompt_of(command.id, " "), id=command.id)

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return the keys of the command with this id, and beside them what it does."""
        command = self.commands[line]
        changed = command.keys != BY_ID[line].keys
        keys = command.all_keys.ljust(_KEYS_WIDTH)
        words = Content.styled(command.help, "bold" if changed else "")
        # Before the first layout the width follows from the window.
        width = self.scrollable_content_region.width or min(self.app.size.width, _WIDEST) - 1
        lines = words.wrap(max(width - _KEYS_WIDTH - 3, 1))
        if len(keys) > _KEYS_WIDTH:
            lines.insert(0, Content(""))
        below = "\n" + " " * (_KEYS_WIDTH + 2)
        return Content.assemble(mark, (f"{keys} ", "bold"), Content(below).join(lines))
