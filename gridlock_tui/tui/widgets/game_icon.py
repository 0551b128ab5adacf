"""A small picture of a position, for the card of its game: one pixel or two for every tile."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from textual.color import Color
from textual.content import Content
from textual.style import Style

from gridlock_tui.rules import Cell, GameState
from gridlock_tui.tui.board.picture import may_use, territory

_WIDEST_FOR_BROAD_TILES = 5
"""Boards with more columns get tiles of one column each."""


class Tile(Enum):
    """What a tile is: the ground that it has on the board during a game."""

    GONE = "locked"
    FREE = "free"
    ONLY_ONE = "only-one"
    ONLY_TWO = "only-two"
    ONE = "tile-one"
    TWO = "tile-two"


_LETTERS = {
    Tile.GONE: " ",
    Tile.FREE: "·",
    Tile.ONLY_ONE: "x",
    Tile.ONLY_TWO: "o",
    Tile.ONE: "X",
    Tile.TWO: "O",
}
"""The letter of each tile where there are no colours."""
# Each tile that is not gone: a colour of the theme, how much of it, and one of the sixteen.
_COLOURS = {
    Tile.FREE: ("foreground", 0.28, "ansi_bright_black"),
    Tile.ONLY_ONE: ("tile-one", 0.4, "ansi_cyan"),
    Tile.ONLY_TWO: ("tile-two", 0.4, "ansi_yellow"),
    Tile.ONE: ("tile-one", 1.0, "ansi_bright_cyan"),
    Tile.TWO: ("tile-two", 1.0, "ansi_bright_yellow"),
}


def tile_at(state: GameState, cell: Cell) -> Tile:
    """Return what a tile of this position is."""
    owner = state.owner(cell)
    if owner is not None:
        return Tile(f"tile-{owner.word}")
    return Tile(territory(state, cell, *may_use(state, cell)).ground)


def tiles_of(state: GameState) -> list[list[Tile]]:
    """Return the tiles, row by row. In a token game every empty tile is free to the end."""
    board = state.board
    tiles = [[tile_at(state, board.cell(r, c)) for c in range(board.columns)]
             for r in range(board.rows)]  # fmt: skip
    if state.variant.has_tokens:
        return [[Tile.FREE if each is Tile.GONE else each for each in row] for row in tiles]
    return tiles


def icon_width(columns: int, *, broad: bool) -> int:
    """Return how many columns the picture of a board takes."""
    return columns * (2 if broad and columns <= _WIDEST_FOR_BROAD_TILES else 1)


def letter_icon(state: GameState, *, broad: bool) -> list[Content]:
    """Return the lines of the picture in letters, one line for each row."""
    wide = icon_width(1, broad=broad and state.board.columns <= _WIDEST_FOR_BROAD_TILES)
    return [Content("".join(_LETTERS[each].ljust(wide) for each in row)) for row in tiles_of(state)]


def colour_icon(state: GameState, colours: Mapping[Tile, Color], *, broad: bool) -> list[Content]:
    """Return the lines of the picture in half blocks, one line for two rows."""
    wide = icon_width(1, broad=broad and state.board.columns <= _WIDEST_FOR_BROAD_TILES)
    rows = tiles_of(state)
    if len(rows) % 2:
        rows.append([Tile.GONE] * len(rows[0]))
    pairs = (zip(*pair, strict=True) for pair in zip(rows[::2], rows[1::2], strict=True))
    return [
        Content.assemble(*(_pixels(colours.get(upper), colours.get(lower), wide)
                           for upper, lower in pair))
        for pair in pairs
    ]  # fmt: skip


def _pixels(upper: Color | None, lower: Color | None, wide: int) -> tuple[str, Style]:
    """Return half blocks; a tile that is gone has no colour, so that the page is seen there."""
    if upper is None:
        return ("▄" if lower else " ") * wide, Style(foreground=lower)
    return "▀" * wide, Style(foreground=upper, background=lower)


def tile_colours(theme: Mapping[str, str], *, ansi: bool) -> Mapping[Tile, Color]:
    """Return the colours of the tiles that are not gone, given the variables of the theme."""
    if ansi:
        return {tile: Color.parse(colour) for tile, (_, _, colour) in _COLOURS.items()}
    page = Color.parse(theme["background"])
    return {
        tile: page.blend(Color.parse(theme[name]), strength)
        for tile, (name, strength, _) in _COLOURS.items()
    }
