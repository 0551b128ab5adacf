"""Find or begin a match and its session, and say who can connect. Every front end uses this."""

from __future__ import annotations

import asyncio
import ipaddress

from gridlock_tui.net.code import is_same
from gridlock_tui.net.events import Seat
from gridlock_tui.net.host import LOOPBACK, Host
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.wire import read_address
from gridlock_tui.rules import GridlockError


def taken(shelf: Shelf, seat: Seat, uid: str) -> Kept:
    """Lock a kept match and return it, or raise GridlockError."""
    kept = shelf.take(seat, uid)
    if kept is None:
        raise GridlockError("that match is gone")
    return kept


def joined_before(shelf: Shelf, code: str) -> Kept | None:
    """Lock the match that was joined with this code and return it; None if there is none."""
    found = [each for each in shelf.find(Seat.GUEST)[0] if is_same(each.code, code)]
    return taken(shelf, Seat.GUEST, found[0].uid) if found else None


async def host_of(
    kept: Kept, shelf: Shelf, bind: str | None = None, port: int | None = None
) -> tuple[Host, str]:
    """Return the host of a match, and a notice; one that resumes uses the port of before."""
    before, last = read_address(kept.address) if kept.address else (LOOPBACK, 0)
    bind = bind or before
    if port is not None or not last:
        return Host(kept, shelf, bind, port or 0), ""
    if await _is_free(bind, last):
        return Host(kept, shelf, bind, last), ""
    advice = "tell your friend the new address, who keeps the code"
    return Host(kept, shelf, bind), f"port {last} is not free any more: {advice}"


async def _is_free(bind: str, port: int) -> bool:
    try:
        server = await asyncio.start_server(lambda *_: None, bind, port)
    except (OSError, UnicodeError):  # of no use, as the host will say
        return False
    server.close()
    await server.wait_closed()
    return True


def binding_advice(bind: str, port: str) -> str:
    """Say who can connect to this address, and how a friend elsewhere can."""
    tunnel = f"ssh -N -L {port}:{LOOPBACK}:{port} YOU@YOUR-MACHINE"
    reach = f"then gridlock join {LOOPBACK}:{port} CODE"
    if _is_loopback(bind):
        return (
            "Only this machine can connect. "
            f"On another machine your friend first runs {tunnel}, {reach}."
        )
    return (
        f"Everybody who can reach this machine through {bind} can try to guess the code, and what "
        f"you send can be read on the way: it is not encrypted. It is safer to bind to {LOOPBACK}: "
        f"your friend runs {tunnel}, {reach}."
    )


def _is_loopback(bind: str) -> bool:
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"
