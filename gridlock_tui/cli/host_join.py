"""The commands `host` and `join`: find or begin the match, and connect."""

from __future__ import annotations

import asyncio
import random
import sys
from typing import TYPE_CHECKING

from gridlock_tui.cli.friend_game import FriendGame
from gridlock_tui.cli.options import TOSS
from gridlock_tui.cli.typed_lines import TypedLines
from gridlock_tui.match import Setup
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.net.code import is_same, read_code
from gridlock_tui.net.deal import make_deal
from gridlock_tui.net.events import Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import new_room
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.rooms import binding_advice, host_of, taken
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.wire import read_address
from gridlock_tui.rules import FIRST_GAME, GridlockError, Player
from gridlock_tui.rules.text import quoted

if TYPE_CHECKING:
    from argparse import Namespace

    from gridlock_tui.net.view import Session


def host(options: Namespace) -> None:
    """Wait for a friend and play."""
    shelf = Shelf(find_paths())
    try:
        asyncio.run(_host(options, shelf))
    finally:
        shelf.close()


def join(options: Namespace) -> None:
    """Join a friend who waits, or watch."""
    shelf = Shelf(find_paths())
    try:
        asyncio.run(_join(options, shelf))
    finally:
        shelf.close()


async def _host(options: Namespace, shelf: Shelf) -> None:
    kept = _new_match(options) if options.resume is None else _resumed(options, shelf)
    session, notice = await host_of(kept, shelf, options.bind, options.port)
    async with session:
        if notice:
            print(f"gridlock: {notice}", file=sys.stderr)
        print(f"address {session.address}")
        print(f"code {session.code}")
        print(f"match {kept.uid}")
        bind, port = read_address(session.address)
        print(binding_advice(bind, str(port)), flush=True)
        await _play(session, options)
    if session.kept.table is not None:
        print(f"The match is kept: gridlock host --resume {kept.uid[:8]} goes on with it.")


def _new_match(options: Namespace) -> Kept:
    variant = options.variant or FIRST_GAME
    if options.size is not None:
        variant = variant.resized(options.size.rows, options.size.columns)
    if options.first == TOSS:
        first = random.choice(list(Player))
    else:
        first = Player(int(options.first or 1))
    name, games = options.name or "", 1 if options.games is None else options.games
    deal = make_deal(Setup(variant, first=first), name, length=games, swap_rule=options.swap_rule)
    return new_room(deal, name)


def _resumed(options: Namespace, shelf: Shelf) -> Kept:
    """Return the kept match that is named, or else the latest one that is not decided."""
    _refuse_with_resume(options, "variant", "size", "first", "games", "swap_rule", "name")
    found = _find(shelf, Seat.HOST)
    if options.resume:
        found = [kept for kept in found if kept.uid.startswith(options.resume.casefold())]
    else:
        found = [kept for kept in found if kept.is_open] or found
    if not found:
        which = f" {quoted(options.resume)}" if options.resume else ""
        raise GridlockError(f"there is no match{which} to resume, or it is open elsewhere")
    return taken(shelf, Seat.HOST, found[0].uid)


def _refuse_with_resume(options: Namespace, *names: str) -> None:
    for name in names:
        value = getattr(options, name)
        if value is not None and value is not False:  # 0 is an endless series
            flag = name.replace("_", "-")
            raise GridlockError(f"--{flag} does not go with --resume: that match has begun")


def _find(shelf: Shelf, seat: Seat) -> list[Kept]:
    found, notices = shelf.find(seat)
    for notice in notices:
        print(f"gridlock: {notice}", file=sys.stderr)
    return found


async def _join(options: Namespace, shelf: Shelf) -> None:
    if options.resume:
        _refuse_with_resume(options, "name")
    address, kept = options.address, None
    code = read_code(" ".join(options.code)) if options.code else ""
    if not options.watch:
        matches = _find(shelf, Seat.GUEST)
        if code:
            matches = [each for each in matches if is_same(each.code, code)]
        elif options.resume:
            matches = [each for each in matches if each.is_open] or matches
        if matches and (code or options.resume):
            kept = taken(shelf, Seat.GUEST, matches[0].uid)
    if options.resume and kept is None:
        raise GridlockError("there is no match to resume, or it is open elsewhere")
    if kept is not None:
        address, code = address or kept.address, kept.code
    if not address or not code:
        raise GridlockError("say where and with which code: gridlock join HOST:PORT CODE")
    read_address(address)
    name = options.name or ""
    session = Guest(address, code, None if options.watch else shelf, name, kept=kept)
    async with session:
        await _play(session, options)
    if session.kept is not None:
        print("The match is kept: gridlock join --resume goes on with it.")


async def _play(session: Session, options: Namespace) -> None:
    lines = TypedLines(sys.stdin.fileno())
    await FriendGame(session, lines, sys.stdout, verbose=options.verbose).run()
