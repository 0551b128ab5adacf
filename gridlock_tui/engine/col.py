"""Conway's Col: games in which a marker bars its owner only (spacing, passing).

A position of Col is a number, or a number and a star (On Numbers and Games, chapter 8). So the
connected parts of a position can be solved one by one and their values added: a positive sum wins
for Player 1, a negative one for Player 2, whoever is to move; zero loses and a single star wins
for whoever is to move.

With forced passes, the player who gets stuck first has lost all the same: the opponent either
places last or has just done so. So `passing` has the same winner as `spacing`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.shapes import Turn, on_plane, reach_of, shift_of, turns_of
from gridlock_tui.engine.solver import PositionSolver
from gridlock_tui.rules import GameState, Neighbourhood, Player
from gridlock_tui.rules.board import cells_in

_SMALL = 10
"""Up to how many cells a part's value is worth working out; beyond that only who wins."""

_SYMMETRIC_PLIES = 2

Room = tuple[int, int]
"""The cells where Player 1, and where Player 2, may place, on the plane."""


class Value(NamedTuple):
    """A number, and whether a star is added to it.

    The numbers are halves of halves of whole ones, and small: a float holds them exactly.
    """

    number: float
    star: bool

    def __neg__(self) -> Value:
        return Value(-self.number, self.star)


class ColTable:
    """What is known of the shapes under one neighbourhood, shared by all positions and games."""

    def __init__(self, neighbourhood: Neighbourhood) -> None:
        self._reach = reach_of(neighbourhood)
        self._turns: tuple[Turn, ...] = turns_of(neighbourhood)
        self._values: Memory[Room, Value] = Memory()

    def __len__(self) -> int:
        return len(self._values)

    def value(self, room: Room, budget: Budget) -> Value:
        """Return the value of a position."""
        number, star = 0.0, False
        for part in self.parts(room):
            value = self._part(_shifted(part), budget)
            number += value.number
            star ^= value.star
        return Value(number, star)

    def parts(self, room: Room) -> list[Room]:
        """Return the regions that do not influence one another."""
        one, two = room
        regions = []
        while one | two:
            cell = (one | two) & -(one | two)
            part_one, part_two = cell & one, cell & two
            one ^= part_one
            two ^= part_two
            frontier = cell
            while frontier:
                lowest = frontier & -frontier
                near = self._reach[lowest.bit_length() - 1]
                # A cell influences another only through a player who may place on both.
                new_one = near & one if lowest & part_one else 0
                new_two = near & two if lowest & part_two else 0
                both = new_one | new_two
                part_one |= both & one
                part_two |= both & two
                one &= ~both
                two &= ~both
                frontier ^= lowest | both
            regions.append((part_one, part_two))
        return regions

    def after(self, room: Room, cell: int, by_one: bool) -> Room:
        """Return the room that is left after a placement."""
        bit = 1 << cell
        own = ~(self._reach[cell] | bit)
        one, two = room
        return (one & own, two & ~bit) if by_one else (one & ~bit, two & own)

    def _part(self, room: Room, budget: Budget) -> Value:
        value = self._values.get(room)
        if value is None:
            canonical, negated = self._canonical(room)
            value = self._values.get(canonical)
            if value is None:
                budget.spend()
                value = self._from_options(canonical, budget)
                self._values.remember(canonical, value)
            value = -value if negated else value
            self._values.remember(room, value)
        return value

    def turned(self, room: Room) -> Room:
        """Return the form that stands for all that are turned or mirrored, sides kept."""
        one, two = room
        return min(_shifted((turn(one), turn(two))) for turn in self._turns)

    def is_mirrored(self, room: Room) -> bool:
        """Say whether the second player can answer every placement by its mirror image.

        That wins: whoever answers always has an answer. It needs a symmetry that swaps the sides'
        cells and leaves none of them where it is.
        """
        home = _shifted(room)
        for turn in self._turns:
            image = (turn(home[1]), turn(home[0]))
            if _shifted(image) == home:
                shift = shift_of(image[0] | image[1])
                cells = [1 << cell for cell in cells_in(home[0] | home[1])]
                images = [turn(cell) >> shift for cell in cells]
                swapped = all(turn(im) >> shift == c for c, im in zip(cells, images, strict=True))
                if swapped and not any(map(int.__eq__, cells, images)):
                    return True
        return False

    def _canonical(self, room: Room) -> tuple[Room, bool]:
        """Return the form that stands for all that are turned, mirrored or have sides swapped."""
        here, there = self.turned(room), self.turned((room[1], room[0]))
        return (there, True) if there < here else (here, False)

    def _from_options(self, room: Room, budget: Budget) -> Value:
        left = [self.value(self.after(room, cell, True), budget) for cell in cells_in(room[0])]
        right = [self.value(self.after(room, cell, False), budget) for cell in cells_in(room[1])]
        low = max((value.number for value in left), default=-math.inf)
        high = min((value.number for value in right), default=math.inf)
        # A number fits above an option a if it is larger, above a and a star also if it is a.
        above_low = Value(low, False) in left
        below_high = Value(high, False) in right
        if low < high or (low == high and not above_low and not below_high):
            return Value(_simplest(low, above_low, high, below_high), False)
        assert low == high, "no position of Col is hot"
        assert above_low, "nor anything else than a number and a star"
        assert below_high, "seen from either side"
        return Value(low, True)


