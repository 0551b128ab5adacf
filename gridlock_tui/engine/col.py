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
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.shapes import (
    Symmetry,
    canonical_pair,
    neighbours_of,
    on_plane,
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
ColPosition = tuple[bool, tuple[Room, ...]]
"""Whether Player 1 is to move, and the parts of the room in sorted order."""


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
            while frontier:
                lowest = frontier & -frontier
                near = self._neighbours[lowest.bit_length() - 1]
                # A cell affects another only if one player may place on both.
                new_one = near & one if lowest & part_one else 0
                new_two = near & two if lowest & part_two else 0
                both = new_one | new_two
                part_one |= both & one
                part_two |= both & two
                one &= ~both
                two &= ~both
                frontier ^= lowest | both
            parts.append((part_one, part_two))
        return parts

    def after(self, room: Room, cell: int, by_one: bool) -> list[Room]:
        """Return the parts of the room that is left after a placement."""
        bit = 1 << cell
        own = ~(self._neighbours[cell] | bit)
        one, two = room
        return self.parts((one & own, two & ~bit) if by_one else (one & ~bit, two & own))

    def _part(self, room: Room, budget: Budget) -> Value:
        value = self._values.get(room)
        if value is None:
            # One form for all symmetries and both sides; with sides swapped the value is negated.
            here, there = self.normalised(room), self.normalised((room[1], room[0]))
            canonical, negated = min(here, there), there < here
            value = self._values.get(canonical)
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

        That wins, as there is always an answer. It needs a symmetry that swaps the cells of the
        players and moves every cell.
        """
        home = _shifted(room)
        for turned in self._symmetries:
            image = (turned(home[1]), turned(home[0]))
            if _shifted(image) == home:
                shift = shift_of(image[0] | image[1])
                cells = [1 << cell for cell in cells_in(home[0] | home[1])]
                images = [turned(cell) >> shift for cell in cells]
                swapped = all(turned(im) >> shift == c for c, im in zip(cells, images, strict=True))
                if swapped and not any(map(int.__eq__, cells, images)):
                    return True
        return False

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
        self._normalised = table.normalised
        self._masks = tuple(
            (~(near | 1 << cell), ~(1 << cell))
            for cell, near in enumerate(neighbours_of(neighbourhood))
        )
        self._wins: Cache[Room, bool] = Cache()

    def mover_wins(self, own: int, other: int, budget: Budget, symmetric: int = 0) -> bool:
        """Return whether the player to move wins, given the room of both on the plane.

        For the first `symmetric` placements, only one of several symmetric moves is searched.
        Deeper down, finding symmetric moves takes longer than it saves.
        """
        if not own or not other:
            return bool(own)  # after one more placement the opponent is stuck
        wins = self._wins.get((own, other))
        if wins is None:
            budget.spend()
            masks = self._masks
            children = []
            for cell in cells_in(own):
                own_mask, other_mask = masks[cell]
                children.append((other & other_mask, own & own_mask))
            if symmetric:
                children = list({self._normalised(child): child for child in children}.values())
            # Moves that leave the opponent little room and the mover much win soonest.
            children.sort(key=_lead_of_other)
            wins = False
            for child_own, child_other in children:
                if not self.mover_wins(child_own, child_other, budget, symmetric and symmetric - 1):
                    wins = True
                    break
            self._wins.store((own, other), wins)
        return wins


def _lead_of_other(room: Room) -> int:
    return room[0].bit_count() - room[1].bit_count()


class ColSolver(PositionSolver[ColPosition]):
    """Solves Col by the values of its parts, and by search where parts are large."""

    nodes_per_second = 150_000
    distances_per_second = 3_000

    def __init__(self, neighbourhood: Neighbourhood, passes: bool) -> None:
        super().__init__()
        self.table = ColTable(neighbourhood)
        self.search = ColSearch(self.table, neighbourhood)
        self._passes = passes
        self._wins: Cache[ColPosition, bool] = Cache()

    def position(self, state: GameState) -> ColPosition:
        """Return who is to move and the parts of the room."""
        return state.to_move is Player.ONE, self._normalised(self.table.parts(self._room(state)))

    def _room(self, state: GameState) -> Room:
        one, two = (on_plane(room, state.board.columns) for room in state.room)
        return one, two

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins: by values for small parts, else by search."""
        one_moves, parts = self.position(state)
        parts = self._unbalanced(parts)
        if max(map(_cells, parts), default=0) <= _SMALL:
            return self._by_values((one_moves, parts), budget)
        one, two = self._room(state)
        own, other = (one, two) if one_moves else (two, one)
        return self.search.mover_wins(own, other, budget, _SYMMETRIC_PLIES)

    def has_mirror(self, state: GameState) -> bool:
        """Return whether the player who is not to move wins by mirroring every move."""
        _, parts = self.position(state)
        return not self._unbalanced(parts)

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

    def _normalised(self, parts: list[Room]) -> tuple[Room, ...]:
        return tuple(sorted(map(self.table.normalised, parts)))

    def mover_wins(self, position: ColPosition, budget: Budget) -> bool:
        """Return whether the player to move wins: by values for small parts, else by search."""
        one_moves, parts = position
        if max(map(_cells, parts), default=0) <= _SMALL:
            return self._by_values(position, budget)
        unbalanced = self._unbalanced(parts)
        if len(unbalanced) < len(parts):
            return self.mover_wins((one_moves, unbalanced), budget)
        wins = self._wins.get(position)
        if wins is None:
            budget.spend()
            children = sorted(set(self.children(position)), key=partial(_lead, one_moves))
            wins = any(self.mover_wins(child, budget) != changes for child, changes in children)
            self._wins.store(position, wins)
        return wins

    def _by_values(self, position: ColPosition, budget: Budget) -> bool:
        one_moves, parts = position
        number, star = self.table.value(parts, budget)
        return star if number == 0 else (number > 0) == one_moves

    def children(self, position: ColPosition) -> Iterator[tuple[ColPosition, bool]]:
        """Yield the positions after a placement in any part, and after any forced pass."""
        one_moves, parts = position
        for index, part in enumerate(parts):
            if index and part == parts[index - 1]:
                continue  # the same as a placement in the equal part before
            others = parts[:index] + parts[index + 1 :]
            for cell in cells_in(part[0] if one_moves else part[1]):
                rest = self._normalised(self.table.after(part, cell, one_moves))
                left = tuple(sorted(others + rest))
                # The opponent has to pass if all cells that are left are for the mover alone.
                stuck = self._passes and left and not any(room[one_moves] for room in left)
                yield (one_moves ^ (not stuck), left), not stuck


def _cells(room: Room) -> int:
    return (room[0] | room[1]).bit_count()


def _lead(one_moved: bool, child: tuple[ColPosition, bool]) -> int:
    """Return how many more cells the opponent has left than the player who moved."""
    (_, parts), _ = child
    lead = sum(two.bit_count() - one.bit_count() for one, two in parts)
    return lead if one_moved else -lead
