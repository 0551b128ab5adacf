"""Painting a board: which character and which style stands where. Knows nothing of Textual."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Board, Cell, CellStyle, Effect, GameState, Move, Player
from gridlock_tui.tui import art
from gridlock_tui.tui.glyphs import Frame, Glyphs
from gridlock_tui.tui.scale import GUTTER, Scale

Ink = tuple[str, str]
"""The names of a ground (background) and of an ink upon it; `inks` says what they look like."""

_PLAYER = {Player.ONE: "one", Player.TWO: "two"}


class Sign(NamedTuple):
    """What the truth about a cell looks like."""

    text: str
    ink: str
    below: str = ""
    """What else is to be said of it, where there is room."""
    region: int | None = None
    """Which of the independent regions it lies in, where they are told apart."""


Signs = tuple[Sign | None, ...]
"""The truth about every cell; empty where it is not shown."""


class View(NamedTuple):
    """What is to be seen: the game, the cell pointed at, the token in hand, the truth."""

    timeline: Timeline
    cursor: Cell | None = None
    token: int | None = None
    signs: Signs = ()
    may_place: bool = True
    """Whether whoever points may place, so that what it would do is shown."""

    @property
    def state(self) -> GameState:
        """The state that is looked at."""
        return self.timeline.state

    def preview(self) -> Effect | None:
        """Return what placing on the cell pointed at would do, None if it cannot be done."""
        if self.cursor is None or not self.may_place:
            return None
        move = Move(self.cursor, self.token)
        return self.state.effect(move) if self.state.refusal(move) is None else None


class Face:
    """How one cell looks."""

    def __init__(
        self,
        ground: str,
        *,
        fill: str = " ",
        art: art.Art = (),
        ink: str = "free",
        corner: str = "",
    ) -> None:
        self.ground = ground
        self.fill = fill
        self.art = art
        self.ink = self.fill_ink = self.corner_ink = ink
        self.corner = corner


class Canvas:
    """Lines of characters, each with its ink."""

    def __init__(self, chars: list[list[str]], inks: list[list[Ink]]) -> None:
        self.chars = chars
        self.inks = inks

    @classmethod
    def blank(cls, width: int, height: int) -> Canvas:
        """Return a canvas with nothing on it."""
        return cls(
            [[" "] * width for _ in range(height)],
            [[("table", "label")] * width for _ in range(height)],
        )

    def copy(self) -> Canvas:
        """Return a canvas with the same on it."""
        return Canvas([line[:] for line in self.chars], [line[:] for line in self.inks])

    @property
    def extent(self) -> tuple[int, int]:
        """The length of the lines, and how many there are."""
        return len(self.chars[0]), len(self.chars)

    def differences(self, other: Canvas) -> Iterator[tuple[int, int, int]]:
        """Yield line, first column and column after the last of whatever looks different."""
        for y, (chars, inks) in enumerate(zip(self.chars, self.inks, strict=True)):
            if chars != other.chars[y] or inks != other.inks[y]:
                columns = [
                    x
                    for x, (char, ink) in enumerate(zip(chars, inks, strict=True))
                    if char != other.chars[y][x] or ink != other.inks[y][x]
                ]
                yield y, columns[0], columns[-1] + 1

    def put(self, x: int, y: int, text: str, ink: str, ground: str | None = None) -> None:
        """Write the text from this column and line on, on the given ground or the one there."""
        end = x + len(text)
        inks = self.inks[y]
        self.chars[y][x:end] = text
        if ground is None:
            inks[x:end] = [(below, ink) for below, _ in inks[x:end]]
        else:
            inks[x:end] = [(ground, ink)] * len(text)


def paint(view: View, scale: Scale, glyphs: Glyphs) -> Canvas:
    """Return the whole board with labels, lines, cells, last move and cursor."""
    board = view.state.board
    canvas = _without_preview(view.state, view.token, view.signs, scale, glyphs).copy()
    preview = view.preview()
    if preview is not None and view.cursor is not None:
        faces = _Faces(view, preview, scale, glyphs)
        for cell in {view.cursor, *preview.lost[0], *preview.lost[1]}:
            _paint_cell(canvas, faces.of(cell), scale, *scale.spot(board, cell))
    last = view.timeline.last_move
    if last is not None:
        _paint_ticks(canvas, view, last.cell, scale, glyphs)
    if view.cursor is not None:
        _paint_cursor(canvas, view, scale, glyphs)
    return canvas


@lru_cache(maxsize=8)
def _without_preview(
    state: GameState, token: int | None, signs: Signs, scale: Scale, glyphs: Glyphs
) -> Canvas:
    """Return what stays the same while one points here and there: everything but the preview."""
    board = state.board
    canvas = _empty_table(board, state.variant.cells, scale, glyphs.grid).copy()
    faces = _Faces(View(Timeline.begin(state), None, token, signs), None, scale, glyphs)
    for cell in range(board.size):
        _paint_cell(canvas, faces.of(cell), scale, *scale.spot(board, cell))
    return canvas


@lru_cache(maxsize=8)
def _empty_table(board: Board, cells: CellStyle, scale: Scale, frame: Frame) -> Canvas:
    """Return what is the same in every state: labels and lines."""
    canvas = Canvas.blank(*scale.extent(board))
    if scale.framed:
        if scale.labelled:
            _paint_labels(canvas, board, cells, scale)
        _paint_lines(canvas, scale, frame)
    return canvas


def _paint_labels(canvas: Canvas, board: Board, style: CellStyle, scale: Scale) -> None:
    for column in range(board.columns):
        x, _ = scale.spot(board, board.cell(0, column))
        canvas.put(x, 0, style.column_label(board, column).center(scale.width), "label")
    for row in range(board.rows):
        _, y = scale.spot(board, board.cell(row, 0))
        label = style.row_label(board, row).rjust(GUTTER - 1)
        canvas.put(0, y + scale.height // 2, label, "label")


def _paint_lines(canvas: Canvas, scale: Scale, frame: Frame) -> None:
    width, height = canvas.extent
    inside_x, inside_y = scale.origin
    left, right, top, bottom = inside_x - 1, width - 1, inside_y - 1, height - 1
    across, down = scale.step
    for y in range(top, bottom + 1):
        on_line = y in (top, bottom) or (scale.ruled and (y - top) % down == 0)
        for x in range(left, right + 1):
            on_bar = x in (left, right) or (scale.ruled and (x - left) % across == 0)
            if on_line and on_bar:
                canvas.put(
                    x, y, _joint(frame, x == left, x == right, y == top, y == bottom), "line"
                )
            elif on_line:
                canvas.put(x, y, frame.across, "line")
            elif on_bar:
                canvas.put(x, y, frame.down, "line")


def _joint(frame: Frame, left: bool, right: bool, top: bool, bottom: bool) -> str:
    if (left or right) and (top or bottom):
        return frame.corners[2 * bottom + right]
    if top or bottom:
        return frame.tees[bottom]
    if left or right:
        return frame.tees[2 + right]
    return frame.cross


def _paint_cell(canvas: Canvas, face: Face, scale: Scale, x: int, y: int) -> None:
    for line in range(scale.height):
        canvas.put(x, y + line, face.fill * scale.width, face.fill_ink, face.ground)
    if face.art:
        top = y + (scale.height - len(face.art)) // 2
        beside_corner = bool(face.corner) and top == y
        left = x + (scale.width - len(face.art[0])) // 2 + beside_corner
        for line, text in enumerate(face.art):
            canvas.put(left, top + line, text, face.ink)
    if face.corner:
        canvas.put(x + 1, y, face.corner, face.corner_ink)


class _Faces:
    """Decides how every cell of a view looks."""

    def __init__(self, view: View, preview: Effect | None, scale: Scale, glyphs: Glyphs) -> None:
        self.view, self.preview, self.scale, self.glyphs = view, preview, scale, glyphs
        self.state = view.state
        self.mover = view.state.to_move
        outcome = view.state.outcome
        self.deciding = frozenset(outcome.cells) if outcome else frozenset()

    def of(self, cell: Cell) -> Face:
        """Return the face of the cell."""
        owner = self.state.owner(cell)
        if owner is not None:
            return self._marked(cell, owner)
        if self.preview is not None and cell == self.view.cursor:
            return self._ghost(cell)
        if self.preview is not None:
            losers = [player for player in Player if cell in self.preview.lost_by(player)]
            if losers:
                who = "both" if len(losers) == 2 else _PLAYER[losers[0]]
                face = Face(self._ground(cell), fill=self.glyphs.lost, ink=f"lost-{who}")
                return self._signed(cell, face)
        return self._signed(cell, self._empty(cell))

    def _signed(self, cell: Cell, face: Face) -> Face:
        """Return the face with the truth about the cell in its middle, where that is shown."""
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
        face.fill_ink, face.ink = face.ink, sign.ink
        if sign.region is not None:
            face.ground = f"region-{sign.region}"
        return face

    def _sign(self, cell: Cell) -> Sign | None:
        return self.view.signs[cell] if self.view.signs else None

    def _marked(self, cell: Cell, owner: Player) -> Face:
        decided = cell in self.deciding
        ground = f"won-{_PLAYER[owner]}" if decided else self._ground(cell)
        ink = f"won-{_PLAYER[owner]}" if decided else _PLAYER[owner]
        token = self.state.tokens[cell] if self.state.tokens else None
        face = self._marker(owner, token, ground, ink)
        if decided and self.scale.height == 1 and len(face.art[0]) + 2 <= self.scale.width:
            face.art = (f"*{face.art[0]}*",)
        return face

    def _marker(self, owner: Player, token: int | None, ground: str, ink: str) -> Face:
        width, height = self.scale.width, self.scale.height
        ascii_only = self.glyphs.ascii_only
        if token is None:
            return Face(ground, art=art.marker(owner, width, height, ascii_only), ink=ink)
        drawn = art.numeral(token, width, height, ascii_only)
        if len(drawn) == 1:
            return Face(ground, art=(f"{owner.symbol}{token}",), ink=ink)
        return Face(ground, art=drawn, ink=ink, corner=owner.symbol)

    def _ghost(self, cell: Cell) -> Face:
        who = _PLAYER[self.mover]
        face = self._marker(self.mover, self.view.token, self._ground(cell), f"ghost-{who}")
        face.corner_ink = f"ghost-text-{who}"  # a letter needs more contrast than a large drawing
        if len(face.art) == 1:
            face.ink = face.corner_ink
        if self._completes_run(cell):
            face.ground = "run"
        if self._sign(cell) is not None and self.scale.height > 1:
            # No room for both a large marker and the truth: the marker goes to the corner.
            face.corner = face.corner or self.mover.symbol
        return self._signed(cell, face)

    def _empty(self, cell: Cell) -> Face:
        if self._completes_run(cell):
            starred = f"*{self.view.token}*"
            fitting = starred if len(starred) <= self.scale.width else str(self.view.token)
            return Face("run", art=(fitting,), ink="run")
        if self.state.room[self.mover - 1] >> cell & 1:
            return Face(self._ground(cell), art=(self._name(cell),), ink="free")
        if self.state.room[self.mover.other - 1] >> cell & 1:
            other = self.mover.other
            return Face("barred", art=(other.symbol.lower(),), ink=f"others-{_PLAYER[other]}")
        if self.state.variant.has_tokens:
            return Face(self._ground(cell))
        return Face("blocked", fill=self.glyphs.blocked, ink="blocked")

    def _name(self, cell: Cell) -> str:
        named = self.state.variant.grid.free is None
        return self.state.variant.cell_name(cell) if named else self.glyphs.free

    def _completes_run(self, cell: Cell) -> bool:
        token = self.view.token
        if token is None or self.state.is_over:
            return False
        move = Move(cell, token)
        return self.state.refusal(move) is None and bool(self.state.effect(move).run)

    def _ground(self, cell: Cell) -> str:
        if self.scale.ruled:
            return "cell"
        # Without lines between them, cells are told apart as on a chequered board.
        return "cell-odd" if sum(self.state.board.place(cell)) % 2 else "cell"


def _paint_ticks(canvas: Canvas, view: View, cell: Cell, scale: Scale, glyphs: Glyphs) -> None:
    """Mark the last move by ticks in the corners of its cell, or by brackets around it."""
    owner = view.state.owner(cell)
    if owner is None:
        return
    outcome = view.state.outcome
    decided = outcome is not None and cell in outcome.cells
    ink = f"won-{_PLAYER[owner]}" if decided else _PLAYER[owner]
    x, y = scale.spot(view.state.board, cell)
    right, bottom = x + scale.width - 1, y + scale.height - 1
    if scale.height == 1:
        if canvas.chars[y][x] == canvas.chars[y][right] == " ":
            canvas.put(x, y, "[", ink)
            canvas.put(right, y, "]", ink)
        return
    corners = glyphs.grid.corners
    for at_x, at_y, corner in ((x, y, 0), (right, y, 1), (x, bottom, 2), (right, bottom, 3)):
        canvas.put(at_x, at_y, corners[corner], ink)


def _paint_cursor(canvas: Canvas, view: View, scale: Scale, glyphs: Glyphs) -> None:
    """Frame the cell pointed at: on the lines around it, or within it where there are none."""
    assert view.cursor is not None
    x, y = scale.spot(view.state.board, view.cursor)
    right, bottom = x + scale.width - 1, y + scale.height - 1
    frame = glyphs.cursor
    if scale.ruled:
        x, y, right, bottom = x - 1, y - 1, right + 1, bottom + 1
        canvas.put(x + 1, y, frame.across * scale.width, "cursor")
        canvas.put(x + 1, bottom, frame.across * scale.width, "cursor")
    elif scale.height == 1:
        # Too little room for a frame: the whole cell is shown in reverse.
        canvas.put(x, y, "".join(canvas.chars[y][x : right + 1]), "reversed", "cursor")
        if canvas.chars[y][x] in " [*":
            canvas.put(x, y, "<", "reversed")
            canvas.put(right, y, ">", "reversed")
        return
    for line in range(y + 1, bottom):
        canvas.put(x, line, frame.down, "cursor")
        canvas.put(right, line, frame.down, "cursor")
    for at_x, at_y, corner in ((x, y, 0), (right, y, 1), (x, bottom, 2), (right, bottom, 3)):
        canvas.put(at_x, at_y, frame.corners[corner], "cursor")
