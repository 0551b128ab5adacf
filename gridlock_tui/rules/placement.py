"""The placement family: a marker blocks the cells around it.

All variants without tokens belong to it. If a marker blocks both players, the game is Node Kayles;
if it blocks only its owner, the game is Conway's Col.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gridlock_tui.rules.board import Board, Cell, Neighbourhood, cells_in
from gridlock_tui.rules.notation import CellStyle
from gridlock_tui.rules.state import (
    Effect,
    GameState,
    IllegalMove,
    Move,
    Outcome,
    PerPlayer,
    Player,
    Reason,
    Refusal,
)
from gridlock_tui.rules.text import listed


class Blocks(Enum):
    """Which players a marker keeps off the cells around it."""

    BOTH = "both"
    OWNER = "owner"
    OPPONENT = "opponent"


class Stuck(Enum):
    """What happens when the player to move cannot place."""

    ENDS = "the game ends"
    PASSES = "the player passes; the game ends when neither can place"


class Wins(Enum):
    """Who wins when the game has ended."""

    LAST_TO_PLACE = "the last to place"
    OTHER = "the other player"


_REFUSALS = {
    Blocks.BOTH: (Refusal.BLOCKED, "is blocked by"),
    Blocks.OWNER: (Refusal.TOUCHES_OWN, "touches your own {markers} at"),
    Blocks.OPPONENT: (Refusal.TOUCHES_OTHER, "touches your opponent's {markers} at"),
}


@dataclass(frozen=True, slots=True)
class Placement:
    """The rules of one game of the family."""

    neighbourhood: Neighbourhood
    blocks: Blocks
    stuck: Stuck = Stuck.ENDS
    wins: Wins = Wins.LAST_TO_PLACE

    @property
    def passes(self) -> bool:
        """Whether a player who cannot place passes."""
        return self.stuck is Stuck.PASSES


class PlacementReferee:
    """The rules of one placement game, on one board. Its moves carry notation in a style."""

    tokens = range(0)

    def __init__(self, rules: Placement, board: Board, cells: CellStyle) -> None:
        self.rules = rules
        self.board = board
        self._moves = [cells.move(board, cell) for cell in range(board.size)]
        self._neighbours = board.neighbours(rules.neighbourhood)
        owner_blocked = rules.blocks is not Blocks.OPPONENT
        other_blocked = rules.blocks is not Blocks.OWNER
        # For a marker on each cell: the cells that stay open for its owner, and for the opponent.
        around = list(enumerate(self._neighbours))
        self._open_to_owner = [~(1 << cell | near * owner_blocked) for cell, near in around]
        self._open_to_other = [~(1 << cell | near * other_blocked) for cell, near in around]
        self._passes = rules.passes

    def room(self, marks: PerPlayer, tokens: tuple[int, ...]) -> PerPlayer:
        """Return where each player may place beside these markers."""
        del tokens
        room = [self.board.full, self.board.full]
        for owner in (0, 1):
            for cell in cells_in(marks[owner]):
                room[owner] &= self._open_to_owner[cell]
                room[1 - owner] &= self._open_to_other[cell]
        return room[0], room[1]

    def error_in(self, marks: PerPlayer, to_move: Player, tokens: tuple[int, ...]) -> str | None:
        """Return why these markers cannot occur in a game, None if they can."""
        del to_move, tokens
        for owner in Player:
            for cell in cells_in(marks[owner - 1]):
                # Of two markers that block each other, the second could not have been placed.
                near = self._blockers(marks, owner, cell)
                if any(self._neighbours[cell] >> marker & 1 for marker in near):
                    return "two markers block each other"
        return None

    def legal_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves of the player to move; none when the game is over."""
        return tuple([self._moves[cell] for cell in cells_in(state.room[state.to_move - 1])])

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
            room_one &= self._open_to_owner[cell]
            room_two &= self._open_to_other[cell]
            own_room, other_room = room_one, room_two
        else:
            marks = (one, two | 1 << cell)
            room_one &= self._open_to_other[cell]
            room_two &= self._open_to_owner[cell]
            own_room, other_room = room_two, room_one
        forced_pass = self._passes and own_room and not other_room
        to_move = player if forced_pass else player.other
        return GameState(state.variant, marks, to_move, player, (), (room_one, room_two))

    def refusal(self, state: GameState, move: Move) -> IllegalMove | None:
        """Return why a move to an empty cell is illegal, None if it is legal."""
        name = state.variant.cell_name(move.cell)
        if move.token is not None:
            sentence = f"there are no numbered tokens here: play just {name}"
            return IllegalMove(move, Refusal.TOKEN_UNKNOWN, sentence)
        if state.room[state.to_move - 1] >> move.cell & 1:
            return None
        blockers = self._blockers(state.marks, state.to_move, move.cell)
        where = listed([state.variant.cell_name(cell) for cell in blockers])
        refusal, reason = _REFUSALS[self.rules.blocks]
        markers = "marker" if len(blockers) == 1 else "markers"
        return IllegalMove(move, refusal, f"{name} {reason.format(markers=markers)} {where}")

    def _blockers(self, marks: PerPlayer, player: Player, cell: Cell) -> list[Cell]:
        """Return the markers that keep the player off the cell."""
        own, other = marks[player - 1], marks[player.other - 1]
        blocking = {Blocks.BOTH: own | other, Blocks.OWNER: own, Blocks.OPPONENT: other}
        markers = cells_in(blocking[self.rules.blocks])
        return [marker for marker in markers if self._neighbours[marker] >> cell & 1]

    def effect(self, state: GameState, move: Move) -> Effect:
        """Return what a legal move takes away."""
        after = state.play(move)
        (one, two), (left_one, left_two), other = state.room, after.room, ~(1 << move.cell)
        return Effect((cells_in(one & ~left_one & other), cells_in(two & ~left_two & other)))

    def outcome(self, state: GameState) -> Outcome:
        """Return how a finished game ended."""
        assert state.last is not None, "an empty board has legal moves"
        winner = state.last if self.rules.wins is Wins.LAST_TO_PLACE else state.last.other
        reason = Reason.BOTH_STUCK if self._passes else Reason.STUCK
        return Outcome(winner, reason, state.cells_of(winner))
