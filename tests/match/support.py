"""Shared by the tests of matches: strategies for setups, games and matches."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

from gridlock_tui.match import COMPUTERS, HUMAN, Game, Setup, checked_names
from gridlock_tui.match.effort import Effort
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import LENGTHS, Starts
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
"""Names that contain control characters, markup, commands and the like."""


@st.composite
def names(draw: st.DrawFn) -> Names:
    """Draw two different, checked names from whatever people might type."""
    any_name = st.sampled_from(NASTY) | st.text(max_size=30)
    try:
        return checked_names(draw(any_name), draw(any_name))
    except GridlockError:
        return "Ada", "Ben"


@st.composite
def setups(draw: st.DrawFn, largest: int = 8) -> Setup:
    """Draw any setup."""
    variant = draw(variants(largest, custom=False))
    return Setup(variant, draw(names()), draw(players), (draw(kinds), draw(kinds)))


@st.composite
def games(draw: st.DrawFn, largest: int = 8, whole: bool = False) -> Game:
    """Draw a game of any length, with or without a swap, with any state shown."""
    game = draw(setups(largest)).begin()
    length = 64 if whole else draw(st.integers(0, 64))
    rng = draw(st.randoms(use_true_random=False))
    swaps = draw(st.booleans())
    while len(game.timeline.moves) < length and game.state.legal_moves:
        game = game.play(rng.choice(game.state.legal_moves))
        if swaps and game.can_take_over:
            game = game.take_over()
    at = len(game.timeline.moves) if whole else draw(st.integers(0, len(game.timeline.moves)))
    return game.jump(at)


efforts = st.builds(
    Effort,
    st.frozensets(st.text(), max_size=3),
    st.frozensets(st.text(), max_size=3),
    st.integers(0, 99),
    st.integers(0, 9999),
)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Draw a match with any kind of series, after up to four games."""
    length, starts = draw(st.sampled_from(LENGTHS)), draw(st.sampled_from(Starts))
    setup = draw(setups(largest=3))
    match = replace(
        Match.begin(setup, length, starts, draw(st.booleans())),
        pace=draw(st.integers(0, 60) | st.floats(0, 60)),
        guard=draw(st.booleans()),
        effort=draw(efforts),
        climbs=setup.person is not None and draw(st.booleans()),
    )
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 4))):
        while match.game.state.legal_moves:
            match = match.play(rng.choice(match.game.state.legal_moves))
            if match.can_take_over and rng.random() < 0.5:
                match = match.take_over()
        if match.standing.is_decided:
            break
        match = match.next_game()
    if draw(st.booleans()):
        match = match.play_on_from(draw(st.integers(0, len(match.game.timeline.moves))))
    return match


def won_by(winner: Player, setup: Setup = ROW_SETUP, swap: bool = False) -> Game:
    """Return a game on a row of three that this side has won; with a swap, the second side."""
    game = setup.begin()
    # The middle cell blocks both others; an outer cell leaves the other outer cell free.
    for move in read_moves(ROW, "1 2" if winner is game.setup.first else "1 1; 1 3"):
        game = game.play(move)
        if swap and game.can_take_over:
            game = game.take_over()
    return game


def attempt(read: Callable[[_S], _T], source: _S) -> _T | str:
    """Return what is read or the sentence of the GridlockError; other errors are raised."""
    try:
        return read(source)
    except GridlockError as error:
        return str(error)


def is_harmless(line: str) -> bool:
    """Return whether a line has no control, formatting or separator characters."""
    return all(unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in line)
