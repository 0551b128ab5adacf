"""The puzzle log on disk: attempts, ratings, your slips, and puzzles that were left half-way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from gridlock_tui.engine.puzzles import Puzzle
from gridlock_tui.match.glicko import Rating
from gridlock_tui.match.puzzle_choice import ANY_PUZZLE, PuzzleFilter, checked_filter
from gridlock_tui.match.puzzle_log import (
    NEW_PLAYER,
    Attempt,
    Mode,
    PuzzleRecord,
    Recorded,
    first_rating,
    longest_run,
    rated,
)
from gridlock_tui.match.puzzle_run import PuzzleRun, Try, read_run, write_run
from gridlock_tui.match.store.database import Database
from gridlock_tui.match.store.puzzle_schema import SCHEMA
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean

_YOU = ""
"""Stands for you among the ratings; all others are of puzzles."""

_LARGEST_CHANGE = 10_000.0
"""More than one attempt can change a rating."""

_ATTEMPT = "uid, puzzle, mode, day, solved, misses, hints, tries, streak, given_up"


class LeftRun(NamedTuple):
    """A puzzle that was left half-way."""

    attempt: Attempt
    run: str
    """The run as text, which `resumed` reads."""

    def resumed(self, puzzle: Puzzle) -> PuzzleRun | None:
        """Return the run; None if it does not fit the puzzle any more."""
        if puzzle.id != self.attempt.puzzle:
            return None
        with suppress(GridlockError):
            return read_run(puzzle, self.run)
        return None


def open_puzzle_store(path: Path) -> tuple[PuzzleStore, str]:
    """Return the puzzle log in this file, and a notice for the player or ""."""
    store = PuzzleStore(path)
    return store, store.database.open()


class PuzzleStore:
    """The puzzle log. Every method raises StoreError if the file cannot be used."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path, SCHEMA)

    # What to practise.

    def practice(self) -> PuzzleFilter:
        """Return what was chosen last; what cannot be is left out."""
        query = "SELECT variant, theme, difficulty FROM practice"
        with self.database.reading() as db:
            row = db.execute(query).fetchone()
        return ANY_PUZZLE if row is None else checked_filter(*row)

    def keep_practice(self, wanted: PuzzleFilter) -> None:
        """Keep what is chosen for the next run."""
        with self.database.changing() as db:
            db.execute(
                "INSERT OR REPLACE INTO practice VALUES (1, ?, ?, ?)",
                (wanted.variant, wanted.theme, wanted.difficulty),
            )

    # Attempts and ratings.

    def record(self, attempt: Attempt, puzzle: Puzzle) -> Recorded:
        """Keep an attempt that is decided; called again, keep what has become of it since.

        Of a daily puzzle the first attempt of the day counts, from whichever window; another one
        can only solve it. What is solved or given up stays so. Your rating and that of the puzzle
        change with your first attempt at it; slips have no rating. What has ended is not left any
        more. All of this is one transaction.
        """
        if not attempt.is_decided:
            raise ValueError("an attempt counts when it is solved or a move was wrong")
        with self.database.changing() as db:
            if attempt.is_final:
                _forget_run(db, attempt)
            if attempt.mode is Mode.DAILY and (first := _first_of_day(db, attempt)):
                return Recorded(first, _rating(db, _YOU, NEW_PLAYER), 0.0)
            query = f"SELECT {_ATTEMPT}, change FROM attempts WHERE uid = ?"
            known = db.execute(query, (attempt.uid,)).fetchone()
            change = _change(known) if known else _rate(db, attempt, puzzle)
            before = _attempt(known[:-1]) if known else None
            if before is not None and before.is_final:  # in another window
                return Recorded(before, _rating(db, _YOU, NEW_PLAYER), change)
            _write(db, attempt, change)
            if attempt.mode is Mode.SLIPS and not known:
                db.execute("UPDATE slips SET tried = tried + 1 WHERE id = ?", (attempt.puzzle,))
            if attempt.mode is Mode.SLIPS and attempt.is_clean:
                db.execute("UPDATE slips SET solved = 1 WHERE id = ?", (attempt.puzzle,))
            return Recorded(attempt, _rating(db, _YOU, NEW_PLAYER), change)

    def record_so_far(self) -> PuzzleRecord:
        """Return your record; slips do not count in it."""
        with self.database.reading() as db:
            rows = db.execute(f"SELECT {_ATTEMPT} FROM attempts ORDER BY id").fetchall()
            rating = _rating(db, _YOU, NEW_PLAYER)
        attempts = [each for each in map(_attempt, rows) if each]
        counted = [each for each in attempts if each.mode is not Mode.SLIPS]
        streaks = [(each.streak, each.is_clean) for each in attempts if each.mode is Mode.STREAK]
        return PuzzleRecord(
            rating,
            len(counted),
            sum(each.is_clean for each in counted),
            sum(each.solved for each in counted),
            {each.day: each for each in attempts if each.mode is Mode.DAILY},
            longest_run(streaks),
        )

    def daily(self, day: date) -> Attempt | None:
        """Return what became of the daily puzzle of a day; None if it was not attempted."""
        with self.database.reading() as db:
            row = db.execute(
                f"SELECT {_ATTEMPT} FROM attempts WHERE mode = ? AND day = ?",
                (Mode.DAILY.value, day.isoformat()),
            ).fetchone()
        return _attempt(row) if row else None

    def seen(self) -> tuple[str, ...]:
        """Return the ids of the puzzles that you have attempted, the latest first."""
        with self.database.reading() as db:
            query = "SELECT puzzle FROM attempts GROUP BY puzzle ORDER BY max(id) DESC"
            return tuple(str(row[0]) for row in db.execute(query))

    def missed(self) -> tuple[str, ...]:
        """Return the ids of the puzzles that you did not solve cleanly at last, latest first."""
        query = (
            "SELECT puzzle, max(id), solved AND NOT misses AND NOT hints FROM attempts "
            "WHERE mode <> ? GROUP BY puzzle ORDER BY max(id) DESC"
        )
        with self.database.reading() as db:
            rows = db.execute(query, (Mode.SLIPS.value,)).fetchall()
        return tuple(str(puzzle) for puzzle, _, is_clean in rows if not is_clean)

    def streak(self, uid: str) -> tuple[str, ...]:
        """Return the ids of the puzzles that were solved in a streak, in order, until it ended."""
        attempts = takewhile(lambda each: each.is_clean, self._streak_attempts(uid))
        return tuple(each.puzzle for each in attempts)

    def has_ended(self, streak: str) -> bool:
        """Return whether an attempt of a streak was not clean."""
        return not all(each.is_clean for each in self._streak_attempts(streak))

    def _streak_attempts(self, uid: str) -> list[Attempt]:
        query = f"SELECT {_ATTEMPT} FROM attempts WHERE mode = ? AND streak = ? ORDER BY id"
        with self.database.reading() as db:
            rows = db.execute(query, (Mode.STREAK.value, uid)).fetchall()
        return [each for each in map(_attempt, rows) if each]

    def open_streak(self) -> tuple[str, tuple[str, ...]] | None:
        """Return the latest streak and its puzzles if it has not ended; None if it has."""
        query = "SELECT streak FROM attempts WHERE mode = ? ORDER BY id DESC LIMIT 1"
        with self.database.reading() as db:
            row = db.execute(query, (Mode.STREAK.value,)).fetchone()
        attempts = self._streak_attempts(row[0]) if row else []
        if not attempts or not all(each.is_clean for each in attempts):
            return None
        return attempts[0].streak, tuple(each.puzzle for each in attempts)

    def ratings(self) -> dict[str, Rating]:
        """Return the ratings of the puzzles that you have attempted, by id."""
        with self.database.reading() as db:
            rows = db.execute("SELECT * FROM ratings WHERE puzzle <> ?", (_YOU,)).fetchall()
        found = {str(puzzle): _as_rating(numbers) for puzzle, *numbers in rows}
        return {puzzle: rating for puzzle, rating in found.items() if rating}

    # Puzzles that were left half-way.

    def leave(self, attempt: Attempt, run: PuzzleRun) -> None:
        """Keep an unfinished run until `finish`.

        In practice all are kept, because you may want another game next; else one for each mode.
        If another window has ended it meanwhile, there is nothing to come back to.
        """
        final = "SELECT 1 FROM attempts WHERE uid = ? AND (solved OR given_up)"
        with self.database.changing() as db:
            if db.execute(final, (attempt.uid,)).fetchone():
                return
            if attempt.mode is not Mode.PRACTICE:
                db.execute("DELETE FROM left_runs WHERE mode = ?", (attempt.mode.value,))
            db.execute(
                "INSERT OR REPLACE INTO left_runs (mode, uid, puzzle, day, streak, run) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (
                    attempt.mode.value,
                    attempt.uid,
                    attempt.puzzle,
                    attempt.day.isoformat(),
                    attempt.streak,
                    write_run(run),
                ),
            )

    def left(self, mode: Mode) -> LeftRun | None:
        """Return the latest unfinished run of a mode, if there is one."""
        return next(iter(self.all_left(mode)), None)

    def all_left(self, mode: Mode) -> tuple[LeftRun, ...]:
        """Return the unfinished runs of a mode, the latest first."""
        query = (
            "SELECT uid, puzzle, mode, day, 0, 0, 0, '', streak, 0, run FROM left_runs "
            "WHERE mode = ? ORDER BY rowid DESC"
        )
        with self.database.reading() as db:
            rows = db.execute(query, (mode.value,)).fetchall()
        found = ((_attempt(row[:-1]), str(row[-1])) for row in rows)
        return tuple(LeftRun(attempt, run) for attempt, run in found if attempt)

    def finish(self, attempt: Attempt) -> None:
        """Forget the unfinished run of an attempt; except in practice, that of its mode."""
        with self.database.changing() as db:
            _forget_run(db, attempt)

    # Your slips.

    def add_slips(self, game: str, slips: Iterable[Puzzle]) -> None:
        """Keep the slips of a game of the history, given its uid, and that it was examined."""
        with self.database.changing() as db:
            db.execute("INSERT OR IGNORE INTO examined VALUES (?)", (game,))
            for slip in slips:
                db.execute(
                    "INSERT OR IGNORE INTO slips "
                    "(id, game, variant, size, first, path, answer, distance, theme) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        slip.id,
                        game,
                        slip.variant,
                        slip.size,
                        slip.first,
                        slip.path,
                        slip.answer,
                        slip.distance,
                        slip.theme,
                    ),
                )

    def examined(self) -> frozenset[str]:
        """Return the uids of the games that were searched for slips."""
        with self.database.reading() as db:
            return frozenset(str(row[0]) for row in db.execute("SELECT game FROM examined"))

    def open_slips(self) -> tuple[Puzzle, ...]:
        """Return the slips that you have not solved cleanly, those least often tried first."""
        query = (
            "SELECT id, variant, size, first, path, answer, distance, theme FROM slips "
            "WHERE NOT solved ORDER BY tried, rowid DESC"
        )
        with self.database.reading() as db:
            rows = db.execute(query).fetchall()
        slips = (
            Puzzle(id_, variant, size, first, path, answer, distance, 0, theme)
            for id_, variant, size, first, path, answer, distance, theme in rows
        )
        return tuple(filter(_is_sound, slips))