def _simplest(low: float, above_low: bool, high: float, below_high: bool) -> float:
    """Return the simplest number between two others, which are left out where so said."""

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
    """Return the region moved as far up and to the left as it goes."""
    shift = shift_of(room[0] | room[1])
    return room[0] >> shift, room[1] >> shift


class Duel:
    """Who wins, by plain search: on large open boards that beats taking positions apart."""

    def __init__(self, table: ColTable, neighbourhood: Neighbourhood) -> None:
        self._turned = table.turned
        self._keeps = tuple(
            (~(near | 1 << cell), ~(1 << cell)) for cell, near in enumerate(reach_of(neighbourhood))
        )
        self._wins: Memory[Room, bool] = Memory()

    def __len__(self) -> int:
        return len(self._wins)

    def mover_wins(self, own: int, other: int, budget: Budget, symmetric: int = 0) -> bool:
        """Say whether the player to move wins, given the room of both on the plane.

        For the first few placements, given as `symmetric`, moves that are turned or mirrored
        forms of one another are looked at once. Deeper down that takes longer than it saves.
        """
        if not own or not other:
            return bool(own)  # one more placement, and the other is stuck
        wins = self._wins.get((own, other))
        if wins is None:
            budget.spend()
            keeps = self._keeps
            children = []
            for cell in cells_in(own):
                keeps_own, keeps_other = keeps[cell]
                children.append((other & keeps_other, own & keeps_own))
            if symmetric:
                children = list({self._turned(child): child for child in children}.values())
            # Where the opponent is left with little room and oneself with much, it is soon over.
            children.sort(key=_lead_of_other)
            wins = False
            for child_own, child_other in children:
                if not self.mover_wins(child_own, child_other, budget, symmetric and symmetric - 1):
                    wins = True
                    break
            self._wins.remember((own, other), wins)
        return wins


def _lead_of_other(room: Room) -> int:
    return room[0].bit_count() - room[1].bit_count()


