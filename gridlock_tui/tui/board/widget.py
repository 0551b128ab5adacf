"""The board: a Line-API widget that draws a game as large as it fits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Cell
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.board.colours import ansi_style, rgb_style
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.paint import Canvas, Colours, Picture, paint
from gridlock_tui.tui.preferences import preferences_of

_LEFT_BUTTON = 1
NO_GAME = Timeline.begin(next(iter(VARIANTS.values())).start())


class _Painting(NamedTuple):
    """A painted board, and what it was painted from."""

    picture: Picture
    size: Size
    labelled: bool
    theme: str
    canvas: Canvas | None
    """None if there was no room for the board."""
    lines: list[Strip]


class BoardView(Widget):
    """Draws a game; posts the cell under the mouse and the cell that was clicked."""

    ALLOW_SELECT = False

    # A change repaints only what looks different: see watch_picture.
    picture: reactive[Picture] = reactive(Picture(NO_GAME), repaint=False)
    """Everything shown, set as a whole."""

    @dataclass
    class Pointed(Message):
        """The mouse is over a cell."""

        cell: Cell

    @dataclass
    class Chosen(Message):
        """A cell was clicked."""

        cell: Cell

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, classes=classes)
        self._painting: _Painting | None = None
        self._style = cache(self._mixed)

    @property
    def scale(self) -> Scale | None:
        """How large the board is drawn; None if there is no room for it."""
        return largest_scale(self.picture.state.board, *self.size, labelled=self._labelled)

    @property
    def _labelled(self) -> bool:
        return preferences_of(self).settings.coordinates

    def watch_picture(self) -> None:
        """Repaint what looks different."""
        before = self._painting
        old = before.canvas if before is not None and before.size == self.size else None
        new = self._current().canvas if old is not None else None
        if old is None or new is None or old.extent != new.extent:
            self.refresh()
            return
        left, top = self._margin(new.extent)
        for y, begin, end in new.differences(old):
            self.refresh(Region(left + begin, top + y, end - begin, 1))

    def render_line(self, y: int) -> Strip:
        """Return one line of the board."""
        return self._current().lines[y]

    def _current(self) -> _Painting:
        """Return the painting of the current picture, painted only once."""
        painting = self._painting
        theme = self.app.theme
        if painting is not None and painting.theme != theme:
            painting = None
            self._style.cache_clear()
        if painting is None or painting[:3] != (self.picture, self.size, self._labelled):
            self._painting = painting = self._painted_over(painting)
        return painting

    def _painted_over(self, before: _Painting | None) -> _Painting:
        """Return a new painting that reuses the lines which look as before."""
        picture, size, scale = self.picture, self.size, self.scale
        labelled, theme = self._labelled, self.app.theme
        ground = self._style(("outside", "label"))
        lines = [Strip.blank(size.width, ground)] * size.height
        if scale is None:
            words = Strip([Segment("No room for this board: enlarge the window.", ground)])
            lines[:1] = [words.adjust_cell_length(size.width, ground)]
            return _Painting(picture, size, labelled, theme, None, lines)
        canvas = paint(picture, scale, ascii_only=uses_ascii(self))
        left, top = self._margin(canvas.extent)
        old = before.canvas if before is not None and before.size == size else None
        if before is not None and old is not None and old.extent == canvas.extent:
            lines = before.lines[:]
        else:
            old = None
        margin_left = Segment(" " * left, ground)
        margin_right = Segment(" " * (size.width - left - canvas.extent[0]), ground)
        for y, (chars, colours) in enumerate(zip(canvas.chars, canvas.colours, strict=True)):
            if old is None or chars != old.chars[y] or colours != old.colours[y]:
                segments = [margin_left, *self._segments(chars, colours), margin_right]
                lines[top + y] = Strip(segments, size.width)
        return _Painting(picture, size, labelled, theme, canvas, lines)

    def _segments(self, chars: list[str], colours: list[Colours]) -> list[Segment]:
        """Return one segment for each run of equal colours, to keep the output small."""
        runs = groupby(zip(chars, colours, strict=True), itemgetter(1))
        return [Segment("".join(char for char, _ in run), self._style(pair)) for pair, run in runs]

    def _mixed(self, colours: Colours) -> Style:
        mixed = ansi_style if self.app.native_ansi_color else rgb_style
        return mixed(colours, self.app.theme_variables)

    def _margin(self, extent: tuple[int, int]) -> tuple[int, int]:
        """Return the empty columns on the left of a board of this size, and the lines above it."""
        return (self.size.width - extent[0]) // 2, (self.size.height - extent[1]) // 2

    def cell_at(self, offset: Offset | None) -> Cell | None:
        """Return the cell drawn at this offset, if there is one."""
        scale = self.scale
        if offset is None or scale is None:
            return None
        board = self.picture.state.board
        left, top = self._margin(scale.extent(board))
        return scale.cell_at(board, offset.x - left, offset.y - top)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post the cell under the mouse."""
        cell = self.cell_at(event.get_content_offset(self))
        if cell is not None and self.picture.cursor not in (None, cell):
            self.post_message(self.Pointed(cell))

    def on_click(self, event: events.Click) -> None:
        """Post the clicked cell."""
        cell = self.cell_at(event.get_content_offset(self))
        if cell is not None and self.picture.cursor is not None and event.button == _LEFT_BUTTON:
            self.post_message(self.Chosen(cell))
