"""What is known of the board that is chosen in the menu, and which boards are more of a fight."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import getters
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import PEOPLE, Kinds
from gridlock_tui.rules import VARIANTS, Board, Variant
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import BoardTaken
from gridlock_tui.tui.thinking import Thinker

if TYPE_CHECKING:
    from gridlock_tui.tui.opening_words import Told


_WIDE = 40
"""With so many columns there is room for reasons."""


class BoardTruth(Widget):
    """Says who wins a board with best play, and offers others where there is more to find."""

    DEFAULT_CSS = """
    BoardTruth {
        height: auto;
        padding: 0 1 0 3;
        color: $foreground 80%;
        link-style: bold;
        link-color: $accent;
        link-background: transparent;
        link-background-hover: $primary 40%;
        link-color-hover: $foreground;
    }
    """

    app = getters.app(ConfiguredApp)

    variant: reactive[Variant | None] = reactive[Variant | None](None, layout=True)
    """The variant on the board that is chosen; None while a game is to be continued."""
    kinds: reactive[Kinds] = reactive(PEOPLE, layout=True)
    """Who plays: what a computer can solve is said only where one plays."""

    def __init__(self, thinker: Thinker, glyphs: Glyphs) -> None:
        super().__init__()
        self._thinker = thinker
        self._glyphs = glyphs
        self._told: Told | None = None

    def watch_variant(self, variant: Variant | None) -> None:
        """Find out about the board; what comes to be known of another one is dropped."""
        self._told = None
        self.workers.cancel_node(self)
        if variant is not None:
            self.run_worker(self._find_out(variant))

    async def _find_out(self, variant: Variant) -> None:
        # The engine is a lot to import: not on the loop, and not before anything is to be seen.
        told = await asyncio.to_thread(_what_is_kept, variant)
        self._tell(told)
        # Under a game the engine is for the game: a question from here would drop the game's own.
        if told.opening is None and self.screen.is_active:
            opening = await self._thinker.opening(variant)
            if opening is not None:  # else something newer is asked, and this will be again
                self._tell(replace(told, opening=opening))

    def _tell(self, told: Told) -> None:
        self._told = told
        if self.screen.is_active:  # else it is shown when the menu is there again
            self.refresh(layout=True)

    def ask_again(self) -> None:
        """Find out what was not found out because something else was asked."""
        if self.variant is not None and (self._told is None or self._told.opening is None):
            self.watch_variant(self.variant)

    def render(self) -> Content:
        """Return the sentences."""
        if self.variant is None or self._told is None:
            return Content("")
        content = partial(
            self._told.content, self._glyphs, self.kinds, key=self.app.key_of("board")
        )
        width = self.content_size.width
        whole = content(wide=True)
        fits = width >= _WIDE and whole.get_height({}, width) <= self._room
        return whole if fits else content(wide=False)

    @property
    def _room(self) -> int:
        """How many lines there are below the list."""
        limit = self.styles.max_height
        if limit is not None:  # in a narrow window, where the list is as high as it needs
            return int(limit.value)
        around = self.parent
        assert isinstance(around, Widget)
        return around.content_region.bottom - self.region.y

    @property
    def fights(self) -> list[Board]:
        """The boards that are recommended, as far as they are known already."""
        return [board for board, _ in self._told.fights] if self._told else []

    def action_take(self, rows: int, columns: int) -> None:
        """Choose a board that is recommended."""
        self.post_message(BoardTaken(Board(rows, columns)))


def _what_is_kept(variant: Variant) -> Told:
    from gridlock_tui.tui.opening_words import told_of

    return told_of(variant, VARIANTS.get(variant.slug, variant))
