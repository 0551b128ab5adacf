"""The history: every finished game, in a database that several instances share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any

from gridlock_tui.match import locks
from gridlock_tui.match.files import StoreError, is_there, make_folder, set_aside, shown, why
from gridlock_tui.match.record import Record, reason_key
from gridlock_tui.match.schema import Unusable, check, prepare
from gridlock_tui.match.setup import PEOPLE, Game, Kinds, Setup, checked_kinds, checked_names
from gridlock_tui.match.statistics import VariantStatistics, read_statistics
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    Board,
    GridlockError,
    Names,
    Player,
    find_variant,
    read_moves,
    write_move,
)
from gridlock_tui.rules.text import clean

_SECONDS = 1.0
"""How long to wait for another process that writes, which takes milliseconds: the app stands
still meanwhile."""


class Won(Enum):
    """Which games are wanted, by how they ended; `player` in a name is who is looked for.

    `{one}` and `{two}` stand for the conditions that Player 1 or Player 2 is the one.
    """

    BY_ONE = "winner = 1"
    BY_TWO = "winner = 2"
    BY_STARTER = "winner = first"
    BY_SECOND = "winner <> first"
    BY_PLAYER = "CASE winner WHEN 1 THEN {one} ELSE {two} END"
    AGAINST_PLAYER = "CASE winner WHEN 1 THEN {two} ELSE {one} END"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games to list; what is None does not matter."""

    variant: str | None = None
    """The slug."""
    player: str | None = None
    """The name of either player, all of it, in capitals or not."""
    won: Won | None = None


ALL = Filter()
_DAMAGED = "damaged"
"""What stands as variant and reason where a game cannot be understood."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list."""

    id: int
    finished: datetime
    """When, by the clock of whoever reads it."""
    variant: str
    board: Board
    names: Names
    kinds: Kinds
    first: Player
    taken_over: bool
    winner: Player
    length: int
    """How many moves it had."""
    reason: str
    """Why it ended, as in the record; empty if that is not known."""

    @property
    def is_damaged(self) -> bool:
        """Whether nothing can be told of it."""
        return self.reason == _DAMAGED


_ENTRY = (
    "id, finished, variant, rows, columns, name_one, name_two, kind_one, kind_two, "
    "first, taken_over, winner, length, reason"
)


def open_history(path: Path) -> tuple[History, str]:
    """Return the history in this file, and a notice for the player, empty if all is well.

    A file that cannot be used is set aside, and the history begins anew.
    """
    history = History(path)
    try:
        history.check()
    except Unusable:
        return history, _put_away(history)
    except StoreError as error:
        return history, f"The history cannot be used: {error}."
    return history, ""


