"""The colours of the board: which colours of the theme make them, and how much of each.

This is a table instead of style sheet rules: thirty component classes on every board would make
the start of the app and every change of style noticeably slower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from gridlock_tui.tui.board.paint import Colours


class Colour(NamedTuple):
    """A colour of the theme, how much of it is mixed in, and the text style."""

    variable: str
    strength: float = 1.0
    look: str = ""
    faint: bool = False
    """Whether it is dim where colours cannot be mixed."""


_BACKGROUNDS = {
    "outside": Colour("background"),
    "cell": Colour("surface"),
    "cell-odd": Colour("panel"),
    "barred": Colour("background"),
    "blocked": Colour("background"),
    "run": Colour("success", 0.15),
    "won-one": Colour("player-one", 0.2),
    "won-two": Colour("player-two", 0.2),
    "cursor": Colour("foreground"),
    "region-0": Colour("primary", 0.12),
    "region-1": Colour("success", 0.15),
    "region-2": Colour("warning", 0.15),
    "region-3": Colour("error", 0.15),
}

_FOREGROUNDS = {
    "label": Colour("foreground", 0.65),
    "line": Colour("foreground", 0.22, faint=True),
    "free": Colour("foreground", 0.75),
    "blocked": Colour("foreground", 0.5, faint=True),
    "cursor": Colour("accent", look="bold"),
    "reversed": Colour("background", look="bold"),
    "run": Colour("success", look="bold"),
    "one": Colour("player-one", look="bold"),
    "two": Colour("player-two", look="bold"),
    "won-one": Colour("player-one", look="bold"),
    "won-two": Colour("player-two", look="bold"),
    "ghost-one": Colour("player-one", 0.7, faint=True),
    "ghost-two": Colour("player-two", 0.7, faint=True),
    "ghost-text-one": Colour("player-one", 0.95, faint=True),
    "ghost-text-two": Colour("player-two", 0.95, faint=True),
    "others-one": Colour("player-one", 0.88, faint=True),
    "others-two": Colour("player-two", 0.88, faint=True),
    "lost-one": Colour("player-one", 0.7, faint=True),
    "lost-two": Colour("player-two", 0.7, faint=True),
    "lost-both": Colour("foreground", 0.55, faint=True),
    "wins": Colour("success", look="bold"),
    "loses": Colour("error"),
    "unknown": Colour("foreground", 0.75),
}

_ANSI = {"run": "ansi_green", "wins": "ansi_bright_green", "loses": "ansi_bright_red"}
"""The foregrounds that have one of the sixteen colours, besides the players'."""


def rgb_style(colours: Colours, theme: Mapping[str, str]) -> Style:
    """Return the style for a terminal that can show any colour."""
    below, above = _BACKGROUNDS[colours[0]], _FOREGROUNDS[colours[1]]
    tint = Color.parse(theme[below.variable])
    background = Color.parse(theme["background"]).blend(tint, below.strength)
    foreground = background.blend(Color.parse(theme[above.variable]), above.strength)
    look = Style.parse(above.look)
    return Style(color=foreground.rich_color, bgcolor=background.rich_color) + look


def ansi_style(colours: Colours, theme: Mapping[str, str]) -> Style:
    """Return the style for a terminal with sixteen colours of its own, or without colours.

    These cannot be mixed: faint colours are dim, and colours that stand out are reversed.
    """
    _, foreground = colours
    player = next((name for name in ("player-one", "player-two") if name[7:] in foreground), None)
    stands_out = foreground.startswith("won") or foreground in ("cursor", "reversed")
    faint, look = _FOREGROUNDS[foreground].faint, _FOREGROUNDS[foreground].look
    look = "bold reverse" if stands_out else "dim" if faint else look
    shown = theme[player] if player else _ANSI.get(foreground, "ansi_default")
    colour = Color.parse(shown).rich_color
    return Style(color=colour, bgcolor=Color.parse("ansi_default").rich_color) + Style.parse(look)