def _forget_run(db: sqlite3.Connection, attempt: Attempt) -> None:
    column = "uid" if attempt.mode is Mode.PRACTICE else "mode"
    value = attempt.uid if attempt.mode is Mode.PRACTICE else attempt.mode.value
    db.execute(f"DELETE FROM left_runs WHERE {column} = ?", (value,))


@lru_cache(1024)
def _is_sound(slip: Puzzle) -> bool:
    """Return whether a slip can be played; its row may be damaged."""
    try:
        is_text = bool("".join((slip.id, slip.answer, slip.theme)))
        answers = set(slip.solution)
        return (
            is_text
            and int(slip.distance) > 0
            and bool(answers)
            and answers <= {*slip.state.legal_moves}
        )
    except (GridlockError, ValueError, OverflowError, TypeError, AttributeError):
        return False


def _attempt(row: Sequence[Any]) -> Attempt | None:
    """Return the attempt of a row; None if it is damaged."""
    uid, puzzle, mode, day, solved, misses, hints, tries, streak, given_up = row
    try:
        tuple(map(Try, tries))
        return Attempt(
            clean(uid, 80),
            clean(puzzle, 80),
            Mode(mode),
            date.fromisoformat(day),
            bool(solved),
            int(misses),
            int(hints),
            tries,
            clean(streak, 80),
            bool(given_up),
        )
    except (ValueError, OverflowError, TypeError, AttributeError):
        return None


