"""The tokens of one side in a numbered-token game with runs of three, and what they threaten.

What a side can do depends on its own tokens and on which cells are empty. So everything about the
tokens alone is computed once for each arrangement, and a position is just two of them and the set
of empty cells.
"""

from __future__ import annotations

from typing import Final, final

from gridlock_tui.engine.geometry import Cells, Geometry
from gridlock_tui.engine.native import mypyc_attr
from gridlock_tui.rules import GameState, Player
from gridlock_tui.rules.board import cells_in

IN_HAND: Final = 255
"""Marks a token in hand in an order of tokens."""
MAX_SIDES = 50_000
"""How many arrangements are kept at once."""
_CELL_BITS: Final = 6
_BYTES: Final = [bytes([cell]) for cell in range(64)]
_JOKERS: Final = [bytes([64 + cell]) for cell in range(64)]
"""How an image ends that has a joker on a cell."""

Tokens = int
"""A set of tokens, one bit per place in the order of a side."""
Order = bytes
"""A side's tokens from low to high: the cell of each, or IN_HAND.

Only the order decides about runs, not the numbers. So tokens that cannot matter any more are left
out, and the others move up.
"""
Places = tuple[int, ...]
"""Places in an order."""
Key = int
"""A cache key: the orders of both sides, how far the search looks, the empty cells."""


