"""The column beside the board: cards, hands or room, the result, the moves."""

from __future__ import annotations

from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import var
from textual.widgets import Static

from gridlock_tui.match import Game
from gridlock_tui.match.series import Series
from gridlock_tui.rules import Player, Variant
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.game.side import (
    Cards,
    cards_of,
    looks_back,
    result_line,
    result_of,
    swap_words,
)
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import Ending
from gridlock_tui.tui.widgets.move_log import MoveList, MoveLog
from gridlock_tui.tui.widgets.moves_heading import MovesHeading
from gridlock_tui.tui.widgets.player_card import Card, PlayerCard
from gridlock_tui.tui.widgets.result_panel import NO_RESULT, GameResult, NextSteps, ResultPanel
from gridlock_tui.tui.widgets.room_bars import Room, RoomBars
from gridlock_tui.tui.widgets.token_tray import NO_HANDS, Hand, Hands, TokenTray
from gridlock_tui.tui.widgets.turning_panel import NO_TURNING, Turning, TurningPanel


class Side(NamedTuple):
    """Everything the column shows."""

    cards: Cards = (Card(Player.ONE), Card(Player.TWO))
    hands: Hands = NO_HANDS
    token: int | None = None
    """The token in hand."""
    room: Room = Room()
    result: GameResult = NO_RESULT
    looks_back: str = ""
    """Which of the moves is shown, if it is not the latest."""
    moves: MoveList = MoveList(NO_GAME)

    @classmethod
    def of(
        cls, game: Game, series: Series, token: int | None, *, thinking: bool, took: str = ""
    ) -> Side:
        """Return what to show of a game; `took` says what help it took."""
        state = game.state
        return cls(
            cards_of(game, series, thinking=thinking),
            (Hand.of(state, Player.ONE), Hand.of(state, Player.TWO)),
            token,
            Room.of(state),
            result_of(game, series, took),
            looks_back(game),
            MoveList(game.timeline, (), swap_words(game), result_line(game)),
        )


class SideColumn(Vertical):
    """Lays out what stands beside the board, and passes on what each widget shows."""

    side: var[Side] = var(Side())
    """Everything that follows from the game, set as a whole."""
    turning: var[Turning] = var(NO_TURNING)
    """Its turning point."""
    ending: var[Ending | None] = var[Ending | None](None)
    """What follows it."""

    hint: var[Hint | None] = var[Hint | None](None)
    """The hint that was given."""

    # What the widgets show; set by watch_side alone.
    card_one: var[Card] = var(Card(Player.ONE))
    card_two: var[Card] = var(Card(Player.TWO))
    hands: var[Hands] = var(NO_HANDS)
    token: var[int | None] = var[int | None](None)
    room: var[Room] = var(Room())
    result: var[GameResult] = var(NO_RESULT)
    looks_back: var[str] = var("")
    moves: var[MoveList] = var(MoveList(NO_GAME))

    def __init__(self, variant: Variant) -> None:
        super().__init__(classes="side")
        self._variant = variant

    def compose(self) -> ComposeResult:
        """Lay out the widgets; the result takes the place of the hands or the room."""
        tokens = self._variant.tokens_each
        for player, card in zip(Player, (SideColumn.card_one, SideColumn.card_two), strict=True):
            yield PlayerCard(player).data_bind(card=card)
            if tokens:
                yield TokenTray(player, tokens).data_bind(SideColumn.hands, SideColumn.token)
        if not tokens:
            yield RoomBars(shared=self._variant.shares_room).data_bind(SideColumn.room)
        yield ResultPanel().data_bind(SideColumn.result)
        yield Static(classes="air")
        yield TurningPanel().data_bind(SideColumn.turning)
        yield Static(classes="air -turned")
        yield NextSteps().data_bind(SideColumn.ending)
        yield MovesHeading().data_bind(SideColumn.looks_back)
        yield MoveLog(id="log").data_bind(SideColumn.moves)
        yield HintPanel().data_bind(SideColumn.hint)

    def watch_side(self, side: Side) -> None:
        """Show the new state."""
        self.card_one, self.card_two = side.cards
        self.hands, self.token, self.room = side.hands, side.token, side.room
        self.result, self.looks_back, self.moves = side.result, side.looks_back, side.moves
