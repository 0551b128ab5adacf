"""The icons on the cards of the menu: drawn from a position, in colours and in letters."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.pilot import Pilot

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Board, GameState, Variant, read_moves, register
from gridlock_tui.rules.variants import unregister
from gridlock_tui.tui.themes import DARK
from gridlock_tui.tui.widgets.game_icon import (
    Tile,
    colour_icon,
    icon_width,
    letter_icon,
    tile_colours,
    tiles_of,
)
from tests.tui.internals import strips
from tests.tui.support import game_screen, menu_screen, offered, running, seen, settled

COLOURS: dict[Tile, Color] = {
    tile: Color(number, 0, 0) for number, tile in enumerate(Tile) if tile is not Tile.GONE
}


def after(slug: str, moves: str) -> GameState:
    variant = VARIANTS[slug]
    return Timeline.replay(variant.start(), read_moves(variant, moves)).state


def letters(state: GameState) -> list[str]:
    return [line.plain for line in letter_icon(state, broad=False)]


def test_markers_free_tiles_and_locked_ones() -> None:
    assert letters(after("showdown", "2 2; 1 3")) == [
        "· O ",
        " X ·",
        "· ··",
        "····",
    ]


def test_tiles_of_one_side_only() -> None:
    assert letters(after("spacing", "1 1; 4 4")) == ["Xo··", "oo··", "··xx", "··xO"]


def test_every_empty_tile_of_a_token_game_is_free() -> None:
    tiles = {tile for row in tiles_of(after("sequence", VARIANTS["sequence"].demo)) for tile in row}
    assert tiles == {Tile.ONE, Tile.TWO, Tile.FREE}


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("broad", [True, False])
def test_two_rows_are_one_line_of_half_blocks(slug: str, broad: bool) -> None:
    variant = VARIANTS[slug]
    state = after(slug, variant.demo)
    icon = colour_icon(state, COLOURS, broad=broad)
    assert len(icon) == (variant.board.rows + 1) // 2
    assert {line.cell_length for line in icon} == {icon_width(variant.board.columns, broad=broad)}
    assert set("".join(line.plain for line in icon)) <= set("▀▄ ")


def test_half_blocks_have_the_colours_of_their_tiles() -> None:
    (line,) = colour_icon(VARIANTS["showdown"].resized(2, 2).start().play(
        VARIANTS["showdown"].resized(2, 2).move("1 1")), COLOURS, broad=False)  # fmt: skip
    assert line.plain == "▀▄"
    styles = [str(span.style) for span in line.spans]
    assert styles == [COLOURS[Tile.ONE].css, COLOURS[Tile.FREE].css]


def test_every_tile_that_is_not_gone_has_a_colour() -> None:
    theme = {**DARK.variables, "background": DARK.background or "", "foreground": "#fff"}
    for ansi in (True, False):
        assert set(tile_colours(theme, ansi=ansi)) == set(Tile) - {Tile.GONE}


@pytest.fixture
def sixth() -> Iterator[Variant]:
    """Add a game with a larger board."""
    variant = register(
        replace(
            VARIANTS["showdown"], slug="sixth", board=Board(8, 8), summary="a game of its own",
            demo="2 2; 7 7", aliases=(), document="",
        )
    )  # fmt: skip
    yield variant
    unregister("sixth")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.usefixtures("sixth")
async def test_a_sixth_variant_has_a_card_and_can_be_played(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await settled(pilot)
        assert len(offered(pilot)) == 6
        await pilot.press("end")
        await settled(pilot)
        assert menu_screen(pilot).state.line == "sixth"
        text = "\n".join(seen(pilot))
        assert "▸ Sixth  8×8" in text
        assert "A game of its own." in text
        await pilot.press("enter")
        await settled(pilot)
        assert game_screen(pilot).variant.slug == "sixth"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_icons_are_letters_in_ascii(size: tuple[int, int]) -> None:
    async with running(size=size, ascii_only=True) as pilot:
        await settled(pilot)
        text = "\n".join(seen(pilot))
        assert text.isascii()
        assert ("X . . " in text or "O O . ." in text) == (size == (120, 40))


async def test_another_theme_recolours_the_icons() -> None:
    def drawn(pilot: Pilot[None]) -> list[list[Segment]]:
        region = menu_screen(pilot).picker.region
        lines = strips(pilot.app.screen)[region.y : region.bottom]
        return [list(strip.crop(region.x, region.right)) for strip in lines]

    async with running(theme="gridlock-light") as pilot:
        await settled(pilot)
        light = drawn(pilot)
    async with running() as pilot:
        await settled(pilot)
        dark = drawn(pilot)
        pilot.app.theme = "gridlock-light"
        await settled(pilot)
        assert drawn(pilot) == light != dark
