"""The package and the naive implementation agree, in every kind of game."""

import json
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings

from gridlock_tui.rules import (
    BISHOP,
    KING,
    KNIGHT,
    ROOK,
    VARIANTS,
    Board,
    GameState,
    Move,
    Neighbourhood,
    Player,
    Variant,
    perft,
)
from tests import naive
from tests.rules.support import cells, games, naive_game, naive_play, token_games

PERFT = Path(__file__).parent / "perft"


def played_naively(game: list[GameState]) -> list[naive.Position]:
    positions = [naive.Position(naive_game(game[0].variant), mover=game[0].to_move)]
    for before, after in pairwise(game):
        grown = [new & ~old for new, old in zip(after.marks, before.marks, strict=True)]
        cell = (grown[0] | grown[1]).bit_length() - 1
        token = after.tokens[cell] if after.tokens else None
        play = naive_play(after.variant, Move(cell, token))
        positions.append(positions[-1].after(play))
    return positions


@settings(max_examples=300)
@given(games(largest=6, whole=True))
def test_whole_games_agree_on_moves_turns_and_winner(game: list[GameState]) -> None:
    for state, position in zip(game, played_naively(game), strict=True):
        assert {naive_play(state.variant, move) for move in state.legal_moves} == set(
            position.plays()
        )
        outcome = state.outcome
        assert (outcome.winner if outcome else 0) == position.winner()
        assert (state.last or 0) == position.last
        if outcome is None:
            assert state.to_move == position.mover
            for player in Player:
                assert state.room_for(player) == cells(state.variant, position.open_to(player))


@given(games(largest=5, whole=True))
def test_the_cells_of_a_run_are_the_ones_reported(game: list[GameState]) -> None:
    end, position = game[-1], played_naively(game)[-1]
    outcome = end.outcome
    assert outcome is not None
    runs = position.runs(outcome.winner)
    markers = {spot for spot, _ in position.placed[outcome.winner - 1]}
    decisive = set().union(*runs) if runs else markers
    assert outcome.cells == cells(end.variant, decisive)


@given(token_games())
def test_the_effect_of_a_move_names_the_runs_that_it_completes(game: list[GameState]) -> None:
    # The last two: a random game mostly ends with a run.
    for state, position in list(zip(game, played_naively(game), strict=True))[-2:]:
        for move in state.legal_moves:
            after = position.after(naive_play(state.variant, move))
            runs = after.runs(state.to_move)
            assert state.effect(move).run == cells(state.variant, set().union(*runs))


@pytest.mark.parametrize("neighbourhood", [KING, ROOK, BISHOP, KNIGHT], ids=lambda each: each.name)
def test_every_cell_of_every_board_has_the_same_neighbours(neighbourhood: Neighbourhood) -> None:
    for rows, columns in product(range(1, 9), repeat=2):
        theirs = naive.Game(rows, columns, neighbourhood.name).neighbours()
        ours = Board(rows, columns).neighbours(neighbourhood)
        assert ours == tuple(
            sum(1 << (row - 1) * columns + column - 1 for row, column in theirs[spot])
            for spot in sorted(theirs)
        )


@pytest.mark.parametrize("slug", VARIANTS)
def test_perft(slug: str, pytestconfig: pytest.Config) -> None:
    path = PERFT / f"{slug}.json"
    variant = VARIANTS[slug]
    if pytestconfig.getoption("--update-golden") and not path.exists():
        sizes = dict.fromkeys([str(variant.board), "2x4", "3x3", "4x2"])
        counted = {size: naively_counted(variant, size) for size in list(sizes)[:3]}
        path.write_text(json.dumps(counted) + "\n")
    recorded: dict[str, list[int]] = json.loads(path.read_text())
    assert str(variant.board) in recorded
    assert len(recorded) == 3
    for size, counts in recorded.items():
        assert counts == naively_counted(variant, size)
        board = Board.from_text(size)
        start = variant.resized(board.rows, board.columns).start()
        assert counts == [perft(start, depth) for depth in depths(variant)]


def naively_counted(variant: Variant, size: str) -> list[int]:
    board = Board.from_text(size)
    position = naive.Position(naive_game(variant.resized(board.rows, board.columns)))
    return [naive.perft(position, depth) for depth in depths(variant)]


def depths(variant: Variant) -> range:
    return range(1, 4 if variant.has_tokens else 6)


def test_the_registry_plays_the_games_of_the_documents() -> None:
    assert {slug: naive_game(VARIANTS[slug]) for slug in naive.GAMES} == naive.GAMES
    assert {slug for slug, variant in VARIANTS.items() if variant.document} == set(naive.GAMES)
