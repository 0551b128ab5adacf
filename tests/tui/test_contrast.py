"""Contrast, computed from what is really drawn: all text on every screen, in both our themes.

Text needs the 4.5 to 1 of WCAG 2.2 AA (1.4.3), bold or not. What is drawn from block characters,
frames and strokes is a picture and needs the 3 to 1 of 1.4.11. Keys that do nothing just now might
do with less; here they need what text needs. Only the edges of Textual's own boxes are ornament.
The tiles of a board, drawn from half blocks, have rules of their own.
"""

import importlib
import pkgutil
from itertools import combinations

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from gridlock_tui import tui
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.themes import DARK, LIGHT
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from tests.tui.colours import (
    DEFICIENCIES,
    Drawn,
    Rgb,
    contrast,
    difference,
    everything_drawn,
    mark_contrast,
    tile_colours,
)
from tests.tui.support import board, game
from tests.tui.walks import WALKS, still, walk

pytestmark = pytest.mark.slow
TEXT, PICTURE = 4.5, 3.0
# CIE 1976: 2.3 is the least difference that is noticed side by side; colours that stand for
# something should be told apart at a glance and from memory, for which many times that is asked.
TOLD_APART = 40.0

OUR_THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


def pair_of(theme: str) -> list[Rgb]:
    """Return the colours of the two players."""
    colours = OUR_THEMES[theme].variables
    return [Color.parse(colours[name]).rgb for name in ("player-one", "player-two")]


def needed(piece: Drawn) -> float:
    """Return the contrast that the piece needs, by the strictest of its characters."""
    return max(map(_needed, piece.text), default=0.0)


def _needed(char: str) -> float:
    if char.isspace() or "─" <= char < "═" or char in "▁▔":
        return 0.0
    return PICTURE if "═" <= char <= "▟" else TEXT


def faults(piece: Drawn, pair: list[Rgb]) -> list[str]:
    """Return what is wrong with the contrast of the piece."""
    need = PICTURE if isinstance(piece.widget, ScrollBar) else needed(piece)
    if isinstance(piece.widget, BoardView) and set(piece.text.strip()) == {"▀"}:
        return []
    if isinstance(piece.widget, VariantPicker) and set(piece.text) <= set("▀▄ "):
        return []  # tiles of an icon side by side: an ornament, the words beside it say the same
    # A player's colour must be made out by everyone, wherever it is drawn.
    eyes = ["", *DEFICIENCIES] if piece.ink in pair else [""]
    return [
        f"{type(piece.widget).__name__} {piece.text.strip()[:20]!r} {piece.ink} on {piece.ground}"
        f" has {contrast(piece.ink, piece.ground, eye):.2f} of {need} {eye}"
        for eye in eyes
        if contrast(piece.ink, piece.ground, eye) < need
    ]


@pytest.mark.parametrize("theme", OUR_THEMES)
@pytest.mark.parametrize("name", WALKS)
async def test_whatever_is_drawn_can_be_read(
    theme: str, name: str, request: pytest.FixtureRequest
) -> None:
    if name == "history":
        request.getfixturevalue("filled")
    begin, steps, passed, sees = WALKS[name]
    found: dict[str, str] = {}
    seen: set[str] = set()
    unseen = set(sees)

    async def look(pilot: Pilot[None], where: str) -> None:
        seen.add(type(pilot.app.screen).__name__)
        pieces = list(everything_drawn(pilot))
        assert len(pieces) > 1, where
        text = "".join(piece.text for piece in pieces)
        unseen.difference_update([words for words in unseen if words in text])
        for piece in pieces:
            for fault in faults(piece, pair_of(theme)):
                found.setdefault(fault, where)

    async with still(begin(), theme) as pilot:
        await walk(pilot, steps, look)
    assert found == {}
    assert seen == set(passed.split())
    assert unseen == set()


def test_the_walks_pass_every_screen_that_there_is() -> None:
    there_are = set()
    for found in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        module = importlib.import_module(found.name)
        there_are |= {
            name
            for name, each in vars(module).items()
            if isinstance(each, type) and issubclass(each, Screen)
            # One that is only built upon is never shown.
            if each.__module__ == module.__name__ and not each.__subclasses__()
        }
    assert there_are == {name for walk in WALKS.values() for name in walk.passed.split()}


FREE, LOCKED = 1.6, 1.15
"""How much a free tile must stand out from the page, and a locked one may."""
# Markers are told apart by their shapes and tints by their letters too, so a clear difference will
# do: five times the least that is noticed side by side.
CLEAR = 12.0


@pytest.mark.parametrize("theme", OUR_THEMES)
async def test_tiles_stand_out_from_the_page_and_locked_ones_do_not(theme: str) -> None:
    page = Color.parse(OUR_THEMES[theme].background or "").rgb
    # X on 2 2 and O on 2 4: 1 1 is O's, 1 3 is gone, 1 5 is X's, 5 5 is free.
    async with still(game("passing", "2 2; 2 4"), theme, size=(120, 40)) as pilot:
        await pilot.press("left", "left")
        cells = {name: tile_colours(board(pilot), cell) for name, cell in PLACES.items()}
        marks = {name: mark_contrast(board(pilot), cell) for name, cell in PLACES.items()}
    grounds = {name: found[0] for name, found in cells.items()}
    assert contrast(grounds["locked"], page) <= LOCKED
    for name in ("free", "only one", "only two", "one", "two"):
        assert contrast(grounds[name], page) >= FREE, name
    for name in ("free", "only one", "only two"):
        assert marks[name] >= PICTURE, name
    for name in ("one", "two"):  # the marker, cut out of the tile
        assert contrast(cells[name][0], cells[name][1]) >= PICTURE
    for eye in ("", *DEFICIENCIES):
        assert difference(grounds["one"], grounds["two"], eye) > TOLD_APART
        tints = [grounds[name] for name in ("free", "only one", "only two")]
        for one, two in combinations(tints, 2):
            assert difference(one, two, eye) > CLEAR, (eye, one, two)


PLACES = {"only two": 0, "locked": 2, "only one": 4, "one": 6, "two": 8, "free": 24}


@pytest.mark.parametrize("theme", OUR_THEMES)
def test_the_players_can_be_distinguished_with_every_kind_of_colour_vision(theme: str) -> None:
    one, two = pair_of(theme)
    for eye in ("", *DEFICIENCIES):
        assert difference(one, two, eye) > TOLD_APART


def test_the_computing_of_colours_itself() -> None:
    white, black, grey = (255, 255, 255), (0, 0, 0), (119, 119, 119)
    assert contrast(white, black) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(
        4.48, abs=0.01
    )  # WCAG's own example of too little
    assert difference(white, black) == pytest.approx(100, abs=0.1)
    red, green = (190, 60, 40), (110, 120, 30)
    for eye in DEFICIENCIES:  # greys look the same to everyone
        assert difference(grey, white, eye) == pytest.approx(difference(grey, white), abs=0.2)
    assert difference(red, green) > 60
    assert difference(red, green, "deuteranopia") < 25
