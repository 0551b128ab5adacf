"""Records attempts at puzzles: for tests of two windows at once, and of being killed.

Run as `python -m tests.match.puzzler FILE NAME COUNT` it records that many, and prints the uid of
each as soon as it is kept. A NAME that begins with `daily` records daily puzzles, one a day.
"""

import sys
from datetime import date, timedelta
from pathlib import Path

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.store import database
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from tests.match.puzzle_support import attempt_at


def main(file: str, name: str, count: str) -> None:
    """Record attempts in this file, one by one."""
    # Two processes that write all the time make each other wait longer than two players do.
    database._LOCK_SECONDS = 60.0
    store, puzzles = PuzzleStore(Path(file)), all_puzzles()
    is_daily = name.startswith("daily")
    for number in range(int(count)):
        puzzle = puzzles[number % len(puzzles)]
        mode = Mode.DAILY if is_daily else Mode.PRACTICE
        day = date(2026, 1, 1) + timedelta(days=number)
        attempt = attempt_at(puzzle, mode, day, uid=f"{name}-{number}", misses=number % 2)
        store.record(attempt, puzzle)
        print(attempt.uid, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
