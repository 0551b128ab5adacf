"""Host, guest and watchers on this machine: play and breaks. Traffic only to 127.0.0.1."""

import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History, open_history
from gridlock_tui.net.deal import make_deal
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.rooms import taken
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.view import Link
from gridlock_tui.net.wire import read_address
from gridlock_tui.rules import VARIANTS, GridlockError
from tests.net.session_support import (
    act,
    close_shelf,
    guest_of,
    room_host,
    same_on,
    table_of,
    until,
)
from tests.net.support import QUICK, choose_event, shelf_in


@pytest.mark.parametrize("slug", VARIANTS)
async def test_two_play_and_one_watches(slug: str, tmp_path: Path) -> None:
    rng = random.Random(slug)
    async with room_host(tmp_path, slug, length=3) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        await until(host.feed, lambda view: view.is_settled and view.table)
        async with Guest(host.address, host.code, None, limits=QUICK) as watcher:
            while table_of(host).page.rematches < 1:
                await act(choose_event(table_of(host), rng), host, guest)
                await same_on(table_of(host).seq, host, guest, watcher)
                assert guest.kept is not None
                assert guest.kept.table == host.kept.table
            with pytest.raises(GridlockError, match="you only watch"):
                watcher.act(Kind.RESIGN)
            assert host.feed.view.watchers == 1
        await until(host.feed, lambda view: not view.watchers)
    ended = open_history(tmp_path / "ada" / "history.sqlite3")[0].count()
    assert ended == open_history(tmp_path / "ben" / "history.sqlite3")[0].count()


async def test_either_side_comes_back_and_goes_on(tmp_path: Path) -> None:
    rng, host, address = random.Random(1), room_host(tmp_path), ""
    for turn in range(6):
        async with host:
            assert host.address != address  # another port every time
            address = host.address
            async with guest_of(host, tmp_path) as guest:
                await until(host.feed, lambda view: view.link is Link.HERE)
                await until(guest.feed, lambda view: view.link is Link.HERE)
                for _ in range(3):
                    await act(choose_event(table_of(host), rng), host, guest)
            view = await until(host.feed, lambda view: view.link is Link.AWAY)
            assert view.status == "Waiting for Ben…"
            seq = table_of(host).seq
            host.act(Kind.SAY, "hello")  # while the guest is away
            assert not host.feed.view.is_settled
            close_shelf(guest)
            async with guest_of(host, tmp_path) as guest:
                await same_on(seq + 1, host, guest)
        uid = host.kept.uid
        shelf = shelf_in(tmp_path / "ada")
        with pytest.raises(StoreError, match="open in another window"):
            shelf.take(Seat.HOST, uid)
        close_shelf(guest)
        close_shelf(host)
        kept = shelf.take(Seat.HOST, uid)
        assert kept is not None
        host = Host(kept, shelf, limits=QUICK)
        assert host.feed.view.link is Link.AWAY
        assert table_of(host).seq == 4 * (turn + 1)


async def test_a_guest_waits_for_the_host_and_keeps_a_move_meanwhile(tmp_path: Path) -> None:
    host = room_host(tmp_path)
    async with host:
        port = read_address(host.address)[1]
        guest = guest_of(host, tmp_path)
        async with guest:
            await until(guest.feed, lambda view: view.link is Link.HERE)
            host.act(Kind.MOVE, "2 2")
            await same_on(1, host, guest)
    assert guest.kept is not None
    kept = guest.kept
    again = Guest(host.address, host.code, guest._shelf, kept=kept, limits=QUICK)
    async with again:
        await until(again.feed, lambda view: view.notice)
        assert again.feed.view.status == "Waiting for Ada…"
        again.act(Kind.MOVE, "1 3")
        with pytest.raises(GridlockError, match="on its way"):
            again.act(Kind.SAY, "hello")
        assert again.feed.view.pending == Event(Seat.GUEST, Kind.MOVE, "1 3")
    kept = again.kept or kept
    assert kept.pending is not None
    async with Host(host.kept, host._shelf, port=port, limits=QUICK) as host:
        third = Guest(host.address, host.code, guest._shelf, kept=kept, limits=QUICK)
        async with third:
            await same_on(2, host, third)
            assert table_of(host).match.game.timeline.moves[1].notation == "1 3"


