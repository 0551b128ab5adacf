"""The host of a match: keeps the log, and sends it to the guest and to those who watch."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from types import TracebackType

from gridlock_tui.match.game import LONGEST_NAME
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.net import wire
from gridlock_tui.net.code import is_same, new_code
from gridlock_tui.net.deal import Deal
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.limits import Door, Limits
from gridlock_tui.net.protocol import (
    MOST_SENT,
    Begin,
    Bye,
    EndReason,
    FinalError,
    Got,
    Hello,
    Log,
    Message,
    ProtocolError,
    Request,
    Room,
    Sit,
    VersionError,
)
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table, TableError
from gridlock_tui.net.view import Feed, Link, View, sentence
from gridlock_tui.net.wire import Wire
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean

LOOPBACK = "127.0.0.1"
"""Where a host listens unless told otherwise."""


def new_room(deal: Deal, name: str = "") -> Kept:
    """Return a new match whose host waits for a guest."""
    return Kept(Seat.HOST, deal.uid, new_code(), "", clean(name, LONGEST_NAME), deal=deal)


class _Follower:
    """Somebody who follows the log: the guest or a watcher. At most one message is on its way."""

    def __init__(self, line: Wire, *, watches: bool) -> None:
        self.line, self.watches = line, watches
        self.has: int | None = None
        """The last event that is known there; None if even the deal is not."""
        self.sent: int | None = None
        """The event up to which a message is on its way; None if none is."""
        self.is_greeted = False
        """Whether a log was sent: the first one may be empty, and says that all is well."""
        self.wake = asyncio.Event()
        """Set when there may be something to send."""


class Host:
    """The session of the host. Use it with `async with`; then it listens."""

    def __init__(
        self,
        kept: Kept,
        shelf: Shelf,
        bind: str = LOOPBACK,
        port: int = 0,
        limits: Limits | None = None,
    ) -> None:
        if kept.deal is None:
            raise GridlockError("a host needs to know what is played")
        self.limits = limits or Limits()
        self._deal = kept.deal
        self._kept, self._shelf = kept, shelf
        self._bind, self._port = bind, port
        self._door = Door(self.limits)
        self._waiting: Counter[str] = Counter()
        """How many codes from each address wait to be compared."""
        self._server: wire.Server | None = None
        self._followers: set[_Follower] = set()
        self._guest: _Follower | None = None
        self._settled = -1
        """The last event that the guest is known to have."""
        self._visits: set[asyncio.Task[None]] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        link = Link.NEW if kept.table is None else Link.AWAY
        self.feed = Feed(View(Seat.HOST, kept.table, link, is_settled=kept.table is None))

    # For the front end.

    @property
    def kept(self) -> Kept:
        """The match as it is on disk."""
        return self._kept

    @property
    def address(self) -> str:
        """Where the host listens: HOST:PORT."""
        return wire.write_address(self._bind, self._port)

    @property
    def code(self) -> str:
        """The room code."""
        return self._kept.code

    def act(self, kind: Kind, text: str = "") -> None:
        """Do something in the match, or raise GridlockError with a sentence that says why not."""
        if objection := self.feed.view.why_not(kind, text):
            raise TableError(objection)
        self._append(Event(Seat.HOST, kind, text))

    async def __aenter__(self) -> Host:
        await self._listen()
        try:
            self.feed.show(notice=self._shelf.file_games(self._kept))
            self._kept = self._shelf.save(replace(self._kept, address=self.address))
        except StoreError:
            await self._stop_listening()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        followers = tuple(self._followers)
        await asyncio.gather(*(each.line.close(EndReason.LEFT) for each in followers))
        for visit in (*self._visits, *self._leaving):
            visit.cancel()
        await self._stop_listening()
        if self._kept.table is None:
            self._shelf.discard(self._kept)

    # Listening.

    async def _listen(self) -> None:
        try:
            self._server = await wire.serve(
                self._welcome,
                self._bind,
                self._port,
                origins=[None],  # no web page may connect
                server_header=None,
                create_connection=wire.bounded(self.limits.connections),
                **wire.options(self.limits),
            )
        except (OSError, OverflowError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "there is no such address"
            raise GridlockError(f"cannot listen on {self.address}: {reason}") from error
        self._port = next(iter(self._server.sockets)).getsockname()[1]

    async def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close(close_connections=True)
            with suppress(TimeoutError):
                async with asyncio.timeout(self.limits.closing):
                    await self._server.wait_closed()

    # Somebody comes.

    async def _welcome(self, connection: wire.ServerConnection) -> None:
        line, task = Wire(connection, self.limits), asyncio.current_task()
        address = str((connection.remote_address or ("",))[0])
        if task is not None:
            self._visits.add(task)
        try:
            await self._follow(await self._let_in(line, address))
            await line.close()
        except wire.ConnectionClosed:
            pass
        except TimeoutError:
            await line.close(EndReason.TOO_SLOW)
        except StoreError as error:
            self.feed.show(notice=sentence(str(error)))
            await line.close(EndReason.NOT_KEPT)
        except GridlockError as error:
            if isinstance(error, VersionError) and self._guest is None:
                self.feed.show(notice=sentence(str(error)))
            await line.close(str(error), is_final=isinstance(error, FinalError))
        finally:
            if task is not None:
                self._visits.discard(task)

    async def _let_in(self, line: Wire, address: str) -> _Follower:
        """Check the code and, of a player, the seat; return who has come."""
        async with asyncio.timeout(self.limits.handshake):
            hello = await line.read()
        if not isinstance(hello, Hello):
            raise ProtocolError("the first message is not a hello")
        await self._check_code(line, hello.code, address)
        follower = _Follower(line, watches=hello.watches)
        if hello.watches and self._watchers >= self.limits.watchers:
            raise ProtocolError(EndReason.TOO_MANY_WATCHERS)
        await line.send(Room(self._kept.uid))
        if not hello.watches:
            async with asyncio.timeout(self.limits.handshake):
                sit = await line.read()
            if not isinstance(sit, Sit):
                raise ProtocolError("the second message is not about a seat")
            follower.has = self._take_seat(sit)
        return follower

    async def _check_code(self, line: Wire, code: str, address: str) -> None:
        """Compare the code, after the wait that wrong codes have caused."""
        now = asyncio.get_running_loop().time
        if self._door.wait(address, now()) > 0:
            if self._waiting[address] >= self.limits.waiting:
                raise ProtocolError(EndReason.OTHERS_WRONG)
            self._waiting[address] += 1
            try:
                await self._wait_at_door(line, address)
            finally:
                self._waiting -= Counter([address])
        if not is_same(code, self._kept.code):
            self._door.note_wrong(address, now())
            raise FinalError(EndReason.WRONG_CODE)
        self._door.note_right(address)

    async def _wait_at_door(self, line: Wire, address: str) -> None:
        """Wait until a code may be compared, but not longer than a guest does."""
        now, limits = asyncio.get_running_loop().time, self.limits
        try:
            async with asyncio.timeout(limits.handshake + limits.longest_wrong_code):
                # Others may have tried meanwhile, so look again after each wait.
                while (seconds := self._door.wait(address, now())) > 0:
                    await line.wait(seconds)
        except TimeoutError:
            raise ProtocolError(EndReason.OTHERS_WRONG) from None

    def _take_seat(self, sit: Sit) -> int | None:
        """Return the last event that the guest has, None if nothing; raise if it does not fit."""
        key, table = hashlib.sha256(sit.key.encode()).hexdigest()[:32], self._kept.table
        if table is None:
            if sit.digest:
                raise FinalError(EndReason.UNKNOWN_MATCH)
            deal = self._deal.with_guest(sit.name)
            table = Table.begin(deal)
            self._kept = self._shelf.save(replace(self._kept, key=key, deal=deal, table=table))
            self._deal = deal
            return None
        if not hmac.compare_digest(key, self._kept.key):
            raise FinalError(EndReason.SEAT_TAKEN)
        if not sit.digest:
            if table.start.seq:
                raise FinalError(EndReason.BEGINNING_GONE)
            return None
        if sit.seq > table.seq:
            raise FinalError(EndReason.AHEAD)
        if table.digest_at(sit.seq) != sit.digest:
            raise FinalError(EndReason.DIFFERENT)
        return sit.seq

    @property
    def _watchers(self) -> int:
        return sum(each.watches for each in self._followers)

    async def _follow(self, follower: _Follower) -> None:
        """Exchange messages until the connection ends."""
        self._followers.add(follower)
        if not follower.watches:
            earlier, self._guest = self._guest, follower
            if earlier is not None:  # a connection that nobody has missed yet, or a second window
                self._leaving.add(leaving := asyncio.create_task(_send_away(earlier)))
                leaving.add_done_callback(self._leaving.discard)
        self._show_people(notice="")
        sender = asyncio.create_task(self._send(follower))
        try:
            while not isinstance(message := await follower.line.read(), Bye):
                self._handle(follower, message)
        finally:
            sender.cancel()
            self._followers.discard(follower)
            if self._guest is follower:
                self._guest = None
            self._show_people()

    def _show_people(self, **changes: str) -> None:
        away = Link.NEW if self._kept.table is None else Link.AWAY
        self.feed.show(
            table=self._kept.table,
            link=away if self._guest is None else Link.HERE,
            watchers=self._watchers,
            is_settled=self._is_settled,
            **changes,
        )

    @property
    def _is_settled(self) -> bool:
        table, guest = self._kept.table, self._guest
        if table is None:
            return True
        if guest is None:
            return self._settled >= table.seq
        return guest.has == table.seq

    # What is sent.

    async def _send(self, follower: _Follower) -> None:
        with suppress(wire.ConnectionClosed):
            while True:
                follower.wake.clear()
                message = self._next_message(follower)
                if message is not None:
                    await follower.line.send(message)
                is_due = follower.sent is not None
                try:
                    async with asyncio.timeout(self.limits.answer if is_due else None):
                        await follower.wake.wait()
                except TimeoutError:
                    await follower.line.close(EndReason.NO_ANSWER)
                    return

    def _next_message(self, follower: _Follower) -> Message | None:
        """Return what comes next for somebody, None if nothing or if an answer is awaited."""
        table = self._kept.table
        if table is None or follower.sent is not None:
            return None
        if follower.has is None or follower.has < table.start.seq:
            follower.sent = table.start.seq
            return Begin(table.deal, table.start)
        events = table.since(follower.has, MOST_SENT)
        if not events and follower.is_greeted:
            return None
        follower.sent, follower.is_greeted = follower.has + len(events), True
        return Log(follower.has, events, table.digest_at(follower.sent) or "")

    # What is received.

    def _handle(self, follower: _Follower, message: Message) -> None:
        match message:
            case Got(seq, digest):
                self._note_got(follower, seq, digest)
            case Request(after, event) if not follower.watches:
                self._append_request(after, event)
            case _:
                raise ProtocolError("that message does not belong here")

    def _note_got(self, follower: _Follower, seq: int, digest: str) -> None:
        table = self._kept.table
        if table is None or (seq != follower.sent and seq > (follower.has or 0)):
            raise ProtocolError("there is no such event")
        if table.digest_at(seq) not in (digest, None):
            raise ProtocolError(EndReason.DISAGREE)
        if seq != follower.sent:
            return  # a repetition
        follower.has, follower.sent = seq, None
        follower.wake.set()
        if follower is self._guest:
            self._settled = seq
            self.feed.show(is_settled=self._is_settled)

    def _append_request(self, after: int, event: Event) -> None:
        table = self._kept.table
        if table is None or after > table.seq or event.by is not Seat.GUEST:
            raise ProtocolError("that message does not belong here")
        if after == table.seq:  # otherwise the guest does not know yet what has happened
            self._append(event)

    def _append(self, event: Event) -> None:
        """Put an event into the log, on disk first; raise GridlockError if it is not possible."""
        before = self._kept.table
        if before is None:
            raise TableError("your friend has not joined yet")
        table = before.after(event)
        self._kept = self._shelf.save(replace(self._kept, table=table))
        notice = ""
        if event.kind is Kind.MOVE and table.match.game.is_over:
            notice = self._shelf.file_games(self._kept)
        self.feed.show(table=table, is_settled=False, notice=notice)
        for follower in self._followers:
            follower.wake.set()


async def _send_away(follower: _Follower) -> None:
    await follower.line.close(EndReason.ELSEWHERE, is_final=True)
