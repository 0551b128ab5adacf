"""Your profile: what you have done against computers, on all boards.

Everyone who plays a computer on this machine counts as you, under any name. Games that were played
on from a turning point do not count: what would have won was told.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from gridlock_tui.match.game import HUMAN
from gridlock_tui.match.stars import Stars
from gridlock_tui.match.store.statistics import LevelStatistics, by_strength


@dataclass(frozen=True, slots=True)
class Profile:
    """Your games against computers."""

    games: int = 0
    won: int = 0
    streak: int = 0
    """How many games you have won in a row without take-backs, up to the latest."""
    best_streak: int = 0
    """The most games that you have won in a row without take-backs."""
    hints: int = 0
    """In how many positions you asked for help."""
    warnings: int = 0
    """In how many others the guard warned you."""
    take_backs: int = 0
    seconds: int = 0
    """How long you have played."""
    levels: tuple[LevelStatistics, ...] = ()
    """Your record against each level that you have met, weakest first."""
    stars: Stars = field(default_factory=dict)
    """The stars of the climb."""


_MOST = 10**9
"""The most that is counted: a damaged row may have any number."""
AGAINST_COMPUTER = f"(kind_one = '{HUMAN}') <> (kind_two = '{HUMAN}')"
"""The condition that a person played a computer."""
WON = f"CASE winner WHEN 1 THEN kind_one ELSE kind_two END = '{HUMAN}'"
"""The condition that a person won it."""
_YOURS = f"{AGAINST_COMPUTER} AND NOT given"
_TOTALS = f"""
SELECT coalesce(sum(hints), 0), coalesce(sum(warnings), 0), coalesce(sum(take_backs), 0),
    coalesce(sum(seconds), 0)
FROM games WHERE {_YOURS}
"""
_LEVELS = f"""
SELECT CASE kind_one WHEN '{HUMAN}' THEN kind_two ELSE kind_one END AS level, count(*), sum({WON})
FROM games WHERE {_YOURS} GROUP BY level
"""
_RESULTS = f"""
SELECT {WON}, coalesce(take_backs, 0) FROM games WHERE {_YOURS} ORDER BY id
"""
"""In the order in which they were added: a clock may be set back."""


def read_profile(db: sqlite3.Connection, stars: Stars) -> Profile:
    """Return your profile with these stars."""
    totals = [int(min(each, _MOST)) for each in db.execute(_TOTALS).fetchone()]
    hints, warnings, take_backs, seconds = totals
    levels = by_strength(LevelStatistics(*row) for row in db.execute(_LEVELS))
    streak = best = games = won = 0
    for is_won, taken_back in db.execute(_RESULTS):
        games, won = games + 1, won + is_won
        streak = streak + 1 if is_won and not taken_back else 0
        best = max(best, streak)
    return Profile(games, won, streak, best, hints, warnings, take_backs, seconds, levels, stars)
