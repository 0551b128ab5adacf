"""Grids as the documents draw them, written and read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gridlock_tui.rules.cells import NotationError
from gridlock_tui.rules.state import GameState, Player
from gridlock_tui.rules.text import quoted

if TYPE_CHECKING:
    from gridlock_tui.rules.board import Cell
    from gridlock_tui.rules.variants import Variant


class Frame(Enum):
    """What is drawn around the cells."""

    BARE = "nothing"
    COLUMNS = "nothing; cells wide enough for two digits"
    RULED = "column numbers over a line, row numbers with a bar"
    BRACKETS = "column numbers, row numbers, rows in brackets"
    BOXES = "column numbers, row letters, every cell in a box"


@dataclass(frozen=True, slots=True)
class GridStyle:
    """How a variant draws its grid."""

    frame: Frame
    free: str | None
    """The sign of a free cell; None for the cell's own name."""
    blocked: str | None = None
    """The sign of an empty cell where nobody may place; None if it looks like a free one."""


def draw_grid(state: GameState) -> str:
    """Return the grid as the variant's document draws it, without a line end."""
    return "\n".join(_draw(state.variant, [_sign(state, cell) for cell in range(state.board.size)]))


def read_grid(
    variant: Variant, text: str, to_move: Player, last: Player | None = None
) -> GameState:
    """Return the state that a grid shows, or raise NotationError if it shows none.

    Every sign must be the one that the rules give: a cell drawn free that is blocked is refused.
    """
    rows = [row for row in (_signs_in(variant, line) for line in text.splitlines()) if row]
    if [len(row) for row in rows] != [variant.board.columns] * variant.board.rows:
        raise NotationError(f"the grid does not have the rows and columns of {variant.board}")
    signs = [sign for row in rows for sign in row]
    marks = [0, 0]
    tokens = [0] * variant.board.size if variant.has_tokens else []
    markers = _markers(variant)
    for cell, sign in enumerate(signs):
        if sign in markers:
            owner, token = markers[sign]
            marks[owner - 1] |= 1 << cell
            if tokens:
                tokens[cell] = token
            if tokens and sign in signs[:cell]:
                raise NotationError(f"the grid shows {sign} more than once")
    state = variant.position((marks[0], marks[1]), to_move, last, tuple(tokens))
    for cell, sign in enumerate(signs):
        if sign != _sign(state, cell):
            right = _sign(state, cell) or "an empty cell"
            raise NotationError(
                f"the grid shows {quoted(sign)} at {variant.cell_name(cell)}, "
                f"where the rules have {right}"
            )
    return state


def _sign(state: GameState, cell: Cell) -> str:
    style = state.variant.grid
    if state.owner(cell) is not None:
        return state.marker(cell)
    if style.blocked is not None and not (state.room[0] | state.room[1]) >> cell & 1:
        return style.blocked
    return state.variant.cell_name(cell) if style.free is None else style.free


def _markers(variant: Variant) -> dict[str, tuple[Player, int]]:
    if not variant.has_tokens:
        return {player.symbol: (player, 0) for player in Player}
    numbers = range(1, variant.tokens_each + 1)
    return {player.token_label(n): (player, n) for player in Player for n in numbers}


def _draw(variant: Variant, signs: list[str]) -> Iterator[str]:
    columns = variant.board.columns
    rows = [signs[at : at + columns] for at in range(0, len(signs), columns)]
    numbers = [str(column + 1) for column in range(columns)]
    match variant.grid.frame:
        case Frame.BARE:
            yield from map(" ".join, rows)
        case Frame.COLUMNS:
            # As the document has it: the first column to the left, the others to the right.
            for first, *others in rows:
                after = "".join(f"{sign:>4}" for sign in others)
                yield f"{first:<2}{after[1:]}".rstrip()
        case Frame.RULED:
            # The document's numbers stand one column left of their cells; so do these.
            yield f"   {' '.join(numbers)}"
            yield f"  {'-' * (2 * columns + 1)}"
            for number, row in enumerate(rows, start=1):
                yield f"{number} | {' '.join(row)}"
        case Frame.BRACKETS:
            yield f"   {' '.join(numbers)}"
            for number, row in enumerate(rows, start=1):
                yield f"{number} [{' '.join(row)}]"
        case Frame.BOXES:
            width = max(map(len, _markers(variant))) + 2
            edge = f" +{'+'.join(['-' * width] * columns)}+"
            yield ("  " + " ".join(number.center(width) for number in numbers)).rstrip()
            yield edge
            for letter, row in zip("ABCDEFGH", rows, strict=False):
                yield f"{letter}|{'|'.join(f' {sign}'.ljust(width) for sign in row)}|"
                yield edge


def _signs_in(variant: Variant, line: str) -> list[str]:
    match variant.grid.frame:
        case Frame.BARE | Frame.COLUMNS:
            return line.split()
        case Frame.RULED:
            return line.partition("|")[2].split()
        case Frame.BRACKETS:
            return line.partition("[")[2].partition("]")[0].split()
        case Frame.BOXES:
            return [part.strip() for part in line.split("|")[1:-1]]
