"""Nothing gets lost: a broken connection, leaving by Escape, and resuming from the menu."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.net.events import Kind, Seat
from gridlock_tui.net.host import Host
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.view import Link
from gridlock_tui.tui.friend import desk, room
from gridlock_tui.tui.friend.room import Room
from gridlock_tui.tui.friend.screen import FriendScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from tests.net.session_support import close_shelf, room_host, table_of, until
from tests.net.support import QUICK, shelf_in
from tests.tui.friend.support import (
    at_home,
    friend_screen,
    guest_for,
    host_in,
    host_lobby,
    in_match,
    join,
    moves_of,
    play,
    reached,
    says,
    shown,
)
from tests.tui.support import cards, menu_screen, offered, settled, toasts


async def to_menu(pilot: Pilot[None]) -> list[str]:
    """Leave the match by Escape, and return what the menu offers."""
    await pilot.press("escape")
    await shown(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
    await settled(pilot)
    return offered(pilot)


async def test_a_host_waits_for_a_guest_and_goes_on_from_the_same_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, tmp_path / "ben") as ben:
            await in_match(pilot)
            await play(pilot, "2 2")
            await until(ben.feed, lambda view: view.is_your_turn)
        close_shelf(ben)
        await reached(pilot, lambda view: view.link is Link.AWAY)
        assert says(pilot) == f"Waiting for Ben. Address {host.address}, code {host.code}."
        assert cards(pilot) == ["X Ada you", "O Ben away"]
        await pilot.press("c")
        assert pilot.app.clipboard == host.code
        async with guest_for(host, tmp_path / "ben") as again:
            await until(again.feed, lambda view: view.is_your_turn)
            again.act(Kind.MOVE, "1 3")
            await reached(pilot, lambda view: view.is_your_turn)
            assert len(moves_of(pilot)) == 2


async def test_a_guest_waits_for_the_host_and_a_move_is_sent_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "host"
    async with at_home(monkeypatch, tmp_path / "ben") as pilot:
        async with room_host(folder) as host:
            await join(pilot, host)
            host.act(Kind.MOVE, "2 2")
            await reached(pilot, lambda view: view.is_your_turn)
        kept, port = host.kept, int(host.address.rpartition(":")[2])
        close_shelf(host)
        await reached(pilot, lambda view: view.link is Link.AWAY)
        assert says(pilot).startswith("Waiting for Ada…")
        await pilot.press("m", "1", "space", "3", "enter")
        await reached(pilot, lambda view: view.pending)
        assert says(pilot) == "Waiting for Ada. What you did is kept, and sent when Ada is back."
        async with Host(kept, shelf_in(folder / "ada"), port=port, limits=QUICK) as back:
            await until(back.feed, lambda view: view.table and view.table.seq == 2)
            await reached(pilot, lambda view: view.pending is None and view.link is Link.HERE)
            assert len(moves_of(pilot)) == 2
        close_shelf(back)


async def test_a_host_leaves_and_resumes_from_the_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, tmp_path / "ben") as ben:
            await in_match(pilot)
            await play(pilot, "2 2")
            assert "waiting for Ben" in (await to_menu(pilot))[0]
            await until(ben.feed, lambda view: view.link is Link.AWAY)
            await pilot.press("c")
            await in_match(pilot)
            await reached(pilot, lambda view: view.link is Link.HERE)
            await until(ben.feed, lambda view: view.link is Link.HERE)
            ben.act(Kind.MOVE, "1 3")
            await reached(pilot, lambda view: view.is_your_turn)
            assert "Ada vs Ben, your move" in (await to_menu(pilot))[0]
    # Another run finds it, on the same port and with the same code.
    async with at_home(monkeypatch, tmp_path / "ada") as pilot:
        await settled(pilot)
        assert "your move" in offered(pilot)[0]
        await pilot.press("enter")
        screen = await in_match(pilot)
        assert (screen._room.address, screen._room.code) == (host.address, host.code)
        assert len(moves_of(pilot)) == 2


async def test_a_guest_resumes_in_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_host(tmp_path / "host") as host:
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await join(pilot, host)
            host.act(Kind.MOVE, "2 2")
            await reached(pilot, lambda view: view.is_your_turn)
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await settled(pilot)
            assert "Ada vs Ben, your move" in offered(pilot)[0]
            await pilot.press("c")
            await in_match(pilot)
            await play(pilot, "1 3")
            assert table_of(host).digest == friend_screen(pilot).shown.table.digest
    close_shelf(host)


async def test_joining_with_the_same_code_takes_up_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        room_host(tmp_path / "host") as host,
        at_home(monkeypatch, tmp_path / "ben") as pilot,
    ):
        await join(pilot, host)
        host.act(Kind.MOVE, "2 2")
        await reached(pilot, lambda view: view.is_your_turn)
        await to_menu(pilot)
        await join(pilot, host)
        assert len(moves_of(pilot)) == 1
    close_shelf(host)


async def test_a_match_that_is_open_elsewhere_is_not_opened_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        room_host(tmp_path / "host") as host,
        at_home(monkeypatch, tmp_path / "ben") as pilot,
    ):
        await join(pilot, host)
        await to_menu(pilot)
        shelf = shelf_in(tmp_path / "ben")
        kept = shelf.find(Seat.GUEST)[0][0]
        assert shelf.take(kept.seat, kept.uid) is not None
        await pilot.press("c")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, FriendScreen)
        assert toasts(pilot) == ["That match is open in another window."]
        shelf.close()
    close_shelf(host)


async def test_a_decided_match_that_was_left_is_offered_for_a_rematch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_host(tmp_path / "host") as host:
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await join(pilot, host)
            host.act(Kind.RESIGN)
            await reached(pilot, lambda view: view.table and view.table.is_decided)
            lines = await to_menu(pilot)
            assert "Ada vs Ben, rematch" in lines[0]
            assert menu_screen(pilot).state.on_match == "", "it is not what comes next"
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await settled(pilot)
            assert "Ada vs Ben, rematch" in offered(pilot)[0]
            await pilot.press("c")
            await in_match(pilot)
            await reached(pilot, lambda view: view.link is Link.HERE)
            host.act(Kind.READY)
            await reached(pilot, lambda view: view.table and view.table.ready)
            await pilot.press("n")
            await reached(pilot, lambda view: view.table and not view.table.is_over)
            assert moves_of(pilot) == ()
    close_shelf(host)


async def test_matches_that_were_decided_long_ago_are_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_host(tmp_path / "host") as host:
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await join(pilot, host)
            host.act(Kind.RESIGN)
            await reached(pilot, lambda view: view.table and view.table.is_decided)
            monkeypatch.setattr(desk, "_REMATCH", timedelta(0))
            assert "Ada vs Ben" not in "".join(await to_menu(pilot))
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await settled(pilot)
            assert "Ada vs Ben" not in "".join(offered(pilot))
    close_shelf(host)


async def test_the_menu_follows_what_another_window_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        room_host(tmp_path / "host") as host,
        at_home(monkeypatch, tmp_path / "ben") as window,
        at_home(monkeypatch, tmp_path / "ben") as other,
    ):
        await settled(window)
        await window.press("down", "down", "tab")
        before, focused = menu_screen(window).state, window.app.focused
        await join(other, host)
        host.act(Kind.MOVE, "2 2")
        await reached(other, lambda view: view.is_your_turn)
        assert "Ada vs Ben" not in "".join(offered(window)), "it is open there"
        await to_menu(other)
        await shown(window, lambda: "Ada vs Ben, your move" in offered(window)[0])
        after = menu_screen(window).state
        assert (after.line, window.app.focused) == (before.line, focused), "nothing jumps"
        await other.press("c")
        await in_match(other)
        await shown(window, lambda: "Ada vs Ben" not in "".join(offered(window)))
        await play(other, "1 3")
        await to_menu(other)
        await shown(window, lambda: "Showdown 4×4, waiting for Ada" in offered(window)[0])
        await window.press("c")
        await in_match(window)
        assert len(moves_of(window)) == 2
    close_shelf(host)


async def test_a_match_can_be_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room_host(tmp_path / "host") as host:
        async with at_home(monkeypatch, tmp_path / "ben") as pilot:
            await join(pilot, host)
            assert len(list((tmp_path / "ben" / "friends").glob("*.json"))) == 1
            await to_menu(pilot)
            await pilot.press("d")
            await pilot.pause()
            await pilot.press("y")
            await settled(pilot)
            assert "Ada vs Ben" not in offered(pilot)[0]
        assert not list((tmp_path / "ben" / "friends").glob("*.json"))
    close_shelf(host)


# A friend's machine that does not answer: closing takes a while.


@asynccontextmanager
async def left_and_closing(
    monkeypatch: pytest.MonkeyPatch, folder: Path, closed: asyncio.Event
) -> AsyncIterator[Pilot[None]]:
    """Leave a match as its host, which is not closed before `closed` is set."""
    close = Room.close

    async def close_late(room: Room) -> None:
        await closed.wait()
        await close(room)

    async with at_home(monkeypatch, folder / "ada") as pilot:
        host = host_in(await host_lobby(pilot))
        async with guest_for(host, folder / "ben"):
            await in_match(pilot)
            await play(pilot, "2 2")
        monkeypatch.setattr(Room, "close", close_late)
        await pilot.press("escape")
        await shown(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.pause()
        yield pilot
        closed.set()


def kept_files(folder: Path) -> list[Path]:
    return list((folder / "ada" / "friends").glob("*.json"))


@pytest.mark.parametrize("keys", ["dy", "cdy"])
async def test_a_match_is_given_up_while_it_closes(
    keys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()
    async with left_and_closing(monkeypatch, tmp_path, closed) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert "vs Ben" not in "".join(offered(pilot))
        closed.set()
        await settled(pilot)
        assert isinstance(pilot.app.screen, MenuScreen)
        assert toasts(pilot) == []
        assert kept_files(tmp_path) == []


@pytest.mark.parametrize("key", ["comma", "L", "2"])
async def test_a_match_does_not_open_over_another_screen(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()
    async with left_and_closing(monkeypatch, tmp_path, closed) as pilot:
        await pilot.press("c", key)
        await pilot.pause()
        screen = pilot.app.screen
        assert not isinstance(screen, MenuScreen)
        closed.set()
        await settled(pilot)
        assert pilot.app.screen is screen
        await pilot.press("escape")
        await shown(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.press("c")
        await in_match(pilot)


async def test_a_screen_that_opens_while_a_match_is_opened_stays_on_top(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, opening = asyncio.Event(), asyncio.Event()
    resume_room, opened = room.resume_room, list[Room]()

    async def resume_late(paths: Paths, seat: Seat, uid: str) -> Room:
        await opening.wait()
        opened.append(await resume_room(paths, seat, uid))
        return opened[0]

    monkeypatch.setattr(room, "resume_room", resume_late)
    async with left_and_closing(monkeypatch, tmp_path, closed) as pilot:
        closed.set()
        await pilot.press("c", "comma")
        await pilot.pause()
        opening.set()
        await settled(pilot)
        assert not isinstance(pilot.app.screen, FriendScreen)
        assert opened
        await shown(pilot, lambda: not is_listening(opened[0]))


def is_listening(room: Room) -> bool:
    assert isinstance(room.session, Host)
    server = room.session._server
    return server is not None and server.is_serving()


async def test_a_match_that_cannot_be_given_up_is_listed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("that match is open in another window")

    async with (
        room_host(tmp_path / "host") as host,
        at_home(monkeypatch, tmp_path / "ben") as pilot,
    ):
        await join(pilot, host)
        await to_menu(pilot)
        monkeypatch.setattr(Shelf, "take", refuse)
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("y")
        await settled(pilot)
        assert "waiting for Ada" in offered(pilot)[0]
        assert toasts(pilot) == ["That match is open in another window."]
    close_shelf(host)


async def test_a_match_that_fails_to_close_does_not_stop_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Room.close

    async def fail(room: Room) -> None:
        await close(room)
        raise OSError("no such file")

    async with (
        room_host(tmp_path / "host") as host,
        at_home(monkeypatch, tmp_path / "ben") as pilot,
    ):
        await join(pilot, host)
        monkeypatch.setattr(Room, "close", fail)
        await to_menu(pilot)
        await shown(pilot, lambda: toasts(pilot))
        assert toasts(pilot) == ["The match with your friend was not closed: no such file."]
        await pilot.press("c")
        await in_match(pilot)
        monkeypatch.setattr(Room, "close", close)
    close_shelf(host)
