"""The interface of all solvers, and the base class of those that solve single positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Generic, TypeVar

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.verdicts import (
    Detail,
    MoveValue,
    MoveValues,
    Region,
    Verdict,
    unknown_values,
    verdict_of,
)
from gridlock_tui.rules import GameState, Move

Position = TypeVar("Position")


class Solver(ABC):
    """Solves the games with one set of rules, and caches its results."""

    shortest_first = False
    """Whether the shortest wins are found first."""
    nodes_per_second = 20_000
    """Roughly how many positions it searches in a second, for budgets without a clock."""
    distances_per_second = 5_000
    """The same for positions whose distance it computes."""

    @abstractmethod
    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins an unfinished game, or raise OutOfBudget."""

    @abstractmethod
    def iter_values(self, state: GameState, budget: Budget, detail: Detail) -> Iterator[MoveValues]:
        """Yield the values of all legal moves, more and more complete, until the budget ends."""

    def verdict(self, state: GameState, budget: Budget) -> Verdict:
        """Return the verdict on an unfinished game, without a look at the moves."""
        try:
            return Verdict.WIN if self.is_won(state, budget) else Verdict.LOSS
        except OutOfBudget:
            return Verdict.UNKNOWN

    def has_mirror(self, state: GameState) -> bool:
        """Return whether the player who is not to move wins by mirroring every move."""
        del state
        return False

    def regions(self, state: GameState, budget: Budget) -> tuple[Region, ...]:
        """Return the independent regions, if positions of this game have Grundy values."""
        del state, budget
        return ()


class PositionSolver(Solver, Generic[Position]):
    """A solver that finds the winner of a position by theory, and its distance by search.

    A position is the part of a state that decides the result, in a form to cache it by.
    """

    def __init__(self) -> None:
        self._distances: Cache[Position, int] = Cache()

    @abstractmethod
    def position(self, state: GameState) -> Position:
        """Return the part of the state that decides the result."""

    @abstractmethod
    def mover_wins(self, position: Position, budget: Budget) -> bool:
        """Return whether the player to move wins with best play, or raise OutOfBudget."""

    @abstractmethod
    def children(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """Yield the positions after every move, each with whether the turn changes."""

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins, or raise OutOfBudget."""
        return self.mover_wins(self.position(state), budget)

    def iter_values(self, state: GameState, budget: Budget, detail: Detail) -> Iterator[MoveValues]:
        """Yield the values of all legal moves: first their verdicts, then their distances."""
        values = list(unknown_values(state))
        # First the verdicts that need no search: they must not depend on the budget.
        yield from self._judge(state, values, Budget(nodes=0, cancelled=budget.is_cancelled))
        is_open = verdict_of(tuple(values)) is Verdict.UNKNOWN
        needs_all = state.variant.has_grundy_values  # the value of each move, not only who wins
        if is_open and not needs_all and self.verdict(state, budget) is Verdict.LOSS:
            # Then every move loses; none has to be searched.
            values = [replace(value, verdict=Verdict.LOSS) for value in values]
            yield tuple(values)
        yield from self._judge(state, values, budget)
        if detail >= Detail.DISTANCES:
            for index, value in enumerate(values):
                try:
                    distance = 1 + self.distance(self.position(state.play(value.move)), budget)
                except OutOfBudget:
                    break
                values[index] = replace(value, distance=distance)
                yield tuple(values)

    def _judge(
        self, state: GameState, values: list[MoveValue], budget: Budget
    ) -> Iterator[MoveValues]:
        """Find the unknown verdicts among the values, and yield all values after each."""
        yield tuple(values)
        for index, value in enumerate(values):
            if budget.is_cancelled():
                return  # verdicts without a search take some time too
            if value.verdict is Verdict.UNKNOWN:
                with suppress(OutOfBudget):
                    values[index] = self._value(state, value.move, budget)
                if values[index] is not value:
                    yield tuple(values)

    def _value(self, state: GameState, move: Move, budget: Budget) -> MoveValue:
        """Return the value of the move, without its distance."""
        child = state.play(move)
        outcome = child.outcome
        if outcome is not None:
            wins = outcome.winner is state.to_move
        else:
            wins = self.is_won(child, budget) == (child.to_move is state.to_move)
        return MoveValue(move, Verdict.WIN if wins else Verdict.LOSS, None)

    def distance(self, position: Position, budget: Budget) -> int:
        """Return the placements to the end if the winner hurries and the loser delays."""
        known = self._distances.get(position)
        if known is not None:
            return known
        budget.spend()
        wins = self.mover_wins(position, budget)
        distances = [
            1 + self.distance(child, budget)
            for child, turn_changes in set(self.children(position))
            # The winner only considers moves that keep the win.
            if not wins or self.mover_wins(child, budget) != turn_changes
        ]
        distance = (min if wins else max)(distances, default=0)
        self._distances.store(position, distance)
        return distance
