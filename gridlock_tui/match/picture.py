"""A position as a picture: a standalone SVG file in the colours of the dark theme."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from gridlock_tui.rules import (
    DEFAULT_NAMES,
    Cell,
    CellStyle,
    GameState,
    Move,
    Names,
    Player,
    completed_runs,
    write_compact,
)
from gridlock_tui.rules.text import clean

_TILE, _GAP, _MARGIN, _LINE = 64, 6, 40, 26
_STEP = _TILE + _GAP
_PAGE, _TEXT, _QUIET, _CUT = "#12151C", "#DFE5EF", "#9AA3B5", "#0D1016"
_LIGHT, _FREE, _RUN = "#F4F7FB", "#343D50", "#4FC38A"
_CLAIMED = {Player.ONE: "#56B4E9", Player.TWO: "#E69F00"}
_ONLY = {Player.ONE: "#3F6381", Player.TWO: "#6D5C36"}
"""The tiles that only one player may use."""
_FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_LONGEST = 60


def svg_picture(
    state: GameState, names: Names = DEFAULT_NAMES, last: Move | None = None, title: str = ""
) -> str:
    """Return the picture: the board, a title, and below it who is to move or who has won.

    The last move has a bar at its foot. Without a title, it is that of the variant and the board.
    """
    board = state.board
    wide, high = board.columns * _STEP - _GAP, board.rows * _STEP - _GAP
    heading = clean(title, _LONGEST) or f"{state.variant.title}, {board.label}"
    result, players = _caption(state, names)
    # A letter is about six tenths as wide as it is high.
    least = max(12 * len(heading), 10 * len(result), 9 * len(players))
    width, height = max(wide, least) + 2 * _MARGIN, high + 3 * _LINE + 2 * _MARGIN
    left, top, middle = (width - wide) // 2, _MARGIN + _LINE, width // 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONT}" text-anchor="middle">',
        f"<title>{escape(heading)}</title>",
        f'<rect width="{width}" height="{height}" fill="{_PAGE}"/>',
        _text(middle, _MARGIN - 6, 18, _TEXT, heading),
        *_labels(state, left, top),
    ]
    for cell in range(board.size):
        row, column = board.place(cell)
        lines += _tile(state, cell, left + column * _STEP, top + row * _STEP, last)
    below = top + high + _LINE + 8
    lines.append(_text(middle, below, 16, _TEXT, result))
    lines.append(_text(middle, below + _LINE, 14, _QUIET, players))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _caption(state: GameState, names: Names) -> tuple[str, str]:
    """Return who has won or is to move, and who the players are."""
    one, two = (clean(name, _LONGEST) for name in names)
    colours = "X {}, O {}" if not state.variant.has_tokens else "{} (blue), {} (amber)"
    outcome = state.outcome
    who = (one, two)[(outcome.winner if outcome else state.to_move) - 1]
    return f"{who} {'wins' if outcome else 'to move'}", colours.format(one, two)


def _labels(state: GameState, left: int, top: int) -> Iterator[str]:
    board, cells = state.board, state.variant.cells
    if cells is CellStyle.NUMBER:  # the tiles have their numbers
        return
    for column in range(board.columns):
        at = left + column * _STEP + _TILE // 2
        yield _text(at, top - 8, 13, _QUIET, cells.column_label(board, column))
    for row in range(board.rows):
        at = top + row * _STEP + _TILE // 2 + 5
        yield _text(left - 14, at, 13, _QUIET, cells.row_label(board, row))


def _tile(state: GameState, cell: Cell, x: int, y: int, last: Move | None) -> Iterator[str]:
    """Yield the tile of a cell; nothing for a cell that nobody may use."""
    owner, name = state.owner(cell), write_compact(state.board, cell)
    middle = _TILE // 2
    if owner is not None:
        is_run = any(cell in run for run in completed_runs(state))
        yield _rect(x, y, _CLAIMED[owner], f"{name} {state.marker(cell)}", is_run)
        yield _marker(state, cell, owner, x + middle, y + middle)
        if last is not None and last.cell == cell:
            yield f'<rect x="{x + 12}" y="{y + _TILE - 8}" width="{_TILE - 24}" height="4" ' + (
                f'fill="{_LIGHT}"/>'
            )
        return
    users = [player for player in Player if state.room[player - 1] >> cell & 1]
    if len(users) == 1:
        yield _rect(x, y, _ONLY[users[0]], f"{name} only {users[0].symbol}")
        yield _text(x + middle, y + middle + 6, 16, _TEXT, users[0].symbol.lower())
    elif users or (state.is_over and state.variant.has_tokens):
        yield _rect(x, y, _FREE, f"{name} free")
        if state.variant.cells is CellStyle.NUMBER:
            yield _text(x + middle, y + middle + 6, 16, _QUIET, state.variant.cell_name(cell))
        else:
            yield f'<circle cx="{x + middle}" cy="{y + middle}" r="3" fill="{_QUIET}"/>'


def _marker(state: GameState, cell: Cell, owner: Player, x: int, y: int) -> str:
    if state.tokens:
        return _text(x, y + 10, 28, _CUT, str(state.tokens[cell]), ' font-weight="bold"')
    if owner is Player.TWO:
        return f'<circle cx="{x}" cy="{y}" r="15" fill="none" stroke="{_CUT}" stroke-width="8"/>'
    strokes = f"M{x - 14} {y - 14}L{x + 14} {y + 14}M{x + 14} {y - 14}L{x - 14} {y + 14}"
    return f'<path d="{strokes}" stroke="{_CUT}" stroke-width="8" fill="none"/>'


def _rect(x: int, y: int, fill: str, title: str, is_framed: bool = False) -> str:
    size = f'width="{_TILE}" height="{_TILE}" rx="6"'
    frame = f' stroke="{_RUN}" stroke-width="6"' if is_framed else ""
    return (
        f'<rect x="{x}" y="{y}" {size} fill="{fill}"{frame}><title>{escape(title)}</title></rect>'
    )


def _text(x: int, y: int, size: int, fill: str, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{escape(words)}</text>'
