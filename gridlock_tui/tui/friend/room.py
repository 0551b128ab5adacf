"""A session that is open: hosting, joining or resuming. Importing this needs the extra `net`."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from gridlock_tui.match.store.paths import Paths
from gridlock_tui.net.code import read_code
from gridlock_tui.net.deal import Deal
from gridlock_tui.net.events import Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.rooms import host_of, joined_before, taken
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.wire import read_address
from gridlock_tui.rules import GridlockError

_MOST_PORTS = 65535


@dataclass(frozen=True, slots=True)
class Room:
    """A session that runs in the event loop of the app until it is closed."""

    session: Host | Guest
    code: str
    address: str
    """Where the host listens."""
    notice: str
    _stack: AsyncExitStack

    @property
    def kept(self) -> Kept | None:
        """The match as it is on disk; None for a watcher."""
        return self.session.kept

    @property
    def is_host(self) -> bool:
        """Whether this machine is the host."""
        return isinstance(self.session, Host)

    @property
    def words(self) -> str:
        """How a friend finds the host; empty on the other machine."""
        return f"Address {self.address}, code {self.code}." if self.is_host else ""

    async def close(self) -> None:
        """End the session and release the match, which is kept."""
        await self._stack.aclose()


async def _opened(
    session: Host | Guest, shelf: Shelf, code: str, address: str, notice: str
) -> Room:
    async with AsyncExitStack() as stack:
        stack.callback(shelf.close)
        await stack.enter_async_context(session)
        if isinstance(session, Host):
            address = session.address
        return Room(session, code, address, notice, stack.pop_all())


async def host_room(paths: Paths, deal: Deal, name: str, bind: str, port: str) -> Room:
    """Wait for a guest of a new match, or raise GridlockError."""
    return await _hosting(Shelf(paths), new_room(deal, name), bind.strip() or None, read_port(port))


async def _hosting(shelf: Shelf, kept: Kept, bind: str | None, port: int | None) -> Room:
    session, notice = await host_of(kept, shelf, bind, port)
    return await _opened(session, shelf, kept.code, "", notice)


async def join_room(paths: Paths, address: str, code: str, name: str, *, watches: bool) -> Room:
    """Connect to a host, or raise GridlockError if that cannot even be tried."""
    shelf, address, code = Shelf(paths), address.strip(), read_code(code)
    read_address(address)
    if watches:
        return await _opened(Guest(address, code, None), shelf, code, address, "")
    try:
        kept = joined_before(shelf, code)
    except GridlockError:
        shelf.close()
        raise
    guest = Guest(address, code, shelf, name, kept=kept)
    return await _opened(guest, shelf, code, address, "")


async def resume_room(paths: Paths, seat: Seat, uid: str) -> Room:
    """Take up a kept match, or raise GridlockError."""
    shelf = Shelf(paths)
    try:
        kept = taken(shelf, seat, uid)
        if seat is Seat.HOST:
            return await _hosting(shelf, kept, None, None)
        guest = Guest(kept.address, kept.code, shelf, kept.name, kept=kept)
        return await _opened(guest, shelf, kept.code, kept.address, "")
    except GridlockError:
        shelf.close()
        raise


def read_port(text: str) -> int | None:
    """Return the port that somebody typed, None for any; raise GridlockError if it is none."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= _MOST_PORTS):
        raise GridlockError(f"the port is a number from 1 to {_MOST_PORTS}, or nothing for any")
    return int(text)
