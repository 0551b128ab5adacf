"""Counting move sequences: the checksum of the rules."""

from gridlock_tui.rules.state import GameState


def perft(state: GameState, depth: int) -> int:
    """Return the number of sequences of `depth` placements; forced passes are not counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return state.variant.referee.count_moves(state)
    return sum(perft(state.play(move), depth - 1) for move in state.legal_moves)
