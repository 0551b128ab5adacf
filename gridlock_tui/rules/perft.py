"""Count move sequences, to verify the rules."""

from gridlock_tui.rules.state import GameState


def perft(state: GameState, depth: int) -> int:
    """Return the number of sequences of `depth` placements; forced passes are not counted."""
    if depth == 0:
        return 1
    if depth == 1:
        moves = state.room[state.to_move - 1].bit_count()
        return moves * len(state.hand(state.to_move)) if moves and state.tokens else moves
    return sum(perft(state.play(move), depth - 1) for move in state.legal_moves)
