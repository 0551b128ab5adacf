"""What is said of a finished game, in a game of another kind than those that are there."""

from dataclasses import replace

import pytest

from gridlock_tui.match import PEOPLE
from gridlock_tui.match.store.history import GameEntry
from gridlock_tui.rules import VARIANTS, Placement, Player, Wins
from gridlock_tui.tui.wording import games as game_rows
from tests.match.finisher import BEGAN


@pytest.mark.parametrize(
    ("reason", "words"), [("stuck", "Ben by being stuck."), ("both stuck", "Ben, who placed last.")]
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
