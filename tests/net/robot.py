"""A player for the tests of faults: plays one side of a match at random, for ever.

`python -m tests.net.robot host FOLDER PORT SEED` or `… guest FOLDER ADDRESS CODE SEED`. It prints
a line `seq digest` for every table that it shows, and `listening ADDRESS CODE` first if it is the
host. It takes up the match in its folder, if there is one.
"""

import asyncio
import random
import sys
from dataclasses import replace
from functools import partial
from operator import is_not
from pathlib import Path

from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.limits import Limits
from gridlock_tui.net.view import Link, Session, View
from gridlock_tui.rules import VARIANTS, GridlockError, write_move
from tests.net.support import QUICK, new_deal, shelf_in

LIMITS: Limits = replace(QUICK, ping=1, handshake=2)


def choose(view: View, rng: random.Random) -> Event | None:
    """Return what this side does now; None if it is the other's turn."""
    table, seat = view.table, view.seat
    if table is None or seat is None or view.pending is not None:
        return None
    kind = None
    if view.must_answer:
        kind = rng.choice([Kind.GRANT, Kind.REFUSE])
    elif table.is_over:
        kind = Kind.READY
    elif table.to_move is seat:
        kind = rng.choices([Kind.MOVE, Kind.SWAP, Kind.UNDO, Kind.SAY, Kind.RESIGN],
                           [80, 8, 6, 3, 1])[0]  # fmt: skip
    if kind is None:
        return None
    text = "hello" if kind is Kind.SAY else ""
    if kind is Kind.MOVE or view.why_not(kind, text):
        if table.to_move is not seat:
            return None
        state = table.match.game.state
        kind, text = Kind.MOVE, write_move(state.variant, rng.choice(state.legal_moves))
    return Event(seat, kind, text)


async def play(session: Session, rng: random.Random) -> None:
    """Play until the connection is over for good."""
    shown = ""
    view = session.feed.view
    while view.link is not Link.ENDED:
        if view.table is not None and view.table.digest != shown:
            shown = view.table.digest
            print(view.table.seq, shown, flush=True)
        # Not ahead of the other side by more than one event, so that faults meet both.
        event = choose(view, rng) if view.is_settled and view.link is Link.HERE else None
        if event is not None:
            try:
                session.act(event.kind, event.text)
            except GridlockError as error:
                print(f"refused {error}", flush=True)
        view = session.feed.view
        if event is None:
            view = await session.feed.until(partial(is_not, view))


async def host(folder: Path, port: int, seed: int) -> None:
    """Host the match in this folder, or a new one."""
    rng, shelf = random.Random(), shelf_in(folder)
    found, notices = shelf.find(Seat.HOST)
    assert not notices, notices
    kept = shelf.take(Seat.HOST, found[0].uid) if found else None
    if kept is None:
        slug = random.Random(seed).choice(list(VARIANTS))
        kept = new_room(new_deal(slug, length=0, swap_rule=True), "Ada")
    async with Host(kept, shelf, port=port, limits=LIMITS) as session:
        print("listening", session.address, session.code, flush=True)
        await play(session, rng)


async def guest(folder: Path, address: str, code: str) -> None:
    """Join with the match in this folder, or for the first time."""
    rng, shelf = random.Random(), shelf_in(folder)
    found, notices = shelf.find(Seat.GUEST)
    assert not notices, notices
    kept = shelf.take(Seat.GUEST, found[0].uid) if found else None
    async with Guest(address, code, shelf, "Ben", kept=kept, limits=LIMITS) as session:
        await play(session, rng)
        print(f"ended {session.feed.view.notice}", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "host":
        asyncio.run(host(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
    else:
        asyncio.run(guest(Path(sys.argv[2]), sys.argv[3], sys.argv[4]))
