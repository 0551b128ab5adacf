"""Sessions for tests: a host, guests, and waiting for what they show."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from gridlock_tui.net.events import Event, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.limits import Limits
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Feed, Session, View
from tests.net.support import QUICK, new_deal, shelf_in


async def until(feed: Feed, is_reached: Callable[[View], object]) -> View:
    """Wait for a view, but not for ever."""
    async with asyncio.timeout(20):
        return await feed.until(is_reached)


def table_of(session: Session) -> Table:
    """Return the table, which must be there."""
    table = session.feed.view.table
    assert table is not None
    return table


def room_host(
    folder: Path, slug: str = "showdown", length: int = 1, limits: Limits = QUICK
) -> Host:
    """Return a host of a new match."""
    deal = new_deal(slug, length=length, swap_rule=True)
    return Host(new_room(deal, "Ada"), shelf_in(folder / "ada"), limits=limits)


def guest_of(host: Host, folder: Path, name: str = "ben") -> Guest:
    """Return a guest of this host, with a folder of their own."""
    return Guest(host.address, host.code, shelf_in(folder / name), name.title(), limits=QUICK)


def close_shelf(session: Host | Guest) -> None:
    """Release the locks, as the end of a process does."""
    if session._shelf is not None:
        session._shelf.close()


async def same_on(seq: int, *sessions: Session) -> None:
    """Wait until all have that event and nothing is on its way, and compare."""
    for each in sessions:
        await until(each.feed, lambda view: view.table and view.table.seq >= seq)
        await until(each.feed, lambda view: view.is_settled)
    assert len({table_of(each).digest for each in sessions}) == 1


async def act(event: Event, host: Host, guest: Guest) -> None:
    """Let one of the two do something, and wait until both have it."""
    seq = table_of(host).seq
    (host if event.by is Seat.HOST else guest).act(event.kind, event.text)
    await same_on(seq + 1, host, guest)
