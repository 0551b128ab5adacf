"""The history: finished games to filter, review, export and delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.reactive import var
from textual.screen import Screen
from textual.widget import Widget

from gridlock_tui.match import LONGEST_NAME
from gridlock_tui.match.naming import YOU
from gridlock_tui.match.store.history import (
    ALL_GAMES,
    UNNAMED,
    GameEntry,
    History,
    HistoryFilter,
    Won,
)
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import VARIANTS, GridlockError
from gridlock_tui.rules.text import clean, counted
from gridlock_tui.tui.commands import ANYWHERE, HISTORY, TABS, Command, bindings
from gridlock_tui.tui.messages import ShowReview
from gridlock_tui.tui.screens.confirm import confirm
from gridlock_tui.tui.screens.statistics import StatisticsPage
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.game_list import GameList, Listing
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.tab_bar import TAB_HEIGHTS, TabBar, margin_beside
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.games import about_game, delete_question, heading
from gridlock_tui.tui.wording.moves import StatusMessage, sentence

_T = TypeVar("_T")

_LONGEST_PATH = 400

_RESULTS = ("anyone", "X", "O", "starter", "second", "player", "opponent")
"""The results to choose from: none, and those of `Won`; the last two if a player is chosen."""


class HistoryScreen(ScreenFixes, Screen[None]):
    """Lists finished games; filters above the list choose which."""

    AUTO_FOCUS = "GameList"
    CSS_PATH = "history.tcss"
    TAB = "history"
    VERTICAL_BREAKPOINTS = TAB_HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*HISTORY, *TABS, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    listing: var[Listing] = var(Listing())
    """The list of the games that match the filters."""
    count: var[StatusMessage] = var(StatusMessage())
    """How many games are listed."""
    message: var[StatusMessage] = var(StatusMessage())
    """What the status line says."""
    people: var[tuple[str, ...]] = var(("everyone",))
    """The players to choose from."""
    results: var[tuple[str, ...]] = var(_RESULTS[:-2])
    """The results to choose from."""
    selected: var[GameEntry | None] = var[GameEntry | None](None, init=False, bindings=True)
    """The selected game."""

    games = getters.query_one(GameList)
    variant_filter = getters.query_one("#filter-variant", Choice)
    player_filter = getters.query_one("#filter-player", Choice)
    result_filter = getters.query_one("#filter-result", Choice)

    def __init__(self, history: History, library: Library, player: str = "") -> None:
        """List the games of this history; `player` is your name, if you have given one."""
        super().__init__()
        self._history, self._library, self._player = history, library, player or YOU
        self._filter = ALL_GAMES
        self._people: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the filters, the list and the status line."""
        with Horizontal(id="head"):
            yield TabBar(self.TAB)
            count = TextLine(id="count").data_bind(message=HistoryScreen.count)
            count.styles.padding = (0, margin_beside(self.app.size.width), 0, 0)
            yield count
        with Container(id="filters"):
            players = Choice(" Player", self.people, "everyone", id="filter-player")
            yield players.data_bind(values=HistoryScreen.people)
            variants = ["all", *(variant.name for variant in VARIANTS.values())]
            yield Choice(" Game", variants, variants[0], id="filter-variant")
            results = Choice(" Won by", self.results, "anyone", id="filter-result")
            yield results.data_bind(values=HistoryScreen.results)
        yield _Headings(id="columns-heading")
        yield GameList().data_bind(HistoryScreen.listing)
        yield TextLine(id="status").data_bind(HistoryScreen.message)
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        """List all games."""
        # Capitals do not matter: two spellings of a name are one player.
        known = self._asked(self._history.people)
        if known is None:
            return  # another try would make the player wait again
        self._people = tuple({name.casefold(): name for name in known}.values())
        called = (YOU if name == UNNAMED else clean(name, LONGEST_NAME) for name in self._people)
        self.people = ("everyone", *called)
        self._list()

    def on_resize(self, event: events.Resize) -> None:
        """Keep the number of games out of the corner of a broad window."""
        self.query_one("#count").styles.padding = (0, margin_beside(event.size.width), 0, 0)

    # Messages.

    def _say(self, words: str, *, alarmed: bool = False) -> None:
        self.message = StatusMessage(words, alarmed)

    def _asked(self, ask: Callable[[], _T]) -> _T | None:
        """Return the answer of the history; if it fails, show why and return None."""
        try:
            return ask()
        except GridlockError as error:
            self._say(sentence(str(error)), alarmed=True)
            return None

    # The list.

    @on(Choice.Changed)
    def apply_filters(self) -> None:
        """Apply the chosen filters."""
        person = self._people[self.player_filter.at - 1] if self.player_filter.at else None
        self.results = _RESULTS[:-2] if person is None else _RESULTS
        won = (None, *Won)[self.result_filter.at]
        chosen = HistoryFilter((None, *VARIANTS)[self.variant_filter.at], person, won)
        if chosen != self._filter:
            self._filter = chosen
            self._list()

    def _list(self, at: int = 0) -> None:
        """List the games that match, the latest first."""
        chosen, history = self._filter, self._history
        every = some = self._asked(history.count)
        if every is not None and chosen != ALL_GAMES:
            some = self._asked(lambda: history.count(chosen))
        if every is None or some is None:
            return
        remark = "No game matches these filters." if every else "No game has been finished yet."
        games = counted(every, "game")
        shown = games if some == every else f"{some:,} of {games}"
        self.count = StatusMessage(shown)
        self._say("")  # before the list fetches games: if that fails, it says so
        self.listing = Listing(
            lambda offset, limit: history.page(chosen, limit, offset), some, remark, at
        )
        self.describe()

    @on(GameList.Selected)
    def describe(self) -> None:
        """Show more about the selected game."""
        self.selected = self.games.entry
        if self.selected is not None:
            self._say(about_game(self.selected))

    @on(GameList.Failed)
    def show_failure(self, event: GameList.Failed) -> None:
        """Show why games are missing."""
        self._say(sentence(str(event.error)), alarmed=True)

    # Commands.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what needs a game if there is none."""
        del parameters
        return None if action in ("open", "export", "delete") and self.selected is None else True

    @on(GameList.Opened)
    def action_open(self) -> None:
        """Review the selected game."""
        entry = self.selected
        record = self._asked(lambda: self._history.record(entry.id)) if entry else None
        if record is not None:
            day = record.day.isoformat() if record.day else ""
            self.post_message(ShowReview(record.game, day))

    def action_export(self) -> None:
        """Export the selected game to a file."""
        entry = self.selected
        path = self._asked(lambda: self._export(entry)) if entry else None
        if path is not None:
            self._say(f"Written to {clean(str(path), _LONGEST_PATH)}")

    def _export(self, entry: GameEntry) -> Path:
        record = self._history.record(entry.id)
        return self._library.export(record.game, record.day)

    def action_delete(self) -> None:
        """Delete the selected game, after a question."""
        entry = self.selected
        if entry is not None:
            confirm(self, delete_question(entry), "delete", "keep", lambda: self._delete(entry))

    def _delete(self, entry: GameEntry) -> None:
        try:
            self._history.delete(entry.id)
        except GridlockError as error:
            self._say(sentence(str(error)), alarmed=True)
        else:
            self._list(self.games.at)

    def action_statistics(self) -> None:
        """Show the statistics of all games."""
        statistics = self._asked(self._history.statistics)
        profile = None if statistics is None else self._asked(self._history.profile)
        if statistics is not None and profile is not None:
            self.app.push_screen(StatisticsPage(statistics, profile, self._player))


class _Headings(Widget):
    """The headings of the columns; the list below is as wide."""

    def render(self) -> Content:
        """Return the line."""
        # The scroll bar and the column before it stay free, as in the list.
        return Content(heading(self.content_size.width - 1))
