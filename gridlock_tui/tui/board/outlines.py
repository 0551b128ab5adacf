"""Draw the cells of a board by their outlines: for sixteen colours, no colours, and ASCII.

There a tile cannot differ from the page by its shade: a free tile has a border, a claimed one is
reversed within its border, a locked one has no border.
"""

from __future__ import annotations

from gridlock_tui.tui.board import art, tiles
from gridlock_tui.tui.board.canvas import PAGE, Canvas
from gridlock_tui.tui.board.geometry import Scale
from gridlock_tui.tui.board.picture import Face

_BORDER = "┌─┐│└─┘"
_CURSOR = "╔═╗║╚═╝"
_BAR = "═"
_LEAST_INNER = 5
"""The least number of lines of a tile in which the outline of a smaller one can be drawn."""
_LEAST_NUMBERED = 3
"""The least number of lines of a marker with a number above it."""


def draw_tile(canvas: Canvas, face: Face, scale: Scale, x: int, y: int, ascii_only: bool) -> None:
    """Draw a cell whose tile begins at this column and half line."""
    width, height = scale.width, scale.height
    top, lines = y // 2, height // 2
    solid = face.ground.startswith("tile-")
    canvas.erase_text(x, y, width, height)
    canvas.fill(x, y, width, height, PAGE)
    if solid:  # not its border: tiles that touch would become one
        canvas.fill(x + 1, y + 2, width - 2, height - 4, face.ground)
    shrinks = bool(face.inner) and lines >= _LEAST_INNER
    if shrinks:
        _draw_border(canvas, x + 1, top + 1, width - 2, lines - 2, f"{face.inner}-edge")
    elif not face.inner and face.ground != "locked":
        _draw_border(canvas, x, top, width, lines, f"{face.ground}-edge")
    # The number of a move in a line has a line of its own above the marker.
    drawn = _art(face, width - 2, lines - (4 if face.number else 2), shrinks, ascii_only)
    left = x + (width - len(drawn[0])) // 2
    # On the page, a dark marker would not be seen.
    ink = f"ghost-text-{face.marker.word}" if face.marker and not solid else face.text_ink
    for line, text in enumerate(drawn, start=top + (lines - len(drawn)) // 2):
        canvas.write(left, line, text, ink)
    if len(drawn) > 1 and face.token is not None and face.marker is not None:
        canvas.write(x + 1, top + 1, face.marker.symbol, ink)
    if len(drawn) > 1 and face.number:
        canvas.write(x + 1, top + 1, str(face.number).rjust(width - 2), ink)
    if face.bar:
        colour = f"{face.ground}-edge" if solid else ink
        canvas.write(x + 1, top + lines - 1, _BAR * (width - 2), colour)


def _art(face: Face, width: int, lines: int, shrinks: bool, ascii_only: bool) -> art.Art:
    """Return what stands inside the outline."""
    if face.marker is None:
        longer = face.words and not face.inner
        text = tiles.fitting(face.words if longer or shrinks else face.text, width)
        if not face.below or lines < 2 or len(face.below) > width:
            return (text,)
        longest = max(len(text), len(face.below))
        return text.center(longest), face.below.center(longest)
    as_text = (tiles.fitting(tiles.text_of(face), width),)
    if face.number and lines < _LEAST_NUMBERED:
        return as_text
    if face.token is not None:
        # There is a letter beside the numeral.
        numeral = None if ascii_only else art.numeral(face.token, width - 4, 2 * lines)
        return as_text if numeral is None else art.in_blocks(numeral)
    if ascii_only:
        drawn = art.ascii_marker(face.marker, width, lines)
        return drawn if len(drawn) > 1 else as_text
    high = 2 * (lines - face.landing)
    wide = high + (width - high) % 2
    if high < 3 or wide > width:
        return as_text
    return art.in_blocks(art.marker(face.marker, wide, high))


def _draw_border(
    canvas: Canvas, x: int, top: int, width: int, lines: int, ink: str, signs: str = _BORDER
) -> None:
    if width < 2:
        return
    if lines < 2:
        canvas.write(x, top, signs[1] * width, ink)
        return
    bottom = top + lines - 1
    canvas.write(x, top, signs[0] + signs[1] * (width - 2) + signs[2], ink)
    canvas.write(x, bottom, signs[4] + signs[5] * (width - 2) + signs[6], ink)
    for line in range(top + 1, bottom):
        canvas.write(x, line, signs[3], ink)
        canvas.write(x + width - 1, line, signs[3], ink)


def draw_cursor(canvas: Canvas, scale: Scale, x: int, y: int) -> None:
    """Give the tile a double border; a tile of a single line is reversed."""
    if scale.is_small:
        tiles.draw_cursor(canvas, scale, x, y)
    else:
        _draw_border(canvas, x, y // 2, scale.width, scale.height // 2, "cursor", _CURSOR)
