"""The four kinds of puzzles as a list, each with how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.widgets.option_list import Option

from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.tui.widgets.marked_list import MarkedList
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, TALL_HEIGHT, WIDE_WIDTH
from gridlock_tui.tui.wording.puzzles import TITLES

_QUIET = "$foreground 75%"
_AROUND_LINE = 5
"""Columns beside a line: the mark, and a margin."""

ModeLines = Mapping[Mode, tuple[str, str]]
"""What stands beside the title of each kind, and how it stands."""


class ModeList(MarkedList):
    """Lists the kinds of puzzles."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Enter starts a puzzle: that is a command of the screen, so that the key bar shows it.
        Binding("enter", "screen.open", "start", show=False),
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._stands: ModeLines = {}

    @property
    def mode(self) -> Mode:
        """The highlighted kind."""
        option = self.highlighted_option
        return Mode(option.id) if option is not None else Mode.DAILY

    def show(self, lines: ModeLines) -> None:
        """Show how all kinds stand."""
        self._stands = lines
        if not self.option_count:
            self.add_options([Option(self.prompt_of(mode.value, " "), mode.value) for mode in Mode])
            self.highlighted = 0
        self.write()

    def on_resize(self) -> None:
        """Fit the lines to the width."""
        self.write()

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return the card of a kind: its title and what comes next, and how it stands."""
        mode = Mode(line)
        beside, stands = self._stands.get(mode, ("", ""))
        size = self.app.size
        is_high = size.height >= TALL_HEIGHT and size.width >= STANDARD_WIDTH
        width = (self.scrollable_content_region.width or _width_within(size)) - _AROUND_LINE
        title = Content.assemble(f"{mark} ", (TITLES[mode], "bold"))
        room = max(width - title.cell_length - 2, 0)
        right = Content.styled(beside, _QUIET).truncate(room, ellipsis=True)
        gap = max(width - title.cell_length - right.cell_length, 2)
        first = Content.assemble(title, " " * gap, right)
        second = Content.styled(f"  {stands}", _QUIET).truncate(max(width, 1), ellipsis=True)
        lines = [first, second]
        return Content("\n").join([Content(""), *lines, Content("")] if is_high else lines)


def _width_within(window: Size) -> int:
    """Return how wide the list will be, before it has a size: as the style sheet says."""
    if window.width < STANDARD_WIDTH or window.height < TALL_HEIGHT:
        return window.width - 2 * (window.width >= STANDARD_WIDTH)
    return 52 if window.width >= WIDE_WIDTH else 44