class ColSolver(PositionSolver[tuple[bool, tuple[Room, ...]]]):
    """Col. A position is whether Player 1 is to move, and the sorted list of its parts."""

    nodes_per_second = 150_000
    lengths_per_second = 3_000

    def __init__(self, neighbourhood: Neighbourhood, passes: bool) -> None:
        super().__init__()
        self.table = ColTable(neighbourhood)
        self.duel = Duel(self.table, neighbourhood)
        self._passes = passes
        self._wins: Memory[tuple[bool, tuple[Room, ...]], bool] = Memory()

    def position(self, state: GameState) -> tuple[bool, tuple[Room, ...]]:
        """Return the parts of the room that is left."""
        return state.to_move is Player.ONE, self._parts(self._room(state))

    def _room(self, state: GameState) -> Room:
        one, two = (on_plane(room, state.board.columns) for room in state.room)
        return one, two

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Say whether the player to move wins: by theory where it applies, else by search."""
        one_moves, parts = self.position(state)
        parts = self._unbalanced(parts)
        if max(map(_cells, parts), default=0) <= _SMALL:
            return self._by_values((one_moves, parts), budget)
        one, two = self._room(state)
        own, other = (one, two) if one_moves else (two, one)
        return self.duel.mover_wins(own, other, budget, _SYMMETRIC_PLIES)

    def has_mirror(self, state: GameState) -> bool:
        """Say whether the player not to move wins just by mirroring every move."""
        _, parts = self.position(state)
        return not self._unbalanced(parts)

    def _unbalanced(self, parts: tuple[Room, ...]) -> tuple[Room, ...]:
        """Return the parts that count: those that are worth nothing to either are left out.

        That is a part that is its own mirror image with sides swapped, and two parts that are
        such images of each other: whoever answers a placement by its image has the last word.
        """
        left: list[Room] = []
        for part in parts:
            image = self.table.turned((part[1], part[0]))
            if image in left:
                left.remove(image)
            elif not self.table.is_mirrored(part):
                left.append(part)
        return tuple(left)

    def _parts(self, room: Room) -> tuple[Room, ...]:
        return tuple(sorted(self.table.turned(part) for part in self.table.parts(room)))

    def mover_wins(self, position: tuple[bool, tuple[Room, ...]], budget: Budget) -> bool:
        """Say whether the player to move wins: by values if all parts are small, else by search."""
        one_moves, parts = position
        if max(map(_cells, parts), default=0) <= _SMALL:
            return self._by_values(position, budget)
        counting = self._unbalanced(parts)
        if len(counting) < len(parts):
            return self.mover_wins((one_moves, counting), budget)
        wins = self._wins.get(position)
        if wins is None:
            budget.spend()
            children = sorted(set(self.children(position)), key=partial(_lead, one_moves))
            wins = any(self.mover_wins(child, budget) != turned for child, turned in children)
            self._wins.remember(position, wins)
        return wins

    def _by_values(self, position: tuple[bool, tuple[Room, ...]], budget: Budget) -> bool:
        one_moves, parts = position
        number, star = 0.0, False
        for part in parts:
            value = self.table.value(part, budget)
            number += value.number
            star ^= value.star
        return star if number == 0 else (number > 0) == one_moves

    def children(
        self, position: tuple[bool, tuple[Room, ...]]
    ) -> Iterator[tuple[tuple[bool, tuple[Room, ...]], bool]]:
        """Yield the positions after a placement in any part, and after the pass it may force."""
        one_moves, parts = position
        for index, part in enumerate(parts):
            if index and part == parts[index - 1]:
                continue  # a placement in one of two equal parts is as good as in the other
            others = parts[:index] + parts[index + 1 :]
            for cell in cells_in(part[0] if one_moves else part[1]):
                left = tuple(sorted(others + self._parts(self.table.after(part, cell, one_moves))))
                turned = True
                if self._passes:
                    mover, other = (0, 1) if one_moves else (1, 0)
                    stuck = not any(room[other] for room in left)
                    turned = not (stuck and any(room[mover] for room in left))
                yield (one_moves ^ turned, left), turned


def _cells(room: Room) -> int:
    return (room[0] | room[1]).bit_count()


def _lead(one_moved: bool, child: tuple[tuple[bool, tuple[Room, ...]], bool]) -> int:
    """Return how many more cells the opponent has left than the one who moved."""
    (_, parts), _ = child
    lead = sum(two.bit_count() - one.bit_count() for one, two in parts)
    return lead if one_moved else -lead
