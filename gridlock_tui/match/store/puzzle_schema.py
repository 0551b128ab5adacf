"""The tables of the puzzle log."""

from __future__ import annotations

import sqlite3

from gridlock_tui.match.store.database import Schema

_ATTEMPTS = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    puzzle TEXT NOT NULL,
    mode TEXT NOT NULL,
    day TEXT NOT NULL,  -- as in 2024-02-29, in local time
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    misses INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    tries TEXT NOT NULL,  -- the signs of the moves
    streak TEXT NOT NULL,  -- what the attempts of one streak share
    change REAL NOT NULL  -- of your rating
)"""
_ONE_A_DAY = "CREATE UNIQUE INDEX one_a_day ON attempts (day) WHERE mode = 'daily'"
_RATINGS = """
CREATE TABLE ratings (
    puzzle TEXT PRIMARY KEY,  -- empty for you
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL
)"""
_SLIPS = """
CREATE TABLE slips (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,  -- its uid in the history
    variant TEXT NOT NULL,
    size TEXT NOT NULL,
    first INTEGER NOT NULL,
    path TEXT NOT NULL,
    answer TEXT NOT NULL,
    distance INTEGER NOT NULL,
    theme TEXT NOT NULL,
    solved INTEGER NOT NULL DEFAULT 0,
    tried INTEGER NOT NULL DEFAULT 0  -- how often
)"""
_EXAMINED = "CREATE TABLE examined (game TEXT PRIMARY KEY)"
_LEFT = """
CREATE TABLE left_runs (
    mode TEXT PRIMARY KEY,
    uid TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    day TEXT NOT NULL,
    streak TEXT NOT NULL,
    run TEXT NOT NULL
)"""


def _create(db: sqlite3.Connection) -> None:
    for table in (_ATTEMPTS, _ONE_A_DAY, _RATINGS, _SLIPS, _EXAMINED, _LEFT):
        db.execute(table)


def _keep_each(db: sqlite3.Connection) -> None:
    """Let each attempt have its unfinished run; there was one for each mode."""
    columns = "mode, uid, puzzle, day, streak, run"
    db.execute("ALTER TABLE left_runs RENAME TO left_before")
    db.execute(
        "CREATE TABLE left_runs (uid TEXT PRIMARY KEY, mode TEXT NOT NULL, puzzle TEXT NOT NULL, "
        "day TEXT NOT NULL, streak TEXT NOT NULL, run TEXT NOT NULL)"
    )
    db.execute(f"INSERT INTO left_runs ({columns}) SELECT {columns} FROM left_before")
    db.execute("DROP TABLE left_before")


def _add_given_up(db: sqlite3.Connection) -> None:
    """Add whether the answer was shown."""
    db.execute("ALTER TABLE attempts ADD COLUMN given_up INTEGER NOT NULL DEFAULT 0")


def _add_practice(db: sqlite3.Connection) -> None:
    """Add what to practise: one row; NULL stands for any."""
    db.execute(
        "CREATE TABLE practice (id INTEGER PRIMARY KEY CHECK (id = 1), "
        "variant TEXT, theme TEXT, difficulty INTEGER)"
    )


SCHEMA = Schema(
    "puzzle log",
    0x47524C50,
    (_create, _keep_each, _add_given_up, _add_practice),
    {3: "SELECT tries, streak, given_up FROM attempts", 4: "SELECT theme FROM practice"},
)
"""`GRLP`."""
