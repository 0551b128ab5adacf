"""The history: all finished games, in a database that several runs of the app share."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any

from gridlock_tui.match.game import (
    HUMAN,
    PEOPLE,
    Game,
    Kinds,
    Setup,
    checked_kinds,
    checked_names,
    seated_names,
)
from gridlock_tui.match.record import Record, reason_key
from gridlock_tui.match.store import locks
from gridlock_tui.match.store.files import (
    StoreError,
    display_name,
    file_exists,
    make_folder,
    reason_of,
    rename_unusable,
)
from gridlock_tui.match.store.schema import UnusableDatabaseError, check, prepare
from gridlock_tui.match.store.statistics import VariantStatistics, read_statistics
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    Board,
    GridlockError,
    Names,
    Player,
    find_variant,
    read_moves,
    write_move,
)
from gridlock_tui.rules.text import clean

_LOCK_SECONDS = 1.0
"""How long to wait for another process that writes. That takes milliseconds; the app is
blocked until then."""


UNNAMED = ""
"""Stands for the person without a name who plays computers, on whichever side."""
_UNNAMED = f"kind_{{0}} = '{HUMAN}' AND kind_{{1}} <> '{HUMAN}' AND name_{{0}} IN {DEFAULT_NAMES}"
"""Whether the player of a side is that person; two people are Player 1 and Player 2."""
_KEYS = [
    f"CASE WHEN {_UNNAMED.format(*sides)} THEN '{UNNAMED}' ELSE {{}}_{sides[0]} END"
    for sides in (("one", "two"), ("two", "one"))
]
"""The name of each side to search for, or to show."""


class Won(Enum):
    """A filter by winner; in `BY_PLAYER` and `AGAINST_PLAYER`, the player of the filter.

    `{one}` and `{two}` stand for the conditions that Player 1 or Player 2 is that player.
    """

    BY_ONE = "winner = 1"
    BY_TWO = "winner = 2"
    BY_STARTER = "winner = first"
    BY_SECOND = "winner <> first"
    BY_PLAYER = "CASE winner WHEN 1 THEN {one} ELSE {two} END"
    AGAINST_PLAYER = "CASE winner WHEN 1 THEN {two} ELSE {one} END"


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which games to list; a field that is None matches all games."""

    variant: str | None = None
    """The slug."""
    player: str | None = None
    """The whole name of either player, in upper or lower case; `UNNAMED` for that person."""
    won: Won | None = None


ALL_GAMES = HistoryFilter()
_SMALLEST = Board(1, 1)
_DAMAGED = "damaged"
"""The variant and the reason of a game that cannot be read."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list of the history; the defaults are those of a damaged one."""

    id: int
    finished: datetime
    """When it ended, in local time."""
    variant: str = _DAMAGED
    board: Board = _SMALLEST
    names: Names = ("?", "?")
    kinds: Kinds = PEOPLE
    first: Player = Player.ONE
    taken_over: bool = False
    winner: Player = Player.TWO
    length: int = 0
    """The number of moves."""
    reason: str = _DAMAGED
    """Why it ended, as in the record; empty if not known."""

    @property
    def is_damaged(self) -> bool:
        """Whether the game cannot be read."""
        return self.reason == _DAMAGED


_ENTRY = (
    "id, finished, variant, rows, columns, name_one, name_two, kind_one, kind_two, "
    "first, taken_over, winner, length, reason"
)


def open_history(path: Path) -> tuple[History, str]:
    """Return the history in this file, and a notice for the player or "".

    A file that cannot be used is renamed, and an empty history takes its place.
    """
    history = History(path)
    try:
        history.check()
    except UnusableDatabaseError:
        return history, _replace_file(history)
    except StoreError as error:
        return history, f"The history cannot be used: {error}."
    return history, ""


