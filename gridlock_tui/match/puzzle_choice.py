"""Which puzzle comes next, in each mode. Pure: the caller supplies what was seen and the chance."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gridlock_tui.engine.puzzles import DIFFICULTIES, Puzzle, all_puzzles
from gridlock_tui.match.glicko import Rating
from gridlock_tui.match.puzzle_log import first_rating

_NEAREST = 12
"""How many of the puzzles nearest to your rating one is picked from."""
_STEP = 3
"""After how many puzzles a streak becomes harder."""


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """Which puzzles to practise; a field that is None matches all."""

    variant: str | None = None
    """The slug."""
    theme: str | None = None
    difficulty: int | None = None

    def matches(self, puzzle: Puzzle) -> bool:
        """Return whether the puzzle passes the filter."""
        return (
            self.variant in (None, puzzle.variant)
            and self.theme in (None, puzzle.theme)
            and self.difficulty in (None, puzzle.difficulty)
        )


ANY_PUZZLE = PuzzleFilter()


def checked_filter(variant: object, theme: object, difficulty: object) -> PuzzleFilter:
    """Return the filter without what no puzzle has: a file may hold anything."""
    puzzles = all_puzzles()
    return PuzzleFilter(
        next((each.variant for each in puzzles if each.variant == variant), None),
        next((each.theme for each in puzzles if each.theme == theme), None),
        next((each for each in DIFFICULTIES if each == difficulty), None),
    )


def idea_words(theme: str) -> str:
    """Return the idea of a puzzle in words; where none is proven, it is explained by its line."""
    return theme.replace("-", " ") or "line of play"


def practice_puzzle(
    puzzles: Sequence[Puzzle],
    rating: Rating,
    seen: Sequence[str],
    rng: random.Random,
    wanted: PuzzleFilter = ANY_PUZZLE,
    ratings: Mapping[str, Rating] | None = None,
) -> Puzzle | None:
    """Return a puzzle near your rating that you have not seen lately; None if none matches.

    `seen` has the ids of your attempts, the latest first. If you have seen all that match, it is
    among those that you have not seen for the longest time. `ratings` has those of puzzles that
    differ from their first one.
    """
    matching = [puzzle for puzzle in puzzles if wanted.matches(puzzle)]
    age = {id_: at for at, id_ in reversed(list(enumerate(seen)))}
    fresh = [puzzle for puzzle in matching if puzzle.id not in age]
    if not fresh:
        oldest = sorted(matching, key=lambda puzzle: -age[puzzle.id])
        fresh = oldest[: max(1, len(oldest) // 2)]

    def distance(puzzle: Puzzle) -> float:
        own = (ratings or {}).get(puzzle.id) or first_rating(puzzle)
        return abs(own.rating - rating.rating)

    rng.shuffle(fresh)  # of equally near ones, any
    nearest = sorted(fresh, key=distance)[:_NEAREST]
    return rng.choice(nearest) if nearest else None


def streak_puzzle(
    puzzles: Sequence[Puzzle], solved: Collection[str], rng: random.Random
) -> Puzzle | None:
    """Return the next puzzle of a streak, given the ids of those solved in it; None at the end.

    Every third puzzle is a class harder; no puzzle comes twice.
    """
    left = [puzzle for puzzle in puzzles if puzzle.id not in solved]
    wanted = min(DIFFICULTIES[-1], DIFFICULTIES[0] + len(solved) // _STEP)
    # When a class is used up, the next harder one follows, and in the end what is left.
    for difficulty in (*range(wanted, DIFFICULTIES.stop), *reversed(range(1, wanted))):
        if pool := [puzzle for puzzle in left if puzzle.difficulty == difficulty]:
            return rng.choice(pool)
    return None
