"""Both hands of numbered tokens: spent ones struck out, the one to be placed marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Size
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

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the hands take where lines are so wide."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return a line, or a few, for each player."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        players = [self.timeline.state.to_move] if self.only_mover else list(Player)
        return [line for player in players for line in self._hand(player, width)]

    def _hand(self, player: Player, width: int) -> Iterator[Content]:
        """Yield the lines of a hand, those after the first under its first token."""
        state = self.timeline.state
        hand = state.hand(player)
        numbers = range(1, state.variant.tokens_each + 1)
        tokens = [self._token(player, number, number in hand) for number in numbers]
        symbol = f"{player.symbol} "
        in_a_line = max((width - len(symbol)) // tokens[0].cell_length, 1) if tokens else 1
        for begin in range(0, len(tokens), in_a_line):
            lead = " " * len(symbol) if begin else symbol
            line = tokens[begin : begin + in_a_line]
            yield Content.assemble((lead, f"bold {COLOUR_OF[player]}"), *line)

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
