"""The rules page: the rules of a variant, an example on a board, the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Blocks, Placement, Variant, expected_move, read_moves
from gridlock_tui.tui.board.paint import Picture
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.commands import bindings
from gridlock_tui.tui.screens.page import Page, line


class RulesPage(Page, Screen[None]):
    """Explains one variant."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Page.KEY_COMMANDS)

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        # The example is for the variant's own board, whatever size is played.
        self._variant = VARIANTS[variant.slug]

    def text(self) -> ComposeResult:
        """Yield the rules, the example and the keys."""
        variant = self._variant
        yield line(variant.name, "heading")
        for point in variant.how:
            yield Horizontal(line("·", "dot"), line(point), classes="point")
        example = BoardView()
        moves = read_moves(variant, variant.demo)
        example.picture = Picture(Timeline.replay(variant.start(), moves))
        yield example
        yield line(variant.demo_caption, "caption")
        if isinstance(variant.rules, Placement) and variant.rules.blocks is not Blocks.BOTH:
            yield line("Signs", "part")
            yield line("A faint x or o marks a cell that only that player can use.")
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
