"""What is said of a finished game, in a game of another kind than those that are there."""

from dataclasses import replace

import pytest

from gridlock_tui.match import PEOPLE
from gridlock_tui.match.history import Entry
from gridlock_tui.rules import VARIANTS, Placement, Player, Wins
from gridlock_tui.tui import game_rows
from tests.match.finisher import BEGAN


@pytest.mark.parametrize(
    ("reason", "words"), [("stuck", "Ben by being stuck."), ("both stuck", "Ben, who placed last.")]
)
def test_where_the_last_to_place_loses_nobody_is_said_to_win_by_it(
    monkeypatch: pytest.MonkeyPatch, reason: str, words: str
) -> None:
    usual = VARIANTS["classic"]
    assert isinstance(usual.rules, Placement)
    contrary = replace(usual, slug="contrary", rules=replace(usual.rules, wins=Wins.OTHER))
    monkeypatch.setattr(game_rows, "VARIANTS", {"contrary": contrary})
    entry = Entry(
        *(1, BEGAN, "contrary", usual.board, ("Ada", "Ben"), PEOPLE),
        *(Player.ONE, False, Player.ONE, 3, reason),
    )
    assert game_rows.about_game(entry) == f"Ada beat {words}"
