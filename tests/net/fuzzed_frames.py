"""Fuzzed frames for a real host and a real guest, without sockets, so that there can be many."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast
from unittest.mock import patch

from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosedOK

from gridlock_tui.net import wire
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host, new_room
from gridlock_tui.net.kept import Kept, read_kept, write_kept
from gridlock_tui.net.limits import Limits
from gridlock_tui.net.protocol import (
    Begin,
    Bye,
    Got,
    Hello,
    Log,
    Request,
    Room,
    Sit,
    read_message,
    write_message,
)
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Link
from gridlock_tui.net.wire import Wire
from gridlock_tui.rules import GridlockError
from tests.net.fuzz import fuzzed
from tests.net.support import QUICK, new_deal, shelf_in

LIMITS: Limits = replace(QUICK, wrong_code=0, longest_wrong_code=0, longest_overall=0)
KEY = "1" * 32
Frame = str | bytes


class FakeConnection:
    """Yields these frames and then closes; notes whether all that is sent can be read."""

    def __init__(self, frames: list[Frame]) -> None:
        self._frames = frames
        self.transport = self
        self.remote_address = ("127.0.0.1", 1)

    async def recv(self) -> Frame:
        """Return the next frame."""
        await asyncio.sleep(0)
        if not self._frames:
            raise ConnectionClosedOK(None, None)
        return self._frames.pop(0)

    async def send(self, frame: str) -> None:
        """Check that the other side could read this."""
        read_message(frame)

    async def close(self) -> None:
        """Do nothing."""

    def abort(self) -> None:
        """Do nothing."""


class NoShelf:
    """Keeps nothing: the disk would set the pace."""

    def save(self, kept: Kept) -> Kept:
        """Return it as if it were kept."""
        return kept

    def take(self, _seat: Seat, _uid: str) -> None:
        """Return that nothing is kept."""

    def file_games(self, _kept: Kept) -> str:
        """Return that all is well."""
        return ""


class FrameStorm:
    """A host and a guest who hear nonsense, at every stage of a connection."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng, self._folder = random.Random(seed), folder
        self._host = Host(new_room(new_deal("classic")), shelf_in(folder / "ada"), limits=LIMITS)
        self.frames = self.accepted = 0

    async def run(self, frames: int, tell: Callable[[int], None] = lambda _: None) -> None:
        """Send this many fuzzed frames."""
        async with self._host:
            await self._to_host(0)  # a guest comes
            while self.frames < frames:
                if self._rng.random() < 0.5:
                    await self._to_host(self._rng.randrange(4))
                else:
                    await self._to_guest()
                tell(self.frames)
        kept = self._host.kept
        assert read_kept(write_kept(kept)) == kept  # every event is by the rules

    def _table(self) -> Table:
        table = self._host.kept.table
        return table if table is not None else Table.begin(new_deal("classic").with_guest("Ben"))

    async def _to_host(self, stage: int) -> None:
        """Send proper messages up to this stage and then damaged ones."""
        rng, table = self._rng, self._table()
        if table.seq > 40 and not table.is_over:
            self._host.act(Kind.RESIGN)
        elif table.is_over and Seat.HOST not in table.ready:
            self._host.act(Kind.READY)
        elif table.to_move is Seat.HOST and self._host.feed.view.table and table.seq < 40:
            self._host.act(Kind.MOVE, table.match.game.state.legal_moves[0].notation)
        table = self._table()
        known = self._host.kept.table
        proper = [
            write_message(Hello(self._host.code, watches=rng.random() < 0.2)),
            write_message(Sit(KEY, "Ben", *((known.seq, known.digest) if known else ()))),
            write_message(Got(table.seq, table.digest)),
        ]
        kind = rng.choice([Kind.SAY, Kind.UNDO, Kind.READY, Kind.MOVE])
        text = {Kind.SAY: "hello", Kind.MOVE: str(rng.randrange(20))}.get(kind, "")
        request = write_message(Request(table.seq, Event(Seat.GUEST, kind, text)))
        damaged = [
            fuzzed(rng.choice([*proper, request]), rng) if rng.random() < 0.9 else request
            for _ in range(1 if stage < 2 else 3)
        ]
        self.frames += len(damaged)
        before = table.seq
        connection = FakeConnection([*proper[:stage], *damaged])
        await self._host._welcome(cast("ServerConnection", connection))
        self.accepted += self._table().seq - before

    async def _to_guest(self) -> None:
        """Let a new guest hear the beginning of a match and then damaged messages."""
        rng = self._rng
        table = Table.begin(new_deal("classic").with_guest("Ben"))
        moved = table.after(Event(Seat.HOST, Kind.MOVE, str(rng.randint(1, 16))))
        proper = [
            write_message(Room(table.deal.uid)),
            write_message(Begin(table.deal, table.start)),
            write_message(Log(0, moved.events, moved.digest)),
        ]
        stage = rng.randrange(4)
        more = [*proper, write_message(Bye("bye"))]
        damaged = [fuzzed(rng.choice(more), rng) for _ in range(2)]
        self.frames += len(damaged)
        connection = cast("Connection", FakeConnection([*proper[:stage], *damaged]))
        shelf = cast("Shelf", NoShelf()) if rng.random() < 0.5 else None  # a player or a watcher
        guest = Guest("127.0.0.1:1", "a-b-c", shelf, limits=LIMITS)

        async def dial(_address: str, limits: Limits) -> Wire:
            return Wire(connection, limits)

        with patch.object(wire, "dial", dial):
            await guest._visit()
        view = guest.feed.view
        assert view.link in Link
        if view.table is not None:
            try:
                again = Table.begin(view.table.deal, view.table.start, view.table.events)
            except GridlockError as error:
                raise AssertionError("an illegal state was accepted") from error
            assert again.digest == view.table.digest
