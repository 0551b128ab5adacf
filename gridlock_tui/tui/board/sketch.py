"""An idea drawn on the board: its move, its axis, its regions, or a line of play in numbers.

Independent of Textual, of the engine and of the scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gridlock_tui.rules import Board, Cell, GameState, Move
from gridlock_tui.tui.board.canvas import PAGE, Canvas
from gridlock_tui.tui.board.geometry import Scale
from gridlock_tui.tui.board.picture import Face, Picture, may_use, plain_faces, shrinking, territory

AXIS = "◆"
"""The sign of an axis or a centre."""
WINS = "▲"
"""The sign of a winning move on a tile without room for a word."""
COMPLETES = "*"
"""The sign of a cell where a run can be completed."""

Place = tuple[int, int]
"""A row and a column."""


class Region(NamedTuple):
    """Cells in which moves do not affect the others."""

    cells: tuple[Cell, ...]
    label: str


class Marks(NamedTuple):
    """Where an axis or a centre is marked."""

    crossings: tuple[Place, ...] = ()
    """Where gaps cross, at the upper left corner of a cell of this place."""
    beside: tuple[Place, ...] = ()
    """In a gap, at the left side of a cell of this place."""
    cells: tuple[Cell, ...] = ()
    """On these cells, unless they are claimed."""


class Sketch(NamedTuple):
    """What is drawn over the board, for a state and what moves make of it."""

    after: GameState
    """The state that the moves lead to; tiles that they take away shrink."""
    move: Move | None = None
    """The move that is explained; None while a line is shown."""
    word: str = ""
    """The idea, in a word for its tile."""
    marks: Marks = Marks()
    """The axis or the centre of a reflection."""
    regions: tuple[Region, ...] = ()
    completing: tuple[Cell, ...] = ()
    """Where the player could complete a run after the move."""
    line: tuple[Move, ...] = ()
    """The moves shown as numbered ghosts."""


def sketch_faces(picture: Picture) -> dict[Cell, Face]:
    """Return the cells that look different because of the sketch, and their faces."""
    sketch, state = picture.sketch, picture.state
    if sketch is None:
        return {}
    plain, faces = plain_faces(picture), dict[Cell, Face]()
    for cell in range(state.board.size):
        if sketch.after.owner(cell) is None:
            could, can = may_use(state, cell), may_use(sketch.after, cell)
            if could != can:
                faces[cell] = shrinking(territory(state, cell, *can), plain[cell].ground)
    for cell in sketch.marks.cells:
        if sketch.after.owner(cell) is None:
            face = faces.get(cell, plain[cell])
            faces[cell] = face._replace(text=AXIS, words=AXIS, ink="wins-text")
    for region in sketch.regions:
        for cell in region.cells:
            faces[cell] = _labelled(sketch.after, cell, region)
    for cell in sketch.completing:
        faces[cell] = plain[cell]._replace(text=COMPLETES, words="", ink="run-text")
    if sketch.move is not None:
        faces[sketch.move.cell] = _explained(sketch.move, sketch, state)
    faces.update(_ghosts(sketch.line, state))
    return faces


def _labelled(after: GameState, cell: Cell, region: Region) -> Face:
    """Return a tile as it is after the move, with the label of its region.

    The letter of the only player who may use it stays.
    """
    tile = territory(after, cell, *may_use(after, cell))
    letter = f" {tile.text}" if tile.ground.startswith("only-") else ""
    text = f"{region.label}{letter}"
    return tile._replace(text=text, words=text, ink="region-text")


def _explained(move: Move, sketch: Sketch, state: GameState) -> Face:
    below = AXIS if move.cell in sketch.marks.cells else ""
    if move.token is not None:
        below = f"{state.to_move.symbol}{move.token}"
    return Face("wins", text=WINS, words=sketch.word, below=below, ink="wins-text")


def _ghosts(line: tuple[Move, ...], state: GameState) -> Iterator[tuple[Cell, Face]]:
    for number, move in enumerate(line, start=1):
        player, word = state.to_move, state.to_move.word
        yield (
            move.cell,
            Face(
                f"ghost-{word}",
                marker=player,
                token=move.token,
                number=number,
                ink=f"ghost-mark-{word}",
            ),
        )
        state = state.play(move)


# The axis and the regions lie between the tiles.


def join_regions(canvas: Canvas, sketch: Sketch, board: Board, scale: Scale) -> None:
    """Join the tiles of each region, so that it is seen as an island."""
    if scale.outlined or not scale.gap:
        return
    for region in sketch.regions:
        places = {board.place(cell): cell for cell in region.cells}
        for (row, column), cell in places.items():
            x, y = scale.spot(board, cell)
            colour = canvas.pixels[y][x]
            right, below = (row, column + 1) in places, (row + 1, column) in places
            if right:
                canvas.fill(x + scale.width, y, 1, scale.height, colour)
            if below:
                canvas.fill(x, y + scale.height, scale.width, 1, colour)
            if right and below and (row + 1, column + 1) in places:
                canvas.fill(x + scale.width, y + scale.height, 1, 1, colour)


def draw_axis(canvas: Canvas, sketch: Sketch, board: Board, scale: Scale) -> None:
    """Draw the marks of an axis into the gaps; the frame of the cursor opens for them."""
    for x, line in sorted(_spots(sketch, board, scale)):
        canvas.fill(x, 2 * line, 1, 2, PAGE)
        canvas.write(x, line, AXIS, "wins-text")


def _spots(sketch: Sketch, board: Board, scale: Scale) -> Iterator[tuple[int, int]]:
    """Yield the column and line of each mark: always in the gap beside a column of tiles."""
    (across, down), (left, top) = scale.step, scale.origin
    for row, column in sketch.marks.crossings:
        x, y = left + across * column - 1, top + down * row - scale.gap
        # Without gaps between rows a crossing is between two lines: it has a mark on both.
        lines = [y // 2] if scale.gap else [y // 2 - 1, y // 2]
        first, last = (top - scale.gap) // 2, scale.extent(board)[1] - 1
        yield from ((x, line) for line in lines if first <= line <= last)
    for row, column in sketch.marks.beside:
        yield left + across * column - 1, scale.text_line(top + down * row)
