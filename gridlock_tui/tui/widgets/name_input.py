"""A field for a player's name."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

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
        &:focus { border: none; background: $primary 35%; }
        &:ansi { border: none; }
        &:ansi:focus { border: none; text-style: underline; }
    }
    """

    # Enter submits, as in any field; here that is the command "play", and the key bar says so.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "play", id="play")]

    def __init__(self, value: str, *, placeholder: str, id: str) -> None:  # noqa: A002
        super().__init__(value, placeholder=placeholder, max_length=24, restrict=PRINTABLE, id=id)
