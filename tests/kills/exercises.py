"""Rooms in which you learn: puzzles of all modes and lessons, on the screen and line by line."""

import random
from datetime import date, timedelta

from gridlock_tui.engine import LEVELS, Verdict, analyse, choose
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.lesson_words import told
from gridlock_tui.match.lessons import (
    Lesson,
    LessonRun,
    Reached,
    Reply,
    all_lessons,
    next_lesson,
    reached,
)
from gridlock_tui.match.puzzle_log import NEW_PLAYER, Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.lesson_log import read_progress
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import Move, write_move
from tests.kills.room import Room, keys_to
from tests.match import lesson_support
from tests.tui.puzzle_support import PROGRAM

_FIRST_DAY = date(2026, 1, 1)
_FEW = 60
"""How many puzzles are prepared as slips."""


Attempts = dict[str, tuple[str, bool, int, float]]
"""Puzzle, whether it is solved, wrong moves and change of the rating, by uid."""


class _Puzzles(Room):
    """Keeps attempts, ratings and runs that were left."""

    def store(self) -> PuzzleStore:
        """Return the log on disk, which must be sound."""
        self.home.mkdir(exist_ok=True)
        store = PuzzleStore(self.paths.puzzles)
        assert store.database.open() == ""
        with store.database.reading() as db:
            (state,) = db.execute("PRAGMA integrity_check").fetchone()
            assert state == "ok", state
        return store

    def attempts(self) -> Attempts:
        """Return puzzle, whether it is solved, wrong moves and change of rating, by uid."""
        with self.store().database.reading() as db:
            rows = db.execute("SELECT uid, puzzle, solved, misses, change FROM attempts").fetchall()
            you = db.execute("SELECT rating FROM ratings WHERE puzzle = ''").fetchone()
        changes = sum(change for *_, change in rows)
        rating = you[0] if you else NEW_PLAYER.rating
        assert abs(rating - NEW_PLAYER.rating - changes) < 1e-6, "the rating is not what it became"
        return {
            uid: (puzzle, bool(solved), misses, change)
            for uid, puzzle, solved, misses, change in rows
        }

    def check(
        self,
        sitting: Sitting,
        is_right: bool,
        seen: dict[str, bool],
        before: Attempts,
    ) -> None:
        """Check what became of one move at a puzzle."""
        after, run = self.attempts(), sitting.run
        for uid, (puzzle, solved, misses, change) in before.items():
            now = after[uid]
            assert (now[0], now[3]) == (puzzle, change), "a result has changed"
            assert now == (puzzle, now[1] or solved, max(now[2], misses), change), (
                "a result is less"
            )
        fresh = {uid: each for uid, each in after.items() if before.get(uid) != each}
        assert len(fresh) <= 1, f"one move, but {fresh} are new"
        left = self.store().left(sitting.mode)
        resumed = left.resumed(sitting.puzzle) if left else None
        # A wrong move waits on the board; a right one with or without the answer to it.
        kept = resumed is not None and len(resumed.timeline.moves) > len(run.timeline.moves)
        counted = bool(fresh)
        if seen["wrong"]:
            assert counted, "a wrong move was seen, but does not count"
        if seen["solved"]:
            assert [each[1] for each in fresh.values()] == [True], "it was seen to be solved"
        if seen["right"] and not seen["solved"]:
            assert kept or counted, "a right move was seen, but is lost"
        if counted and is_right:
            _, solved, misses, _ = next(iter(fresh.values()))
            # A wrong move before the last kill may be counted only now.
            assert solved or misses == run.misses, "a right move counts as wrong"
        self.acknowledged += any(seen.values())
        self.more += (kept or counted) and not any(seen.values())


