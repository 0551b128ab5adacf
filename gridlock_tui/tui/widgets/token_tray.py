"""Both hands of numbered tokens: spent ones struck out, the one to be placed marked."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Player
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME

_META = "token"


class TokenTray(Widget):
    """Shows what each player has in hand; a click on a token takes it."""

    DEFAULT_CSS = """
    TokenTray {
        height: auto;
        padding: 0 1;
    }
    """

    timeline: reactive[Timeline] = reactive(NO_GAME, layout=True)
    """The game whose tokens are shown."""
    token: reactive[int | None] = reactive[int | None](None)
    """The token that is about to be placed."""
    only_mover: reactive[bool] = reactive(False, layout=True)
    """Whether there is room for only one hand: that of the player to move."""

    @dataclass
    class Taken(Message):
        """A token was clicked."""

        tray: TokenTray
        number: int

        @property
        def control(self) -> TokenTray:
            """The tray that was clicked."""
            return self.tray

    def render(self) -> Content:
        """Return a line, or a few, for each player."""
        players = [self.timeline.state.to_move] if self.only_mover else list(Player)
        return Content("\n").join([self._hand(player) for player in players])

    def _hand(self, player: Player) -> Content:
        state = self.timeline.state
        hand = state.hand(player)
        numbers = range(1, state.variant.tokens_each + 1)
        tokens = [self._token(player, number, number in hand) for number in numbers]
        return Content.assemble((f"{player.symbol} ", f"bold {COLOUR_OF[player]}"), *tokens)

    def _token(self, player: Player, number: int, in_hand: bool) -> Content:
        state = self.timeline.state
        label = Content(str(number).rjust(len(str(state.variant.tokens_each))))
        gap = Content(" ")
        if not in_hand:
            return label.stylize("dim strike") + gap
        if player is not state.to_move or state.is_over:
            return label.stylize(COLOUR_OF[player]) + gap
        chosen = "reverse " if number == self.token else ""
        look = Style.parse(f"bold {chosen}{COLOUR_OF[player]}")
        return label.stylize(look + Style.from_meta({_META: number})) + gap

    def on_click(self, event: events.Click) -> None:
        """Take the token that was clicked."""
        number = event.style.meta.get(_META)
        if number is not None:
            self.post_message(self.Taken(self, number))
