"""The tokens of one side in a numbered-token game with runs of three, and what they threaten.

What a side can do depends on its own tokens and on which cells are empty. So everything about the
tokens alone is computed once for each arrangement, and a position is just two of them and the set
of empty cells.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from gridlock_tui.rules import Board, GameState, Player
from gridlock_tui.rules.board import cells_in

RUN_LENGTH = 3
IN_HAND = 255
"""Marks a token in hand in an order of tokens."""
_JOKERS = 64
"""The place of the joker on cell 0 in a list of places, then those on the other cells."""
MAX_SIDES = 50_000
"""How many arrangements are kept at once."""
_CHUNK_BITS = 8

Cells = int
"""A set of cells, one bit per cell."""
Tokens = int
"""A set of tokens, one bit per place in the order of a side."""
Order = bytes
"""A side's tokens from low to high: the cell of each, or IN_HAND.

Only the order decides about runs, not the numbers. So tokens that cannot matter any more are left
out, and the others move up.
"""
Key = tuple[int, bytes, bytes, int]
"""A cache key: how far the search looks, the orders of both sides, the empty cells."""


class Geometry:
    """The facts that all positions on one board share."""

    def __init__(self, board: Board) -> None:
        self.cells = board.size
        self.pairs: list[list[tuple[int, Cells, Cells, int]]] = [[] for _ in range(board.size)]
        """For each cell the other two cells of its lines: one for a second token, and the gap.

        The third number says where the gap is: 0 between the two tokens, 1 beyond the second, 2
        beyond the first.
        """
        for a, b, c in board.lines(RUN_LENGTH):
            for first, second, gap, kind in (
                (a, b, c, 1),
                (a, c, b, 0),
                (b, a, c, 2),
                (b, c, a, 2),
                (c, b, a, 1),
                (c, a, b, 0),
            ):
                self.pairs[first].append((second, 1 << second, 1 << gap, kind))
        self.others: list[list[Cells]] = [[] for _ in range(board.size)]
        """For each cell the other two cells of each line through it."""
        for line in board.lines(RUN_LENGTH):
            for cell in line:
                self.others[cell].append(sum(1 << other for other in line if other != cell))
        self.by_lines = sorted(range(board.size), key=lambda cell: -len(self.pairs[cell]))
        """The cells, those on the most lines first."""
        self.symmetries = _symmetries(board)
        self._images = [_images_of_chunks(table, board.size) for table in self.symmetries]

    def image(self, cells: Cells, symmetry: int) -> Cells:
        """Return the cells after one of the symmetries."""
        found = 0
        for chunk in self._images[symmetry]:
            found |= chunk[cells & 255]
            cells >>= _CHUNK_BITS
        return found


def _symmetries(board: Board) -> list[bytes]:
    """Return each symmetry of the board as a translation table for bytes that are cells."""
    rows, columns = board.rows, board.columns
    found = []
    turns = (False, True) if rows == columns else (False,)
    for flip_rows, flip_columns, transpose in product((False, True), (False, True), turns):
        table = list(range(256))
        for cell in range(board.size):
            row, column = board.place(cell)
            row = rows - 1 - row if flip_rows else row
            column = columns - 1 - column if flip_columns else column
            table[cell] = board.cell(column, row) if transpose else board.cell(row, column)
        found.append(bytes(table))
    return found


def _images_of_chunks(table: bytes, cells: int) -> list[list[Cells]]:
    """Return, for each eight cells, the images of all their sets."""
    chunks = []
    for start in range(0, cells, _CHUNK_BITS):
        images = [0]
        for cell in range(start, min(start + _CHUNK_BITS, cells)):
            images += [image | 1 << table[cell] for image in images]
        chunks.append(images)
    return chunks


@lru_cache(maxsize=8)
def geometry_of(board: Board) -> Geometry:
    """Return the geometry of this board, computed once."""
    return Geometry(board)


class Sides:
    """All arrangements of tokens on one board that a search has met."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._known: dict[tuple[Order, Cells], Side] = {}

    def __len__(self) -> int:
        return len(self._known)

    def side(self, order: Order, jokers: Cells = 0) -> Side:
        """Return the arrangement with this order and these jokers."""
        found = self._known.get((order, jokers))
        if found is None:
            if len(self._known) >= MAX_SIDES:
                for side in self._known.values():
                    side.forget()
                self._known.clear()
            found = self._known[order, jokers] = Side(self, order, jokers)
        return found


