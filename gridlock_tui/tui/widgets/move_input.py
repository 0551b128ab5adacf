"""The input for a typed move, completed and checked while typing."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.validation import Function
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from gridlock_tui.rules import (
    DEFAULT_NAMES,
    GameState,
    Move,
    Names,
    NotationError,
    expected_move,
    prompt_text,
    read_placement,
    write_compact,
    write_move,
)
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.commands import ENTRY, Command, bindings
from gridlock_tui.tui.widgets.name_input import PRINTABLE
from gridlock_tui.tui.wording.moves import about_cell, by_letter, sentence

_ROOM_TO_TYPE = 17
"""The columns that the prompt leaves for the move."""
_SHORT_PROMPT = "Your move"
"""The prompt where there is no room for that of the variant."""


class Turn(NamedTuple):
    """What a typed move is about."""

    state: GameState = NO_GAME.state
    """The position."""
    token: int | None = None
    """The token to place if only a cell is typed."""
    names: Names = DEFAULT_NAMES
    """The players' names."""


class MoveInput(Input):
    """A line to type a move in; screens handle `Submitted`."""

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = ENTRY
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    turn: reactive[Turn] = reactive(Turn(), init=False)
    """What the move is about."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(
            id=id,
            max_length=40,
            placeholder="Enter plays, Esc closes",
            restrict=PRINTABLE,
            select_on_focus=False,
            suggester=_LegalMoves(self),
            validators=[Function(self._is_legal)],
            validate_on=["changed"],
        )

    def open(self, text: str) -> None:
        """Take the focus, with this text in the field."""
        self.value = text
        self.can_focus = True
        self.screen.set_focus(self)
        self.cursor_position = len(text)

    def close(self) -> None:
        """Give up the focus and forget what was typed."""
        self.value = ""
        self.can_focus = False
        self.screen.set_focus(None)

    def select_refused(self) -> None:
        """Select what was refused, so that the next move replaces it."""
        self.selection = Selection(0, len(self.value))

    def read(self) -> Move:
        """Return the typed move, or raise NotationError."""
        state, token, _ = self.turn
        return read_placement(state.variant, self.value, token, state.to_move)

    def _is_legal(self, value: str) -> bool:
        del value
        try:
            return self.turn.state.why_not(self.read()) is None
        except NotationError:
            return False

    def remark(self) -> str:
        """Return what the typed move would do, or what is wrong with it."""
        if not self.value.strip():
            return sentence(f"write {expected_move(self.turn.state.variant)}")
        try:
            move = self.read()
        except NotationError as error:
            example = self.completion()
            return sentence(f"for example {example}" if example else by_letter(str(error)))
        return about_cell(self.turn.state, move.cell, move.token, self.turn.names)

    def completion(self) -> str | None:
        """Return the first legal move that starts with the typed text."""
        state = self.turn.state
        typed = self.value.casefold()
        written = (form for move in state.legal_moves for form in self._forms(state, move))
        return next((move for move in written if move.casefold().startswith(typed)), None)

    def _forms(self, state: GameState, move: Move) -> list[str]:
        """Return the ways to write the move here."""
        forms = [write_move(state.variant, move)]
        if move.token is None:
            forms.append(write_compact(state.board, move.cell))
        elif move.token == self.turn.token:
            forms.append(state.variant.cell_name(move.cell))
        return forms


class EntryLabel(Widget):
    """The prompt of the variant, beside the field; shortened where there is little room."""

    turn: reactive[Turn] = reactive(Turn())
    """What is asked for."""

    def watch_turn(self) -> None:
        """Take the width of the new prompt; a layout would be slow while the entry is closed."""
        if self.screen.has_class("-typing"):
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the prompt."""
        del container, viewport
        return cell_len(self._words())

    def render(self) -> Content:
        """Return the prompt."""
        return Content.styled(self._words(), "bold")

    def _words(self) -> str:
        """Return the prompt: whole or without the name, or a short one that leaves room for a move.

        The sentence above says what to write in any case.
        """
        state, token, names = self.turn
        whole = " ".join(prompt_text(state, names, token).split()).rstrip(">: ")
        # The name may end like anything: take away exactly what was filled in.
        name = names[state.to_move - 1]
        asked = whole
        for address in (f"{name} ({state.to_move.symbol}), ", f"{name}, "):
            asked = asked.removeprefix(address)
        asked = asked[:1].upper() + asked[1:]
        room = max(self.app.size.width - _ROOM_TO_TYPE, 1)
        fitting = (words for words in (whole, asked) if cell_len(words) <= room)
        return f"{next(fitting, _SHORT_PROMPT)}:"


class _LegalMoves(Suggester):
    """Completes the typed text to the first legal move."""

    def __init__(self, entry: MoveInput) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._entry = entry

    async def get_suggestion(self, value: str) -> str | None:
        """Return a legal move that starts with the value."""
        completion = self._entry.completion()
        return value + completion[len(value) :] if completion else None
