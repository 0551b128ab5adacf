"""The daily puzzle: a function of the date alone, the same for everyone and without a network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from gridlock_tui.engine.puzzles import Puzzle, all_puzzles

WEEK = (1, 2, 3, 3, 4, 4, 5)
"""The difficulty on each day of the week, from Monday to Sunday."""
_FIRST_MONDAY = date(2024, 1, 1).toordinal()


def daily_puzzle(day: date, puzzles: Sequence[Puzzle] | None = None) -> Puzzle:
    """Return the puzzle of a day, of the pack if no other puzzles are given.

    The variants take turns. A puzzle comes again only when all others of its variant and difficulty
    have had their day.
    """
    pack = all_puzzles() if puzzles is None else puzzles
    variants = list(dict.fromkeys(puzzle.variant for puzzle in pack))
    number = day.toordinal() - _FIRST_MONDAY
    variant, difficulty = variants[number % len(variants)], WEEK[number % len(WEEK)]
    pool = [
        puzzle for puzzle in pack if (puzzle.variant, puzzle.difficulty) == (variant, difficulty)
    ]
    pool.sort(key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return pool[_times_before(number, len(variants)) % len(pool)]


def _times_before(number: int, variants: int) -> int:
    """Return how often its variant and its difficulty have come together before this day."""
    cycle = variants * len(WEEK)

    def is_like(other: int) -> bool:
        same_game = other % variants == number % variants
        return same_game and WEEK[other % len(WEEK)] == WEEK[number % len(WEEK)]

    in_cycle = [other for other in range(cycle) if is_like(other)]
    return number // cycle * len(in_cycle) + in_cycle.index(number % cycle)