async def test_who_comes_second_finds_the_log_gone_on(tmp_path: Path) -> None:
    """Both act at the same moment: the host's order counts, and a move that still fits is made."""
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        host.act(Kind.MOVE, "2 2")
        await same_on(1, host, guest)
        host.act(Kind.SAY, "think")
        guest.act(Kind.MOVE, "1 3")
        await same_on(3, host, guest)
        assert table_of(host).to_move is Seat.HOST
        guest.act(Kind.UNDO)
        host.act(Kind.MOVE, "3 3")
        await same_on(4, host, guest)
        await until(guest.feed, lambda view: view.pending is None)
        assert "was first" in guest.feed.view.notice or table_of(host).asked is Seat.GUEST


async def test_strangers_are_turned_away(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        wrong = Guest(host.address, "no-such-code", shelf_in(tmp_path / "eve"), limits=QUICK)
        async with wrong:
            view = await until(wrong.feed, lambda view: view.link is Link.ENDED)
            assert view.notice == "The room code is wrong."
        async with guest_of(host, tmp_path, "eve") as eve:
            view = await until(eve.feed, lambda view: view.link is Link.ENDED)
            assert view.notice.startswith("Somebody else plays this match")
        assert host.feed.view.link is Link.HERE
        assert guest.feed.view.link is Link.HERE


async def test_a_second_window_takes_over_from_the_first(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        assert guest.kept is not None
        twin = Guest(host.address, host.code, guest._shelf, kept=guest.kept, limits=QUICK)
        async with twin:
            view = await until(guest.feed, lambda view: view.link is Link.ENDED)
            assert view.notice == "You have joined from elsewhere."
            await until(twin.feed, lambda view: view.link is Link.HERE)


async def test_nobody_there_is_said_at_once_to_a_newcomer(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host:
        address = host.address
    newcomer = Guest(address, "maple-otter-violin", shelf_in(tmp_path / "ben"), limits=QUICK)
    async with newcomer:
        view = await until(newcomer.feed, lambda view: view.link is Link.ENDED)
        assert view.notice == f"Nobody answers at {address}: connection refused."


async def test_what_cannot_be_kept_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_shelf: Shelf, _kept: object) -> None:
        raise StoreError("cannot save the match: no space left on device")

    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        with monkeypatch.context() as patch:
            patch.setattr(Shelf, "save", fail)
            with pytest.raises(StoreError):
                host.act(Kind.MOVE, "2 2")
            assert not table_of(host).events
        await act(Event(Seat.HOST, Kind.MOVE, "2 2"), host, guest)
        with monkeypatch.context() as patch:
            patch.setattr(Shelf, "save", fail)
            with pytest.raises(StoreError):
                guest.act(Kind.MOVE, "1 3")
        await until(guest.feed, lambda view: view.link is Link.HERE)
        await act(Event(Seat.GUEST, Kind.MOVE, "1 3"), host, guest)


async def test_a_room_that_nobody_has_joined_leaves_nothing(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host:
        assert len(list((tmp_path / "ada" / "friends").glob("*.json"))) == 1
        assert host.feed.view.status == "Waiting for your friend…"
    assert list((tmp_path / "ada" / "friends").iterdir()) == []


async def test_long_names_are_cut_as_everywhere(tmp_path: Path) -> None:
    name, ada, ben = "n" * 400, shelf_in(tmp_path / "ada"), shelf_in(tmp_path / "ben")
    room = new_room(make_deal(Setup(VARIANTS["showdown"]), name), name)
    async with (
        Host(room, ada, limits=QUICK) as host,
        Guest(host.address, host.code, ben, name, limits=QUICK) as guest,
    ):
        await until(guest.feed, lambda view: view.link is Link.HERE)
        await act(Event(Seat.HOST, Kind.MOVE, "2 2"), host, guest)
    for shelf, kept in ((ada, host.kept), (ben, guest.kept)):
        assert kept is not None
        shelf.close()
        assert shelf.find(kept.seat) == ([kept], [])


def finished_games(folder: Path) -> int:
    """Return how many games are in the history of a machine."""
    return open_history(folder / "history.sqlite3")[0].count()


async def begin_tiny_game(stack: AsyncExitStack, folder: Path) -> tuple[Host, Guest]:
    """Return both sides of a match of which the first move of every game is the last."""
    deal = make_deal(Setup(VARIANTS["classic"].resized(1, 1)), "Ada", length=0)
    room = Host(new_room(deal, "Ada"), shelf_in(folder / "ada"), limits=QUICK)
    host = await stack.enter_async_context(room)
    guest = await stack.enter_async_context(guest_of(host, folder))
    await until(guest.feed, lambda view: view.link is Link.HERE)
    return host, guest


async def resume(kept: Kept, folder: Path) -> None:
    """Open a kept match in another run and leave it again."""
    shelf = shelf_in(folder)
    found = taken(shelf, kept.seat, kept.uid)
    if kept.seat is Seat.HOST:
        async with Host(found, shelf, limits=QUICK):
            pass
    else:
        async with Guest(found.address, found.code, shelf, kept=found, limits=QUICK):
            pass
    shelf.close()


async def test_a_game_that_was_kept_and_not_filed_is_filed_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(History, "add", _fail_to_add)
        async with AsyncExitStack() as stack:
            host, guest = await begin_tiny_game(stack, tmp_path)
            await act(Event(Seat.HOST, Kind.MOVE, "1"), host, guest)
            await until(guest.feed, lambda view: "Not in the history" in view.notice)
            assert "Not in the history" in host.feed.view.notice
            for seat in (Seat.HOST, Seat.GUEST):  # the next game has begun
                await act(Event(seat, Kind.READY), host, guest)
            assert guest.kept is not None
            sides = {"ada": host.kept, "ben": guest.kept}
        close_shelf(host)
        close_shelf(guest)
    for name, kept in sides.items():
        assert kept.table is not None
        assert not kept.table.is_over
        assert finished_games(tmp_path / name) == 0
        for _ in range(2):
            await resume(kept, tmp_path / name)
            assert finished_games(tmp_path / name) == 1


async def test_a_game_that_could_not_be_filed_is_filed_as_soon_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack:
        host, guest = await begin_tiny_game(stack, tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(History, "add", _fail_to_add)
            await act(Event(Seat.HOST, Kind.MOVE, "1"), host, guest)
            await until(guest.feed, lambda view: "Not in the history" in view.notice)
        await act(Event(Seat.GUEST, Kind.SAY, "good game"), host, guest)
        assert finished_games(tmp_path / "ada") == finished_games(tmp_path / "ben") == 1


async def test_a_game_that_was_resigned_is_not_filed(tmp_path: Path) -> None:
    async with room_host(tmp_path) as host, guest_of(host, tmp_path) as guest:
        await until(guest.feed, lambda view: view.link is Link.HERE)
        await act(Event(Seat.GUEST, Kind.RESIGN), host, guest)
        assert guest.kept is not None
        sides = {"ada": host.kept, "ben": guest.kept}
    close_shelf(host)
    close_shelf(guest)
    for name, kept in sides.items():
        await resume(kept, tmp_path / name)
        assert finished_games(tmp_path / name) == 0


def _fail_to_add(*_: object) -> None:
    raise StoreError("cannot use history.sqlite3: database is locked")
