"""What is said of a finished game, in a game of another kind than those that are there."""

from dataclasses import replace

import pytest

from gridlock_tui.match import PEOPLE, Kinds, default_names
from gridlock_tui.match.store.history import GameEntry
from gridlock_tui.rules import VARIANTS, Placement, Player, Wins
from gridlock_tui.tui.wording import games as game_rows
from tests.match.finisher import BEGAN


@pytest.mark.parametrize(
    ("reason", "words"), [("stuck", "Ben by being stuck."), ("both stuck", "Ben: Ben placed last.")]
)
def test_where_the_last_to_place_loses_the_words_do_not_say_that_it_wins(
    monkeypatch: pytest.MonkeyPatch, reason: str, words: str
) -> None:
    usual = VARIANTS["classic"]
    assert isinstance(usual.rules, Placement)
    contrary = replace(usual, slug="contrary", rules=replace(usual.rules, wins=Wins.OTHER))
    monkeypatch.setattr(game_rows, "VARIANTS", {"contrary": contrary})
    entry = GameEntry(
        *(1, BEGAN, "contrary", usual.board, ("Ada", "Ben"), PEOPLE),
        *(Player.ONE, False, Player.ONE, 3, reason),
    )
    assert game_rows.about_game(entry) == f"Ada beat {words}"


@pytest.mark.parametrize(
    ("kinds", "winner", "words"),
    [
        (PEOPLE, Player.ONE, "Player 1 beat Player 2: Player 2 was stuck."),
        (("human", "novice"), Player.ONE, "You beat Novice: Novice was stuck."),
        (("human", "novice"), Player.TWO, "Novice beat you: you were stuck."),
        (("expert", "human"), Player.ONE, "Expert beat you: you were stuck."),
    ],
)
def test_whoever_played_a_computer_is_you(kinds: Kinds, winner: Player, words: str) -> None:
    entry = GameEntry(
        *(1, BEGAN, "classic", VARIANTS["classic"].board, default_names(kinds), kinds),
        *(Player.ONE, False, winner, 3, "stuck"),
    )
    assert game_rows.about_game(entry) == words
    line = "".join(text for text, _ in game_rows.game_line(entry, 0, 77, " "))
    assert ("You" in line) == (kinds != PEOPLE)
    question = game_rows.delete_question(entry)
    assert ("your game against" in question) == (kinds != PEOPLE)
