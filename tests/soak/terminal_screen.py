"""The glass: what a terminal would show after everything that the app has sent to it."""

import inspect
import re
from pathlib import Path

from rich.cells import cell_len
from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.geometry import Region, Size
from textual.screen import Screen

from gridlock_tui.tui.app import GridlockApp, Options

_SENT = re.compile(r"\x1b\[(\d+);(\d+)H|(\x1b\[[\d;]*m)|(\n)|([^\x1b\n]+)")
NEVER_SENT = "\0"
"""Stands where nothing was painted since the window had its size."""


class Glass:
    """Characters in rows and columns, changed by what is sent, and by nothing else."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []

    def resize(self, size: Size) -> None:
        """Have another size, and forget everything: a terminal need not keep any of it."""
        self._rows = [[NEVER_SENT] * size.width for _ in range(size.height)]

    def receive(self, sent: str) -> None:
        """Follow the sequences as a terminal does; styles are not looked at."""
        x = y = end = 0
        for part in _SENT.finditer(sent):
            assert part.start() == end, f"a sequence that is not known: {sent[end : end + 20]!r}"
            end = part.end()
            if part[5]:
                x = self._write(x, y, part[5])
            elif part[1]:
                x, y = int(part[2]) - 1, int(part[1]) - 1
            elif part[4]:
                y += 1
        assert end == len(sent), f"a sequence that is not known: {sent[end : end + 20]!r}"

    def _write(self, x: int, y: int, text: str) -> int:
        cells = list(text)
        if cell_len(text) != len(text):  # a wide character takes the next place as well
            cells = [each for char in text for each in (char, "", "")[: cell_len(char)]]
        end = x + len(cells)
        # What was composed just before the window shrank does not fit any more.
        if y < len(self._rows) and end <= len(self._rows[y]):
            self._rows[y][x:end] = cells
        return end

    def read(self, region: Region) -> list[str]:
        """Return the lines that are to be seen there."""
        rows = self._rows[region.y : region.bottom]
        return ["".join(row[region.x : region.right]) for row in rows]

    @property
    def text(self) -> str:
        """Everything that is to be seen, in one line."""
        return " ".join("".join(row) for row in self._rows)


class GlassApp(GridlockApp):
    """The app, sending what it paints to a glass although there is no terminal."""

    # Textual looks for it beside the module of the class.
    CSS_PATH = str(Path(inspect.getfile(GridlockApp)).parent / GridlockApp.CSS_PATH)

    def __init__(self, options: Options, size: Size) -> None:
        super().__init__(options)
        self.glass = Glass()
        self.glass.resize(size)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        # Without a terminal Textual throws away what it has painted; there is no public way to it.
        super()._display(screen, renderable)
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.glass.receive(renderable.render_segments(self.console))
