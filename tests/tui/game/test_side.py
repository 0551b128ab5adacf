"""What stands beside the board: cards, swap and result, as data."""

from dataclasses import replace

import pytest

from gridlock_tui.match import PEOPLE, Kinds, Setup, default_names
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import Starts
from gridlock_tui.rules import VARIANTS, Move, Names, Player
from gridlock_tui.tui.game.side import (
    cards_of,
    result_line,
    result_of,
    series_summary,
    swap_words,
)
from gridlock_tui.tui.widgets.large_text import large_text
from gridlock_tui.tui.widgets.result_panel import GameResult
from tests.tui.support import game, recorded_moves

OVER = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"
"""A game of Showdown that O wins."""


def result(kinds: Kinds = PEOPLE, names: Names | None = None, slug: str = "showdown") -> GameResult:
    moves = OVER if slug == "showdown" else "; ".join(map(str, recorded_moves(slug)))
    over = game(slug, moves, names=names, kinds=kinds)
    return result_of(over, Match.of(over).standing)


@pytest.mark.parametrize(
    ("kinds", "names", "title", "reason", "remark"),
    [
        (PEOPLE, ("Ada", "Ben"), "Ben wins", "Ada has no valid moves left.", "A good game."),
        (
            ("human", "perfect"),
            None,
            "Perfect wins",
            "You have no valid moves left.",
            "",
        ),
        (
            ("perfect", "human"),
            ("Hal", "Player 2"),
            "You win",
            "Hal has no valid moves left.",
            "",
        ),
        (
            ("perfect", "human"),
            ("Hal", "Ben"),
            "Ben wins",
            "Hal has no valid moves left.",
            "",
        ),
        (("novice", "perfect"), None, "Perfect wins", "Novice has no valid moves left.", ""),
    ],
)
def test_victory_defeat_and_a_game_of_two_have_their_own_words(
    kinds: Kinds, names: Names | None, title: str, reason: str, remark: str
) -> None:
    found = result(kinds, names)
    assert (found.winner, found.title) == (Player.TWO, title)
    assert (found.reason, found.remark) == (reason, remark)


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_reason_never_says_who_wins_and_addresses_you_properly(slug: str) -> None:
    for kinds in (PEOPLE, ("human", "expert"), ("expert", "human")):
        reason = result(kinds, slug=slug).reason
        assert reason.endswith(".")
        assert " wins" not in reason
        for wrong in ("You has", "You loses", "was You", "of You", "P1-", "P2-"):
            assert wrong not in reason


def test_the_reason_of_a_full_grid_speaks_of_your_tokens() -> None:
    variant = VARIANTS["sequence"].resized(1, 3)
    played = game("sequence", "1 A1; 1 A2; 2 A3", (1, 3), kinds=("human", "expert"))
    assert played.setup.variant == variant
    found = result_of(played, Match.of(played).standing)
    assert found.reason == ("The grid is full. Your tokens add up to 3, those of Expert to 1.")


def test_there_is_no_result_before_the_end() -> None:
    begun = game("showdown", "2 2")
    assert result_of(begun, Match.of(begun).standing).title == ""
    assert result_line(begun) == ""


def test_a_computer_is_shown_with_its_level_and_you_as_you() -> None:
    one, two = cards_of(game("showdown", kinds=("human", "skilled")))
    assert (one.name, one.state, one.has_turn) == ("You", "to move", True)
    assert (two.name, two.short_name, two.state) == ("Computer · Skilled", "Skilled", "")
    one, two = cards_of(game("showdown", names=("Ada", "Hal"), kinds=("human", "skilled")))
    assert (one.name, two.name) == ("Ada", "Hal · Skilled")
    one, two = cards_of(game("showdown", kinds=("expert", "expert")), thinking=True)
    assert (one.name, two.name) == ("Computer · Expert", "Computer · Expert")
    assert (one.thinking, two.thinking) == (True, False)


def test_cards_show_the_score_of_a_series_by_side() -> None:
    match = Match.begin(game("showdown", size=(1, 1), names=("Ada", "Ben")).setup, length=3)
    match = match.play(match.game.state.legal_moves[0])
    assert [card.score for card in cards_of(match.game, match.standing)] == ["1", "0"]
    single = Match.of(match.game)
    assert [card.score for card in cards_of(single.game, single.standing)] == ["", ""]


def test_a_swap_is_told_with_the_side_that_was_taken_over() -> None:
    begun = game("classic", "6", names=("Ada", "Ben"))
    assert swap_words(begun) == ""
    assert swap_words(begun.take_over()) == "swap: Ben is X"


@pytest.mark.parametrize(
    ("kinds", "then"),
    [
        (("perfect", "perfect"), "Perfect O"),
        (PEOPLE, "Player 2"),
        (("human", "novice"), "You"),
        (("novice", "human"), "Novice"),
    ],
)
def test_an_earlier_game_names_its_winner_as_it_was_called_then(kinds: Kinds, then: str) -> None:
    """X places on 1 1, which is taken over, and the same person wins as O with 1 3."""
    setup = Setup(VARIANTS["showdown"].resized(1, 3), default_names(kinds), kinds=kinds)
    match = Match.begin(setup, length=3, swap_rule=True).play(Move(0)).take_over().play(Move(2))
    for at in (match, match.next_game()):
        assert series_summary(at.game, at.standing).results == (f" 1  {then}, 2 moves",)


def test_a_series_is_won_by_you() -> None:
    kinds = ("human", "novice")
    setup = Setup(VARIANTS["showdown"].resized(1, 1), default_names(kinds), kinds=kinds)
    match = Match.begin(setup, length=3, starts=Starts.LOSER).play(Move(0))
    match = match.next_game()
    match = match.with_game(replace(setup, first=Player.ONE).begin()).play(Move(0))
    summary = series_summary(match.game, match.standing)
    assert (summary.won, summary.score) == ("You win the series.", "You  2 : 0  Novice")


def test_the_room_is_shared_where_a_marker_blocks_both() -> None:
    shared = {slug for slug, variant in VARIANTS.items() if variant.shares_room}
    assert shared == {"classic", "showdown", "sequence"}


def test_large_letters_fit_the_narrow_column() -> None:
    drawn = large_text("You win")
    assert drawn is not None
    assert len(drawn) == 3
    assert {len(line) for line in drawn} == {26}
    assert set("".join(drawn)) <= set(" ▀▄█")
    assert large_text("日本 wins") is None
    in_ascii = large_text("Ben wins", ascii_only=True)
    assert in_ascii is not None
    assert len(in_ascii) == 5
    assert set("".join(in_ascii)) == {" ", "#"}
