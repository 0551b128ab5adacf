"""A position of a numbered-token game with its threats, updated move by move.

Made for runs of three: two tokens of a line decide which numbers complete it on the third cell.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from gridlock_tui.engine.cache import Cache
from gridlock_tui.rules import Board, Cell, GameState, Player
from gridlock_tui.rules.board import cells_in

RUN_LENGTH = 3
_IN_HAND = 255
"""Marks a token in hand in a list of cells."""

Tokens = int
"""A set of token numbers, one bit per number."""
Cells = int
"""A set of cells, one bit per cell."""
Key = tuple[bytes, bytes, bytes]
"""A cache key: the hand and live tokens of each side in order, then the dead cells."""


class CellPair(NamedTuple):
    """The other two cells of a line through a cell: one for a second token, and the gap."""

    second: Cell
    gap: Cell
    kind: int
    """Where the gap is: 0 between the two tokens, 1 beyond the second, 2 beyond the first."""


class Placed(NamedTuple):
    """What `Race.lift` needs to undo a placement."""

    side: int
    cell: Cell
    token: int
    needs: list[Tokens]


class Geometry:
    """The facts that all positions on one board share."""

    def __init__(self, board: Board, tokens: int) -> None:
        self.cells = board.size
        self.tokens = tokens
        self.all_tokens: Tokens = (1 << tokens + 1) - 2
        self.pairs: list[list[CellPair]] = [[] for _ in range(board.size)]
        for a, b, c in board.lines(RUN_LENGTH):
            self.pairs[a] += [CellPair(b, c, 1), CellPair(c, b, 0)]
            self.pairs[b] += [CellPair(a, c, 2), CellPair(c, a, 2)]
            self.pairs[c] += [CellPair(b, a, 1), CellPair(a, b, 0)]
        numbers = range(tokens + 1)
        self.completing = [
            [[self._completing(kind, one, two) for two in numbers] for one in numbers]
            for kind in range(3)
        ]
        self.symmetries = _symmetries(board)
        self._threatening: Cache[tuple[int, int, Tokens], Tokens] = Cache()

    def _completing(self, kind: int, first: int, second: int) -> Tokens:
        """Return the tokens that complete a run in the gap beside two others."""
        if not first or not second or first == second:
            return 0
        low, high = min(first, second), max(first, second)
        if kind == 0:
            return _below(high) & ~_below(low + 1)
        end, rises = (second, second > first) if kind == 1 else (first, first > second)
        return self.all_tokens & (~_below(end + 1) if rises else _below(end))

    def threatening(self, kind: int, first: int, hand: Tokens) -> Tokens:
        """Return the tokens in hand that, placed second, make a threat with another one in hand."""
        key = (kind, first, hand)
        found = self._threatening.get(key)
        if found is None:
            completing = self.completing[kind][first]
            found = 0
            for token in cells_in(hand):
                if completing[token] & hand & ~(1 << token):
                    found |= 1 << token
            self._threatening.store(key, found)
        return found


def _below(number: int) -> Tokens:
    return (1 << number) - 1


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


@lru_cache(maxsize=8)
def geometry_of(board: Board, tokens: int) -> Geometry:
    """Return the geometry of this board, computed once."""
    return Geometry(board, tokens)


class Race:
    """A mutable position: tokens can be placed and lifted."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.value = ([0] * geometry.cells, [0] * geometry.cells)
        """The token on each cell, by side; 0 where that side has none."""
        self.needs = [[0] * geometry.cells, [0] * geometry.cells]
        """The tokens that complete a run on each cell, by side, in hand or not."""
        self.hand = [geometry.all_tokens, geometry.all_tokens]
        self.empty: Cells = (1 << geometry.cells) - 1

    @classmethod
    def of(cls, state: GameState) -> Race:
        """Return the position of an unfinished game. Player 1 is side 0."""
        race = cls(geometry_of(state.board, state.variant.tokens_each))
        for player in Player:
            for cell in state.cells_of(player):
                race.place(player - 1, cell, state.tokens[cell])
        return race

    def place(self, side: int, cell: Cell, token: int) -> Placed:
        """Place a token and return what `lift` needs to undo it."""
        before = Placed(side, cell, token, self.needs[side])
        needs = self.needs[side] = self.needs[side][:]
        value = self.value[side]
        value[cell] = token
        self.hand[side] ^= 1 << token
        self.empty ^= 1 << cell
        completing = self.geometry.completing
        for second, gap, kind in self.geometry.pairs[cell]:
            other = value[second]
            if other and self.empty >> gap & 1:
                needs[gap] |= completing[kind][token][other]
        return before

    def lift(self, placed: Placed) -> None:
        """Undo the last placement."""
        self.needs[placed.side] = placed.needs
        self.value[placed.side][placed.cell] = 0
        self.hand[placed.side] ^= 1 << placed.token
        self.empty ^= 1 << placed.cell

    def threats(self, side: int) -> Cells:
        """Return the empty cells where the side can complete a run."""
        needs, hand = self.needs[side], self.hand[side]
        found, left = 0, self.empty
        while left:
            cell = left & -left
            left ^= cell
            if needs[cell.bit_length() - 1] & hand:
                found |= cell
        return found

    def threat_makers(self, side: int) -> dict[Cell, dict[Cell, Tokens]]:
        """Return, by the cell to place on and the threatened cell, the tokens that threaten it."""
        value, hand, empty = self.value[side], self.hand[side], self.empty
        threatening = self.geometry.threatening
        found: dict[Cell, dict[Cell, Tokens]] = {}
        for cell, token in enumerate(value):
            if token:
                for second, gap, kind in self.geometry.pairs[cell]:
                    if empty >> second & 1 and empty >> gap & 1:
                        tokens = threatening(kind, token, hand)
                        if tokens:
                            gaps = found.setdefault(second, {})
                            gaps[gap] = gaps.get(gap, 0) | tokens
        return found

    def key(self, side: int) -> Key:
        """Return a key that is the same for all positions equivalent to this one.

        Only the order of a side's tokens counts, not their numbers, and it may be reversed; a
        token that cannot be part of a run any more is just an occupied cell. This requires that
        the last to place wins a full board.
        """
        own, own_live = self._order(side)
        other, other_live = self._order(1 - side)
        known = self.empty | own_live | other_live
        dead = bytes([cell for cell in range(self.geometry.cells) if not known >> cell & 1])
        return min(
            [
                (
                    _either_way(own.translate(symmetry)),
                    _either_way(other.translate(symmetry)),
                    bytes(sorted(dead.translate(symmetry))),
                )
                for symmetry in self.geometry.symmetries
            ]
        )

    def exact_key(self, side: int) -> Key:
        """Return a key of exactly this position, for games in which the numbers count too."""
        return bytes(self.value[side]), bytes(self.value[1 - side]), b""

    def _order(self, side: int) -> tuple[bytes, Cells]:
        """Return a side's tokens from low to high, by their cell, and the cells of live tokens."""
        value, hand = self.value[side], self.hand[side]
        where = {token: cell for cell, token in enumerate(value) if token}
        order, live = [], 0
        for token in range(1, self.geometry.tokens + 1):
            if hand >> token & 1:
                order.append(_IN_HAND)
            elif self._is_live(side, where[token], token):
                order.append(where[token])
                live |= 1 << where[token]
        return bytes(order), live

    def _is_live(self, side: int, cell: Cell, token: int) -> bool:
        """Return whether the token can still be part of a run."""
        value, other, hand = self.value[side], self.value[1 - side], self.hand[side]
        completing = self.geometry.completing
        for second, gap, kind in self.geometry.pairs[cell]:
            if other[second] or other[gap] or value[gap]:
                continue
            if not value[second] or completing[kind][token][value[second]] & hand:
                return True
        return False


def _either_way(order: bytes) -> bytes:
    backwards = order[::-1]
    return backwards if backwards < order else order
