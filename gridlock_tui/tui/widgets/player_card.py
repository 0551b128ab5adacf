"""The card of a player: letter, name, score, and whether it is the player's turn."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from gridlock_tui.rules import Player
from gridlock_tui.tui.ascii_filter import ellipsis
from gridlock_tui.tui.themes import COLOUR_OF

_SECONDS_PER_FRAME = 0.2
_FRAMES = ("·    ", "··   ", "···  ", " ··· ", "  ···", "   ··", "    ·", "     ")
"""Dots that wander while a computer thinks; all frames are as wide."""
_STILL = "thinking"


class Card(NamedTuple):
    """Everything a card shows."""

    player: Player
    name: str = ""
    short_name: str = ""
    """The name where there is less room: without the level of a computer."""
    score: str = ""
    """The games won; empty outside a series."""
    state: str = ""
    """What the player is about to do: `to move`."""
    has_turn: bool = False
    """Whether the card is highlighted."""
    thinking: bool = False
    """Whether a computer is choosing its move."""


class PlayerCard(Widget):
    """Shows a player; a card with the turn is highlighted by its ground and by words."""

    card: reactive[Card] = reactive(Card(Player.ONE))
    """Everything shown, set as a whole."""
    frame: reactive[int] = reactive(0)
    """The frame of the sign that moves."""

    def __init__(self, player: Player) -> None:
        super().__init__(classes=f"-{player.word}")
        self.set_reactive(PlayerCard.card, Card(player))
        self._timer: Timer | None = None

    def watch_card(self, card: Card) -> None:
        """Highlight the card, and start or stop the moving sign."""
        self.set_class(card.has_turn, "-turn")
        moves = card.thinking and self.app.animation_level != "none"
        if moves and self._timer is None:
            self._timer = self.set_interval(_SECONDS_PER_FRAME, self._advance)
        elif not moves and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        self.frame = (self.frame + 1) % len(_FRAMES)

    def render(self) -> Content:
        """Return the line: the score stays where it is when the turn changes."""
        card, width = self.card, self.content_size.width
        colour = COLOUR_OF[card.player]
        left = Content.styled(f"{card.player.symbol} ", f"bold {colour}")
        right = Content.styled(self._state(), colour)
        if card.score:
            right = Content.assemble(right, ("   " if right else ""), card.score)
        room = width - left.cell_length - right.cell_length - 1
        style = "bold $foreground" if card.has_turn else "$foreground 80%"
        name = Content.styled(self._fitting_name(width), style)
        name = name.truncate(max(room, 1), ellipsis=True)
        gap = max(width - left.cell_length - name.cell_length - right.cell_length, 1)
        line = Content.assemble(left, name, " " * gap, right)
        if card.has_turn and self.app.native_ansi_color:  # the ground cannot be tinted
            return Content.styled(line.plain, f"bold reverse {colour}")
        return line

    def _fitting_name(self, width: int) -> str:
        """Return the name, short if it is too long beside what may stand to the right of it."""
        beside = (
            len("X ")
            + len(_STILL)
            + len("…")
            + len(self.card.score)
            + 3 * bool(self.card.score)
            + 1
        )
        return (
            self.card.name if cell_len(self.card.name) <= width - beside else self.card.short_name
        )

    def _state(self) -> str:
        if not self.card.thinking:
            return self.card.state
        if self._timer is None:
            return f"{_STILL}{ellipsis(self)}"
        return f"{_STILL} {_FRAMES[self.frame]}"
