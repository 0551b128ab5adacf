"""The tables of the history database, and how to upgrade an older one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.record import reason_key
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.rules import Player, find_variant, read_moves

APPLICATION = 0x47524C4B
"""SQLite's application id of our databases: `GRLK`."""


class UnusableDatabaseError(Exception):
    """A database must not be changed; the text continues a sentence about the file."""


# AUTOINCREMENT: the number of a deleted game is not used again.
_GAMES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    finished INTEGER NOT NULL,  -- seconds since 1970, UTC
    variant TEXT NOT NULL,
    rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND 8),
    columns INTEGER NOT NULL CHECK (columns BETWEEN 1 AND 8),
    name_one TEXT NOT NULL,
    name_two TEXT NOT NULL,
    kind_one TEXT NOT NULL,
    kind_two TEXT NOT NULL,
    first INTEGER NOT NULL CHECK (first IN (1, 2)),
    taken_over INTEGER NOT NULL CHECK (taken_over IN (0, 1)),
    winner INTEGER NOT NULL CHECK (winner IN (1, 2)),
    length INTEGER NOT NULL,
    moves TEXT NOT NULL  -- in the variant's notation, with ; between them
)"""


def _add_keys_and_reason(db: sqlite3.Connection) -> None:
    """Add the names in lower case, which are searched for, and why each game ended."""
    for column in ("key_one", "key_two", "reason"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    query = "SELECT id, name_one, name_two, variant, rows, columns, first, moves FROM games"
    change = "UPDATE games SET key_one = ?, key_two = ?, reason = ? WHERE id = ?"
    for id_, one, two, *game in db.execute(query).fetchall():
        db.execute(change, (str(one).casefold(), str(two).casefold(), _reason(*game), id_))
    db.execute("CREATE INDEX games_of_variant ON games (variant)")


def _reason(slug: str, rows: int, columns: int, first: int, moves: str) -> str:
    try:
        variant = find_variant(str(slug)).resized(rows, columns)
        setup = Setup(variant, first=Player(first))
        outcome = Game.replay(setup, read_moves(variant, str(moves))).state.outcome
    except (ValueError, TypeError):  # it stays in the history, even if it cannot be replayed
        return ""
    return reason_key(outcome.reason) if outcome else ""


_Step = Callable[[sqlite3.Connection], object]
_STEPS: tuple[_Step, ...] = (lambda db: db.execute(_GAMES), _add_keys_and_reason)
"""The upgrade from each version to the next, beginning with an empty database."""

VERSION = len(_STEPS)
"""The current version."""


def prepare(db: sqlite3.Connection) -> None:
    """Upgrade the database to the current version, in one transaction."""
    if _version(db) == VERSION:
        return
    with db:  # commits in the end, and rolls back after an error
        db.execute("BEGIN IMMEDIATE")
        if reason := _foreign_reason(db):
            raise StoreError(f"the history {reason}")
        for step in _STEPS[_version(db) :]:  # another process may have upgraded it
            step(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")


def check(db: sqlite3.Connection) -> None:
    """Raise UnusableDatabaseError if the database is damaged or was written by something else."""
    try:
        if reason := _foreign_reason(db):
            raise UnusableDatabaseError(reason)
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise UnusableDatabaseError("is damaged")
        if _version(db):
            db.execute("SELECT moves FROM games LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        # Errors that Python itself raises, such as for invalid text, have no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in _DAMAGE:
            raise UnusableDatabaseError("is damaged, or is not a database at all") from error
        raise
    except UnicodeError as error:  # the error message itself may not be text
        raise UnusableDatabaseError("is damaged") from error


_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _foreign_reason(db: sqlite3.Connection) -> str:
    """Return why this program must not change the database, "" if it may."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (objects or _version(db)):
        return "is the database of another program"
    if _version(db) > VERSION:
        return "was written by a newer Gridlock"
    return ""


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
