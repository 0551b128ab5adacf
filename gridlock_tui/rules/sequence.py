"""The numbered-token family: three of your own in a line, in strict order, win at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from gridlock_tui.rules.board import Board, Cell, cells_in
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

if TYPE_CHECKING:
    from gridlock_tui.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Sequence:
    """The settings of one game of the family."""

    run_length: int = 3
    spare_tokens: int = 0
    """How many tokens each player has beyond those that it takes to fill the board."""

    def on(self, board: Board) -> SequenceReferee:
        """Return the referee of this game on this board."""
        return SequenceReferee(self, board)

    def tokens_each(self, board: Board) -> int:
        """Return how many tokens each player has: enough for whoever places more often."""
        return (board.size + 1) // 2 + self.spare_tokens


class SequenceReferee:
    """The rules of one numbered-token game, on one board."""

    def __init__(self, rules: Sequence, board: Board) -> None:
        self.board = board
        self.tokens = range(1, rules.tokens_each(board) + 1)
        self._moves = [[Move(c, token) for token in (0, *self.tokens)] for c in range(board.size)]
        lines = [(sum(1 << c for c in line), line) for line in board.lines(rules.run_length)]
        self._lines = lines
        self._lines_through = [[pair for pair in lines if c in pair[1]] for c in range(board.size)]

    def position(
        self,
        variant: Variant,
        marks: Pair,
        to_move: Player,
        last: Player | None,
        tokens: tuple[int, ...],
    ) -> GameState:
        """Return the state with these markers; what follows from them is worked out anew."""
        tokens = tokens or (0,) * self.board.size
        free = self.board.full & ~(marks[0] | marks[1])
        state = GameState(variant, marks, to_move, last, tokens, (free, free))
        ended = any(self._runs(state, player) for player in Player)
        return GameState(variant, marks, to_move, last, tokens, (0, 0)) if ended else state

    def flaw(self, marks: Pair, to_move: Player, tokens: tuple[int, ...]) -> str | None:
        """Return what is wrong with a position that no game can come to, None if nothing is."""
        ahead = marks[0].bit_count() - marks[1].bit_count()
        if abs(ahead) > 1 or (ahead and (ahead > 0) == (to_move is Player.ONE)):
            return f"it cannot be the turn of {to_move} with these tokens on the board"
        for own in marks:
            placed = [tokens[cell] for cell in cells_in(own)]
            if len(set(placed)) < len(placed) or not set(placed) <= set(self.tokens):
                return "a token is on the board that its player does not have"
        return None

    def legal_moves(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves of the player to move; none when the game is over."""
        hand = self.hand(state, state.to_move)
        cells = state.room_for(state.to_move)
        return tuple([self._moves[cell][token] for cell in cells for token in hand])

    def count_moves(self, state: GameState) -> int:
        """Return the number of legal moves without making them."""
        cells = state.room[state.to_move - 1].bit_count()
        return cells and cells * len(self.hand(state, state.to_move))

    def play(self, state: GameState, move: Move) -> GameState:
        """Return the state after the move, or raise IllegalMove."""
        refusal = state.refusal(move)
        if refusal is not None:
            raise refusal
        assert move.token is not None
        player, cell = state.to_move, move.cell
        one, two = state.marks
        marks = (one | 1 << cell, two) if player is Player.ONE else (one, two | 1 << cell)
        tokens = (*state.tokens[:cell], move.token, *state.tokens[cell + 1 :])
        own = marks[player - 1]
        won = any(
            own & cells == cells and _in_order(line, tokens)
            for cells, line in self._lines_through[cell]
        )
        left = 0 if won else self.board.full & ~(marks[0] | marks[1])
        return GameState(state.variant, marks, player.other, player, tokens, (left, left))

    def refusal(self, state: GameState, move: Move) -> IllegalMove | None:
        """Return what is wrong with a move to an empty cell of a running game, None if nothing."""
        hand = self.hand(state, state.to_move)
        if move.token is None:
            example = f"{hand[0]} {state.variant.cell_name(move.cell)}"
            sentence = f"say which token goes there, such as {example}"
            return IllegalMove(move, Refusal.TOKEN_MISSING, sentence)
        if move.token not in self.tokens:
            sentence = f"there is no token {move.token}: yours go from 1 to {self.tokens[-1]}"
            return IllegalMove(move, Refusal.TOKEN_UNKNOWN, sentence)
        if move.token not in hand:
            sentence = f"token {move.token} is already on the board"
            return IllegalMove(move, Refusal.TOKEN_SPENT, sentence)
        return None

    def effect(self, state: GameState, move: Move) -> Effect:
        """Return the run that a legal move would complete; nothing else is ever taken away."""
        return Effect(((), ()), self._runs(state.play(move), state.to_move))

    def outcome(self, state: GameState) -> Outcome:
        """Return how a game that is over ended."""
        for player in Player:
            run = self._runs(state, player)
            if run:
                return Outcome(player, Reason.RUN, run)
        one, two = totals(state)
        if one != two:
            winner = Player.ONE if one > two else Player.TWO
            return Outcome(winner, Reason.SUM, state.cells_of(winner))
        assert state.last is not None, "a board with no marker on it has room"
        return Outcome(state.last, Reason.LAST_PLACED, state.cells_of(state.last))

    def hand(self, state: GameState, player: Player) -> tuple[int, ...]:
        """Return the tokens that the player has not placed yet."""
        spent = {state.tokens[cell] for cell in state.cells_of(player)}
        return tuple([token for token in self.tokens if token not in spent])

    def _runs(self, state: GameState, player: Player) -> tuple[Cell, ...]:
        """Return the cells of all runs that the player has, in board order."""
        own, runs = state.marks[player - 1], 0
        for cells, line in self._lines:
            if own & cells == cells and _in_order(line, state.tokens):
                runs |= cells
        return cells_in(runs)


def totals(state: GameState) -> Pair:
    """Return the sum of each player's tokens on the board."""
    one, two = (sum(state.tokens[cell] for cell in state.cells_of(player)) for player in Player)
    return one, two


def _in_order(line: tuple[Cell, ...], tokens: tuple[int, ...]) -> bool:
    steps = [after - before for before, after in pairwise(tokens[cell] for cell in line)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)
