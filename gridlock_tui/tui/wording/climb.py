"""The climb in words and signs: pips, stars, and what a game took you."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gridlock_tui.match.game import COMPUTERS
from gridlock_tui.match.stars import MOST_STARS, Stars
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.rules.text import counted, listed

if TYPE_CHECKING:
    from gridlock_tui.match.ladder import Ladder
    from gridlock_tui.match.store.profile import Profile

OPEN_PIP = "○"
"""The sign of a rung that you have not won."""
_WON, _COMPLETE = "●", "★"
PIPS = len(COMPUTERS)
"""How many pips a card has: one for each rung."""
LADDER_WORDS = f"{listed([level.capitalize() for level in COMPUTERS])}, up to three stars each"
ALL_DONE = "Every rung has three stars."
NO_LADDER = "There is no climb in this game: nobody knows who wins it."


def pips(stars: Mapping[str, int]) -> str:
    """Return a sign for each rung, weakest first: not won, won, or with all three stars."""
    return "".join(_pip(stars.get(level, 0)) for level in COMPUTERS)


def _pip(stars: int) -> str:
    return _COMPLETE if stars >= MOST_STARS else _WON if stars else OPEN_PIP


def stars_drawn(stars: int) -> str:
    """Return the stars of a rung, with those that are missing: `★★☆`."""
    return "★" * stars + "☆" * (MOST_STARS - stars)


def rung_words(ladder: Ladder, level: str, *, brief: bool = False) -> str:
    """Return against whom, on which board and on which side a rung is played."""
    order = "first" if ladder.side is Player.ONE else "second"
    side, board = ladder.side.symbol, ladder.variant.board.label
    words = f"{level.capitalize()} on {board}, you are {side}"
    return words if brief else f"{words}, {order}"


def rung_greeting(ladder: Ladder, level: str) -> str:
    """Return what to say when a rung begins."""
    return f"{rung_words(ladder, level)}. With best play you win."


def stars_table(stars: Stars) -> list[str]:
    """Return a line for each variant with the stars of every rung, weakest first."""
    width = max(len(variant.name) for variant in VARIANTS.values())
    lines = []
    for slug, variant in VARIANTS.items():
        rungs = (stars_drawn(stars.get(slug, {}).get(level, 0)) for level in COMPUTERS)
        lines.append(f"{variant.name:{width}}  {' '.join(rungs)}")
    return lines


def rung_note(level: str) -> str:
    """Return which rung is played, for the title of a game."""
    return f"climb, rung {COMPUTERS.index(level) + 1} of {PIPS}"


def profile_lines(profile: Profile) -> list[str]:
    """Return what you have done against computers, in short lines."""
    if not profile.games:
        return ["No game against a computer yet."]
    streak = counted(profile.streak, "win")
    warnings = counted(profile.warnings, "warning")
    aids = [f"{counted(profile.hints, 'hint')} used", warnings]
    aids.append(counted(profile.take_backs, "take-back"))
    return [
        f"{counted(profile.games, 'game')} against computers, {profile.won:,} won",
        f"{streak} in a row without take-backs, {profile.best_streak:,} at best",
        ", ".join(aids),
        f"{time_words(profile.seconds)} played",
    ]


def time_words(seconds: int) -> str:
    """Return a time in the two largest units: `3 h 5 min`, `2 min 10 s`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
