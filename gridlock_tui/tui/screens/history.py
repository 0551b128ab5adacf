"""The history: the finished games, filtered, opened, exported and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.reactive import var
from textual.widgets import Static

from gridlock_tui.match import LONGEST_NAME
from gridlock_tui.match.history import ALL, Entry, Filter, History, Won
from gridlock_tui.match.record_files import export_record
from gridlock_tui.rules import VARIANTS, GridlockError
from gridlock_tui.rules.text import clean, counted
from gridlock_tui.tui.commands import ANYWHERE, HISTORY, bindings
from gridlock_tui.tui.game_rows import about_game, heading, titled
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import ReviewWanted
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.screens.painted import PaintedScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.game_list import GameList
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording import sentence

_T = TypeVar("_T")

_LONGEST_PATH = 400

_VARIANTS = (None, *VARIANTS)
_RESULTS: dict[str, Won | None] = {
    "anyone": None,
    "X": Won.BY_ONE,
    "O": Won.BY_TWO,
    "starter": Won.BY_STARTER,
    "second": Won.BY_SECOND,
}
_RESULTS_OF_PLAYER: dict[str, Won | None] = {
    **_RESULTS,
    "player": Won.BY_PLAYER,
    "opponent": Won.AGAINST_PLAYER,
}
"""Who won, where a player is chosen."""


class HistoryScreen(PaintedScreen[None]):
    """Lists finished games; the filters above the list say which."""

    CSS_PATH = "history.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*HISTORY, *ANYWHERE))

    wanted: var[Filter] = var(ALL, init=False)
    """Which games are listed."""
    marked: var[Entry | None] = var[Entry | None](None, init=False, bindings=True)
    """The game that is marked in the list."""

    games = getters.query_one(GameList)
    columns = getters.query_one("#columns-heading", Static)
    count = getters.query_one("#count", Static)
    status = getters.query_one("#status", Static)
    variant_filter = getters.query_one("#filter-variant", Choice)
    player_filter = getters.query_one("#filter-player", Choice)
    result_filter = getters.query_one("#filter-result", Choice)

    def __init__(self, history: History, glyphs: Glyphs, export_folder: Path) -> None:
        super().__init__()
        self._history = history
        self._glyphs = glyphs
        self._folder = export_folder
        self._people: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out filters, list and status line."""
        glyphs = self._glyphs
        with Horizontal(id="head"):
            yield Static("Finished games", id="head-title")
            yield Static("", id="count")
        with Container(id="filters"):
            yield Choice(" Player", ["everyone"], glyphs, "everyone", id="filter-player")
            variants = ["all", *map(titled, VARIANTS)]
            yield Choice(" Game", variants, glyphs, variants[0], id="filter-variant")
            yield Choice(" Won by", list(_RESULTS), glyphs, "anyone", id="filter-result")
        yield Static("", id="columns-heading", markup=False)
        yield GameList(glyphs)
        yield Static("", id="status", markup=False)
        yield KeyBar()
        yield TooSmall(glyphs)

    def on_mount(self) -> None:
        """List all games."""
        self.games.focus()
        # Two spellings of one name are one player: capitals do not count.
        known = self._asked(self._history.people, None)
        if known is None:
            return  # whoever does not answer keeps one waiting, and would again
        self._people = tuple({name.casefold(): name for name in known}.values())
        shown = [clean(name, LONGEST_NAME) for name in self._people]
        self.player_filter.rename(["everyone", *shown])
        self._list()

    def on_resize(self) -> None:
        """Put the headings above their columns."""
        self.call_after_refresh(self._put_headings)

    def _put_headings(self) -> None:
        self.columns.update(heading(self.games.text_width, self._glyphs), layout=False)

    # What is said.

    def _say(self, words: str, *, alarmed: bool = False) -> None:
        self.status.update(words, layout=False)  # its place never changes
        self.status.set_class(alarmed, "-alarmed")

    def _complain(self, error: GridlockError) -> None:
        self._say(sentence(str(error)), alarmed=True)

    def _asked(self, ask: Callable[[], _T], otherwise: _T) -> _T:
        """Return the answer of the history; if it has none, say why, and return the other."""
        try:
            return ask()
        except GridlockError as error:
            self._complain(error)
            return otherwise

    # The list.

    @on(Choice.Changed)
    def filter(self) -> None:
        """List the games that the choices say."""
        person = self._people[self.player_filter.at - 1] if self.player_filter.at else None
        results = _RESULTS_OF_PLAYER if person else _RESULTS
        if self.result_filter.at >= len(results):
            self.result_filter.at = 0  # won by a player, when no player is chosen any more
        self.result_filter.rename(list(results))
        won = results[self.result_filter.value]
        self.wanted = Filter(_VARIANTS[self.variant_filter.at], person, won)

    def watch_wanted(self) -> None:
        """List what is wanted, from the latest game on."""
        self._list()

    def _list(self, at: int = 0) -> None:
        counts = self._asked(self._counted, None)
        if counts is None:
            return
        some, every = counts
        wanted, history = self.wanted, self._history
        # Said before anything can be marked, so that a failure to fetch is what stays to be read.
        remark = "No game fits these filters." if every else "No game has been finished yet."
        self.count.update(_count(some, every), layout=False)
        self.games.show(lambda offset, limit: history.page(wanted, limit, offset), some, remark, at)

    def _counted(self) -> tuple[int, int]:
        """Return how many games are wanted, and how many there are."""
        every = self._history.count()
        return every if self.wanted == ALL else self._history.count(self.wanted), every

    @on(GameList.Marked)
    def describe(self) -> None:
        """Say more about the marked game."""
        self.marked = self.games.entry
        self._say(about_game(self.marked) if self.marked else "")

    @on(GameList.Failed)
    def tell_failure(self, event: GameList.Failed) -> None:
        """Say why games are missing."""
        self._complain(event.error)

    # Commands.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what needs a game where there is none."""
        del parameters
        if action in ("open", "export", "delete"):
            return True if self.marked is not None else None
        return True

    @on(GameList.Opened)
    def action_open(self) -> None:
        """Ask for the marked game to be shown."""
        entry = self.marked
        record = self._asked(lambda: self._history.record(entry.id), None) if entry else None
        if record is not None:
            day = record.day.isoformat() if record.day else ""
            self.post_message(ReviewWanted(record.game, day))

    def action_export(self) -> None:
        """Write the marked game to a file, and say where it is."""
        entry = self.marked
        if entry is None:
            return
        path = self._asked(
            lambda: export_record(self._history.record(entry.id), self._folder), None
        )
        if path is not None:
            self._say(f"Written to {clean(str(path), _LONGEST_PATH)}")

    def action_delete(self) -> None:
        """Delete the marked game, after a question."""
        entry = self.marked
        if entry is None:
            return
        one, two = entry.names
        day = entry.finished.date()
        question = f"Delete the game of {one} and {two} on {day} for good?"

        def answered(sure: bool | None) -> None:
            if sure:
                self._delete(entry)

        self.app.push_screen(ConfirmScreen(question, "delete", "keep"), answered)

    def _delete(self, entry: Entry) -> None:
        try:
            self._history.delete(entry.id)
        except GridlockError as error:
            self._complain(error)
            return
        self._list(self.games.at)

    def action_statistics(self) -> None:
        """Show what all games come to."""
        from gridlock_tui.tui.screens.statistics import StatisticsPage

        statistics = self._asked(self._history.statistics, None)
        if statistics is not None:
            self.app.push_screen(StatisticsPage(statistics, self._glyphs))

    def action_back(self) -> None:
        """Go back to where the history was opened."""
        self.dismiss()


def _count(some: int, every: int) -> Content:
    games = counted(every, "game")
    return Content(games if some == every else f"{some:,} of {games}")
