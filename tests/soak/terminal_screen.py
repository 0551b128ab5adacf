"""What a terminal would show after everything that the app has sent to it."""

import inspect
import re
from pathlib import Path, PurePath
from typing import ClassVar

from rich.cells import cell_len
from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.geometry import Region, Size
from textual.screen import Screen

from gridlock_tui.tui.app import GridlockApp, Startup

_SENT = re.compile(r"\x1b\[(\d+);(\d+)H|(\x1b\[[\d;]*m)|(\n)|([^\x1b\n]+)")
NEVER_SENT = "\0"
"""Stands where nothing was painted since the window had its size."""


class TerminalScreen:
    """Characters in rows and columns, changed by what is sent, and by nothing else."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []

    def resize(self, size: Size) -> None:
        """Change the size and discard everything, as a terminal may."""
        self._rows = [[NEVER_SENT] * size.width for _ in range(size.height)]

    def receive(self, sent: str) -> None:
        """Follow the sequences as a terminal does; ignore styles."""
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
        """Return the lines shown there."""
        rows = self._rows[region.y : region.bottom]
        return ["".join(row[region.x : region.right]) for row in rows]

    @property
    def text(self) -> str:
        """Everything shown, in one line."""
        return " ".join("".join(row) for row in self._rows)


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

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        # Without a terminal Textual throws away what it has painted; there is no public way to it.
        super()._display(screen, renderable)
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.terminal.receive(renderable.render_segments(self.console))
