"""The events of a shared match: who did what. Both sides keep them in the same order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import listed, quoted

LONGEST_TEXT = 24
"""The most characters in the text of an event."""

WORDS = (
    "hello",
    "good luck",
    "good move",
    "oops",
    "think",
    "take your time",
    "back soon",
    "thanks",
    "well played",
    "good game",
    "bye",
)
"""What players can say to each other. There is no free text."""


class Seat(Enum):
    """One of the two people of a match."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> Seat:
        """The other person."""
        return Seat.GUEST if self is Seat.HOST else Seat.HOST


class Kind(Enum):
    """What a player can do."""

    MOVE = "move"
    SWAP = "swap"
    """Take over the first move."""
    UNDO = "undo"
    """Ask to take back their own last move."""
    GRANT = "grant"
    REFUSE = "refuse"
    """Answer that question."""
    READY = "ready"
    """After a game: ask for the next one, or a rematch. It begins when both have asked."""
    RESIGN = "resign"
    SAY = "say"


_WITH_TEXT = (Kind.MOVE, Kind.SAY)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a player did."""

    by: Seat
    kind: Kind
    text: str = ""
    """The move in the notation of the variant, or the word that was said; otherwise empty."""

    def written(self) -> list[str]:
        """Return the event as it is sent and stored."""
        fields = [self.by.value, self.kind.value]
        return [*fields, self.text] if self.kind in _WITH_TEXT else fields


def read_event(value: object) -> Event:
    """Return the event in a value from JSON, or raise GridlockError."""
    if type(value) is not list or not 2 <= len(value) <= 3 or {*map(type, value)} != {str}:
        raise GridlockError("that is not an event")
    by, kind, text = (*value, "")[:3]
    try:
        event = Event(Seat(by), Kind(kind), text)
    except ValueError as error:
        raise GridlockError("that is not an event") from error
    if (len(value) == 3) is not (event.kind in _WITH_TEXT) or len(text) > LONGEST_TEXT:
        raise GridlockError("that is not an event")
    return event


def read_word(text: str) -> str:
    """Return the word that can be said, or raise GridlockError."""
    word = " ".join(text.casefold().split())
    if word not in WORDS:
        known = listed(list(WORDS), last="or")
        raise GridlockError(f"{quoted(text)} cannot be said: choose {known}")
    return word
