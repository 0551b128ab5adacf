"""The list of all commands with their keys, for giving them other ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridlock_tui.tui.commands import BY_ID, PLACES, Command
from gridlock_tui.tui.glyphs import Glyphs

_KEYS_WIDTH = 15
"""As much as the usual keys of any command take."""


class KeyList(OptionList):
    """Shows each command on a line; changed keys stand out."""

    DEFAULT_CSS = """
    KeyList {
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        text-wrap: nowrap;
        &:focus { border: none; }
        &> .option-list--option { padding: 0 1 0 0; }
        &> .option-list--option-disabled { color: $accent; }
        &> .option-list--option-highlighted {
            background: $panel;
            color: $foreground;
            text-style: none;
        }
        &:focus > .option-list--option-highlighted {
            background: $primary;
            color: $background;
            text-style: bold;
        }
        &:ansi > .option-list--option-highlighted { color: ansi_default; background: ansi_default; }
        &:ansi:focus > .option-list--option-highlighted {
            color: ansi_default;
            background: ansi_default;
            text-style: reverse;
        }
    }
    """

    # Enter selects, as in any list; here that gives a key, and the key bar says so.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "change", id="settings-change")
    ]

    def __init__(self, commands: Mapping[str, Command], glyphs: Glyphs, *, id: str) -> None:  # noqa: A002 - Textual's own name
        self._commands = commands
        self._glyphs = glyphs
        super().__init__(id=id)
        self.add_options(self._options_of_all())

    def on_mount(self) -> None:
        """Mark the first command, so that Enter has something to change."""
        self.action_first()

    def on_resize(self) -> None:
        """Let every sentence have the lines that it needs."""
        self._write()

    @property
    def marked(self) -> Command | None:
        """The command that is marked."""
        option = self.highlighted_option
        return self._commands[option.id] if option and option.id else None

    def show(self, commands: Mapping[str, Command]) -> None:
        """Show the keys that the commands have now."""
        self._commands = commands
        self._write()

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Mark the line that is meant by a sign as well, for terminals without colours."""
        super().watch_highlighted(highlighted)
        self._write()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show by that sign, too, whether the keys go here."""
        super().watch_has_focus(has_focus)
        self._write()

    def _write(self) -> None:
        marked = self.highlighted_option
        for option in self.options:
            if option.id is not None:
                line = self._line(self._commands[option.id], here=option is marked)
                if line != option.prompt:
                    self.replace_option_prompt(option.id, line)

    def _options_of_all(self) -> Iterator[Option]:
        for number, (place, commands) in enumerate(PLACES):
            above = "\n" if number else ""
            yield Option(Content.styled(f"{above} Keys {place}", "bold $accent"), disabled=True)
            for command in commands:
                yield Option(self._line(self._commands[command.id]), id=command.id)

    def _line(self, command: Command, *, here: bool = False) -> Content:
        changed = command.keys != BY_ID[command.id].keys
        sign = self._glyphs.here if self.has_focus else self._glyphs.dot
        mark = sign if here else " "
        keys = command.all_keys.ljust(_KEYS_WIDTH)
        words = Content.styled(command.help, "bold" if changed else "")
        room = self.scrollable_content_region.width - _KEYS_WIDTH - 3
        lines = words.wrap(room) if room > 0 else [words]  # before the layout nothing is known
        if len(keys) > _KEYS_WIDTH:
            lines.insert(0, Content(""))
        below = "\n" + " " * (_KEYS_WIDTH + 2)
        return Content.assemble(mark, (f"{keys} ", "bold"), Content(below).join(lines))
