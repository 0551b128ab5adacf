"""What every solver can do: tell the winner, and how long the game lasts with best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from gridlock_tui.engine.budget import Budget
from gridlock_tui.rules import GameState

Position = TypeVar("Position")

_MOST_LENGTHS = 400_000


class Solver(ABC, Generic[Position]):
    """Solves games of one kind. A position is what matters of a state, in a form to remember."""

    def __init__(self) -> None:
        self._lengths: dict[Position, int] = {}

    @abstractmethod
    def position(self, state: GameState) -> Position:
        """Return what matters of the state."""

    @abstractmethod
    def mover_wins(self, position: Position, budget: Budget) -> bool:
        """Say whether whoever is to move wins with best play, or raise OutOfBudget."""

    @abstractmethod
    def children(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions after every move, and whether the other player is to move there."""

    def length(self, position: Position, budget: Budget) -> int:
        """Return the placements to the end when the winner hurries and the loser delays."""
        known = self._lengths.get(position)
        if known is not None:
            return known
        budget.spend()
        wins = self.mover_wins(position, budget)
        lengths = [
            1 + self.length(child, budget)
            for child, turned in set(self.children(position))
            # A winner looks only at moves that keep the win; a loser has no others.
            if not wins or self.mover_wins(child, budget) != turned
        ]
        length = (min if wins else max)(lengths, default=0)
        if len(self._lengths) >= _MOST_LENGTHS:
            self._lengths.pop(next(iter(self._lengths)))  # the oldest
        self._lengths[position] = length
        return length

    def grundy(self, state: GameState, budget: Budget) -> int | None:
        """Return the Grundy value, where the game is impartial and played to the normal end."""
        del state, budget
        return None