def _first_of_day(db: sqlite3.Connection, attempt: Attempt) -> Attempt | None:
    """Return the attempt at the same daily puzzle that came first; it ends with this one."""
    day = attempt.day.isoformat()
    if attempt.is_final:
        ended = "solved" if attempt.solved else "given_up"
        db.execute(
            f"UPDATE attempts SET {ended} = 1 "
            "WHERE mode = ? AND day = ? AND uid <> ? AND NOT solved AND NOT given_up",
            (attempt.mode.value, day, attempt.uid),
        )
    query = f"SELECT {_ATTEMPT} FROM attempts WHERE mode = ? AND day = ? AND uid <> ?"
    row = db.execute(query, (attempt.mode.value, day, attempt.uid)).fetchone()
    return _attempt(row) if row else None


def _write(db: sqlite3.Connection, attempt: Attempt, change: float) -> None:
    row = (
        attempt.uid,
        attempt.puzzle,
        attempt.mode.value,
        attempt.day.isoformat(),
        attempt.solved,
        attempt.misses,
        attempt.hints,
        attempt.tries,
        attempt.streak,
        attempt.given_up,
        change,
    )
    db.execute(
        f"INSERT INTO attempts ({_ATTEMPT}, change) VALUES ({', '.join('?' * len(row))}) "
        "ON CONFLICT (uid) DO UPDATE SET solved = max(solved, excluded.solved), "
        "misses = max(misses, excluded.misses), hints = max(hints, excluded.hints), "
        "tries = excluded.tries, given_up = excluded.given_up",
        row,
    )


