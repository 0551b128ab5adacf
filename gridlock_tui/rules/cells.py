"""How each variant writes a cell, and the compact form (`b2`) that all of them read."""

import re
from enum import Enum

from gridlock_tui.rules.board import Board, Cell, GridlockError

# Three digits are enough to say "99 is off the board" and never too many for int().
_NUMBER = "[0-9]{1,3}"
_GAP = r"[\s,]"


class NotationError(GridlockError):
    """A text that is not a cell, a move or a grid; the sentence shows the expected form."""


class OffBoardError(NotationError):
    """A cell that is written well, but is not on this board."""


class CellStyle(Enum):
    """A way to write cells: `6`, `2 2` or `B2`."""

    NUMBER = "number"
    ROW_COLUMN = "row and column"
    LETTER_NUMBER = "row letter and column"

    @property
    def pattern(self) -> str:
        """The expression for a cell in this style or in the compact form."""
        compact = rf"(?P<letter>[a-z]){_GAP}*(?P<place>{_NUMBER})"
        match self:
            case CellStyle.NUMBER:
                return rf"(?:{compact}|(?P<number>{_NUMBER}))"
            case CellStyle.ROW_COLUMN:
                return rf"(?:{compact}|(?P<row>{_NUMBER}){_GAP}+(?P<column>{_NUMBER}))"
            case CellStyle.LETTER_NUMBER:
                return compact

    def write(self, board: Board, cell: Cell) -> str:
        """Return the name of a cell."""
        row, column = board.place(cell)
        match self:
            case CellStyle.NUMBER:
                return f"{cell + 1}"
            case CellStyle.ROW_COLUMN:
                return f"{row + 1} {column + 1}"
            case CellStyle.LETTER_NUMBER:
                return write_compact(board, cell).upper()

    def label(self, board: Board, cell: Cell) -> str:
        """Return the name of a cell as it stands in a list: rows and columns as `(2,2)`."""
        name = self.write(board, cell)
        return f"({name.replace(' ', ',')})" if self is CellStyle.ROW_COLUMN else name

    def row_label(self, board: Board, row: int) -> str:
        """Return what stands beside a row: its number or letter, or its first cell's number."""
        name = self.write(board, board.cell(row, 0))
        return name if self is CellStyle.NUMBER else name[0]

    def column_label(self, board: Board, column: int) -> str:
        """Return what stands above a column: its number, or its first cell's number."""
        name = self.write(board, board.cell(0, column))
        return name if self is CellStyle.NUMBER else name[-1]

    def find(self, board: Board, match: re.Match[str]) -> Cell:
        """Return the cell that a match of the pattern names, or raise OffBoardError."""
        groups = match.groupdict()
        if groups.get("number"):
            cell = int(groups["number"]) - 1
            if not 0 <= cell < board.size:
                raise OffBoardError(f"{cell + 1} is off the board: {_span('cell', board.size)}")
            return cell
        if groups.get("letter"):
            row, column = ord(groups["letter"].lower()) - ord("a"), int(groups["place"]) - 1
            name = f"{groups['letter'].upper()}{column + 1}"
            rows = f"rows go from A to {chr(ord('A') + board.rows - 1)}"
            rows = rows if board.rows > 1 else "the only row is A"
        else:
            row, column = int(groups["row"]) - 1, int(groups["column"]) - 1
            name, rows = f"{row + 1} {column + 1}", _span("row", board.rows)
        if not board.holds(row, column):
            columns = _span("column", board.columns)
            raise OffBoardError(f"{name} is off the board: {rows}, {columns}")
        return board.cell(row, column)

    def expected(self, board: Board) -> str:
        """Return the words that say how a cell is written here, with an example."""
        own, compact = self.write(board, board.sample), write_compact(board, board.sample)
        match self:
            case CellStyle.NUMBER:
                return f"the number of a cell, such as {own}, or {compact} for the same cell"
            case CellStyle.ROW_COLUMN:
                return f"row and column, such as {own}, or {compact} for the same cell"
            case CellStyle.LETTER_NUMBER:
                return f"row letter and column, such as {own}"


def write_compact(board: Board, cell: Cell) -> str:
    """Return the cell in the form that every variant reads, such as `b2`."""
    row, column = board.place(cell)
    return f"{chr(ord('a') + row)}{column + 1}"


def _span(thing: str, count: int) -> str:
    return f"{thing}s go from 1 to {count}" if count > 1 else f"the only {thing} is 1"
