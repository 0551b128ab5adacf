"""The players' numbered tokens: used ones struck out, the chosen one marked."""

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
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.themes import COLOUR_OF

_META = "token"


class TokenTray(Widget):
    """Shows both hands; a click on a token chooses it."""

    timeline: reactive[Timeline] = reactive(NO_GAME, layout=True)
    """The game whose tokens are shown."""
    token: reactive[int | None] = reactive[int | None](None)
    """The chosen token."""
    only_mover: reactive[bool] = reactive(False, layout=True)
    """Whether only the hand of the player to move fits."""

    @dataclass
    class Taken(Message):
        """A token was clicked."""

        number: int

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines the hands take at this width."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return one or more lines for each player."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        players = [self.timeline.state.to_move] if self.only_mover else list(Player)
        return [line for player in players for line in self._hand(player, width)]

    def _hand(self, player: Player, width: int) -> Iterator[Content]:
        """Yield the lines of a hand; later lines are indented to the first token."""
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
        style = Style.parse(COLOUR_OF[player] if in_hand else "dim strike")
        if in_hand and player is state.to_move and not state.is_over:
            chosen = "bold reverse" if number == self.token else "bold"
            style += Style.parse(chosen) + Style.from_meta({_META: number})
        label = str(number).rjust(len(str(state.variant.tokens_each)))
        return Content(label).stylize(style) + " "

    def on_click(self, event: events.Click) -> None:
        """Post the token that was clicked."""
        number = event.style.meta.get(_META)
        if number is not None:
            self.post_message(self.Taken(number))
