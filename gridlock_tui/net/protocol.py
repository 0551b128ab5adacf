"""The messages between host and guest: small JSON objects, read strictly.

A guest says `hello` with the room code; the host answers with the `room`. A player then takes
the `seat`, with what is kept of the match; a watcher need not. The host sends the `deal`, if the
other side has nothing yet, and then the `log` from where the other side stands, a few events at a
time; the other side checks them, keeps them, and says `got`. A guest who wants to do something
sends a `request`: the host puts it into the log, or ignores it if the log has gone on meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from gridlock_tui.match.game import LONGEST_NAME
from gridlock_tui.net.deal import LARGEST_NUMBER, Deal, Start, read_deal, read_start
from gridlock_tui.net.events import Event, read_event
from gridlock_tui.net.fields import (
    Fields,
    get,
    get_list,
    get_number,
    get_text,
    is_digest,
    is_uid,
    only,
    read_object,
)
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean

VERSION = 1
"""The version of these messages."""
LARGEST_FRAME = 16384
"""The most bytes in a message."""
MOST_SENT = 32
"""The most events in a message."""
LONGEST_CODE = 60
LONGEST_REASON = 200


class EndReason(StrEnum):
    """Why a connection ends, as people are told. What else a stranger writes is not shown.

    Other versions know a reason by its text: do not change `NEWER`.
    """

    WRONG_CODE = "the room code is wrong"
    OTHERS_WRONG = "wrong codes were tried before, so the host makes everybody wait"
    SEAT_TAKEN = "somebody else plays this match; you can only watch it"
    UNKNOWN_MATCH = "the host does not know this match any more"
    BEGINNING_GONE = "the beginning of this match is gone"
    AHEAD = "your copy of this match is ahead of the host's copy"
    DIFFERENT = "your copy of this match differs from the host's copy"
    ELSEWHERE = "you have joined from elsewhere"
    LEFT = "the host has left for now"
    NOT_KEPT = "the host cannot keep the match now"
    TOO_SLOW = "the first messages took too long"
    TOO_MANY_MESSAGES = "too many messages came at once"
    TOO_MANY_WATCHERS = "too many people watch this match already"
    NO_ANSWER = "no answer came"
    DISAGREE = "the two sides disagree about the match"
    NEWER = "one of you has a newer Gridlock: install the same version on both machines"
    OTHER = "the other side has ended the connection"

    @classmethod
    def shown(cls, reason: str) -> EndReason:
        """Return the reason that the other side gave, if it is one of these."""
        return cls(reason) if reason in set(cls) else cls.OTHER


class ProtocolError(GridlockError):
    """A message that cannot be used; the text says why."""


class FinalError(ProtocolError):
    """It is of no use to connect again."""


class VersionError(FinalError):
    """One of the two has a newer Gridlock."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a guest or watcher."""

    code: str
    watches: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """The host's answer to the right code."""

    match: str
    """The id of the match."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A player takes the seat of the guest, with what they have kept of the match."""

    key: str
    """The guest's own secret: nobody else can take the seat later."""
    name: str
    seq: int = 0
    digest: str = ""
    """The digest after event `seq`; empty if nothing is kept."""


@dataclass(frozen=True, slots=True)
class Begin:
    """What was agreed on, and where the log begins."""

    deal: Deal
    start: Start


