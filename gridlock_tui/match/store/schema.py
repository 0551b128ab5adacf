"""The tables of the history database, and how to upgrade an older one."""

from __future__ import annotations

import sqlite3

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.record import reason_key
from gridlock_tui.match.store.database import Schema
from gridlock_tui.rules import Player, find_variant, read_moves

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


_STARS = """
CREATE TABLE stars (
    variant TEXT NOT NULL,
    level TEXT NOT NULL,
    stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 3),
    earned INTEGER NOT NULL,  -- when, in seconds since 1970, UTC
    PRIMARY KEY (variant, level)
)"""


def _add_effort_and_stars(db: sqlite3.Connection) -> None:
    """Add what each game took you, and the stars of the climb.

    Of older games the effort is not known: NULL. The stars have a table of their own, so that
    deleting a game takes none away.
    """
    for column in ("hints", "take_backs", "seconds"):
        db.execute(f"ALTER TABLE games ADD COLUMN {column} INTEGER")
    # Your moves that threw a win away; NULL until all moves are graded.
    db.execute("ALTER TABLE games ADD COLUMN slips INTEGER")
    db.execute("ALTER TABLE games ADD COLUMN climbs INTEGER NOT NULL DEFAULT 0")
    # The moves that were on the board when the game began.
    db.execute("ALTER TABLE games ADD COLUMN given INTEGER NOT NULL DEFAULT 0")
    db.execute(_STARS)


def _add_warnings(db: sqlite3.Connection) -> None:
    """Count the warnings of the guard by themselves; in older games they are among the hints."""
    db.execute("ALTER TABLE games ADD COLUMN warnings INTEGER")


SCHEMA = Schema(
    "history",
    0x47524C4B,
    (lambda db: db.execute(_GAMES), _add_keys_and_reason, _add_effort_and_stars, _add_warnings),
    {1: "SELECT moves FROM games", 3: "SELECT stars FROM stars"},
)
"""`GRLK`."""
