"""The app: themes, the first screen, the games that wait, and how it is left."""

from __future__ import annotations

import io
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from rich.console import Console
from textual import on
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider

from gridlock_tui.match import Game, Settings
from gridlock_tui.match.config import Config
from gridlock_tui.rules import Variant
from gridlock_tui.tui import themes
from gridlock_tui.tui.commands import BY_ID, bindings
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.keeping import KeepingApp
from gridlock_tui.tui.messages import (
    HistoryWanted,
    MatchUnwanted,
    MatchWanted,
    MenuWanted,
    ReviewWanted,
)
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.thinking import Thinker
from gridlock_tui.tui.widgets.board import BoardView
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, STANDARD_WIDTH
from gridlock_tui.tui.wishes import Wishes
from gridlock_tui.tui.wording import few, sentence

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.filter import LineFilter

    from gridlock_tui.match.ongoing import Match
    from gridlock_tui.tui.screens.game import GameScreen

_SETTINGS = "settings"


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
    config: Config = field(default_factory=Config)
    """What is set for good, or by flags for this run."""
    flags: frozenset[str] = frozenset()
    """Which settings flags have set: they hold for matches that were begun with others, too."""
    notices: tuple[str, ...] = ()
    """What is to be said of the settings."""
    rng: random.Random = field(default_factory=random.Random)
    """Where coin tosses and the slips of computers come from."""