class Puzzles(_Puzzles):
    """One mode of the puzzle room."""

    mode: Mode

    def round(self) -> None:
        """Make one move, right or wrong, of the puzzle that comes next."""
        day, seed = self._day(), self.rng.randrange(1 << 30)
        before, store = self.attempts(), self.store()
        if self.mode is Mode.SLIPS and not store.open_slips():
            puzzles = self.rng.sample(all_puzzles(), _FEW)
            store.add_slips(f"game {len(before)}", puzzles)
        room = PuzzleRoom(store, random.Random(seed), lambda: day)
        sittings = {mode: room.upcoming(mode) for mode in Mode}  # in the order of the app
        sitting = sittings[self.mode]
        assert sitting is not None
        run, keys, is_new = sitting.run, "", not sitting.is_begun
        with self.start("-c", PROGRAM, day.isoformat(), str(seed)) as terminal:
            self.expect(terminal, "Puzzles")
            self.burst(terminal, "P")
            self.expect(terminal, "Daily puzzle", "Your slips")
            self.burst(terminal, "\x1b[B" * list(Mode).index(self.mode) + "\r")
            self.expect(terminal, "Difficulty", "Esc puzzles")
            run = _answered(run)
            if run.is_wrong:
                keys, run = "u", run.take_back()
            move, is_right = _move(run, self.rng.random() < 0.8)
            self.burst(terminal, keys + keys_to(run.state.board, move))
            if self.rng.random() < 0.4:
                self.expect_any(terminal, "Right", "SOLVED", "That loses")
            shown = self.kill(terminal)
        # What is said of an earlier move may be painted late.
        wrong, right = is_new and "That loses" in shown, is_new and "Right" in shown
        seen = {"wrong": wrong, "right": right, "solved": "SOLVED" in shown}
        self.check(sitting._replace(run=run), is_right, seen, before)

    def _day(self) -> date:
        """Return the first day whose puzzle is not solved."""
        day, dailies = _FIRST_DAY, self.store().record_so_far().dailies
        while day in dailies and dailies[day].is_final:
            day += timedelta(days=1)
        return day


class Daily(Puzzles):
    """The puzzle of the day."""

    name, mode = "daily puzzle", Mode.DAILY


class Practice(Puzzles):
    """Puzzles near your rating."""

    name, mode = "practice", Mode.PRACTICE


class Streak(Puzzles):
    """Puzzles until the first miss."""

    name, mode = "streak", Mode.STREAK


class Slips(Puzzles):
    """Wins that you threw away."""

    name, mode = "slips", Mode.SLIPS


def _answered(run: PuzzleRun) -> PuzzleRun:
    """Return the run after the reply, if a kill came between your move and that."""
    asked = run.asks
    if asked is None:
        return run
    analysis = analyse(asked)
    lost = analysis.verdict is Verdict.LOSS
    return run.answered(analysis, choose(asked, LEVELS["perfect"]) if lost else None)


def _move(run: PuzzleRun, wants_right: bool) -> tuple[Move, bool]:
    """Return a move and whether it is right: where no move loses, it is."""
    values = analyse(run.state).moves
    losing = [value.move for value in values if value.verdict is Verdict.LOSS]
    if losing and not wants_right:
        return losing[0], False
    return next(value.move for value in values if value.verdict is Verdict.WIN), True


class LinePuzzles(_Puzzles):
    """`gridlock puzzle`, line by line."""

    name = "gridlock puzzle"

    def round(self) -> None:
        """Make up to three moves at once."""
        before, store = self.attempts(), self.store()
        puzzle = self._puzzle(before)
        room = PuzzleRoom(store, random.Random(1), lambda: _FIRST_DAY)
        sitting = room.chosen(puzzle)
        run, lines = _answered(sitting.run), []
        if run.is_wrong:
            lines.append("undo")
            run = run.take_back()
        move, is_right = _move(run, self.rng.random() < 0.8)
        lines.append(write_move(run.state.variant, move))
        with self.start("-m", "gridlock_tui", "puzzle", puzzle.id) as terminal:
            self.expect(terminal, "Your move:" if len(lines) == 1 else "undo, why")
            self.burst(terminal, "".join(f"{line}\n" for line in lines))
            if self.rng.random() < 0.4:
                self.expect_any(terminal, "Right", "Solved", "Wrong")
            shown = self.kill(terminal)
        seen = {"wrong": "Wrong" in shown, "right": "Right" in shown, "solved": "Solved" in shown}
        self.check(sitting._replace(run=run), is_right, seen, before)

    def _puzzle(self, before: Attempts) -> Puzzle:
        """Return the puzzle that was left, or another one."""
        left = self.store().left(Mode.PRACTICE)
        known = {puzzle for puzzle, *_ in before.values()}
        for puzzle in all_puzzles():
            if left and left.attempt.puzzle == puzzle.id:
                return puzzle
        return self.rng.choice([each for each in all_puzzles() if each.id not in known])


