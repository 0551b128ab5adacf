"""What looks promising where nothing is proven: mobility, searched a few placements ahead.

Never shown to anyone as a verdict; it only decides between moves of which the truth is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.rules import Board, GameState, Move
from gridlock_tui.rules import Sequence as TokenRules

_WON = 10_000
_DEEPEST = 4


def most_promising(state: GameState, moves: Sequence[Move], budget: Budget) -> list[Move]:
    """Return the best of these moves by as deep a search as the budget allows."""
    best = list(moves)
    try:
        for depth in range(_DEEPEST):
            scores = {move: -_searched(state.play(move), state, depth, budget) for move in moves}
            highest = max(scores.values())
            best = [move for move in moves if scores[move] == highest]
    except OutOfBudget:
        pass
    return best


def _searched(state: GameState, before: GameState, depth: int, budget: Budget) -> int:
    """Return how good the state is for the opponent of whoever was to move before."""
    budget.spend()
    mine = state.to_move is not before.to_move
    outcome = state.outcome
    if outcome is not None:
        score = _WON if outcome.winner is state.to_move else -_WON
    elif depth == 0:
        score = promise(state)
    else:
        score = max(
            -_searched(state.play(move), state, depth - 1, budget) for move in state.legal_moves
        )
    return score if mine else -score


def promise(state: GameState) -> int:
    """Return how much better off the player to move is: room, or lines that are still open."""
    own, other = state.to_move, state.to_move.other
    if isinstance(state.variant.rules, TokenRules):
        return _open_lines(state, state.marks[own - 1], state.marks[other - 1])
    own_room, other_room = state.room[own - 1], state.room[other - 1]
    if own_room == other_room:  # the same room for both: a small one is solved sooner
        return -own_room.bit_count()
    return own_room.bit_count() - other_room.bit_count()


@lru_cache(maxsize=8)
def _lines(board: Board, length: int) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in line) for line in board.lines(length))


def _open_lines(state: GameState, own: int, other: int) -> int:
    balance = 0
    assert isinstance(state.variant.rules, TokenRules)
    for cells in _lines(state.board, state.variant.rules.run_length):
        if not cells & other:
            balance += (cells & own).bit_count() ** 2
        if not cells & own:
            balance -= (cells & other).bit_count() ** 2
    return balance
