"""Draw grids in the style of the rule documents."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui.rules.state import GameState, Player

if TYPE_CHECKING:
    from gridlock_tui.rules.board import Cell
    from gridlock_tui.rules.variants import Variant


class GridFrame(Enum):
    """What a grid shows around its cells."""

    BARE = "nothing"
    COLUMNS = "nothing; cells wide enough for two digits"
    RULED = "column numbers over a line, row numbers with a bar"
    BRACKETS = "column numbers, row numbers, rows in brackets"
    BOXES = "column numbers, row letters, every cell in a box"


class GridStyle(NamedTuple):
    """How a variant draws its grid."""

    frame: GridFrame
    free: str | None
    """The sign of a free cell; None for the cell's name."""
    blocked: str | None = None
    """The sign of an empty cell where nobody may place; None for the sign of a free cell."""


def draw_grid(state: GameState) -> str:
    """Return the grid in the style of the variant's document, without a final line break."""
    signs = [cell_sign(state, cell) for cell in range(state.board.size)]
    return "\n".join(_draw(state.variant, signs))


def cell_sign(state: GameState, cell: Cell) -> str:
    """Return what the grid shows for the cell."""
    style = state.variant.grid
    if state.owner(cell) is not None:
        return state.marker(cell)
    if style.blocked is not None and not (state.room[0] | state.room[1]) >> cell & 1:
        return style.blocked
    return state.variant.cell_name(cell) if style.free is None else style.free


def _draw(variant: Variant, signs: list[str]) -> Iterator[str]:
    columns = variant.board.columns
    rows = [signs[at : at + columns] for at in range(0, len(signs), columns)]
    numbers = [str(column + 1) for column in range(columns)]
    match variant.grid.frame:
        case GridFrame.BARE:
            yield from map(" ".join, rows)
        case GridFrame.COLUMNS:
            # As in the document: the first column is aligned left, the others right.
            for first, *others in rows:
                after = "".join(f"{sign:>4}" for sign in others)
                yield f"{first:<2}{after[1:]}".rstrip()
        case GridFrame.RULED:
            # As in the document: the numbers are one column left of their cells.
            yield f"   {' '.join(numbers)}"
            yield f"  {'-' * (2 * columns + 1)}"
            for number, row in enumerate(rows, start=1):
                yield f"{number} | {' '.join(row)}"
        case GridFrame.BRACKETS:
            yield f"   {' '.join(numbers)}"
            for number, row in enumerate(rows, start=1):
                yield f"{number} [{' '.join(row)}]"
        case GridFrame.BOXES:
            label = Player.ONE.token_label(variant.tokens_each) if variant.has_tokens else "X"
            width = len(label) + 2
            edge = f" +{'+'.join(['-' * width] * columns)}+"
            yield ("  " + " ".join(number.center(width) for number in numbers)).rstrip()
            yield edge
            for letter, row in zip("ABCDEFGH", rows, strict=False):
                yield f"{letter}|{'|'.join(f' {sign}'.ljust(width) for sign in row)}|"
                yield edge
