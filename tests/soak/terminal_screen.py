"""What a terminal would show after everything that the app has sent to it."""

import inspect
import io
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.console import Console, RenderableType
from textual._compositor import CompositorUpdate
from textual.geometry import Region, Size
from textual.screen import Screen

from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.messages import Moving
from gridlock_tui.tui.startup import Startup

_SENT = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(\n)|([^\x1b\n]+)")
NEVER_SENT = "\0"
"""Stands where nothing was painted since the window had its size."""
Hue = tuple[int, ...]
"""A colour: red, green and blue, or the number of one of sixteen; () for the terminal's own."""


class Glyph(NamedTuple):
    """A character as it is shown."""

    char: str
    ink: Hue = ()
    ground: Hue = ()
    reverse: bool = False


_NOTHING = Glyph(NEVER_SENT)
_STYLES_KEPT = 256
_CONSOLE = Console(color_system="truecolor", force_terminal=True, file=io.StringIO())
"""Renders every colour, whatever terminal the tests run in."""


class _Style(dict[str, Glyph]):
    """The characters in certain colours, each made once: a screen has thousands of them."""

    def __init__(self, ink: Hue, ground: Hue, reverse: bool) -> None:
        super().__init__()
        self._colours = (ink, ground, reverse)

    def __missing__(self, char: str) -> Glyph:
        glyph = self[char] = Glyph(char, *self._colours)
        return glyph


@lru_cache(_STYLES_KEPT)
def _style(codes: str) -> _Style:
    """Return the colours that a sequence sets; Rich sets all of them at once."""
    ink: Hue = ()
    ground: Hue = ()
    reverse = False
    numbers = [int(code or 0) for code in codes.split(";")]
    while numbers:
        code = numbers.pop(0)
        if code in (38, 48):
            count = 3 if numbers.pop(0) == 2 else 1
            colour, numbers = tuple(numbers[:count]), numbers[count:]
            ink, ground = (colour, ground) if code == 38 else (ink, colour)
        elif code % 60 in range(30, 38):
            ink = (code % 60 - 30 + 8 * (code > 60),)
        elif code % 60 in range(40, 48):
            ground = (code % 60 - 40 + 8 * (code > 60),)
        reverse = reverse or code == 7
    return _Style(*((ground, ink) if reverse else (ink, ground)), reverse)


class TerminalScreen:
    """Characters in rows and columns, changed by what is sent, and by nothing else."""

    def __init__(self) -> None:
        self._rows: list[list[Glyph]] = []

    def resize(self, size: Size) -> None:
        """Change the size and discard everything, as a terminal may."""
        self._rows = [[_NOTHING] * size.width for _ in range(size.height)]

    def receive(self, sent: str) -> None:
        """Follow the sequences as a terminal does."""
        x = y = end = 0
        style = _style("")
        for part in _SENT.finditer(sent):
            assert part.start() == end, f"a sequence that is not known: {sent[end : end + 20]!r}"
            end = part.end()
            if part[5]:
                x = self._write(x, y, part[5], style)
            elif part[1]:
                x, y = int(part[2]) - 1, int(part[1]) - 1
            elif part[4]:
                y += 1
            else:
                style = _style(part[3])
        assert end == len(sent), f"a sequence that is not known: {sent[end : end + 20]!r}"

    def _write(self, x: int, y: int, text: str, style: _Style) -> int:
        cells: Sequence[str] = text
        # A wide character takes the next place as well.
        if not text.isascii() and cell_len(text) != len(text):
            cells = [each for char in text for each in (char, "", "")[: cell_len(char)]]
        end = x + len(cells)
        # What was composed just before the window shrank does not fit any more.
        if y < len(self._rows) and end <= len(self._rows[y]):
            self._rows[y][x:end] = map(style.__getitem__, cells)
        return end

    def glyphs(self, region: Region) -> list[list[Glyph]]:
        """Return what is shown there."""
        return [row[region.x : region.right] for row in self._rows[region.y : region.bottom]]

    def read(self, region: Region) -> list[str]:
        """Return the lines shown there."""
        return ["".join(glyph.char for glyph in row) for row in self.glyphs(region)]

    @property
    def text(self) -> str:
        """Everything shown, in one line."""
        return " ".join("".join(glyph.char for glyph in row) for row in self._rows)


class _MovingWidgets(set[Moving]):
    """What moves now, and how many motions of boards there were."""

    motions = 0

    def add(self, widget: Moving) -> None:
        """Count a motion that begins on a board."""
        self.motions += isinstance(widget, BoardView)
        super().add(widget)

    @property
    def has_board(self) -> bool:
        """Whether a board moves."""
        return any(isinstance(widget, BoardView) for widget in self)


class TerminalApp(GridlockApp):
    """The app, sending what it paints to a `TerminalScreen`."""

    # Textual looks for them beside the module of the class.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        Path(inspect.getfile(GridlockApp)).parent / each for each in GridlockApp.CSS_PATH
    ]

    def __init__(self, options: Startup, size: Size) -> None:
        super().__init__(options)
        self.terminal = TerminalScreen()
        self.terminal.resize(size)
        self.moving = self._moving = _MovingWidgets()
        self.frames = 0
        """How often something was painted while a board moved."""

    @property
    def motions(self) -> int:
        """How many motions of boards have begun."""
        return self._moving.motions

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        # Without a terminal Textual throws away what it has painted; there is no public way to it.
        super()._display(screen, renderable)
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.frames += self._moving.has_board
            self.terminal.receive(renderable.render_segments(_CONSOLE))