# Lessons.


class _Lessons(Room):
    """Keeps how far you have come in each lesson."""

    def progress(self) -> dict[str, Reached]:
        """Return what is on disk."""
        return read_progress(self.paths.lessons) if self.paths.lessons.exists() else {}

    def lesson(self) -> Lesson:
        """Return the lesson that comes next; after the last one begin again."""
        lesson = next_lesson(self.progress())
        if lesson is None:
            self.paths.lessons.unlink()
            lesson = all_lessons()[0]
        return lesson

    def check(
        self, lesson: Lesson, before: dict[str, Reached], step: int, *, is_acknowledged: bool
    ) -> None:
        """Check that this step is done if that was seen, and that nothing else has changed."""
        after = self.progress()
        is_last = step == len(lesson.steps)
        done, was = Reached(step, is_last), reached(before, lesson)
        now = reached(after, lesson)
        others = {id_: each for id_, each in after.items() if id_ != lesson.id}
        assert others == {id_: each for id_, each in before.items() if id_ != lesson.id}
        assert now in (was, done), f"{lesson.id}: {was} has become {now}, not {done}"
        if is_acknowledged:
            assert now == done, f"{lesson.id}: seen was {done}, on disk is {now}"
        self.acknowledged += is_acknowledged
        self.more += now == done and not is_acknowledged


class Lessons(_Lessons):
    """A step of a lesson in the app."""

    name = "lessons"

    def round(self) -> None:
        """Do what the step asks for."""
        lesson, before = self.lesson(), self.progress()
        run = LessonRun.begin(lesson, reached(before, lesson).step)
        seen = ""
        with self.app() as terminal:
            self.expect(terminal, "Learn", "Against")
            self.burst(terminal, "n")
            self.expect(terminal, f"Step {run.at + 1} of {len(lesson.steps)}", "Esc lessons")
            while not run.is_step_done:
                move = lesson_support.right_move(run)
                self.burst(terminal, keys_to(run.state.board, move))
                run = lesson_support.answered(run.play(move))
                if not run.is_step_done and run.reply is Reply.ANSWERED:
                    self.expect(terminal, "answers")
            if self.rng.random() < 0.4:
                self.expect_any(terminal, "next step", "next lesson", "all lessons")
            seen = self.kill(terminal)
        words = ("next step", "next lesson", "all lessons")
        acknowledged = any(f"Space: {each}" in seen or f"Space {each}" in seen for each in words)
        self.check(lesson, before, run.at + 1, is_acknowledged=acknowledged)


class LineLessons(_Lessons):
    """`gridlock learn`, line by line."""

    name = "gridlock learn"

    def round(self) -> None:
        """Type what the step asks for."""
        lesson, before = self.lesson(), self.progress()
        run = LessonRun.begin(lesson, reached(before, lesson).step)
        with self.start("-m", "gridlock_tui", "learn", lesson.id) as terminal:
            self.expect(terminal, "Your move:")
            lines = ""
            while not run.is_step_done:
                move = lesson_support.right_move(run)
                lines += f"{write_move(run.state.variant, move)}\n"
                run = lesson_support.answered(run.play(move))
            self.burst(terminal, lines)
            shown = self.kill(terminal)
        words = ("The lesson is done",) if run.is_done else (f"Step {run.at + 2} of",)
        said = told(run)
        acknowledged = any(each in shown for each in (*words, said.title or said.text))
        self.check(lesson, before, run.at + 1, is_acknowledged=acknowledged)
