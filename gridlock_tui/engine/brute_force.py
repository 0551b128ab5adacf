"""Plain exact search: for settings that no theory covers (misère, other bars), on small boards."""

from __future__ import annotations

from collections.abc import Iterator

from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.rules import GameState


class PlainSolver(PositionSolver[GameState]):
    """Looks at every move of every position, each position once."""

    def __init__(self) -> None:
        super().__init__()
        self._wins: Memory[GameState, bool] = Memory()

    def position(self, state: GameState) -> GameState:
        """Return the state itself."""
        return state

    def mover_wins(self, position: GameState, budget: Budget) -> bool:
        """Say whether some move leads to a position that the other player loses."""
        known = self._wins.get(position)
        if known is not None:
            return known
        budget.spend()
        outcome = position.outcome
        if outcome is not None:
            wins = outcome.winner is position.to_move
        else:
            wins = any(
                self.mover_wins(child, budget) != turned
                for child, turned in self.children(position)
            )
        self._wins.remember(position, wins)
        return wins

    def children(self, position: GameState) -> Iterator[tuple[GameState, bool]]:
        """Yield the states after every legal move."""
        for move in position.legal_moves:
            child = position.play(move)
            yield child, child.to_move is not position.to_move
