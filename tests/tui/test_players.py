"""How players are called: whoever plays a computer without a name is You, on every screen."""

import random

import pytest

from gridlock_tui.match import PEOPLE, Kinds, Setup, default_names
from gridlock_tui.match.match import Match
from gridlock_tui.match.naming import addressing_you, called, does
from gridlock_tui.rules import VARIANTS, Names, Player
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.menu_choices import MORE, MenuChoices
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.wording.matches import give_up_question, match_line, score_words, toss_words
from tests.tui.support import game, game_screen, running, seen, settled, status

AGAINST_COMPUTER: Kinds = ("human", "novice")
SHOWDOWN = VARIANTS["showdown"]


@pytest.mark.parametrize(
    ("names", "kinds", "shown"),
    [
        (("Player 1", "Player 2"), PEOPLE, ("Player 1", "Player 2")),
        (("Ada", "Player 2"), PEOPLE, ("Ada", "Player 2")),
        (("Player 1", "Novice"), ("human", "novice"), ("You", "Novice")),
        (("Novice", "Player 2"), ("novice", "human"), ("Novice", "You")),
        (("Ada", "Novice"), ("human", "novice"), ("Ada", "Novice")),
        (("Hal", "Player 2"), ("novice", "human"), ("Hal", "You")),
        (("Perfect X", "Perfect O"), ("perfect", "perfect"), ("Perfect X", "Perfect O")),
    ],
)
def test_the_rule(names: Names, kinds: Kinds, shown: Names) -> None:
    assert called(names, kinds) == shown


def test_sentences_about_you_are_in_the_second_person() -> None:
    assert does("You", "wins") == "You win"
    assert does("Ada", "wins") == "Ada wins"
    assert does("You", "has taken over the first move and is") == (
        "You have taken over the first move and are"
    )
    words = "You has no valid moves left. The last player was You."
    assert addressing_you(words, ("You", "Novice")) == (
        "You have no valid moves left. The last player was you."
    )
    assert addressing_you(words, ("Ada", "Ben")) == words


def test_lines_about_a_match_against_a_computer() -> None:
    match = Match.of(game("showdown", "2 2; 1 3", kinds=AGAINST_COMPUTER))
    assert match_line(match, 60) == "Showdown 4×4, 2 moves, You vs Novice"
    assert match_line(match, 34) == "Showdown 4×4, 2 moves, vs Novice"
    assert give_up_question(match).startswith("Give up Showdown 4×4, 2 moves, You vs Novice?")
    series = Match.begin(match.game.setup, length=3)
    assert score_words(series) == "You 0:0 Novice"


def test_the_coin_says_that_you_start() -> None:
    for kinds, first, words in (
        (AGAINST_COMPUTER, Player.ONE, "You start"),
        (AGAINST_COMPUTER, Player.TWO, "Novice starts"),
        (PEOPLE, Player.ONE, "Player 1 starts"),
    ):
        setup = Setup(SHOWDOWN, default_names(kinds), first, kinds)
        assert toss_words(setup) == f"The coin says: {words}."


def test_the_next_game_and_a_swap_are_told_to_you() -> None:
    setup = Setup(SHOWDOWN.resized(1, 1), default_names(AGAINST_COMPUTER), kinds=AGAINST_COMPUTER)
    match = Match.begin(setup, length=3)
    view = GameView.of(match.play(match.game.state.legal_moves[0])).next_game()
    assert view.said is not None
    assert view.said.text == "Game 2: Novice starts."
    swap = game("showdown", "2 2", kinds=("novice", "human"))
    taken = GameView.of(Match.of(swap)).take_over()
    assert taken.said is not None
    assert taken.said.text == "You have taken over the first move and are X now."


def test_the_options_of_a_new_match_call_you_so() -> None:
    choices = MenuChoices(kinds=AGAINST_COMPUTER)
    assert MORE["starts"].texts(choices) == ("You", "Novice", "coin toss")
    assert choices.new_match(random.Random(1)).game.setup.names == ("Player 1", "Novice")


async def test_a_game_against_a_computer_never_speaks_of_player_1() -> None:
    """In the typed entry, its remarks, the analysis, the review and the questions."""
    begun = game("spacing", "2 2; 2 4", kinds=AGAINST_COMPUTER)
    async with running(begun, size=(120, 40)) as pilot:
        for keys in (["m"], ["4", "space", "4"], ["escape"], ["a"], ["H"], ["H"], ["H"], ["w"]):
            await pilot.press(*keys)
            await settled(pilot)
            assert "Player 1" not in "\n".join(seen(pilot))
        assert "You" in "\n".join(seen(pilot))


async def test_a_typed_move_is_described_for_you() -> None:
    async with running(game("spacing", "2 2; 2 4", kinds=AGAINST_COMPUTER)) as pilot:
        await pilot.press("m", *"4 4")
        await pilot.pause()
        assert "for you" in status(pilot)[1]


async def test_the_question_before_another_match_names_you() -> None:
    match = Match.begin(game("showdown", size=(1, 1), kinds=AGAINST_COMPUTER).setup, length=3)
    async with running(match=match) as pilot:
        await pilot.press("space")
        await settled(pilot)
        game_screen(pilot).action_swap_sides()
        await pilot.pause()
        assert isinstance(pilot.app.screen, ConfirmScreen)
        assert "The series is at You 1:0 Novice." in " ".join(" ".join(seen(pilot)).split())
