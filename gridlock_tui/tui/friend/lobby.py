"""Waiting for the match to begin: shows where the host is found, or whether a host answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widgets import Static

from gridlock_tui.net.rooms import binding_advice
from gridlock_tui.net.view import Link, View
from gridlock_tui.net.wire import read_address
from gridlock_tui.tui.friend.room import Room
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.moves import StatusMessage, sentence

_COPY = (
    "[@click=screen.copy_code][b]c[/b] copy code[/]   "
    "[@click=screen.copy_address][b]a[/b] address[/]   "
)
_STOP = "[@click=screen.close][b]Esc[/b] stop[/]"


class LobbyScreen(ScreenFixes, ModalScreen[None]):
    """Closes itself when the match has begun or cannot begin."""

    CSS_PATH = "friend.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy_code", "copy code"),
        Binding("a", "copy_address", "copy address"),
        Binding("escape,q,ctrl+q,ctrl+c", "close", "stop"),
    ]

    heading: var[StatusMessage] = var(StatusMessage())
    """What we wait for."""
    remark: var[StatusMessage] = var(StatusMessage())
    """What went wrong, what was copied, or who can connect."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    @property
    def is_answering(self) -> bool:
        """Whether a guest asks the host: the next key is for the match, if it begins at once."""
        view = self._room.session.feed.view
        return not self._room.is_host and view.link is Link.NEW and not view.notice

    def compose(self) -> ComposeResult:
        """Lay out address, code and advice."""
        room = self._room
        with Vertical(classes="box"):
            yield TextLine(classes="title").data_bind(message=LobbyScreen.heading)
            yield _line("Address", room.address)
            yield _line("Code", room.code)
            yield TextLine(classes="remark").data_bind(message=LobbyScreen.remark)
            keys = Content.from_markup((_COPY if room.is_host else "") + _STOP)
            yield Static(keys, classes="answers")
        yield TooSmall()

    def on_mount(self) -> None:
        """Follow the session."""
        self._room.session.feed.listeners.append(self._hear)
        if self._room.is_host:
            bind, port = read_address(self._room.address)
            self.remark = StatusMessage(binding_advice(bind, str(port)))
        self._follow()

    def on_unmount(self) -> None:
        """Follow nothing any more."""
        if self._hear in self._room.session.feed.listeners:
            self._room.session.feed.listeners.remove(self._hear)

    def _hear(self, _: View) -> None:
        """Follow from a message of this screen: this is called by the network."""
        self.call_later(self._follow)

    def _follow(self) -> None:
        view = self._room.session.feed.view
        if view.table is not None or view.link is Link.ENDED:
            self.dismiss(None)
            return
        self.heading = StatusMessage(view.status)
        if view.notice:
            self.remark = StatusMessage(sentence(view.notice), alarmed=True)

    def action_copy_code(self) -> None:
        """Copy the room code."""
        self._copy(self._room.code)

    def action_copy_address(self) -> None:
        """Copy the address."""
        self._copy(self._room.address)

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.remark = StatusMessage(f"Copied: {text}")

    def action_close(self) -> None:
        """Stop waiting."""
        self.dismiss(None)


def _line(label: str, value: str) -> Static:
    return Static(Content.assemble(label.ljust(9), (value, "bold")), classes="fact")
