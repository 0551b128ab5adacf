"""The puzzle log on disk: nothing is lost, nothing counts twice, nothing unreadable is deleted."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.puzzle_log import (
    NEW_PLAYER,
    Attempt,
    Mode,
    PuzzleRecord,
    first_rating,
    rated,
)
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store import database, schema
from gridlock_tui.match.store.database import Database, Schema
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.puzzle_schema import SCHEMA
from gridlock_tui.match.store.puzzle_store import PuzzleStore, open_puzzle_store
from tests.match.history_support import integrity
from tests.match.puzzle_support import DAY, answered, attempt_at, solved, wrong_move

ONE, TWO, THREE = all_puzzles()[:3]


def test_the_file_says_whose_it_is() -> None:
    assert SCHEMA.application.to_bytes(4) == b"GRLP"
    assert schema.SCHEMA.application.to_bytes(4) == b"GRLK"


@pytest.fixture
def store(tmp_path: Path) -> PuzzleStore:
    """Return an empty log."""
    return PuzzleStore(tmp_path / "puzzles.sqlite3")


def attempts_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [uid for (uid,) in db.execute("SELECT uid FROM attempts ORDER BY id")]


# Attempts and ratings.


def test_an_empty_log_has_an_empty_record(store: PuzzleStore) -> None:
    record = store.record_so_far()
    assert (record.rating, record.attempts, record.dailies) == (NEW_PLAYER, 0, {})
    assert record.best_run == PuzzleRecord().best_run == 0
    assert (store.seen(), store.missed(), store.ratings()) == ((), (), {})
    assert store.daily(DAY) is None
    assert store.open_streak() is None
    assert store.left(Mode.DAILY) is None


def test_an_attempt_changes_both_ratings(store: PuzzleStore) -> None:
    recorded = store.record(attempt_at(ONE), ONE)
    you, its = rated(NEW_PLAYER, first_rating(ONE), 1.0)
    assert recorded.rating == you == store.record_so_far().rating
    assert recorded.change == pytest.approx(you.rating - NEW_PLAYER.rating)
    assert store.ratings() == {ONE.id: its}
    lost = store.record(attempt_at(TWO, misses=1), TWO)
    assert lost.change < 0
    assert lost.rating == rated(you, first_rating(TWO), 0.0)[0]


def test_only_the_first_attempt_at_a_puzzle_is_rated(store: PuzzleStore) -> None:
    first = store.record(attempt_at(ONE, misses=1), ONE)
    again = store.record(attempt_at(ONE), ONE)
    assert again.change == 0
    assert again.rating == first.rating
    record = store.record_so_far()
    assert (record.attempts, record.clean, record.solved) == (2, 1, 2)


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.PRACTICE, Mode.STREAK])
def test_an_attempt_is_kept_from_its_first_wrong_move_on_and_counts_once(
    store: PuzzleStore, mode: Mode
) -> None:
    run = PuzzleRun.begin(ONE)
    attempt = Attempt.begin(ONE, mode, DAY)
    with pytest.raises(ValueError, match="counts when"):
        store.record(attempt.after(run), ONE)
    run = answered(run.play(wrong_move(run)))
    missed = store.record(attempt.after(run), ONE)
    assert missed.change < 0
    assert store.record_so_far().solved == 0
    done = store.record(attempt.after(solved(run.take_back())), ONE)
    assert (done.rating, done.change) == (missed.rating, missed.change)
    assert done.attempt == attempt.after(solved(run.take_back()))
    record = store.record_so_far()
    assert (record.attempts, record.clean, record.solved) == (1, 0, 1)


def test_a_hint_costs_half_of_the_score(store: PuzzleStore) -> None:
    recorded = store.record(attempt_at(ONE, hints=1), ONE)
    assert recorded.rating == rated(NEW_PLAYER, first_rating(ONE), 0.5)[0]


def test_what_was_seen_and_missed(store: PuzzleStore) -> None:
    store.record(attempt_at(ONE, misses=1), ONE)
    store.record(attempt_at(TWO, hints=1), TWO)
    store.record(attempt_at(THREE), THREE)
    assert store.seen() == (THREE.id, TWO.id, ONE.id)
    assert store.missed() == (TWO.id, ONE.id)
    store.record(attempt_at(ONE), ONE)
    assert store.seen() == (ONE.id, THREE.id, TWO.id)
    assert store.missed() == (TWO.id,)


# The daily puzzle.


def test_of_a_daily_puzzle_the_first_attempt_counts(store: PuzzleStore) -> None:
    first = store.record(attempt_at(ONE, Mode.DAILY, misses=2), ONE)
    other = PuzzleStore(store.database.path).record(attempt_at(ONE, Mode.DAILY), ONE)
    assert other.attempt == first.attempt
    assert (other.rating, other.change) == (first.rating, 0)
    assert store.daily(DAY) == first.attempt
    assert len(attempts_in(store.database.path)) == 1


def test_another_window_can_still_solve_the_daily_puzzle(store: PuzzleStore) -> None:
    missed = attempt_at(ONE, Mode.DAILY, misses=1, solves=False)
    store.record(missed, ONE)
    assert store.record_so_far().daily_streak(DAY) == 0
    store.record(attempt_at(ONE, Mode.DAILY), ONE)
    assert store.daily(DAY) == replace(missed, solved=True)
    assert store.record_so_far().daily_streak(DAY) == 1


@pytest.mark.parametrize("who", ["first", "second"])
def test_giving_up_is_final(store: PuzzleStore, who: str) -> None:
    run, mode = PuzzleRun.begin(ONE), Mode.DAILY
    first, second = (Attempt.begin(ONE, mode, DAY) for _ in range(2))
    if who == "second":
        store.record(first.after(answered(run.play(wrong_move(run)))), ONE)
    store.record((first if who == "first" else second).after(run.give_up()), ONE)
    for attempt in (first, second, Attempt.begin(ONE, mode, DAY)):
        recorded = store.record(attempt.after(solved(run)), ONE)
        assert (recorded.attempt.uid, recorded.attempt.solved) == (first.uid, False)
    assert store.record_so_far().daily_streak(DAY) == 0
    store.leave(first, run)
    assert store.left(mode) is None, "its answer was shown"


def test_a_clock_that_is_turned_back_breaks_no_streak(store: PuzzleStore) -> None:
    days = [DAY + timedelta(days=each) for each in range(5)]
    for day in days:
        store.record(attempt_at(ONE, Mode.DAILY, day), ONE)
    before = store.record_so_far()
    assert before.daily_streak(days[-1]) == before.best_daily_streak == 5
    for today in (DAY - timedelta(days=400), DAY - timedelta(days=1), days[-1]):
        assert before.daily_streak(today) == 5
    store.record(attempt_at(TWO, Mode.DAILY, DAY - timedelta(days=400)), TWO)
    store.record(attempt_at(TWO, Mode.DAILY, days[2], misses=3), TWO)
    after = store.record_so_far()
    assert {day: after.dailies[day] for day in days} == before.dailies
    assert after.daily_streak(days[-1]) == after.best_daily_streak == 5


# Streaks.


def test_a_streak_goes_on_until_the_first_attempt_that_is_not_clean(store: PuzzleStore) -> None:
    for puzzle in (ONE, TWO):
        store.record(attempt_at(puzzle, Mode.STREAK, streak="a"), puzzle)
    assert store.open_streak() == ("a", (ONE.id, TWO.id))
    assert store.streak("a") == (ONE.id, TWO.id)
    store.record(attempt_at(THREE, Mode.STREAK, streak="a", misses=1), THREE)
    assert store.open_streak() is None
    store.record(attempt_at(ONE, Mode.STREAK, streak="b"), ONE)
    assert store.open_streak() == ("b", (ONE.id,))
    assert store.record_so_far().best_run == 2


# Left half-way.


def test_a_puzzle_can_be_left_and_resumed(store: PuzzleStore) -> None:
    run = PuzzleRun.begin(ONE)
    run = answered(run.with_hint().play(wrong_move(run)))
    attempt = Attempt.begin(ONE, Mode.STREAK, DAY, "a")
    store.leave(attempt, PuzzleRun.begin(ONE))
    store.leave(attempt, run)
    left = store.left(Mode.STREAK)
    assert left is not None
    assert left.attempt == attempt
    assert left.resumed(ONE) == run
    assert left.resumed(TWO) is None
    assert store.left(Mode.DAILY) is None
    store.finish(attempt)
    assert store.left(Mode.STREAK) is None


@pytest.mark.parametrize("mode", Mode)
def test_a_puzzle_does_not_come_back_once_its_end_is_recorded(
    store: PuzzleStore, mode: Mode
) -> None:
    """The app may be killed before it does anything else."""
    run, attempt = PuzzleRun.begin(ONE), Attempt.begin(ONE, mode, DAY, "a streak")
    wrong = answered(run.play(wrong_move(run)))
    store.leave(attempt, wrong)
    store.record(attempt.after(wrong), ONE)
    assert store.left(mode) is not None
    store.record(attempt.after(solved(wrong.take_back())), ONE)
    assert store.left(mode) is None


def test_a_left_puzzle_that_does_not_fit_is_not_resumed(store: PuzzleStore) -> None:
    store.leave(Attempt.begin(ONE, Mode.DAILY, DAY), PuzzleRun.begin(ONE))
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute("UPDATE left_runs SET run = 'nonsense'")
    left = store.left(Mode.DAILY)
    assert left is not None
    assert left.resumed(ONE) is None


def test_a_puzzle_that_an_older_gridlock_left_is_resumed(store: PuzzleStore) -> None:
    first = replace(SCHEMA, steps=SCHEMA.steps[:1])
    with Database(store.database.path, first).changing() as db:
        db.execute(
            "INSERT INTO left_runs (mode, uid, puzzle, day, streak, run) "
            "VALUES ('daily', 'u', ?, '2026-11-18', '', '//0/')",
            (ONE.id,),
        )
    left = store.left(Mode.DAILY)
    assert left is not None
    assert left.attempt == Attempt("u", ONE.id, Mode.DAILY, DAY)
    assert left.resumed(ONE) == PuzzleRun.begin(ONE).with_hint()


# Slips.


def test_a_slip_comes_again_until_it_is_solved_cleanly(store: PuzzleStore) -> None:
    slips = [ONE._replace(id=f"slip-g-{at}", difficulty=0) for at in (3, 5)]
    store.add_slips("g", slips)
    store.add_slips("g", slips)
    store.add_slips("h", [])
    assert store.examined() == {"g", "h"}
    assert set(store.open_slips()) == set(slips)
    first = store.open_slips()[0]
    recorded = store.record(attempt_at(first, Mode.SLIPS, misses=1), first)
    assert (recorded.rating, recorded.change) == (NEW_PLAYER, 0)
    assert store.open_slips()[-1] == first
    store.record(attempt_at(first, Mode.SLIPS), first)
    assert first not in store.open_slips()
    assert len(store.open_slips()) == 1
    assert store.record_so_far().attempts == 0


# The file.


def test_the_log_is_beside_the_history(library: Library, paths: Paths) -> None:
    store, notice = library.puzzle_store()
    assert (store.database.path, notice) == (paths.puzzles, "")
    assert not paths.puzzles.exists()
    store.record(attempt_at(ONE), ONE)
    assert library.puzzle_store()[0] is store
    assert paths.puzzles.exists()


def make_foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE birds (name)")


def make_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"PRAGMA user_version = {SCHEMA.version + 1}")


def make_damaged(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def make_tables_differ(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE attempts DROP COLUMN tries")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (make_foreign, "is the database of another program"),
        (make_newer, "was written by a newer Gridlock"),
        (make_damaged, "is damaged, or is not a database at all"),
        (make_tables_differ, "is damaged, or is not a database at all"),
    ],
)
def test_an_unusable_log_is_set_aside(store: PuzzleStore, spoil: object, reason: str) -> None:
    assert callable(spoil)
    store.record(attempt_at(ONE), ONE)
    path = store.database.path
    spoil(path)
    content = path.read_bytes()
    again, notice = open_puzzle_store(path)
    (aside,) = path.parent.glob("*.set-aside")
    assert aside.read_bytes() == content
    assert notice == (
        f"A new puzzle log was started: puzzles.sqlite3 {reason}; it is kept as {aside.name}."
    )
    again.record(attempt_at(TWO), TWO)
    assert again.seen() == (TWO.id,)
    assert open_puzzle_store(path)[1] == ""


def test_a_log_that_another_program_replaced_is_not_changed(store: PuzzleStore) -> None:
    make_foreign(store.database.path)
    before = store.database.path.read_bytes()
    with pytest.raises(StoreError, match="is the database of another program"):
        store.record(attempt_at(ONE), ONE)
    assert store.database.path.read_bytes() == before


def test_a_folder_that_cannot_be_used_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store, notice = open_puzzle_store(tmp_path / "file" / "puzzles.sqlite3")
    assert "\n" not in notice
    with pytest.raises(StoreError, match=r"cannot use puzzles\.sqlite3"):
        store.record(attempt_at(ONE), ONE)


def test_a_damaged_row_does_no_harm(store: PuzzleStore) -> None:
    for puzzle in (ONE, TWO):
        store.record(attempt_at(puzzle, Mode.STREAK, streak="a"), puzzle)
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute("UPDATE attempts SET day = 'yesterday' WHERE puzzle = ?", (ONE.id,))
    assert store.record_so_far().attempts == 1


@pytest.mark.parametrize("tries", ["-1", "+x!", "++\u202e"])
def test_a_row_with_tries_that_cannot_be_does_no_harm(store: PuzzleStore, tries: str) -> None:
    """Its result could not be shared."""
    store.record(attempt_at(ONE, Mode.DAILY), ONE)
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute("UPDATE attempts SET tries = ?", (tries,))
    assert store.daily(DAY) is None
    assert store.record_so_far().dailies == {}


@pytest.mark.parametrize("column", ["misses", "hints"])
def test_a_row_with_an_endless_number_does_no_harm(store: PuzzleStore, column: str) -> None:
    store.record(attempt_at(ONE, Mode.DAILY), ONE)
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute(f"UPDATE attempts SET {column} = 9e999")
    assert store.record_so_far().dailies == {}


def test_a_slip_with_an_endless_distance_does_no_harm(store: PuzzleStore) -> None:
    store.add_slips("game", [ONE, TWO])
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute("UPDATE slips SET distance = 9e999 WHERE id = ?", (ONE.id,))
    assert [slip.id for slip in store.open_slips()] == [TWO.id]


def test_an_older_log_is_upgraded_step_by_step_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"

    def one(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE things (name TEXT)")

    def two(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE things ADD COLUMN size INTEGER DEFAULT 7")

    def full(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    old = Database(path, Schema("log", 77, (one,), {1: "SELECT name FROM things"}))
    with old.changing() as db:
        db.execute("INSERT INTO things VALUES ('a')")
    newer = Schema("log", 77, (one, two), {2: "SELECT size FROM things"})
    before = path.read_bytes()
    failing = Database(path, replace(newer, steps=(one, two, full)))
    with pytest.raises(StoreError, match="disk is full"), failing.reading():
        pass
    assert path.read_bytes() == before
    assert Database(path, newer).open() == ""
    with Database(path, newer).reading() as db:
        assert db.execute("SELECT * FROM things").fetchall() == [("a", 7)]
    with pytest.raises(StoreError, match="newer Gridlock"), old.reading():
        pass


# Several processes.


def puzzler(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.match.puzzler", str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_two_windows_at_once_count_each_daily_puzzle_once(store: PuzzleStore) -> None:
    path, count = store.database.path, 40
    windows = [puzzler(path, f"daily{number}", count) for number in range(2)]
    for window in windows:
        window.communicate(timeout=120)
        assert window.returncode == 0
    record = store.record_so_far()
    assert (record.attempts, len(record.dailies)) == (count, count)
    last = date(2026, 1, 1) + timedelta(days=count - 1)
    assert record.daily_streak(last) == record.best_daily_streak == count
    one = PuzzleStore(path.with_name("one.sqlite3"))
    for attempt in record.dailies.values():
        puzzle = next(each for each in all_puzzles() if each.id == attempt.puzzle)
        one.record(attempt, puzzle)
    assert one.ratings() == store.ratings()
    assert one.record_so_far().rating == record.rating


@pytest.mark.slow
def test_two_windows_at_once_lose_nothing(store: PuzzleStore) -> None:
    path, count = store.database.path, 30
    windows = [puzzler(path, name, count) for name in ("a", "b")]
    for window in windows:
        window.communicate(timeout=120)
    expected = {f"{name}-{number}" for name in ("a", "b") for number in range(count)}
    uids = attempts_in(path)
    assert (len(uids), set(uids)) == (2 * count, expected)


@pytest.mark.slow
def test_being_killed_at_any_moment_loses_nothing_that_was_kept(store: PuzzleStore) -> None:
    path = store.database.path
    kept: list[str] = []
    for number in range(8):
        window = puzzler(path, f"killed{number}", 100_000)
        assert window.stdout is not None
        for _ in range(3 + number):
            kept.append(window.stdout.readline().strip())
        os.kill(window.pid, signal.SIGKILL)
        rest = window.stdout.read().split("\n")
        kept += [line for line in rest[:-1] if line]
        window.wait()
        window.stdout.close()
        assert open_puzzle_store(path)[1] == ""
    uids = attempts_in(path)
    assert set(kept) <= set(uids)
    assert len(uids) <= len(kept) + 8
    assert len(uids) == len(set(uids))
    assert integrity(path) == "ok"
    assert store.record_so_far().attempts == len(uids)
    # Ratings and attempts were changed together.
    with closing(sqlite3.connect(path)) as db:
        (change,) = db.execute("SELECT sum(change) FROM attempts").fetchone()
    assert store.record_so_far().rating.rating == pytest.approx(NEW_PLAYER.rating + change)


def test_a_window_that_waits_in_vain_says_so(
    store: PuzzleStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_LOCK_SECONDS", 0.01)
    store.record(attempt_at(ONE), ONE)
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked"):
            store.record(attempt_at(TWO), TWO)
        other.execute("ROLLBACK")
    assert store.seen() == (ONE.id,)


def test_puzzles_are_plain_tuples_in_the_log(store: PuzzleStore) -> None:
    slip = ONE._replace(id="slip-x-1", difficulty=0, theme="")
    store.add_slips("x", [slip])
    (found,) = store.open_slips()
    assert found == slip
    assert isinstance(found, Puzzle)
    assert found.state == ONE.state
