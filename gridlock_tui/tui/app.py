"""The app: owns preferences, library and engine, and goes from screen to screen."""

from __future__ import annotations

import gc
import io
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from rich.console import Console
from textual import events, on
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen
from textual.theme import Theme

from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import Variant
from gridlock_tui.tui import screens, themes
from gridlock_tui.tui.commands import BY_ID, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.friend.desk import FriendDesk
from gridlock_tui.tui.match_desk import MatchDesk
from gridlock_tui.tui.messages import (
    GiveUpMatch,
    Moving,
    PasteGameId,
    PlayFriend,
    ShowHistory,
    ShowLearn,
    ShowLesson,
    ShowMenu,
    ShowPuzzles,
    ShowReview,
    StartMatch,
)
from gridlock_tui.tui.preferences import Preferences
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.tabs import TABS
from gridlock_tui.tui.widgets.too_small import (
    LEAST_HEIGHT,
    LEAST_WIDTH,
    STANDARD_WIDTH,
    WIDE_WIDTH,
)
from gridlock_tui.tui.wording.moves import few, sentence

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.filter import LineFilter

    from gridlock_tui.match.puzzle_room import PuzzleRoom

_SETTINGS, _THEMES = "settings", "themes"
_NOTICE_SECONDS = 10


@runtime_checkable
class _ShowsVariant(Protocol):
    """A screen with a game on it: the menu, the game, the review."""

    @property
    def variant(self) -> Variant:
        """The variant of that game."""


