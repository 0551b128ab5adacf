"""The list of finished games: any number of them, of which only those in sight are fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.game_rows import TONES, game_line, lines_per_game
from gridlock_tui.tui.glyphs import Glyphs

if TYPE_CHECKING:
    from gridlock_tui.match.history import Entry

PAGE = 50
"""How many games are fetched at once."""
_PAGES_KEPT = 8

Fetch = Callable[[int, int], Sequence["Entry"]]
"""Gives at most that many games, from that one on; may raise GridlockError."""


class GameList(ScrollView, can_focus=True, inherit_bindings=False):
    """Lists games, marks one of them, and tells when it is to be opened."""

    DEFAULT_CSS = """
    GameList {
        background: transparent;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
        &> .game-list--dim { color: $foreground 70%; }
        &> .game-list--one { color: $player-one; }
        &> .game-list--two { color: $player-two; }
        &> .game-list--won-one { color: $player-one; text-style: bold; }
        &> .game-list--won-two { color: $player-two; text-style: bold; }
        &> .game-list--hover { background: $panel 60%; }
        &> .game-list--here { background: $panel; }
        &:focus > .game-list--here { background: $primary 20%; }
        &:ansi > .game-list--here, &:ansi > .game-list--hover { background: ansi_default; }
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "game-list--game",
        "game-list--here",
        "game-list--hover",
        *(f"game-list--{tone}" for tone in TONES if tone),
    }
    """A game, the one that is marked, the one under the pointer; and the tones of their parts."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Enter opens; here that is the command of the screen, and the key bar says so.
        Binding("up,k", "go(-1)", "up", show=False),
        Binding("down,j", "go(1)", "down", show=False),
        Binding("pageup", "turn(-1)", "page up", show=False),
        Binding("pagedown", "turn(1)", "page down", show=False),
        Binding("home", "first", "first", show=False),
        Binding("end", "last", "last", show=False),
    ]

    at: reactive[int] = reactive(0, repaint=False, init=False)
    """Which game is marked, counted from the latest."""
    pointed: reactive[int] = reactive(-1, repaint=False, init=False)
    """Which game is under the pointer; none is -1."""

    @dataclass
    class Marked(Message):
        """Another game was marked, or none is there to be marked."""

        games: GameList

        @property
        def control(self) -> GameList:
            """The list in which it was marked."""
            return self.games

    @dataclass
    class Opened(Message):
        """The marked game was clicked once more."""

        games: GameList

        @property
        def control(self) -> GameList:
            """The list in which it was clicked."""
            return self.games

    @dataclass
    class Failed(Message):
        """Games could not be fetched."""

        games: GameList
        error: GridlockError

        @property
        def control(self) -> GameList:
            """The list that they are missing in."""
            return self.games

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._fetch: Fetch = _nothing
        self._count = 0
        self._remark = ""
        self._pages: dict[int, Sequence[Entry]] = {}
        self._looks: dict[tuple[str, str], Style] = {}

    def show(self, fetch: Fetch, count: int, remark: str, at: int = 0) -> None:
        """List so many games and mark one; where there are none the remark is made instead."""
        self._fetch, self._count, self._remark = fetch, count, remark
        self._pages.clear()
        self._measure()
        self.set_reactive(GameList.at, max(min(at, count - 1), 0))
        self._keep_in_sight()
        self.post_message(self.Marked(self))
        self.refresh()

    @property
    def entry(self) -> Entry | None:
        """The marked game, if there is one."""
        return self._entry(self.at)

    def _entry(self, index: int) -> Entry | None:
        """Return the game at this place; None where there is none, or it cannot be fetched."""
        if not 0 <= index < self._count:
            return None
        number, place = divmod(index, PAGE)
        if number not in self._pages:
            if len(self._pages) >= _PAGES_KEPT:
                del self._pages[next(iter(self._pages))]
            try:
                self._pages[number] = self._fetch(number * PAGE, PAGE)
            except GridlockError as error:
                self._pages[number] = ()  # not tried again with every line that is painted
                self.post_message(self.Failed(self, error))
        page = self._pages[number]
        # Another process may have deleted games since they were counted.
        return page[place] if place < len(page) else None

    # Painting.

    @property
    def text_width(self) -> int:
        """How wide the lines are; one column stays free in front of the scroll bar."""
        return self.scrollable_content_region.width - 1

    @property
    def _lines_each(self) -> int:
        return lines_per_game(self.text_width)

    def _measure(self) -> None:
        width = self.scrollable_content_region.width
        self.virtual_size = Size(width, self._count * self._lines_each)

    def on_resize(self) -> None:
        """Take one line or two for each game, and keep the marked one in sight."""
        self._measure()
        self._keep_in_sight()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines within a region; how they look is found out once for all of them."""
        self._looks.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return one line of the list."""
        index, line = divmod(y + self.scroll_offset.y, self._lines_each)
        entry = self._entry(index)
        here = index == self.at
        part, pieces = "game", [("", "")]
        if entry is not None:
            part = "here" if here else "hover" if index == self.pointed else "game"
            # Whether the keys go here is told by the sign as well.
            sign = self._glyphs.here if self.has_focus else self._glyphs.dot
            pieces = game_line(entry, line, self.text_width, self._glyphs, sign if here else " ")
        elif not self._count and y == 0:
            pieces = [(f"  {self._remark}", "dim")]
        # Segments, not Content: a third of the time, and there are many lines on a large screen.
        segments = [Segment(text, self._look(part, tone)) for text, tone in pieces]
        width = self.scrollable_content_region.width
        return Strip(segments).adjust_cell_length(width, self._look(part, ""))

    def _look(self, part: str, tone: str) -> Style:
        key = (part, tone)
        if key not in self._looks:
            classes = [f"game-list--{name}" for name in key if name]
            self._looks[key] = self.get_visual_style(*classes).rich_style
        return self._looks[key]

    def watch_at(self, before: int, at: int) -> None:
        """Mark another game."""
        self._repaint(before)
        self._repaint(at)
        self._keep_in_sight()
        self.post_message(self.Marked(self))

    def watch_pointed(self, before: int, pointed: int) -> None:
        """Show what a click would mark."""
        self._repaint(before)
        self._repaint(pointed)

    def _repaint(self, index: int) -> None:
        if 0 <= index < self._count:
            self.refresh_lines(index * self._lines_each, self._lines_each)

    def _keep_in_sight(self) -> None:
        lines = self._lines_each
        region = Region(0, self.at * lines, self.virtual_size.width, lines)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)

    # Moving about.

    def _mark(self, index: int) -> None:
        self.at = max(min(index, self._count - 1), 0)

    def action_go(self, by: int) -> None:
        """Mark a game farther up or down."""
        self._mark(self.at + by)

    def action_turn(self, by: int) -> None:
        """Mark a game one page farther up or down."""
        self._mark(self.at + by * max(self.size.height // self._lines_each - 1, 1))

    def action_first(self) -> None:
        """Mark the latest game."""
        self._mark(0)

    def action_last(self) -> None:
        """Mark the oldest game."""
        self._mark(self._count - 1)

    def _under(self, event: events.MouseEvent) -> int:
        """Return which game is under the pointer, -1 if none is."""
        index = (event.y + self.scroll_offset.y) // self._lines_each
        return index if 0 <= index < self._count else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what a click would mark."""
        self.pointed = self._under(event)

    def on_leave(self) -> None:
        """Show nothing any more under the pointer."""
        self.pointed = -1

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked game; open it if it is marked already."""
        index = self._under(event)
        if index == self.at and self._count:
            self.post_message(self.Opened(self))
        elif index >= 0:
            self._mark(index)


def _nothing(offset: int, limit: int) -> Sequence[Entry]:
    del offset, limit
    return ()
