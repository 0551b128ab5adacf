"""The board: a Line-API widget that draws a timeline's state as large as there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Cell
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.painter import Canvas, Ink, View, paint
from gridlock_tui.tui.scale import Scale, largest_scale

_GROUNDS = (
    "table", "cell", "cell-odd", "barred", "blocked", "run", "won-one", "won-two", "cursor",
)  # fmt: skip
_INKS = (
    "label", "line", "free", "blocked", "cursor", "reversed", "run",
    "one", "two", "won-one", "won-two", "ghost-one", "ghost-two", "others-one", "others-two",
    "lost-one", "lost-two", "lost-both",
)  # fmt: skip

NO_GAME = Timeline.begin(next(iter(VARIANTS.values())).start())


class BoardView(Widget):
    """Draws a game, and says which cell is pointed at and which is chosen."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--on-{name}" for name in _GROUNDS),
        *(f"board--{name}" for name in _INKS),
    }

    DEFAULT_CSS = """
    BoardView {
        width: 1fr;
        height: 1fr;
        .board--on-cell { background: $surface; }
        .board--on-cell-odd { background: $panel 55%; }
        .board--on-barred { background: $background; }
        .board--on-run { background: $success 25%; }
        .board--on-won-one { background: $player-one 32%; }
        .board--on-won-two { background: $player-two 32%; }
        .board--on-cursor { background: $foreground; }

        .board--label { color: $foreground 65%; }
        .board--line { color: $foreground 22%; }
        .board--free { color: $foreground 75%; }
        .board--blocked { color: $foreground 17%; }
        .board--cursor { color: $accent; text-style: bold; }
        .board--reversed { color: $background; text-style: bold; }
        .board--run { color: $success; text-style: bold; }
        .board--one { color: $player-one; text-style: bold; }
        .board--two { color: $player-two; text-style: bold; }
        .board--won-one { color: $player-one; text-style: bold; }
        .board--won-two { color: $player-two; text-style: bold; }
        .board--ghost-one { color: $player-one 55%; }
        .board--ghost-two { color: $player-two 55%; }
        .board--others-one { color: $player-one 60%; }
        .board--others-two { color: $player-two 60%; }
        .board--lost-one { color: $player-one 35%; }
        .board--lost-two { color: $player-two 35%; }
        .board--lost-both { color: $foreground 35%; }

        &:ansi {
            .board--on-cell, .board--on-cell-odd, .board--on-barred, .board--on-run {
                background: ansi_default;
            }
            .board--on-won-one { background: $player-one; }
            .board--on-won-two { background: $player-two; }
            .board--on-cursor { background: ansi_default; }
            .board--label { color: ansi_default; }
            .board--line { color: ansi_default; text-style: dim; }
            .board--free { color: ansi_default; }
            .board--blocked { color: ansi_default; text-style: dim; }
            .board--cursor { color: ansi_default; text-style: bold reverse; }
            .board--reversed { color: ansi_default; text-style: bold reverse; }
            .board--run { color: ansi_green; text-style: bold; }
            .board--won-one { color: ansi_black; text-style: bold; }
            .board--won-two { color: ansi_black; text-style: bold; }
            .board--ghost-one { color: $player-one; text-style: dim; }
            .board--ghost-two { color: $player-two; text-style: dim; }
            .board--others-one { color: $player-one; text-style: dim; }
            .board--others-two { color: $player-two; text-style: dim; }
            .board--lost-one { color: $player-one; text-style: dim; }
            .board--lost-two { color: $player-two; text-style: dim; }
            .board--lost-both { color: ansi_default; text-style: dim; }
        }
        &:nocolor {
            .board--won-one, .board--won-two { text-style: bold reverse; }
        }
    }
    """

    timeline: reactive[Timeline] = reactive(NO_GAME)
    """The game that is drawn."""
    cursor: reactive[Cell | None] = reactive[Cell | None](None)
    """The cell that is pointed at; None in a picture that nobody plays on."""
    token: reactive[int | None] = reactive[int | None](None)
    """The token that is about to be placed."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)
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

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._painted: tuple[View, Size, Glyphs, list[Strip]] | None = None
        self._styles: dict[Ink, Style] = {}

    @property
    def view(self) -> View:
        """What is to be seen."""
        return View(self.timeline, self.cursor, self.token)

    @property
    def scale(self) -> Scale | None:
        """How large the board is drawn; None if there is no room for it."""
        return largest_scale(self.timeline.state.board, self.size.width, self.size.height)

    def notify_style_update(self) -> None:
        """Forget the colours of the theme that was in force."""
        super().notify_style_update()
        self._styles.clear()
        self._painted = None

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture."""
        return self._lines()[y]

    def _lines(self) -> list[Strip]:
        painted = self._painted
        now = (self.view, self.size, self.glyphs)
        if painted is None or painted[:3] != now:
            self._painted = painted = (*now, self._paint(*now))
        return painted[3]

    def _paint(self, view: View, size: Size, glyphs: Glyphs) -> list[Strip]:
        scale = self.scale
        if scale is None:
            words = "No room for this board: enlarge the window."[: size.width]
            blank = Strip.blank(size.width, self.rich_style)
            sentence = Strip([Segment(words, self.rich_style)]).adjust_cell_length(
                size.width, self.rich_style
            )
            return [sentence, *([blank] * (size.height - 1))]
        canvas = paint(view, scale, glyphs)
        left, top = self._margin(scale)
        table = self._style(("table", "label"))
        blank = Strip.blank(size.width, table)
        before = Segment(" " * left, table)
        after = Segment(" " * (size.width - left - canvas.width), table)
        lines = [
            Strip([before, *self._segments(canvas, line), after], size.width)
            for line in range(canvas.height)
        ]
        below = size.height - top - canvas.height
        return [*([blank] * top), *lines, *([blank] * below)]

    def _segments(self, canvas: Canvas, line: int) -> list[Segment]:
        """Join neighbours of equal ink, so that the terminal is sent as little as possible."""
        segments: list[Segment] = []
        chars, inks = canvas.chars[line], canvas.inks[line]
        begin = 0
        for end in range(1, canvas.width + 1):
            if end == canvas.width or inks[end] != inks[begin]:
                segments.append(Segment("".join(chars[begin:end]), self._style(inks[begin])))
                begin = end
        return segments

    def _style(self, ink: Ink) -> Style:
        style = self._styles.get(ink)
        if style is None:
            ground, colour = ink
            _, base = self.background_colors
            below = base + self.get_component_styles(f"board--on-{ground}").background
            above = self.get_component_styles(f"board--{colour}")
            # A colour of the terminal's own palette cannot be mixed with what is below it.
            pen = above.color if above.color.ansi is not None else below + above.color
            style = Style(color=pen.rich_color, bgcolor=below.rich_color) + above.text_style
            self._styles[ink] = style
        return style

    def _margin(self, scale: Scale) -> tuple[int, int]:
        width, height = scale.extent(self.timeline.state.board)
        return (self.size.width - width) // 2, (self.size.height - height) // 2

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
        if cell is not None and self.cursor is not None:
            self.post_message(self.Chosen(self, cell))
