"""What the finished games come to: who wins, how long it takes, and against which computer."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from gridlock_tui.match.setup import COMPUTERS, HUMAN
from gridlock_tui.rules import VARIANTS


@dataclass(frozen=True, slots=True)
class LevelStatistics:
    """What humans achieved against the computer on one level."""

    level: str
    games: int
    won: int
    """How many of them the human won."""


@dataclass(frozen=True, slots=True)
class VariantStatistics:
    """What the games of one variant come to, on all its boards."""

    variant: str
    games: int
    wins: tuple[int, int]
    """How many Player 1 and Player 2 won."""
    starter_wins: int
    """How many the side won that made the first move."""
    average_length: float
    """The moves of a game, on average."""
    levels: tuple[LevelStatistics, ...]
    """Human against computer, from the weakest level on; levels never met are left out."""

    @property
    def second_wins(self) -> int:
        """How many the side won that made the second move."""
        return self.games - self.starter_wins


def read_statistics(db: sqlite3.Connection) -> tuple[VariantStatistics, ...]:
    """Return the statistics of each variant that was played, in the order of the menu."""
    levels = _levels(db)
    rows = db.execute(
        """
        SELECT variant, count(*), sum(winner = 1), sum(winner = 2), sum(winner = first), avg(length)
        FROM games GROUP BY variant
        """
    ).fetchall()
    found = {
        variant: VariantStatistics(
            variant, games, (one, two), starter, length, tuple(levels.get(variant, ()))
        )
        for variant, games, one, two, starter, length in rows
    }
    return tuple(found[slug] for slug in VARIANTS if slug in found)


def _levels(db: sqlite3.Connection) -> dict[str, list[LevelStatistics]]:
    rows = db.execute(
        """
        SELECT
            variant,
            CASE kind_one WHEN :human THEN kind_two ELSE kind_one END AS level,
            count(*),
            sum(CASE winner WHEN 1 THEN kind_one ELSE kind_two END = :human)
        FROM games
        WHERE (kind_one = :human) <> (kind_two = :human)
        GROUP BY variant, level
        """,
        {"human": HUMAN},
    ).fetchall()
    levels: dict[str, list[LevelStatistics]] = {}
    for variant, level, games, won in sorted(rows, key=lambda row: _strength(row[1])):
        levels.setdefault(variant, []).append(LevelStatistics(level, games, won))
    return levels


def _strength(level: str) -> int:
    return COMPUTERS.index(level) if level in COMPUTERS else len(COMPUTERS)
