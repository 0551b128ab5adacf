"""The colours of the board: which colour of the theme each thing is drawn in, and how strongly.

A table instead of style sheet rules: thirty component classes on every board would make each
change of style, and the start of the app, noticeably slower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from gridlock_tui.tui.painter import Ink


class Colour(NamedTuple):
    """A colour of the theme, how much of it is mixed in, and the style of the text."""

    variable: str
    strength: float = 1.0
    look: str = ""
    faint: bool = False
    """Whether it stands back, so that it is dim where colours cannot be mixed."""


_GROUNDS = {
    "table": Colour("background"),
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

_INKS = {
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
"""The inks that have a colour of their own, besides the players'."""


def rgb_style(ink: Ink, theme: Mapping[str, str]) -> Style:
    """Return the style for a terminal that shows any colour."""
    ground, pen = _GROUNDS[ink[0]], _INKS[ink[1]]
    below = Color.parse(theme["background"]).blend(
        Color.parse(theme[ground.variable]), ground.strength
    )
    above = below.blend(Color.parse(theme[pen.variable]), pen.strength)
    return Style(color=above.rich_color, bgcolor=below.rich_color) + Style.parse(pen.look)


def ansi_style(ink: Ink, theme: Mapping[str, str]) -> Style:
    """Return the style for a terminal with its own sixteen colours, or with none at all.

    Such colours cannot be mixed: what should be faint is dim, what should stand out is reversed.
    """
    _, pen = ink
    player = next((name for name in ("player-one", "player-two") if name[7:] in pen), None)
    if pen.startswith("won") or pen in ("cursor", "reversed"):
        look = "bold reverse"
    elif _INKS[pen].faint:
        look = "dim"
    else:
        look = _INKS[pen].look
    shown = theme[player] if player else _ANSI.get(pen, "ansi_default")
    colour = Color.parse(shown).rich_color
    return Style(color=colour, bgcolor=Color.parse("ansi_default").rich_color) + Style.parse(look)
