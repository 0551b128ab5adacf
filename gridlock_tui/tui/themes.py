"""Our two themes, and the players' colours in all other themes."""

from textual.theme import Theme

from gridlock_tui.rules import Player

COLOUR_OF = {player: f"$player-{player.word}" for player in Player}
"""Each player's colour, as a variable that every theme has."""

# Okabe and Ito's sky blue and orange, which people with any common colour vision can tell apart.
# On a light background the same hues are darker, so that they can be read as text.
_TILES = {"tile-one": "#56B4E9", "tile-two": "#E69F00"}
"""The grounds of claimed tiles: the same in all themes, with a dark marker on them."""
_DARK_PAIR = {"player-one": "#56B4E9", "player-two": "#E69F00", **_TILES}
_LIGHT_PAIR = {"player-one": "#00558C", "player-two": "#804200", **_TILES}
# The placeholder of an empty field, which Textual draws too faint for many people.
_QUIET_TEXT = {"text-disabled": "auto 70%"}
_ANSI_PAIR = {
    "player-one": "ansi_bright_cyan",
    "player-two": "ansi_bright_yellow",
    "tile-one": "ansi_bright_cyan",
    "tile-two": "ansi_bright_yellow",
}

DARK = Theme(
    name="gridlock-dark",
    dark=True,
    primary="#7AA2C8",
    secondary="#8A93A6",
    accent="#F4F7FB",
    foreground="#DFE5EF",
    background="#12151C",
    surface="#161A23",
    panel="#1A2030",
    success="#4FC38A",
    warning="#E6C35C",
    error="#F2777A",
    variables={
        **_DARK_PAIR,
        **_QUIET_TEXT,
        "tile": "#343D50",
        "scrollbar": "#6F7A8C",
        "scrollbar-hover": "#8A93A6",
        "input-selection-background": "#7AA2C84D",
        "block-cursor-blurred-background": "#7AA2C833",
    },
)

LIGHT = Theme(
    name="gridlock-light",
    dark=False,
    primary="#35618E",
    secondary="#5B6472",
    accent="#22262E",
    foreground="#22262E",
    background="#F6F3EC",
    surface="#FFFDF8",
    panel="#E7E2D6",
    success="#17693F",
    warning="#7A5A00",
    error="#A3201A",
    variables={
        **_LIGHT_PAIR,
        **_QUIET_TEXT,
        "tile": "#C4BEB0",
        "scrollbar": "#6F7681",
        "scrollbar-hover": "#5B6472",
        "block-cursor-blurred-background": "#35618E22",
    },
)


def player_colours(theme: Theme) -> dict[str, str]:
    """Return the players' colours for a theme that does not name its own."""
    if theme.ansi:
        return _ANSI_PAIR
    return _DARK_PAIR if theme.dark else _LIGHT_PAIR
