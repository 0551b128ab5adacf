"""Read and write cells and moves.

Reading is forgiving about spaces, case, commas and brackets, but never guesses.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from gridlock_tui.rules.board import Board, Cell, GridlockError
from gridlock_tui.rules.state import GameState, IllegalMove, Move, Player
from gridlock_tui.rules.text import quoted, visible

if TYPE_CHECKING:
    from gridlock_tui.rules.variants import Variant

# Three digits are enough to say "99 is off the board", and int() always reads them.
_NUMBER = "[0-9]{1,3}"
_GAP = r"[\s,]"
_BRACKETED = re.compile(r"\(([^()\[\]{};]*)\)|\[([^()\[\]{};]*)\]|\{([^()\[\]{};]*)\}")
_MAX_MOVE_LENGTH = 4096
_MAX_LIST_LENGTH = 65536
_LETTERS = "ABCDEFGH"
_COMPACT = rf"(?P<letter>[a-z]){_GAP}*(?P<place>{_NUMBER})"
_LABEL = re.compile(rf"P(?P<owner>[12])-{_NUMBER}", re.IGNORECASE | re.ASCII)
_SEPARATOR = re.compile(r" ?(?:[;,] ?|$)")


class NotationError(GridlockError):
    """A text that is not a cell, a move or a position; the sentence shows the expected form."""


class OffBoardError(NotationError):
    """A correctly written cell that is not on this board."""


class CellStyle(Enum):
    """A way to write cells: `6`, `2 2` or `B2`. All styles also read the compact form `b2`."""

    NUMBER = "the number of a cell"
    ROW_COLUMN = "row and column"
    LETTER_NUMBER = "row letter and column"

    def write(self, board: Board, cell: Cell) -> str:
        """Return the name of a cell."""
        if self is CellStyle.NUMBER:
            return str(cell + 1)
        row, column = board.place(cell)
        separate = self is CellStyle.ROW_COLUMN
        return f"{row + 1} {column + 1}" if separate else f"{_LETTERS[row]}{column + 1}"

    def move(self, board: Board, cell: Cell, token: int | None = None) -> Move:
        """Return a move together with its notation: `6`, `2 2` or `5 B2`."""
        name = self.write(board, cell)
        return Move(cell, token, name if token is None else f"{token} {name}")

    def label(self, board: Board, cell: Cell) -> str:
        """Return the name of a cell for a list: rows and columns as `(2,2)`."""
        name = self.write(board, cell)
        return f"({name.replace(' ', ',')})" if self is CellStyle.ROW_COLUMN else name

    def row_label(self, board: Board, row: int) -> str:
        """Return the label beside a row: its number or letter, or its first cell's number."""
        name = self.write(board, board.cell(row, 0))
        return name if self is CellStyle.NUMBER else name[0]

    def column_label(self, board: Board, column: int) -> str:
        """Return the label above a column: its number, or its first cell's number."""
        name = self.write(board, board.cell(0, column))
        return name if self is CellStyle.NUMBER else name[-1]

    def matched_cell(self, board: Board, match: re.Match[str]) -> Cell:
        """Return the cell that a match of the pattern names, or raise OffBoardError."""
        groups = match.groupdict()
        if groups.get("number"):
            cell = int(groups["number"]) - 1
            if not 0 <= cell < board.size:
                raise OffBoardError(f"{cell + 1} is off the board: {_span('cell', board.size)}")
            return cell
        if groups.get("letter"):
            row, column = ord(groups["letter"].upper()) - ord("A"), int(groups["place"]) - 1
            name = f"{groups['letter'].upper()}{column + 1}"
            rows = _span("row", board.rows, _LETTERS)
        else:
            row, column = int(groups["row"]) - 1, int(groups["column"]) - 1
            name, rows = f"{row + 1} {column + 1}", _span("row", board.rows)
        if not board.holds(row, column):
            columns = _span("column", board.columns)
            raise OffBoardError(f"{name} is off the board: {rows}, {columns}")
        return board.cell(row, column)

    def expected(self, board: Board) -> str:
        """Return how to write a cell, in words and with an example."""
        compact = write_compact(board, board.sample)
        also = "" if self is CellStyle.LETTER_NUMBER else f", or {compact} for the same cell"
        return f"{self.value}, such as {self.write(board, board.sample)}{also}"


def write_compact(board: Board, cell: Cell) -> str:
    """Return the cell in the form that every variant reads, such as `b2`."""
    return CellStyle.LETTER_NUMBER.write(board, cell).lower()


def write_move(variant: Variant, move: Move) -> str:
    """Return the move in the variant's own notation: `6`, `2 2` or `5 B2`."""
    return variant.cells.move(variant.board, move.cell, move.token).notation


def read_cell(variant: Variant, text: str) -> Cell:
    """Return the cell that the text names, or raise NotationError."""
    match = _pattern(variant.cells, False).fullmatch(_normalised(text))
    if match is None:
        raise _unreadable(text, "a cell", variant.cells.expected(variant.board))
    return variant.cells.matched_cell(variant.board, match)


def read_move(variant: Variant, text: str) -> Move:
    """Return the move that the text names, legal or not, or raise NotationError."""
    match = _pattern(variant.cells, variant.has_tokens).fullmatch(_normalised(text))
    if match is None:
        raise _unreadable(text, "a move", expected_move(variant))
    return _matched_move(variant, match)


