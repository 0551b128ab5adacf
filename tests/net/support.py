"""What the tests of matches between two machines share."""

import random
from pathlib import Path

from gridlock_tui.match.game import Setup
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.net.deal import Deal, make_deal
from gridlock_tui.net.events import WORDS, Event, Kind, Seat
from gridlock_tui.net.limits import Limits
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table
from gridlock_tui.rules import VARIANTS, write_move

QUICK = Limits(
    handshake=5,
    answer=2,
    ping=5,
    closing=0.5,
    rate=2000,
    burst=2000,
    first_delay=0.01,
    longest_delay=0.1,
    wrong_code=0.02,
    longest_wrong_code=0.1,
    longest_overall=0.1,
)
"""Limits for tests: the same rules, with less patience."""


def shelf_in(folder: Path) -> Shelf:
    """Return the shelf of a machine of its own."""
    return Shelf(Paths(folder, folder, folder))


def new_deal(slug: str = "showdown", *, length: int = 1, swap_rule: bool = False) -> Deal:
    """Return a deal of Ada, who hosts."""
    setup = Setup(VARIANTS[slug])
    return make_deal(setup, "Ada", length=length, swap_rule=swap_rule)


def new_table(slug: str = "showdown", *, length: int = 1, swap_rule: bool = False) -> Table:
    """Return a table of Ada, who hosts, and Ben."""
    return Table.begin(new_deal(slug, length=length, swap_rule=swap_rule).with_guest("Ben"))


def possible_events(table: Table) -> list[Event]:
    """Return all events that are possible now; of the words, one."""
    variant, state = table.match.game.setup.variant, table.match.game.state
    texts = {
        Kind.MOVE: [write_move(variant, move) for move in state.legal_moves],
        Kind.SAY: [WORDS[0]],
    }
    events = (
        Event(seat, kind, text) for seat in Seat for kind in Kind for text in texts.get(kind, [""])
    )
    return [event for event in events if table.why_not(event) is None]


def choose_event(table: Table, rng: random.Random) -> Event:
    """Return a possible event: mostly a move, sometimes anything else, seldom a resignation."""
    game, mover = table.match.game, table.to_move
    if mover is not None and rng.random() < 0.7:
        move = rng.choice(game.state.legal_moves)
        return Event(mover, Kind.MOVE, write_move(game.setup.variant, move))
    kinds = [Kind.SWAP, Kind.UNDO, Kind.GRANT, Kind.REFUSE, Kind.READY, Kind.READY, Kind.SAY]
    for _ in range(200):
        kind = rng.choice(kinds) if rng.random() < 0.97 else Kind.RESIGN
        event = Event(rng.choice(list(Seat)), kind, "hello" if kind is Kind.SAY else "")
        if table.why_not(event) is None:
            return event
    return rng.choice(possible_events(table))


def random_table(rng: random.Random, events: int, slug: str = "") -> Table:
    """Return a table after this many random events."""
    slug = slug or rng.choice(list(VARIANTS))
    table = new_table(slug, length=rng.choice([1, 3, 0]), swap_rule=rng.random() < 0.5)
    for _ in range(events):
        table = table.after(choose_event(table, rng))
    return table
