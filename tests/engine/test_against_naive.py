"""The engine and the naive solver agree on winner, distance and Grundy value."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gridlock_tui.engine import Budget, Verdict, analyse
from gridlock_tui.engine.node_kayles import NodeKaylesSolver
from gridlock_tui.rules import (
    BISHOP,
    KING,
    KNIGHT,
    ROOK,
    VARIANTS,
    Blocks,
    GameState,
    Move,
    Placement,
    Player,
    Sequence,
    Stuck,
    Variant,
    Wins,
)
from tests import naive, naive_solver
from tests.rules.support import naive_game, naive_play

pytestmark = pytest.mark.slow


def as_naive(state: GameState) -> naive.Position:
    placed = [
        frozenset(
            naive_play(state.variant, Move(cell, state.tokens[cell] if state.tokens else None))
            for cell in state.cells_of(player)
        )
        for player in Player
    ]
    game = naive_game(state.variant)
    return naive.Position(game, (placed[0], placed[1]), state.to_move, state.last or 0)


def assert_agree(state: GameState) -> None:
    position = as_naive(state)
    analysis = analyse(state)
    wins = naive_solver.mover_wins(position)
    assert analysis.verdict is (Verdict.WIN if wins else Verdict.LOSS)
    assert analysis.distance == naive_solver.length(position)
    for value in analysis.moves:
        after = position.after(naive_play(state.variant, value.move))
        winner = after.winner() or (
            after.mover if naive_solver.mover_wins(after) else 3 - after.mover
        )
        assert value.verdict is (Verdict.WIN if winner == state.to_move else Verdict.LOSS)
        assert value.distance == 1 + naive_solver.length(after)
    assert len(analysis.line) == analysis.distance
    for move in analysis.line:
        state = state.play(move)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner is analysis.winner


def reachable(start: GameState) -> Iterator[GameState]:
    seen = {start}
    stack = [start]
    while stack:
        state = stack.pop()
        yield state
        for move in state.legal_moves:
            child = state.play(move)
            if child not in seen:
                seen.add(child)
                stack.append(child)


def random_states(variant: Variant, count: int, least_moves: int) -> Iterator[GameState]:
    """Yield up to `count` different states of unfinished games."""
    rng = random.Random(f"{variant.slug} {variant.board}")
    seen: set[GameState] = set()
    for _ in range(20 * count):
        state = variant.start(rng.choice(list(Player)))
        for _ in range(rng.randint(least_moves, variant.board.size)):
            after = state.play(rng.choice(state.legal_moves))
            if after.is_over:
                break
            state = after
        if state not in seen and bin(state.marks[0] | state.marks[1]).count("1") >= least_moves:
            seen.add(state)
            yield state
        if len(seen) == count:
            return


def by_room(states: Iterator[GameState]) -> Iterator[GameState]:
    """Leave out states that differ only in who owns the markers: equal in Node Kayles."""
    seen = set()
    for state in states:
        if state.room not in seen:
            seen.add(state.room)
            yield state


@pytest.mark.parametrize("slug", ["classic", "showdown"])
def test_every_reachable_position_of_the_standard_boards(slug: str) -> None:
    for state in by_room(reachable(VARIANTS[slug].start())):
        assert_agree(state)


@pytest.mark.parametrize(
    ("slug", "size", "least_moves"),
    [
        ("spacing", (4, 4), 3),
        ("spacing", (3, 5), 3),
        ("passing", (5, 5), 9),
        ("passing", (4, 4), 3),
    ],
)
def test_random_positions_of_col(slug: str, size: tuple[int, int], least_moves: int) -> None:
    for state in random_states(VARIANTS[slug].resized(*size), 600, least_moves):
        assert_agree(state)


@pytest.mark.parametrize(
    ("size", "least_moves"), [((1, 3), 0), ((2, 2), 0), ((2, 3), 1), ((3, 3), 4), ((3, 4), 7)]
)
def test_random_positions_of_sequence(size: tuple[int, int], least_moves: int) -> None:
    for state in random_states(VARIANTS["sequence"].resized(*size), 250, least_moves):
        assert_agree(state)


@pytest.mark.parametrize("rules", [Sequence(spare_tokens=2), Sequence(run_length=2)], ids=repr)
@pytest.mark.parametrize(("size", "least_moves"), [((2, 3), 2), ((3, 3), 5)])
def test_other_settings_of_the_numbered_token_family(
    rules: Sequence, size: tuple[int, int], least_moves: int
) -> None:
    variant = replace(VARIANTS["sequence"], rules=rules).resized(*size)
    for state in random_states(variant, 60, least_moves):
        assert_agree(state)


@pytest.mark.parametrize("neighbourhood", [KING, ROOK, BISHOP, KNIGHT], ids=lambda n: n.name)
@pytest.mark.parametrize("blocks", Blocks)
@pytest.mark.parametrize("stuck", Stuck)
@pytest.mark.parametrize("wins", Wins)
def test_other_settings_of_the_placement_family(
    neighbourhood: object, blocks: Blocks, stuck: Stuck, wins: Wins
) -> None:
    rules = Placement(neighbourhood, blocks, stuck, wins)  # type: ignore[arg-type]
    variant = replace(VARIANTS["spacing"], rules=rules).resized(3, 3)
    for state in random_states(variant, 25, 1):
        assert_agree(state)


@pytest.mark.parametrize("slug", ["classic", "showdown"])
def test_a_mirrored_position_of_node_kayles_is_lost(slug: str) -> None:
    """Some positions have a mirror, and none of these is won."""
    solver = NodeKaylesSolver(VARIANTS[slug].rules.neighbourhood)  # type: ignore[union-attr]
    mirrored = won = 0
    for size in [(3, 4), (3, 5), (4, 4), (4, 5)]:
        for state in by_room(random_states(VARIANTS[slug].resized(*size), 300, 1)):
            if solver.has_mirror(state):
                assert not naive_solver.mover_wins(as_naive(state))
                mirrored += 1
            won += naive_solver.mover_wins(as_naive(state))
    assert mirrored > 10
    assert won > 10


@pytest.mark.parametrize("slug", ["classic", "showdown"])
def test_grundy_values_of_all_boards_up_to_four_by_five(slug: str) -> None:
    for rows in range(1, 5):
        for columns in range(1, 6):
            variant = VARIANTS[slug].resized(rows, columns)
            expected = naive_solver.grundy(naive.Position(naive_game(variant)))
            assert analyse(variant.start(), Budget(nodes=10**6)).grundy == expected