def read_placement(
    variant: Variant, text: str, token: int | None, player: Player | None = None
) -> Move:
    """Return the move that the text names; if a token is given, its cell is enough.

    A token written as `P2-5` must be the player's, if one is given.
    """
    _check_owner(variant, text, player)
    try:
        return read_move(variant, text)
    except OffBoardError:
        raise
    except NotationError:
        if not variant.has_tokens or token is None:
            raise
    return variant.cells.move(variant.board, read_cell(variant, text), token)


def _check_owner(variant: Variant, text: str, player: Player | None) -> None:
    """Raise NotationError if the text begins with a token of the player's opponent."""
    label = _LABEL.match(_normalised(text)) if variant.has_tokens else None
    if label is not None and player is not None and int(label["owner"]) != player:
        whose = f"a token of {player.other}, and {player} is to move"
        raise NotationError(f"{label[0].upper()} is {whose}")


def read_token(variant: Variant, text: str, player: Player | None = None) -> int:
    """Return the number of the token that the text names, or raise NotationError."""
    _check_owner(variant, text, player)
    match = re.fullmatch(rf"(?:P[12]-)?({_NUMBER})", _normalised(text), re.IGNORECASE)
    if match is None:
        example = _example(variant)
        expected = f"a number, such as {example.token}, or a whole move, such as {example}"
        raise _unreadable(text, "a token", expected)
    return int(match[1])


def read_moves(variant: Variant, text: str) -> tuple[Move, ...]:
    """Return the moves of a list, separated by `;` or `,`, or raise NotationError."""
    line = _normalised(text, _MAX_LIST_LENGTH)
    pattern = _pattern(variant.cells, variant.has_tokens)
    moves: list[Move] = []
    at = 0
    while at < len(line):
        match = pattern.match(line, at)
        separator = match and _SEPARATOR.match(line, match.end())
        if not match or not separator:
            wrong = line[at:].partition(";")[0]
            raise NotationError(
                f"{quoted(wrong)} is not move {len(moves) + 1}: write {expected_move(variant)}, "
                "with ; between moves"
            )
        try:
            moves.append(_matched_move(variant, match))
        except OffBoardError as error:
            raise OffBoardError(f"move {len(moves) + 1} cannot be played: {error}") from error
        at = separator.end()
    return tuple(moves)


def play_moves(state: GameState, text: str) -> GameState:
    """Return the state after a list of moves; an error names the wrong move."""
    for number, move in enumerate(read_moves(state.variant, text), start=1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            sentence = f"move {number} cannot be played: {error.sentence}"
            raise IllegalMove(move, error.refusal, sentence) from error
    return state


def expected_move(variant: Variant) -> str:
    """Return how to write a move, in words and with an example."""
    if variant.has_tokens:
        return f"a token and a cell, such as {_example(variant)}"
    return variant.cells.expected(variant.board)


def _example(variant: Variant) -> Move:
    """Return a move of a game with tokens, to show how moves are written."""
    board = variant.board
    return variant.cells.move(board, board.sample, (variant.tokens_each + 1) // 2)


def _unreadable(text: str, what: str, expected: str) -> NotationError:
    read = f"{quoted(text)} is not {what}" if text.strip() else "nothing was entered"
    return NotationError(f"{read}: write {expected}")


def _normalised(text: str, max_length: int = _MAX_MOVE_LENGTH) -> str:
    """Return the text with single spaces and without brackets; a bracket holds one move."""
    if len(text) > max_length:
        return "…"  # not a move
    opened = _BRACKETED.sub(lambda group: f" {group[0][1:-1].replace(',', ' ')} ", visible(text))
    return " ".join(opened.split())


# The words are those of the rule documents: `cell 6`, `row 2, column 3`, `P1-5 at B2`.
_PATTERNS = {
    CellStyle.NUMBER: rf"(?:{_COMPACT}|(?:cell )?(?P<number>{_NUMBER}))",
    CellStyle.ROW_COLUMN: (
        rf"(?:{_COMPACT}|(?:row )?(?P<row>{_NUMBER}){_GAP}+(?:and )?"
        rf"(?:column )?(?P<column>{_NUMBER}))"
    ),
    CellStyle.LETTER_NUMBER: _COMPACT,
}


@lru_cache
def _pattern(style: CellStyle, has_tokens: bool) -> re.Pattern[str]:
    # A token may run into a letter (5B2), never into another number (56 could be 5 6 or 56).
    token = rf"(?:P[12]-)?(?P<token>{_NUMBER})(?:{_GAP}+(?:(?:at|on) )?|(?=[a-z]))"
    token = token if has_tokens else ""
    return re.compile(token + _PATTERNS[style], re.IGNORECASE | re.ASCII)


def _matched_move(variant: Variant, match: re.Match[str]) -> Move:
    token = match.groupdict().get("token")
    cell = variant.cells.matched_cell(variant.board, match)
    return variant.cells.move(variant.board, cell, int(token) if token else None)


def _span(thing: str, count: int, letters: str = "") -> str:
    first, last = (letters[0], letters[count - 1]) if letters else ("1", str(count))
    return f"{thing}s go from {first} to {last}" if count > 1 else f"the only {thing} is {first}"
