"""What every solver can do: tell what the moves of a state are worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.values import MoveValue, Values, Verdict
from gridlock_tui.rules import GameState, Move

Position = TypeVar("Position")


class Solver(ABC):
    """Solves games of one kind, and keeps what it has found for the next question."""

    shortest_first = False
    """Whether wins are found from the shortest on."""

    @abstractmethod
    def values(self, state: GameState, budget: Budget) -> Values:
        """Return what every legal move is worth, as far as the budget goes."""

    def grundy(self, state: GameState, budget: Budget) -> int | None:
        """Return the Grundy value, where the game is impartial and played to the normal end."""
        del state, budget
        return None


class PositionSolver(Solver, Generic[Position]):
    """A solver that knows the winner of a position at once, and its length by search.

    A position is what matters of a state, in a form to be remembered by.
    """

    def __init__(self) -> None:
        self._lengths: Memory[Position, int] = Memory()

    @abstractmethod
    def position(self, state: GameState) -> Position:
        """Return what matters of the state."""

    @abstractmethod
    def mover_wins(self, position: Position, budget: Budget) -> bool:
        """Say whether whoever is to move wins with best play, or raise OutOfBudget."""

    @abstractmethod
    def children(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions after every move, and whether the other player is to move there."""

    def values(self, state: GameState, budget: Budget) -> Values:
        """Return what every legal move is worth: first all verdicts, then all lengths."""
        if self._is_lost(state, budget):  # then so is every move, without a look at any of them
            verdicts = [Verdict.LOSS] * len(state.legal_moves)
        else:
            verdicts = [self._verdict(state, move, budget) for move in state.legal_moves]
        lengths = [self._length(state, move, budget) for move in state.legal_moves]
        return tuple(map(MoveValue, state.legal_moves, verdicts, lengths))

    def _is_lost(self, state: GameState, budget: Budget) -> bool:
        try:
            return not self.mover_wins(self.position(state), budget)
        except OutOfBudget:
            return False

    def _verdict(self, state: GameState, move: Move, budget: Budget) -> Verdict:
        child = state.play(move)
        try:
            wins = self.mover_wins(self.position(child), budget)
        except OutOfBudget:
            return Verdict.UNKNOWN
        return Verdict.WIN if wins == (child.to_move is state.to_move) else Verdict.LOSS

    def _length(self, state: GameState, move: Move, budget: Budget) -> int | None:
        try:
            return 1 + self.length(self.position(state.play(move)), budget)
        except OutOfBudget:
            return None

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
        self._lengths.remember(position, length)
        return length
