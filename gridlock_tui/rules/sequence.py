"""The numbered-token family: three own tokens in a line, in strict order, win at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import ClassVar

from gridlock_tui.rules.board import Board, Cell, cells_in
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


@dataclass(frozen=True, slots=True)
class Sequence:
    """The rules of one game of the family."""

    run_length: int = 3
    spare_tokens: int = 0
    """How many more tokens each player has than are needed to fill the board."""
    passes: ClassVar[bool] = False


class SequenceReferee:
    """The rules of one numbered-token game, on one board. Its moves carry notation in a style."""

    def __init__(self, rules: Sequence, board: Board, cells: CellStyle) -> None:
        self.board = board
        # Enough for the player who places more often.
        self.tokens = range(1, (board.size + 1) // 2 + rules.spare_tokens + 1)
        self._moves = [
            [cells.move(board, cell, token) for token in (0, *self.tokens)]
            for cell in range(board.size)
        ]
        lines = [(sum(1 << c for c in line), line) for line in board.lines(rules.run_length)]
        self.lines = lines
        """Every line as a set of cells, and as the cells in order."""
        self._lines_through = [[pair for pair in lines if c in pair[1]] for c in range(board.size)]

    def room(self, marks: PerPlayer, tokens: tuple[int, ...]) -> PerPlayer:
        """Return where each player may place beside these tokens: nowhere beside a run."""
        won = any(_runs(self.lines, own, tokens) for own in marks)
        left = 0 if won else self.board.full & ~(marks[0] | marks[1])
        return left, left

    def error_in(self, marks: PerPlayer, to_move: Player, tokens: tuple[int, ...]) -> str | None:
        """Return why these markers cannot occur in a game, None if they can."""
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
        hand = state.hand(state.to_move)
        cells = state.room_for(state.to_move)
        return tuple([self._moves[cell][token] for cell in cells for token in hand])

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
        won = _runs(self._lines_through[cell], marks[player - 1], tokens)
        left = 0 if won else self.board.full & ~(marks[0] | marks[1])
        return GameState(state.variant, marks, player.other, player, tokens, (left, left))

    def refusal(self, state: GameState, move: Move) -> IllegalMove | None:
        """Return why a move to an empty cell is illegal, None if it is legal."""
        hand = state.hand(state.to_move)
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
        """Return the run that a legal move completes; a token takes away no other cell."""
        return Effect(((), ()), self._runs_of(state.play(move), state.to_move))

    def outcome(self, state: GameState) -> Outcome:
        """Return how a finished game ended."""
        for player in Player:
            if run := self._runs_of(state, player):
                return Outcome(player, Reason.RUN, run)
        one, two = totals(state)
        if one != two:
            winner = Player.ONE if one > two else Player.TWO
            return Outcome(winner, Reason.SUM, state.cells_of(winner))
        assert state.last is not None, "an empty board has legal moves"
        return Outcome(state.last, Reason.LAST_PLACED, state.cells_of(state.last))

    def _runs_of(self, state: GameState, player: Player) -> tuple[Cell, ...]:
        """Return the cells of all runs of the player, in board order."""
        return cells_in(_runs(self.lines, state.marks[player - 1], state.tokens))


def totals(state: GameState) -> PerPlayer:
    """Return the sum of each player's tokens on the board."""
    one, two = (sum(state.tokens[cell] for cell in state.cells_of(player)) for player in Player)
    return one, two


def completed_runs(state: GameState) -> list[tuple[Cell, ...]]:
    """Return the lines that are complete and in order; none in games without tokens."""
    referee = state.variant.referee
    if not isinstance(referee, SequenceReferee):
        return []
    return [
        line
        for cells, line in referee.lines
        if any(own & cells == cells for own in state.marks) and _in_order(line, state.tokens)
    ]


Threats = tuple[frozenset[Cell], frozenset[Cell]]
"""Cells of Player 1 and of Player 2."""


def run_threats(state: GameState) -> Threats:
    """Return where each player could complete a run with a token in hand, on whoever's turn.

    There are none in games without tokens, and none when the game is over.
    """
    referee = state.variant.referee
    if not isinstance(referee, SequenceReferee):
        return frozenset(), frozenset()
    one, two = (_threats(referee, state, player) for player in Player)
    return one, two


def _threats(referee: SequenceReferee, state: GameState, player: Player) -> frozenset[Cell]:
    own, room = state.marks[player - 1], state.room[player - 1]
    hand = state.hand(player)
    found = 0
    for cells, line in referee.lines:
        gap = cells & ~own
        # One cell of the line is missing, it is free, and no other line has found it.
        if gap & (gap - 1) or not gap & room & ~found:
            continue
        at = line.index(gap.bit_length() - 1)
        numbers = [state.tokens[cell] for cell in line]
        if _fits(hand, numbers[:at], numbers[at + 1 :]) or _fits(
            hand, numbers[:at:-1], numbers[at - 1 :: -1] if at else []
        ):
            found |= gap
    return frozenset(cells_in(found))


def _fits(hand: tuple[int, ...], before: list[int], after: list[int]) -> bool:
    """Return whether a token of the hand between these numbers makes all of them rise."""
    numbers = before + after
    if any(left >= right for left, right in pairwise(numbers)):
        return False
    low, high = before[-1] if before else 0, after[0] if after else inf
    return any(low < token < high for token in hand)


def _runs(lines: list[tuple[int, tuple[Cell, ...]]], own: int, tokens: tuple[int, ...]) -> int:
    """Return the set of all cells in runs along these lines."""
    runs = 0
    for cells, line in lines:
        if own & cells == cells and _in_order(line, tokens):
            runs |= cells
    return runs


def _in_order(line: tuple[Cell, ...], tokens: tuple[int, ...]) -> bool:
    steps = [after - before for before, after in pairwise(tokens[cell] for cell in line)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)