class History:
    """The finished games. Each call opens the file for itself, so any thread may make it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def check(self) -> None:
        """Raise Unusable or StoreError if the file cannot be used."""
        if is_there(self.path):
            with self._connected() as db:
                check(db)

    def add(self, uid: str, game: Game, finished: datetime) -> bool:
        """Keep a finished game, and say whether that changed anything.

        A game that is there already, by its uid, is not kept twice; if it has come to another
        end since then, that is the one that stays.
        """
        setup, outcome = game.setup, game.timeline.states[-1].outcome
        if outcome is None:
            raise StoreError("only finished games have a place in the history")
        row = {
            "uid": uid,
            "finished": int(finished.timestamp()),
            "variant": setup.variant.slug,
            "rows": setup.variant.board.rows,
            "columns": setup.variant.board.columns,
            "name_one": setup.names[0],
            "name_two": setup.names[1],
            "kind_one": setup.kinds[0],
            "kind_two": setup.kinds[1],
            "first": int(setup.first),
            "taken_over": int(setup.taken_over),
            "winner": int(outcome.winner),
            "reason": reason_key(outcome.reason),
            "key_one": setup.names[0].casefold(),
            "key_two": setup.names[1].casefold(),
            "length": len(game.timeline.moves),
            "moves": "; ".join(write_move(setup.variant, move) for move in game.timeline.moves),
        }
        fields = ", ".join(row)
        values = ", ".join(f":{field}" for field in row)
        updates = ", ".join(f"{field} = excluded.{field}" for field in row)
        with self._prepared() as db:
            done = db.execute(
                f"INSERT INTO games ({fields}) VALUES ({values}) "
                f"ON CONFLICT (uid) DO UPDATE SET {updates} WHERE moves <> excluded.moves",
                row,
            )
            return done.rowcount > 0

    def count(self, wanted: Filter = ALL) -> int:
        """Return how many games there are of those that are wanted."""
        where, values = _condition(wanted)
        with self._prepared() as db:
            (count,) = db.execute(f"SELECT count(*) FROM games {where}", values).fetchone()
            return int(count)

    def page(self, wanted: Filter = ALL, limit: int = 50, offset: int = 0) -> tuple[Entry, ...]:
        """Return a part of the list, the latest game first."""
        where, values = _condition(wanted)
        query = f"SELECT {_ENTRY} FROM games {where} ORDER BY id DESC LIMIT :limit OFFSET :offset"
        with self._prepared() as db:
            rows = db.execute(query, {**values, "limit": limit, "offset": offset}).fetchall()
        return tuple(map(_entry_or_damaged, rows))

    def record(self, id_: int) -> Record:
        """Return a game with its day, every move verified, or raise GridlockError."""
        with self._prepared() as db:
            row = db.execute(f"SELECT {_ENTRY}, moves FROM games WHERE id = ?", (id_,)).fetchone()
        if row is None:
            raise StoreError("this game is not in the history any more")
        *fields, moves = row
        entry = _entry(tuple(fields))
        try:
            return Record(_replayed(entry, str(moves)), entry.finished.date())
        except StoreError:
            raise
        except GridlockError as error:
            raise StoreError(f"this game cannot be opened: {error}") from error

    def statistics(self) -> tuple[VariantStatistics, ...]:
        """Return what the games of each variant come to, in the order of the menu."""
        with self._prepared() as db:
            return read_statistics(db)

    def people(self) -> tuple[str, ...]:
        """Return the names of all who have played, in alphabetical order."""
        query = "SELECT key_one, name_one FROM games UNION SELECT key_two, name_two FROM games"
        with self._prepared() as db:
            return tuple(clean(str(name)) for _, name in db.execute(f"{query} ORDER BY 1, 2"))

    def delete(self, id_: int) -> None:
        """Remove a game for good; one that is not there is no matter."""
        with self._prepared() as db:
            db.execute("DELETE FROM games WHERE id = ?", (id_,))

    @contextmanager
    def _prepared(self) -> Iterator[sqlite3.Connection]:
        with self._connected() as db:
            prepare(db)
            yield db

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            make_folder(self.path.parent)
            with closing(sqlite3.connect(self.path, timeout=_SECONDS, isolation_level=None)) as db:
                yield db
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot use {shown(self.path)}: {why(error)}") from error
        except UnicodeError as error:
            raise StoreError(f"cannot use {shown(self.path)}: it is damaged") from error


def _condition(wanted: Filter) -> tuple[str, dict[str, Any]]:
    conditions, values = [], {}
    sides = {"one": "key_one = :player", "two": "key_two = :player"}
    if wanted.variant is not None:
        conditions.append("variant = :variant")
        values["variant"] = wanted.variant
    if wanted.player:
        conditions.append("({one} OR {two})".format(**sides))
        values["player"] = wanted.player.casefold()
    if wanted.won is not None and (wanted.player or "{" not in wanted.won.value):
        conditions.append(wanted.won.value.format(**sides))
    return f"WHERE {' AND '.join(conditions)}" if conditions else "", values


def _entry(row: tuple[Any, ...]) -> Entry:
    id_, finished, variant, rows, columns, one, two, kind_one, kind_two, *others = row
    first, taken_over, winner, length, reason = others
    try:
        return Entry(
            id_,
            datetime.fromtimestamp(finished, UTC).astimezone(),
            clean(variant),
            Board(rows, columns),
            (clean(one), clean(two)),
            (clean(kind_one), clean(kind_two)),
            Player(first),
            bool(taken_over),
            Player(winner),
            int(length),
            clean(reason),
        )
    except (ValueError, TypeError, OverflowError, OSError, GridlockError) as error:
        raise StoreError(f"game {id_} of the history is damaged") from error


def _entry_or_damaged(row: tuple[Any, ...]) -> Entry:
    """Return a game in the list; one that is damaged must not hide the others."""
    try:
        return _entry(row)
    except StoreError:
        never = datetime.fromtimestamp(0, UTC).astimezone()
        one, two = Player
        names = ("?", "?")
        return Entry(
            row[0], never, _DAMAGED, Board(1, 1), names, PEOPLE, one, False, two, 0, _DAMAGED
        )


def _replayed(entry: Entry, moves: str) -> Game:
    variant = find_variant(entry.variant).resized(entry.board.rows, entry.board.columns)
    names, kinds = checked_names(*entry.names), checked_kinds(*entry.kinds)
    setup = Setup(variant, names, entry.first, kinds, taken_over=entry.taken_over)
    start = variant.start(setup.first)
    return Game(setup, Timeline.replay(start, read_moves(variant, moves)))


def _put_away(history: History) -> str:
    """Set the file aside, and return the notice; nothing if another process was faster."""
    path, lock = history.path, history.path.with_suffix(".lock")
    handle = None
    with suppress(OSError):
        handle = locks.acquire(lock)
    try:
        # Looked at again, now that nobody else can put a new one in its place meanwhile.
        history.check()
    except Unusable as error:
        aside = set_aside(path) if handle is not None else None
        if aside is None:
            return f"The history cannot be used: {shown(path)} {error}."
        for ending in ("-journal", "-wal", "-shm"):
            with suppress(OSError):
                path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        return f"The history begins anew: {shown(path)} {error}; it is kept as {shown(aside)}."
    except StoreError as error:
        return f"The history cannot be used: {error}."
    finally:
        if handle is not None:
            locks.discard(handle, lock)
    return ""
