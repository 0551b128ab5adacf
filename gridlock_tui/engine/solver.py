"""The interface of all solvers, and the base class of those that solve single positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
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
    best_of,
    unknown_values,
    verdict_of,
)
from gridlock_tui.rules import GameState, Move

Position = TypeVar("Position", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)

_FIRST_SECONDS = 0.15
"""Roughly how long the search for a first verdict may take."""


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

    def iter_distances(
        self, state: GameState, values: MoveValues, budget: Budget
    ) -> Iterator[MoveValues]:
        """Yield values with distances, if these are not found together with the verdicts."""
        del state, values, budget
        return iter(())

    def line_move(self, state: GameState, distance: int, budget: Budget) -> Move | None:
        """Return a move of best play from a state with this distance, if the budget suffices."""
        values = unknown_values(state)
        for values in self.iter_values(state, budget, Detail.DISTANCES):
            if self.shortest_first and verdict_of(values) is Verdict.WIN:
                break  # the first win found is the quickest
        best = best_of(values)
        return best.move if best.distance == distance else None

    def has_mirror(self, state: GameState) -> bool:
        """Return whether the player who is not to move wins by mirroring every move."""
        del state
        return False

    def regions(self, state: GameState, budget: Budget) -> tuple[Region, ...]:
        """Return the independent regions, if positions of this game have Grundy values."""
        del state, budget
        return ()


class Length:
    """What is known about a position: who wins, and bounds on the placements to the end."""

    __slots__ = ("longest", "shortest", "wins")

    def __init__(self, wins: bool, shortest: int, longest: int) -> None:
        self.wins = wins
        """Whether the player to move wins."""
        self.shortest = shortest
        self.longest = longest


class PositionSolver(Solver, Generic[Position, Key]):
    """A solver that finds the winner of a position by theory, and its distance by search.

    A position is the part of a state that decides the result.
    """

    length_step = 1
    """Two if the winner decides whether a distance is odd or even, else one."""

    def __init__(self) -> None:
        self._lengths: Cache[Key, Length] = Cache()
        self._seen_lengths: Cache[Position, Length] = Cache()
        """The same by position: a key takes longer to find than a length."""

    @abstractmethod
    def position(self, state: GameState) -> Position:
        """Return the part of the state that decides the result."""

    @abstractmethod
    def key(self, position: Position) -> Key:
        """Return a key that positions share only if winner and distance are the same."""

    @abstractmethod
    def largest_part(self, key: Key) -> int:
        """Return the cells of the largest part: the fewer, the sooner the winner is found."""

    @abstractmethod
    def mover_wins(self, position: Position, budget: Budget) -> bool:
        """Return whether the player to move wins with best play, or raise OutOfBudget."""

    @abstractmethod
    def children(self, position: Position) -> list[tuple[Position, bool]]:
        """Return the positions after every move, each with whether the turn changes.

        Moves that probably shorten the game come first.
        """

    @abstractmethod
    def length_bounds(self, position: Position, key: Key, wins: bool) -> tuple[int, int]:
        """Return a lower and an upper bound of the distance; both are zero at the end."""

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins, or raise OutOfBudget."""
        return self.mover_wins(self.position(state), budget)

    def iter_values(self, state: GameState, budget: Budget, detail: Detail) -> Iterator[MoveValues]:
        """Yield the values of all legal moves: first their verdicts, then their distances."""
        values = {value.move: value for value in unknown_values(state)}
        yield tuple(values.values())
        groups: dict[tuple[bool, bool, Key], list[Move]] = {}
        for move in values:
            if budget.is_cancelled():
                return
            groups.setdefault(self._move_key(state, move), []).append(move)
        equal = tuple(groups.values())
        # First the verdicts that need no search: they must not depend on the budget.
        free = Budget(nodes=0, cancelled=budget.is_cancelled)
        yield from self._judge(state, equal, values, free)
        is_open = verdict_of(tuple(values.values())) is Verdict.UNKNOWN
        if is_open and detail >= Detail.DISTANCES:
            # Everything will be judged, so begin with what takes least: a verdict is known soon.
            easiest = min(groups, key=lambda group: self.largest_part(group[2]))
            first = budget.part(int(_FIRST_SECONDS * self.nodes_per_second))
            yield from self._judge(state, (groups[easiest],), values, first)
        if is_open and self.verdict(state, budget) is Verdict.LOSS:
            # Then every move loses; none has to be searched.
            values = {move: replace(v, verdict=Verdict.LOSS) for move, v in values.items()}
            yield tuple(values.values())
        yield from self._judge(state, equal, values, budget)
        if detail >= Detail.DISTANCES:
            yield from self.iter_distances(state, tuple(values.values()), budget)

    def iter_distances(
        self, state: GameState, values: MoveValues, budget: Budget
    ) -> Iterator[MoveValues]:
        """Yield the values with more and more distances, until the budget ends."""
        found = {value.move: value for value in values}
        known: dict[tuple[bool, bool, Key], int] = {}
        with suppress(OutOfBudget):
            for move in found:
                key = self._move_key(state, move)
                if key not in known:
                    known[key] = 1 + self.distance(self.position(state.play(move)), budget)
                found[move] = replace(found[move], distance=known[key])
                yield tuple(found.values())

    def _move_key(self, state: GameState, move: Move) -> tuple[bool, bool, Key]:
        """Return the same key for moves with the same value."""
        child = state.play(move)
        return child.is_over, child.to_move is state.to_move, self.key(self.position(child))

    def _judge(
        self,
        state: GameState,
        equal: tuple[list[Move], ...],
        values: dict[Move, MoveValue],
        budget: Budget,
    ) -> Iterator[MoveValues]:
        """Complete the values except for distances, and yield all of them after each."""
        for moves in equal:
            if budget.is_cancelled():
                return  # verdicts without a search take some time too
            if self._is_incomplete(values[moves[0]]):
                with suppress(OutOfBudget):
                    value = self._value(state, moves[0], budget)
                    values |= {move: replace(value, move=move) for move in moves}
                    yield tuple(values.values())

    def _is_incomplete(self, value: MoveValue) -> bool:
        """Return whether anything but the distance is still unknown about a move."""
        return value.verdict is Verdict.UNKNOWN

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
        length = self._length(position, budget)
        while length.shortest < length.longest:
            self._ends_within(position, length, length.shortest, budget)
        return length.longest

    def line_move(self, state: GameState, distance: int, budget: Budget) -> Move | None:
        """Return the first move of best play from a state with this distance."""
        wins = self.is_won(state, budget)
        for move in state.legal_moves:
            child = state.play(move)
            position = self.position(child)
            length = self._length(position, budget)
            if wins and length.wins == (child.to_move is not state.to_move):
                continue  # throws the win away
            if self._is_distance(distance - 1, position, length, budget):
                return move
        return None

    def _is_distance(
        self, distance: int, position: Position, length: Length, budget: Budget
    ) -> bool:
        """Return whether this is the distance; quicker than finding out which one it is."""
        if length.shortest <= distance < length.longest:
            self._ends_within(position, length, distance, budget)
        if length.shortest < distance == length.longest:
            self._ends_within(position, length, distance - self.length_step, budget)
        return length.shortest == distance == length.longest

    def _length(self, position: Position, budget: Budget) -> Length:
        length = self._seen_lengths.entries.get(position)
        if length is None:
            key = self.key(position)
            length = self._lengths.entries.get(key)
            if length is None:
                wins = self.mover_wins(position, budget)
                shortest, longest = self.length_bounds(position, key, wins)
                length = Length(wins, shortest, longest)
                self._lengths.store(key, length)
            self._seen_lengths.store(position, length)
        return length

    def _ends_within(self, position: Position, length: Length, limit: int, budget: Budget) -> bool:
        """Return whether the winner can end the game within so many placements.

        Only called if the known bounds do not tell. Improves them.
        """
        wins = length.wins
        children = self.children(position)
        budget.spend(len(children))
        if not wins:
            children.reverse()  # the loser delays
        ends = not wins
        seen: set[Length] = set()
        for child, turn_changes in children:
            after = self._length(child, budget)
            if after in seen:
                continue
            seen.add(after)
            if wins and after.wins == turn_changes:
                continue  # throws the win away
            if after.longest < limit:
                child_ends = True
            elif after.shortest >= limit:
                child_ends = False
            else:
                child_ends = self._ends_within(child, after, limit - 1, budget)
            if child_ends == wins:
                ends = wins
                break
        if ends:
            length.longest = limit
        else:
            length.shortest = limit + self.length_step
        return ends
