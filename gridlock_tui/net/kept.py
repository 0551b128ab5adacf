"""A match between two machines as one of them keeps it: the content of its file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from gridlock_tui.match.store.files import ContentError, ForeignContentError, StoreError
from gridlock_tui.net.deal import Deal, read_deal, read_start
from gridlock_tui.net.events import Event, Seat, read_event
from gridlock_tui.net.fields import (
    Fields,
    get,
    get_list,
    get_text,
    is_digest,
    is_uid,
    read_object,
)
from gridlock_tui.net.table import MOST_EVENTS, Table
from gridlock_tui.rules import GridlockError, UnknownVariant

LARGEST_FILE = 1048576
"""The most bytes in the file of a match; the longest takes a third of it."""
_FORMAT, _VERSION = "gridlock match with a friend", 1
_LONGEST = 300
_PENDING = "wish"
"""The field of the pending request; files already have this name."""
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Kept:
    """What one side keeps. Immutable."""

    seat: Seat
    uid: str
    """The id of the match, the same on both sides."""
    code: str
    """The room code."""
    address: str
    """Where the host listens: HOST:PORT."""
    name: str = ""
    """The name that the person at this machine has given."""
    key: str = ""
    """The guest's secret; the host keeps its digest only, and nothing until a guest has come."""
    deal: Deal | None = None
    """What is agreed on; a guest learns it from the host."""
    table: Table | None = None
    """The match; None until both have joined."""
    pending: Event | None = None
    """What the guest has done and the host has not confirmed."""
    time: datetime = _NEVER
    """When it was kept."""

    @property
    def is_done(self) -> bool:
        """Whether the series is decided."""
        return self.table is not None and self.table.is_decided

    @property
    def is_open(self) -> bool:
        """Whether both have joined and the series is not decided."""
        return self.table is not None and not self.is_done

    @property
    def is_ready(self) -> bool:
        """Whether this side has asked for the next game, or for a rematch."""
        return self.table is not None and self.seat in self.table.ready

    def now(self) -> Kept:
        """Return it with the time of this moment."""
        return replace(self, time=datetime.now(UTC).replace(microsecond=0))


def write_kept(kept: Kept) -> bytes:
    """Return the content of the file."""
    table = kept.table
    content = {
        "format": _FORMAT,
        "version": _VERSION,
        "seat": kept.seat.value,
        "match": kept.uid,
        "time": kept.time.isoformat(),
        "code": kept.code,
        "address": kept.address,
        "name": kept.name,
        "key": kept.key,
        "deal": None if kept.deal is None else kept.deal.written(),
        "start": None if table is None else table.start.written(),
        "events": [] if table is None else [event.written() for event in table.events],
        "digest": "" if table is None else table.digest,
        _PENDING: None if kept.pending is None else kept.pending.written(),
    }
    written = json.dumps(content).encode()
    if len(written) > LARGEST_FILE:
        raise StoreError(f"cannot save the match: it takes more than {LARGEST_FILE // 1024} KiB")
    return written


def read_kept(content: bytes) -> Kept:
    """Return the match in a file, every event checked again, or raise ContentError."""
    try:
        fields = read_object(content)
    except GridlockError as error:
        raise ContentError("is damaged or not a match with a friend") from error
    if fields.get("format") != _FORMAT:
        raise ContentError("is not a match with a friend")
    try:
        if get(fields, "version", int) > _VERSION:
            raise ForeignContentError("was written by a newer Gridlock")
        return _read(fields)
    except ContentError:
        raise
    except UnknownVariant as error:
        raise ForeignContentError(f"is of another variant: {error}") from error
    except GridlockError as error:
        raise ContentError(f"is damaged: {error}") from error


def _read(fields: Fields) -> Kept:
    deal = None if fields.get("deal") is None else read_deal(get(fields, "deal", dict))
    table = None
    if fields.get("start") is not None and deal is not None:
        start = read_start(deal, get(fields, "start", dict))
        events = get_list(fields, "events", list, MOST_EVENTS)
        table = Table.begin(deal, start, map(read_event, events))
        # Reading drops what is older than the previous game, as playing does.
        get(fields, "digest", str, table.digest.__eq__)
    uid = get(fields, "match", str, is_uid)
    if deal is not None and deal.uid != uid:
        raise GridlockError("the value of match is invalid")
    try:
        time = datetime.fromisoformat(get_text(fields, "time", 40))
    except ValueError as error:
        raise GridlockError("the value of time is invalid") from error
    if time.tzinfo is None:
        raise GridlockError("the value of time is invalid")
    return Kept(
        Seat(get(fields, "seat", str, [seat.value for seat in Seat].__contains__)),
        uid,
        get_text(fields, "code", _LONGEST),
        get_text(fields, "address", _LONGEST),
        get_text(fields, "name", _LONGEST),
        get(fields, "key", str, lambda key: not key or is_digest(key)),
        deal,
        table,
        None if fields.get(_PENDING) is None else read_event(fields[_PENDING]),
        time,
    )
