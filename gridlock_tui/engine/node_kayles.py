"""Node Kayles: games in which a marker bars both players (classic, showdown).

Both players have the same moves, so the Sprague-Grundy theory applies: a position is a sum of its
connected parts, each part has a number, and whoever is to move loses just if the exclusive or of
the numbers is zero. The number of a part depends on its shape alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.shapes import PLANE, components, on_plane, reach_of, shifted, turns_of
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.engine.values import MoveValue, Region, Verdict
from gridlock_tui.rules import GameState, Move, Neighbourhood
from gridlock_tui.rules.board import cells_in

_PLAIN_NODES = 10_000


class GrundyTable:
    """What is known of the shapes under one neighbourhood, shared by all positions and games."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._reach = reach_of(neighbourhood)
        self._turns = turns_of(neighbourhood)[1:]
        self._keeps = tuple(~(near | 1 << cell) for cell, near in enumerate(self._reach))
        self._values: Memory[int, int] = Memory({0: 0})

    def __len__(self) -> int:
        return len(self._values)

    def parts(self, free: int) -> list[int]:
        """Return the connected parts of a set of free cells, on the plane."""
        return list(components(free, self._reach))

    def after(self, free: int, cell: int) -> int:
        """Return what is left of the free cells after a claim."""
        return free & self._keeps[cell]

    def value(self, free: int, budget: Budget) -> int:
        """Return the Grundy value of a set of free cells, on the plane."""
        total = 0
        for part in components(free, self._reach):
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
            self._values.remember(canonical, value)
        self._values.remember(shape, value)
        return value

    def canonical(self, shape: int) -> int:
        """Return the one of the shape's turned and mirrored forms that stands for all of them."""
        return min(shape, *(shifted(turn(shape)) for turn in self._turns))

    def _mex(self, shape: int, budget: Budget) -> int:
        reached = 0
        for cell in cells_in(shape):
            reached |= 1 << self.value(shape & self._keeps[cell], budget)
        return (~reached & reached + 1).bit_length() - 1


class KaylesSolver(PositionSolver[tuple[int, ...]]):
    """Node Kayles. A position is the sorted list of its parts in canonical form."""

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
        """Say whether the numbers of the parts add up to anything but zero."""
        total = 0
        for part in position:
            total ^= self.table.value(part, budget)
        return total != 0

    def children(self, position: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield the positions after a claim in any part; the other parts stay as they are."""
        for index, part in enumerate(position):
            if index and part == position[index - 1]:
                continue  # a claim in one of two equal parts is as good as in the other
            others = position[:index] + position[index + 1 :]
            for cell in cells_in(part):
                left = self._position(self.table.after(part, cell))
                yield tuple(sorted(others + left)), True

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Say whether some claim leaves the other player lost: the first that does is enough."""
        free = on_plane(state.room[0], state.board.columns)
        try:
            # Where a win is easy to find, a short plain search finds it sooner than any theory.
            plain = Budget(nodes=_PLAIN_NODES, cancelled=budget.is_cancelled)
            return self._wins_plainly(free, {}, plain)
        except OutOfBudget:
            budget.spend()  # unless it is over as well
            return self.table.value(free, budget) != 0

    def _wins_plainly(self, free: int, seen: dict[int, bool], budget: Budget) -> bool:
        wins = seen.get(free)
        if wins is None:
            budget.spend()
            after = self.table.after
            wins = any(
                not self._wins_plainly(after(free, cell), seen, budget) for cell in cells_in(free)
            )
            seen[free] = wins
        return wins

    def grundy(self, state: GameState, budget: Budget) -> int:
        """Return the Grundy value of the state."""
        return self.table.value(on_plane(state.room[0], state.board.columns), budget)

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

    def _is_lost(self, state: GameState, budget: Budget) -> bool:
        """Leave that to the moves: all of their values are wanted, not only what they come to."""
        del state, budget
        return False

    def _judged(self, state: GameState, move: Move, budget: Budget) -> MoveValue:
        """Return what the move comes to: it wins just if it leaves a sum of zero."""
        value = self.grundy(state.play(move), budget)
        return MoveValue(move, Verdict.LOSS if value else Verdict.WIN, None, value)