class GridlockApp(App[None]):
    """Gridlock in the terminal."""

    TITLE = "Gridlock"
    # The style sheet of the menu too: Textual loads none for the default screen.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["widgets/widgets.tcss", "screens/menu.tcss"]
    ENABLE_COMMAND_PALETTE = True
    # With the palette among them, Textual binds no key of its own to it.
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        [BY_ID[each] for each in ("quit", "suspend", "palette")]
    )
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - mypy takes Textual's for instance variables
        (0, "-narrow"),
        (LEAST_WIDTH, "-compact"),
        (STANDARD_WIDTH, "-standard"),
        (WIDE_WIDTH, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - likewise
        (0, "-low"),
        (LEAST_HEIGHT, "-short"),
        (24, "-tall"),
    ]

    def __init__(self, startup: Startup | None = None) -> None:
        self.startup = startup or Startup()
        super().__init__(ansi_color=True if self.startup.ansi_only else None)
        settings = self.startup.settings
        settings = replace(settings, theme=settings.theme or themes.DARK.name)
        self.preferences = Preferences(self, settings, saves=self.startup.keeps)
        self.library = Library(find_paths() if self.startup.keeps else None)
        self.engine = EngineClient()
        self._friends = FriendDesk(self, self.library, self.startup)
        self._desk = MatchDesk(self, self._friends)
        self.ascii = self.startup.ascii
        self._ascii_filters: list[LineFilter] = []
        if self.ascii:
            from gridlock_tui.tui.ascii_filter import AsciiFilter

            self._ascii_filters.append(AsciiFilter())
        self._usual_motion = self.animation_level
        self._set_motion()
        self.register_theme(themes.DARK)
        self.register_theme(themes.LIGHT)
        self.theme = settings.theme
        self.moving: set[Moving] = set()
        """The widgets that show a change in motion."""
        self._is_stopping = False
        self._puzzle_room: PuzzleRoom | None = None
        self.faults = io.StringIO()
        # A traceback goes to a file; the player gets one sentence about it.
        self.error_console = Console(file=self.faults, width=120)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the players colours in themes that have none for them."""
        return themes.player_colours(self.current_theme)

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the theme; the first one before any style sheet is parsed."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw with ASCII only, where that is set."""
        return [*super().get_line_filters(), *self._ascii_filters]

    def get_default_screen(self) -> Screen[None]:
        """Return the menu."""
        return self._desk.make_menu()

    def on_mount(self) -> None:
        """Show the menu, or a match."""
        menu = self._desk.menu
        if self.startup.game_id:
            self.call_after_refresh(menu.load_matches)
            self.call_after_refresh(self._desk.receive, self.startup.game_id)
        elif self.startup.match is not None:
            self._desk.start_new(self.startup.match, self.startup.greeting)
        self.set_keymap(dict(self.preferences.keymap))
        mistakes = (*self.startup.notices, *self.preferences.notices)
        for notice in few(mistakes, "in the settings: gridlock --print-config names them all"):
            self.warn(sentence(notice))
        self.preferences.changed.subscribe(self, self._follow_preferences)
        self.theme_changed_signal.subscribe(self, self._save_theme)
        if self.startup.keeps:
            self.watch(menu, "on_top", self._desk.stars.grade_under_menu, init=False)
            self.call_after_refresh(menu.load_matches)
        if not gc.isenabled():  # the command line has disabled it
            self.call_after_refresh(_collect_garbage_again)

    def warn(self, notice: str, timeout: float = _NOTICE_SECONDS) -> None:
        """Notify the player of something that went wrong, unless the notice is empty."""
        if notice:
            self.notify(notice, severity="warning", markup=False, timeout=timeout)

    async def on_unmount(self) -> None:
        """End the engine's process, release the saved matches, remember what was chosen."""
        self._desk.close()
        await self._friends.close()
        await self.engine.close()

    def stop(self, number: int) -> None:
        """Save the match and end: this signal tells us to, or the terminal is gone."""
        self._is_stopping = True
        self._desk.save_open()
        self.call_later(lambda: self._exit_after(self.screen_stack, 128 + number))

    def _exit_after(self, screens: list[Screen[Any]], code: int) -> None:
        """End when these screens are complete: one that is not would fail."""
        if not screens:
            self.exit(return_code=code)
        elif not screens[0].call_later(self._exit_after, screens[1:], code):
            self._exit_after(screens[1:], code)

    async def on_event(self, event: events.Event) -> None:
        """Finish what moves on a board before a key or a click is handled: nothing waits for it."""
        if self.moving and isinstance(event, events.Key | events.MouseDown):
            for widget in tuple(self.moving):
                widget.finish()
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run the action of a key, but not of keys that arrive while the app stops."""
        if self._is_stopping:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer in the palette what the command table has for the screen."""
        enabled = {
            active.binding.id for active in screen.active_bindings.values() if active.enabled
        }
        for command in self.preferences.commands.values():
            if command.palette and command.id in enabled:
                run = self._runner(screen, command.full_action)
                # People search for the word of the key bar and for the sentence.
                title = f"{command.label.capitalize()}: {command.help.rstrip('.')}"
                yield SystemCommand(title, command.all_keys, run)

    def _runner(self, screen: Screen[object], action: str) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            await screen.run_action(action)

        return run

    # Matches.

    @on(StartMatch)
    def _start(self, event: StartMatch) -> None:
        self._desk.start(event.match, event.greeting)

    @on(PasteGameId)
    def _take_game_id(self, event: PasteGameId) -> None:
        self._desk.receive(event.text)

    @on(GiveUpMatch)
    def _give_up(self, event: GiveUpMatch) -> None:
        self._desk.give_up(event.match)

    @on(PlayFriend)
    def _play_friend(self, event: PlayFriend) -> None:
        if isinstance(self.screen, MenuScreen):  # the key may come twice
            self._friends.open_form(event.choices)

    @on(ShowMenu)
    def _show_menu(self) -> None:
        self._desk.show_menu()

    @on(ShowReview)
    def _show_review(self, event: ShowReview) -> None:
        if not isinstance(self.screen, screens.ReviewScreen):  # the key may come twice
            self.push_screen(screens.ReviewScreen(event.game, self.engine, event.day))

    @on(ShowHistory)
    def _show_history(self) -> None:
        if isinstance(self.screen, MenuScreen):  # the key may come twice
            history, notice = self.library.history()
            name = self._desk.menu.your_name
            self.push_screen(screens.HistoryScreen(history, self.library, name))
            self.warn(notice)

    # Lessons.

    @on(ShowLearn)
    def _show_learn(self) -> None:
        if isinstance(self.screen, MenuScreen):  # the key may come twice
            log, notice = self.library.lessons()
            screen = screens.LearnScreen(log, self._desk.menu.variant)
            self.push_screen(screen, lambda _: self._desk.menu.set_is_new(self.library.is_new))
            self.warn(notice)

    @on(ShowLesson)
    def _show_lesson(self, event: ShowLesson) -> None:
        from gridlock_tui.match.lessons import all_lessons, next_lesson

        if isinstance(self.screen, screens.LessonScreen):  # the next one follows
            self.pop_screen()
        self._show_learn()  # which is where a lesson returns to
        if isinstance(self.screen, screens.LearnScreen):
            log, _ = self.library.lessons()
            following = next_lesson(log.progress, self._desk.menu.variant.slug)
            lesson = event.lesson or following or all_lessons()[0]
            self.push_screen(screens.LessonScreen(lesson, log, self.engine))

    # Puzzles.

    @on(ShowPuzzles)
    def _show_puzzles(self) -> None:
        if isinstance(self.screen, MenuScreen):  # the key may come twice
            from gridlock_tui.match.puzzle_room import PuzzleRoom

            store, notice = self.library.puzzle_store()
            if self._puzzle_room is None:
                self._puzzle_room = PuzzleRoom(store, self.startup.rng, self.startup.today)
            room = self._puzzle_room
            self.push_screen(screens.PuzzlesScreen(room, self.library, self.engine))
            self.warn(notice)

    # Tabs.

    def action_tab(self, name: str) -> None:
        """Show a tab."""
        if self.check_action("tab", (name,)):
            self._show_menu()
            if (message := TABS[name].message) is not None:
                self.post_message(message())

    # Settings.

    def action_settings(self) -> None:
        """Show the settings."""
        if self.check_action("settings", ()):
            self.push_screen(screens.SettingsScreen(id=_SETTINGS))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the settings everywhere but on the settings screen, and tabs from each other."""
        if action == "tab":
            here = getattr(self.screen, "TAB", None)
            return here is not None and here not in parameters
        if action == "settings":
            return all(screen.id != _SETTINGS for screen in self.screen_stack)
        return super().check_action(action, parameters)

    def _save_theme(self, theme: Theme) -> None:
        is_preview = self.screen.id == _THEMES or theme.name != self.theme
        if theme.name != self.preferences.settings.theme and not is_preview:
            self.warn(self.preferences.change(theme=theme.name))

    def _set_motion(self) -> None:
        reduced = self.preferences.settings.reduces_motion
        self.animation_level = "none" if reduced else self._usual_motion

    def _follow_preferences(self, changed: frozenset[str]) -> None:
        """Apply settings that have changed."""
        settings = self.preferences.settings
        self._set_motion()
        if "theme" in changed:
            self.theme = settings.theme
        if "keys" in changed:
            self.set_keymap(dict(self.preferences.keymap))
        if changed & {"keys", "coordinates"}:  # which widgets look up when they draw
            for screen in self.screen_stack:
                _redraw(screen)

    # Pages.

    def action_command_palette(self) -> None:
        """Open the palette."""
        from gridlock_tui.tui.textual_fixes.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Open the palette with the themes."""
        from gridlock_tui.tui.textual_fixes.palette import ThemePicker

        if self.screen.id != _THEMES:  # the key may come twice
            self.push_screen(ThemePicker(id=_THEMES))

    def action_dismiss(self) -> None:
        """Dismiss the notifications."""
        self.clear_notifications()

    def action_help(self) -> None:
        """Show all keys."""
        usable = {found.binding.id for found in self.screen.active_bindings.values()}
        self._open(screens.HelpPage(usable))

    def action_rules(self) -> None:
        """Show the rules of the game that is played, reviewed or highlighted in the menu."""
        games = [screen for screen in self.screen_stack if isinstance(screen, _ShowsVariant)]
        self._open(screens.RulesPage(games[-1].variant))

    def _open(self, page: Page) -> None:
        if isinstance(self.screen, Page):  # from one page to another, not on top of it
            self.pop_screen()
        self.push_screen(page)

    def action_leave(self) -> None:
        """Quit; ask first only if a game would be lost."""
        question = self.library.question_before_quitting(self._desk.save_open())
        if question:
            from gridlock_tui.tui.screens.confirm import confirm

            confirm(self, question, "quit", "stay", self.exit)
        else:
            self.exit()


def _collect_garbage_again() -> None:
    """Collect garbage from now on; what was loaded until now stays, so do not look there."""
    gc.freeze()
    gc.enable()


def _redraw(screen: Screen[object]) -> None:
    """Draw everything again; this is so rare that a list of the widgets concerned is not needed."""
    if isinstance(screen, Page):
        screen.refresh(recompose=True)
    for widget in screen.query():
        widget.refresh(layout=True)
