"""Draw the cells of a board as tiles of half-block pixels."""

from __future__ import annotations

from gridlock_tui.tui.board import art
from gridlock_tui.tui.board.canvas import Canvas
from gridlock_tui.tui.board.geometry import Scale
from gridlock_tui.tui.board.picture import Face

_LEAST_INNER = 5
"""The least height of a tile in which a smaller one can be drawn."""
_LEAST_NUMERAL = 8
"""The least height of a tile in which a numeral and a letter can be drawn."""
_NUMBER_MARGIN = 4
"""How much lower a marker is with a number in the corner of its tile."""


def draw_tile(canvas: Canvas, face: Face, scale: Scale, x: int, y: int) -> None:
    """Draw a cell whose tile begins at this column and half line."""
    width, height = scale.width, scale.height
    canvas.erase_text(x, y, width, height)
    canvas.fill(x, y, width, height, face.ground)
    down = max(1, height * face.inset // 8) if face.inner and height >= _LEAST_INNER else 0
    if down:
        right = max(1, width * face.inset // 8)
        canvas.fill(x + right, y + down, width - 2 * right, height - 2 * down, face.inner)
    bitmap = _bitmap(face, scale)
    if bitmap is not None:
        _draw_bitmap(canvas, bitmap, scale, x, y, face.ink)
        line = (y + 1) // 2
        if face.token is not None and face.marker is not None:
            canvas.write(x + 1, line, face.marker.symbol, face.text_ink)
        if face.number:
            canvas.write(x + 1, line, str(face.number).rjust(width - 2), face.text_ink)
    else:
        _write(canvas, face, scale, x, y, down)
    if face.bar and not scale.is_small:
        margin = _margin(height)
        canvas.fill(x + 1, y + height - margin, width - 2, 1, "bar")


def _margin(height: int) -> int:
    """Return the pixels above and below a marker; the bar of the last move is below it."""
    return 1 if height < 11 else 2


def _bitmap(face: Face, scale: Scale) -> art.Bitmap | None:
    """Return the large marker or numeral of the face; None if there is none, or no room."""
    if face.marker is None:
        return None
    # The number of a move in a line has a line of text above the marker.
    width, height = scale.width, scale.height - (_NUMBER_MARGIN if face.number else 0)
    if face.token is not None:
        return art.numeral(face.token, width - 4, height - 3) if height >= _LEAST_NUMERAL else None
    high = height - 2 * _margin(height) - 2 * face.landing
    wide = high + (width - high) % 2
    if high < 3 or wide > width - 2:
        return None
    return art.marker(face.marker, wide, high)


def _draw_bitmap(
    canvas: Canvas, bitmap: art.Bitmap, scale: Scale, x: int, y: int, ink: str
) -> None:
    left = x + (scale.width - len(bitmap[0])) // 2
    top = y + (scale.height - len(bitmap)) // 2
    for line, row in zip(canvas.pixels[top : top + len(bitmap)], bitmap, strict=True):
        for at, pixel in enumerate(row, start=left):
            if pixel == "#":
                line[at] = ink


def text_of(face: Face) -> str:
    """Return the marker or token of the face as text, or its own text."""
    if face.marker is None:
        return face.text
    text = face.marker.symbol if face.token is None else f"{face.marker.symbol}{face.token}"
    return f"{face.number} {text}" if face.number else text


def fitting(text: str, width: int) -> str:
    """Return the text; if it is too long, without its blank, only what is before it, or `*24`."""
    forms = (text, text.replace(" ", ""), text.partition(" ")[0], text.rstrip("*") or text)
    return next((form for form in forms if len(form) <= width), forms[-1])


def _lines_of(face: Face, scale: Scale) -> list[str]:
    """Return the lines of text that fit into the tile."""
    text = fitting(text_of(face), scale.width)
    if scale.is_small:
        whole = text + face.below
        text = whole if len(whole) <= scale.width else text
        room = scale.width - 2
        return [f"[{text.center(room)}]" if face.bar and len(text) <= room else text]
    if face.words and not face.inner:
        text = face.words
    return [text, face.below] if face.below and scale.height >= _LEAST_INNER else [text]


def _write(canvas: Canvas, face: Face, scale: Scale, x: int, y: int, margin: int) -> None:
    """Write the text of a face; on a shrinking tile the letter of who may still use it."""
    lines = [face.words] if margin else _lines_of(face, scale)
    first = scale.text_line(y, len(lines), margin)
    for line, text in enumerate(lines, start=first):
        canvas.write(x, line, text.center(scale.width), face.text_ink)


def draw_cursor(canvas: Canvas, scale: Scale, x: int, y: int) -> None:
    """Frame the tile with bright pixels; a tile of a single line is reversed instead."""
    width, height = scale.width, scale.height
    if scale.is_small:
        line = y // 2
        canvas.fill(x, y, width, height, "cursor")
        under = "".join(canvas.texts[line].get(at, " ")[0] for at in range(x, x + width))
        pointed = f"<{under[1:-1]}>" if under[0] + under[-1] in ("  ", "[]", "**") else under
        canvas.write(x, line, pointed, "on-cursor")
        return
    canvas.fill(x - 1, y - 1, width + 2, 1, "cursor")
    canvas.fill(x - 1, y + height, width + 2, 1, "cursor")
    canvas.fill(x - 1, y, 1, height, "cursor")
    canvas.fill(x + width, y, 1, height, "cursor")
