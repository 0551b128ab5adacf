"""The two forms that begin a match with a friend on another machine: host, and join."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from gridlock_tui.match import Setup
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.net.deal import Deal, make_deal
from gridlock_tui.net.host import LOOPBACK
from gridlock_tui.net.rooms import binding_advice
from gridlock_tui.rules import GridlockError, Player
from gridlock_tui.tui.friend.lobby import LobbyScreen
from gridlock_tui.tui.friend.room import Room, host_room, join_room
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.name_input import PRINTABLE, NameInput
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.matches import sized_name
from gridlock_tui.tui.wording.moves import StatusMessage, sentence

_HOST, _JOIN = "host", "join"
_PLAY, _WATCH = "play", "watch"
_INDENT = 10
"""The columns of the labels."""
_LONGEST = 300
_KEYS = "[@click=screen.submit][b]Enter[/b] $go[/]   [@click=screen.close][b]Esc[/b] back[/]"


class FriendForm(ScreenFixes, ModalScreen["Room | None"]):
    """Asks how to connect; returns the room of a match that has begun, None to go back."""

    CSS_PATH = "friend.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "go on"),
        Binding("escape,ctrl+q,ctrl+c", "close", "back"),
        Binding("down", "app.focus_next", "next", show=False),
        Binding("up", "app.focus_previous", "previous", show=False),
    ]

    joins: var[bool] = var(False)
    """Which of the two forms is shown."""
    remark: var[StatusMessage] = var(StatusMessage())
    """What is wrong, or who can connect."""

    def __init__(
        self,
        choices: MenuChoices,
        paths: Paths,
        rng: random.Random,
        hold: Callable[[Room], None],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        """Host a match with these choices, or join any.

        `hold` is told which room is open; `close` closes that room, also if the form is left.
        """
        super().__init__()
        self._choices, self._paths, self._rng = choices, paths, rng
        self._hold, self._close_room = hold, close
        self._is_connecting = False

    @property
    def is_answering(self) -> bool:
        """Whether it connects: the next key is for the screen that follows."""
        return self._is_connecting

    def compose(self) -> ComposeResult:
        """Lay out one field a line."""
        name = self._choices.names[self._choices.side - 1]
        with Vertical(classes="box"):
            yield Static(id="form-title", classes="title")
            yield Choice("You".ljust(_INDENT - 2), (_HOST, _JOIN), _HOST, id="role")
            yield from _field("Your name", NameInput(name, placeholder="Player", id="friend-name"))
            yield from _field("Listen on", _text("bind", LOOPBACK), "hosting")
            yield from _field("Port", _text("port", "any", longest=5), "hosting")
            yield from _field("Address", _text("address", "HOST:PORT"), "joining")
            yield from _field("Code", _text("code", "maple-otter-violin"), "joining")
            play = Choice("Join to".ljust(_INDENT - 2), (_PLAY, _WATCH), _PLAY, id="as")
            play.add_class("joining")
            yield play
            yield TextLine(classes="remark").data_bind(message=FriendForm.remark)
            yield Static(id="form-keys", classes="answers")
        yield TooSmall()

    def on_mount(self) -> None:
        """Begin with the choice between the two."""
        self.query_one("#role").focus()
        for choice in self.query(Choice):
            self.watch(choice, "at", self._follow_choice)

    def _follow_choice(self) -> None:
        self.joins = self.query_one("#role", Choice).value == _JOIN
        watches = self.query_one("#as", Choice).value == _WATCH
        self.query_one("#friend-name").disabled = self.joins and watches

    def watch_joins(self, joins: bool) -> None:
        """Show one of the two forms."""
        self.set_class(joins, "-joining")
        go = Content.from_markup(_KEYS, go="join" if joins else "host")
        self.query_one("#form-keys", Static).update(go)
        game = "" if joins else f": {sized_name(self._choices.sized)}"
        self.query_one("#form-title", Static).update(Content(f"A friend, elsewhere{game}"))
        self._advise()

    @on(Input.Changed)
    def _advise(self) -> None:
        """Say what the fields mean."""
        if self.joins:
            words = "Your friend who hosts tells you address and code."
        else:
            bind, port = self._value("bind") or LOOPBACK, self._value("port") or "PORT"
            words = binding_advice(bind, port)
        self.remark = StatusMessage(words)

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    @on(Input.Submitted)
    def action_submit(self) -> None:
        """Host or join; say what is wrong if that is not possible."""
        if not self._is_connecting:  # the key may come twice
            self._is_connecting = True
            self.run_worker(self._connect())

    async def _connect(self) -> None:
        try:
            room = await (self._join() if self.joins else self._host())
        except GridlockError as error:
            self.remark = StatusMessage(sentence(str(error)), alarmed=True)
            self._is_connecting = False
            return

        def left(_: None) -> None:
            self.run_worker(self._leave_lobby(room))

        self._hold(room)
        self.app.push_screen(LobbyScreen(room), left)

    async def _host(self) -> Room:
        deal, name = self._deal(), self._value("friend-name")
        return await host_room(self._paths, deal, name, self._value("bind"), self._value("port"))

    def _deal(self) -> Deal:
        choices = self._choices
        first = self._rng.choice(list(Player)) if choices.first is None else choices.first
        return make_deal(
            Setup(choices.sized, first=first),
            self._value("friend-name"),
            length=choices.length,
            starts=choices.starts,
            swap_rule=choices.swap_rule,
            host_side=choices.side,
        )

    async def _join(self) -> Room:
        watches = self.query_one("#as", Choice).value == _WATCH
        address, code = self._value("address"), self._value("code")
        return await join_room(
            self._paths, address, code, self._value("friend-name"), watches=watches
        )

    async def _leave_lobby(self, room: Room) -> None:
        """Go on to the match if it has begun; otherwise close the room and say why."""
        view = room.session.feed.view
        if view.table is not None:
            self.dismiss(room)
            return
        await self._close_room()
        self._is_connecting = False
        if view.notice:
            self.remark = StatusMessage(sentence(view.notice), alarmed=True)

    def action_close(self) -> None:
        """Return to the menu."""
        self.dismiss(None)


def _field(label: str, field: Widget, classes: str = "") -> ComposeResult:
    with Horizontal(classes=f"field {classes}"):
        yield Label(label.ljust(_INDENT))
        yield field


def _text(name: str, placeholder: str, longest: int = _LONGEST) -> Input:
    return Input(placeholder=placeholder, max_length=longest, restrict=PRINTABLE, id=name)
