"""The board: a Line-API widget that draws a game as large as it fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Cell
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.board.canvas import PAGE, Canvas, Colours
from gridlock_tui.tui.board.colours import Palette, ansi_style
from gridlock_tui.tui.board.geometry import Scale, largest_scale
from gridlock_tui.tui.board.motion import FRAME_SECONDS, Motion, motion_between
from gridlock_tui.tui.board.paint import Stage, has_room_for_words, paint
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.messages import moving_widgets
from gridlock_tui.tui.preferences import preferences_of

_LEFT_BUTTON = 1
_LINES_KEPT = 512
"""How many different lines are kept ready to draw."""
_NO_ROOM = "No room for this board: enlarge the window."
NO_GAME = Timeline.begin(next(iter(VARIANTS.values())).start())


class _Painting(NamedTuple):
    """A painted board, and what it was painted from."""

    picture: Picture
    stage: Stage | None
    size: Size
    labelled: bool
    theme: Mapping[str, str]
    """The colours of the theme: another mapping when a new one applies, a moment after its name."""
    canvas: Canvas | None
    """None if there was no room for the board."""
    lines: list[Strip]
    changed: list[int] | None
    """The lines of the canvas that look different than before; None if the whole widget does."""


class BoardView(Widget):
    """Draws a game; posts the cell under the mouse and the cell that was clicked."""

    ALLOW_SELECT = False
    SHOWS_MOTION: ClassVar[bool] = True
    """Whether a new move is shown in motion."""

    # A change repaints only what looks different: see watch_picture.
    picture: reactive[Picture] = reactive(Picture(NO_GAME), repaint=False)
    """Everything shown, set as a whole."""

    clock: Callable[[], float] = staticmethod(monotonic)
    """The time that moves the frames of a motion."""

    class Pointed(Message):
        """The mouse is over a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Chosen(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Resized(Message):
        """The board has another size, and may be drawn in another style."""

    class Rested(Message):
        """A motion has ended, and the board shows the state."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, classes=classes)
        self._painting: _Painting | None = None
        self._styles: dict[Colours, Style] = {}
        self._strips: dict[object, Strip] = {}
        self._palette: Palette | None = None
        self._motion: Motion | None = None
        self._begun = 0.0
        self._ticks: Timer | None = None

    @property
    def scale(self) -> Scale | None:
        """How large the board is drawn; None if there is no room for it."""
        return self.scale_within(self.size)

    def scale_within(self, size: Size) -> Scale | None:
        """Return how large the board would be drawn in this room; None if it does not fit."""
        outlined = self.app.native_ansi_color or uses_ascii(self)
        return largest_scale(
            self.picture.state.board, *size, labelled=self._labelled, outlined=outlined
        )

    @property
    def is_worded(self) -> bool:
        """Whether the analysis is written in words: `wins 5`, not `▲5`."""
        return self.scale is not None and has_room_for_words(self.picture.signs, self.scale)

    @property
    def _labelled(self) -> bool:
        # Cells that show their own names need no labels beside them.
        named = self.picture.state.variant.grid.free is None
        return preferences_of(self).settings.coordinates and not named

    # Motion.

    @property
    def is_moving(self) -> bool:
        """Whether something on the board is moving."""
        return self._motion is not None

    def watch_picture(self, before: Picture, after: Picture) -> None:
        """Repaint what looks different; show a new move in motion."""
        if before.timeline != after.timeline:
            self._stop()
            if self.SHOWS_MOTION and self.is_attached and self.app.animation_level == "full":
                self._start(motion_between(before, after))
        self._repaint()

    def _start(self, motion: Motion | None) -> None:
        self._motion, self._begun = motion, self.clock()
        if motion is not None:
            moving_widgets(self).add(self)
            self._ticks = self.set_interval(FRAME_SECONDS, self.advance)

    def advance(self) -> None:
        """Show the frame of this moment; after the last one, rest."""
        if self._motion is not None and self.clock() - self._begun >= self._motion.seconds:
            self.finish()
        else:
            self._repaint()

    def finish(self) -> None:
        """Show the last frame at once."""
        if self._motion is not None:
            self._stop()
            self._repaint()

    def _stop(self) -> None:
        if self._motion is not None:
            self._motion = None
            moving_widgets(self).discard(self)
            self.post_message(self.Rested())
        if self._ticks is not None:
            self._ticks.stop()
            self._ticks = None

    def _stage(self) -> Stage | None:
        motion = self._motion
        return None if motion is None else motion.stage(self.clock() - self._begun)

    def on_resize(self) -> None:
        """Let the screen say how to read the board at this size."""
        self.post_message(self.Resized())

    def on_unmount(self) -> None:
        """End the motion, and free what was painted: something may still refer to the board."""
        moving_widgets(self).discard(self)
        self._painting = None
        self._styles.clear()
        self._strips.clear()

    # Painting. The size is passed on: Textual takes a while to compute it.

    def _repaint(self) -> None:
        before, size = self._painting, self.size
        if before is None or before.size != size:
            self.refresh()
            return
        after = self._current(self._stage(), size)
        if after is before:
            return
        if after.changed is None or after.canvas is None:
            self.refresh()
        elif after.changed:
            # One region for all changes: Textual takes much longer for many small ones. And whole
            # lines, because these are encoded once, but parts of them every time.
            _, top = _margin(after.canvas.extent, size)
            first, last = after.changed[0], after.changed[-1]
            self.refresh(Region(0, top + first, size.width, last - first + 1))

    def render_line(self, y: int) -> Strip:
        """Return one line of the board."""
        return self._shown_lines()[y]

    def _shown_lines(self) -> list[Strip]:
        painting = self._painting
        stage = painting.stage if painting is not None and self._motion is not None else None
        return self._current(stage, self.size).lines

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a part of the board.

        To add border and padding, Textual makes new strips for every repaint. Without them, return
        the strips of the board: they are the same for a line that looks the same, so that Textual
        filters, divides and encodes each of them once.
        """
        if any(self.gutter):  # border and padding
            return super().render_lines(crop)
        lines = self._shown_lines()[crop.y : crop.bottom]
        _, background = self.background_colors
        for line_filter in self.get_line_filters():
            lines = [line.apply_filter(line_filter, background) for line in lines]
        return [line.crop(crop.x, crop.right) for line in lines]

    def _current(self, stage: Stage | None, size: Size) -> _Painting:
        """Return the painting of the current picture, painted only once."""
        painting = self._painting
        if painting is not None and painting.theme is not self.app.theme_variables:
            painting = None
            self._styles.clear()
            self._strips.clear()
            self._palette = None
        if painting is None or painting[:4] != (self.picture, stage, size, self._labelled):
            self._painting = painting = self._painted_over(painting, stage, size)
        return painting

    def _painted_over(self, before: _Painting | None, stage: Stage | None, size: Size) -> _Painting:
        """Return a new painting that reuses the lines which look as before."""
        picture, scale = self.picture, self.scale_within(size)
        labelled, theme = self._labelled, self.app.theme_variables
        ground = self._style((PAGE, "label"))
        if scale is None:
            lines = [Strip.blank(size.width, ground)] * size.height
            if len(_NO_ROOM) <= size.width:  # a preview may be narrower, and is not needed
                lines[:1] = [
                    Strip([Segment(_NO_ROOM, ground)]).adjust_cell_length(size.width, ground)
                ]
            return _Painting(picture, stage, size, labelled, theme, None, lines, None)
        canvas = paint(picture, scale, ascii_only=uses_ascii(self), stage=stage)
        left, top = _margin(canvas.extent, size)
        old = before.canvas if before is not None and before.size == size else None
        drawn = range(canvas.extent[1])
        changed: list[int] | None = None
        if before is not None and old is not None and old.extent == canvas.extent:
            lines, changed = before.lines[:], [at for at in drawn if canvas.differs(old, at)]
        else:
            lines = [Strip.blank(size.width, ground)] * size.height
        margins = left, size.width - left - canvas.extent[0]
        for line in drawn if changed is None else changed:
            lines[top + line] = self._strip(canvas, line, margins, ground)
        return _Painting(picture, stage, size, labelled, theme, canvas, lines, changed)

    def _strip(self, canvas: Canvas, line: int, margins: tuple[int, int], ground: Style) -> Strip:
        """Return a line; lines that look the same are made once."""
        key = (canvas.key(line), margins)
        found = self._strips.get(key)
        if found is None:
            segments = [Segment(text, self._style(pair)) for text, pair in canvas.runs(line)]
            left, right = (Segment(" " * margin, ground) for margin in margins)
            found = Strip([left, *segments, right], sum(margins) + canvas.extent[0])
            if len(self._strips) >= _LINES_KEPT:
                self._strips.clear()
            self._strips[key] = found
        return found

    def _style(self, colours: Colours) -> Style:
        style = self._styles.get(colours)
        if style is None:
            style = self._styles[colours] = self._mixed(colours)
        return style

    def _mixed(self, colours: Colours) -> Style:
        theme = self.app.theme_variables
        if self.app.native_ansi_color:
            return ansi_style(colours, theme)
        if self._palette is None:
            self._palette = Palette(theme)
        return self._palette.rgb_style(colours)

    # The mouse.

    def cell_at(self, offset: Offset | None) -> Cell | None:
        """Return the cell drawn at this offset, if there is one."""
        scale = self.scale
        if offset is None or scale is None:
            return None
        board = self.picture.state.board
        left, top = _margin(scale.extent(board), self.size)
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


def _margin(extent: tuple[int, int], size: Size) -> tuple[int, int]:
    """Return the empty columns on the left of a board of this extent, and the lines above it."""
    return (size.width - extent[0]) // 2, (size.height - extent[1]) // 2
