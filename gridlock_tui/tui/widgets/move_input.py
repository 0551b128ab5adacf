"""The typed entry: a move in the variant's own notation, completed and checked as one types."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.validation import ValidationResult, Validator
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
from gridlock_tui.tui.commands import ENTRY, bindings
from gridlock_tui.tui.widgets.board import NO_GAME
from gridlock_tui.tui.widgets.name_input import PRINTABLE
from gridlock_tui.tui.wording import about_cell, sentence


class MoveInput(Input):
    """A line in which a move is typed. Screens read it from the message Submitted."""

    DEFAULT_CSS = """
    MoveInput {
        dock: bottom;
        height: 1;
        border: none;
        padding: 0 1;
        display: none;
        background: $panel;
        &:focus { border: none; }
        &.-invalid { border: none; }
        &.-invalid:focus { border: none; }
        &:ansi.-invalid { border: none; }
        &:ansi.-invalid:focus { border: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(ENTRY)

    timeline: reactive[Timeline] = reactive(NO_GAME, init=False)
    """The game in which the move is to be made."""
    token: reactive[int | None] = reactive[int | None](None, init=False)
    """The token that a lone cell is for."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, init=False)
    """What the players are called."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(
            id=id,
            max_length=40,
            restrict=PRINTABLE,
            select_on_focus=False,
            suggester=_LegalMoves(self),
            validators=[_Legal(self)],
            validate_on=["changed"],
        )

    def watch_timeline(self, timeline: Timeline) -> None:
        """Say what the keys do here; how a move is written stands in the status bar."""
        del timeline
        self.placeholder = "Enter plays it, Esc closes"

    def read(self) -> Move:
        """Return the move that is typed, or raise NotationError."""
        return read_placement(self.timeline.state.variant, self.value, self.token)

    def remark(self) -> str:
        """Say what the typed move would do, or what is wrong with it."""
        if not self.value.strip():
            return sentence(f"write {expected_move(self.timeline.state.variant)}")
        try:
            move = self.read()
        except NotationError as error:
            example = self.completion()
            return sentence(f"go on, such as {example}" if example else str(error))
        return about_cell(self.timeline.state, move.cell, move.token, self.names)

    def completion(self) -> str | None:
        """Return the first legal move that begins with what is typed."""
        state = self.timeline.state
        typed = self.value.casefold()
        written = (form for move in state.legal_moves for form in self._forms(state, move))
        return next((move for move in written if move.casefold().startswith(typed)), None)

    def _forms(self, state: GameState, move: Move) -> list[str]:
        """Return the ways in which the move may be written here."""
        forms = [write_move(state.variant, move)]
        if move.token is None:
            forms.append(write_compact(state.board, move.cell))
        elif move.token == self.token:
            forms.append(state.variant.cell_name(move.cell))
        return forms


class _LegalMoves(Suggester):
    """Completes what is typed to the first legal move that begins with it."""

    def __init__(self, entry: MoveInput) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._entry = entry

    async def get_suggestion(self, value: str) -> str | None:
        """Return a legal move that begins with the value."""
        completion = self._entry.completion()
        return value + completion[len(value) :] if completion else None


class _Legal(Validator):
    """Accepts what is a legal move."""

    def __init__(self, entry: MoveInput) -> None:
        super().__init__()
        self._entry = entry

    def validate(self, value: str) -> ValidationResult:
        """Say whether the entry holds a legal move."""
        del value
        try:
            move = self._entry.read()
        except NotationError as error:
            return self.failure(sentence(str(error)))
        refusal = self._entry.timeline.state.why_not(move)
        return self.success() if refusal is None else self.failure(sentence(refusal))
