"""Paint a board: labels, tiles, preview and cursor. Independent of Textual."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, pairwise

from gridlock_tui.rules import Board, Cell, CellStyle, Reason, completed_runs
from gridlock_tui.tui.board import outlines, tiles
from gridlock_tui.tui.board.canvas import Canvas
from gridlock_tui.tui.board.geometry import GUTTER, Scale
from gridlock_tui.tui.board.picture import Face, Picture, Signs, plain_faces, preview_faces
from gridlock_tui.tui.board.sketch import draw_axis, join_regions, sketch_faces

Stage = Mapping[Cell, Face]
"""The faces of cells that are moving."""


def paint(
    picture: Picture, scale: Scale, *, ascii_only: bool = False, stage: Stage | None = None
) -> Canvas:
    """Return the whole board: labels, tiles, preview, last move and cursor.

    With `ascii_only` large markers are drawn in ASCII; the filter does the rest. While something
    moves, `stage` has the faces that replace the usual ones, and nothing is previewed.
    """
    board = picture.state.board
    faces, worded = plain_faces(picture), has_room_for_words(picture.signs, scale)
    canvas = _painted(faces, board, picture.state.variant.cells, scale, ascii_only, worded).copy()
    sketch = picture.sketch if stage is None else None
    changed = stage or {}
    if stage is None:
        changed = dict(preview_faces(picture)) if sketch is None else sketch_faces(picture)
    for cell, face in changed.items():
        _draw(canvas, _fitting(face, scale), scale, scale.spot(board, cell), ascii_only)
    if stage is None:
        _draw_run(canvas, picture, scale)
    if sketch is not None:
        join_regions(canvas, sketch, board, scale)
    if picture.cursor is not None and not picture.state.is_over:
        draws = outlines.draw_cursor if scale.outlined else tiles.draw_cursor
        draws(canvas, scale, *scale.spot(board, picture.cursor))
    if sketch is not None:
        draw_axis(canvas, sketch, board, scale)
    return canvas


def _fitting(face: Face, scale: Scale) -> Face:
    """Return the face without words that are too long for its tile."""
    return face if len(face.words) <= scale.width - 2 else face._replace(words="")


def _draw(
    canvas: Canvas, face: Face, scale: Scale, spot: tuple[int, int], ascii_only: bool
) -> None:
    if scale.outlined and not scale.is_small:
        outlines.draw_tile(canvas, face, scale, *spot, ascii_only)
    else:
        tiles.draw_tile(canvas, face, scale, *spot)


def has_room_for_words(signs: Signs, scale: Scale) -> bool:
    """Return whether the words of the analysis fit every tile; otherwise all have signs."""
    if scale.is_small:
        return False
    return all(len(sign.words) <= scale.width - 2 for sign in signs if sign is not None)


@lru_cache(maxsize=8)
def _painted(
    faces: tuple[Face, ...],
    board: Board,
    cells: CellStyle,
    scale: Scale,
    ascii_only: bool,
    worded: bool,
) -> Canvas:
    """Return labels and tiles: the same wherever the cursor is."""
    canvas = Canvas.blank(*scale.extent(board))
    if scale.labelled:
        _draw_labels(canvas, board, cells, scale)
    for cell, face in enumerate(faces):
        face = face if worded else face._replace(words="")
        _draw(canvas, face, scale, scale.spot(board, cell), ascii_only)
    return canvas


def _draw_labels(canvas: Canvas, board: Board, style: CellStyle, scale: Scale) -> None:
    for column in range(board.columns):
        x, _ = scale.spot(board, board.cell(0, column))
        canvas.write(x, 0, style.column_label(board, column).center(scale.width), "label")
    for row in range(board.rows):
        _, y = scale.spot(board, board.cell(row, 0))
        label = style.row_label(board, row).rjust(GUTTER - 1)
        canvas.write(0, scale.text_line(y), label, "label")


def _draw_run(canvas: Canvas, picture: Picture, scale: Scale) -> None:
    """Join the tiles of a completed run, so that it is seen as a line."""
    outcome = picture.state.outcome
    if outcome is None or outcome.reason is not Reason.RUN or scale.outlined or not scale.gap:
        return
    board, colour = picture.state.board, f"tile-{outcome.winner.word}"
    for one, two in chain.from_iterable(map(pairwise, completed_runs(picture.state))):
        (x, y), (to_x, to_y) = scale.spot(board, one), scale.spot(board, two)
        left, top = max(x, to_x), max(y, to_y)
        if y == to_y:
            canvas.fill(left - 1, y + scale.height // 3, 1, scale.height // 3 + 1, colour)
        elif x == to_x:
            canvas.fill(x + scale.width // 3, top - 1, scale.width // 3 + 1, 1, colour)
        else:
            canvas.fill(left - 1, top - 1, 1, 1, colour)
