"""The menu: choose a game, a board and the players, or continue a saved match."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input, Label, Static

from gridlock_tui.match import KINDS
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import VARIANTS, GridlockError, Player, Variant
from gridlock_tui.rules.text import in_words
from gridlock_tui.tui.board.paint import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, MENU, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_state import (
    OPTIONS,
    MenuChoices,
    MenuState,
    demonstration,
    next_step,
)
from gridlock_tui.tui.messages import GiveUpMatch, ShowHistory, StartMatch
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.menu_options import Essence, OptionChoice
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from gridlock_tui.tui.wording.matches import give_up_question
from gridlock_tui.tui.wording.moves import sentence

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match
    from gridlock_tui.tui.widgets.board_facts import BoardFacts

_SECONDS_PER_MOVE = 0.9


class MenuScreen(ScreenFixes, Screen[None]):
    """Shows `state` and starts what is chosen.

    All widgets are bound to the reactives. The screen watches what a player changes in them, so
    the state is up to date before the next key, however fast keys are typed.
    """

    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*MENU, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    picker = getters.query_one(VariantPicker)

    state: var[MenuState] = var(MenuState, bindings=True)
    """The saved matches, the options, and which line is highlighted."""
    picture: var[Picture] = var(Picture(NO_GAME))
    """What the preview shows: the highlighted match, or a demonstration of the variant."""
    window: var[Size] = var(Size(0, 0))
    """The size of the window."""
    on_top: var[bool] = var(False)
    """Whether no other screen covers the menu."""

    def __init__(self, choices: MenuChoices, rng: random.Random, engine: EngineClient) -> None:
        super().__init__()
        self.set_reactive(MenuScreen.state, MenuState(choices))
        self._rng = rng
        self._engine = engine

    @property
    def matches(self) -> tuple[Match, ...]:
        """The saved matches, latest first."""
        return self.state.matches

    @matches.setter
    def matches(self, matches: tuple[Match, ...]) -> None:
        self.state = self.state.with_matches(matches)

    @property
    def choices(self) -> MenuChoices:
        """The options for a new match."""
        return self.state.choices

    @property
    def variant(self) -> Variant:
        """The highlighted variant, or the variant of the highlighted match."""
        match = self.state.match
        return match.game.setup.variant if match else self.choices.variant

    def compose(self) -> ComposeResult:
        """Lay out list, preview and options."""
        self.window = self.app.size
        self._restart_preview()
        title = f"   {in_words(len(VARIANTS)).capitalize()} quick games of territory"
        with Vertical(id="menu"):
            yield Static(
                Content.assemble(("G R I D L O C K", "bold $accent"), (title, "dim")), id="title"
            )
            with Container(id="choice"):
                with Vertical(id="games"):
                    picker = VariantPicker(id="picker")
                    self.watch(picker, "highlighted", self._highlight, init=False)
                    yield picker.data_bind(MenuScreen.state, MenuScreen.window)
                with Vertical(id="about"):
                    yield BoardView(id="preview").data_bind(MenuScreen.picture)
                    yield Essence(id="essence").data_bind(MenuScreen.state, MenuScreen.window)
            with Container(id="options"):
                yield from map(self._option, ("rows", "columns", "starts"))
            yield Container(id="series")
            yield Container(id="seats")
        yield KeyBar()
        yield TooSmall()

    def _option(self, name: str) -> OptionChoice:
        widget, choose = OptionChoice(name), OPTIONS[name].choose
        self.watch(widget, "at", lambda at: self._choose(choose(self.choices, at)), init=False)
        return widget.data_bind(MenuScreen.state)

    def _seat(self, player: Player) -> Horizontal:
        from gridlock_tui.tui.widgets.name_input import PlayerName

        word = ("one", "two")[player - 1]
        name = PlayerName(player, id=f"name-{word}")

        def rename(text: str) -> None:
            self._choose(self.choices.with_name(player, text))

        self.watch(name, "value", rename, init=False)
        return Horizontal(
            Label(f"  {player.symbol}", classes=word),
            self._option(f"kind-{word}"),
            name.data_bind(MenuScreen.state),
            classes="seat",
        )

    def on_mount(self) -> None:
        """Start the demonstration and follow the settings."""
        preferences_of(self).changed.subscribe(self, self._follow_settings)
        self.picker.focus()
        self.call_after_refresh(self._mount_rest)
        self.set_interval(_SECONDS_PER_MOVE, self._step_demo)

    def _mount_rest(self) -> None:
        """Mount the widgets that the first paint does not need, so that it comes sooner."""
        from gridlock_tui.tui.widgets.board_facts import BoardFacts

        if not self.is_attached:  # the app has been left already
            return
        facts = BoardFacts(self._engine).data_bind(MenuScreen.state, MenuScreen.on_top)
        self.query_one("#games").mount(facts)
        self.query_one("#series").mount(*map(self._option, ("length", "next", "swap")))
        self.query_one("#seats").mount(*map(self._seat, Player))

    def on_resize(self, event: events.Resize) -> None:
        """Say more or less about each game."""
        self.window = event.size

    def on_screen_resume(self) -> None:
        """Look up the facts about the board."""
        self.on_top = True

    def on_screen_suspend(self) -> None:
        """Leave the engine to the screen on top."""
        self.on_top = False

    def _follow_settings(self, changed: frozenset[str]) -> None:
        """Show the names and the level that were set; keep the other choices."""
        settings, choices = preferences_of(self).settings, self.choices
        if "names" in changed:
            choices = replace(choices, names=settings.names)
        if "level" in changed:
            choices = replace(choices, kinds=settings.kinds)
        self.state = replace(self.state, choices=choices)

    # Changes of the state.

    def watch_state(self, before: MenuState, state: MenuState) -> None:
        """Show another game or board in the preview, and go to the list when matches change."""
        if (before.match, before.choices.sized) != (state.match, state.choices.sized):
            self._restart_preview()
        if before.matches != state.matches:
            self.picker.focus()

    def _highlight(self, highlighted: int | None) -> None:
        if highlighted is not None:  # None while the list is filled
            self.state = self.state.highlight(self.picker.line)

    def _choose(self, choices: MenuChoices) -> None:
        self.state = self.state.choose(choices)

    def action_next_opponent(self) -> None:
        """Let a person play the second side, or a computer of the next level."""
        at = KINDS.index(self.choices.kinds[1]) + 1
        self._choose(self.choices.with_kind(Player.TWO, KINDS[at % len(KINDS)]))

    def action_next_board(self) -> None:
        """Choose the next recommended board; after the last, the variant's own."""
        from gridlock_tui.engine.openings import contested_boards

        state = self.state.highlight(self.variant.slug)  # not for a saved match
        recommended = [board for board, _ in contested_boards(state.choices.variant)]
        self.state = state.choose(state.choices.next_board(recommended))

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

    @on(Input.Submitted)
    @on(VariantPicker.OptionSelected)
    def action_play(self) -> None:
        """Continue the highlighted match, or start a new one; Enter in a name field does so too."""
        match = self.state.match
        if match is not None:
            self._start(match)
            return
        try:
            match = self.choices.new_match(self._rng)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            self.query("#name-two").focus()
            return
        setup = match.game.setup
        tossed = f"The coin says: {setup.names[setup.first - 1]} starts."
        self._start(match, tossed if self.choices.first is None else "")

    def _start(self, match: Match, greeting: str = "") -> None:
        self.picker.focus()  # for the return from the game
        self.post_message(StartMatch(match, greeting))

    def on_paste(self, event: events.Paste) -> None:
        """Start the game of a pasted game id."""
        from gridlock_tui.match.game_id import read_game_id
        from gridlock_tui.match.match import Match

        try:
            game = read_game_id(event.text)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
        else:
            self._start(Match.of(game))

    def action_resume(self) -> None:
        """Continue the latest match."""
        if self.matches:
            self._start(self.matches[0])

    def action_give_up(self) -> None:
        """Give up the highlighted match, after a question."""
        from gridlock_tui.tui.screens.confirm import confirm

        match = self.state.match
        if match is not None:
            question = give_up_question(match, preferences_of(self).saves)
            verb = "remove" if match.is_done else "give up"
            confirm(self, question, verb, "keep", lambda: self.post_message(GiveUpMatch(match)))

    def action_history(self) -> None:
        """Show the finished games."""
        self.post_message(ShowHistory())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to continue or to give up a match only where there is one."""
        del parameters
        if action == "give_up" and self.matches and self.state.match is None:
            return None  # greyed out
        return bool(self.matches) if action in ("resume", "give_up") else True
