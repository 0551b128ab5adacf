"""The rules page: the variant's rules in clear words, a drawn example, the ruling, the keys."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Bars, Placement, Variant, expected_move, read_moves
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.widgets.board import BoardView
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall


class RulesPage(Page):
    """Explains one variant."""

    def __init__(self, variant: Variant, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        # The example is told for the document's own board, whatever size is played.
        self._variant = VARIANTS[variant.slug]

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        variant, text = self._variant, self._glyphs.text
        with VerticalScroll():
            yield self._words(variant.title, "heading")
            for point in variant.how:
                yield Horizontal(
                    self._words(self._glyphs.dot, "dot"), self._words(point), classes="point"
                )
            example = BoardView()
            example.glyphs = self._glyphs
            example.timeline = Timeline.replay(variant.start(), read_moves(variant, variant.demo))
            yield example
            yield self._words(variant.demo_caption, "caption")
            if variant.ruling:
                yield self._words("Where its rule document slips", "part")
                yield self._words(variant.ruling)
            if isinstance(variant.rules, Placement) and variant.rules.bars is not Bars.BOTH:
                yield self._words("Signs", "part")
                yield self._words("A faint x or o marks a cell that only that player can use.")
            yield self._words("Keys", "part")
            keys = self.app.commands
            if variant.has_tokens:
                tab = keys["token"].shown
                yield self._words(f"Take a token by its digit, by {tab} or by a click on it.")
            around = ", ".join(keys[name].all_keys for name in ("up", "down", "left", "right"))
            places = keys["place"].all_keys.replace(" ", " or ")
            yield self._words(
                f"Move with {around}, place with {places}, or click a cell. "
                f"{keys['type'].shown} opens a line to type in: {text(expected_move(variant))}. "
                f"{keys['help'].shown} shows all keys."
            )
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def _words(self, words: str, classes: str = "") -> Static:
        return Static(self._glyphs.text(words), classes=classes, markup=False)
