"""Databases with damaged rows: what they return must be sound, and nothing may fail."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.puzzle_share import share_text
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from tests.fuzz.mutate import damaged_text, random_text
from tests.match.finisher import finished_games
from tests.match.puzzle_support import DAY, attempt_at

_T = TypeVar("_T")
_COUNT = 6
"""The rows of each table."""


class _Rows:
    """A database in a file; each input damages one value of one row, until it is asked again."""

    tables: tuple[str, ...]

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fill()

    def fill(self) -> None:
        """Create the file with sound rows."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask for everything that the database knows."""
        raise NotImplementedError

    def feed(self, rng: random.Random) -> str:
        """Damage a value, ask, and undo the damage."""
        table = rng.choice(self.tables)
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            db.execute("PRAGMA synchronous = OFF")
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            column = rng.choice(columns)
            query = f"SELECT rowid, {column} FROM {table} ORDER BY random() LIMIT 1"
            rowid, before = db.execute(query).fetchone()
            value = _value(rng, before)
            change = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?"
            try:
                db.execute(change, (value, rowid))
            except sqlite3.Error:
                return f"{table}.{column} cannot be {value!r}"
            if column != "id":
                db.execute(f"UPDATE {table} SET {column} = {column} WHERE rowid = ?", (rowid,))
        try:
            self.ask()
        except Exception as error:
            said = f"{type(error).__name__}: {error} for {table}.{column} = {value!r}"
            raise AssertionError(said) from error
        finally:
            with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
                db.execute("PRAGMA ignore_check_constraints = ON")
                db.execute("PRAGMA synchronous = OFF")
                row = value if column == "id" and isinstance(value, int) else rowid
                db.execute(change, (before, row))
        return f"{table}.{column} = {value!r}"


def _value(rng: random.Random, before: object) -> object:
    choice = rng.randrange(8)
    if choice == 0:
        return rng.choice((0, 1, -1, 2**31, 2**62, -(2**62)))
    if choice == 1:
        return rng.choice((0.5, float("inf"), -1e300, 1e300))
    if choice == 2:
        return rng.randbytes(rng.randrange(9))
    text = random_text(rng) if choice == 3 else damaged_text(rng, str(before))
    return text.encode("utf-8", "replace").decode()


class HistoryRows(_Rows):
    """Finished games and stars."""

    tables = ("games", "stars")

    def fill(self) -> None:
        """Add some games and stars."""
        history = History(self.path)
        history.database.open()
        for uid, game, time in islice(finished_games(2), _COUNT):
            history.add(uid, game, time)
        with history.database.changing() as db:
            db.execute("INSERT INTO stars VALUES ('classic', 'novice', 2, 5)")

    def ask(self) -> None:
        """Ask for everything that screens show."""
        history = History(self.path)
        for ask in (history.stars, history.statistics, history.profile, history.people):
            _asked(ask)
        _asked(history.ungraded)
        _asked(lambda: history.games_with_slips((), 9))
        for entry in _asked(history.page) or ():
            _asked(partial(history.record, entry.id))


class PuzzleRows(_Rows):
    """Attempts, ratings, slips and puzzles that were left."""

    tables = ("attempts", "ratings", "slips", "left_runs")

    def fill(self) -> None:
        """Add some of each."""
        store, puzzles = PuzzleStore(self.path), all_puzzles()
        store.database.open()
        for number, mode in enumerate(Mode):
            puzzle = puzzles[number * 100]
            store.record(attempt_at(puzzle, mode, misses=number % 2, uid=mode.value), puzzle)
            store.leave(attempt_at(puzzle, mode, solves=False), PuzzleRun.begin(puzzle))
        store.add_slips("game", puzzles[5:8])

    def ask(self) -> None:
        """Ask for everything that screens show."""
        store = PuzzleStore(self.path)
        record = _asked(store.record_so_far)
        if record is not None:
            assert record.daily_streak(DAY) >= 0
            assert record.best_daily_streak >= 0
            for attempt in record.dailies.values():
                share_text(attempt, all_puzzles()[0], 3)
        for mode in Mode:
            for left in _asked(partial(store.all_left, mode)) or ():
                left.resumed(all_puzzles()[list(Mode).index(mode) * 100])
        _asked(partial(store.daily, DAY))
        for ask in (store.seen, store.missed, store.open_streak, store.ratings, store.examined):
            _asked(ask)
        for slip in _asked(store.open_slips) or ():
            PuzzleRun.begin(slip)


def _asked(ask: Callable[[], _T]) -> _T | None:
    """Return the answer; None if the store says in a sentence that it cannot."""
    words = ""
    try:
        return ask()
    except StoreError as error:
        words = str(error)
    assert words.isprintable()
    return None
