"""The board: a Line-API widget that draws a timeline's state as large as there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events, getters
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Cell
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.inks import ansi_style, rgb_style
from gridlock_tui.tui.painter import Canvas, Ink, Signs, View, paint
from gridlock_tui.tui.scale import Scale, largest_scale

_LEFT_BUTTON = 1
NO_GAME = Timeline.begin(next(iter(VARIANTS.values())).start())


class _Picture(NamedTuple):
    """A painted board, and what it was painted from."""

    view: View
    size: Size
    glyphs: Glyphs
    labelled: bool
    theme: str
    canvas: Canvas | None
    lines: list[Strip]

    @property
    def extent(self) -> tuple[int, int] | None:
        """The columns and lines that the board takes; None if there was no room for it."""
        return self.canvas.extent if self.canvas else None


class BoardView(Widget):
    """Draws a game, and says which cell is pointed at and which is chosen."""

    ALLOW_SELECT = False

    app = getters.app(ConfiguredApp)

    DEFAULT_CSS = """
    BoardView {
        width: 1fr;
        height: 1fr;
    }
    """

    # A change repaints only the lines that look different: see _repaint.
    timeline: reactive[Timeline] = reactive(NO_GAME, repaint=False)
    """The game that is drawn."""
    cursor: reactive[Cell | None] = reactive[Cell | None](None, repaint=False)
    """The cell that is pointed at; None in a picture that nobody plays on."""
    token: reactive[int | None] = reactive[int | None](None, repaint=False)
    """The token that is about to be placed."""
    signs: reactive[Signs] = reactive((), repaint=False)
    """The truth about every cell, where it is shown."""
    may_place: reactive[bool] = reactive(True, repaint=False)
    """Whether it is the turn of whoever points; if not, no move is previewed."""
    glyphs: reactive[Glyphs] = reactive(UNICODE, repaint=False)
    """The characters to draw with."""

    @dataclass
    class Pointed(Message):
        """The pointer is over a cell."""

        board: BoardView
        cell: Cell

        @property
        def control(self) -> BoardView:
            """The board that is pointed at."""
            return self.board

    @dataclass
    class Chosen(Message):
        """A cell was clicked."""

        board: BoardView
        cell: Cell

        @property
        def control(self) -> BoardView:
            """The board that was clicked."""
            return self.board

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, classes=classes)
        self._picture: _Picture | None = None
        self._styles: dict[Ink, Style] = {}

    @property
    def view(self) -> View:
        """What is to be seen."""
        cursor = self.cursor
        # A new game and the cell pointed at in it arrive one after the other.
        if cursor is not None and cursor >= self.timeline.state.board.size:
            cursor = None
        signs = self.signs if len(self.signs) == self.timeline.state.board.size else ()
        return View(self.timeline, cursor, self.token, signs, self.may_place)

    @property
    def scale(self) -> Scale | None:
        """How large the board is drawn; None if there is no room for it."""
        board, (width, height) = self.timeline.state.board, self.size
        return largest_scale(board, width, height, labelled=self.app.config.coordinates)

    def watch_timeline(self) -> None:
        """Repaint what looks different in this state."""
        self._repaint()

    def watch_cursor(self) -> None:
        """Repaint what looks different with another cell pointed at."""
        self._repaint()

    def watch_token(self) -> None:
        """Repaint what looks different with another token in hand."""
        self._repaint()

    def watch_signs(self) -> None:
        """Repaint what is known now."""
        self._repaint()

    def watch_may_place(self) -> None:
        """Repaint with the preview, or without it."""
        self._repaint()

    def watch_glyphs(self) -> None:
        """Repaint with other characters."""
        self._repaint()

    def _repaint(self) -> None:
        before = self._picture
        if before is None or before.size != self.size:
            self.refresh()
            return
        after = self._current()
        if before.extent != after.extent or before.canvas is None or after.canvas is None:
            self.refresh()
            return
        left, top = self._margin_of(after.canvas.extent)
        changed = [
            Region(left + begin, top + y, end - begin, 1)
            for y, begin, end in after.canvas.differences(before.canvas)
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture."""
        return self._current().lines[y]

    def _current(self) -> _Picture:
        """Return the picture of what is to be seen now, painted once."""
        picture = self._picture
        theme = self.app.theme
        if picture is not None and picture.theme != theme:
            picture = None
            self._styles.clear()
        wanted = (self.view, self.size, self.glyphs, self.app.config.coordinates)
        if picture is None or picture[:4] != wanted:
            self._picture = picture = self._painted_over(picture)
        return picture

    def _painted_over(self, before: _Picture | None) -> _Picture:
        """Return a new picture; lines that look as before are the very same ones."""
        view, size, glyphs, scale = self.view, self.size, self.glyphs, self.scale
        labelled, theme = self.app.config.coordinates, self.app.theme
        if scale is None:
            return _Picture(view, size, glyphs, labelled, theme, None, self._without_room())
        canvas = paint(view, scale, glyphs)
        left, top = self._margin(scale)
        table = self._style(("table", "label"))
        lines = [Strip.blank(size.width, table)] * size.height
        old = None
        if before is not None and before.size == size and before.extent == canvas.extent:
            lines, old = before.lines[:], before.canvas
        margin_left = Segment(" " * left, table)
        margin_right = Segment(" " * (size.width - left - canvas.extent[0]), table)
        for y, (chars, inks) in enumerate(zip(canvas.chars, canvas.inks, strict=True)):
            if old is None or chars != old.chars[y] or inks != old.inks[y]:
                segments = [margin_left, *self._segments(chars, inks), margin_right]
                lines[top + y] = Strip(segments, size.width)
        return _Picture(view, size, glyphs, labelled, theme, canvas, lines)

    def _without_room(self) -> list[Strip]:
        words = "No room for this board: enlarge the window."
        style = self._style(("table", "label"))
        first = Strip([Segment(words, style)]).adjust_cell_length(self.size.width, style)
        return [first, *([Strip.blank(self.size.width, style)] * (self.size.height - 1))]

    def _segments(self, chars: list[str], inks: list[Ink]) -> list[Segment]:
        """Join neighbours of equal ink, so that the terminal is sent as little as possible."""
        segments: list[Segment] = []
        begin, width = 0, len(chars)
        for end in range(1, width + 1):
            if end == width or inks[end] != inks[begin]:
                segments.append(Segment("".join(chars[begin:end]), self._style(inks[begin])))
                begin = end
        return segments

    def _style(self, ink: Ink) -> Style:
        style = self._styles.get(ink)
        if style is None:
            mixed = ansi_style if self.app.native_ansi_color else rgb_style
            style = self._styles[ink] = mixed(ink, self.app.theme_variables)
        return style

    def _margin(self, scale: Scale) -> tuple[int, int]:
        return self._margin_of(scale.extent(self.timeline.state.board))

    def _margin_of(self, extent: tuple[int, int]) -> tuple[int, int]:
        """Return the empty columns on the left of a board so large, and the lines above it."""
        return (self.size.width - extent[0]) // 2, (self.size.height - extent[1]) // 2

    def cell_at(self, offset: Offset | None) -> Cell | None:
        """Return the cell drawn at this place of the widget."""
        scale = self.scale
        if offset is None or scale is None:
            return None
        left, top = self._margin(scale)
        return scale.cell_at(self.timeline.state.board, offset.x - left, offset.y - top)

    def offset_of(self, cell: Cell) -> Offset:
        """Return the middle of a cell, as a place of the widget."""
        scale = self.scale
        assert scale is not None, "a board without room has no cells to show"
        left, top = self._margin(scale)
        x, y = scale.spot(self.timeline.state.board, cell)
        return Offset(left + x + scale.width // 2, top + y + scale.height // 2)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at the cell under the mouse."""
        cell = self.cell_at(event.get_content_offset(self))
        if cell is not None and cell != self.cursor and self.cursor is not None:
            self.post_message(self.Pointed(self, cell))

    def on_click(self, event: events.Click) -> None:
        """Choose the cell under the mouse."""
        cell = self.cell_at(event.get_content_offset(self))
        if cell is not None and self.cursor is not None and event.button == _LEFT_BUTTON:
            self.post_message(self.Chosen(self, cell))
