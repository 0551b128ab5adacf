"""The puzzle room: which puzzle comes next in each mode, and what is kept of it.

The log may be damaged or locked. Then a puzzle can still be solved: what fails becomes a notice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from typing import NamedTuple, TypeVar

from gridlock_tui.engine.puzzles import Puzzle, all_puzzles, find_puzzle
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.match import new_uid
from gridlock_tui.match.puzzle_choice import (
    ANY_PUZZLE,
    PuzzleFilter,
    practice_puzzle,
    streak_puzzle,
)
from gridlock_tui.match.puzzle_log import Attempt, Mode, PuzzleRecord, Recorded
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.puzzle_store import LeftRun, PuzzleStore
from gridlock_tui.rules import GridlockError

_T = TypeVar("_T")
_U = TypeVar("_U")


class Sitting(NamedTuple):
    """A puzzle that you solve: what counts, and how far you have come."""

    puzzle: Puzzle
    attempt: Attempt
    run: PuzzleRun
    behind: int = 0
    """In the mode Streak, how many puzzles you have solved before this one."""

    @property
    def mode(self) -> Mode:
        """The way in which it was given to you."""
        return self.attempt.mode

    @property
    def is_begun(self) -> bool:
        """Whether you have done anything yet."""
        return bool(self.run.timeline.moves or self.run.tries or self.run.hints)

    def with_run(self, run: PuzzleRun) -> Sitting:
        """Return the sitting after a move or a hint."""
        return self._replace(run=run, attempt=self.attempt.after(run))


class RoomState(NamedTuple):
    """Your record, and what waits for you."""

    today: date
    record: PuzzleRecord = PuzzleRecord()
    streak: int = 0
    """How many puzzles you have solved in the streak that goes on; 0 if none does."""
    slips: int = 0
    """How many of your slips are not solved."""

    @property
    def daily(self) -> Attempt | None:
        """What became of the daily puzzle of today; None if it is open."""
        return self.record.dailies.get(self.today)


class PuzzleRoom:
    """Gives puzzles, and keeps what becomes of them."""

    def __init__(
        self, store: PuzzleStore, rng: random.Random, today: Callable[[], date] = date.today
    ) -> None:
        self._store, self._rng, self._today = store, rng, today
        self._wanted: PuzzleFilter | None = None
        self._picked: dict[Mode, tuple[Puzzle, Attempt]] = {}
        """The puzzles that come next and have not been begun."""
        self._notice, self._last_notice = "", ""

    @property
    def wanted(self) -> PuzzleFilter:
        """Which puzzles you want to practise; kept for the next run."""
        if self._wanted is None:
            self._wanted = self._asked(self._store.practice, ANY_PUZZLE)
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: PuzzleFilter) -> None:
        if wanted != self.wanted:
            self._wanted = wanted
            self._picked.pop(Mode.PRACTICE, None)
            with suppress(StoreError):  # not worth a notice: nothing that you solved is lost
                self._store.keep_practice(wanted)

    @property
    def today(self) -> date:
        """The day of the daily puzzle."""
        return self._today()

    def state(self) -> RoomState:
        """Return your record, and what waits for you."""
        streak = self._asked(self._store.open_streak, None)
        return RoomState(
            self._today(),
            self._asked(self._store.record_so_far, PuzzleRecord()),
            len(streak[1]) if streak else 0,
            len(self._asked(self._store.open_slips, ())),
        )

    # What comes next.

    def upcoming(self, mode: Mode, after: str = "") -> Sitting | None:
        """Return the puzzle that comes next, or the one that was left; None if there is none.

        Of several slips it is not the one with the id `after`.
        """
        for left in self._left(mode):
            if self._fits(left):
                return left
        found = self._picked.get(mode)
        if found is None or mode in (Mode.DAILY, Mode.SLIPS) or not self._goes_on(found[1]):
            found = self._pick(mode, after)
        if found is None:
            return None
        self._picked[mode] = found
        puzzle, attempt = found
        return Sitting(puzzle, attempt, PuzzleRun.begin(puzzle), self._behind(attempt))

    def chosen(self, puzzle: Puzzle) -> Sitting:
        """Return this puzzle to practise, as it was left if it was."""
        for left in self._left(Mode.PRACTICE):
            if left.puzzle == puzzle:
                return left
        attempt = Attempt.begin(puzzle, Mode.PRACTICE, self._today())
        return Sitting(puzzle, attempt, PuzzleRun.begin(puzzle))

    def _fits(self, left: Sitting) -> bool:
        """Return whether what was left comes next: not the daily puzzle of another day."""
        match left.mode:
            case Mode.DAILY:
                return left.attempt.day == self._today()
            case Mode.PRACTICE:
                return self.wanted.matches(left.puzzle)
            case Mode.STREAK:
                return left.run.is_decided or self._goes_on(left.attempt)
            case Mode.SLIPS:
                return True

    def _goes_on(self, attempt: Attempt) -> bool:
        """Return whether a puzzle comes next in its streak; another window may have changed it."""
        if attempt.mode is not Mode.STREAK:
            return True
        current = self._asked(self._store.open_streak, None)
        if current is None:
            return not self._asked(lambda: self._store.has_ended(attempt.streak), False)
        return attempt.streak == current[0] and attempt.puzzle not in current[1]

    def _left(self, mode: Mode) -> Iterator[Sitting]:
        for left in self._asked(lambda: self._store.all_left(mode), ()):
            resumed = self._resumed(left)
            if resumed is not None:
                yield resumed

    def _resumed(self, left: LeftRun) -> Sitting | None:
        puzzle = self._find(left.attempt.puzzle)
        run = left.resumed(puzzle) if puzzle is not None else None
        if puzzle is None or run is None:
            return None
        attempt = left.attempt.after(run)
        return Sitting(puzzle, attempt, run, self._behind(attempt))

    def _find(self, id_: str) -> Puzzle | None:
        for slip in self._asked(self._store.open_slips, ()):
            if slip.id == id_:
                return slip
        try:
            return find_puzzle(id_)
        except GridlockError:
            return None

    def _pick(self, mode: Mode, after: str) -> tuple[Puzzle, Attempt] | None:
        store, day, streak = self._store, self._today(), ""
        match mode:
            case Mode.DAILY:
                puzzle: Puzzle | None = daily_puzzle(day)
            case Mode.PRACTICE:
                puzzle = practice_puzzle(
                    all_puzzles(),
                    self._asked(store.record_so_far, PuzzleRecord()).rating,
                    self._asked(store.seen, ()),
                    self._rng,
                    self.wanted,
                    self._asked(store.ratings, None),
                )
            case Mode.STREAK:
                streak, solved = self._asked(store.open_streak, None) or (new_uid(), ())
                puzzle = streak_puzzle(all_puzzles(), solved, self._rng)
            case Mode.SLIPS:
                slips = self._asked(store.open_slips, ())
                others = [slip for slip in slips if slip.id != after]
                puzzle = next(iter([*others, *slips]), None)
        known = self._picked.get(mode)
        same = known and (known[0], known[1].day, known[1].streak) == (puzzle, day, streak)
        if puzzle is None or same:
            return known if puzzle else None
        return puzzle, Attempt.begin(puzzle, mode, day, streak)

    def _behind(self, attempt: Attempt) -> int:
        if attempt.mode is not Mode.STREAK:
            return 0
        solved = self._asked(lambda: self._store.streak(attempt.streak), ())
        return len([id_ for id_ in solved if id_ != attempt.puzzle])

    # What is kept.

    def keep(self, sitting: Sitting) -> Recorded | None:
        """Keep how far you have come, at once; return what counts if it is decided."""
        attempt, puzzle, run = sitting.attempt, sitting.puzzle, sitting.run
        recorded = None
        self._picked.pop(sitting.mode, None)
        try:
            if run.is_decided:
                recorded = self._store.record(attempt, puzzle)
            if not run.is_finished:
                self._store.leave(attempt, run)
        except StoreError as error:
            self._complain(f"Not kept: {error}.")
        return recorded

    def leave_behind(self, sitting: Sitting) -> None:
        """Forget a puzzle that counts already, because the next one follows."""
        try:
            self._store.finish(sitting.attempt)
        except StoreError as error:
            self._complain(f"Not kept: {error}.")

    # Slips.

    def examined(self) -> frozenset[str] | None:
        """Return the uids of the games that were searched for slips; None if that is not known."""
        return self._asked(self._store.examined, None)

    def add_slips(self, game: str, slips: Iterable[Puzzle]) -> None:
        """Keep the slips of a game, and that it was searched."""
        self._asked(lambda: self._store.add_slips(game, slips), None)

    # Notices.

    def _asked(self, ask: Callable[[], _T], instead: _U) -> _T | _U:
        try:
            return ask()
        except StoreError as error:
            self._complain(f"What you have solved cannot be read: {error}.")
            return instead

    def _complain(self, words: str) -> None:
        if words != self._last_notice:  # once is enough
            self._notice = self._last_notice = words

    def take_notice(self) -> str:
        """Return what went wrong since the last time, "" if nothing did."""
        words, self._notice = self._notice, ""
        return words
