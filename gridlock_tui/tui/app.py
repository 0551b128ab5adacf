"""The app: themes, the first screen, the games that wait, and how it is left."""

from __future__ import annotations

import asyncio
import io
import random
import signal
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from rich.console import Console
from textual import on
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen
from textual.theme import ThemeProvider

from gridlock_tui.match import Game, Settings
from gridlock_tui.rules import GridlockError, Variant
from gridlock_tui.tui import themes
from gridlock_tui.tui.commands import BY_ID
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.messages import (
    ExportWanted,
    HistoryWanted,
    MatchChanged,
    MatchShelved,
    MatchWanted,
    MenuWanted,
    ReviewWanted,
    SettingsChanged,
)
from gridlock_tui.tui.screens.menu import MenuScreen, Wishes
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.thinking import Thinker
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, STANDARD_WIDTH

if TYPE_CHECKING:
    from gridlock_tui.match.keeper import Keeper
    from gridlock_tui.match.ongoing import Match

_MATCHES_THAT_WAIT = 5


@runtime_checkable
class _ShowsVariant(Protocol):
    """A screen with a game on it: the menu, the game, the review."""

    @property
    def variant(self) -> Variant:
        """Which game it is."""


@dataclass(frozen=True)
class Options:
    """How the app is started."""

    game: Game | None = None
    """The game to go straight into; None begins with the menu."""
    match: Match | None = None
    """The match to go straight into, where it is more than a game."""
    keeps: bool = False
    """Whether matches are kept on disk."""
    greeting: str = ""
    """What to say first in that game."""
    wishes: Wishes = field(default_factory=Wishes)
    """What is chosen in the menu from the beginning."""
    theme: str = themes.DARK.name
    glyphs: Glyphs = UNICODE
    ansi_only: bool = False
    """Whether only the terminal's own sixteen colours may be used."""
    settings: Settings = field(default_factory=Settings)
    """How fast computers move, and whether blunders are guarded against."""
    rng: random.Random = field(default_factory=random.Random)
    """Where coin tosses and the slips of computers come from."""


