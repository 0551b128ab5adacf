"""Shared by the tests of the rules: any variant, board or game, and the naive implementation."""

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

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
from tests import naive

players = st.sampled_from(Player)
registered = st.sampled_from(list(VARIANTS.values()))
TOKENS = [variant for variant in VARIANTS.values() if variant.has_tokens]


@st.composite
def variants(draw: st.DrawFn, largest: int = 8, custom: bool = True) -> Variant:
    """Draw any variant on any board; with `custom`, other rules of the placement family too."""
    variant = draw(registered)
    if custom and isinstance(variant.rules, Placement) and draw(st.booleans()):
        rules = Placement(
            draw(st.sampled_from((KING, ROOK, BISHOP, KNIGHT))),
            draw(st.sampled_from(Blocks)),
            draw(st.sampled_from(Stuck)),
            draw(st.sampled_from(Wins)),
        )
        variant = replace(variant, rules=rules)
    side = st.integers(1, largest)
    return variant.resized(draw(side), draw(side))


@st.composite
def games(
    draw: st.DrawFn, largest: int = 8, whole: bool = False, custom: bool = True
) -> list[GameState]:
    """Draw the states of a random game from the empty board; `whole` games reach the end."""
    states = [draw(variants(largest, custom)).start(draw(players))]
    length = 64 if whole else draw(st.integers(0, 64))
    rng = draw(st.randoms(use_true_random=False))
    while len(states) <= length and states[-1].legal_moves:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves)))
    return states


@st.composite
def token_games(draw: st.DrawFn) -> list[GameState]:
    """Draw the states of a game with tokens, also with shorter and longer runs."""
    rules = Sequence(draw(st.integers(2, 4)), draw(st.integers(0, 2)))
    variant = replace(draw(st.sampled_from(TOKENS)), rules=rules, demo="")
    side = st.integers(1, 4)
    states = [variant.resized(draw(side), draw(side)).start(draw(players))]
    rng = draw(st.randoms(use_true_random=False))
    while states[-1].legal_moves and len(states) < 12:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves)))
    return states


states = games().map(lambda game: game[-1])


def naive_game(variant: Variant) -> naive.Game:
    """Return the variant as a game of the naive implementation."""
    board = variant.board
    if not isinstance(variant.rules, Placement):
        rules = variant.rules
        return naive.Game(
            board.rows,
            board.columns,
            tokens=True,
            run=rules.run_length,
            spare=rules.spare_tokens,
        )
    return naive.Game(
        board.rows,
        board.columns,
        variant.rules.neighbourhood.name,
        variant.rules.blocks.value,
        "pass" if variant.rules.stuck is Stuck.PASSES else "lose",
        variant.rules.wins is Wins.OTHER,
    )


def naive_play(variant: Variant, move: Move) -> naive.Play:
    """Return the move as a play of the naive implementation."""
    row, column = divmod(move.cell, variant.board.columns)
    return (row + 1, column + 1), move.token or 0


def cells(variant: Variant, spots: Iterable[naive.Spot]) -> tuple[int, ...]:
    """Return the cells given by row and column from 1, in ascending order."""
    return tuple(sorted((row - 1) * variant.board.columns + column - 1 for row, column in spots))
