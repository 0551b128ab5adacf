"""The stars of the climb: how many a game earns, and which level comes next."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock_tui.match.game import COMPUTERS

MOST_STARS = 3
"""The most stars of a rung."""

Stars = Mapping[str, Mapping[str, int]]
"""The best stars by variant and level; a rung that you have not won is missing."""


def stars_of(aids: int, take_backs: int, slips: int | None) -> int:
    """Return the stars of a won game: for the win, for no help at all, for no slip.

    A slip is a move of yours that threw a win away; None if not all moves are graded. Moves that
    you took back are not graded, so nobody knows whether they were slips.
    """
    return 1 + (not aids and not take_backs) + (slips == 0 and not take_backs)


def missed_words(aids: int, take_backs: int, slips: int | None) -> str:
    """Return why a won game has not all stars; nothing if it has, or where that is not known."""
    if take_backs:
        return "A take-back leaves one star."
    missed = ["no help"] * bool(aids) + ["no slip"] * bool(slips)
    noun = "Star" if len(missed) == 1 else "Stars"
    return f"{noun} missed: {', '.join(missed)}." if missed else ""


def next_level(stars: Mapping[str, int]) -> str | None:
    """Return the level to play next, given the stars of each; None if all have three.

    That is the weakest that you have not beaten, else the weakest with a star left to earn.
    """
    for enough in (1, MOST_STARS):
        for level in COMPUTERS:
            if stars.get(level, 0) < enough:
                return level
    return None
