"""Draw a reason: which cells and which marks show why a move wins. Independent of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from gridlock_tui.engine.reasons import (
    Axis,
    Block,
    Fork,
    LastMove,
    Mirror,
    OnlyMove,
    Reason,
    Run,
    SpareMove,
    Split,
)
from gridlock_tui.match import Timeline
from gridlock_tui.match.advice import region_label
from gridlock_tui.rules import GameState, Move
from gridlock_tui.tui.board.sketch import Marks, Region, Sketch

_WORDS: dict[type[Reason], str] = {
    Mirror: "mirror",
    Split: "split",
    SpareMove: "spare",
    LastMove: "last",
    Run: "run",
    Fork: "fork",
    Block: "block",
    OnlyMove: "only",
}
"""What stands on the tile of the move: words that are short enough for most tiles."""


def sketch_of(reason: Reason, state: GameState) -> Sketch:
    """Return the drawing of why this move wins, given the state before it."""
    move, after = reason.move, state.play(reason.move)
    sketch = Sketch(after, move, _WORDS[type(reason)])
    match reason:
        case Mirror():
            return sketch._replace(marks=_marks(reason, after))
        case Split(regions=regions):
            labelled = (Region(cells, region_label(at)) for at, cells in enumerate(regions))
            return sketch._replace(regions=tuple(labelled))
        case Fork(cells=cells):
            return sketch._replace(completing=cells)
        case _:
            return sketch


def line_sketch(state: GameState, line: Sequence[Move]) -> Sketch:
    """Return the drawing of these moves as numbered ghosts."""
    return Sketch(Timeline.replay(state, line).state, line=tuple(line))


def _marks(mirror: Mirror, after: GameState) -> Marks:
    """Return where the axis or the centre of a reflection is."""
    board, down, right = after.board, mirror.down, mirror.right
    rows, columns = range(board.rows + 1), range(board.columns + 1)
    row, column = (down + 1) // 2, (right + 1) // 2
    match mirror.axis:
        case Axis.CENTRE:
            return _centre(mirror, after)
        case Axis.UPRIGHT if right % 2:
            return Marks(crossings=tuple((each, column) for each in rows))
        case Axis.UPRIGHT:
            return Marks(cells=tuple(board.cell(each, column) for each in rows[:-1]))
        case Axis.LEVEL if down % 2:
            return Marks(crossings=tuple((row, each) for each in columns))
        case Axis.LEVEL:
            return Marks(cells=tuple(board.cell(row, each) for each in columns[:-1]))
        case Axis.FALLING:
            places = [(each, each - down) for each in rows]
        case Axis.RISING:
            places = [(each, down + 1 - each) for each in rows]
    return Marks(crossings=tuple(place for place in places if place[1] in columns))


def _centre(mirror: Mirror, after: GameState) -> Marks:
    """Return the mark of the centre; where it cannot be marked, the crossings around it."""
    row, column = (mirror.down + 1) // 2, (mirror.right + 1) // 2
    between_rows, between_columns = mirror.down % 2, mirror.right % 2
    if between_columns and not between_rows:
        return Marks(beside=((row, column),))
    cell = None if between_rows or between_columns else after.board.cell(row, column)
    if cell is not None and (after.owner(cell) is None or cell == mirror.move.cell):
        return Marks(cells=(cell,))
    # A claimed cell, or a point between two cells one above the other, lies between crossings.
    lower, further = (row,) if between_rows else (row, row + 1), (column, column + 1)
    return Marks(crossings=tuple(product(lower, (column,) if between_columns else further)))
