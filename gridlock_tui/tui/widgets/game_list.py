"""The list of finished games; only those in view are fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

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
from gridlock_tui.tui.wording.games import TONES, game_line, lines_per_game

if TYPE_CHECKING:
    from gridlock_tui.match.store.history import GameEntry

PAGE = 50
"""The number of games fetched at once."""
_PAGES_KEPT = 8

Fetch = Callable[[int, int], Sequence["GameEntry"]]
"""Return games by offset and limit; may raise GridlockError."""


class Listing(NamedTuple):
    """Everything the list shows."""

    fetch: Fetch = lambda _offset, _limit: ()
    """Fetches the games that come into view."""
    total: int = 0
    """The number of games."""
    remark: str = ""
    """The text of an empty list."""
    at: int = 0
    """The game to select first."""


class GameList(ScrollView, can_focus=True, inherit_bindings=False):
    """Lists games and posts which one is selected or opened."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"game-list--{name}" for name in ("game", "here", "hover", *TONES) if name
    }
    """A game, the selected one, the one under the mouse; and the tones of their parts."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Enter opens a game: that is a command of the screen, so that the key bar shows it.
        Binding("up,k", "go(-1)", "up", show=False),
        Binding("down,j", "go(1)", "down", show=False),
        Binding("pageup", "turn(-1)", "page up", show=False),
        Binding("pagedown", "turn(1)", "page down", show=False),
        Binding("home", "first", "first", show=False),
        Binding("end", "last", "last", show=False),
    ]

    listing: reactive[Listing] = reactive(Listing(), init=False)
    """The games, set as a whole."""
    at: reactive[int] = reactive(0, repaint=False, init=False)
    """The index of the selected game; 0 is the latest."""
    pointed: reactive[int] = reactive(-1, repaint=False, init=False)
    """The index of the game under the mouse; -1 if there is none."""

    class Selected(Message):
        """Another game is selected, or the list is empty."""

    class Opened(Message):
        """The selected game was clicked again."""

    @dataclass
    class Failed(Message):
        """Games could not be fetched."""

        error: GridlockError

    def __init__(self) -> None:
        super().__init__()
        self._page = lru_cache(maxsize=_PAGES_KEPT)(self._fetch)

    def watch_listing(self, listing: Listing) -> None:
        """List the games and select one."""
        self._page.cache_clear()
        self.set_reactive(GameList.at, self.validate_at(listing.at))
        self._keep_in_view()
        self.post_message(self.Selected())

    @property
    def entry(self) -> GameEntry | None:
        """The selected game, if there is one."""
        return self._entry(self.at)

    def _entry(self, index: int) -> GameEntry | None:
        """Return the game at this index; None if there is none, or it cannot be fetched."""
        if not 0 <= index < self.listing.total:
            return None
        number, place = divmod(index, PAGE)
        page = self._page(number)
        # Another process may have deleted games since.
        return page[place] if place < len(page) else None

    def _fetch(self, number: int) -> Sequence[GameEntry]:
        try:
            return self.listing.fetch(number * PAGE, PAGE)
        except GridlockError as error:
            self.post_message(self.Failed(error))
            return ()  # do not try again for every line

    # Painting.

    @property
    def text_width(self) -> int:
        """The width of the lines; one column before the scroll bar stays free."""
        return self.scrollable_content_region.width - 1

    @property
    def _lines_each(self) -> int:
        return lines_per_game(self.text_width)

    def on_resize(self) -> None:
        """Use one line or two for each game, and keep the selected one in view."""
        self._keep_in_view()

    def render_line(self, y: int) -> Strip:
        """Return one line of the list."""
        index, line = divmod(y + self.scroll_offset.y, self._lines_each)
        entry = self._entry(index)
        here = index == self.at
        part, pieces = "game", [("", "")]
        if entry is not None:
            part = "here" if here else "hover" if index == self.pointed else "game"
            # The sign also shows whether the list has the focus.
            sign = "▸" if self.has_focus else "·"
            pieces = game_line(entry, line, self.text_width, sign if here else " ")
        elif not self.listing.total and y == 0:
            pieces = [(f"  {self.listing.remark}", "dim")]
        # Segments take a third of the time of Content, and a large screen has many lines.
        segments = [Segment(text, self._look(part, tone)) for text, tone in pieces]
        width = self.scrollable_content_region.width
        return Strip(segments).adjust_cell_length(width, self._look(part, ""))

    def _look(self, part: str, tone: str) -> Style:
        classes = [f"game-list--{name}" for name in (part, tone) if name]
        return self.get_visual_style(*classes).rich_style

    def watch_at(self, before: int, at: int) -> None:
        """Show which game is selected."""
        self._repaint(before, at)
        self._keep_in_view()
        self.post_message(self.Selected())

    def watch_pointed(self, before: int, pointed: int) -> None:
        """Show which game a click would select."""
        self._repaint(before, pointed)

    def _repaint(self, *games: int) -> None:
        for index in games:
            if 0 <= index < self.listing.total:
                self.refresh_lines(index * self._lines_each, self._lines_each)

    def _keep_in_view(self) -> None:
        width, lines = self.scrollable_content_region.width, self._lines_each
        self.virtual_size = Size(width, self.listing.total * lines)
        region = Region(0, self.at * lines, width, lines)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)

    # Moving.

    def validate_at(self, at: int) -> int:
        """Limit the index to the games in the list."""
        return max(min(at, self.listing.total - 1), 0)

    def action_go(self, by: int) -> None:
        """Select a game farther up or down."""
        self.at += by

    def action_turn(self, by: int) -> None:
        """Select a game one page farther up or down."""
        self.at += by * max(self.size.height // self._lines_each - 1, 1)

    def action_first(self) -> None:
        """Select the latest game."""
        self.at = 0

    def action_last(self) -> None:
        """Select the oldest game."""
        self.at = self.listing.total - 1

    def _under(self, event: events.MouseEvent) -> int:
        """Return the index of the game under the mouse, -1 if there is none."""
        index = (event.y + self.scroll_offset.y) // self._lines_each
        return index if 0 <= index < self.listing.total else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which game a click would select."""
        self.pointed = self._under(event)

    def on_leave(self) -> None:
        """Show that the mouse has left."""
        self.pointed = -1

    def on_click(self, event: events.Click) -> None:
        """Select the clicked game; open it if it is selected already."""
        index = self._under(event)
        if index == self.at and self.listing.total:
            self.post_message(self.Opened())
        elif index >= 0:
            self.at = index
