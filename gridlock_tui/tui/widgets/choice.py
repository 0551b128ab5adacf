"""A choice between a few values, changed by arrow keys, clicks or the wheel."""

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

from gridlock_tui.tui.commands import CHOICE, Command, bindings


class Choice(Widget, can_focus=True):
    """Shows one of several values between two arrows."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = CHOICE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "back", "previous", show=False),
        *bindings(KEY_COMMANDS),
    ]

    values: reactive[tuple[str, ...]] = reactive((), layout=True)
    """The values to choose from; if the current one is not among new ones, the first is chosen."""
    at: reactive[int] = reactive(0, init=False)
    """The index of the current value."""
    label: reactive[str] = reactive("", layout=True)
    """What is chosen."""
    stacked: reactive[bool] = reactive(False, layout=True)
    """Whether the label stands above the value instead of before it."""
    tight: reactive[bool] = reactive(False, layout=True)
    """Whether the arrows touch a value that has its label before it."""
    value_style: reactive[str] = reactive("")
    """The style of the value while the choice does not have the focus."""

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice

    def __init__(
        self,
        label: str,
        values: Sequence[str],
        chosen: str,
        *,
        id: str,  # noqa: A002 - Textual's own name for it
    ) -> None:
        super().__init__(id=id)
        self.set_reactive(Choice.label, label)
        self.set_reactive(Choice.values, tuple(values))
        self.set_reactive(Choice.at, self.values.index(chosen))

    @property
    def value(self) -> str:
        """The current value."""
        return self.values[self.at]

    @property
    def _lead(self) -> str:
        """What is drawn left of the value."""
        if self.stacked:
            return "‹ "
        return f"{self.label} ‹{'' if self.tight else ' '}"

    def render(self) -> Content:
        """Return the current value between two arrows, as wide as the longest value."""
        spare = max(map(cell_len, self.values)) - cell_len(self.value)
        before, after = " " * (spare // 2), " " * (spare - spare // 2)
        style = "" if self.has_focus else self.value_style
        if self.stacked:
            label = Content.styled(self.label, "" if self.has_focus else "$foreground 75%")
            return Content.assemble(
                label, "\n‹ ", (self.value, f"bold {style}"), " ›", before, after
            )
        shown = Content.assemble(before, (self.value, style), after)
        return Content.assemble(self._lead, shown, "›" if self.tight else " › ")

    def action_on(self) -> None:
        """Choose the next value; after the last comes the first."""
        self.at = (self.at + 1) % len(self.values)

    def action_back(self) -> None:
        """Choose the previous value; before the first comes the last."""
        self.at = (self.at - 1) % len(self.values)

    def watch_values(self, values: tuple[str, ...]) -> None:
        """Choose the first value if there are fewer now than the current index."""
        if self.at >= len(values):
            self.at = 0

    def watch_at(self) -> None:
        """Post that another value was chosen."""
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """Choose the previous value by a click left of the current one, otherwise the next."""
        on_label = self.stacked and event.y == 0
        if event.x < cell_len(self._lead) and not on_label:
            self.action_back()
        else:
            self.action_on()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Choose the previous value."""
        event.stop()
        self.action_back()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Choose the next value."""
        event.stop()
        self.action_on()
