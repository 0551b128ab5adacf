"""Exhaustive search, for rules that no theory covers (misère, other ways to block)."""

from __future__ import annotations

from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.rules import GameState


class BruteForceSolver(PositionSolver[GameState, GameState]):
    """Searches every move of every position; practical on small boards."""

    def __init__(self) -> None:
        super().__init__()
        self._wins: Cache[GameState, bool] = Cache()

    def position(self, state: GameState) -> GameState:
        """Return the state itself."""
        return state

    def mover_wins(self, position: GameState, budget: Budget) -> bool:
        """Return whether some move leads to a position that the opponent loses."""
        known = self._wins.entries.get(position)
        if known is not None:
            return known
        budget.spend()
        outcome = position.outcome
        if outcome is not None:
            wins = outcome.winner is position.to_move
        else:
            wins = any(
                self.mover_wins(child, budget) != turn_changes
                for child, turn_changes in self.children(position)
            )
        self._wins.store(position, wins)
        return wins

    def key(self, position: GameState) -> GameState:
        """Return the state itself."""
        return position

    def largest_part(self, key: GameState) -> int:
        """Return the number of empty cells, as nothing is known about parts."""
        return key.board.size - sum(map(int.bit_count, key.marks))

    def children(self, position: GameState) -> list[tuple[GameState, bool]]:
        """Return the states after every legal move."""
        after = [position.play(move) for move in position.legal_moves]
        return [(child, child.to_move is not position.to_move) for child in after]

    def length_bounds(self, position: GameState, key: GameState, wins: bool) -> tuple[int, int]:
        """Return that there may be as many placements as there are free cells."""
        del key, wins
        if position.is_over:
            return 0, 0
        return 1, self.largest_part(position)
