"""The menu: choose a game, an opponent and a board, or continue a saved match."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen

from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import VARIANTS, GridlockError, Variant
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, MENU, TABS, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_choices import OPPONENTS, STRIP, MenuChoices
from gridlock_tui.tui.menu_state import CONTINUE, OTHERS, MenuState, demonstration, next_step
from gridlock_tui.tui.messages import PasteGameId, PlayFriend, ShowLesson, StartMatch
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.essence import Essence
from gridlock_tui.tui.widgets.key_bar import KeyBar, Labels
from gridlock_tui.tui.widgets.tab_bar import TAB_HEIGHTS, TabBar
from gridlock_tui.tui.widgets.too_small import (
    STANDARD_WIDTH,
    WIDE_WIDTH,
    TooSmall,
    is_too_small,
)
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from gridlock_tui.tui.wording.matches import toss_words
from gridlock_tui.tui.wording.moves import sentence

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match
    from gridlock_tui.match.stars import Stars
    from gridlock_tui.tui.widgets.board_facts import BoardFacts
    from gridlock_tui.tui.widgets.menu_options import OptionChoice

_SECONDS_PER_MOVE = 0.9


class MenuScreen(ScreenFixes, Screen[None]):
    """Shows `state` and starts what is chosen.

    All widgets are bound to the reactives. The screen watches what a player changes in them, so
    the state is up to date before the next key, however fast keys are typed.
    """

    TAB = "play"
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*MENU, *TABS, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(KEY_COMMANDS),
        # Also while an option has the focus.
        Binding("up,k", "step(-1)", "up", show=False),
        Binding("down,j", "step(1)", "down", show=False),
        Binding("home", "go_to(0)", "first", show=False),
        Binding("end", "go_to(-1)", "last", show=False),
    ]
    VERTICAL_BREAKPOINTS = TAB_HEIGHTS

    picker = getters.query_one(VariantPicker)

    state: var[MenuState] = var(MenuState, bindings=True)
    """The saved matches, the options, and which line is highlighted."""
    picture: var[Picture] = var(Picture(NO_GAME))
    """What the preview shows: the highlighted match, or a demonstration of the variant."""
    on_top: var[bool] = var(False)
    """Whether no other screen covers the menu."""
    stacked: var[bool] = var(False)
    """Whether the options have their labels above them."""
    labels: var[Labels] = var[Labels](())
    """What Enter is called while a saved match is highlighted."""
    is_wide: var[bool] = var(False)
    """Whether there is room for longer words."""

    def __init__(
        self,
        choices: MenuChoices,
        rng: random.Random,
        engine: EngineClient,
        load: Callable[[], object] | None = None,
    ) -> None:
        """Begin with these choices; `load` sets the saved matches, which are not known before."""
        super().__init__()
        known = load is None
        state = MenuState(choices, is_known=known, stars={} if known else None)
        self.set_reactive(MenuScreen.state, state)
        self._rng = rng
        self._engine = engine
        self._load = load

    @property
    def matches(self) -> tuple[Match, ...]:
        """The saved matches, latest first."""
        return self.state.matches

    @matches.setter
    def matches(self, matches: tuple[Match, ...]) -> None:
        self.set_matches(matches, self.state.notes)

    def set_matches(self, matches: tuple[Match, ...], notes: Mapping[str, str]) -> None:
        """List these matches, and go to the list; the notes say what some of them wait for."""
        before = self.state.matches
        self.state = replace(self.state, notes=notes).with_matches(matches)
        if before != self.state.matches:
            self.picker.focus()

    def refresh_matches(self, matches: tuple[Match, ...], notes: Mapping[str, str]) -> None:
        """List what another window has changed; highlight and focus stay where they are."""
        self.state = replace(self.state, notes=notes).with_same_line(matches)

    def set_stars(self, stars: Stars) -> None:
        """Show these stars of the climb."""
        self.state = replace(self.state, stars=stars)

    def set_is_new(self, is_new: bool) -> None:
        """Offer the first lesson, or do not offer it any more."""
        self.state = replace(self.state, is_new=is_new)

    @property
    def choices(self) -> MenuChoices:
        """The options for a new match."""
        return self.state.choices

    @property
    def your_name(self) -> str:
        """Your name as typed, empty for the default one."""
        return self.choices.your_name

    @property
    def variant(self) -> Variant:
        """The highlighted variant, or the variant of the highlighted match."""
        match = self.state.match
        return match.game.setup.variant if match else self.choices.variant

    def compose(self) -> ComposeResult:
        """Lay out tabs, list, preview and options."""
        self._measure(self.app.size)
        self._restart_preview()
        yield TabBar(self.TAB)
        with Container(id="menu"):
            with Container(id="choice"):
                yield VariantPicker(id="picker").data_bind(MenuScreen.state)
                with Container(id="about"):
                    yield BoardView(id="preview").data_bind(MenuScreen.picture)
                    yield Container(id="words")
            yield self._essence("essence-below")
            yield Container(id="offer")
            yield Container(id="climb")
            yield Container(id="strip")
        yield KeyBar().data_bind(MenuScreen.labels)
        if is_too_small(self.app.size):
            yield TooSmall()

    def _essence(self, name: str) -> Essence:
        """Return what describes the game; a style sheet shows one of two, below or in a column."""
        return Essence(id=name).data_bind(MenuScreen.state)

    def _option(self, name: str) -> OptionChoice:
        from gridlock_tui.tui.widgets.menu_options import OptionChoice

        widget, choose = OptionChoice(name), STRIP[name].choose
        widget.set_reactive(OptionChoice.tight, True)  # in a narrow window every column counts

        def take(at: int) -> None:
            if widget.state is self.state:  # not while the widget is set up
                self._choose(choose(self.choices, at))

        self.watch(widget, "at", take, init=False)
        return widget.data_bind(MenuScreen.state, MenuScreen.stacked, is_long=MenuScreen.is_wide)

    def on_mount(self) -> None:
        """Start the demonstration and follow the settings."""
        self._tell_settings()
        preferences_of(self).changed.subscribe(self, self._follow_settings)
        self.picker.focus()
        self.call_after_refresh(self._mount_rest)
        self.set_interval(_SECONDS_PER_MOVE, self._step_demo)

    def _mount_rest(self) -> None:
        """Mount the widgets that the first paint does not need, so that it comes sooner."""
        from gridlock_tui.tui.widgets.board_facts import BoardFacts
        from gridlock_tui.tui.widgets.climb_line import ClimbLine
        from gridlock_tui.tui.widgets.lesson_offer import LessonOffer
        from gridlock_tui.tui.widgets.menu_options import MoreButton, PlayButton

        if not self.is_attached:  # the app has been left already
            return
        self.load_matches()
        facts = BoardFacts(self._engine).data_bind(MenuScreen.state, MenuScreen.on_top)
        self.query_one("#words").mount(self._essence("essence"), facts)
        self.query_one("#offer").mount(LessonOffer().data_bind(MenuScreen.state))
        self.query_one("#climb").mount(ClimbLine().data_bind(MenuScreen.state))
        self.query_one("#strip").mount(
            *map(self._option, STRIP),
            MoreButton(id="more-button").data_bind(MenuScreen.stacked),
            PlayButton(id="play-button").data_bind(MenuScreen.state, MenuScreen.stacked),
        )
        if not self.query(TooSmall):
            self.mount(TooSmall())

    def load_matches(self) -> None:
        """Load the saved matches, if they are not known yet: keys and clicks need them."""
        if not self.state.is_known and self._load is not None:
            self._load()

    def on_resize(self, event: events.Resize) -> None:
        """Say more or less about each game."""
        self._measure(event.size)

    def _measure(self, window: Size) -> None:
        self.stacked = window.width >= STANDARD_WIDTH
        self.is_wide = window.width >= WIDE_WIDTH

    def on_screen_resume(self) -> None:
        """Fit a window that has changed meanwhile, and look up the facts about the board."""
        self._measure(self.app.size)
        for widget in self.query("#strip > *"):
            # Textual 8.2.8 keeps their old widths if the window was resized under another screen.
            widget.refresh(layout=True)
        self.on_top = True

    def on_screen_suspend(self) -> None:
        """Leave the engine to the screen on top."""
        self.on_top = False

    def _follow_settings(self, changed: frozenset[str]) -> None:
        """Show the names and the level that were set; keep the other choices."""
        settings, choices = preferences_of(self).settings, self.choices
        if "names" in changed:
            choices = replace(choices, names=settings.names)
        if "level" in changed and settings.level != choices.level:
            choices = choices.with_opponent(settings.level)
        self.state = replace(self.state, choices=choices)

    def propose(self, choices: MenuChoices) -> None:
        """Replace the choices, which nobody has made yet."""
        self.state = replace(self.state, choices=choices)

    # Changes of the state.

    def watch_state(self, before: MenuState, state: MenuState) -> None:
        """Show another game or board in the preview."""
        if (before.match, before.choices.sized) != (state.match, state.choices.sized):
            self._restart_preview()
        word = {CONTINUE: "continue", OTHERS: "list"}.get(state.on_match)
        self.labels = (("play", word),) if word else ()
        # In a low window other lines come before the climb.
        self.set_class(state.is_known and state.has_spare_line, "-spare-line")
        if self.is_mounted:
            self._tell_settings()

    def _tell_settings(self) -> None:
        """Let the settings show the opponent and the names that are chosen here."""
        choices = self.choices
        preferences_of(self).override(level=choices.level, names=choices.names)

    def _choose(self, choices: MenuChoices) -> None:
        self.state = self.state.choose(choices)

    def action_step(self, by: int) -> None:
        """Highlight the next or the previous line."""
        self.load_matches()
        self.state = self.state.step(by)

    def action_go_to(self, index: int) -> None:
        """Highlight the first or the last line."""
        self.load_matches()
        self.state = self.state.highlight(self.state.lines[index])

    def on_variant_picker_clicked(self, event: VariantPicker.Clicked) -> None:
        """Highlight the line that was clicked; play it if it was highlighted, or is a match."""
        self.load_matches()
        is_here = event.line == self.state.line
        self.state = self.state.highlight(event.line)
        if is_here or self.state.on_match:
            self.action_play()

    def action_next_opponent(self) -> None:
        """Play against a person, a computer of the next level, or a friend elsewhere."""
        self.load_matches()
        at = OPPONENTS.index(self.choices.opponent) + 1
        self._choose(self.choices.with_opponent(OPPONENTS[at % len(OPPONENTS)]))

    def action_next_board(self) -> None:
        """Choose the next recommended board; after the last, the variant's own."""
        from gridlock_tui.engine.openings import contested_boards

        self.load_matches()
        state = self.state.highlight(self.variant.slug)  # not for a saved match
        recommended = [board for board, _ in contested_boards(state.choices.variant)]
        self.state = state.choose(state.choices.next_board(recommended))

    def action_more(self, focused: str = "starts") -> None:
        """Show the options that are chosen rarely."""
        from gridlock_tui.tui.screens.more import MoreScreen

        self.load_matches()
        if self.is_active:  # the key may come twice

            def chosen(choices: MenuChoices | None) -> None:
                if choices is not None:
                    self._choose(choices)

            self.app.push_screen(MoreScreen(self.choices, focused), chosen)

    def on_board_facts_board_clicked(self, event: BoardFacts.BoardClicked) -> None:
        """Choose the recommended board that was clicked."""
        self._choose(replace(self.choices, board=event.board))

    # The preview.

    def _restart_preview(self) -> None:
        match, sized = self.state.match, self.choices.sized
        shown = match.game.timeline if match else self._in_motion(demonstration(sized))
        self.picture = Picture(shown)

    def _step_demo(self) -> None:
        # Not under another screen: Textual 8.2.8 would still paint it (`is_current` is true
        # there) and may then fail to paint the other one.
        if self.state.match is None and self.is_active:
            self.picture = Picture(self._in_motion(next_step(self.picture.timeline)))

    def _in_motion(self, demo: Timeline) -> Timeline:
        """Return the demonstration, or its end if animation is off."""
        return demo.present() if self.app.animation_level == "none" else demo

    # Commands.

    def action_play(self) -> None:
        """Continue the highlighted match, list the others, or start a new one."""
        self.load_matches()
        match = self.state.match
        if self.state.on_match == OTHERS:
            self._show_matches()
            return
        if match is not None:
            self._start(match)
            return
        if self.choices.elsewhere:
            self.post_message(PlayFriend(self.choices))
            return
        try:
            match = self.choices.new_match(self._rng)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            self.action_more("name-two")
            return
        setup = match.game.setup
        self._start(match, toss_words(setup) if self.choices.first is None else "")

    def action_climb(self) -> None:
        """Start the next rung of the climb in the highlighted game."""
        from gridlock_tui.match.ladder import ladder_of
        from gridlock_tui.match.stars import next_level
        from gridlock_tui.tui.wording.climb import ALL_DONE, NO_LADDER, rung_greeting

        self.load_matches()
        slug = self.state.slug
        ladder, level = ladder_of(VARIANTS[slug]), next_level(self.state.stars_of(slug))
        if ladder is None or level is None:
            self.notify(NO_LADDER if ladder is None else ALL_DONE)
            return
        try:
            match = ladder.begin(level, self.your_name, self._rng.randrange(10**9))
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            return
        self._start(match, rung_greeting(ladder, level))

    def action_next_lesson(self) -> None:
        """Start the next lesson."""
        self.load_matches()
        self.post_message(ShowLesson())

    def _show_matches(self) -> None:
        from gridlock_tui.tui.screens.matches import MatchesScreen

        def chosen(match: Match | None) -> None:
            if match is not None:
                self._start(match)

        if self.is_active:  # the key may come twice
            self.app.push_screen(MatchesScreen(self), chosen)

    def _start(self, match: Match, greeting: str = "") -> None:
        self.picker.focus()  # for the return from the game
        self.post_message(StartMatch(match, greeting))

    def on_paste(self, event: events.Paste) -> None:
        """Continue or start the match of a pasted game id."""
        self.load_matches()
        self.picker.focus()  # for the return from the game
        self.post_message(PasteGameId(event.text))

    def action_resume(self) -> None:
        """Continue the latest match."""
        self.load_matches()
        if self.matches:
            self._start(self.matches[0])

    def action_give_up(self) -> None:
        """Give up the highlighted match, after a question."""
        from gridlock_tui.tui.screens.matches import ask_to_give_up

        if self.state.match is not None:
            ask_to_give_up(self, self.state.match)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to continue or to give up a match only where there is one."""
        del parameters
        if action == "give_up" and self.matches and self.state.match is None:
            return None  # greyed out
        # While the saved matches are not known, the key finds out.
        known = self.state.is_known or action != "resume"
        return bool(self.matches) if action in ("resume", "give_up") and known else True
