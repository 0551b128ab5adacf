"""The puzzle room without an app: what comes next, what is kept, what happens without a log."""

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.puzzle_choice import PuzzleFilter
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun, Try
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import VARIANTS
from tests.match.puzzle_support import answered, solved, wrong_move

DAY = date(2026, 11, 20)


class Clock:
    """A day that can be changed."""

    day = DAY

    def __call__(self) -> date:
        return self.day


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(tmp_path: Path, clock: Clock) -> PuzzleRoom:
    return room_in(tmp_path, clock)


def room_in(folder: Path, clock: Clock) -> PuzzleRoom:
    return PuzzleRoom(PuzzleStore(folder / "puzzles.sqlite3"), Random(1), clock)


def coming(room: PuzzleRoom, mode: Mode, after: str = "") -> Sitting:
    found = room.upcoming(mode, after)
    assert found is not None
    return found


def given_up(sitting: Sitting) -> Sitting:
    return sitting.with_run(sitting.run.give_up())


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.PRACTICE, Mode.STREAK])
def test_what_comes_next_stays_until_it_is_begun(room: PuzzleRoom, mode: Mode) -> None:
    first = coming(room, mode)
    assert coming(room, mode) == first
    assert not first.is_begun
    room.keep(given_up(first))
    following = coming(room, mode)
    assert following.attempt.uid != first.attempt.uid
    assert (following.puzzle == first.puzzle) is (mode is Mode.DAILY)


def test_a_puzzle_is_begun_by_a_move_a_wrong_one_that_was_taken_back_and_a_hint(
    room: PuzzleRoom,
) -> None:
    sitting = coming(room, Mode.PRACTICE)
    run = sitting.run
    wrong = answered(run.play(wrong_move(run)))
    assert not sitting.is_begun
    for begun in (run.play(wrong_move(run)), wrong, wrong.take_back(), run.with_hint()):
        assert sitting.with_run(begun).is_begun


def test_the_next_puzzle_of_a_streak_stays_too(room: PuzzleRoom) -> None:
    first = coming(room, Mode.STREAK)
    room.keep(first.with_run(solved(first.run)))
    following = coming(room, Mode.STREAK)
    assert following.puzzle != first.puzzle
    assert coming(room, Mode.STREAK) == following


def test_no_puzzle_is_behind_one_that_was_chosen(room: PuzzleRoom) -> None:
    assert room.chosen(all_puzzles()[0]).behind == 0


def test_what_was_left_comes_first(room: PuzzleRoom, tmp_path: Path, clock: Clock) -> None:
    sitting = coming(room, Mode.PRACTICE)
    hinted = sitting.with_run(sitting.run.with_hint())
    assert room.keep(hinted) is None, "nothing is decided"
    assert coming(room_in(tmp_path, clock), Mode.PRACTICE) == hinted
    room.leave_behind(hinted)
    assert coming(room, Mode.PRACTICE).run.hints == 0


def test_the_daily_puzzle_follows_the_clock(room: PuzzleRoom, clock: Clock) -> None:
    sitting = coming(room, Mode.DAILY)
    room.keep(sitting.with_run(sitting.run.with_hint()))
    clock.day += timedelta(days=1)
    assert coming(room, Mode.DAILY).puzzle == daily_puzzle(clock.day)
    assert coming(room, Mode.DAILY).attempt.day == clock.day
    clock.day = DAY
    assert coming(room, Mode.DAILY).run.hints == 1, "that of the first day was left"


def test_other_filters_give_other_puzzles(room: PuzzleRoom) -> None:
    for slug in VARIANTS:
        room.wanted = PuzzleFilter(slug)
        assert coming(room, Mode.PRACTICE).puzzle.variant == slug
    room.wanted = PuzzleFilter(difficulty=99)
    assert room.upcoming(Mode.PRACTICE) is None


def test_what_to_practise_is_kept_for_the_next_run(
    room: PuzzleRoom, tmp_path: Path, clock: Clock
) -> None:
    assert room.wanted == PuzzleFilter()
    wanted = PuzzleFilter("sequence", "fork", 4)
    room.wanted = wanted
    again = room_in(tmp_path, clock)
    assert again.wanted == wanted
    assert wanted.matches(coming(again, Mode.PRACTICE).puzzle)
    again.wanted = PuzzleFilter(theme="")
    assert room_in(tmp_path, clock).wanted == PuzzleFilter(theme=""), "no idea is not any idea"
    again.wanted = PuzzleFilter("nonsense", "fork", 99)
    assert room_in(tmp_path, clock).wanted == PuzzleFilter(theme="fork"), "as far as it can be"


def test_what_was_left_does_not_come_if_something_else_is_wanted(room: PuzzleRoom) -> None:
    sitting = coming(room, Mode.PRACTICE)
    room.keep(sitting.with_run(sitting.run.with_hint()))
    other = next(slug for slug in VARIANTS if slug != sitting.puzzle.variant)
    room.wanted = PuzzleFilter(other)
    assert coming(room, Mode.PRACTICE).puzzle.variant == other


