"""Where you point on a board, and the token you hold. Knows nothing of Textual."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from gridlock_tui.rules import Cell, CellStyle, GameState, Move, Variant

NOT_TYPED = "Moves are not typed here: use the arrows and Space, or click a cell."
"""What is said about the keys that begin a typed move in a game."""


def take_back_first(key: str) -> str:
    """Return what to do while a wrong move is on the board; `key` takes it back."""
    return f"First take the wrong move back: {key}."


class Pointer(NamedTuple):
    """The cell under the cursor, and the token in hand in games with tokens."""

    cell: Cell
    token: int | None = None

    @classmethod
    def of(cls, state: GameState, move: Move | None = None) -> Pointer:
        """Return the pointer on a move; without one in the middle, with the first token."""
        board, hand = state.board, state.hand(state.to_move)
        if move is not None:
            return cls(move.cell, move.token)
        middle = board.cell((board.rows - 1) // 2, (board.columns - 1) // 2)
        return cls(middle, hand[0] if hand else None)

    @classmethod
    def to_search(
        cls, state: GameState, right: Collection[Move], before: Cell | None = None
    ) -> Pointer:
        """Return the pointer where you can place: on the cell before, or near the middle.

        Near the middle it gives no right move away if there is another one.
        """
        pointer, room = cls.of(state), state.room_for(state.to_move)
        if not room:
            return pointer
        if before in room:
            return pointer._replace(cell=before)
        row, column = state.board.place(pointer.cell)
        wins = {move.cell for move in right}

        def rank(cell: Cell) -> tuple[bool, int]:
            to_row, to_column = state.board.place(cell)
            return cell in wins, abs(to_row - row) + abs(to_column - column)

        return pointer._replace(cell=min(room, key=rank))

    @property
    def move(self) -> Move:
        """The move that placing makes."""
        return Move(self.cell, self.token)

    def moved(self, state: GameState, down: int, right: int) -> Pointer:
        """Return the pointer on a neighbouring cell, if there is one."""
        row, column = state.board.place(self.cell)
        if not state.board.holds(row + down, column + right):
            return self
        return self._replace(cell=state.board.cell(row + down, column + right))

    def with_next_token(self, state: GameState, by: int) -> Pointer:
        """Return the pointer with another token of the hand taken."""
        hand = state.hand(state.to_move)
        if not hand:
            return self
        at = hand.index(self.token) + by if self.token in hand else 0
        return self._replace(token=hand[at % len(hand)])

    def fitting(self, state: GameState) -> Pointer:
        """Return the pointer with a token that is still in the hand."""
        hand = state.hand(state.to_move)
        if self.token in hand or not hand:
            return self
        return self._replace(token=hand[0])


def typed_number(digits: str, digit: str, last: int) -> str:
    """Return the digits of a number with one more; one that makes it too large begins another."""
    longer = (digits + digit).lstrip("0")
    return longer if int(longer or "0") <= last else digit.lstrip("0")


def no_such_cell(number: int, last: int) -> str:
    """Return why there is no cell of this number."""
    nearest = f"the last one is {last}" if number else "the first one is 1"
    return f"there is no cell {number}: {nearest}"


def types_digits(variant: Variant) -> bool:
    """Return whether a digit begins a typed move; otherwise it numbers a token or a cell."""
    return variant.cells is not CellStyle.NUMBER and not variant.has_tokens