class GridlockApp(App[None]):
    """Gridlock in the terminal."""

    TITLE = "Gridlock"
    CSS_PATH = "screens/menu.tcss"  # the first screen: Textual loads no style sheet of its own
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [BY_ID["quit"].binding()]
    # Textual declares these in a way that mypy takes for instance variables, so no ClassVar.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (LEAST_WIDTH, "-compact"),
        (STANDARD_WIDTH, "-standard"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-low"),
        (LEAST_HEIGHT, "-short"),
        (24, "-tall"),
    ]

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        super().__init__(ansi_color=True if self.options.ansi_only else None)
        self.register_theme(themes.DARK)
        self.register_theme(themes.LIGHT)
        self.theme = self.options.theme
        self.waiting: tuple[Match, ...] = ()
        self.keeper: Keeper | None = None
        self._left_behind: dict[str, Settings] = {}
        self._last_notice = ""
        self.settings = self.options.settings
        self.thinker = Thinker()
        self.faults = io.StringIO()
        # A fault of ours is for a file; a player gets one sentence about it.
        self.error_console = Console(file=self.faults, width=120)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the players colours in themes that do not know of them."""
        return themes.player_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the menu."""
        options = self.options
        return MenuScreen(options.glyphs, options.rng, options.wishes, self.thinker)

    def on_mount(self) -> None:
        """Begin with the menu or straight in a game, and leave tidily when told to."""
        match, game = self.options.match, self.options.game
        if match is None and game is not None:
            from gridlock_tui.match.ongoing import Match

            match = Match.of(game)
        if match is not None:
            self._show(match, self.options.greeting)
        if self.options.keeps:
            self.call_after_refresh(self._open_keeper)
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._stop, number)

    def _open_keeper(self) -> None:
        """Begin to keep matches, after the first picture: it takes a while to load."""
        from gridlock_tui.match.files import find_places
        from gridlock_tui.match.keeper import Keeper

        self.keeper = Keeper(find_places())
        self._look_for_matches()

    async def on_unmount(self) -> None:
        """Leave no process behind, and no match locked."""
        if self.keeper is not None:
            self.keeper.close()
        await self.thinker.close()

    def _stop(self, number: int) -> None:
        self._keep_played()
        self.exit(return_code=128 + number)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer in the palette whatever the table of commands has for the screen."""
        enabled = {
            active.binding.id for active in screen.active_bindings.values() if active.enabled
        }
        for command in BY_ID.values():
            if command.palette and command.id in enabled:
                run = self._runner(screen, command.full_action)
                yield SystemCommand(command.help.rstrip("."), command.all_keys, run)

    def _runner(self, screen: Screen[object], action: str) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            await screen.run_action(action)

        return run

    # Matches.

    @on(MatchWanted)
    def _play(self, event: MatchWanted) -> None:
        if not isinstance(self.screen, MenuScreen):
            return  # a second Enter came before the game was there
        match = event.match
        if match.uid in self._left_behind:
            taken = self.keeper.take(match.uid) if self.keeper else None
            self.settings = self._left_behind.pop(match.uid)
            self.waiting = tuple(each for each in self.waiting if each.uid != match.uid)
            if taken is None:
                self.notify("That game is open in another window.", severity="warning")
                self.screen.show_waiting(self.waiting)
                return
            match = taken
        self.waiting = tuple(each for each in self.waiting if each.uid != match.uid)
        self._show(match, event.greeting)

    def _show(self, match: Match, greeting: str) -> None:
        from gridlock_tui.tui.screens.game import GameScreen

        self.push_screen(
            GameScreen(match, self.options.glyphs, self.thinker, self.settings, greeting)
        )

    def _match_played(self) -> Match | None:
        """Return the match that is played, also when a page lies on top of it."""
        from gridlock_tui.tui.screens.game import GameScreen

        matches = (screen.match for screen in self.screen_stack if isinstance(screen, GameScreen))
        return next(matches, None)

    @on(ReviewWanted)
    def _review(self, event: ReviewWanted) -> None:
        from gridlock_tui.tui.screens.review import ReviewScreen

        if not isinstance(self.screen, ReviewScreen):  # a second key came before it was there
            self.push_screen(ReviewScreen(event.game, self.options.glyphs, self.thinker, event.day))

    @on(MatchShelved)
    def _shelve(self, event: MatchShelved) -> None:
        match = event.match
        if match.game.timeline.moves or match.series.played:
            others = [each for each in self.waiting if each.uid != match.uid]
            self.waiting = (match, *others)[:_MATCHES_THAT_WAIT]

    @on(MatchChanged)
    def _keep_changed(self, event: MatchChanged) -> None:
        self._keep(event.match)

    def _keep(self, match: Match) -> None:
        if self.keeper is not None and (match.game.timeline.moves or match.series.played):
            self._notice(self.keeper.keep(match, self.settings))

    def _keep_played(self) -> None:
        """Keep the match that is played, with the state that is looked at."""
        played = self._match_played()
        if played is not None:
            self._keep(played)

    def _notice(self, notice: str) -> None:
        """Say a notice, but the same one only once until all is well again."""
        if notice and notice != self._last_notice:
            self.notify(notice, severity="warning", markup=False, timeout=10)
        self._last_notice = notice

    def _look_for_matches(self) -> None:
        """Offer what other runs of the app have left behind."""
        assert self.keeper is not None
        found, notices = self.keeper.waiting()
        for notice in notices:
            self.notify(notice, severity="warning", markup=False, timeout=20)
        self._left_behind = {match.uid: settings for match, settings in found}
        self.waiting = (*self.waiting, *(match for match, _ in found))[:_MATCHES_THAT_WAIT]
        menu = self.screen_stack[0]
        if self.waiting and isinstance(menu, MenuScreen):
            menu.show_waiting(self.waiting)

    @on(SettingsChanged)
    def _keep_settings(self, event: SettingsChanged) -> None:
        self.settings = event.settings

    @on(MenuWanted)
    def _to_menu(self) -> None:
        # Keys may come faster than screens change: whatever lies on the menu is taken away.
        while len(self.screen_stack) > 1:
            self.pop_screen()
        menu = self.screen
        assert isinstance(menu, MenuScreen)
        menu.show_waiting(self.waiting)

    @on(ExportWanted)
    def _export(self, event: ExportWanted) -> None:
        from datetime import date

        from gridlock_tui.match.files import find_places
        from gridlock_tui.match.record import Record
        from gridlock_tui.match.record_files import export_record

        try:
            path = export_record(Record(event.game, date.today()), find_places().records)
        except GridlockError as error:
            self.notify(f"{error}.".capitalize(), severity="warning", markup=False)
        else:
            self.notify(f"Written to {path}", markup=False)

    # What is kept.

    @on(HistoryWanted)
    def _show_history(self) -> None:
        from gridlock_tui.match.files import find_places
        from gridlock_tui.match.history import open_history
        from gridlock_tui.tui.screens.history import HistoryScreen

        if isinstance(self.screen, MenuScreen):  # the key may come twice before the list is there
            places = find_places()
            history, notice = open_history(places.history)
            self.push_screen(HistoryScreen(history, self.options.glyphs, places.records))
            if notice:
                self.notify(notice, severity="warning", markup=False)

    # Pages.

    def action_command_palette(self) -> None:
        """Open the palette."""
        from gridlock_tui.tui.screens.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Open the palette with the themes."""
        from gridlock_tui.tui.screens.palette import Palette

        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes"))

    def action_help(self) -> None:
        """Show all keys."""
        from gridlock_tui.tui.screens.help import HelpPage

        self._open(HelpPage(self.options.glyphs))

    def action_rules(self) -> None:
        """Show the rules of the game that is played or reviewed, or highlighted in the menu."""
        from gridlock_tui.tui.screens.rules import RulesPage

        games = [screen for screen in self.screen_stack if isinstance(screen, _ShowsVariant)]
        self._open(RulesPage(games[-1].variant, self.options.glyphs))

    def _open(self, page: Page) -> None:
        if isinstance(self.screen, Page):  # from one page to another, not on top of it
            self.pop_screen()
        self.push_screen(page)

    def action_leave(self) -> None:
        """Leave; ask first only if a game would be lost."""
        from gridlock_tui.tui.screens.confirm import ConfirmScreen

        self._keep_played()
        matches = [match for match in (self._match_played(), *self.waiting) if match]
        unkept = self.keeper is None or bool(self._last_notice)
        if unkept and any(match.game.is_unfinished for match in matches):
            question = "A game is not finished, and it is not kept when you quit."
            self.push_screen(ConfirmScreen(question, "quit", "stay"), self._leave_if)
        else:
            self.exit()

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.exit()
