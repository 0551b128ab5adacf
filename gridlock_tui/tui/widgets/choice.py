"""A choice between a few values on one line, changed by arrow keys, click or wheel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.tui.commands import CHOICE, bindings
from gridlock_tui.tui.glyphs import Glyphs


class Choice(Widget, can_focus=True):
    """Shows one of several values between two arrows."""

    DEFAULT_CSS = """
    Choice {
        width: auto;
        height: 1;
        &:hover { background: $panel; }
        &:focus { background: $primary; color: $background; text-style: bold; }
        &:ansi:focus { background: ansi_default; text-style: reverse; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "back", "previous", show=False),
        *bindings(CHOICE),
    ]

    at: reactive[int] = reactive(0, init=False)
    """Which of the values is chosen."""

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice

        @property
        def control(self) -> Choice:
            """The choice that changed."""
            return self.choice

    def __init__(
        self,
        label: str,
        values: Sequence[str],
        glyphs: Glyphs,
        chosen: str,
        *,
        id: str,  # noqa: A002 - Textual's own name for it
    ) -> None:
        super().__init__(id=id)
        self._label = label
        self._values = tuple(values)
        self._glyphs = glyphs
        self.set_reactive(Choice.at, self._values.index(chosen))

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._values[self.at]

    def choose(self, value: str) -> None:
        """Choose this value."""
        self.at = self._values.index(value)

    def rename(self, values: Sequence[str]) -> None:
        """Call the values something else; the same one stays chosen."""
        if tuple(values) != self._values:
            self._values = tuple(values)
            self.refresh(layout=True)

    def render(self) -> Content:
        """Return the chosen value between its arrows, as wide as the longest value."""
        width = max(map(cell_len, self._values))
        value = _centred(self.value, width)
        return Content(f"{self._label} {self._glyphs.less} {value} {self._glyphs.more} ")

    def action_on(self) -> None:
        """Choose the value after; after the last comes the first."""
        self.at = (self.at + 1) % len(self._values)

    def action_back(self) -> None:
        """Choose the value before; before the first comes the last."""
        self.at = (self.at - 1) % len(self._values)

    def watch_at(self) -> None:
        """Tell that another value was chosen."""
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """Choose the value before on the left of the shown one, the value after anywhere else."""
        before = cell_len(f"{self._label} {self._glyphs.less}")
        if event.x <= before:
            self.action_back()
        else:
            self.action_on()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Choose the value before."""
        event.stop()
        self.action_back()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Choose the value after."""
        event.stop()
        self.action_on()


def _centred(value: str, width: int) -> str:
    missing = width - cell_len(value)
    return " " * (missing // 2) + value + " " * (missing - missing // 2)
