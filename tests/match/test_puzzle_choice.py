"""Which puzzle comes next: near your rating, not seen lately, harder and harder in a streak."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.glicko import Rating
from gridlock_tui.match.puzzle_choice import PuzzleFilter, practice_puzzle, streak_puzzle

PACK = all_puzzles()
SOME = PACK[::20]


@pytest.mark.parametrize(("rating", "difficulty"), [(600, 1), (1200, 2), (1520, 3), (2600, 5)])
def test_practice_is_near_your_rating(rating: float, difficulty: int) -> None:
    for seed in range(20):
        puzzle = practice_puzzle(PACK, Rating(rating), (), random.Random(seed))
        assert puzzle is not None
        assert puzzle.difficulty == difficulty


def test_practice_picks_one_of_the_twelve_nearest() -> None:
    rated = {puzzle.id: Rating(1000 + 10 * at) for at, puzzle in enumerate(SOME)}
    found = {
        practice_puzzle(SOME, Rating(1000), (), random.Random(seed), ratings=rated)
        for seed in range(300)
    }
    assert found == set(SOME[:12])


def test_the_rating_that_a_puzzle_has_by_now_counts() -> None:
    easy = next(puzzle for puzzle in PACK if puzzle.difficulty == 1)
    rest = [puzzle for puzzle in PACK if puzzle.difficulty == 3]
    ratings = {easy.id: Rating(2500)}
    for seed in range(30):
        rng = random.Random(seed)
        found = practice_puzzle([easy, *rest], Rating(600), (), rng, ratings=ratings)
        assert found != easy


@given(st.sampled_from(SOME), st.integers(0, 2**32))
def test_practice_by_variant_theme_and_difficulty(like: object, seed: int) -> None:
    puzzle = next(each for each in SOME if each == like)
    wanted = PuzzleFilter(puzzle.variant, puzzle.theme, puzzle.difficulty)
    found = practice_puzzle(PACK, Rating(), (), random.Random(seed), wanted)
    assert found is not None
    assert (found.variant, found.theme, found.difficulty) == wanted_fields(wanted)


def wanted_fields(wanted: PuzzleFilter) -> tuple[str | None, str | None, int | None]:
    return wanted.variant, wanted.theme, wanted.difficulty


def test_where_nothing_matches_there_is_none() -> None:
    nothing = PuzzleFilter(theme="no such idea")
    assert practice_puzzle(PACK, Rating(), (), random.Random(0), nothing) is None


def test_practice_avoids_what_was_seen_and_then_takes_what_was_seen_long_ago() -> None:
    few = PACK[:10]
    seen: list[str] = []
    for number in range(10):
        found = practice_puzzle(few, Rating(), seen, random.Random(number))
        assert found is not None
        assert found.id not in seen
        seen.insert(0, found.id)
    found_again = {
        again.id
        for seed in range(60)
        if (again := practice_puzzle(few, Rating(), seen, random.Random(seed)))
    }
    assert found_again == set(seen[5:])


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_a_streak_becomes_harder_and_never_repeats(seed: int) -> None:
    rng = random.Random(seed)
    solved: list[str] = []
    classes: list[int] = []
    for _ in range(20):
        puzzle = streak_puzzle(PACK, solved, rng)
        assert puzzle is not None
        assert puzzle.id not in solved
        solved.append(puzzle.id)
        classes.append(puzzle.difficulty)
    assert classes == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, *[5] * 8]


def test_a_streak_through_the_whole_pack_ends_without_repeats() -> None:
    solved: list[str] = []
    rng = random.Random(1)
    while puzzle := streak_puzzle(SOME, solved, rng):
        solved.append(puzzle.id)
    assert sorted(solved) == sorted(each.id for each in SOME)


def test_the_same_seed_gives_the_same_puzzle() -> None:
    one, two = (practice_puzzle(PACK, Rating(), (), random.Random(7)) for _ in range(2))
    assert one == two
    one, two = (streak_puzzle(PACK, (), random.Random(7)) for _ in range(2))
    assert one == two
