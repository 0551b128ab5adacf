"""The rules page: rules, an example, and a legend of what the board of that variant shows."""

import pytest
from textual.pilot import Pilot

from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.key_table import KeyTable
from tests.tui.support import game, game_screen, running

TERRITORY = {"spacing", "passing"}
"""The variants in which a cell may be open to one player only."""
BOARD = {"no tile", "tile that shrinks"}
ANY = {"bright frame", "bar below a marker"}
SIGNS = {
    "classic": {"tile with a number", "X O"} | BOARD,
    "showdown": {"tile with ·", "X O"} | BOARD,
    "sequence": {"tile with ·", "X5 O5", "*", "!"},
    **dict.fromkeys(TERRITORY, {"tile with ·", "X O", "tile with x", "tile with o"} | BOARD),
}


def legend(pilot: Pilot[None]) -> dict[str, str]:
    return dict(pilot.app.screen.query_one(KeyTable).rows)


@pytest.mark.parametrize("slug", sorted(SIGNS))
async def test_the_legend_names_the_signs_of_the_variant(slug: str) -> None:
    async with running(game(slug)) as pilot:
        await pilot.press("f1")
        assert set(legend(pilot)) == SIGNS[slug] | ANY


@pytest.mark.parametrize("slug", sorted(TERRITORY))
async def test_the_legend_holds_on_both_turns(slug: str) -> None:
    """The faint x said that only X can use a cell, and was not drawn on X's turn."""
    async with running(game(slug)) as pilot:
        await pilot.press("f1")
        for player in "XO":
            says = f"Only {player} can place there, in {player}'s colour, whoever is to move."
            assert legend(pilot)[f"tile with {player.lower()}"] == says


@pytest.mark.parametrize("slug", VARIANTS)
async def test_the_rules_page_has_rules_and_example_and_names_no_document(slug: str) -> None:
    variant = VARIANTS[slug]
    async with running(game(slug, size=(6, 6))) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen
        assert isinstance(page, RulesPage)
        words = "\n".join(str(static.render()) for static in page.query("Static"))
        assert all(point in words for point in variant.how)
        assert "document" not in words
        assert variant.demo_caption in words
        assert page.query_one(BoardView).picture.timeline.state.variant is variant
        await pilot.press("escape")
        assert game_screen(pilot)
