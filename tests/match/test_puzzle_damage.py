"""A puzzle log in which single rows are damaged: what can be read still is."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.puzzle_log import NEW_PLAYER, Attempt, Mode, first_rating, rated
from gridlock_tui.match.puzzle_room import PuzzleRoom
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from tests.match.puzzle_support import DAY, attempt_at

ONE, TWO = all_puzzles()[:2]


@pytest.fixture
def store(tmp_path: Path) -> PuzzleStore:
    """Return an empty log."""
    return PuzzleStore(tmp_path / "puzzles.sqlite3")


def change(store: PuzzleStore, command: str, *values: object) -> None:
    """Do what another program may do to the file."""
    with closing(sqlite3.connect(store.database.path)) as db, db:
        db.execute(command, values)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("path", "a1a1"),
        ("path", "h8"),
        ("path", b"a1"),
        ("answer", "h8"),
        ("variant", "chess"),
        ("size", "0x0"),
        ("size", "large"),
        ("first", 3),
        ("first", "me"),
        ("distance", "far"),
        ("theme", b"x"),
    ],
)
def test_a_damaged_slip_does_not_come(store: PuzzleStore, column: str, value: object) -> None:
    sound, damaged = (each._replace(id=f"slip-{each.id}", difficulty=0) for each in (ONE, TWO))
    store.add_slips("game", [sound, damaged])
    change(store, f"UPDATE slips SET {column} = ? WHERE id = ?", value, damaged.id)
    assert store.open_slips() == (sound,)
    room = PuzzleRoom(store, Random(1), lambda: DAY)
    assert room.state().slips == 1
    sitting = room.upcoming(Mode.SLIPS)
    assert sitting is not None
    assert sitting.puzzle == sound


@pytest.mark.parametrize(
    "run",
    [
        "///x",
        "///w",
        "///wx",
        "/+//x",
        pytest.param("//" + "9" * 5000 + "/", id="long number"),
        pytest.param("9" * 5000 + "a1///", id="long move"),
        "{first}///",
        "{first}/x/w/x",
    ],
)
def test_a_run_that_cannot_be_is_not_resumed(store: PuzzleStore, run: str) -> None:
    attempt = Attempt.begin(ONE, Mode.PRACTICE, DAY)
    store.leave(attempt, PuzzleRun.begin(ONE))
    change(store, "UPDATE left_runs SET run = ?", run.format(first=ONE.answer))
    left = store.left(Mode.PRACTICE)
    assert left is not None
    assert left.resumed(ONE) is None


COLUMNS = ("rating", "deviation", "volatility")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((each, bad) for each in COLUMNS for bad in ("high", b"x", float("inf"))),
        ("rating", -1e6),
        ("rating", 1e4),
        ("deviation", 0),
        ("deviation", 1e9),
        ("volatility", 0),
        ("volatility", 1e-200),
        ("volatility", 1e200),
    ],
)
def test_a_damaged_rating_begins_anew(store: PuzzleStore, column: str, value: object) -> None:
    store.record(attempt_at(ONE), ONE)
    change(store, f"UPDATE ratings SET {column} = ?", value)
    assert store.record_so_far().rating == NEW_PLAYER
    assert store.ratings() == {}
    recorded = store.record(attempt_at(TWO), TWO)
    assert recorded.rating == rated(NEW_PLAYER, first_rating(TWO), 1.0)[0]


@pytest.mark.parametrize("value", ["high", b"x", float("inf"), 1e300])
def test_a_damaged_change_of_the_rating_counts_as_none(store: PuzzleStore, value: object) -> None:
    attempt = attempt_at(ONE, misses=1, solves=False)
    store.record(attempt, ONE)
    change(store, "UPDATE attempts SET change = ?", value)
    assert store.record(replace(attempt, solved=True), ONE).change == 0