class History:
    """The finished games. Each call opens the file, so that any thread may make it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def check(self) -> None:
        """Raise UnusableDatabaseError or StoreError if the file cannot be used."""
        if file_exists(self.path):
            with self._opened(check):
                pass

    def add(self, uid: str, game: Game, finished: datetime) -> bool:
        """Add a finished game and return whether the history has changed.

        A game with the same uid is replaced if its moves differ.
        """
        setup, outcome = game.setup, game.timeline.states[-1].outcome
        if outcome is None:
            raise StoreError("only finished games are added to the history")
        variant, moves = setup.variant, game.timeline.moves
        row = {
            "uid": uid,
            "finished": int(finished.timestamp()),
            "variant": variant.slug,
            "rows": variant.board.rows,
            "columns": variant.board.columns,
            "name_one": setup.names[0],
            "name_two": setup.names[1],
            "kind_one": setup.kinds[0],
            "kind_two": setup.kinds[1],
            "first": setup.first,
            "taken_over": setup.taken_over,
            "winner": outcome.winner,
            "length": len(moves),
            "reason": reason_key(outcome.reason),
            "key_one": setup.names[0].casefold(),
            "key_two": setup.names[1].casefold(),
            "moves": "; ".join(write_move(variant, move) for move in moves),
        }
        values = ", ".join(f":{column}" for column in row)
        updates = ", ".join(f"{column} = excluded.{column}" for column in row)
        with self._opened() as db:
            done = db.execute(
                f"INSERT INTO games ({', '.join(row)}) VALUES ({values}) "
                f"ON CONFLICT (uid) DO UPDATE SET {updates} WHERE moves <> excluded.moves",
                row,
            )
            return done.rowcount > 0

    def count(self, filter_: HistoryFilter = ALL_GAMES) -> int:
        """Return how many games match the filter."""
        where, values = _condition(filter_)
        ((count,),) = self._ask(f"SELECT count(*) FROM games {where}", **values)
        return int(count)

    def page(
        self, filter_: HistoryFilter = ALL_GAMES, limit: int = 50, offset: int = 0
    ) -> tuple[GameEntry, ...]:
        """Return a part of the list, latest game first."""
        where, values = _condition(filter_)
        query = f"SELECT {_ENTRY} FROM games {where} ORDER BY id DESC LIMIT :limit OFFSET :offset"
        rows = self._ask(query, **values, limit=limit, offset=offset)
        return tuple(map(_entry, rows))

    def record(self, id_: int) -> Record:
        """Return a game and its day, every move replayed, or raise GridlockError."""
        rows = self._ask(f"SELECT {_ENTRY}, moves FROM games WHERE id = :id", id=id_)
        if not rows:
            raise StoreError("this game is not in the history any more")
        *fields, moves = rows[0]
        entry = _entry(fields)
        if entry.is_damaged:
            raise StoreError(f"game {id_} of the history is damaged")
        try:
            return Record(_replay(entry, str(moves)), entry.finished.date())
        except GridlockError as error:
            raise StoreError(f"this game cannot be opened: {error}") from error

    def statistics(self) -> tuple[VariantStatistics, ...]:
        """Return the statistics of each variant that was played, in the order of the menu."""
        with self._opened() as db:
            return read_statistics(db)

    def people(self) -> tuple[str, ...]:
        """Return the names of all players, in alphabetical order; `UNNAMED` is the first."""
        sides = (f"SELECT {side.format('key')}, {side.format('name')} FROM games" for side in _KEYS)
        query = f"{' UNION '.join(sides)} ORDER BY 1, 2"
        return tuple(clean(str(name)) for _, name in self._ask(query))

    def delete(self, id_: int) -> None:
        """Remove a game, if it is there."""
        self._ask("DELETE FROM games WHERE id = :id", id=id_)

    def _ask(self, query: str, **values: object) -> list[Any]:
        with self._opened() as db:
            return db.execute(query, values).fetchall()

    @contextmanager
    def _opened(
        self, make_ready: Callable[[sqlite3.Connection], None] = prepare
    ) -> Iterator[sqlite3.Connection]:
        try:
            make_folder(self.path.parent)
            db = sqlite3.connect(self.path, timeout=_LOCK_SECONDS, isolation_level=None)
            with closing(db):
                make_ready(db)
                yield db
        except (OSError, sqlite3.Error, UnicodeError) as error:
            reason = "it is damaged" if isinstance(error, UnicodeError) else reason_of(error)
            raise StoreError(f"cannot use {display_name(self.path)}: {reason}") from error


def _condition(filter_: HistoryFilter) -> tuple[str, dict[str, Any]]:
    conditions = []
    values = {"variant": filter_.variant, "player": (filter_.player or "").casefold()}
    one, two = (f"{side.format('key')} = :player" for side in _KEYS)
    sides = {"one": one, "two": two}
    if filter_.variant is not None:
        conditions.append("variant = :variant")
    if filter_.player is not None:
        conditions.append("({one} OR {two})".format(**sides))
    if filter_.won is not None and (filter_.player is not None or "{" not in filter_.won.value):
        conditions.append(filter_.won.value.format(**sides))
    return f"WHERE {' AND '.join(conditions)}" if conditions else "", values


def _entry(row: Sequence[Any]) -> GameEntry:
    """Return a game in the list, marked as damaged if it cannot be read."""
    id_, finished, variant, rows, columns, one, two, kind_one, kind_two, *others = row
    first, taken_over, winner, length, reason = others
    try:
        kinds = clean(kind_one), clean(kind_two)
        return GameEntry(
            id_,
            datetime.fromtimestamp(finished, UTC).astimezone(),
            clean(variant),
            Board(rows, columns),
            seated_names((clean(one), clean(two)), kinds),
            kinds,
            Player(first),
            bool(taken_over),
            Player(winner),
            int(length),
            clean(reason),
        )
    except (ValueError, TypeError, OverflowError, OSError):
        return GameEntry(id_, datetime.fromtimestamp(0, UTC).astimezone())


def _replay(entry: GameEntry, moves: str) -> Game:
    variant = find_variant(entry.variant).resized(entry.board.rows, entry.board.columns)
    names, kinds = checked_names(*entry.names), checked_kinds(*entry.kinds)
    setup = Setup(variant, names, entry.first, kinds, taken_over=entry.taken_over)
    return Game.replay(setup, read_moves(variant, moves))


def _replace_file(history: History) -> str:
    """Rename the file and return a notice, "" if another process has done so already."""
    path, lock, handle = history.path, history.path.with_suffix(".lock"), None
    with suppress(OSError):
        handle = locks.acquire(lock)
    try:
        # Check again: now that the file is locked, no other process can replace it.
        history.check()
    except UnusableDatabaseError as error:
        renamed = rename_unusable(path) if handle is not None else None
        if renamed is None:
            return f"The history cannot be used: {display_name(path)} {error}."
        for ending in ("-journal", "-wal", "-shm"):
            with suppress(OSError):
                path.with_name(path.name + ending).rename(renamed.with_name(renamed.name + ending))
        reason, name = f"{display_name(path)} {error}", display_name(renamed)
        return f"A new history was started: {reason}; it is kept as {name}."
    except StoreError as error:
        return f"The history cannot be used: {error}."
    finally:
        if handle is not None:
            locks.discard(handle, lock)
    return ""
