"""The input for a typed move, completed and checked while typing."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.validation import Function
from textual.widgets import Input

from gridlock_tui.match import Timeline
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    GameState,
    Move,
    Names,
    NotationError,
    expected_move,
    read_placement,
    write_compact,
    write_move,
)
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.commands import ENTRY, Command, bindings
from gridlock_tui.tui.widgets.name_input import PRINTABLE
from gridlock_tui.tui.wording.moves import about_cell, sentence


class MoveInput(Input):
    """A line to type a move in; screens handle `Submitted`."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = ENTRY
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    timeline: reactive[Timeline] = reactive(NO_GAME, init=False)
    """The game."""
    token: reactive[int | None] = reactive[int | None](None, init=False)
    """The token to place if only a cell is typed."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, init=False)
    """The players' names."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(
            id=id,
            max_length=40,
            placeholder="Enter plays it, Esc closes",
            restrict=PRINTABLE,
            select_on_focus=False,
            suggester=_LegalMoves(self),
            validators=[Function(self._is_legal)],
            validate_on=["changed"],
        )

    def read(self) -> Move:
        """Return the typed move, or raise NotationError."""
        return read_placement(self.timeline.state.variant, self.value, self.token)

    def _is_legal(self, value: str) -> bool:
        del value
        try:
            return self.timeline.state.why_not(self.read()) is None
        except NotationError:
            return False

    def remark(self) -> str:
        """Return what the typed move would do, or what is wrong with it."""
        if not self.value.strip():
            return sentence(f"write {expected_move(self.timeline.state.variant)}")
        try:
            move = self.read()
        except NotationError as error:
            example = self.completion()
            return sentence(f"for example {example}" if example else str(error))
        return about_cell(self.timeline.state, move.cell, move.token, self.names)

    def completion(self) -> str | None:
        """Return the first legal move that starts with the typed text."""
        state = self.timeline.state
        typed = self.value.casefold()
        written = (form for move in state.legal_moves for form in self._forms(state, move))
        return next((move for move in written if move.casefold().startswith(typed)), None)

    def _forms(self, state: GameState, move: Move) -> list[str]:
        """Return the ways to write the move here."""
        forms = [write_move(state.variant, move)]
        if move.token is None:
            forms.append(write_compact(state.board, move.cell))
        elif move.token == self.token:
            forms.append(state.variant.cell_name(move.cell))
        return forms


class _LegalMoves(Suggester):
    """Completes the typed text to the first legal move."""

    def __init__(self, entry: MoveInput) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._entry = entry

    async def get_suggestion(self, value: str) -> str | None:
        """Return a legal move that starts with the value."""
        completion = self._entry.completion()
        return value + completion[len(value) :] if completion else None
