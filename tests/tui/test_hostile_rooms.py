"""A full disk, a home that can only be read, no terminal any more: in the newer rooms."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.lessons import LessonRun, Reached, all_lessons
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.match.store.lesson_log import read_progress
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import write_move
from tests.kills.room import keys_to
from tests.match.lesson_support import right_move
from tests.match.puzzle_support import wrong_move
from tests.tui.hostile import assert_clean
from tests.tui.puzzle_support import PROGRAM, store
from tests.tui.terminal import Terminal
from tests.tui.test_hostile_disk import FULL_DISK, READ_ONLY_HOME, sealed

pytestmark = pytest.mark.slow

DAY = date(2026, 11, 20)
ON_THIS_DAY, _, _ = PROGRAM.rpartition("raise SystemExit")
"""The app on a given day, up to its start."""
SECONDS = 90
"""How long anything may take on a busy machine."""


def sees(terminal: Terminal, *words: str) -> None:
    terminal.wait_for(*words, seconds=SECONDS)


def play_puzzle(terminal: Terminal, *notice: str) -> None:
    sees(terminal, "Puzzles")
    terminal.type("P")
    sees(terminal, "Daily puzzle", "Your slips")
    terminal.type("\r")
    sees(terminal, "Difficulty", "Esc puzzles")
    run = PuzzleRun.begin(daily_puzzle(DAY))
    terminal.type(keys_to(run.state.board, wrong_move(run)))
    sees(terminal, "That loses", *notice)


def play_lesson(terminal: Terminal, *notice: str) -> None:
    open_lesson(terminal)
    do_step(terminal, *notice)


def open_lesson(terminal: Terminal) -> None:
    sees(terminal, "Learn", "Against")
    terminal.type("n")
    sees(terminal, "Step 1 of", "Esc lessons")


def do_step(terminal: Terminal, *notice: str) -> None:
    run = LessonRun.begin(all_lessons()[0])
    terminal.type(keys_to(run.state.board, right_move(run)))
    sees(terminal, "next step", *notice)


def climb(terminal: Terminal, *notice: str) -> None:
    sees(terminal, "Against")
    terminal.type("p")
    # The computer begins, and its move is kept.
    sees(terminal, "climb", "Room  ", "O You            to move", *notice)


def answer_letter(terminal: Terminal, *notice: str) -> None:
    sees(terminal, "Against")
    terminal.type("\x1b[200~spacing:8x8:2 2\x1b[201~")
    sees(terminal, "▸2 2")
    terminal.type("m5 5\r")
    sees(terminal, "▸5 5", *notice)


ROOMS = {
    "puzzle": (play_puzzle, "Not kept: "),
    "lesson": (play_lesson, "Not saved: "),
    "climb": (climb, "Not saved: "),
    "letter": (answer_letter, "Not saved: "),
}


@contextmanager
def hostile(kind: str, home: Path) -> Iterator[Terminal]:
    """Run the app where nothing can be written."""
    home.mkdir(exist_ok=True)
    program = FULL_DISK if kind == "full" else READ_ONLY_HOME
    begin, _, end = program.rpartition("raise SystemExit")
    # The day first: it takes its arguments away from the rest of the program.
    there = f"{ON_THIS_DAY}{begin}raise SystemExit(main(sys.argv[3:]))\n"
    assert end
    command = ("-c", there, DAY.isoformat(), "1", "--pace", "0")
    if kind == "full":
        with Terminal(*command) as terminal:
            yield terminal
    else:
        with sealed(home), Terminal(*command) as terminal:
            yield terminal


@pytest.mark.parametrize("kind", ["full", "read-only"])
@pytest.mark.parametrize("room", ROOMS)
def test_where_nothing_can_be_written_it_says_so_and_goes_on(
    home: Path, room: str, kind: str
) -> None:
    play, notice = ROOMS[room]
    with hostile(kind, home) as terminal:
        play(terminal, notice)
        terminal.type("\x1b")
        terminal.read_for(0.5)
        terminal.send(b"\x03")
        sees_question = room in ("climb", "letter")
        if sees_question:
            sees(terminal, "not finished")
            terminal.type("y")
        assert terminal.wait_for_end(SECONDS) == 0
        assert_clean(terminal)
    left = [path.name for path in home.rglob("*") if path.is_file() and path.stat().st_size]
    assert left == [], "half-written"
    # On another day there is room again, and everything begins as if nothing had been.
    assert PuzzleStore(find_paths().puzzles).database.open() == ""


def test_when_the_terminal_is_gone_a_puzzle_and_a_lesson_are_kept(home: Path) -> None:
    with Terminal("-c", PROGRAM, DAY.isoformat(), "1") as terminal:
        play_puzzle(terminal)
        terminal.hang_up()
        terminal.process.wait(timeout=SECONDS)
    left = store().left(Mode.DAILY)
    assert left is not None
    assert left.resumed(daily_puzzle(DAY)) is not None
    with Terminal("-m", "gridlock_tui") as terminal:
        play_lesson(terminal)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.wait_for_end(SECONDS)
    assert read_progress(home / "lessons.txt") == {all_lessons()[0].id: Reached(1, False)}


@pytest.mark.parametrize(
    ("command", "typed", "notice"),
    [
        (("puzzle", daily_puzzle(DAY).id), "puzzle", "Not kept: "),
        (("learn", all_lessons()[0].id), "lesson", "Not saved: "),
    ],
)
def test_line_mode_on_a_full_disk_says_so_and_goes_on(
    command: tuple[str, ...], typed: str, notice: str
) -> None:
    if typed == "puzzle":
        run = PuzzleRun.begin(daily_puzzle(DAY))
        line, said = write_move(run.state.variant, wrong_move(run)), "Wrong"
    else:
        lesson = LessonRun.begin(all_lessons()[0])
        line, said = write_move(lesson.state.variant, right_move(lesson)), "Step 2 of"
    with Terminal("-c", FULL_DISK, *command) as terminal:
        sees(terminal, "Your move:")
        terminal.type(f"{line}\n")
        sees(terminal, said)
        terminal.type("quit\n")
        assert terminal.wait_for_end(SECONDS) == 0
        assert notice in terminal.text(), terminal.text()
        assert "Traceback" not in terminal.text()


def test_hosting_on_a_full_disk_is_told_in_one_sentence() -> None:
    with Terminal("-c", FULL_DISK, "host", "--name", "Ada") as terminal:
        code = terminal.wait_for_end(SECONDS)
        lines = [line for line in terminal.text().splitlines() if line.startswith("gridlock:")]
        assert (code, len(lines)) == (2, 1), terminal.text()
        assert "cannot save the match" in lines[0]
        assert "Traceback" not in terminal.text()
