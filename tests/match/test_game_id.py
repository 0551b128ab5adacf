"""The game id: a game as one line."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.game_id import read_game_id, write_game_id
from gridlock_tui.rules import VARIANTS, GridlockError, Player, read_moves
from tests.match.support import attempt, games, is_harmless


@given(games())
def test_an_id_is_read_back(game: Game) -> None:
    line = write_game_id(game)
    read = read_game_id(line)
    assert read.timeline == game.timeline.present()
    taken_over = game.setup.taken_over
    assert read.setup == Setup(game.setup.variant, first=game.setup.first, taken_over=taken_over)
    assert write_game_id(read) == line


def test_the_forms_that_are_read() -> None:
    showdown = VARIANTS["showdown"]
    moves = read_moves(showdown, "2 2; 1 3")
    game = read_game_id("showdown:4x4:2 2;1 3")
    assert game.setup == Setup(showdown)
    assert game.timeline.moves == moves
    assert read_game_id(" Showdown:4×4/1: b2; a3 \n") == game
    assert read_game_id("showdown:4x4/2:2 2").setup.first is Player.TWO
    assert read_game_id("showdown:4x4") == read_game_id("showdown") == Setup(showdown).begin()
    assert write_game_id(game) == "showdown:4x4:2 2;1 3"
    second = Game(replace(game.setup, first=Player.TWO), game.timeline)
    assert write_game_id(second) == "showdown:4x4/2:2 2;1 3"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "'' is not a game id: write one such as showdown:4x4:2 2;1 3"),
        ("showdown:4x4:2 2:1", "is not a game id"),
        ("showdown::2 2", "is not a game id"),
        ("x" * 5000, "is not a game id"),
        ("chess:4x4:e4", "there is no variant 'chess'"),
        ("showdown:9x9:", "a board has 1 to 8 rows and columns"),
        ("showdown:4x4/3:", "'3' cannot start: write 1 or 2 after the /"),
        ("showdown:4x4:2 2;1 2", "move 2 cannot be played: 1 2 is blocked by 2 2"),
        ("showdown:4x4:2 2;foo", "'foo' is not move 2"),
    ],
)
def test_errors_are_reported_in_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(GridlockError) as caught:
        read_game_id(line)
    assert sentence in str(caught.value)


@given(st.text(max_size=100) | st.text("showdown:4x/2 ;13", max_size=40).map("showdown".__add__))
def test_any_line_gives_a_game_or_a_sentence(line: str) -> None:
    game = attempt(read_game_id, line)
    if isinstance(game, str):
        assert is_harmless(game)
    else:
        assert read_game_id(write_game_id(game)) == game
