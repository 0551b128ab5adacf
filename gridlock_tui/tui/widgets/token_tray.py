"""A hand of numbered tokens: each number at a place of its own, the chosen one marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.rules import GameState, Player
from gridlock_tui.tui.themes import COLOUR_OF

_META = "token"
_SPENT = "·"
_QUIET = "$foreground 65%"


class Hand(NamedTuple):
    """The tokens of one player."""

    player: Player
    last: int = 0
    """The highest number there is; 0 in games without tokens."""
    held: tuple[int, ...] = ()
    """The tokens that are not on the board yet."""
    has_turn: bool = False
    """Whether a click chooses a token."""

    @classmethod
    def of(cls, state: GameState, player: Player) -> Hand:
        """Return the hand of a player in a state."""
        has_turn = player is state.to_move and not state.is_over
        return cls(player, state.variant.tokens_each, state.hand(player), has_turn)


Hands = tuple[Hand, Hand]
NO_HANDS: Hands = (Hand(Player.ONE), Hand(Player.TWO))


@dataclass
class TokenTaken(Message):
    """A token was clicked."""

    number: int


class TokenTray(Widget):
    """Shows the hand of one player in aligned rows, below the player's card."""

    ALLOW_SELECT = False

    hands: reactive[Hands] = reactive(NO_HANDS)
    """Both hands, set as a whole."""
    token: reactive[int | None] = reactive[int | None](None)
    """The chosen token of the player to move."""

    def __init__(self, player: Player, tokens: int) -> None:
        super().__init__()
        self._player, self._tokens = player, tokens

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many rows the tokens take at this width, whether they are spent or not."""
        del container, viewport
        return len(_rows(self._tokens, width))

    def render(self) -> Content:
        """Return the rows."""
        hand, width = self.hands[self._player - 1], self.content_size.width
        padded = hand.last * (_digits(hand) + 3) <= width
        rows = _rows(hand.last, width)
        lines = [[_token(hand, number, self.token, padded) for number in row] for row in rows]
        if padded and not self.app.native_ansi_color:
            tint = f"on {COLOUR_OF[self._player]} 18%"
            lines = [
                [
                    token.stylize_before(tint) if number in hand.held else token
                    for number, token in zip(row, line, strict=True)
                ]
                for row, line in zip(rows, lines, strict=True)
            ]
        return Content("\n").join([Content(" ").join(line) for line in lines])

    def on_click(self, event: events.Click) -> None:
        """Post the token that was clicked."""
        _post_clicked(self, event)


class HandLine(Widget):
    """Shows both hands on one line, or only that of the player to move, around the chosen token."""

    ALLOW_SELECT = False

    hands: reactive[Hands] = reactive(NO_HANDS)
    """Both hands, set as a whole."""
    token: reactive[int | None] = reactive[int | None](None)
    """The chosen token of the player to move."""

    def render(self) -> Content:
        """Return the line."""
        width = self.content_size.width
        both = [self._all(hand) for hand in self.hands]
        line = Content("   ").join(both)
        if line.cell_length <= width:
            return line
        mover = next((hand for hand in self.hands if hand.has_turn), self.hands[0])
        return self._around(mover, width)

    def _all(self, hand: Hand) -> Content:
        tokens = [_token(hand, number, self.token) for number in range(1, hand.last + 1)]
        return Content.assemble(_letter(hand), Content(" ").join(tokens))

    def _around(self, hand: Hand, width: int) -> Content:
        """Return the tokens still in hand: as many as fit, the chosen one among them."""
        each = _digits(hand) + 1
        shown = max((width - len("X ‹  ›")) // each, 1)
        chosen = hand.held.index(self.token) if self.token in hand.held else 0
        first = min(max(chosen - shown // 2, 0), max(len(hand.held) - shown, 0))
        held = hand.held[first : first + shown]
        tokens = [_token(hand, number, self.token) for number in held]
        before = "‹ " if first else "  "
        after = " ›" if first + shown < len(hand.held) else ""
        return Content.assemble(_letter(hand), before, Content(" ").join(tokens), after)

    def on_click(self, event: events.Click) -> None:
        """Post the token that was clicked."""
        _post_clicked(self, event)


def _rows(last: int, width: int) -> list[Sequence[int]]:
    """Return the numbers from 1 to the last in rows of equal length that fit."""
    if not last:
        return []
    most = max((width + 1) // (len(str(last)) + 1), 1)
    lines = -(-last // most)
    length = -(-last // lines)
    return [range(begin, min(begin + length, last + 1)) for begin in range(1, last + 1, length)]


def _digits(hand: Hand) -> int:
    return len(str(hand.last))


def _letter(hand: Hand) -> Content:
    return Content.styled(f"{hand.player.symbol} ", f"bold {COLOUR_OF[hand.player]}")


def _token(hand: Hand, number: int, chosen: int | None, padded: bool = False) -> Content:
    """Return a token, or a dot at its place; one that can be taken carries its number."""
    held = number in hand.held
    text = str(number if held else _SPENT).rjust(_digits(hand))
    content = Content(f" {text} " if padded else text)
    if not held:
        return content.stylize(_QUIET)
    style = Style.parse(COLOUR_OF[hand.player])
    if hand.has_turn:
        style += Style.parse("bold reverse" if number == chosen else "bold")
        style += Style.from_meta({_META: number})
    return content.stylize(style)


def _post_clicked(widget: Widget, event: events.Click) -> None:
    number = event.style.meta.get(_META)
    if number is not None:
        widget.post_message(TokenTaken(number))