def _rate(db: sqlite3.Connection, attempt: Attempt, puzzle: Puzzle) -> float:
    """Change both ratings if this is your first attempt at the puzzle; return your change."""
    query = "SELECT count(*) FROM attempts WHERE puzzle = ?"
    (before,) = db.execute(query, (attempt.puzzle,)).fetchone()
    if before or attempt.mode is Mode.SLIPS:
        return 0.0
    you = _rating(db, _YOU, NEW_PLAYER)
    its = _rating(db, puzzle.id, first_rating(puzzle))
    for id_, rating in zip((_YOU, puzzle.id), rated(you, its, attempt.score), strict=True):
        db.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?)", (id_, *rating))
    return _rating(db, _YOU, NEW_PLAYER).rating - you.rating


def _rating(db: sqlite3.Connection, id_: str, first: Rating) -> Rating:
    query = "SELECT rating, deviation, volatility FROM ratings WHERE puzzle = ?"
    row = db.execute(query, (id_,)).fetchone()
    return (_as_rating(row) if row else None) or first


def _as_rating(numbers: Sequence[Any]) -> Rating | None:
    """Return the rating of a row; None if it is damaged."""
    try:
        rating = Rating(*map(float, numbers))
    except (ValueError, TypeError):
        return None
    return rating if rating.is_sound else None


def _change(row: Sequence[Any]) -> float:
    """Return the change of your rating, the last column of a row; 0 if it is damaged."""
    try:
        change = float(row[-1])
    except (ValueError, TypeError):
        return 0.0
    return change if abs(change) < _LARGEST_CHANGE else 0.0
