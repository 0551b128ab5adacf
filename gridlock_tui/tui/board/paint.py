"""Paint a board: which character and which style goes where. Independent of Textual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Board, Cell, CellStyle, Effect, GameState, Move, Player
from gridlock_tui.tui.board import art
from gridlock_tui.tui.board.art import Art
from gridlock_tui.tui.board.geometry import GUTTER, Scale

Colours = tuple[str, str]
"""The names of a background and of a foreground, both looked up in `colours`."""

_PLAYER = {Player.ONE: "one", Player.TWO: "two"}
_CORNERS = "┌┐└┘"
_CURSOR_CORNERS = "╔╗╚╝"
_JOINTS = ("┌┬┐", "├┼┤", "└┴┘")
"""Where lines meet: at the top, inside and at the bottom; from left to right."""


class Sign(NamedTuple):
    """How the analysis of one cell is shown."""

    text: str
    colour: str
    below: str = ""
    """A second line, shown where there is room."""
    region: int | None = None
    """The independent region the cell belongs to, if regions are shown."""


Signs = tuple[Sign | None, ...]
"""The analysis of every cell; empty if it is not shown."""


class Picture(NamedTuple):
    """Everything a board shows."""

    timeline: Timeline
    """The game, and which of its states is shown."""
    cursor: Cell | None = None
    """The cell under the cursor; None on a board that is only shown."""
    token: int | None = None
    """The token that would be placed."""
    signs: Signs = ()
    """The analysis, if it is shown."""
    may_place: bool = True
    """Whether to preview a move on the cell under the cursor."""

    @property
    def state(self) -> GameState:
        """The state shown."""
        return self.timeline.state

    def preview(self) -> Effect | None:
        """Return the effect of a move under the cursor; None if there is no legal one."""
        if self.cursor is None or not self.may_place:
            return None
        move = Move(self.cursor, self.token)
        return self.state.effect(move) if self.state.refusal(move) is None else None


@dataclass
class Face:
    """How one cell looks."""

    ground: str
    fill: str = " "
    art: Art = ()
    colour: str = "free"
    corner: str = ""

    def __post_init__(self) -> None:
        """Use one colour for everything until another one is set."""
        self.fill_colour = self.corner_colour = self.colour


class Canvas(NamedTuple):
    """Lines of characters, each character with its colour."""

    chars: list[list[str]]
    colours: list[list[Colours]]

    @classmethod
    def blank(cls, width: int, height: int) -> Canvas:
        """Return an empty canvas."""
        return cls(
            [[" "] * width for _ in range(height)],
            [[("outside", "label")] * width for _ in range(height)],
        )

    def copy(self) -> Canvas:
        """Return a copy that can be painted on."""
        return Canvas([line[:] for line in self.chars], [line[:] for line in self.colours])

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height."""
        return len(self.chars[0]), len(self.chars)

    def differences(self, other: Canvas) -> Iterator[tuple[int, int, int]]:
        """Yield line, first column and end column of every difference."""
        for y, (chars, colours) in enumerate(zip(self.chars, self.colours, strict=True)):
            if chars != other.chars[y] or colours != other.colours[y]:
                before = zip(other.chars[y], other.colours[y], strict=True)
                both = enumerate(zip(before, zip(chars, colours, strict=True), strict=True))
                columns = [x for x, (old, new) in both if old != new]
                yield y, columns[0], columns[-1] + 1

    def put(self, x: int, y: int, text: str, colour: str, ground: str | None = None) -> None:
        """Write text at this column and line; without a ground, keep the one that is there."""
        end = x + len(text)
        colours = self.colours[y]
        self.chars[y][x:end] = text
        if ground is None:
            colours[x:end] = [(below, colour) for below, _ in colours[x:end]]
        else:
            colours[x:end] = [(ground, colour)] * len(text)


def paint(picture: Picture, scale: Scale, *, ascii_only: bool = False) -> Canvas:
    """Return the whole board with labels, lines, cells, last move and cursor.

    With `ascii_only` large markers and numerals are drawn in ASCII; the filter does the rest.
    """
    board = picture.state.board
    canvas = _without_preview(picture.state, picture.token, picture.signs, scale, ascii_only).copy()
    preview = picture.preview()
    if preview is not None and picture.cursor is not None:
        faces = _Faces(picture, preview, scale, ascii_only)
        for cell in {picture.cursor, *preview.lost[0], *preview.lost[1]}:
            _paint_cell(canvas, faces.of(cell), scale, *scale.spot(board, cell))
    last = picture.timeline.last_move
    if last is not None:
        _paint_ticks(canvas, scale, *scale.spot(board, last.cell))
    if picture.cursor is not None:
        _paint_cursor(canvas, scale, *scale.spot(board, picture.cursor))
    return canvas


