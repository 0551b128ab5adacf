"""What a front end shows of a match between two machines, and how it hears of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Protocol

from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.table import Table


def sentence(text: str) -> str:
    """Return an error as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


class Link(Enum):
    """Whether the other person is there."""

    NEW = "nobody has joined yet"
    HERE = "the other person is connected"
    AWAY = "the connection is broken; it comes back by itself"
    ENDED = "the connection is over for good; the notice says why"


@dataclass(frozen=True, slots=True)
class View:
    """All that a front end shows. Immutable: every change is a new view."""

    seat: Seat | None
    """Who is at this machine; None for a watcher."""
    table: Table | None = None
    """The match; None until both have joined."""
    link: Link = Link.NEW
    notice: str = ""
    """A sentence about the last thing that went wrong, or empty."""
    pending: Event | None = None
    """What you did and the host has not confirmed yet; it is not in the table."""
    is_settled: bool = True
    """Whether both machines have kept everything that the table shows."""
    watchers: int = 0
    """How many watch; known to the host only."""

    @property
    def friend(self) -> str:
        """The name of the other person, or of the host for a watcher."""
        if self.table is None:
            return "your friend"
        return self.table.name_of(self.seat.other if self.seat else Seat.HOST)

    @property
    def status(self) -> str:
        """A sentence about the connection."""
        if self.link is Link.ENDED:
            return self.notice
        if self.link is not Link.HERE:
            return f"Waiting for {self.friend}…"
        if self.pending is not None:
            return "Sending…"
        if self.table is None:
            return "Waiting for the match to begin…"
        return f"{self.friend} is connected."

    @property
    def is_your_turn(self) -> bool:
        """Whether you are to move now."""
        if self.table is None or self.seat is None or self.pending is not None:
            return False
        return self.table.to_move is self.seat

    @property
    def must_answer(self) -> bool:
        """Whether the other person has asked you for an undo."""
        if self.table is None or self.seat is None or self.pending is not None:
            return False
        return self.table.asked is self.seat.other

    def why_not(self, kind: Kind, text: str = "") -> str | None:
        """Return a sentence that says why you cannot do this now, None if you can."""
        if self.seat is None:
            return "you only watch"
        if self.table is None:
            return "your friend has not joined yet"
        if self.pending is not None:
            return "what you did last is still on its way to your friend"
        return self.table.why_not(Event(self.seat, kind, text))


class Feed:
    """Holds the current view and tells listeners about each new one."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.listeners: list[Callable[[View], None]] = []
        """Called with every new view, in the event loop."""
        self._changed = asyncio.Event()

    def show(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of a view
        """Change the view."""
        view = replace(self.view, **changes)
        if view == self.view:
            return
        self.view = view
        self._changed.set()
        self._changed = asyncio.Event()
        for listener in tuple(self.listeners):
            listener(view)

    async def until(self, is_reached: Callable[[View], object]) -> View:
        """Wait for a view with this property and return it."""
        while not is_reached(self.view):
            await self._changed.wait()
        return self.view


class Session(Protocol):
    """What a front end uses: a host, a guest or a watcher."""

    feed: Feed

    def act(self, kind: Kind, text: str = "") -> None:
        """Do something in the match, or raise GridlockError with a sentence that says why not."""
