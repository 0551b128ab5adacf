"""What the tests of matches share: any setup, any game, any match."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

from gridlock_tui.match import COMPUTERS, HUMAN, Game, Setup, checked_names
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.series import LENGTHS, Starts
from gridlock_tui.match.swap import can_take_over, play_on, take_over
from gridlock_tui.rules import VARIANTS, GridlockError, Names, Player, read_moves
from tests.rules.support import players, variants

_S = TypeVar("_S")
_T = TypeVar("_T")

kinds = st.sampled_from((HUMAN, *COMPUTERS))

ROW = VARIANTS["showdown"].resized(1, 3)
ROW_SETUP = Setup(ROW, ("Ada", "Ben"))

NASTY = (
    "[bold red]Ada[/]",
    "\x1b[2J\x1b]0;owned\x07",
    "\u202eneB\u202c",
    "Ben\nResult: Player 1 wins\r\n",
    "a\u2028b\u2029c\x85d\x0be",
    "Player 2",
    "{player}: %s",
    "# 1. X 2 2",
    "\ufeff\u200b\u2066 ",
    "\ud800",
    "é" * 200,
    "𝔸\u0301\u0302",
    "'; DROP TABLE games; --",
)
"""Names that try to be more than names."""


@st.composite
def names(draw: st.DrawFn) -> Names:
    """Draw two different names, fit to be shown, from whatever people might type."""
    any_name = st.sampled_from(NASTY) | st.text(max_size=30)
    try:
        return checked_names(draw(any_name), draw(any_name))
    except GridlockError:
        return "Ada", "Ben"


@st.composite
def setups(draw: st.DrawFn, largest: int = 8) -> Setup:
    """Draw any agreement."""
    variant = draw(variants(largest, custom=False))
    return Setup(variant, draw(names()), draw(players), (draw(kinds), draw(kinds)))


@st.composite
def games(draw: st.DrawFn, largest: int = 8, whole: bool = False) -> Game:
    """Draw a game as people leave it: at any length, with or without the swap, looked back at."""
    game = draw(setups(largest)).begin()
    length = 64 if whole else draw(st.integers(0, 64))
    rng = draw(st.randoms(use_true_random=False))
    swaps = draw(st.booleans())
    while len(game.timeline.moves) < length and game.timeline.state.legal_moves:
        game = play_on(game, rng.choice(game.timeline.state.legal_moves))
        if swaps and can_take_over(game):
            game = take_over(game)
    at = len(game.timeline.moves) if whole else draw(st.integers(0, len(game.timeline.moves)))
    return replace(game, timeline=game.timeline.jump(at))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match with any kind of series, a few games old."""
    length, starts = draw(st.sampled_from(LENGTHS)), draw(st.sampled_from(Starts))
    match = Match.begin(draw(setups(largest=3)), length, starts, draw(st.booleans()))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 4))):
        while match.game.timeline.state.legal_moves:
            moves = match.game.timeline.state.legal_moves
            match = match.with_game(play_on(match.game, rng.choice(moves)))
            if can_take_over(match.game) and match.series.swap_rule and rng.random() < 0.5:
                match = match.with_game(take_over(match.game))
        if match.standing.is_decided:
            break
        match = match.next_game()
    return match


def won_by(winner: Player, setup: Setup = ROW_SETUP, swap: bool = False) -> Game:
    """Return a game on a row of three that this side has won; with a swap, the second side."""
    game = setup.begin()
    # The middle cell blocks both others; after an outer one the other is left.
    for move in read_moves(ROW, "1 2" if winner is game.setup.first else "1 1; 1 3"):
        game = play_on(game, move)
        if swap and can_take_over(game):
            game = take_over(game)
    return game


def attempt(read: Callable[[_S], _T], source: _S) -> _T | str:
    """Return what is read, or the sentence that says why nothing is; any other end is a failure."""
    try:
        return read(source)
    except GridlockError as error:
        return str(error)


def is_harmless(line: str) -> bool:
    """Say whether a line holds nothing that a terminal would obey or that turns text around."""
    return all(unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in line)
