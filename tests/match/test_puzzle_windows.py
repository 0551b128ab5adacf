"""Two windows with one puzzle log: what is decided stays so, and nothing comes back."""

from datetime import date
from pathlib import Path
from random import Random

import pytest

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.puzzle_log import Mode, longest_run
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from tests.match.puzzle_support import answered, solved, step, wrong_move

ONE = all_puzzles()[0]


@pytest.fixture
def rooms(tmp_path: Path) -> tuple[PuzzleRoom, PuzzleRoom]:
    """Return two windows on the same log."""
    one, two = (
        PuzzleRoom(
            PuzzleStore(tmp_path / "puzzles.sqlite3"), Random(seed), lambda: date(2026, 11, 20)
        )
        for seed in (1, 2)
    )
    return one, two


def coming(room: PuzzleRoom, mode: Mode) -> Sitting:
    found = room.upcoming(mode)
    assert found is not None
    return found


def missed(run: PuzzleRun) -> PuzzleRun:
    return answered(run.play(wrong_move(run)))


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.PRACTICE, Mode.STREAK])
def test_what_is_solved_stays_so(rooms: tuple[PuzzleRoom, PuzzleRoom], mode: Mode) -> None:
    one, two = rooms
    sitting = coming(one, mode)
    one.keep(sitting.with_run(sitting.run.with_hint()))
    same = coming(two, mode)
    assert same.attempt.uid == sitting.attempt.uid
    done = same.with_run(solved(same.run))
    kept = two.keep(done)
    assert kept is not None
    late = one.keep(sitting.with_run(missed(sitting.run.with_hint())))
    assert late is not None
    assert late.attempt == kept.attempt == done.attempt
    record = one.state().record
    assert (record.attempts, record.solved) == (1, 1)


def test_a_streak_that_has_ended_does_not_go_on(rooms: tuple[PuzzleRoom, PuzzleRoom]) -> None:
    one, two = rooms
    first = coming(one, Mode.STREAK)
    one.keep(first.with_run(solved(first.run)))
    waiting, other = coming(one, Mode.STREAK), coming(two, Mode.STREAK)
    uid = waiting.attempt.streak
    assert uid == other.attempt.streak == first.attempt.streak
    two.keep(other.with_run(other.run.give_up()))
    following = coming(one, Mode.STREAK)
    assert following.attempt.streak != uid
    assert following.behind == 0
    assert coming(one, Mode.STREAK) == following
    # If it is on the screen already, what you solve now does not lengthen it.
    assert one.keep(waiting.with_run(solved(waiting.run)))
    assert one.state().record.best_run == 1
    assert coming(one, Mode.STREAK).behind == 0


def test_a_streak_that_grew_elsewhere_goes_on_from_there(
    rooms: tuple[PuzzleRoom, PuzzleRoom],
) -> None:
    one, two = rooms
    waiting = coming(one, Mode.STREAK)
    other = coming(two, Mode.STREAK)
    two.keep(other.with_run(solved(other.run)))
    following = coming(one, Mode.STREAK)
    assert following.attempt.streak == other.attempt.streak != waiting.attempt.streak
    assert following.behind == 1
    assert following.puzzle != other.puzzle


def test_only_clean_attempts_are_behind(rooms: tuple[PuzzleRoom, PuzzleRoom]) -> None:
    one, two = rooms
    first = coming(one, Mode.STREAK)
    one.keep(first.with_run(solved(first.run)))
    mine, other = coming(one, Mode.STREAK), coming(two, Mode.STREAK)
    assert mine.puzzle != other.puzzle
    two.keep(other.with_run(missed(other.run)))
    late = mine.with_run(missed(mine.run))
    one.keep(late)
    assert coming(one, Mode.STREAK) == late, "it counts, and can still be solved"
    assert late.behind == 1


def test_the_longest_run_ends_at_the_first_miss() -> None:
    assert longest_run([("a", True), ("a", False), ("a", True), ("a", True)]) == 1
    assert longest_run([("a", True), ("b", True), ("a", True)]) == 2
    assert longest_run([]) == 0


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.PRACTICE, Mode.STREAK])
def test_what_is_solved_does_not_come_back_half_way(
    rooms: tuple[PuzzleRoom, PuzzleRoom], mode: Mode
) -> None:
    one, two = rooms
    sitting = coming(one, mode)
    one.keep(sitting.with_run(sitting.run.with_hint()))
    same = coming(two, mode)
    two.keep(same.with_run(solved(same.run)))
    one.keep(sitting.with_run(step(sitting.run.with_hint())))
    following = coming(two, mode)
    assert not following.is_begun
    assert following.attempt.uid != sitting.attempt.uid
