"""What is said of an event and of a kept match, in every front end."""

from __future__ import annotations

from gridlock_tui.match.naming import YOU, does
from gridlock_tui.net.events import Event, Kind, Seat
from gridlock_tui.net.kept import Kept
from gridlock_tui.net.table import Table


def called(table: Table, seat: Seat, you: Seat | None) -> str:
    """Return how somebody is called by the person in the seat `you`; None is a watcher."""
    return YOU if seat is you else table.name_of(seat)


def event_words(table: Table, event: Event, you: Seat | None) -> str:
    """Return what was done, given the table before it."""
    name = called(table, event.by, you)
    if event.kind is Kind.MOVE:
        return f"{does(name, 'plays')} {event.text}."
    if event.kind is Kind.SAY:
        return f"{name}: {event.text}!"
    what = "a rematch" if table.is_decided else "the next game"
    mine = "your" if event.by is you else "their"
    words = {
        Kind.SWAP: "plays on from the first move: the sides are exchanged",
        Kind.UNDO: f"wants to take back {mine} last move",
        Kind.GRANT: "says yes: the move goes back",
        Kind.REFUSE: "says no: the move stays",
        Kind.READY: f"is ready for {what}",
        Kind.RESIGN: "resigns",
    }[event.kind]
    if name == YOU:
        for formal, plain in (("wants", "want"), ("says", "say"), ("resigns", "resign")):
            words = words.replace(formal, plain)
    return f"{does(name, words)}."


def turn_of(kept: Kept) -> str:
    """Return who has to do something in a kept match: `your move`, or `waiting for Ben`."""
    table, seat = kept.table, kept.seat
    if table is None:
        return "waiting for your friend"
    waits = f"waiting for {table.name_of(seat.other)}"
    if kept.pending is not None:
        return waits
    if table.asked is seat.other:
        return "your answer"
    if table.is_over:
        return waits if kept.is_ready else "next game"
    return "your move" if table.to_move is seat else waits
