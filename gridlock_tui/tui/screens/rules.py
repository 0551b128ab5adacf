"""The rules page: the rules of a variant, an example on a board, its signs, the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Placement, Player, Variant, expected_move, read_moves
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.commands import bindings
from gridlock_tui.tui.screens.page import Page, line
from gridlock_tui.tui.widgets.key_table import KeyTable


class RulesPage(Page, Screen[None]):
    """Explains one variant."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Page.KEY_COMMANDS)

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        # The example is for the variant's own board, whatever size is played.
        self._variant = VARIANTS[variant.slug]

    def text(self) -> ComposeResult:
        """Yield the rules, the example, the signs and the keys."""
        variant = self._variant
        yield line(variant.name, "heading")
        for point in variant.how:
            yield Horizontal(line("·", "dot"), line(point), classes="point")
        example = BoardView()
        moves = read_moves(variant, variant.demo)
        example.picture = Picture(Timeline.replay(variant.start(), moves))
        yield example
        yield line(variant.demo_caption, "caption")
        yield line("Signs", "part")
        yield KeyTable(_signs(variant))
        yield line("Keys", "part")
        keys = self.commands
        if variant.has_tokens:
            tab = keys["token"].shown
            yield line(f"Take a token by its digit, by {tab} or by a click on it.")
        around = ", ".join(keys[name].all_keys for name in ("up", "down", "left", "right"))
        places = keys["place"].all_keys.replace(" ", " or ")
        yield line(
            f"Move with {around}, place with {places}, or click a cell. "
            f"{keys['type'].shown} opens a line to type in: {expected_move(variant)}. "
            f"{keys['help'].shown} shows all keys."
        )


def _signs(variant: Variant) -> list[tuple[str, str]]:
    """Return what can be seen on a board of this variant, and what it means."""
    one, two = (player.symbol for player in Player)
    free = "·" if variant.grid.free is not None else "a number"
    signs = [(f"tile with {free}", "Free for both players.")]
    if variant.has_tokens:
        signs.append(
            (f"{one}5 {two}5", "Token 5 of each player, on a tile in the player's colour.")
        )
        signs.append(("*", "You can complete a run there; *5* with token 5, which you hold."))
        signs.append(("!", "Your opponent can complete a run there."))
    else:
        signs.append((f"{one} {two}", "Taken, in the player's colour."))
    if isinstance(variant.rules, Placement):
        if not variant.shares_room:
            for player in Player:
                sign, who = player.symbol.lower(), player.symbol
                does = f"Only {who} can place there, in {who}'s colour, whoever is to move."
                signs.append((f"tile with {sign}", does))
        signs.append(("no tile", "Nobody can place there any more."))
        signs.append(("tile that shrinks", "The move under the cursor would take it away."))
    return [*signs, ("bright frame", "The cursor."), ("bar below a marker", "The last move.")]
