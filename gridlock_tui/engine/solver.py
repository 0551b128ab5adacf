"""What every solver can do: tell who wins a state, and what its moves are worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Generic, TypeVar

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.values import (
    MoveValue,
    Region,
    Values,
    Verdict,
    Wanted,
    unknown_values,
    verdict_of,
)
from gridlock_tui.rules import GameState, Move

Position = TypeVar("Position")


class Solver(ABC):
    """Solves games of one kind, and keeps what it has found for the next question."""

    shortest_first = False
    """Whether wins are found from the shortest on."""
    nodes_per_second = 20_000
    """Roughly how many positions it looks at in a second, for budgets that are no clocks."""
    lengths_per_second = 5_000
    """The same for positions whose length it works out."""

    @abstractmethod
    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Say whether whoever is to move wins a state that is not over, or raise OutOfBudget."""

    @abstractmethod
    def unfold(self, state: GameState, budget: Budget, wanted: Wanted) -> Iterator[Values]:
        """Yield what every legal move is worth, each time more of it, as far as the budget goes."""

    def grundy(self, state: GameState, budget: Budget) -> int | None:
        """Return the Grundy value, where the game is impartial and played to the normal end."""
        del state, budget
        return None

    def has_mirror(self, state: GameState) -> bool:
        """Say whether the player not to move wins just by mirroring every move."""
        del state
        return False

    def regions(self, state: GameState, budget: Budget) -> tuple[Region, ...]:
        """Return the independent regions and their Grundy values, where there are any."""
        del state, budget
        return ()


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

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Say whether whoever is to move wins, or raise OutOfBudget."""
        return self.mover_wins(self.position(state), budget)

    def unfold(self, state: GameState, budget: Budget, wanted: Wanted) -> Iterator[Values]:
        """Yield what every legal move is worth: first all verdicts, then all lengths."""
        values = list(unknown_values(state))
        # First what takes no search at all: it must not be lost for lack of time.
        yield from self._judging(state, values, Budget(nodes=0, cancelled=budget.is_cancelled))
        if verdict_of(tuple(values)) is Verdict.UNKNOWN and self._is_lost(state, budget):
            # Then so is every move, without a look at any of them.
            values = [replace(value, verdict=Verdict.LOSS) for value in values]
            yield tuple(values)
        yield from self._judging(state, values, budget)
        if wanted >= Wanted.LENGTHS:
            for index, value in enumerate(values):
                try:
                    length = 1 + self.length(self.position(state.play(value.move)), budget)
                except OutOfBudget:
                    break
                values[index] = replace(value, distance=length)
                yield tuple(values)

    def _judging(
        self, state: GameState, values: list[MoveValue], budget: Budget
    ) -> Iterator[Values]:
        """Find out about the unknown ones among these values, and yield all after each."""
        yield tuple(values)
        for index, value in enumerate(values):
            if budget.is_cancelled():
                return  # even what takes no search takes its time
            if value.verdict is Verdict.UNKNOWN:
                with suppress(OutOfBudget):
                    values[index] = self._judged(state, value.move, budget)
                if values[index] is not value:
                    yield tuple(values)

    def _is_lost(self, state: GameState, budget: Budget) -> bool:
        """Say whether the state is known to be lost before its moves are looked at."""
        try:
            return not self.is_won(state, budget)
        except OutOfBudget:
            return False

    def _judged(self, state: GameState, move: Move, budget: Budget) -> MoveValue:
        """Return what the move comes to."""
        child = state.play(move)
        outcome = child.outcome
        if outcome is not None:
            wins = outcome.winner is state.to_move
        else:
            wins = self.is_won(child, budget) == (child.to_move is state.to_move)
        return MoveValue(move, Verdict.WIN if wins else Verdict.LOSS, None)

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
