"""What line mode says is on disk by then: it may be killed at any moment."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gridlock_tui.cli.learn import LineLesson
from gridlock_tui.cli.lines import Lines
from gridlock_tui.cli.puzzle import LinePuzzle
from gridlock_tui.engine.puzzles import Puzzle
from gridlock_tui.match.lessons import LessonRun, Reached, all_lessons
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.lesson_log import LessonLog, read_progress
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import write_move
from tests.match.lesson_support import answered, right_move
from tests.match.puzzle_support import short_puzzles, wrong_move


class Watched(io.StringIO):
    """An output that looks at the disk whenever a line begins with one of some words."""

    def __init__(self, words: tuple[str, ...], look: Callable[[], object]) -> None:
        super().__init__()
        self._words, self._look = words, look
        self.found: list[object] = []

    def write(self, text: str) -> int:
        """Note what is on disk before the text is written."""
        if text.startswith(self._words):
            self.found.append(self._look())
        return super().write(text)


@pytest.mark.parametrize("is_right", [True, False])
@pytest.mark.parametrize("puzzle", short_puzzles(), ids=lambda puzzle: puzzle.variant)
def test_a_move_of_a_puzzle(tmp_path: Path, puzzle: Puzzle, is_right: bool) -> None:
    store = PuzzleStore(tmp_path / "puzzles.sqlite3")
    room = PuzzleRoom(store, Random(1))
    run = PuzzleRun.begin(puzzle)
    move = puzzle.solution[0] if is_right else wrong_move(run)

    def played() -> object:
        left = store.left(Mode.PRACTICE)
        resumed = left.resumed(puzzle) if left else None
        return resumed and resumed.timeline.moves[0], store.record_so_far().attempts

    out = Watched(("Right", "Wrong"), played)
    lines = Lines(io.StringIO(f"{write_move(run.state.variant, move)}\nquit\n"), out)
    LinePuzzle(room.chosen(puzzle), room, lines).play()
    assert out.found == [(move, 0 if is_right else 1)]


def test_a_step_of_a_lesson(tmp_path: Path) -> None:
    path, lesson = tmp_path / "lessons.txt", all_lessons()[0]
    run = LessonRun.begin(lesson)
    move = right_move(run)
    assert answered(run.play(move)).is_step_done
    written = write_move(run.step.variant, move)
    out = Watched(("You place", "You claim", "Right", "Step 2"), lambda: read_progress(path))
    LineLesson(lesson, LessonLog(path), io.StringIO(f"{written}\n"), out).play()
    assert out.found, out.getvalue()
    assert set(map(str, out.found)) == {str({lesson.id: Reached(1, False)})}, out.getvalue()