class Side:
    """An arrangement of one side's tokens. Whether cells are empty is for the caller to check."""

    def __init__(self, sides: Sides, order: Order, jokers: Cells) -> None:
        self.geometry = sides.geometry
        self._sides = sides
        self.order = order
        self.jokers = jokers
        """Cells with a token that counts as whatever number helps; the hand has lost none for it.

        So a side with a joker can do what it could with any token there, and more.
        """
        self.own: Cells = 0
        """The cells of the tokens."""
        self.threats: Cells = 0
        """The cells where a token in hand completes a run, if they are empty."""
        # Parallel lists of numbers: with a tuple per entry, the garbage collector takes long.
        self.move_cells: list[Cells] = []
        """Ways to make a threat: where to place."""
        self.move_gaps: list[Cells] = []
        """The cell that each of these threatens."""
        self.move_tokens: list[Tokens] = []
        """The tokens with which each of these threatens."""
        self.plan_cells: list[Cells] = []
        """Ways to make two threats at once: where to place."""
        self.plan_areas: list[Cells] = []
        """All three cells of each of these."""
        self.scope: Cells = 0
        """The cells that are part of any unfinished run."""
        self._run_places: list[int] = []
        """The unfinished runs: one token's place in the order."""
        self._run_cells: list[Cells] = []
        """The cells that each of these needs."""
        self._children: dict[int, Side] | None = None
        self._reduced: dict[int, Side] | None = None
        self._choices: dict[int, list[int]] | None = None
        self._images: list[bytes] | None = None
        self._least_images: list[int] | None = None
        self._build()

    def forget(self) -> None:
        """Drop the links to other arrangements."""
        self._children = None
        self._reduced = None

    def _build(self) -> None:
        order, pairs = self.order, self.geometry.pairs
        run_places, run_cells = self._run_places, self._run_cells
        own, hand = self.jokers, 0
        places = [0] * self.geometry.cells
        for place, cell in enumerate(order):
            if cell == IN_HAND:
                hand |= 1 << place
            else:
                own |= 1 << cell
                places[cell] = place
        self.own = own
        makers: dict[Cells, list[int]] = {}
        for place, cell in enumerate(order):
            if cell == IN_HAND:
                continue
            above = hand & -(1 << place)
            below = hand & ((1 << place) - 1)
            # The tokens that threaten from the second cell, by where the gap is.
            between = above & (above - 1) | below & ~(1 << below.bit_length() >> 1)
            beyond = above & ~(1 << above.bit_length() >> 1) | below & (below - 1)
            around = (below if above else 0) | (above if below else 0)
            for second, second_bit, gap_bit, kind in pairs[cell]:
                if gap_bit & own:
                    continue
                if second_bit & own:
                    joker = second_bit & self.jokers
                    if hand if joker else _completing(kind, place, places[second]) & hand:
                        self.threats |= gap_bit
                        run_places.append(place)
                        run_cells.append(gap_bit)
                    continue
                tokens = between if kind == 0 else beyond if kind == 1 else around
                if tokens:
                    self._add_move(makers, place, second_bit, gap_bit, tokens)
        left = self.jokers
        while left:
            bit = left & -left
            left ^= bit
            cell = bit.bit_length() - 1
            for _, second_bit, gap_bit, _ in pairs[cell]:
                if gap_bit & own:
                    continue
                if second_bit & own:
                    if hand:
                        self.threats |= gap_bit
                        run_places.append(_JOKERS + cell)
                        run_cells.append(gap_bit)
                elif hand & (hand - 1):
                    self._add_move(makers, _JOKERS + cell, second_bit, gap_bit, hand)
        for cells in run_cells:
            self.scope |= cells

    def _add_move(
        self, makers: dict[Cells, list[int]], place: int, cell: Cells, gap: Cells, tokens: Tokens
    ) -> None:
        """Add a way to make a threat, and the ways to make two at once."""
        moves = makers.get(cell)
        if moves is None:
            moves = makers[cell] = []
        for index in moves:
            # Two lines may have the same gap.
            if tokens & self.move_tokens[index] and gap != self.move_gaps[index]:
                self.plan_cells.append(cell)
                self.plan_areas.append(cell | gap | self.move_gaps[index])
        moves.append(len(self.move_cells))
        self.move_cells.append(cell)
        self.move_gaps.append(gap)
        self.move_tokens.append(tokens)
        self._run_places.append(place)
        self._run_cells.append(cell | gap)

    def with_joker(self, cell: int) -> Side:
        """Return the arrangement with a joker on a cell."""
        children = self._children
        if children is None:
            children = self._children = {}
        found = children.get(-1 - cell)
        if found is None:
            found = self._sides.side(self.order, self.jokers | 1 << cell)
            children[-1 - cell] = found
        return found

    def place(self, place: int, cell: int, placements: int) -> Side:
        """Return the arrangement after a token in hand is placed, if so many placements follow."""
        key = (place << 6 | cell) << 6 | placements
        children = self._children
        if children is None:
            children = self._children = {}
        found = children.get(key)
        if found is None:
            order = self.order[:place] + bytes([cell]) + self.order[place + 1 :]
            found = self._sides.side(_without(order, -1, placements), self.jokers)
            children[key] = found
        return found

    def is_dead(self, cell: int, empty: Cells) -> bool:
        """Return whether a token on this cell could not be part of any run."""
        blocked = ~(empty | self.own)
        for others in self.geometry.others[cell]:
            if not others & blocked:
                break
        else:
            return True
        return False

    def choices_on(self, cell: int, empty: Cells, placements: int) -> list[int]:
        """Return the tokens worth placing on a cell if so many placements follow."""
        return self.choices(-placements if self.is_dead(cell, empty) else placements)

    def choices(self, placements: int) -> list[int]:
        """Return the tokens worth placing if so many placements follow.

        With p placements to come, 2^p - 1 tokens in hand between two others are as good as any
        more, and more are never worse. So among the tokens of one gap only those count that leave
        no more than that on both sides; if there is none, one that leaves enough on both.

        A negative number means that the token will be dead. Then all tokens of a gap are equal, and
        one of a gap with more than enough is best.
        """
        if self._choices is None:
            self._choices = {}
        found = self._choices.get(placements)
        if found is None:
            found = []
            start = 0
            enough = (1 << abs(placements)) - 1
            for gap in self.order_gaps():
                if gap and placements < 0:
                    found.append(start)
                    if gap > enough:
                        found = [start]
                        break
                elif gap:
                    low, high = max(0, gap - 1 - enough), min(gap - 1, enough)
                    if low > high:
                        low = high = (gap - 1) // 2
                    found += range(start + low, start + high + 1)
                start += gap + 1
            self._choices[placements] = found
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

    def reduced(self, empty: Cells, placements: int) -> Side:
        """Return the arrangement without the tokens that cannot matter in so many placements."""
        key = (empty & self.scope) << 6 | placements
        reduced = self._reduced
        if reduced is None:
            reduced = self._reduced = {}
        found = reduced.get(key)
        if found is None:
            live = 0
            for place, cells in zip(self._run_places, self._run_cells, strict=True):
                if cells & empty == cells:
                    live |= 1 << place
            # Both tokens of a run that lacks one are listed.
            found = self._sides.side(_without(self.order, live, placements), live >> _JOKERS)
            reduced[key] = found
        return found

    def images(self) -> list[bytes]:
        """Return the order under each symmetry of the board; low to high or the other way."""
        if self._images is None:
            order = self.order
            self._images = []
            for symmetry in self.geometry.symmetries:
                image = order.translate(symmetry)
                image = min(image, image[::-1])
                if self.jokers:
                    jokers = sorted(symmetry[cell] for cell in cells_in(self.jokers))
                    image += bytes([_JOKERS, *jokers])
                self._images.append(image)
        return self._images

    def least_images(self) -> list[int]:
        """Return the symmetries that lead to the smallest image."""
        if self._least_images is None:
            images = self.images()
            least = min(images)
            self._least_images = [i for i, image in enumerate(images) if image == least]
        return self._least_images

    def key(self, other: Side, empty: Cells, plies: int) -> Key:
        """Return a key that is the same for all positions equivalent to this one."""
        symmetries, others = self.least_images(), other.images()
        first = symmetries[0]
        best, cells = others[first], self.geometry.image(empty, first)
        for symmetry in symmetries[1:]:
            image = others[symmetry]
            if image <= best:
                turned = self.geometry.image(empty, symmetry)
                if image < best or turned < cells:
                    best, cells = image, turned
        return plies, self.images()[first], best, cells


def _without(order: Order, live: Tokens, placements: int) -> Order:
    """Return the order without dead tokens, and without more in a gap than so many can use."""
    enough = (1 << placements) - 1
    kept = bytearray()
    gap = 0
    for place, cell in enumerate(order):
        if cell == IN_HAND:
            gap += 1
            if gap <= enough:
                kept.append(cell)
        elif live >> place & 1:
            kept.append(cell)
            gap = 0
    return bytes(kept)


def _completing(kind: int, first: int, second: int) -> Tokens:
    """Return the tokens that complete a run in the gap beside two others."""
    if kind == 0:
        low, high = (first, second) if first < second else (second, first)
        return (1 << high) - (1 << low + 1)
    end, rises = (second, second > first) if kind == 1 else (first, first > second)
    return -(1 << end + 1) if rises else (1 << end) - 1


def order_of(state: GameState, player: Player) -> Order:
    """Return the tokens of a player, from number 1 on."""
    order = bytearray([IN_HAND] * state.variant.tokens_each)
    for cell in state.cells_of(player):
        order[state.tokens[cell] - 1] = cell
    return bytes(order)
