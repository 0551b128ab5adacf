"""Attempts, streaks of days and ratings, without a file."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine.puzzles import DIFFICULTIES, all_puzzles
from gridlock_tui.match.glicko import Rating
from gridlock_tui.match.puzzle_log import (
    NEW_PLAYER,
    Attempt,
    Mode,
    PuzzleRecord,
    Recorded,
    first_rating,
    longest_run,
    rated,
    streak_at,
)
from gridlock_tui.match.puzzle_run import PuzzleRun
from tests.match.puzzle_support import DAY, answered, attempt_at, solved, wrong_move

PUZZLE = all_puzzles()[0]
DAYS = st.sets(st.dates(date(2026, 1, 1), date(2026, 2, 28)))
BEFORE = timedelta(days=1)


def test_an_attempt_follows_its_run() -> None:
    attempt, run = Attempt.begin(PUZZLE, Mode.DAILY, DAY), PuzzleRun.begin(PUZZLE)
    assert not attempt.after(run).is_decided
    refuted = answered(run.play(wrong_move(run)))
    missed = attempt.after(refuted)
    assert (missed.is_decided, missed.solved, missed.score, missed.tries) == (True, False, 0, "x")
    done = attempt.after(solved(refuted.take_back()))
    assert (done.solved, done.misses, done.is_clean) == (True, 1, False)
    assert (done.uid, done.tries[:2]) == (attempt.uid, "x+")
    clean = attempt.after(solved(run))
    assert (clean.is_clean, clean.score) == (True, 1)
    helped = attempt.after(solved(run.with_hint()))
    assert (helped.is_clean, helped.hints, helped.tries[0]) == (False, 1, "?")
    assert missed.score < helped.score < clean.score


@pytest.mark.parametrize(
    ("solved_days", "today", "streak"),
    [
        ((), 5, 0),
        ((5,), 5, 1),
        ((3, 4, 5), 5, 3),
        ((3, 4), 5, 2),
        ((3,), 5, 0),
        ((1, 3, 4), 5, 2),
        ((8, 9, 10), 5, 3),
        ((3, 4, 5, 9), 5, 3),
        ((1, 2, 9), 5, 1),
    ],
    ids=str,
)
def test_the_streak_of_days(solved_days: tuple[int, ...], today: int, streak: int) -> None:
    days = {date(2026, 11, day) for day in solved_days}
    assert streak_at(days, date(2026, 11, today)) == streak


@given(DAYS, st.dates(date(2026, 1, 1), date(2026, 2, 28)))
def test_solving_today_never_shortens_the_streak(days: set[date], today: date) -> None:
    if not any(day > today for day in days):
        assert streak_at({*days, today}, today) == 1 + streak_at(days - {today}, today)


@given(DAYS)
def test_the_best_streak_of_days(days: set[date]) -> None:
    dailies = {day: attempt_at(PUZZLE, Mode.DAILY, day) for day in days}
    record = PuzzleRecord(dailies=dailies)
    longest = 0
    for day in days:
        length = 1
        while day + length * BEFORE in days:
            length += 1
        longest = max(longest, length)
    assert record.best_daily_streak == longest
    assert all(record.daily_streak(day) <= longest for day in days)


def test_days_that_were_not_solved_do_not_count() -> None:
    missed = attempt_at(PUZZLE, Mode.DAILY, misses=1, solves=False)
    record = PuzzleRecord(dailies={DAY: missed, DAY - BEFORE: attempt_at(PUZZLE)})
    assert (record.daily_streak(DAY), record.best_daily_streak) == (1, 1)


def test_the_first_day_of_all() -> None:
    assert streak_at({date.min}, date.min) == 1
    assert streak_at(set(), date.min) == 0


def test_a_new_record_is_empty() -> None:
    record = PuzzleRecord()
    assert record.rating == NEW_PLAYER
    assert {record.attempts, record.clean, record.solved, record.best_run} == {0}
    assert not record.dailies


def test_the_longest_run() -> None:
    attempts = [("a", True), ("b", True), ("a", True), ("a", False), ("b", True), ("b", True)]
    assert longest_run(attempts) == 3
    assert longest_run([]) == 0


def test_a_harder_puzzle_is_rated_higher_and_counts_for_more() -> None:
    ratings = [first_rating(PUZZLE._replace(difficulty=each)) for each in range(1, 6)]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == 5
    gains = [rated(NEW_PLAYER, its, 1.0)[0].rating for its in ratings]
    assert gains == sorted(gains)
    you, its = rated(Rating(1500, 60), ratings[2], 0.0)
    assert you.rating < 1500
    assert its.rating > ratings[2].rating


def test_ratings_never_stop_to_move() -> None:
    you, its = NEW_PLAYER, first_rating(PUZZLE)
    for _ in range(300):
        you, _ = rated(you, its, 1.0)
        you, _ = rated(you, its, 0.0)
    assert rated(you, its, 1.0)[0].rating - you.rating > 2


def test_the_shown_change_is_the_difference_of_the_shown_ratings() -> None:
    attempt = attempt_at(PUZZLE, Mode.DAILY)
    missed = Recorded(attempt, Rating(1475.4), 1475.4 - 1501.6)
    assert missed.shown_change == 1475 - 1502
    assert Recorded(attempt, Rating(1500.4), 0.0).shown_change == 0


def test_every_class_begins_as_much_above_the_one_before() -> None:
    classes = {each.difficulty: first_rating(each).rating for each in all_puzzles()}
    ratings = [classes[difficulty] for difficulty in DIFFICULTIES]
    steps = {above - below for below, above in pairwise(ratings)}
    assert len(steps) == 1
    assert steps.pop() > 0
