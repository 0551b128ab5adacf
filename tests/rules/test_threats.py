"""Threats to complete a run: where either player could win with a token in hand."""

from time import perf_counter

import pytest
from hypothesis import given

from gridlock_tui.rules import (
    VARIANTS,
    GameState,
    Player,
    completed_runs,
    play_moves,
    run_threats,
)
from tests import naive
from tests.rules.support import TOKENS, cells, naive_game, naive_play, token_games


def naive_threats(state: GameState, player: Player) -> frozenset[int]:
    """Place every token in hand on every free cell, and look for a run."""
    if state.is_over:
        return frozenset()
    game = naive_game(state.variant)
    placed = frozenset(
        naive_play(state.variant, state.variant.cells.move(state.board, cell, state.tokens[cell]))
        for cell in state.cells_of(player)
    )
    free = [cell for cell in range(state.board.size) if state.owner(cell) is None]
    spots = {cells(state.variant, [spot])[0]: spot for spot in game.spots()}
    return frozenset(
        cell
        for cell in free
        if any(
            naive.runs_among(placed | {(spots[cell], token)}, game.run)
            for token in state.hand(player)
        )
    )


@given(token_games())
def test_threats_are_the_cells_where_a_token_in_hand_completes_a_run(
    game: list[GameState],
) -> None:
    for state in game:
        assert run_threats(state) == tuple(naive_threats(state, player) for player in Player)


def test_both_sides_threaten() -> None:
    state = play_moves(TOKENS[0].start(), "5 B2; 4 A1; 6 C2; 3 A2")
    one, two = (
        {state.variant.cell_name(cell) for cell in threats} for threats in run_threats(state)
    )
    assert one == {"D2"}, "A2 is taken"
    assert two == {"A3"}


def test_a_number_between_two_must_be_in_hand() -> None:
    state = play_moves(TOKENS[0].start(), "5 B1; 1 D4; 6 B3; 8 A4")
    assert run_threats(state) == (frozenset(), frozenset())
    assert run_threats(play_moves(TOKENS[0].start(), "5 B1; 1 D4; 7 B3; 8 A4"))[0] == {5}


@pytest.mark.parametrize("slug", [each.slug for each in VARIANTS.values() if not each.has_tokens])
def test_there_are_none_without_tokens(slug: str) -> None:
    assert run_threats(VARIANTS[slug].start()) == (frozenset(), frozenset())


def test_there_are_none_when_the_game_is_over() -> None:
    state = play_moves(TOKENS[0].start(), "5 B2; 4 A1; 6 C2; 3 A2; 7 D2")
    assert run_threats(state) == (frozenset(), frozenset())
    (run,) = completed_runs(state)
    assert [state.variant.cell_name(cell) for cell in run] == ["B2", "C2", "D2"]


def test_there_are_no_runs_without_tokens() -> None:
    assert completed_runs(play_moves(VARIANTS["spacing"].start(), "1 1; 1 3; 3 3")) == []


def test_threats_are_found_within_a_millisecond() -> None:
    state = play_moves(TOKENS[0].start(), "5 B2; 4 A1; 6 C2; 3 A2; 1 D4; 8 A4; 2 B4; 7 D1")
    times = []
    for _ in range(20):
        begun = perf_counter()
        run_threats(state)
        times.append(perf_counter() - begun)
    assert min(times) < 0.001
