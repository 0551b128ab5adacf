"""The guest of a match, or somebody who watches it: follows the log of the host.

The guest checks every event by the rules and keeps it on disk before saying so. What the guest
does is a pending request, kept on disk too, until the host has put it into the log. The guest
accepts no event in their own name that they did not request.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import replace
from types import TracebackType

from gridlock_tui.match.game import LONGEST_NAME
from gridlock_tui.match.store.files import StoreError, reason_of
from gridlock_tui.net import wire
from gridlock_tui.net.code import is_same
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.limits import Limits, reconnect_delay
from gridlock_tui.net.protocol import (
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
)
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table, TableError
from gridlock_tui.net.view import Feed, Link, View, sentence
from gridlock_tui.net.wire import Wire
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean

_FREE = (Kind.SAY, Kind.RESIGN)
"""What one can still want to do when the other player has done something meanwhile."""


def _is_overtaken(pending: Event, before: Table, after: Table) -> bool:
    """Return whether an event of the host has made what you wanted to do pointless."""
    same = after.match == before.match and after.asked is before.asked
    return after.why_not(pending) is not None or not (same or pending.kind in _FREE)


class _LeftError(GridlockError):
    """The host has said goodbye."""


class Guest:
    """The session of a guest or watcher. Use it with `async with`; then it connects.

    It connects again whenever the connection breaks.
    """

    def __init__(
        self,
        address: str,
        code: str,
        shelf: Shelf | None,
        name: str = "",
        *,
        kept: Kept | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Join the host at this address; without a shelf, only watch.

        With a match that is kept already, wait for its host even if nobody answers at first.
        """
        self.limits = limits or Limits()
        self._address, self._code, self._name = address, code, clean(name, LONGEST_NAME)
        self._shelf, self._kept = shelf, kept
        self._table = kept.table if kept else None
        self._is_patient = kept is not None
        self._has_met = False
        self._failures = 0
        self._asked_after = -1
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        seat = Seat.GUEST if shelf else None
        pending, link = (kept.pending, Link.AWAY) if kept else (None, Link.NEW)
        self.feed = Feed(View(seat, self._table, link, pending=pending))

    # For the front end.

    @property
    def kept(self) -> Kept | None:
        """The match as it is on disk; None for a watcher, and before the host has answered."""
        return self._kept

    def act(self, kind: Kind, text: str = "") -> None:
        """Do something in the match, or raise GridlockError with a sentence that says why not."""
        if objection := self.feed.view.why_not(kind, text):
            raise TableError(objection)
        self._keep(self._table, Event(Seat.GUEST, kind, text))
        self._show(notice="")
        self._wake.set()

    async def __aenter__(self) -> Guest:
        wire.read_address(self._address)
        if self._shelf and self._kept:
            self.feed.show(notice=self._shelf.file_games(self._kept))
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # Connecting.

    async def _run(self) -> None:
        while True:
            notice = await self._visit()
            if self.feed.view.link is Link.ENDED:
                return
            self.feed.show(link=Link.AWAY if self._table else Link.NEW, notice=notice)
            wait = reconnect_delay(self.limits, self._failures)
            self._failures += 1
            # Not all at the same moment, if several have lost the same host.
            await asyncio.sleep(wait * (0.75 + secrets.randbelow(500) / 1000))

    async def _visit(self) -> str:
        """Connect and follow until the connection ends; return a notice."""
        try:
            line = await wire.dial(self._address, self.limits)
        except OSError as error:
            notice = sentence(f"nobody answers at {self._address}: {reason_of(error)}")
            return notice if self._has_met or self._is_patient else self._end(notice)
        self._has_met = True
        reason, is_final = "", False
        try:
            await self._follow(line)
        except wire.ConnectionClosed:
            return "The connection is broken."
        except TimeoutError:
            return "The host does not answer."
        except _LeftError as error:
            return sentence(str(error))
        except StoreError as error:
            reason = "the guest cannot keep the match now"
            return sentence(str(error))
        except GridlockError as error:
            reason, is_final = str(error), isinstance(error, FinalError)
            return self._end(sentence(reason)) if is_final else sentence(reason)
        finally:
            await line.close(reason, is_final=is_final)
        return ""

    def _end(self, notice: str) -> str:
        self.feed.show(link=Link.ENDED, notice=notice)
        return notice

    async def _follow(self, line: Wire) -> None:
        await line.send(Hello(self._code, watches=self._shelf is None))
        limits = self.limits
        # The host may let us wait if there were wrong codes before.
        async with asyncio.timeout(2 * limits.handshake + limits.longest_wrong_code):
            room = await self._read(line)
        if not isinstance(room, Room):
            raise ProtocolError("the host does not say which match is played")
        if self._shelf is None:
            self._show(link=Link.HERE, notice="")
        else:
            kept = self._take(self._shelf, room.match)
            table = kept.table
            known = (table.seq, table.digest) if table else (0, "")
            await line.send(Sit(kept.key, kept.name, *known))
        self._asked_after = -1
        sender = asyncio.create_task(self._send_requests(line))
        # A player is greeted at once. A watcher may have to wait for the match to begin.
        patience: float | None = limits.answer if self._shelf else None
        try:
            while True:
                async with asyncio.timeout(patience):
                    message = await self._read(line)
                answer = self._handle(message)
                self._failures, patience = 0, None
                if answer is not None:
                    await line.send(answer)
                self._wake.set()
        finally:
            sender.cancel()

    async def _read(self, line: Wire) -> Message:
        message = await line.read()
        if isinstance(message, Bye):
            kind = FinalError if message.is_final else _LeftError
            raise kind(EndReason.shown(message.reason))
        return message

    def _take(self, shelf: Shelf, uid: str) -> Kept:
        """Return what is kept of the match, with the address of now; keep a new match first."""
        kept = self._kept or shelf.take(Seat.GUEST, uid)
        if kept is None:
            key = secrets.token_hex(16)
            kept = Kept(Seat.GUEST, uid, self._code, self._address, self._name, key)
        if kept.uid != uid or not is_same(kept.code, self._code):
            raise FinalError("another match is played at that address")
        self._kept = shelf.save(replace(kept, address=self._address))
        self._table = kept.table
        self._show()
        return self._kept

    async def _send_requests(self, line: Wire) -> None:
        with suppress(wire.ConnectionClosed):
            while True:
                self._wake.clear()
                pending, table = self.feed.view.pending, self._table
                is_here = self.feed.view.link is Link.HERE
                if pending and table and is_here and self._asked_after != table.seq:
                    self._asked_after = table.seq
                    await line.send(Request(table.seq, pending))
                is_due = pending is not None and is_here
                try:
                    async with asyncio.timeout(self.limits.answer if is_due else None):
                        await self._wake.wait()
                except TimeoutError:
                    await line.close(EndReason.NO_ANSWER)
                    return

    # What is received.

    def _handle(self, message: Message) -> Message | None:
        """Do what a message says, and return the answer, if it needs one."""
        match message:
            case Begin():
                return self._begin(message)
            case Log():
                return self._extend(message)
            case _:
                raise ProtocolError("that message does not belong here")

    def _begin(self, begin: Begin) -> Message | None:
        table, start = self._table, begin.start
        if self._shelf is not None:
            if self._kept is None or begin.deal.uid != self._kept.uid or start.seq:
                raise ProtocolError("another match is played at that address")
            if table is not None:
                if table.deal != begin.deal:
                    raise ProtocolError("the host has changed what was agreed on")
                return None  # a repetition
            if begin.deal != begin.deal.with_guest(self._kept.name):
                raise ProtocolError("the host has changed your name")
        elif table is not None and start.seq <= table.seq:
            return None
        self._commit(Table.begin(begin.deal, start), None)
        return Got(start.seq, start.digest)

    def _extend(self, log: Log) -> Message:
        before = self._table
        if before is None or log.after > before.seq:
            raise ProtocolError("an event is missing")
        end, table, pending = log.after + len(log.events), before, self.feed.view.pending
        for event in log.events[before.seq - log.after :]:
            after = table.after(event)
            if event.by is Seat.GUEST and self._shelf is not None:
                if event != pending:
                    raise ProtocolError("the host says that you did what you did not do")
                pending = None
            elif pending is not None and _is_overtaken(pending, table, after):
                pending = None
            table = after
        if table.digest_at(end) != log.digest:
            raise ProtocolError(EndReason.DISAGREE)
        self._commit(table, pending)
        return Got(end, log.digest)

    def _commit(self, table: Table, pending: Event | None) -> None:
        """Keep the table and what you still want to do, on disk first; then show it."""
        before, notice, requested = self._table, "", self.feed.view.pending
        if before is None or table.digest != before.digest or pending != requested:
            self._keep(table, pending)
        if (
            requested
            and not pending
            and requested not in table.since(before.seq if before else 0, table.seq)
        ):
            notice = "Your friend was first, so what you did has no effect."
        has_ended = before and table.match.game.is_over and table.match != before.match
        if self._shelf and self._kept and has_ended:
            notice = self._shelf.file_games(self._kept) or notice
        self._table = table
        self._show(link=Link.HERE, notice=notice)

    def _keep(self, table: Table | None, pending: Event | None) -> None:
        if self._shelf is not None and self._kept is not None:
            deal = table.deal if table else None
            self._kept = self._shelf.save(
                replace(self._kept, deal=deal, table=table, pending=pending)
            )

    def _show(self, **changes: object) -> None:
        pending = self._kept.pending if self._kept else None
        self.feed.show(table=self._table, pending=pending, is_settled=pending is None, **changes)