@dataclass(frozen=True, slots=True)
class Log:
    """The events after number `after`, and the digest after the last of them."""

    after: int
    events: tuple[Event, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Got:
    """All events up to number `seq` are checked and kept."""

    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class Request:
    """What the guest wants to do right after event `after`."""

    after: int
    event: Event


@dataclass(frozen=True, slots=True)
class Bye:
    """Why the connection ends."""

    reason: str
    is_final: bool = False
    """Whether it is of no use to connect again."""


Message = Hello | Room | Sit | Begin | Log | Got | Request | Bye


def write_message(message: Message) -> str:
    """Return the message as text."""
    return json.dumps(_written(message), separators=(",", ":"))


def _written(message: Message) -> Fields:
    match message:
        case Hello(code, watches):
            return {"type": "hello", "version": VERSION, "code": code, "watch": watches}
        case Room(uid):
            return {"type": "room", "version": VERSION, "match": uid}
        case Sit(key, name, seq, digest):
            return {"type": "sit", "key": key, "name": name, "seq": seq, "digest": digest}
        case Begin(deal, start):
            return {"type": "begin", "deal": deal.written(), "start": start.written()}
        case Log(after, events, digest):
            written = [event.written() for event in events]
            return {"type": "log", "after": after, "events": written, "digest": digest}
        case Got(seq, digest):
            return {"type": "got", "seq": seq, "digest": digest}
        case Request(after, event):
            return {"type": "request", "after": after, "event": event.written()}
        case Bye(reason, is_final):
            return {"type": "bye", "reason": clean(reason, LONGEST_REASON), "final": is_final}


def read_message(frame: str | bytes) -> Message:
    """Return the message in a frame, or raise ProtocolError."""
    try:
        return _read(frame)
    except ProtocolError:
        raise
    except GridlockError as error:
        raise ProtocolError(f"a message cannot be read: {error}") from error


def _read(frame: str | bytes) -> Message:
    if isinstance(frame, bytes):
        raise GridlockError("it is not text")
    if len(frame) > LARGEST_FRAME:
        raise GridlockError("it is too long")
    fields = read_object(frame)
    kind = get_text(fields, "type", 20)
    if kind not in _READERS:
        raise GridlockError("there is no such type")
    if kind in ("hello", "room"):
        _check_version(get(fields, "version", int))
    reader, names = _READERS[kind]
    only(fields, "type", *names)
    return reader(fields)


def _check_version(version: int) -> None:
    """Refuse another version before anything else is read: it may have other fields."""
    if version != VERSION:
        raise VersionError(EndReason.NEWER)


def _read_hello(fields: Fields) -> Message:
    return Hello(get_text(fields, "code", LONGEST_CODE), get(fields, "watch", bool))


def _read_room(fields: Fields) -> Message:
    return Room(get(fields, "match", str, is_uid))


def _read_sit(fields: Fields) -> Message:
    name = clean(get_text(fields, "name", 4 * LONGEST_NAME), LONGEST_NAME)
    seq = get_number(fields, "seq", LARGEST_NUMBER)
    digest = get(fields, "digest", str, lambda text: is_digest(text) or not (text or seq))
    return Sit(get(fields, "key", str, is_digest), name, seq, digest)


def _read_begin(fields: Fields) -> Message:
    deal = read_deal(get(fields, "deal", dict))
    return Begin(deal, read_start(deal, get(fields, "start", dict)))


def _read_log(fields: Fields) -> Message:
    events = get_list(fields, "events", list, MOST_SENT)
    after = get_number(fields, "after", LARGEST_NUMBER)
    digest = get(fields, "digest", str, is_digest)
    return Log(after, tuple(map(read_event, events)), digest)


def _read_got(fields: Fields) -> Message:
    seq = get_number(fields, "seq", LARGEST_NUMBER)
    return Got(seq, get(fields, "digest", str, is_digest))


def _read_request(fields: Fields) -> Message:
    after = get_number(fields, "after", LARGEST_NUMBER)
    return Request(after, read_event(fields["event"]))


def _read_bye(fields: Fields) -> Message:
    reason = clean(get_text(fields, "reason", 4 * LONGEST_REASON), LONGEST_REASON)
    return Bye(reason, get(fields, "final", bool))


_READERS: dict[str, tuple[Callable[[Fields], Message], tuple[str, ...]]] = {
    "hello": (_read_hello, ("version", "code", "watch")),
    "room": (_read_room, ("version", "match")),
    "sit": (_read_sit, ("key", "name", "seq", "digest")),
    "begin": (_read_begin, ("deal", "start")),
    "log": (_read_log, ("after", "events", "digest")),
    "got": (_read_got, ("seq", "digest")),
    "request": (_read_request, ("after", "event")),
    "bye": (_read_bye, ("reason", "final")),
}
