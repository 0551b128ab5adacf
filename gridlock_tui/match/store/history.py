"""The history: all finished games, in a database that several runs of the app share."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any

from gridlock_tui.match.effort import Effort
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
from gridlock_tui.match.stars import MOST_STARS, Stars, stars_of
from gridlock_tui.match.store.database import Database
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.profile import AGAINST_COMPUTER, WON, Profile, read_profile
from gridlock_tui.match.store.schema import SCHEMA
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
    """Return the history in this file, and a notice for the player or ""."""
    history = History(path)
    return history, history.database.open()


class History:
    """The finished games. Every method raises StoreError if the file cannot be used."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path, SCHEMA)

    def add(
        self,
        uid: str,
        game: Game,
        finished: datetime,
        effort: Effort | None = None,
        *,
        climbs: bool = False,
        given: int = 0,
    ) -> bool:
        """Add a finished game and the stars it earns; return whether the history has changed.

        A game with the same uid is replaced if its moves differ. Without an effort it is not
        known what the game took. `given` moves were on the board when it began.
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
            "moves": _moves_text(game),
            "hints": effort.hints if effort else None,
            "warnings": effort.warnings if effort else None,
            "take_backs": effort.take_backs if effort else None,
            "seconds": effort.seconds if effort else None,
            "slips": None,
            "climbs": climbs,
            "given": given,
        }
        values = ", ".join(f":{column}" for column in row)
        updates = ", ".join(f"{column} = excluded.{column}" for column in row)
        with self.database.changing() as db:
            done = db.execute(
                f"INSERT INTO games ({', '.join(row)}) VALUES ({values}) "
                f"ON CONFLICT (uid) DO UPDATE SET {updates} WHERE moves <> excluded.moves",
                row,
            )
            _award_stars(db, uid)
            return done.rowcount > 0

    def grade(self, uid: str, game: Game, slips: int) -> None:
        """Note how often you threw a win away in a game, and the star for no such slip.

        All moves must be graded. Nothing is noted if the game is not there with these moves.
        """
        with self.database.changing() as db:
            change = "UPDATE games SET slips = ? WHERE uid = ? AND moves = ?"
            if db.execute(change, (slips, uid, _moves_text(game))).rowcount:
                _award_stars(db, uid)

    def stars(self) -> Stars:
        """Return the best stars of every rung that you have won, by variant and level."""
        found: dict[str, dict[str, int]] = {}
        for variant, level, stars in self._ask("SELECT variant, level, stars FROM stars"):
            if type(stars) is int and 0 < stars <= MOST_STARS:  # else the row is damaged
                found.setdefault(str(variant), {})[str(level)] = stars
        return found

    def ungraded(self) -> tuple[tuple[str, Game], ...]:
        """Return the won games of the climb that may still earn a star, with their uids."""
        rows = self._ask(
            f"SELECT {_ENTRY}, moves, uid FROM games WHERE {_UNGRADED} ORDER BY id DESC"
        )
        return _replayed(rows)

    def games_with_slips(self, known: Collection[str], most: int) -> tuple[tuple[str, Game], ...]:
        """Return your latest games in which you may have thrown a win away, with their uids.

        These are games against a computer, at most so many, without those whose uids are known.
        """
        listed = self._ask(f"SELECT id, uid FROM games WHERE {_MAY_HAVE_SLIPS} ORDER BY id DESC")
        wanted = [id_ for id_, uid in listed if uid not in known][:most]
        rows = [
            row
            for id_ in wanted
            for row in self._ask(f"SELECT {_ENTRY}, moves, uid FROM games WHERE id = :id", id=id_)
        ]
        return _replayed(rows)

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
        with self.database.reading() as db:
            return read_statistics(db)

    def profile(self) -> Profile:
        """Return what you have done against computers."""
        stars = self.stars()
        with self.database.reading() as db:
            return read_profile(db, stars)

    def people(self) -> tuple[str, ...]:
        """Return the names of all players, in alphabetical order; `UNNAMED` is the first."""
        sides = (f"SELECT {side.format('key')}, {side.format('name')} FROM games" for side in _KEYS)
        query = f"{' UNION '.join(sides)} ORDER BY 1, 2"
        return tuple(clean(str(name)) for _, name in self._ask(query))

    def delete(self, id_: int) -> None:
        """Remove a game, if it is there."""
        self._ask("DELETE FROM games WHERE id = :id", id=id_)

    def _ask(self, query: str, **values: object) -> list[Any]:
        with self.database.reading() as db:
            return db.execute(query, values).fetchall()


# The climb.

_EARNED = f"climbs AND {WON}"
_UNGRADED = f"{_EARNED} AND slips IS NULL AND take_backs = 0"


_MAY_HAVE_SLIPS = f"{AGAINST_COMPUTER} AND slips IS NOT 0"


def _award_stars(db: sqlite3.Connection, uid: str) -> None:
    """Note the stars of a game if it is a rung that you have won, unless you have more there.

    The one transaction compares and writes, so two windows at once lose no star.
    """
    query = (
        "SELECT variant, CASE winner WHEN 1 THEN kind_two ELSE kind_one END, finished, "
        "coalesce(hints, 0) + coalesce(warnings, 0), take_backs, slips "
        f"FROM games WHERE uid = ? AND {_EARNED}"
    )
    for variant, level, finished, aids, take_backs, slips in db.execute(query, (uid,)).fetchall():
        db.execute(
            "INSERT INTO stars (variant, level, stars, earned) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (variant, level) DO UPDATE "
            "SET stars = excluded.stars, earned = excluded.earned WHERE stars < excluded.stars",
            (variant, level, stars_of(aids, take_backs or 0, slips), finished),
        )


def _moves_text(game: Game) -> str:
    return "; ".join(write_move(game.setup.variant, move) for move in game.timeline.moves)


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


def _replayed(rows: Iterable[Sequence[Any]]) -> tuple[tuple[str, Game], ...]:
    """Return the games of rows that end with moves and uid, without those that are damaged."""
    found = []
    for *fields, moves, uid in rows:
        with suppress(GridlockError):
            found.append((str(uid), _replay(_entry(fields), str(moves))))
    return tuple(found)