def test_each_practice_puzzle_that_was_left_comes_back(
    room: PuzzleRoom, tmp_path: Path, clock: Clock
) -> None:
    left = []
    for slug in VARIANTS:
        room.wanted = PuzzleFilter(slug)
        sitting = coming(room, Mode.PRACTICE)
        left.append(sitting.with_run(sitting.run.with_hint()))
        room.keep(left[-1])
    room = room_in(tmp_path, clock)
    for slug, hinted in zip(VARIANTS, left, strict=True):
        room.wanted = PuzzleFilter(slug)
        assert coming(room, Mode.PRACTICE) == hinted
        assert room.chosen(hinted.puzzle) == hinted
    room.wanted = PuzzleFilter()
    assert coming(room, Mode.PRACTICE) == left[-1], "the latest first"
    room.keep(given_up(left[-1]))
    assert coming(room, Mode.PRACTICE) == left[-2]
    room.leave_behind(left[-2])
    assert coming(room, Mode.PRACTICE) == left[-3]


def test_without_slips_none_comes(room: PuzzleRoom) -> None:
    assert room.upcoming(Mode.SLIPS) is None


def test_slips_take_turns(room: PuzzleRoom) -> None:
    slips = [each._replace(id=f"slip-{each.id}", difficulty=0) for each in all_puzzles()[:2]]
    room.add_slips("game", slips)
    assert room.examined() == frozenset({"game"})
    assert room.state().slips == 2
    first = coming(room, Mode.SLIPS)
    second = coming(room, Mode.SLIPS, after=first.puzzle.id)
    assert {first.puzzle.id, second.puzzle.id} == {each.id for each in slips}


def test_a_log_that_cannot_be_used_is_told_once(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "puzzles.sqlite3").mkdir()
    room = room_in(tmp_path, clock)
    assert room.state().record.attempts == 0
    assert room.take_notice().startswith("What you have solved cannot be read: ")
    assert room.state().streak == 0
    assert room.take_notice() == ""
    for mode in (Mode.DAILY, Mode.PRACTICE, Mode.STREAK):
        assert room.keep(given_up(coming(room, mode))) is None
    assert room.take_notice().startswith("Not kept: ")


def test_giving_up_is_a_wrong_move_and_ends_the_puzzle() -> None:
    run = PuzzleRun.begin(daily_puzzle(DAY))
    after = run.give_up()
    assert after.tries == (Try.WRONG,)
    assert after.is_decided
    assert after.is_finished
    assert not after.is_solved
    assert not after.can_play
    assert after.give_up() == after
    assert after.with_hint() == after


def test_a_puzzle_that_you_choose_is_begun_for_practice(room: PuzzleRoom) -> None:
    puzzle = all_puzzles()[7]
    sitting = room.chosen(puzzle)
    assert (sitting.puzzle, sitting.mode, sitting.attempt.day) == (puzzle, Mode.PRACTICE, DAY)
    assert not sitting.is_begun
    other = all_puzzles()[8]
    room.keep(sitting.with_run(sitting.run.with_hint()))
    assert room.chosen(puzzle).run.hints == 1
    assert room.chosen(other).puzzle == other


def test_the_state_tells_what_became_of_the_daily_puzzle_of_today(
    room: PuzzleRoom, clock: Clock
) -> None:
    assert room.state().daily is None
    sitting = given_up(coming(room, Mode.DAILY))
    room.keep(sitting)
    found = room.state().daily
    assert found is not None
    assert found.uid == sitting.attempt.uid
    clock.day += timedelta(days=1)
    assert room.state().daily is None


def test_the_same_filter_once_more_keeps_the_puzzle(room: PuzzleRoom) -> None:
    room.wanted = PuzzleFilter("classic")
    first = coming(room, Mode.PRACTICE)
    room.wanted = PuzzleFilter("classic")
    assert room.wanted == PuzzleFilter("classic")
    assert coming(room, Mode.PRACTICE) == first


def test_a_streak_that_was_left_goes_on_with_its_puzzle(
    room: PuzzleRoom, tmp_path: Path, clock: Clock
) -> None:
    sitting = coming(room, Mode.STREAK)
    hinted = sitting.with_run(sitting.run.with_hint())
    room.keep(hinted)
    again = room_in(tmp_path, clock)
    assert coming(again, Mode.STREAK) == hinted
    again.keep(given_up(hinted))
    following = coming(again, Mode.STREAK)
    assert following.attempt.streak != hinted.attempt.streak
    assert following.behind == 0


def test_a_slip_that_was_left_comes_back(room: PuzzleRoom, tmp_path: Path, clock: Clock) -> None:
    slip = all_puzzles()[0]._replace(id="slip-1", difficulty=0)
    room.add_slips("game", [slip])
    sitting = coming(room, Mode.SLIPS)
    hinted = sitting.with_run(sitting.run.with_hint())
    room.keep(hinted)
    assert coming(room_in(tmp_path, clock), Mode.SLIPS) == hinted


def test_what_is_left_behind_without_a_log_is_told(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "puzzles.sqlite3").mkdir()
    room = room_in(tmp_path, clock)
    room.leave_behind(coming(room, Mode.PRACTICE))
    notices = {room.take_notice() for _ in range(3)}
    assert any(notice.startswith("Not kept: ") for notice in notices)
