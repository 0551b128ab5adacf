"""Node Kayles: games in which a marker blocks both players (classic, showdown).

Both players have the same moves, so the Sprague-Grundy theory applies: a position is the sum of
its connected parts, each part has a Grundy value that depends only on its shape, and the player to
move loses exactly if the exclusive or of these values is zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.shapes import (
    PLANE,
    canonical,
    neighbours_of,
    on_plane,
    shifted,
    symmetries_of,
)
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.engine.verdicts import MoveValue, Region, Verdict
from gridlock_tui.rules import GameState, Move, Neighbourhood
from gridlock_tui.rules.board import cells_in

_SEARCH_NODES = 10_000


class GrundyTable:
    """The Grundy values of shapes with one neighbourhood, shared by all positions and games."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._neighbours = neighbours_of(neighbourhood)
        self._symmetries = symmetries_of(neighbourhood)
        self.left = tuple(~(near | 1 << cell) for cell, near in enumerate(self._neighbours))
        """For a claim of each cell, the cells that it leaves free."""
        self._values: Cache[int, int] = Cache({0: 0})

    def parts(self, free: int) -> Iterator[int]:
        """Yield the connected parts of a set of free cells, on the plane."""
        while free:
            frontier = part = free & -free
            free ^= part
            while frontier:
                lowest = frontier & -frontier
                touched = self._neighbours[lowest.bit_length() - 1] & free
                part |= touched
                free ^= touched
                frontier ^= lowest | touched
            yield part

    def value(self, free: int, budget: Budget) -> int:
        """Return the Grundy value of a set of free cells, on the plane."""
        total = 0
        for part in self.parts(free):
            total ^= self._part(shifted(part), budget)
        return total

    def _part(self, shape: int, budget: Budget) -> int:
        value = self._values.get(shape)
        if value is not None:
            return value
        canonical = self.canonical(shape)
        value = self._values.get(canonical)
        if value is None:
            budget.spend()
            value = self._mex(canonical, budget)
            self._values.store(canonical, value)
        self._values.store(shape, value)
        return value

    def canonical(self, shape: int) -> int:
        """Return the same form for all rotations and reflections of the shape."""
        return canonical(shape, self._symmetries)

    def _mex(self, shape: int, budget: Budget) -> int:
        reached = 0
        for cell in cells_in(shape):
            reached |= 1 << self.value(shape & self.left[cell], budget)
        return (~reached & reached + 1).bit_length() - 1


class NodeKaylesSolver(PositionSolver[tuple[int, ...]]):
    """Solves Node Kayles. A position is the sorted list of its parts in canonical form."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        super().__init__()
        self.table = GrundyTable(neighbourhood)

    def position(self, state: GameState) -> tuple[int, ...]:
        """Return the parts of the free cells."""
        return self._position(on_plane(state.room[0], state.board.columns))

    def _position(self, free: int) -> tuple[int, ...]:
        table = self.table
        return tuple(sorted(table.canonical(shifted(part)) for part in table.parts(free)))

    def mover_wins(self, position: tuple[int, ...], budget: Budget) -> bool:
        """Return whether the exclusive or of the Grundy values is not zero."""
        return reduce(xor, [self.table.value(part, budget) for part in position], 0) != 0

    def children(self, position: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield the positions after a claim in any part."""
        for index, part in enumerate(position):
            if index and part == position[index - 1]:
                continue  # the same as a claim in the equal part before
            others = position[:index] + position[index + 1 :]
            for cell in cells_in(part):
                yield tuple(sorted(others + self._position(part & self.table.left[cell]))), True

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins; the first winning claim is enough."""
        free = on_plane(state.room[0], state.board.columns)
        try:
            # A short plain search finds an easy win faster than the theory.
            quick = Budget(nodes=_SEARCH_NODES, cancelled=budget.is_cancelled)
            return self._search(free, {}, quick)
        except OutOfBudget:
            budget.spend()  # raises if this budget has ended too
            return self.table.value(free, budget) != 0

    def _search(self, free: int, seen: dict[int, bool], budget: Budget) -> bool:
        wins = seen.get(free)
        if wins is None:
            budget.spend()
            left = self.table.left
            wins = any(not self._search(free & left[c], seen, budget) for c in cells_in(free))
            seen[free] = wins
        return wins

    def regions(self, state: GameState, budget: Budget) -> tuple[Region, ...]:
        """Return the parts of the free cells and their Grundy values."""
        parts = self.table.parts(on_plane(state.room[0], state.board.columns))
        return tuple(
            Region(
                tuple(state.board.cell(*PLANE.place(cell)) for cell in cells_in(part)),
                self.table.value(part, budget),
            )
            for part in parts
        )

    def _value(self, state: GameState, move: Move, budget: Budget) -> MoveValue:
        """Return the value of the move, which wins exactly if it leaves a Grundy value of zero."""
        free = on_plane(state.play(move).room[0], state.board.columns)
        value = self.table.value(free, budget)
        return MoveValue(move, Verdict.LOSS if value else Verdict.WIN, None, value)
