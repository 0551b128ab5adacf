"""The history's database: its tables, and how an older one becomes a newer one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from gridlock_tui.match.files import StoreError
from gridlock_tui.match.record import reason_key
from gridlock_tui.rules import Player, find_variant, play_moves

APPLICATION = 0x47524C4B
"""The mark of our databases, in SQLite's own place for it: `GRLK`."""


class Unusable(Exception):  # noqa: N818 - the database is at fault, not the one who opens it
    """A database that we must not touch; the text says why, and goes on after its name."""


def _create(db: sqlite3.Connection) -> None:
    # AUTOINCREMENT: the number of a game that was deleted never becomes another game's.
    db.execute(
        """
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
        )
        """
    )


def _add_keys_and_reason(db: sqlite3.Connection) -> None:
    """Add what games are looked for by, whatever the case of a letter, and why each ended."""
    for column in ("key_one", "key_two", "reason"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    rows = db.execute(
        "SELECT id, name_one, name_two, variant, rows, columns, first, moves FROM games"
    ).fetchall()
    db.executemany(
        "UPDATE games SET key_one = ?, key_two = ?, reason = ? WHERE id = ?",
        [
            (str(one).casefold(), str(two).casefold(), _reason(*how), id_)
            for id_, one, two, *how in rows
        ],
    )
    db.execute("CREATE INDEX games_of_variant ON games (variant)")


def _reason(slug: str, rows: int, columns: int, first: int, moves: str) -> str:
    try:
        start = find_variant(str(slug)).resized(rows, columns).start(Player(first))
        outcome = play_moves(start, str(moves)).outcome
    except (ValueError, TypeError):  # it stays in the list, even if it cannot be played through
        return ""
    return reason_key(outcome.reason) if outcome else ""


_STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create, _add_keys_and_reason)
"""What leads from each version to the next, beginning with an empty database."""

VERSION = len(_STEPS)
"""The version that this program reads and writes."""


def prepare(db: sqlite3.Connection) -> None:
    """Bring the database to this program's version, all of it or nothing."""
    if _version(db) == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        reason = _why_not_ours(db)
        if reason:
            raise StoreError(f"the history {reason}")
        for step in _STEPS[_version(db) :]:  # read anew: another process may have been faster
            step(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # on a full disk SQLite has gone back by itself
            db.execute("ROLLBACK")
        raise


def check(db: sqlite3.Connection) -> None:
    """Raise Unusable if the database is damaged, another program's, or a newer Gridlock's."""
    try:
        reason = _why_not_ours(db)
        if reason:
            raise Unusable(reason)
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Unusable("is damaged")
        if _version(db):
            db.execute("SELECT moves FROM games LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        # What Python itself objects to, such as text that is none, has no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in _DAMAGE:
            raise Unusable("is damaged, or is not a database at all") from error
        raise
    except UnicodeError as error:  # Python's own words about SQLite's are not always text
        raise Unusable("is damaged") from error


_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _why_not_ours(db: sqlite3.Connection) -> str:
    """Return why the database is not for this program to touch, nothing if it is."""
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark != APPLICATION and (objects or _version(db)):
        return "is the database of another program"
    if _version(db) > VERSION:
        return "was written by a newer Gridlock"
    return ""


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
