"""The menu: which game, on which board, between whom, and who starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Label, Static

from gridlock_tui.match import Game, Setup, Timeline, checked_names
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    VARIANTS,
    GridlockError,
    Player,
    Variant,
    read_moves,
)
from gridlock_tui.tui.commands import ANYWHERE, MENU, bindings
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import GameWanted
from gridlock_tui.tui.widgets.board import BoardView
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from gridlock_tui.tui.wording import sentence

_SIDES = [str(side) for side in range(3, 9)]
_SECONDS_PER_MOVE = 0.9


class MenuScreen(Screen[None]):
    """Lists what can be played and starts it with one key."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*MENU, *ANYWHERE))

    picker = getters.query_one(VariantPicker)
    preview = getters.query_one("#preview", BoardView)
    essence = getters.query_one("#essence", Static)
    rows = getters.query_one("#rows", Choice)
    columns = getters.query_one("#columns", Choice)
    starts = getters.query_one("#starts", Choice)
    name_one = getters.query_one("#name-one", Input)
    name_two = getters.query_one("#name-two", Input)

    def __init__(self, glyphs: Glyphs, rng: random.Random) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._rng = rng
        self._games: tuple[Game, ...] = ()
        self._shown = next(iter(VARIANTS.values()))

    @property
    def variant(self) -> Variant:
        """The variant that is highlighted, or that of the game that is."""
        game = self.picker.game
        variant = game.setup.variant if game else self.picker.variant
        assert variant is not None, "something is always highlighted"
        return variant

    def compose(self) -> ComposeResult:
        """Lay out list, preview and options."""
        glyphs = self._glyphs
        yield Static(
            Content.assemble(
                ("G R I D L O C K", "bold $accent"), ("   five small games of room", "dim")
            ),
            id="title",
        )
        with Horizontal(id="choice"):
            yield VariantPicker(glyphs, self._games, self._brief, id="picker")
            with Vertical(id="about"):
                preview = BoardView(id="preview")
                preview.glyphs = glyphs
                preview.timeline = self._demonstration(self._shown)
                yield preview
                yield Static(glyphs.text(self._shown.essence), id="essence", markup=False)
        with Container(id="options"):
            yield Choice(" Size", _SIDES, glyphs, str(self._shown.board.rows), id="rows")
            columns = str(self._shown.board.columns)
            yield Choice(f" {glyphs.times}", _SIDES, glyphs, columns, id="columns")
            starters = self._starters(DEFAULT_NAMES)
            yield Choice(" Starts", starters, glyphs, starters[0], id="starts")
        with Horizontal(id="names"):
            yield Label(f"{Player.ONE.symbol} ", classes="one")
            yield Input(placeholder=DEFAULT_NAMES[0], max_length=24, id="name-one")
            yield Label(f"  {Player.TWO.symbol} ", classes="two")
            yield Input(placeholder=DEFAULT_NAMES[1], max_length=24, id="name-two")
        yield KeyBar()
        yield TooSmall(glyphs)

    def on_mount(self) -> None:
        """Begin the demonstration."""
        self.picker.focus()
        if self.app.animation_level != "none":
            self.set_interval(_SECONDS_PER_MOVE, self._step_demo)

    def on_resize(self, event: events.Resize) -> None:
        """Give each variant one line or two, as there is room."""
        del event
        self._offer()

    def show_waiting(self, games: Sequence[Game]) -> None:
        """Offer these games to be continued."""
        self._games = tuple(games)
        if self.is_mounted:
            self._offer()
        self.refresh_bindings()

    @property
    def _brief(self) -> bool:
        """Whether there is room for only one line about each game."""
        return self.app.size.height < 2 * (len(self._games) + len(VARIANTS)) + 7

    def _offer(self) -> None:
        self.picker.offer(self._games, self._brief)

    def _demonstration(self, variant: Variant) -> Timeline:
        """Return the variant's demonstration: at its beginning, or at its end if nothing moves."""
        whole = Timeline.replay(variant.start(), read_moves(variant, variant.demo))
        return whole if self.app.animation_level == "none" else whole.jump(0)

    # What is highlighted is shown.

    @on(VariantPicker.OptionHighlighted)
    def show_highlighted(self) -> None:
        """Show the highlighted variant with its demonstration, or the game that waits."""
        game = self.picker.game
        if game is not None:
            self.preview.timeline = game.timeline.present()
            self.essence.update("This game waits for its next move. Enter goes on with it.")
        elif self.preview.timeline.states[0].variant is not self.variant:
            self._shown = self.variant
            self.preview.timeline = self._demonstration(self._shown)
            self.essence.update(self._glyphs.text(self._shown.essence))
            self.rows.choose(str(self._shown.board.rows))
            self.columns.choose(str(self._shown.board.columns))

    def _step_demo(self) -> None:
        """Show the next move of the demonstration; after the last one, begin again."""
        if self.picker.variant is not None:
            shown = self.preview.timeline
            self.preview.timeline = shown.jump(0) if shown.is_present else shown.redo()

    @on(Input.Changed)
    def rename_starters(self) -> None:
        """Call the starters what the players are called."""
        names = (
            self.name_one.value.strip() or DEFAULT_NAMES[0],
            self.name_two.value.strip() or DEFAULT_NAMES[1],
        )
        self.starts.rename(self._starters(names))

    def _starters(self, names: Sequence[str]) -> list[str]:
        return [*names, "coin toss"]

    # Starting.

    @on(VariantPicker.OptionSelected)
    @on(Input.Submitted)
    def action_play(self) -> None:
        """Start the highlighted game with the chosen options."""
        waiting = self.picker.game
        if waiting is not None:
            self.post_message(GameWanted(waiting))
            return
        variant = self.picker.variant
        assert variant is not None, "something is always highlighted"
        try:
            names = checked_names(self.name_one.value, self.name_two.value)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            self.name_two.focus()
            return
        sized = variant.resized(int(self.rows.value), int(self.columns.value))
        tossed = self.starts.at == 2
        first = self._rng.choice(list(Player)) if tossed else list(Player)[self.starts.at]
        if tossed:
            self.notify(f"The coin says: {names[first - 1]} starts.", markup=False)
        self.post_message(GameWanted(Setup(sized, names, first).begin()))

    def action_resume(self) -> None:
        """Go on with the game that was left last."""
        if self._games:
            self.post_message(GameWanted(self._games[0]))

    def action_leave_field(self) -> None:
        """Go back to the list."""
        self.picker.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to continue only when there is something to continue."""
        del parameters
        return bool(self._games) if action == "resume" else True
