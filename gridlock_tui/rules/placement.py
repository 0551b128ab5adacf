"""The claim-and-bar family: place a marker, and cells near it are barred.

All variants without tokens are settings of it. Where a marker bars both players the game is
Node Kayles; where it bars only its owner it is Conway's Col.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gridlock_tui.rules.board import LARGEST, Board, Cell, Neighbourhood, cells_in
from gridlock_tui.rules.state import (
    Effect,
    GameState,
    IllegalMove,
    Move,
    Outcome,
    Pair,
    Player,
    Reason,
    Refusal,
)
from gridlock_tui.rules.text import listed

if TYPE_CHECKING:
    from gridlock_tui.rules.variants import Variant


class Bars(Enum):
    """Whom a marker keeps from placing on the cells that it touches."""

    BOTH = "both"
    OWNER = "owner"
    OPPONENT = "opponent"


class Stuck(Enum):
    """What happens to a player who has nowhere to place."""

    ENDS = "the game ends"
    PASSES = "the player passes; the game ends when neither can place"


class Wins(Enum):
    """Who wins when the game has ended."""

    LAST_TO_PLACE = "the last to place"
    OTHER = "the other player"


@dataclass(frozen=True, slots=True)
class Placement:
    """The settings of one game of the family."""

    neighbourhood: Neighbourhood
    bars: Bars
    stuck: Stuck = Stuck.ENDS
    wins: Wins = Wins.LAST_TO_PLACE

    def on(self, board: Board) -> PlacementReferee:
        """Return the referee of this game on this board."""
        return PlacementReferee(self, board)

    def tokens_each(self, board: Board) -> int:
        """Return how many numbered tokens each player has: none in this family."""
        del board
        return 0


_MOVES = tuple(Move(cell) for cell in range(LARGEST * LARGEST))


class PlacementReferee:
    """The rules of one placement game, on one board."""

    def __init__(self, rules: Placement, board: Board) -> None:
        self.rules = rules
        self.board = board
        self.reach = board.reach(rules.neighbourhood)
        own_barred = rules.bars is not Bars.OPPONENT
        other_barred = rules.bars is not Bars.OWNER
        # What a placement on each cell leaves of the placer's room, and of the other's.
        self._keeps_own = [~(1 << c | near * own_barred) for c, near in enumerate(self.reach)]
        self._keeps_other = [~(1 << c | near * other_barred) for c, near in enumerate(self.reach)]
        self._passes = rules.stuck is Stuck.PASSES

    def position(
        self,
        variant: Variant,
        marks: Pair,
        to_move: Player,
        last: Player | None,
        tokens: tuple[int, ...],
    ) -> GameState:
        """Return the state with these markers; what follows from them is worked out anew."""
        room = [self.board.full, self.board.full]
        for owner in (0, 1):
            for cell in cells_in(marks[owner]):
                room[owner] &= self._keeps_own[cell]
                room[1 - owner] &= self._keeps_other[cell]
        if self._passes and not room[to_move - 1] and room[to_move.other - 1]:
            to_move = to_move.other
        return GameState(variant, marks, to_move, last, tokens, (room[0], room[1]))

    def flaw(self, marks: Pair, to_move: Player, tokens: tuple[int, ...]) -> str | None:
        """Return what is wrong with a position that no game can come to, None if nothing is."""
        del to_move, tokens
        for owner in (0, 1):
            own, other = marks[owner], marks[1 - owner]
            barring = {Bars.BOTH: own | other, Bars.OWNER: own, Bars.OPPONENT: other}
            for cell in cells_in(own):
                # Whichever of two that touch each other came second could not have been placed.
                near = self._touching(barring[self.rules.bars], cell)
                if any(self.reach[cell] >> marker & 1 for marker in near):
                    return "two markers stand where one keeps the other away"
        return None

    def legal_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves of the player to move; none when the game is over."""
        return tuple([_MOVES[cell] for cell in cells_in(state.room[state.to_move - 1])])

    def count_moves(self, state: GameState) -> int:
        """Return the number of legal moves without making them."""
        return state.room[state.to_move - 1].bit_count()

    def play(self, state: GameState, move: Move) -> GameState:
        """Return the state after the move and any forced pass, or raise IllegalMove."""
        player = state.to_move
        cell = move.cell
        if cell < 0 or move.token is not None or not state.room[player - 1] >> cell & 1:
            refusal = state.refusal(move)
            assert refusal is not None
            raise refusal
        one, two = state.marks
        room_one, room_two = state.room
        if player is Player.ONE:
            marks = (one | 1 << cell, two)
            room_one &= self._keeps_own[cell]
            room_two &= self._keeps_other[cell]
            own_room, other_room = room_one, room_two
        else:
            marks = (one, two | 1 << cell)
            room_one &= self._keeps_other[cell]
            room_two &= self._keeps_own[cell]
            own_room, other_room = room_two, room_one
        forced_pass = self._passes and own_room and not other_room
        to_move = player if forced_pass else player.other
        return GameState(state.variant, marks, to_move, player, (), (room_one, room_two))

    def refusal(self, state: GameState, move: Move) -> IllegalMove | None:
        """Return what is wrong with a move to an empty cell of a running game, None if nothing."""
        name = state.variant.cell_name(move.cell)
        if move.token is not None:
            sentence = f"there are no numbered tokens here: play just {name}"
            return IllegalMove(move, Refusal.TOKEN_UNKNOWN, sentence)
        if state.room[state.to_move - 1] >> move.cell & 1:
            return None
        return self._barred(state, move, name)

    def _barred(self, state: GameState, move: Move, name: str) -> IllegalMove:
        own, other = state.marks[state.to_move - 1], state.marks[state.to_move.other - 1]
        barring = {Bars.BOTH: own | other, Bars.OWNER: own, Bars.OPPONENT: other}[self.rules.bars]
        culprits = self._touching(barring, move.cell)
        where = listed([state.variant.cell_name(cell) for cell in culprits])
        markers = "marker" if len(culprits) == 1 else "markers"
        match self.rules.bars:
            case Bars.BOTH:
                refusal, sentence = Refusal.BLOCKED, f"{name} is blocked by {where}"
            case Bars.OWNER:
                refusal = Refusal.TOUCHES_OWN
                sentence = f"{name} touches your own {markers} at {where}"
            case Bars.OPPONENT:
                refusal = Refusal.TOUCHES_OTHER
                sentence = f"{name} touches your opponent's {markers} at {where}"
        return IllegalMove(move, refusal, sentence)

    def _touching(self, marks: int, cell: Cell) -> list[Cell]:
        return [marker for marker in cells_in(marks) if self.reach[marker] >> cell & 1]

    def effect(self, state: GameState, move: Move) -> Effect:
        """Return what a legal move would take away."""
        after = state.play(move)
        lost_one, lost_two = (
            cells_in(before & ~left & ~(1 << move.cell))
            for before, left in zip(state.room, after.room, strict=True)
        )
        return Effect((lost_one, lost_two))

    def outcome(self, state: GameState) -> Outcome:
        """Return how a game that is over ended."""
        assert state.last is not None, "a board with no marker on it has room"
        last_wins = self.rules.wins is Wins.LAST_TO_PLACE
        winner = state.last if last_wins else state.last.other
        reason = Reason.BOTH_STUCK if self._passes else Reason.STUCK
        return Outcome(winner, reason, state.cells_of(winner))

    def hand(self, state: GameState, player: Player) -> tuple[int, ...]:
        """Return the tokens that the player has not placed yet: none in this family."""
        del state, player
        return ()
