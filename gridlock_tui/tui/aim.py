"""Where you aim on the board of a lesson or a puzzle: by cursor, mouse and digits. Immutable."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock_tui.rules import Cell, GameState, Move
from gridlock_tui.tui.pointer import (
    NOT_TYPED,
    Pointer,
    no_such_cell,
    typed_number,
    types_digits,
)
from gridlock_tui.tui.wording.moves import StatusMessage, as_drawn, sentence


@dataclass(frozen=True, slots=True)
class Aim:
    """The pointer, the digits typed so far, and what is said about them."""

    pointer: Pointer
    remark: StatusMessage | None = None
    """What is said until the next change; None describes the cell under the cursor."""
    digits: str = ""
    """The digits typed so far of a cell's or token's number, or of a move."""

    def point_at(self, cell: Cell) -> Aim:
        """Return the aim with the cursor on a cell."""
        return self if cell == self.pointer.cell else Aim(self.pointer._replace(cell=cell))

    def point_to(self, move: Move | None) -> Aim:
        """Return the aim on a move; without one, on the same cell and token."""
        return Aim(self.pointer if move is None else Pointer(move.cell, move.token))

    def move_cursor(self, state: GameState, down: int, right: int) -> Aim:
        """Return the aim with the cursor on a neighbouring cell, if there is one."""
        return Aim(self.pointer.moved(state, down, right))

    def take_next(self, state: GameState, by: int) -> Aim:
        """Return the aim with another token of the hand taken."""
        return Aim(self.pointer.with_next_token(state, by))

    def say(self, words: str) -> Aim:
        """Return the aim with this said."""
        return replace(self, remark=StatusMessage(sentence(words), whole=True), digits="")

    def warn(self, reason: str) -> Aim:
        """Return the aim with a sentence that says why something cannot be done."""
        remark = StatusMessage(sentence(as_drawn(reason)), alarmed=True, whole=True)
        return replace(self, remark=remark, digits="")

    def is_typing(self, state: GameState) -> bool:
        """Return whether digits of a move were typed, which is not made that way."""
        return bool(self.digits) and types_digits(state.variant)

    def type_digit(self, state: GameState, digit: str) -> Aim:
        """Return the aim after a digit: it picks a token or a cell, or nothing."""
        variant = state.variant
        if types_digits(variant):
            return replace(self.warn(NOT_TYPED), digits=digit)
        last = variant.tokens_each or variant.board.size
        digits = typed_number(self.digits, digit, last)
        number = int(digits or "0")
        if variant.has_tokens:
            return replace(self.take(state, number), digits=digits)
        if not 0 < number <= last:
            return self.warn(no_such_cell(number, last))
        return Aim(self.pointer._replace(cell=number - 1), digits=digits)

    def take(self, state: GameState, token: int) -> Aim:
        """Return the aim with this token in hand, or with the reason why it cannot be taken."""
        room = state.room_for(state.to_move)
        refusal = state.why_not(Move(room[0], token)) if room else None
        if refusal is not None:
            return self.warn(refusal)
        return Aim(self.pointer._replace(token=token))
