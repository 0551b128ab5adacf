"""Playing a friend from the app, with a session or another app as the friend."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Link, View
from gridlock_tui.rules import Move, Player, read_move
from gridlock_tui.tui.friend.form import FriendForm
from gridlock_tui.tui.friend.lobby import LobbyScreen
from gridlock_tui.tui.friend.room import Room
from gridlock_tui.tui.friend.screen import FriendScreen
from gridlock_tui.tui.menu_choices import OPPONENTS
from tests.net.session_support import until
from tests.net.support import QUICK, new_deal, shelf_in
from tests.tui.support import app_of, menu_screen, option, running, settled, status

Size = tuple[int, int]
_MOVES = ("2 2", "1 3", "3 3", "4 2")


def room_of(folder: Path, link: Link, *events: Event) -> Room:
    """Return the room of Ada, who hosts and does not listen; the same in every run."""
    deal = new_deal(length=3, swap_rule=True)
    host = Host(new_room(deal, "Ada"), shelf_in(folder), port=4785)
    if events:
        table = Table.begin(deal.with_guest("Ben"), events=events)
        host.feed.show(table=table, link=link)
    return Room(host, "maple-otter-violin", host.address, "", AsyncExitStack())


async def show_match(
    pilot: Pilot[None], folder: Path, moves: int = 4, *more: Event, link: Link = Link.HERE
) -> None:
    """Show a match of Ada and Ben after so many moves and what happened then."""
    seats = (Seat.HOST, Seat.GUEST) * 2
    played = [Event(seat, Kind.MOVE, move) for seat, move in zip(seats, _MOVES, strict=True)]
    room = room_of(folder, link, *played[:moves], *more)
    await pilot.app.push_screen(FriendScreen(room, app_of(pilot).library))
    await settled(pilot)


@asynccontextmanager
async def at_home(
    monkeypatch: pytest.MonkeyPatch, folder: Path, size: Size = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """Run an app that keeps its matches in this folder."""
    monkeypatch.setenv("GRIDLOCK_HOME", str(folder))
    async with running(size=size, keeps=True) as pilot:
        monkeypatch.setenv("GRIDLOCK_HOME", str(folder))
        yield pilot


async def shown(pilot: Pilot[None], is_reached: Callable[[], object]) -> None:
    """Wait until the app shows something, but not for ever."""
    async with asyncio.timeout(20):
        while not is_reached():
            await pilot.pause(0.01)


async def open_form(pilot: Pilot[None], slug: str = "showdown", games: int = 0) -> FriendForm:
    """Choose the game, side X and a friend elsewhere as the opponent, and open the form."""
    await settled(pilot)
    menu = menu_screen(pilot)
    menu.state = menu.state.highlight(slug)
    menu.state = menu.state.choose(
        replace(menu.choices.with_side(Player.ONE), swap_rule=True, length=3 if games else 1)
    )
    for _ in range(len(OPPONENTS)):
        if not menu.choices.elsewhere:
            await pilot.press("o")
    assert "riend" in option(menu, "against").value
    await pilot.press("enter")
    await shown(pilot, lambda: isinstance(pilot.app.screen, FriendForm))
    form = pilot.app.screen
    assert isinstance(form, FriendForm)
    return form


def fill(form: FriendForm, **values: str) -> None:
    """Type into the fields of the form."""
    for name, value in values.items():
        form.query_one(f"#{name.replace('_', '-')}", Input).value = value


async def host_lobby(
    pilot: Pilot[None], name: str = "Ada", slug: str = "showdown", games: int = 0
) -> LobbyScreen:
    """Host a match and return the screen that waits."""
    form = await open_form(pilot, slug, games)
    fill(form, friend_name=name)
    await pilot.press("enter")
    await shown(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
    lobby = pilot.app.screen
    assert isinstance(lobby, LobbyScreen)
    return lobby


def host_in(lobby: LobbyScreen) -> Host:
    """Return the host whose lobby this is."""
    session = lobby._room.session
    assert isinstance(session, Host)
    return session


async def join(pilot: Pilot[None], host: Host, name: str = "Ben", *, watch: bool = False) -> None:
    """Join a host by the form."""
    await fill_join(pilot, host, name, watch=watch)
    await pilot.press("enter")
    await shown(pilot, lambda: isinstance(pilot.app.screen, FriendScreen))


async def fill_join(
    pilot: Pilot[None], host: Host, name: str = "Ben", *, watch: bool = False
) -> None:
    """Open the form and say which host to join."""
    form = await open_form(pilot)
    await pilot.press("right")
    fill(form, friend_name=name, address=host.address, code=host.code)
    if watch:
        await pilot.pause()
        option(form, "as").at = 1
    await pilot.pause()


def friend_screen(pilot: Pilot[None]) -> FriendScreen:
    """Return the screen, which must be that of a match with a friend."""
    screen = pilot.app.screen
    assert isinstance(screen, FriendScreen)
    return screen


def guest_for(host: Host, folder: Path, name: str = "Ben") -> Guest:
    """Return a guest with a folder of their own."""
    return Guest(host.address, host.code, shelf_in(folder), name, limits=QUICK)


async def in_match(pilot: Pilot[None]) -> FriendScreen:
    """Wait for the match."""
    await shown(pilot, lambda: isinstance(pilot.app.screen, FriendScreen))
    return friend_screen(pilot)


async def play(pilot: Pilot[None], move: str) -> None:
    """Type a move and wait until both sides have it."""
    screen = friend_screen(pilot)
    moves = len(screen.shown.table.match.game.timeline.moves)
    await shown(pilot, lambda: screen.shown.may_place)
    await pilot.press("m")
    screen.entry.value = move
    await pilot.press("enter")
    variant = screen.variant
    await shown(pilot, lambda: len(screen.shown.table.match.game.timeline.moves) > moves)
    assert screen.shown.table.match.game.timeline.moves[-1] == read_move(variant, move)


async def reached(pilot: Pilot[None], is_reached: Callable[[View], object]) -> None:
    """Wait until the screen shows a view with this property."""
    screen = friend_screen(pilot)
    await until(screen._session.feed, is_reached)
    await shown(pilot, lambda: is_reached(screen.shown.net))


async def agreed(pilot: Pilot[None], is_reached: Callable[[Table], object]) -> None:
    """Wait until the screen shows a match with this property."""
    await reached(pilot, lambda view: view.table is not None and is_reached(view.table))


def says(pilot: Pilot[None]) -> str:
    """Return the sentence under the board."""
    return status(pilot)[1]


def moves_of(pilot: Pilot[None]) -> tuple[Move, ...]:
    """Return the moves of the game as the screen shows it."""
    return friend_screen(pilot).shown.table.match.game.timeline.moves
