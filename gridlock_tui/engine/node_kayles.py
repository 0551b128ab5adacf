"""Node Kayles: games in which a marker blocks both players (classic, showdown).

Both players have the same moves, so the Sprague-Grundy theory applies: a position is the sum of
its connected parts, each part has a Grundy value that depends only on its shape, and the player to
move loses exactly if the exclusive or of these values is zero.
"""

from __future__ import annotations

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.shapes import (
    PLANE,
    Limits,
    canonical,
    cells_left,
    neighbours_of,
    on_plane,
    pairings,
    shifted,
    symmetries_of,
)
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.engine.verdicts import MoveValue, Region, Verdict
from gridlock_tui.rules import GameState, Move, Neighbourhood
from gridlock_tui.rules.board import cells_in

_SEARCH_NODES = 10_000
_MIRROR_CELLS = 16
"""Smaller shapes are solved sooner than a mirror is looked for."""


class GrundyTable:
    """The Grundy values of shapes with one neighbourhood, shared by all positions and games."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._neighbours = neighbours_of(neighbourhood)
        self._symmetries = symmetries_of(neighbourhood)
        self.left = cells_left(neighbourhood)
        self._values: Cache[int, int] = Cache()

    def parts(self, free: int) -> list[int]:
        """Return the connected parts of a set of free cells, on the plane."""
        parts = []
        while free:
            frontier = part = free & -free
            free ^= part
            while frontier and free:
                lowest = frontier & -frontier
                touched = self._neighbours[lowest.bit_length() - 1] & free
                part |= touched
                free ^= touched
                frontier ^= lowest | touched
            parts.append(part)
        return parts

    def value(self, free: int, budget: Budget) -> int:
        """Return the Grundy value of a set of free cells, on the plane."""
        total = 0
        for part in self.parts(free):
            shape = shifted(part)
            value = self._values.entries.get(shape)
            total ^= self._part(shape, budget) if value is None else value
        return total

    def _part(self, shape: int, budget: Budget) -> int:
        form = self.canonical(shape)
        value = self._values.entries.get(form)
        if value is None:
            if form.bit_count() >= _MIRROR_CELLS and self.is_mirrored(form):
                value = 0
            else:
                budget.spend(form.bit_count())
                value = self._mex(form, budget)
            self._values.store(form, value)
        self._values.store(shape, value)
        return value

    def canonical(self, shape: int) -> int:
        """Return the same form for all rotations and reflections of the shape."""
        return canonical(shape, self._symmetries)

    def is_mirrored(self, free: int) -> bool:
        """Return whether the second player can answer every claim by its mirror image.

        That wins, as there is always an answer. It needs a symmetry that swaps cells in pairs,
        none of them neighbours.
        """
        if free.bit_count() % 2:
            return False
        return any(
            all(partner & self.left[cell.bit_length() - 1] for cell, partner in pairs)
            for pairs in pairings(free, self._symmetries)
        )

    def _mex(self, shape: int, budget: Budget) -> int:
        reached = 0
        for cell in cells_in(shape):
            reached |= 1 << self.value(shape & self.left[cell], budget)
        return (~reached & reached + 1).bit_length() - 1


class NodeKaylesSolver(PositionSolver[int, tuple[int, ...]]):
    """Solves Node Kayles. A position is the set of free cells, on the plane."""

    length_step = 2
    nodes_per_second = 90_000
    distances_per_second = 90_000

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        super().__init__()
        self.table = GrundyTable(neighbourhood)
        self._limits = Limits(neighbourhood)
        self._most_claimed = 1 + len(neighbourhood.steps)
        self._forms: Cache[int, int] = Cache()

    def position(self, state: GameState) -> int:
        """Return the free cells."""
        return on_plane(state.room[0], state.board.columns)

    def key(self, position: int) -> tuple[int, ...]:
        """Return the parts in canonical form, in order."""
        forms = []
        for part in self.table.parts(position):
            shape = shifted(part)
            form = self._forms.entries.get(shape)
            if form is None:
                form = self.table.canonical(shape)
                self._forms.store(shape, form)
            forms.append(form)
        forms.sort()
        return tuple(forms)

    def largest_part(self, key: tuple[int, ...]) -> int:
        """Return the cells of the largest part."""
        return max(map(int.bit_count, key), default=0)

    def mover_wins(self, position: int, budget: Budget) -> bool:
        """Return whether the Grundy value is not zero."""
        return self.table.value(position, budget) != 0

    def children(self, position: int) -> list[tuple[int, bool]]:
        """Return what is left after every claim, the least first."""
        left = [position & self.table.left[cell] for cell in cells_in(position)]
        left.sort(key=int.bit_count)
        return [(free, True) for free in left]

    def length_bounds(self, position: int, key: tuple[int, ...], wins: bool) -> tuple[int, int]:
        """Return bounds of the distance, which is odd exactly if the player to move wins."""
        del position
        shortest = longest = 0
        for form in key:
            shortest -= -form.bit_count() // self._most_claimed
            longest += self._limits.most(form)
        return shortest + (shortest + wins) % 2, longest - (longest + wins) % 2

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins; the first winning claim is enough."""
        free = self.position(state)
        if self._is_balanced(free):
            return False
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
            wins = False
            for cell in cells_in(free):
                if not self._search(free & self.table.left[cell], seen, budget):
                    wins = True
                    break
            seen[free] = wins
        return wins

    def has_mirror(self, state: GameState) -> bool:
        """Return whether the player who is not to move wins by mirroring every move."""
        return self._is_balanced(self.position(state))

    def _is_balanced(self, free: int) -> bool:
        """Return whether every claim can be answered by its image.

        Either the whole position is mirrored, or every part is, or has a twin.
        """
        if self.table.is_mirrored(free):
            return True
        alone: set[int] = set()
        for form in self.key(free):
            alone ^= {form}
        return all(self.table.is_mirrored(form) for form in alone)

    def regions(self, state: GameState, budget: Budget) -> tuple[Region, ...]:
        """Return the parts of the free cells and their Grundy values."""
        return tuple(
            Region(
                tuple(state.board.cell(*PLANE.place(cell)) for cell in cells_in(part)),
                self.table.value(part, budget),
            )
            for part in self.table.parts(self.position(state))
        )

    def _is_incomplete(self, value: MoveValue) -> bool:
        """Return whether the Grundy value after a move is still unknown."""
        return value.grundy is None

    def _value(self, state: GameState, move: Move, budget: Budget) -> MoveValue:
        """Return the value of the move, which wins exactly if it leaves a Grundy value of zero."""
        free = self.position(state.play(move))
        value = 0 if self._is_balanced(free) else self.table.value(free, budget)
        return MoveValue(move, Verdict.LOSS if value else Verdict.WIN, None, value)