class GridlockApp(KeepingApp):
    """Gridlock in the terminal."""

    TITLE = "Gridlock"
    CSS_PATH = "screens/menu.tcss"  # the first screen: Textual loads no style sheet of its own
    ENABLE_COMMAND_PALETTE = True
    # With the palette among them, Textual binds no key of its own to it.
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        [BY_ID[each] for each in ("quit", "suspend", "palette")]
    )
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - mypy takes Textual's for instance variables
        (0, "-narrow"),
        (LEAST_WIDTH, "-compact"),
        (STANDARD_WIDTH, "-standard"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - likewise
        (0, "-low"),
        (LEAST_HEIGHT, "-short"),
        (24, "-tall"),
    ]

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        settings = self.options.settings
        config = replace(
            self.options.config,
            theme=self.options.theme,
            pace=settings.pace,
            guard=settings.guard,
        )
        super().__init__(
            config,
            ansi_only=self.options.ansi_only,
            keeps=self.options.keeps,
            flags=self.options.flags,
        )
        self.register_theme(themes.DARK)
        self.register_theme(themes.LIGHT)
        self.theme = self.options.theme
        self._plain_signs: list[LineFilter] = []
        if self.options.glyphs.ascii_only:
            from gridlock_tui.tui.plain_signs import PlainSigns

            self._plain_signs.append(PlainSigns())
        self.thinker = Thinker()
        self._is_stopping = False
        self.faults = io.StringIO()
        # A fault of ours is for a file; a player gets one sentence about it.
        self.error_console = Console(file=self.faults, width=120)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the players colours in themes that do not know of them."""
        return themes.player_colours(self.current_theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw with ASCII only, where that is wanted; that goes for Textual's own signs too."""
        return [*super().get_line_filters(), *self._plain_signs]

    def get_default_screen(self) -> Screen[None]:
        """Begin with the menu."""
        options = self.options
        return MenuScreen(options.glyphs, options.rng, options.wishes, self.thinker)

    def on_mount(self) -> None:
        """Begin with the menu or straight in a game."""
        match, game = self.options.match, self.options.game
        if match is None and game is not None:
            from gridlock_tui.match.ongoing import Match

            match = Match.of(game)
        if match is not None:
            self._show(match, self.options.greeting, is_kept=False)
        mistakes = (*self.options.notices, *self.give_keys())
        for notice in few(mistakes, "in the settings: gridlock --print-config names them all"):
            self.notify(sentence(notice), severity="warning", markup=False, timeout=10)
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if self.options.keeps:
            self.call_after_refresh(self._offer_what_is_kept)

    def _offer_what_is_kept(self) -> None:
        self.open_keeper()
        if self.waiting:
            self._show_waiting()

    def _show_waiting(self) -> None:
        menu = self.screen_stack[0]
        assert isinstance(menu, MenuScreen)
        menu.show_waiting(self.waiting)

    async def on_unmount(self) -> None:
        """Leave no process behind, and no match locked."""
        if self.keeper is not None:
            self.keeper.close()
        await self.thinker.close()

    def stop(self, number: int) -> None:
        """Keep the game and end: this signal tells us to, or the terminal is gone."""
        self._is_stopping = True
        self._keep_played()
        self.call_later(lambda: self._exit_after(self.screen_stack, 128 + number))

    def _exit_after(self, screens: list[Screen[Any]], code: int) -> None:
        """End when these screens are there: one that is not yet complete would fail."""
        if not screens:
            self.exit(return_code=code)
        elif not screens[0].call_later(self._exit_after, screens[1:], code):
            self._exit_after(screens[1:], code)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key is for, but not for keys that wait when the app is told to stop."""
        if self._is_stopping:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer in the palette whatever the table of commands has for the screen."""
        enabled = {
            active.binding.id for active in screen.active_bindings.values() if active.enabled
        }
        for command in self.commands.values():
            if command.palette and command.id in enabled:
                run = self._runner(screen, command.full_action)
                # Both the word of the key bar and the sentence are what people look for.
                title = f"{command.label.capitalize()}: {command.help.rstrip('.')}"
                yield SystemCommand(title, command.all_keys, run)

    def _runner(self, screen: Screen[object], action: str) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            await screen.run_action(action)

        return run

    # Matches.

    @on(MatchWanted)
    def _play(self, event: MatchWanted) -> None:
        if not isinstance(self.screen, MenuScreen):
            return  # a second Enter came before the game was there
        waited = self.is_waiting(event.match)
        match = self.take_match(event.match)
        if match is None:
            self._show_waiting()
        else:
            self._show(match, event.greeting, is_kept=waited)

    @on(MatchUnwanted)
    def _give_up(self, event: MatchUnwanted) -> None:
        self.give_up(event.match)
        self._show_waiting()

    def _show(self, match: Match, greeting: str, *, is_kept: bool) -> None:
        from gridlock_tui.tui.screens.game import GameScreen

        if not is_kept:
            self.tell_of(match)
        self.push_screen(
            GameScreen(
                match,
                self.options.glyphs,
                self.thinker,
                self.settings,
                greeting,
                keep=self.keep_match if self.options.keeps else None,
                is_kept=is_kept,
            )
        )

    def _game_screen(self) -> GameScreen | None:
        """Return the game that is played, also when a page lies on top of it."""
        from gridlock_tui.tui.screens.game import GameScreen

        games = (screen for screen in self.screen_stack if isinstance(screen, GameScreen))
        return next(games, None)

    def _match_played(self) -> Match | None:
        screen = self._game_screen()
        return screen.match if screen else None

    @on(ReviewWanted)
    def _review(self, event: ReviewWanted) -> None:
        from gridlock_tui.tui.screens.review import ReviewScreen

        if not isinstance(self.screen, ReviewScreen):  # a second key came before it was there
            self.push_screen(ReviewScreen(event.game, self.options.glyphs, self.thinker, event.day))

    def _keep_played(self) -> None:
        """Keep the match that is played, with the state that is looked at."""
        played = self._game_screen()
        if played is not None:
            played.keep_now()
        self.keep_what_is_behind(self._match_played())

    @on(MenuWanted)
    def _to_menu(self) -> None:
        # Keys may come faster than screens change: whatever lies on the menu is taken away.
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._show_waiting()

    # What is kept.

    @on(HistoryWanted)
    def _show_history(self) -> None:
        from gridlock_tui.tui.screens.history import HistoryScreen

        if isinstance(self.screen, MenuScreen):  # the key may come twice before the list is there
            keeper = self.keeper_or_new()
            history, notice = keeper.history()
            self.push_screen(HistoryScreen(history, self.options.glyphs, keeper.places.records))
            if notice:
                self.notify(notice, severity="warning", markup=False)

    # What is set.

    def action_settings(self) -> None:
        """Show what can be set."""
        from gridlock_tui.tui.screens.settings import SettingsScreen

        if not any(screen.id == _SETTINGS for screen in self.screen_stack):
            self.push_screen(SettingsScreen(self.options.glyphs, id=_SETTINGS))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the settings everywhere but among them."""
        if action == "settings":
            return all(screen.id != _SETTINGS for screen in self.screen_stack)
        return super().check_action(action, parameters)

    def _keep_theme(self, theme: Theme) -> None:
        if theme.name != self.config.theme:  # chosen in the palette
            self.change_config(replace(self.config, theme=theme.name))

    def config_changed(self, what: frozenset[str]) -> None:
        """Let every screen below the settings follow."""
        if what & {"pace", "guard"}:
            self.settings = self.config.settings
        for screen in self.screen_stack:
            if "keys" in what:
                _tell_keys_anew(screen)
            if "coordinates" in what:
                for board in screen.query(BoardView):
                    board.refresh()
            if isinstance(screen, MenuScreen):
                names = self.config.names if "names" in what else None
                screen.seat(names, self.config.kinds if "level" in what else None)
        played = self._game_screen()
        if played is not None:
            played.settings = self.settings

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

    def action_hush(self) -> None:
        """Take away the notices, as a click on each would."""
        self.clear_notifications()

    def action_help(self) -> None:
        """Show all keys."""
        from gridlock_tui.tui.screens.help import HelpPage

        usable = {found.binding.id for found in self.screen.active_bindings.values()}
        self._open(HelpPage(self.options.glyphs, usable))

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
        question = self.question_before_quitting(self._match_played())
        if question:
            self.push_screen(ConfirmScreen(question, "quit", "stay"), self._leave_if)
        else:
            self.exit()

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.exit()


def _tell_keys_anew(screen: Screen[object]) -> None:
    """Let whatever names keys on a screen name those that hold now."""
    if isinstance(screen, Page):
        screen.refresh(recompose=True)
    for widget in screen.query("ResultPanel, StatusBar, KeyBar, BoardTruth, #essence"):
        widget.refresh(layout=True)
