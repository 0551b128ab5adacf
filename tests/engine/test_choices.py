"""What a computer player chooses on boards so small that a naive solver knows everything."""

from collections.abc import Iterator
from itertools import product

import pytest

from gridlock_tui.engine.players import LEVELS, choose, wants_swap
from gridlock_tui.rules import VARIANTS, GameState, GridlockError, Move, play_moves
from tests import naive, naive_solver
from tests.rules.support import naive_game, naive_play

PERFECT, NOVICE, CASUAL = LEVELS["perfect"], LEVELS["novice"], LEVELS["casual"]
SMALL = [
    (slug, size)
    for slug in ("showdown", "spacing", "passing", "classic")
    for size in ((1, 5), (1, 6), (2, 4), (3, 3))
]


def test_the_levels_are_those_that_were_measured() -> None:
    """Who changes one measures again, by tests.bench.levels; classes of puzzles depend on them."""
    assert {level.slug: (level.lookahead, level.error_rate) for level in LEVELS.values()} == {
        "novice": (2, 1.0),
        "casual": (2, 0.8),
        "skilled": (3, 0.7),
        "expert": (5, 0.47),
        "perfect": (99, 0.0),
    }


def after(
    slug: str, size: tuple[int, int], moves: tuple[Move, ...]
) -> tuple[GameState, naive.Position]:
    variant = VARIANTS[slug].resized(*size)
    state, position = variant.start(), naive.Position(naive_game(variant))
    for move in moves:
        state, position = state.play(move), position.after(naive_play(variant, move))
    return state, position


def early(slug: str, size: tuple[int, int]) -> Iterator[tuple[GameState, naive.Position]]:
    """Yield the positions after up to two moves in which the game goes on."""
    start = VARIANTS[slug].resized(*size).start()
    lines = [(), *((move,) for move in start.legal_moves)]
    lines += [(*line, move) for line in lines[1:] for move in start.play(line[0]).legal_moves]
    for line in lines:
        state, position = after(slug, size, line)
        if not state.is_over:
            yield state, position


def loses(position: naive.Position, state: GameState, move: Move) -> bool:
    following = position.after(naive_play(state.variant, move))
    wins = (
        naive_solver.mover_wins(following)
        if not following.winner()
        else (following.winner() == following.mover)
    )
    return wins == (following.mover != position.mover)


def length(position: naive.Position, state: GameState, move: Move) -> int:
    return naive_solver.length(position.after(naive_play(state.variant, move)))


@pytest.mark.parametrize(("slug", "size"), SMALL)
def test_the_best_level_wins_as_soon_and_loses_as_late_as_it_can(
    slug: str, size: tuple[int, int]
) -> None:
    for state, position in early(slug, size):
        chosen = choose(state, PERFECT, 3)
        moves = [move for move in state.legal_moves if not loses(position, state, move)]
        lengths = {move: length(position, state, move) for move in moves or state.legal_moves}
        assert lengths[chosen] == (min if moves else max)(lengths.values())


def replies_that_win(position: naive.Position, state: GameState, move: Move) -> int:
    """Return how many moves of the opponent win after a move that loses."""
    following, there = state.play(move), position.after(naive_play(state.variant, move))
    return sum(not loses(there, following, reply) for reply in following.legal_moves)


@pytest.mark.parametrize(("slug", "size"), SMALL)
def test_where_it_loses_the_best_level_leaves_the_fewest_replies_that_win(
    slug: str, size: tuple[int, int]
) -> None:
    for state, position in early(slug, size):
        if naive_solver.mover_wins(position):
            continue
        longest = max(length(position, state, move) for move in state.legal_moves)
        late = [m for m in state.legal_moves if length(position, state, m) == longest]
        fewest = min(replies_that_win(position, state, move) for move in late)
        for seed in range(3):
            assert replies_that_win(position, state, choose(state, PERFECT, seed)) == fewest


@pytest.mark.parametrize(("slug", "size"), SMALL)
def test_the_best_level_takes_a_first_move_over_if_it_wins(
    slug: str, size: tuple[int, int]
) -> None:
    for move in VARIANTS[slug].resized(*size).start().legal_moves:
        state, position = after(slug, size, (move,))
        if not state.is_over:
            lost = not naive_solver.mover_wins(position)
            assert wants_swap(state, PERFECT, 1) is lost
            swaps = {wants_swap(state, CASUAL, seed) for seed in range(40)}
            assert swaps == ({True, False} if lost else {False})
            assert not wants_swap(state, NOVICE, 1), "it misjudges everything"


@pytest.mark.parametrize(("slug", "size"), SMALL)
def test_even_the_weakest_level_sees_what_ends_the_game_with_two_placements(
    slug: str, size: tuple[int, int]
) -> None:
    for state, position in early(slug, size):
        at_once = {
            move: (loses(position, state, move), 1 + length(position, state, move))
            for move in state.legal_moves
        }
        wins = {move for move, (lost, soon) in at_once.items() if not lost and soon <= 2}
        losses = {move for move, (lost, soon) in at_once.items() if lost and soon <= 2}
        for seed in range(5):
            chosen = choose(state, NOVICE, seed)
            assert chosen in wins or not wins
            assert chosen not in losses or losses == set(state.legal_moves)


def test_the_end_is_no_place_to_choose_and_a_single_move_no_choice() -> None:
    row = VARIANTS["showdown"].resized(1, 3).start()
    with pytest.raises(GridlockError, match="the game is over"):
        choose(play_moves(row, "1 2"), PERFECT)
    only = play_moves(row, "1 1")
    for level, seed in product(LEVELS.values(), range(3)):
        assert choose(only, level, seed) == only.legal_moves[0]
