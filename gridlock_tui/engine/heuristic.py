"""Evaluate unproven moves by mobility, a few placements ahead.

Never shown as a verdict; it only helps a computer player choose between unproven moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.rules import GameState, Move
from gridlock_tui.rules.sequence import SequenceReferee

_WIN_SCORE = 10_000
_MAX_DEPTH = 4


def most_promising(state: GameState, moves: Sequence[Move], budget: Budget) -> list[Move]:
    """Return the best of these moves, searched as deep as the budget allows."""
    best = list(moves)
    try:
        for depth in range(_MAX_DEPTH):
            scores = {move: -_search(state.play(move), state, depth, budget) for move in moves}
            highest = max(scores.values())
            best = [move for move in moves if scores[move] == highest]
    except OutOfBudget:
        pass
    return best


def _search(state: GameState, before: GameState, depth: int, budget: Budget) -> int:
    """Return the score of the state for the opponent of the player who moved."""
    budget.spend()
    turn_changed = state.to_move is not before.to_move
    outcome = state.outcome
    if outcome is not None:
        score = _WIN_SCORE if outcome.winner is state.to_move else -_WIN_SCORE
    elif depth == 0:
        score = evaluate(state)
    else:
        score = max(
            -_search(state.play(move), state, depth - 1, budget) for move in state.legal_moves
        )
    return score if turn_changed else -score


def evaluate(state: GameState) -> int:
    """Return the advantage of the player to move: more room, or more open lines."""
    own, other = state.to_move, state.to_move.other
    referee = state.variant.referee
    if isinstance(referee, SequenceReferee):
        return _open_lines(referee, state.marks[own - 1], state.marks[other - 1])
    own_room, other_room = state.room[own - 1], state.room[other - 1]
    if own_room == other_room:  # both have the same room: less room is solved sooner
        return -own_room.bit_count()
    return own_room.bit_count() - other_room.bit_count()


def _open_lines(referee: SequenceReferee, own: int, other: int) -> int:
    balance = 0
    for cells, _ in referee.lines:
        if not cells & other:
            balance += (cells & own).bit_count() ** 2
        if not cells & own:
            balance -= (cells & other).bit_count() ** 2
    return balance
