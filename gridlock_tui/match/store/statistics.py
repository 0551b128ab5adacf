"""Statistics of the finished games: who wins, how long games are, results by level."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from gridlock_tui.match.game import COMPUTERS, HUMAN
from gridlock_tui.rules import VARIANTS


@dataclass(frozen=True, slots=True)
class LevelStatistics:
    """The results of people against the computer at one level."""

    level: str
    games: int
    won: int
    """How many of them the person won."""


@dataclass(frozen=True, slots=True)
class VariantStatistics:
    """The statistics of one variant, on all boards."""

    variant: str
    games: int
    wins: tuple[int, int]
    """How many games Player 1 and Player 2 won."""
    starter_wins: int
    """How many games the starter won."""
    average_length: float
    """The average number of moves."""
    levels: tuple[LevelStatistics, ...]
    """The results by level, weakest first, without levels that were never played."""

    @property
    def second_wins(self) -> int:
        """How many games the second player won."""
        return self.games - self.starter_wins


_GAMES = """
SELECT variant, count(*), sum(winner = 1), sum(winner = 2), sum(winner = first), avg(length)
FROM games GROUP BY variant
"""
_LEVELS = """
SELECT variant, CASE kind_one WHEN :human THEN kind_two ELSE kind_one END AS level,
    count(*), sum(CASE winner WHEN 1 THEN kind_one ELSE kind_two END = :human)
FROM games WHERE (kind_one = :human) <> (kind_two = :human) AND NOT given
GROUP BY variant, level
"""


def read_statistics(db: sqlite3.Connection) -> tuple[VariantStatistics, ...]:
    """Return the statistics of each variant that was played, in the order of the menu."""
    levels = defaultdict(list)
    for variant, *level in db.execute(_LEVELS, {"human": HUMAN}):
        levels[variant].append(LevelStatistics(*level))
    found = {}
    for variant, games, one, two, starter, length in db.execute(_GAMES):
        by_level = by_strength(levels[variant])
        found[variant] = VariantStatistics(variant, games, (one, two), starter, length, by_level)
    return tuple(found[slug] for slug in VARIANTS if slug in found)


def by_strength(levels: Iterable[LevelStatistics]) -> tuple[LevelStatistics, ...]:
    """Return the results with the weakest level first."""
    return tuple(sorted(levels, key=lambda each: (*COMPUTERS, each.level).index(each.level)))
