"""Contrast, computed from what is really drawn: all text on every screen, in both our themes.

Text needs the 4.5 to 1 of WCAG 2.2 AA (1.4.3), bold or not. What is drawn from block characters,
frames and strokes is a picture and needs the 3 to 1 of 1.4.11. That goes for blocked cells too:
as inactive parts they might do with less, but to see what is gone is half of every game here.
Keys that do nothing just now might do with less as well; here they need what text needs. Only the
lines of the grid and the edges of Textual's own boxes are ornament: cells are told apart by their
grounds and labels too.
"""

import importlib
import pkgutil

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from gridlock_tui import tui
from gridlock_tui.tui.themes import DARK, LIGHT
from tests.tui.colours import DEFICIENCIES, Drawn, Rgb, contrast, difference, everything_drawn
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
