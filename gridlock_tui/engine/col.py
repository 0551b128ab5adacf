"""Conway's Col: games in which a marker blocks only its owner (spacing, passing).

The value of a position of Col is a number, or a number and a star (On Numbers and Games, chapter
8). So the connected parts of a position can be solved one by one and their values added: a
positive sum wins for Player 1 and a negative sum for Player 2, no matter who is to move. At zero
the player to move loses, with a single star the player to move wins.

With forced passes, the player who is stuck first loses too: the opponent either places last or
has just placed last. So `passing` has the same winner as `spacing`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.shapes import (
    Limits,
    Symmetry,
    canonical_pair,
    cells_left,
    neighbours_of,
    on_plane,
    pairings,
    shift_of,
    symmetries_of,
)
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.rules import GameState, Neighbourhood, Player
from gridlock_tui.rules.board import cells_in

_SMALL = 10
"""The largest part, in cells, whose value is computed; for larger parts only who wins."""

_SYMMETRIC_PLIES = 2

Room = tuple[int, int]
"""The cells where Player 1, and where Player 2, may place, on the plane."""
ColPosition = tuple[bool, int, int]
"""Whether Player 1 is to move, and the room of both players."""
ColKey = tuple[bool, tuple[Room, ...]]
"""Whether Player 1 is to move, and the parts of the room in normal form, in order."""


class Value(NamedTuple):
    """A number, with or without a star.

    The numbers are small dyadic fractions, which a float represents exactly.
    """

    number: float
    star: bool

    def __neg__(self) -> Value:
        return Value(-self.number, self.star)


class ColTable:
    """The values of shapes with one neighbourhood, shared by all positions and games."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._neighbours = neighbours_of(neighbourhood)
        self._symmetries: tuple[Symmetry, ...] = symmetries_of(neighbourhood)
        self._values: Cache[Room, Value] = Cache()

    def value(self, parts: Iterable[Room], budget: Budget) -> Value:
        """Return the value of a position, which is the sum of its parts."""
        number, star = 0.0, False
        for part in parts:
            value = self._part(_shifted(part), budget)
            number += value.number
            star ^= value.star
        return Value(number, star)

    def parts(self, room: Room) -> list[Room]:
        """Return the parts that do not affect each other."""
        one, two = room
        parts = []
        while one | two:
            cell = (one | two) & -(one | two)
            part_one, part_two = cell & one, cell & two
            one ^= part_one
            two ^= part_two
            frontier = cell
            while frontier and one | two:
                lowest = frontier & -frontier
                near = self._neighbours[lowest.bit_length() - 1]
                # A cell affects another only if one player may place on both.
                touched = near & one if lowest & part_one else 0
                if lowest & part_two:
                    touched |= near & two
                frontier ^= lowest
                if touched:
                    frontier |= touched
                    part_one |= touched & one
                    part_two |= touched & two
                    one &= ~touched
                    two &= ~touched
            parts.append((part_one, part_two))
        return parts

    def after(self, room: Room, cell: int, by_one: bool) -> list[Room]:
        """Return the parts of the room that is left after a placement."""
        bit = 1 << cell
        own = ~(self._neighbours[cell] | bit)
        one, two = room
        return self.parts((one & own, two & ~bit) if by_one else (one & ~bit, two & own))

    def _part(self, room: Room, budget: Budget) -> Value:
        value = self._values.entries.get(room)
        if value is None:
            # One form for all symmetries and both sides; with sides swapped the value is negated.
            here, there = self.normalised(room), self.normalised((room[1], room[0]))
            canonical, negated = min(here, there), there < here
            value = self._values.entries.get(canonical)
            if value is None:
                budget.spend()
                value = self._from_options(canonical, budget)
                self._values.store(canonical, value)
            value = -value if negated else value
            self._values.store(room, value)
        return value

    def normalised(self, room: Room) -> Room:
        """Return the same form for all rotations and reflections of the room."""
        one, two = room
        return canonical_pair(one, two, self._symmetries)

    def is_mirrored(self, room: Room) -> bool:
        """Return whether the second player can answer every placement by its mirror image.

        That wins, as there is always an answer. It needs a symmetry that swaps cells in pairs, and
        the players with them.
        """
        one, two = room
        return any(
            all(
                cell != partner
                and bool(cell & one) == bool(partner & two)
                and bool(cell & two) == bool(partner & one)
                for cell, partner in pairs
            )
            for pairs in pairings(one | two, self._symmetries)
        )

    def _from_options(self, room: Room, budget: Budget) -> Value:
        left = [self.value(self.after(room, cell, True), budget) for cell in cells_in(room[0])]
        right = [self.value(self.after(room, cell, False), budget) for cell in cells_in(room[1])]
        low = max((value.number for value in left), default=-math.inf)
        high = min((value.number for value in right), default=math.inf)
        # A number must be greater than an option without a star, and may equal one with a star.
        above_low = Value(low, False) in left
        below_high = Value(high, False) in right
        if low < high or (low == high and not above_low and not below_high):
            return Value(_simplest(low, above_low, high, below_high), False)
        assert low == high, "no position of Col is hot"
        assert above_low, "no position is anything but a number and a star"
        assert below_high, "for both players"
        return Value(low, True)


