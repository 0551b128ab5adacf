"""What you have done in the puzzle room: attempts, ratings, streaks, the calendar. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import Enum

from gridlock_tui.engine.puzzles import Puzzle
from gridlock_tui.match.glicko import Rating, updated
from gridlock_tui.match.match import new_uid
from gridlock_tui.match.puzzle_run import PuzzleRun

_FIRST_RATINGS = {1: 900.0, 2: 1200.0, 3: 1500.0, 4: 1800.0, 5: 2100.0}
_FIRST_DEVIATION = 120.0
"""How uncertain the computed difficulty of a puzzle is."""
_LEAST_DEVIATION = 60.0
"""Ratings never become so certain that they stop to move."""
NEW_PLAYER = Rating(1200.0)
"""Your rating before your first puzzle."""
_HELPED_SCORE = 0.5


class Mode(Enum):
    """The ways to be given puzzles."""

    DAILY = "daily"
    PRACTICE = "practice"
    STREAK = "streak"
    SLIPS = "slips"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of one puzzle, from its first wrong move or its solution on."""

    uid: str
    puzzle: str
    """The id of the puzzle."""
    mode: Mode
    day: date
    """The day of the daily puzzle, else the day on which it was attempted."""
    solved: bool = False
    misses: int = 0
    hints: int = 0
    tries: str = ""
    """The signs of your moves: see `puzzle_run.Try`."""
    streak: str = ""
    """In the mode Streak, the uid that all attempts of one streak share."""
    given_up: bool = False
    """Whether the answer was shown: then nothing more can come of it."""

    @classmethod
    def begin(cls, puzzle: Puzzle, mode: Mode, day: date, streak: str = "") -> Attempt:
        """Return a new attempt."""
        return cls(new_uid(), puzzle.id, mode, day, streak=streak)

    def after(self, run: PuzzleRun) -> Attempt:
        """Return the attempt with what the run has come to."""
        tries = "".join(each.value for each in run.tries)
        return replace(
            self,
            solved=run.is_solved,
            misses=run.misses,
            hints=run.hints,
            tries=tries,
            given_up=run.is_given_up,
        )

    @property
    def is_decided(self) -> bool:
        """Whether it counts: it is solved, or a move was wrong."""
        return self.solved or self.misses > 0

    @property
    def is_final(self) -> bool:
        """Whether nothing more can come of it."""
        return self.solved or self.given_up

    @property
    def is_clean(self) -> bool:
        """Whether it was solved without a wrong move and without a hint."""
        return self.solved and not self.misses and not self.hints

    @property
    def score(self) -> float:
        """The result for the rating: 0 after a wrong move, a half after a hint, else 1."""
        if self.misses:
            return 0.0
        return _HELPED_SCORE if self.hints else 1.0


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the log says after an attempt was recorded."""

    attempt: Attempt
    """What counts: of two attempts at one daily puzzle, the first."""
    rating: Rating
    """Your rating now."""
    change: float
    """By how much this attempt changed it; 0 if it was not rated."""

    @property
    def shown_change(self) -> int:
        """The difference of the two ratings as they are shown, without their fractions."""
        return round(self.rating.rating) - round(self.rating.rating - self.change)


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """Your record in the puzzle room."""

    rating: Rating = NEW_PLAYER
    attempts: int = 0
    clean: int = 0
    """How many you solved without a wrong move and without a hint."""
    solved: int = 0
    """How many you solved in the end, with or without them."""
    dailies: Mapping[date, Attempt] = field(default_factory=dict)
    """The daily puzzles by day."""
    best_run: int = 0
    """The most puzzles in a row in the mode Streak."""

    def daily_streak(self, today: date) -> int:
        """Return how many days in a row you have solved the daily puzzle."""
        return streak_at(self._solved_days, today)

    @property
    def best_daily_streak(self) -> int:
        """The most days in a row on which you have solved the daily puzzle."""
        days = self._solved_days
        return max((_run_until(days, day) for day in days), default=0)

    @property
    def _solved_days(self) -> frozenset[date]:
        return frozenset(day for day, attempt in self.dailies.items() if attempt.solved)


def streak_at(days: Collection[date], today: date) -> int:
    """Return how many of these days in a row lead up to today, or to yesterday.

    If the clock was turned back, the latest days still count.
    """
    for last in (today, _day_before(today)):
        if last in days:
            return _run_until(days, last)
    latest = max(days, default=today)
    return _run_until(days, latest) if latest > today else 0


def _run_until(days: Collection[date], last: date) -> int:
    count = 0
    while last in days:
        count, last = count + 1, _day_before(last)
        if last == date.min:
            break
    return count


def _day_before(day: date) -> date:
    return day - timedelta(days=1) if day > date.min else day


# Ratings.


def first_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has attempted, by its computed difficulty."""
    middle = _FIRST_RATINGS[3]
    return Rating(_FIRST_RATINGS.get(puzzle.difficulty, middle), _FIRST_DEVIATION)


def rated(player: Rating, puzzle: Rating, score: float) -> tuple[Rating, Rating]:
    """Return both ratings after an attempt with this score for the player."""
    return _steady(updated(player, [(puzzle, score)])), _steady(
        updated(puzzle, [(player, 1 - score)])
    )


def _steady(rating: Rating) -> Rating:
    return rating._replace(deviation=max(rating.deviation, _LEAST_DEVIATION))


def longest_run(attempts: Iterable[tuple[str, bool]]) -> int:
    """Return the most clean attempts in one streak, given the streak of each and if it is clean.

    A streak ends at its first attempt that is not clean.
    """
    lengths: dict[str, int] = {}
    ended = set[str]()
    for streak, is_clean in attempts:
        if not is_clean:
            ended.add(streak)
        elif streak not in ended:
            lengths[streak] = lengths.get(streak, 0) + 1
    return max(lengths.values(), default=0)
