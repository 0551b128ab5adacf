"""The lines under the board of a review, where names are long or wide."""

from gridlock_tui.match import Game
from gridlock_tui.tui.widgets.grade_bar import GradeBar
from tests.tui.support import Size, game, running, settled


async def lines(begun: Game, size: Size) -> list[str]:
    async with running(begun, size=size) as pilot:
        await pilot.press("w")
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


async def test_wide_names_leave_room_for_who_wins() -> None:
    wide = ("李" * 24, "王" * 24)
    first, *_ = await lines(game("showdown", "2 2; 1 3", names=wide), (80, 24))
    assert first.endswith((" X stands to win", " O stands to win"))