@lru_cache(maxsize=8)
def _without_preview(
    state: GameState, token: int | None, signs: Signs, scale: Scale, ascii_only: bool
) -> Canvas:
    """Return everything but preview, last move and cursor: the same wherever the cursor is."""
    board = state.board
    canvas = _empty_board(board, state.variant.cells, scale).copy()
    faces = _Faces(Picture(Timeline.begin(state), None, token, signs), None, scale, ascii_only)
    for cell in range(board.size):
        _paint_cell(canvas, faces.of(cell), scale, *scale.spot(board, cell))
    return canvas


@lru_cache(maxsize=8)
def _empty_board(board: Board, cells: CellStyle, scale: Scale) -> Canvas:
    """Return the labels and lines, which are the same in every state."""
    canvas = Canvas.blank(*scale.extent(board))
    if scale.framed:
        if scale.labelled:
            _paint_labels(canvas, board, cells, scale)
        _paint_lines(canvas, scale)
    return canvas


def _paint_labels(canvas: Canvas, board: Board, style: CellStyle, scale: Scale) -> None:
    for column in range(board.columns):
        x, _ = scale.spot(board, board.cell(0, column))
        canvas.put(x, 0, style.column_label(board, column).center(scale.width), "label")
    for row in range(board.rows):
        _, y = scale.spot(board, board.cell(row, 0))
        label = style.row_label(board, row).rjust(GUTTER - 1)
        canvas.put(0, y + scale.height // 2, label, "label")


def _paint_lines(canvas: Canvas, scale: Scale) -> None:
    width, height = canvas.extent
    inside_x, inside_y = scale.origin
    left, right, top, bottom = inside_x - 1, width - 1, inside_y - 1, height - 1
    across, down = scale.step
    for y in range(top, bottom + 1):
        on_line = y in (top, bottom) or (scale.ruled and (y - top) % down == 0)
        for x in range(left, right + 1):
            on_bar = x in (left, right) or (scale.ruled and (x - left) % across == 0)
            if on_line or on_bar:
                joint = _JOINTS[(y > top) + (y == bottom)][(x > left) + (x == right)]
                char = "│" if not on_line else joint if on_bar else "─"
                canvas.put(x, y, char, "line")


def _paint_cell(canvas: Canvas, face: Face, scale: Scale, x: int, y: int) -> None:
    for line in range(scale.height):
        canvas.put(x, y + line, face.fill * scale.width, face.fill_colour, face.ground)
    if face.art:
        top = y + (scale.height - len(face.art)) // 2
        beside_corner = bool(face.corner) and top == y
        left = x + (scale.width - len(face.art[0])) // 2 + beside_corner
        for line, text in enumerate(face.art):
            canvas.put(left, top + line, text, face.colour)
    if face.corner:
        canvas.put(x + 1, y, face.corner, face.corner_colour)


class _Faces:
    """Decides how each cell of a picture looks."""

    def __init__(
        self, picture: Picture, preview: Effect | None, scale: Scale, ascii_only: bool
    ) -> None:
        self.picture, self.preview, self.scale = picture, preview, scale
        self.ascii_only = ascii_only
        self.state, self.mover = picture.state, picture.state.to_move

    def of(self, cell: Cell) -> Face:
        """Return the face of the cell."""
        owner = self.state.owner(cell)
        if owner is not None:
            return self._marked(cell, owner)
        if self.preview is not None and cell == self.picture.cursor:
            return self._ghost(cell)
        return self._signed(cell, self._lost(cell) or self._empty(cell))

    def _lost(self, cell: Cell) -> Face | None:
        losers = [each for each in Player if self.preview and cell in self.preview.lost_by(each)]
        who = "both" if len(losers) == 2 else _PLAYER[losers[0]] if losers else ""
        return Face(self._ground(cell), fill="╱", colour=f"lost-{who}") if who else None

    def _signed(self, cell: Cell, face: Face) -> Face:
        """Return the face with the analysis of the cell in its middle, if it is shown."""
        sign = self._sign(cell)
        if sign is None:
            return face
        lines: tuple[str, ...] = (sign.text, sign.below) if sign.below else (sign.text,)
        if self.scale.height == 1:
            whole = "".join(lines)
            lines = (whole if len(whole) <= self.scale.width else sign.text,)
        elif face.fill != " ":
            lines = tuple(f" {line} " for line in lines)
        width = max(map(len, lines))
        face.art = tuple(line.center(width) for line in lines)
        face.fill_colour, face.colour = face.colour, sign.colour
        if sign.region is not None:
            face.ground = f"region-{sign.region}"
        return face

    def _sign(self, cell: Cell) -> Sign | None:
        return self.picture.signs[cell] if self.picture.signs else None

    def _marked(self, cell: Cell, owner: Player) -> Face:
        outcome = self.state.outcome
        decided = outcome is not None and cell in outcome.cells
        ground = f"won-{_PLAYER[owner]}" if decided else self._ground(cell)
        colour = f"won-{_PLAYER[owner]}" if decided else _PLAYER[owner]
        token = self.state.tokens[cell] if self.state.tokens else None
        face = self._marker(owner, token, ground, colour)
        if decided and self.scale.height == 1 and len(face.art[0]) + 2 <= self.scale.width:
            face.art = (f"*{face.art[0]}*",)
        return face

    def _marker(self, owner: Player, token: int | None, ground: str, colour: str) -> Face:
        width, height = self.scale.width, self.scale.height
        if token is None:
            drawn = art.marker(owner, width, height, self.ascii_only)
            return Face(ground, art=drawn, colour=colour)
        drawn = art.numeral(token, width, height, self.ascii_only)
        if len(drawn) == 1:
            return Face(ground, art=(f"{owner.symbol}{token}",), colour=colour)
        return Face(ground, art=drawn, colour=colour, corner=owner.symbol)

    def _ghost(self, cell: Cell) -> Face:
        who = _PLAYER[self.mover]
        face = self._marker(self.mover, self.picture.token, self._ground(cell), f"ghost-{who}")
        # A letter needs more contrast than a large drawing.
        face.corner_colour = f"ghost-text-{who}"
        if len(face.art) == 1:
            face.colour = face.corner_colour
        if self._completes_run(cell):
            face.ground = "run"
        if self._sign(cell) is not None and self.scale.height > 1:
            # There is no room for both a large marker and the analysis: a letter in the corner.
            face.corner = face.corner or self.mover.symbol
        return self._signed(cell, face)

    def _empty(self, cell: Cell) -> Face:
        if self._completes_run(cell):
            starred = f"*{self.picture.token}*"
            fitting = starred if len(starred) <= self.scale.width else str(self.picture.token)
            return Face("run", art=(fitting,), colour="run")
        if self.state.room[self.mover - 1] >> cell & 1:
            named = self.state.variant.grid.free is None
            name = self.state.variant.cell_name(cell) if named else "·"
            return Face(self._ground(cell), art=(name,), colour="free")
        if self.state.room[self.mover.other - 1] >> cell & 1:
            other = self.mover.other
            return Face("barred", art=(other.symbol.lower(),), colour=f"others-{_PLAYER[other]}")
        if self.state.variant.has_tokens:
            return Face(self._ground(cell))
        return Face("blocked", fill="░", colour="blocked")

    def _completes_run(self, cell: Cell) -> bool:
        token = self.picture.token
        if token is None or self.state.is_over:
            return False
        move = Move(cell, token)
        return self.state.refusal(move) is None and bool(self.state.effect(move).run)

    def _ground(self, cell: Cell) -> str:
        if self.scale.ruled:
            return "cell"
        # Without lines between the cells, the board is chequered.
        return "cell-odd" if sum(self.state.board.place(cell)) % 2 else "cell"


def _paint_ticks(canvas: Canvas, scale: Scale, x: int, y: int) -> None:
    """Mark the last move: ticks in the corners of its cell, or brackets in a small one."""
    _, colour = canvas.colours[y][x]
    right, bottom = x + scale.width - 1, y + scale.height - 1
    if scale.height == 1:
        if canvas.chars[y][x] == canvas.chars[y][right] == " ":
            canvas.put(x, y, "[", colour)
            canvas.put(right, y, "]", colour)
        return
    for at_x, at_y, corner in ((x, y, 0), (right, y, 1), (x, bottom, 2), (right, bottom, 3)):
        canvas.put(at_x, at_y, _CORNERS[corner], colour)


def _paint_cursor(canvas: Canvas, scale: Scale, x: int, y: int) -> None:
    """Frame the cell under the cursor: on the lines around it, or inside where there are none."""
    right, bottom = x + scale.width - 1, y + scale.height - 1
    if scale.ruled:
        x, y, right, bottom = x - 1, y - 1, right + 1, bottom + 1
        canvas.put(x + 1, y, "═" * scale.width, "cursor")
        canvas.put(x + 1, bottom, "═" * scale.width, "cursor")
    elif scale.height == 1:
        # There is no room for a frame: the whole cell is reversed.
        canvas.put(x, y, "".join(canvas.chars[y][x : right + 1]), "reversed", "cursor")
        if canvas.chars[y][x] in " [*":
            canvas.put(x, y, "<", "reversed")
            canvas.put(right, y, ">", "reversed")
        return
    for line in range(y + 1, bottom):
        canvas.put(x, line, "║", "cursor")
        canvas.put(right, line, "║", "cursor")
    for at_x, at_y, corner in ((x, y, 0), (right, y, 1), (x, bottom, 2), (right, bottom, 3)):
        canvas.put(at_x, at_y, _CURSOR_CORNERS[corner], "cursor")
