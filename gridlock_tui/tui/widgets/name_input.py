"""A field for a player's name."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from gridlock_tui.match import LONGEST_NAME
from gridlock_tui.tui.commands import FIELD, bindings

PRINTABLE = r"[^\x00-\x1f\x7f-\x9f]*"
"""What may be typed or pasted: anything but control characters."""


class NameInput(Input):
    """One line without a frame; Enter plays."""

    DEFAULT_CSS = """
    NameInput {
        width: 1fr;
        max-width: 26;
        height: 1;
        border: none;
        padding: 0 1;
        background: $surface;
        &:focus { border: none; background: $primary 20%; }
        &:ansi { border: none; }
        &:ansi:focus { border: none; text-style: underline; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(FIELD)

    def __init__(self, value: str, *, placeholder: str, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(
            value, placeholder=placeholder, max_length=LONGEST_NAME, restrict=PRINTABLE, id=id
        )
