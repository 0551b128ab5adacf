"""The lines under the board of a review, where names are long or wide."""

import pytest

from gridlock_tui.match import Game
from gridlock_tui.rules import VARIANTS, write_move
from gridlock_tui.tui.widgets.grade_bar import GradeBar
from tests.tui.support import Size, game, recorded_moves, running, settled


async def lines(begun: Game, size: Size, *keys: str) -> list[str]:
    async with running(begun, size=size) as pilot:
        await pilot.press("w", *keys)
        if not begun.is_over:  # what is said of the end does not wait for the engine
            await settled(pilot)
        return pilot.app.screen.query_one(GradeBar).render().plain.split("\n")


async def test_a_letter_for_a_long_name_is_that_of_the_side_that_moved() -> None:
    long = ("Maximiliana Featherston", "Bartholomew Cumberbat")
    first, *_ = await lines(game("showdown", "2 2", names=long).take_over(), (40, 15))
    assert first.startswith("1/1  X played 2 2")


async def test_a_letter_abbreviates_a_name_that_begins_with_the_other() -> None:
    names = ("Ada", "Ada Lovelace of London")
    first, *_ = await lines(game("showdown", "2 2; 1 3", names=names), (40, 15))
    assert first.startswith("2/2  O played a winning move, 1 3.")


@pytest.mark.parametrize("width", [40, 59, 60, 80])
async def test_who_stands_to_win_is_said_at_every_width(width: int) -> None:
    shown = await lines(game("showdown", "2 2; 1 3", names=("Ada", "Ben")), (width, 24))
    assert sum(line.endswith("Ben stands to win") for line in shown) == 1


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_why_passing_was_won_is_never_cut(size: Size) -> None:
    variant = VARIANTS["passing"]
    moves = "; ".join(write_move(variant, move) for move in recorded_moves("passing"))
    shown = await lines(game("passing", moves, names=("Ada", "Ben")), size)
    words = " ".join(" ".join(shown).split())
    assert "The last player to place a token was Ben." in words
    assert "…" not in words
    assert sum(line.endswith("Ben wins") for line in shown) == 1


async def test_a_review_of_a_game_against_a_computer_is_about_you() -> None:
    begun = game("showdown", "2 2; 1 3", kinds=("human", "novice"))
    shown = await lines(begun, (80, 24), "left")
    assert shown[0].startswith("1/2  You played 2 2, but were already lost.")
    assert "Player 1" not in "".join(shown)


async def test_wide_names_leave_room_for_who_wins() -> None:
    wide = ("李" * 24, "王" * 24)
    first, *_ = await lines(game("showdown", "2 2; 1 3", names=wide), (80, 24))
    assert first.endswith((" X stands to win", " O stands to win"))
