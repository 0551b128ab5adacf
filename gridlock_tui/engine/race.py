"""A position of a numbered-token game with its threats, kept up to date move by move.

Built for runs of three: with one token of a line placed, a second one decides which numbers
complete it on the third cell.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gridlock_tui.engine.memory import Memory
from gridlock_tui.rules import Board, Cell, GameState, Player
from gridlock_tui.rules.board import cells_in

RUN = 3
_IN_HAND = 255
"""Stands for a token in hand where others are named by their cell."""

Tokens = int
"""A set of token numbers, one bit per number."""
Cells = int
"""A set of cells, one bit per cell."""
Key = tuple[bytes, bytes, bytes]
"""What matters of a position: each hand and its live tokens in order, then the dead cells."""


class Pair(NamedTuple):
    """Two more cells of a line through a cell: where a second token may go, and the gap then."""

    second: Cell
    gap: Cell
    kind: int
    """Where the gap lies: 0 between the two, 1 beyond the second, 2 beyond the first."""


class Placed(NamedTuple):
    """What it takes to lift a token again."""

    side: int
    cell: Cell
    token: int
    needs: list[Tokens]


class Geometry:
    """What is the same in every position on one board."""

    def __init__(self, board: Board, tokens: int) -> None:
        self.cells = board.size
        self.tokens = tokens
        self.all_tokens: Tokens = (1 << tokens + 1) - 2
        self.pairs: list[list[Pair]] = [[] for _ in range(board.size)]
        for a, b, c in board.lines(RUN):
            self.pairs[a] += [Pair(b, c, 1), Pair(c, b, 0)]
            self.pairs[b] += [Pair(a, c, 2), Pair(c, a, 2)]
            self.pairs[c] += [Pair(b, a, 1), Pair(a, b, 0)]
        numbers = range(tokens + 1)
        self.completing = [
            [[self._completing(kind, one, two) for two in numbers] for one in numbers]
            for kind in range(3)
        ]
        self.turns = [bytes(turn) for turn in _turns(board)]
        self._threatening: Memory[tuple[int, int, Tokens], Tokens] = Memory()

    def _completing(self, kind: int, first: int, second: int) -> Tokens:
        """Return the tokens that complete a run on the gap that two others leave."""
        if not first or not second or first == second:
            return 0
        low, high = min(first, second), max(first, second)
        if kind == 0:
            return _below(high) & ~_below(low + 1)
        end, rises = (second, second > first) if kind == 1 else (first, first > second)
        return self.all_tokens & (~_below(end + 1) if rises else _below(end))

    def threatening(self, kind: int, first: int, hand: Tokens) -> Tokens:
        """Return the tokens in hand that, placed second, leave another one to complete the run."""
        key = (kind, first, hand)
        found = self._threatening.get(key)
        if found is None:
            completing = self.completing[kind][first]
            found = 0
            for token in cells_in(hand):
                if completing[token] & hand & ~(1 << token):
                    found |= 1 << token
            self._threatening.remember(key, found)
        return found


def _below(number: int) -> Tokens:
    return (1 << number) - 1


def _turns(board: Board) -> list[list[int]]:
    """Return where every cell goes under each symmetry of the board; other bytes stay."""
    rows, columns = board.rows, board.columns
    found = []
    for flip_rows in (False, True):
        for flip_columns in (False, True):
            for transpose in (False, True) if rows == columns else (False,):
                turn = list(range(256))
                for cell in range(board.size):
                    row, column = board.place(cell)
                    row = rows - 1 - row if flip_rows else row
                    column = columns - 1 - column if flip_columns else column
                    turn[cell] = board.cell(column, row) if transpose else board.cell(row, column)
                found.append(turn)
    return found


@lru_cache(maxsize=8)
def geometry_of(board: Board, tokens: int) -> Geometry:
    """Return the geometry of this board, worked out once."""
    return Geometry(board, tokens)


class Race:
    """A position that changes: tokens are placed and lifted again."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.value = ([0] * geometry.cells, [0] * geometry.cells)
        """The token on each cell, by side; 0 where that side has none."""
        self.needs = [[0] * geometry.cells, [0] * geometry.cells]
        """The tokens that would complete a run on each cell, by side, in hand or not."""
        self.hand = [geometry.all_tokens, geometry.all_tokens]
        self.empty: Cells = (1 << geometry.cells) - 1

    @classmethod
    def of(cls, state: GameState) -> Race:
        """Return the position of a state that is not over. Player 1 is side 0."""
        race = cls(geometry_of(state.board, state.variant.tokens_each))
        for player in Player:
            for cell in state.cells_of(player):
                race.place(player - 1, cell, state.tokens[cell])
        return race

    def place(self, side: int, cell: Cell, token: int) -> Placed:
        """Place a token and return what it takes to lift it."""
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
        """Take back the token that was placed last."""
        self.needs[placed.side] = placed.needs
        self.value[placed.side][placed.cell] = 0
        self.hand[placed.side] ^= 1 << placed.token
        self.empty ^= 1 << placed.cell

    def threats(self, side: int) -> Cells:
        """Return the empty cells where the side would complete a run."""
        needs, hand = self.needs[side], self.hand[side]
        found, left = 0, self.empty
        while left:
            cell = left & -left
            left ^= cell
            if needs[cell.bit_length() - 1] & hand:
                found |= cell
        return found

    def makers(self, side: int) -> dict[Cell, dict[Cell, Tokens]]:
        """Return, by the cell placed on and the cell threatened, the tokens that threaten it."""
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
        """Return what matters of the position for the side to move, the same for all its turns.

        Only the order of a side's tokens counts, never their numbers, and it may be reversed;
        a token that cannot be part of a run any more is just an occupied cell. That holds as long
        as a full board goes to whoever placed last.
        """
        own, own_live = self._order(side)
        other, other_live = self._order(1 - side)
        known = self.empty | own_live | other_live
        dead = bytes([cell for cell in range(self.geometry.cells) if not known >> cell & 1])
        return min(
            [
                (
                    _either_way(own.translate(turn)),
                    _either_way(other.translate(turn)),
                    bytes(sorted(dead.translate(turn))),
                )
                for turn in self.geometry.turns
            ]
        )

    def exact_key(self, side: int) -> Key:
        """Return the position itself, for games in which the numbers count as well."""
        return bytes(self.value[side]), bytes(self.value[1 - side]), b""

    def _order(self, side: int) -> tuple[bytes, Cells]:
        """Return a side's tokens from low to high, in hand or by their cell, and the live cells."""
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
        """Say whether the token can still be part of a run."""
        value, other, hand = self.value[side], self.value[1 - side], self.hand[side]
        completing = self.geometry.completing
        for second, gap, kind in self.geometry.pairs[cell]:
            if other[second] or other[gap] or value[gap]:
                continue
            if not value[second] or completing[kind][token][value[second]] & hand:
                return True
        return False


def _either_way(order: bytes) -> bytes:
    turned = order[::-1]
    return turned if turned < order else order
