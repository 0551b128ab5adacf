"""What is known of the board chosen in the menu: who wins it, and which boards are closer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive, var
from textual.widget import Widget

from gridlock_tui.rules import Board, Variant
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.widgets.text_line import fits

if TYPE_CHECKING:
    from gridlock_tui.tui.wording.openings import OpeningSummary


class BoardFacts(Widget):
    """Says in one line who wins with perfect play, and links to boards that are closer fights."""

    state: reactive[MenuState] = reactive(MenuState, layout=True, init=False)
    on_top: var[bool] = var(False, init=False)
    """Whether the menu is the screen on top. Nothing is looked up under another screen: a request
    to the engine would cancel that of the game."""
    summary: reactive[OpeningSummary | None] = reactive(None, layout=True)
    """What is known about the board; None while it is looked up or no board is chosen."""

    @dataclass
    class BoardClicked(Message):
        """A recommended board was clicked."""

        board: Board

    def __init__(self, engine: EngineClient) -> None:
        super().__init__()
        self._engine = engine

    def watch_state(self, before: MenuState, state: MenuState) -> None:
        """Look up another board."""
        if state.new_variant != before.new_variant:
            self.summary = None
            self._look_up()

    def watch_on_top(self) -> None:
        """Look up what another screen has interrupted."""
        self._look_up()

    def _look_up(self) -> None:
        self.workers.cancel_node(self)
        variant = self.state.new_variant
        if variant and self.on_top and not (self.summary and self.summary.opening):
            self._find_summary(variant)

    @work
    async def _find_summary(self, variant: Variant) -> None:
        # Importing the engine takes long, so it is done in a thread.
        summary = self.summary = await asyncio.to_thread(_known_summary, variant)
        if summary.opening is None:
            opening = await self._engine.opening(variant)
            if opening is not None:  # else a newer request has replaced this one
                self.summary = replace(summary, opening=opening)

    def render(self) -> Content:
        """Return the sentences."""
        if self.summary is None or not self.state.is_known:
            return Content("")
        whole = self.summary.content(self.state.choices.kinds)
        return whole if fits(self, whole) else self.summary.brief_content()

    def action_take(self, rows: int, columns: int) -> None:
        """Choose a recommended board."""
        self.post_message(self.BoardClicked(Board(rows, columns)))


def _known_summary(variant: Variant) -> OpeningSummary:
    from gridlock_tui.tui.wording.openings import opening_summary

    return opening_summary(variant)
