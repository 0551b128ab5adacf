"""The colours of the board, made from those of the theme.

This is a table instead of style sheet rules: dozens of component classes on every board would make
the start of the app and every change of style noticeably slower.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from rich.style import Style
from textual.color import Color

from gridlock_tui.rules import Player
from gridlock_tui.tui.board.canvas import Colours

_TILE_CONTRAST = 1.7
"""How much a free tile stands out from the page."""
_TEXT_CONTRAST = 5.0
"""How much text stands out from what it stands on: a little more than WCAG AA asks for."""
_EDGE_CONTRAST = 3.0
"""How much the outline of a tile stands out."""
_CUT = Color.parse("#0D1016")
"""The marker on a claimed tile."""
_LIGHT = Color.parse("#F4F7FB")
"""What lights up a claimed tile, and marks the last move at its foot."""
_PLAYERS = tuple(player.word for player in Player)

_INKS = {
    "label": "foreground",
    "mark": "foreground",
    "on-cursor": "background",
    "wins-text": "success",
    "loses-text": "error",
    "unknown-text": "foreground",
    "run-text": "success",
    "only-one-text": "player-one",
    "only-two-text": "player-two",
    "ghost-text-one": "tile-one",
    "ghost-text-two": "tile-two",
    "threat-one": "player-one",
    "threat-two": "player-two",
    "region-text": "foreground",
}
"""The inks of text, and the colours of the theme that they are made of."""
_QUIET = {"label": 0.6, "mark": 0.75, "unknown-text": 0.8}
"""How much of the ink is mixed in, where it is not all of it."""
_BOLD = {"cut", "on-cursor", "wins-text", "run-text", "threat-one", "threat-two", "region-text"}


class Palette:
    """The colours of the board in one theme."""

    def __init__(self, theme: Mapping[str, str]) -> None:
        self._theme = {name: Color.parse(theme[name]) for name in _used(theme)}
        self._grounds = self._mixed()

    def _mixed(self) -> dict[str, Color]:
        theme = self._theme
        page, light = theme["background"], theme["foreground"]
        tile = theme.get("tile") or _raised(page, light)
        grounds = {
            "page": page,
            "locked": page.blend(light, 0.03),
            "free": tile,
            "wins": tile.blend(theme["success"], 0.35),
            "loses": page.blend(tile, 0.8).blend(theme["error"], 0.18),
            "unknown": tile,
            "run": tile.blend(theme["success"], 0.45),
            "cursor": theme["accent"],
            "run-mark": theme["success"],
            "cut": _CUT,
            "bar": _LIGHT,
        }
        for player in _PLAYERS:
            own = theme[f"tile-{player}"]
            grounds[f"tile-{player}"] = own
            grounds[f"only-{player}"] = tile.blend(own, 0.32)
            grounds[f"past-{player}"] = page.blend(own, 0.7)
            grounds[f"ghost-{player}"] = page.blend(own, 0.35)
            grounds[f"ghost-mark-{player}"] = page.blend(own, 0.9)
            grounds[f"lit-{player}"] = own.blend(_LIGHT, 0.55)
        for name in ("free", "only-one", "only-two", "run"):
            grounds[f"faded-{name}"] = page.blend(grounds[name], 0.5)
        return grounds

    def rgb_style(self, colours: Colours) -> Style:
        """Return the style for a terminal that can show any colour."""
        ground, ink = colours
        below = self._grounds[ground]
        look = Style(bold=ink in _BOLD or None)
        return Style(color=self._ink(ink, below).rich_color, bgcolor=below.rich_color) + look

    def _ink(self, ink: str, below: Color) -> Color:
        if ink in _INKS:
            own = self._theme[_INKS[ink]]
            return _legible(below.blend(own, _QUIET.get(ink, 1.0)), below)
        if ink.endswith("-edge"):
            return _legible(self._grounds[ink[:-5]], below, _EDGE_CONTRAST)
        return self._grounds[ink]


def _used(theme: Mapping[str, str]) -> list[str]:
    names = {"background", "foreground", "accent", "tile", "success", "error", *_INKS.values()}
    names |= {f"{kind}-{player}" for kind in ("player", "tile") for player in _PLAYERS}
    return [name for name in names if name in theme]


def _raised(page: Color, light: Color) -> Color:
    """Return the colour of a free tile: as much of the foreground as it needs to stand out."""
    shares = (share / 50 for share in range(1, 51))
    mixed = (page.blend(light, share) for share in shares)
    return next((tile for tile in mixed if _contrast(page, tile) >= _TILE_CONTRAST), light)


def _contrast(one: Color, two: Color) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=512)
def _legible(ink: Color, below: Color, least: float = _TEXT_CONTRAST) -> Color:
    """Return the ink, with as much black or white as it takes to have this contrast."""
    extreme = below.get_contrast_text(1.0)
    for share in range(11):
        mixed = ink.blend(extreme, share / 10)
        if _contrast(below, mixed) >= least:
            return mixed
    return extreme


_ANSI_INKS = {
    "wins-text": "ansi_bright_green",
    "run-mark": "ansi_bright_green",
    "run-text": "ansi_bright_green",
    "wins-edge": "ansi_bright_green",
    "run-edge": "ansi_bright_green",
    "loses-text": "ansi_bright_red",
    "loses-edge": "ansi_bright_red",
}
"""The inks that have one of the sixteen colours, besides the players'."""


def ansi_style(colours: Colours, theme: Mapping[str, str]) -> Style:
    """Return the style for a terminal with sixteen colours of its own, or without colours.

    These cannot be mixed: claimed tiles and the cursor are reversed.
    """
    ground, ink = colours
    claimed = next((each for each in _PLAYERS if ground == f"tile-{each}"), None)
    owned = re.search(r"-(one|two)(-edge|-text)?$", ink)
    player = claimed or (owned and owned[1])
    shown = theme[f"player-{player}"] if player else _ANSI_INKS.get(ink, "ansi_default")
    reverse = claimed is not None or ground == "cursor"
    default = Color.parse("ansi_default").rich_color
    look = Style(reverse=reverse or None, bold=(ink in _BOLD or ink == "cursor") or None)
    return Style(color=Color.parse(shown).rich_color, bgcolor=default) + look
