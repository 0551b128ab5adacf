"""The daily puzzle: one for everyone, harder through the week, no repeats for years."""

import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta

import pytest

from gridlock_tui.engine.puzzles import Puzzle, all_puzzles
from gridlock_tui.match.daily import WEEK, daily_puzzle

MONDAY = date(2026, 11, 16)
GOLDEN = ("cl7584", "sp6394", "sh3760", "se0557", "pa3951", "cl5545", "sp3552")


def days(first: date, count: int) -> list[date]:
    return [first + timedelta(days=each) for each in range(count)]


def test_the_puzzles_of_a_week_are_those_that_everyone_has() -> None:
    assert tuple(daily_puzzle(day).id for day in days(MONDAY, 7)) == GOLDEN


SCRIPT = """
from datetime import date, timedelta
from gridlock_tui.match.daily import daily_puzzle
print(*[daily_puzzle(date(2026, 11, 16) + timedelta(days=each)).id for each in range(7)])
"""


@pytest.mark.parametrize(
    ("zone", "language", "seed"),
    [
        ("Pacific/Kiritimati", "C", "0"),
        ("Pacific/Pago_Pago", "tr_TR.UTF-8", "1"),
        ("Asia/Kolkata", "ja_JP.eucJP", "12345"),
    ],
)
def test_it_is_the_same_in_every_time_zone_and_language(
    zone: str, language: str, seed: str
) -> None:
    changed = {"TZ": zone, "LC_ALL": language, "LANG": language, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, **changed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert tuple(done.stdout.split()) == GOLDEN


def test_it_becomes_harder_through_the_week() -> None:
    for start in (MONDAY, date(1999, 12, 27), date(2400, 1, 3)):
        week = [daily_puzzle(day).difficulty for day in days(start, 7)]
        assert week == list(WEEK) == sorted(week)
    assert (WEEK[0], WEEK[-1]) == (1, 5)


def test_the_variants_take_turns() -> None:
    games = len({puzzle.variant for puzzle in all_puzzles()})
    for start in (MONDAY, date(1970, 1, 1)):
        shown = [daily_puzzle(day).variant for day in days(start, 5 * games)]
        assert all(len({*shown[at : at + games]}) == games for at in range(4 * games))


def test_none_comes_twice_before_all_of_its_kind_have_come() -> None:
    counted = Counter(daily_puzzle(day).id for day in days(MONDAY, 2 * 365))
    assert max(counted.values()) == 1
    few = [
        Puzzle(f"{variant}{difficulty}{number}", variant, "", 1, "", "", 3, difficulty, "")
        for variant in ("a", "b")
        for difficulty in range(1, 6)
        for number in range(3)
    ]
    seen: dict[tuple[str, int], list[str]] = {}
    for day in days(MONDAY, 500):
        puzzle = daily_puzzle(day, few)
        seen.setdefault((puzzle.variant, puzzle.difficulty), []).append(puzzle.id)
    assert len(seen) == 10
    for ids in seen.values():
        assert all(len(set(ids[at : at + 3])) == 3 for at in range(len(ids) - 2))
        assert all(one == other for one, other in zip(ids, ids[3:], strict=False))


def test_the_first_and_the_last_day_have_a_puzzle() -> None:
    for day in (date.min, date.max):
        assert daily_puzzle(day).difficulty == WEEK[day.weekday()]
