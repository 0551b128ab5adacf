"""Four real apps on one home, in puzzles, lessons, the climb and the settings at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest

from gridlock_tui.match.config_file import load_config
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.lessons import Reached, all_lessons
from gridlock_tui.match.store.lesson_log import read_progress
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from tests.match.history_support import integrity
from tests.tui.puzzle_support import PROGRAM, attempts, record
from tests.tui.terminal import Terminal
from tests.tui.test_hostile_rooms import (
    DAY,
    SECONDS,
    climb,
    do_step,
    open_lesson,
    play_puzzle,
    sees,
)

pytestmark = pytest.mark.slow

WINDOWS = 4


def everything(terminal: Terminal, setting: int, all_there: Barrier) -> None:
    """Miss the daily puzzle, do a step of the first lesson, begin a rung, change a setting."""
    play_puzzle(terminal)
    terminal.type("\x1b")
    sees(terminal, "Daily puzzle", "Your slips")
    terminal.type("1")
    open_lesson(terminal)
    all_there.wait(SECONDS * 5)  # a window that comes later would begin with the second step
    do_step(terminal)
    terminal.type("\x1b")
    sees(terminal, "Puzzles", "Learn")
    terminal.type("1,")
    sees(terminal, "saved in", "Coordinates")
    # Each window changes a setting of its own: coordinates, animation, pace or hints.
    terminal.type("\t" * (setting + 1) + "l\x1b")
    climb(terminal)


def test_four_windows_lose_nothing_and_count_everything_once(home: Path) -> None:
    command = ("-c", PROGRAM, DAY.isoformat(), "1")
    all_there = Barrier(WINDOWS)
    with ExitStack() as stack:
        windows = [stack.enter_context(Terminal(*command)) for _ in range(WINDOWS)]
        with ThreadPoolExecutor(WINDOWS) as pool:
            tasks = [pool.submit(everything, *each, all_there) for each in _with_numbers(windows)]
            for done in tasks:
                done.result(timeout=SECONDS * 10)
        for window in windows:
            shown = window.text()
            assert "Traceback" not in shown
            assert "Not kept" not in shown
            assert "Not saved" not in shown
            window.process.kill()
            window.process.wait()
    assert [path.name for path in home.rglob("*.set-aside")] == []
    # One daily puzzle was missed, once, and it changed the rating once.
    (attempt,) = attempts()
    assert (attempt.puzzle, attempt.misses >= 1) == (daily_puzzle(DAY).id, True)
    assert record().attempts == 1
    assert integrity(find_paths().puzzles) == "ok"
    assert read_progress(home / "lessons.txt") == {all_lessons()[0].id: Reached(1, False)}
    saved, notices = Saves(find_paths().saves).load_all()
    assert notices == []
    assert len(saved) == WINDOWS, "each window has a rung of its own"
    settings, complaints = load_config(find_paths().settings)
    assert complaints == ()
    assert not settings.coordinates
    assert settings.animation == "reduced"
    assert settings.pace != 0.7
    assert not settings.hints


def _with_numbers(windows: list[Terminal]) -> list[tuple[Terminal, int]]:
    return [(window, number) for number, window in enumerate(windows)]