def _simplest(low: float, above_low: bool, high: float, below_high: bool) -> float:
    """Return the simplest number between two others; the flags exclude these themselves."""

    def fits(number: float) -> bool:
        over = number > low or (number == low and not above_low)
        return over and (number < high or (number == high and not below_high))

    if fits(0.0):
        return 0.0
    if high <= 0:  # the mirror image of the positive case
        return -_simplest(-high, below_high, -low, above_low)
    step = 1.0
    while True:
        first = math.floor(low / step) * step if low > -math.inf else 0.0
        for number in (first, first + step):
            if fits(number):
                return number
        step /= 2


def _shifted(room: Room) -> Room:
    """Return the room moved up and left as far as possible."""
    shift = shift_of(room[0] | room[1])
    return room[0] >> shift, room[1] >> shift


class ColSearch:
    """A plain search for the winner: on large open boards faster than splitting positions."""

    def __init__(self, table: ColTable, neighbourhood: Neighbourhood) -> None:
        self._table = table
        self._neighbours = neighbours_of(neighbourhood)
        self._left = cells_left(neighbourhood)
        self.limits = Limits(neighbourhood)
        self._wins: Cache[Room, bool] = Cache()

    def mover_wins(self, own: int, other: int, budget: Budget, symmetric: int = 0) -> bool:
        """Return whether the player to move wins, given the room of both on the plane.

        For the first `symmetric` placements, only one of several symmetric moves is searched.
        Deeper down, finding symmetric moves takes longer than it saves.
        """
        if not own or not other:
            return bool(own)  # after one more placement the opponent is stuck
        wins = self._wins.entries.get((own, other))
        if wins is None:
            wins = self._search(own, other, [], budget, symmetric)
        return wins

    def _search(
        self, own: int, other: int, cells: list[int], budget: Budget, symmetric: int
    ) -> bool:
        budget.spend()
        limits = self.limits
        wins = limits.sure(own, other, True) > limits.most(other)
        if not wins and limits.sure(other, own, False) < limits.most(own):
            # One order for the whole search: edges first, where a marker costs its owner least.
            cells = cells or self.placements(own | other, own & other)
            seen: set[Room] = set()
            known, left = self._wins.entries, self._left
            for cell in cells:
                if not own >> cell & 1:
                    continue
                own_left, other_left = own & left[cell], other & ~(1 << cell)
                if not own_left or not other_left:
                    if not other_left:
                        wins = True
                        break
                    continue
                child = other_left, own_left
                if symmetric:
                    form = self._table.normalised(child)
                    if form in seen:
                        continue
                    seen.add(form)
                opponent_wins = known.get(child)
                if opponent_wins is None:
                    fewer = symmetric - 1 if symmetric else 0
                    opponent_wins = self._search(other_left, own_left, cells, budget, fewer)
                if not opponent_wins:
                    wins = True
                    break
        self._wins.store((own, other), wins)
        return wins

    def placements(self, own: int, other: int) -> list[int]:
        """Return the cells to place on, those first that leave the mover most room to spare."""
        ranked = []
        left = own
        while left:
            lowest = left & -left
            left ^= lowest
            cell = lowest.bit_length() - 1
            cost = (own & self._neighbours[cell]).bit_count()
            if not other & lowest:
                cost += 1
            ranked.append(cost << 6 | cell)
        ranked.sort()
        return [rank & 63 for rank in ranked]