class Sides:
    """All arrangements of tokens on one board that a search has met."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._known: dict[tuple[Order, Cells], Side] = {}
        # What follows from an arrangement, by its number and more. With dictionaries in each
        # arrangement, the garbage collector takes long.
        self._after: dict[int, Side] = {}
        self._reduced: dict[int, Side] = {}
        self._choices: dict[int, Places] = {}
        self._image_numbers: dict[bytes, int] = {}
        self._met = 0
        self._images_met = 0

    def __len__(self) -> int:
        return len(self._known)

    def side(self, order: Order, jokers: Cells = 0) -> Side:
        """Return the arrangement with this order and these jokers."""
        key = order, jokers
        found = self._known.get(key)
        if found is None:
            if max(len(self._known), len(self._reduced) // 4) >= MAX_SIDES:
                for table in (self._after, self._reduced, self._choices):
                    table.clear()
                self._known.clear()
                self._image_numbers.clear()
            self._met += 1  # a number is never used again: the search still holds some
            found = self._known[key] = Side(self.geometry, self._met, order, jokers)
        return found

    def with_joker(self, side: Side, cell: int) -> Side:
        """Return the arrangement with a joker on a cell."""
        after = self._after
        key = -1 - (side.number << _CELL_BITS | cell)
        found = after.get(key)
        if found is None:
            found = after[key] = self.side(side.order, side.jokers | 1 << cell)
        return found

    def place(self, side: Side, place: int, cell: int, placements: int) -> Side:
        """Return the arrangement after a token in hand is placed, if so many placements follow."""
        after = self._after
        key = (side.number << 8 | place) << 14 | placements << _CELL_BITS | cell
        found = after.get(key)
        if found is None:
            order = side.order
            order = _without(order[:place] + _BYTES[cell] + order[place + 1 :], -1, placements)
            found = after[key] = self.side(order, side.jokers)
        return found

    def choices_on(self, side: Side, cell: int, empty: Cells, placements: int) -> Places:
        """Return the tokens worth placing on a cell if so many placements follow."""
        return self.choices(side, -placements if side.is_dead(cell, empty) else placements)

    def choices(self, side: Side, placements: int) -> Places:
        """Return the tokens worth placing if so many placements follow.

        With p placements to come, 2^p - 1 tokens in hand between two others are as good as any
        more, and more are never worse. So among the tokens of one gap only those count that leave
        no more than that on both sides; if there is none, one that leaves enough on both.

        A negative number means that the token will be dead. Then all tokens of a gap are equal, and
        one of a gap with more than enough is best.
        """
        known = self._choices
        key = side.number << 9 | placements + 256
        found = known.get(key)
        if found is None:
            found = known[key] = tuple(side.find_choices(placements))
        return found

    def reduced(self, side: Side, empty: Cells, placements: int) -> Side:
        """Return the arrangement without the tokens that cannot matter in so many placements."""
        if not side.has_runs:
            side.find_runs()
        known = self._reduced
        key = (side.number << 8 | placements) << self.geometry.cells | empty & side.scope
        found = known.get(key)
        if found is None:
            live = 0
            tokens = side.run_tokens
            for index, cells in enumerate(side.run_cells):
                if cells & empty == cells:
                    live |= tokens[index]
            # Both tokens of a run that lacks one are listed.
            order = side.order
            found = self.side(_without(order, live, placements), live >> len(order))
            known[key] = found
        return found

    def key(self, side: Side, other: Side, empty: Cells, plies: int) -> Key:
        """Return a key that is the same for all positions equivalent to this one.

        It is one number, as small as can be: that needs no object that the garbage collector
        visits, and on a small board the compiled build has no large number to compute with.
        """
        if not side.images:
            self._find_images(side)
        if not other.images:
            self._find_images(other)
        symmetries, others, geometry = side.least_images, other.images, self.geometry
        first = symmetries[0]
        best, cells = others[first], geometry.image(empty, first)
        if len(symmetries) > 1:
            for symmetry in symmetries:
                image = others[symmetry]
                if image <= best:
                    turned = geometry.image(empty, symmetry)
                    if image < best or turned < cells:
                        best, cells = image, turned
        # Every pair of numbers has a number of its own: count the pairs by their sum.
        both = side.images[first] + best
        return (both * (both + 1) // 2 + best << 8 | plies) << geometry.cells | cells

    def _find_images(self, side: Side) -> None:
        """Find the numbers of the order under each symmetry; low to high or the other way."""
        numbers: list[int] = []
        geometry, order, jokers = self.geometry, side.order, side.jokers
        for index, symmetry in enumerate(geometry.symmetries):
            image = order.translate(symmetry)
            backwards = image[::-1]
            if backwards < image:
                image = backwards
            left = geometry.image(jokers, index) if jokers else 0
            while left:
                highest = left.bit_length() - 1
                image += _JOKERS[highest]
                left ^= 1 << highest
            number = self._image_numbers.get(image)
            if number is None:
                self._images_met += 1
                number = self._image_numbers[image] = self._images_met
            numbers.append(number)
        least = min(numbers)
        side.images = tuple(numbers)
        side.least_images = tuple([i for i, number in enumerate(numbers) if number == least])


@final
@mypyc_attr(acyclic=True)
class Side:
    """An arrangement of one side's tokens. Whether cells are empty is for the caller to check.

    Many arrangements are only asked for their threats, so the rest is computed when needed. It is
    kept in tuples of numbers, which the garbage collector can skip. An arrangement knows no other
    one, so none outlives the search, even without the garbage collector.
    """

    def __init__(self, geometry: Geometry, number: int, order: Order, jokers: Cells) -> None:
        self.geometry = geometry
        self.number = number
        self.order = order
        self.jokers = jokers
        """Cells with a token that counts as whatever number helps; the hand has lost none for it.

        So a side with a joker can do what it could with any token there, and more.
        """
        own, hand = jokers, 0
        bit = 1
        for cell in order:
            if cell == IN_HAND:
                hand |= bit
            else:
                own |= 1 << cell
            bit += bit
        self.own: Cells = own
        """The cells of the tokens."""
        self.hand: Tokens = hand
        self.threats: Cells = self._find_threats()
        """The cells where a token in hand completes a run, if they are empty."""
        self._has_moves = False
        # These five are empty before `find_moves`.
        self.move_cells: tuple[Cells, ...] = ()
        """Ways to make a threat: where to place."""
        self.move_gaps: tuple[Cells, ...] = ()
        """The cell that each of these threatens."""
        self.move_tokens: tuple[Tokens, ...] = ()
        """The tokens with which each of these threatens."""
        self.plan_cells: tuple[Cells, ...] = ()
        """Ways to make two threats at once: where to place."""
        self.plan_areas: tuple[Cells, ...] = ()
        """All three cells of each of these."""
        self.has_runs = False
        self.run_tokens: tuple[int, ...] = ()
        """The unfinished runs: one token; a joker comes after the order, by its cell."""
        self.run_cells: tuple[Cells, ...] = ()
        """The cells that each of these needs."""
        self.scope: Cells = 0
        """The cells that are part of any unfinished run."""
        # These two are empty before there is a key.
        self.images: tuple[int, ...] = ()
        """The number of the order under each symmetry of the board."""
        self.least_images: tuple[int, ...] = ()
        """The symmetries that lead to the smallest of these."""

    def _find_threats(self) -> Cells:
        lines, order, own, hand = self.geometry.lines, self.order, self.own, self.hand
        threats = 0
        left = own if hand else 0
        while left:
            bit = left & -left
            left ^= bit
            cell = bit.bit_length() - 1
            for both, middle in lines[cell]:
                taken = both & own
                if taken and taken != both:
                    tokens = _completing(order, cell, taken, middle, self.jokers)
                    if tokens & hand:
                        threats |= both ^ taken
        return threats

    def find_moves(self) -> None:
        """Find the ways to make threats, if that is not yet done."""
        if self._has_moves:
            return
        self._has_moves = True
        lines, own = self.geometry.lines, self.own
        cells: list[Cells] = []
        gaps: list[Cells] = []
        tokens: list[Tokens] = []
        for _, cell, beyond, between, around in self._partners():
            for both, middle in lines[cell]:
                if both & own:
                    continue
                first, second = (beyond, between) if middle else (around, around)
                if first:
                    bit = middle or both & -both
                    cells.append(bit)
                    gaps.append(both ^ bit)
                    tokens.append(first)
                    cells.append(both ^ bit)
                    gaps.append(bit)
                    tokens.append(second)
        self.move_cells, self.move_gaps, self.move_tokens = tuple(cells), tuple(gaps), tuple(tokens)
        self._find_plans(cells, gaps, tokens)

    def _partners(self) -> list[tuple[Tokens, int, Tokens, Tokens, Tokens]]:
        """Return the tokens on the board, each with its cell and the tokens that threaten with it.

        These depend on where the gap is: beyond the second, between the two, beyond the first. The
        jokers come after the order, by their cells.
        """
        hand, found = self.hand, []
        bit = 1
        for cell in self.order:
            if cell != IN_HAND:
                above, below = hand & -bit, hand & bit - 1
                lowest, highest = above & -above, 1 << below.bit_length() >> 1
                between = above ^ lowest | below ^ highest
                lowest, highest = below & -below, 1 << above.bit_length() >> 1
                beyond = above ^ highest | below ^ lowest
                found.append((bit, cell, beyond, between, hand if above and below else 0))
            bit += bit
        for cell in cells_in(self.jokers) if self.jokers else ():
            every = hand if hand & hand - 1 else 0
            found.append((bit << cell, cell, every, every, every))
        return found

    def _find_plans(self, cells: list[Cells], gaps: list[Cells], tokens: list[Tokens]) -> None:
        latest = [-1] * self.geometry.cells
        earlier: list[int] = []
        """For each way to make a threat, the one before it on the same cell."""
        plan_cells: list[Cells] = []
        areas: list[Cells] = []
        for index, cell in enumerate(cells):
            at = cell.bit_length() - 1
            other = latest[at]
            earlier.append(other)
            latest[at] = index
            if other < 0:
                continue
            gap, with_tokens = gaps[index], tokens[index]
            while other >= 0:
                # Two lines may have the same gap.
                if with_tokens & tokens[other] and gap != gaps[other]:
                    plan_cells.append(cell)
                    areas.append(cell | gap | gaps[other])
                other = earlier[other]
        self.plan_cells, self.plan_areas = tuple(plan_cells), tuple(areas)

    def find_runs(self) -> None:
        """Find the unfinished runs."""
        self.has_runs = True
        lines, order, own, hand = self.geometry.lines, self.order, self.own, self.hand
        tokens: list[Tokens] = []
        needs: list[Cells] = []
        for bit, cell, beyond, _, around in self._partners():
            for both, middle in lines[cell]:
                taken = both & own
                if not taken:
                    useful = beyond if middle else around
                elif taken == both:
                    useful = 0
                else:
                    useful = _completing(order, cell, taken, middle, self.jokers) & hand
                if useful:
                    tokens.append(bit)
                    needs.append(both ^ taken)
                    self.scope |= both ^ taken
        self.run_tokens, self.run_cells = tuple(tokens), tuple(needs)

    def is_dead(self, cell: int, empty: Cells) -> bool:
        """Return whether a token on this cell could not be part of any run."""
        blocked = ~(empty | self.own)
        for both, _ in self.geometry.lines[cell]:
            if not both & blocked:
                break
        else:
            return True
        return False

    def find_choices(self, placements: int) -> list[int]:
        """Find the tokens worth placing, as `Sides.choices` says."""
        found: list[int] = []
        start = 0
        enough = (1 << abs(placements)) - 1
        for gap in self.order_gaps():
            if gap and placements < 0:
                found.append(start)
                if gap > enough:
                    return [start]
            elif gap:
                low, high = max(0, gap - 1 - enough), min(gap - 1, enough)
                if low > high:
                    low = high = (gap - 1) // 2
                found += range(start + low, start + high + 1)
            start += gap + 1
        return found

    def order_gaps(self) -> list[int]:
        """Return how many tokens are in hand below, between and above those on the board."""
        gaps = [0]
        for cell in self.order:
            if cell == IN_HAND:
                gaps[-1] += 1
            else:
                gaps.append(0)
        return gaps


def _without(order: Order, live: Tokens, placements: int) -> Order:
    """Return the order without dead tokens, and without more in a gap than so many can use."""
    enough = (1 << placements) - 1
    if live < 0 and len(order) <= enough:
        return order
    kept: list[int] = []
    gap, bit = 0, 1
    for cell in order:
        if cell == IN_HAND:
            gap += 1
            if gap <= enough:
                kept.append(cell)
        elif live & bit:
            kept.append(cell)
            gap = 0
        bit += bit
    return order if len(kept) == len(order) else bytes(kept)


def _completing(order: Order, cell: int, taken: Cells, middle: Cells, jokers: Cells) -> Tokens:
    """Return the tokens that complete a run of the token on a cell and the one on a taken cell.

    If the first is not in the middle of the line, it says which cell is.
    """
    if jokers & (taken | 1 << cell):
        return -1
    first, second = order.index(cell), order.index(taken.bit_length() - 1)
    if middle and taken != middle:
        low, high = (first, second) if first < second else (second, first)
        return (1 << high) - (1 << low + 1)
    end, rises = (second, second > first) if middle else (first, first > second)
    return -(1 << end + 1) if rises else (1 << end) - 1


def order_of(state: GameState, player: Player) -> Order:
    """Return the tokens of a player, from number 1 on."""
    order = bytearray([IN_HAND] * state.variant.tokens_each)
    for cell in state.cells_of(player):
        order[state.tokens[cell] - 1] = cell
    return bytes(order)