class ColSolver(PositionSolver[ColPosition, ColKey]):
    """Solves Col by the values of its parts, and by search where parts are large."""

    nodes_per_second = 100_000
    distances_per_second = 90_000

    def __init__(self, neighbourhood: Neighbourhood, passes: bool) -> None:
        super().__init__()
        self.table = ColTable(neighbourhood)
        self.search = ColSearch(self.table, neighbourhood)
        self.length_step = 1 if passes else 2
        self._passes = passes
        self._left = cells_left(neighbourhood)
        self._most_taken = 1 + len(neighbourhood.steps)
        self._forms: Cache[Room, Room] = Cache()

    def position(self, state: GameState) -> ColPosition:
        """Return who is to move, and the room of both players."""
        one, two = state.room
        columns = state.board.columns
        return state.to_move is Player.ONE, on_plane(one, columns), on_plane(two, columns)

    def key(self, position: ColPosition) -> ColKey:
        """Return who is to move, and the parts of the room in normal form, in order."""
        one_moves, one, two = position
        return one_moves, self._normal_parts((one, two))

    def largest_part(self, key: ColKey) -> int:
        """Return the cells of the largest part."""
        return max(map(_cells, key[1]), default=0)

    def _normal_parts(self, room: Room) -> tuple[Room, ...]:
        forms = []
        for part in self.table.parts(room):
            shape = _shifted(part)
            form = self._forms.entries.get(shape)
            if form is None:
                form = self.table.normalised(shape)
                self._forms.store(shape, form)
            forms.append(form)
        forms.sort()
        return tuple(forms)

    def mover_wins(self, position: ColPosition, budget: Budget) -> bool:
        """Return whether the player to move wins, by search."""
        one_moves, one, two = position
        own, other = (one, two) if one_moves else (two, one)
        return self.search.mover_wins(own, other, budget)

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins: by values for small parts, else by search."""
        one_moves, one, two = self.position(state)
        parts = self._unbalanced(self._normal_parts((one, two)))
        if self.largest_part((one_moves, parts)) <= _SMALL:
            number, star = self.table.value(parts, budget)
            return star if number == 0 else (number > 0) == one_moves
        own, other = (one, two) if one_moves else (two, one)
        return self.search.mover_wins(own, other, budget, _SYMMETRIC_PLIES)

    def has_mirror(self, state: GameState) -> bool:
        """Return whether the player who is not to move wins by mirroring every move."""
        _, one, two = self.position(state)
        return not self._unbalanced(self._normal_parts((one, two)))

    def _unbalanced(self, parts: tuple[Room, ...]) -> tuple[Room, ...]:
        """Return the parts without those whose values cancel out.

        A part that is its own mirror image with players swapped is worth zero, and so are two
        parts that are such images of each other: every placement can be answered by its image.
        """
        left: list[Room] = []
        for part in parts:
            image = self.table.normalised((part[1], part[0]))
            if image in left:
                left.remove(image)
            elif not self.table.is_mirrored(part):
                left.append(part)
        return tuple(left)

    def children(self, position: ColPosition) -> list[tuple[ColPosition, bool]]:
        """Return the positions after every placement, and after any forced pass."""
        one_moves, one, two = position
        own, other = (one, two) if one_moves else (two, one)
        children = []
        for cell in self.search.placements(own, other):
            own_left, other_left = own & self._left[cell], other & ~(1 << cell)
            stuck = self._passes and not other_left and own_left != 0
            one_next = one_moves if stuck else not one_moves
            if one_moves:
                children.append(((one_next, own_left, other_left), not stuck))
            else:
                children.append(((one_next, other_left, own_left), not stuck))
        return children

    def length_bounds(self, position: ColPosition, key: ColKey, wins: bool) -> tuple[int, int]:
        """Return bounds of the distance, by how often the loser can place."""
        del key
        one_moves, one, two = position
        own, other = (one, two) if one_moves else (two, one)
        winner, loser = (own, other) if wins else (other, own)
        limits = self.search.limits
        if not loser:
            if not wins or not self._passes:
                return int(wins), int(wins)
            return -(-winner.bit_count() // self._most_taken), limits.packed(winner)
        shortest = 2 * limits.sure(loser, winner, not wins) + wins
        most = limits.most(loser)
        return shortest, most + limits.most(winner) if self._passes else 2 * most + wins


def _cells(room: Room) -> int:
    return (room[0] | room[1]).bit_count()
