"""The menu: which game, on which board, between whom, and who starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Label, Static

from gridlock_tui.match import Game, Setup, Timeline, checked_names
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    VARIANTS,
    Board,
    GridlockError,
    Names,
    Player,
    Variant,
    read_moves,
)
from gridlock_tui.rules.text import clean
from gridlock_tui.tui.commands import ANYWHERE, MENU, bindings
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import GameWanted
from gridlock_tui.tui.widgets.board import BoardView
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, TooSmall
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from gridlock_tui.tui.wording import sentence

if TYPE_CHECKING:
    from gridlock_tui.tui.widgets.name_input import NameInput

_SIDES = [str(side) for side in range(3, 9)]
_SECONDS_PER_MOVE = 0.9


_FIRSTS: tuple[Player | None, ...] = (*Player, None)
"""Who can be chosen to start; None is a coin toss."""


class Wishes(NamedTuple):
    """What is chosen in the menu from the beginning."""

    names: Names | None = None
    size: Board | None = None
    first: Player | None = Player.ONE
    """None is a coin toss."""


class MenuScreen(Screen[None]):
    """Lists what can be played and starts it with one key."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*MENU, *ANYWHERE))

    picker = getters.query_one(VariantPicker)
    preview = getters.query_one("#preview", BoardView)
    essence = getters.query_one("#essence", Static)
    rows = getters.query_one("#rows", Choice)
    columns = getters.query_one("#columns", Choice)
    starts = getters.query_one("#starts", Choice)

    def __init__(self, glyphs: Glyphs, rng: random.Random, wishes: Wishes) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._rng = rng
        self._wishes = wishes
        self._games: tuple[Game, ...] = ()
        self._shown = next(iter(VARIANTS.values()))
        self._name_fields: tuple[NameInput, NameInput] | None = None

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
        board = self._wishes.size or self._shown.board
        names = self._wishes.names or DEFAULT_NAMES
        starters = self._starters(names)
        with Vertical(id="menu"):
            yield Static(
                Content.assemble(
                    ("G R I D L O C K", "bold $accent"), ("   five small games of room", "dim")
                ),
                id="title",
            )
            with Container(id="choice"):
                yield VariantPicker(glyphs, self._games, self._brief, id="picker")
                with Vertical(id="about"):
                    preview = BoardView(id="preview")
                    preview.glyphs = glyphs
                    preview.timeline = self._demonstration(self._shown)
                    yield preview
                    yield Static(self._essence(None), id="essence", markup=False)
            with Container(id="options"):
                yield Choice(" Size", _SIDES, glyphs, str(board.rows), id="rows")
                yield Choice(f" {glyphs.times}", _SIDES, glyphs, str(board.columns), id="columns")
                first = starters[_FIRSTS.index(self._wishes.first)]
                yield Choice(" Starts", starters, glyphs, first, id="starts")
            yield Horizontal(id="names")
        yield KeyBar()
        yield TooSmall(glyphs)

    def on_mount(self) -> None:
        """Begin the demonstration."""
        self.picker.focus()
        self.call_after_refresh(self._add_names)
        if self.app.animation_level != "none":
            self.set_interval(_SECONDS_PER_MOVE, self._step_demo)

    async def _add_names(self) -> None:
        """Add the fields for the names: they take a while, and the first picture needs no names."""
        from gridlock_tui.tui.widgets.name_input import NameInput

        wished = self._wishes.names or ("", "")
        one = NameInput(wished[0], placeholder=DEFAULT_NAMES[0], id="name-one")
        two = NameInput(wished[1], placeholder=DEFAULT_NAMES[1], id="name-two")
        await self.query_one("#names").mount(
            Label(f" {Player.ONE.symbol} ", classes="one"),
            one,
            Label(f"  {Player.TWO.symbol} ", classes="two"),
            two,
        )
        self._name_fields = (one, two)

    def on_resize(self, event: events.Resize) -> None:
        """Say more or less about each variant, as there is room."""
        del event
        self._offer()
        self.essence.update(self._essence(self.picker.game))

    def _essence(self, waiting: Game | None) -> str:
        """Return the words about what is highlighted: as many as there is room for."""
        if waiting is not None:
            does = "goes on with" if waiting.is_unfinished else "shows"
            return f"Enter {does} this game."
        narrow = self.app.size.width < STANDARD_WIDTH
        return self._glyphs.text(self._shown.summary if narrow else self._shown.essence)

    def show_waiting(self, games: Sequence[Game]) -> None:
        """Offer these games to be continued."""
        self._games = tuple(games)
        self._offer()
        self.picker.focus()
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
            self.preview.timeline = game.timeline
        elif self.preview.timeline.states[0].variant is not self.variant:
            before, self._shown = self._shown, self.variant
            self.preview.timeline = self._demonstration(self._shown)
            self._follow_size(before)
        self.essence.update(self._essence(game))

    def _follow_size(self, before: Variant) -> None:
        """Choose the variant's own size, unless another was chosen than the last one's own."""
        chosen = (self.rows.value, self.columns.value)
        if chosen == (str(before.board.rows), str(before.board.columns)):
            self.rows.choose(str(self._shown.board.rows))
            self.columns.choose(str(self._shown.board.columns))

    def _step_demo(self) -> None:
        """Show the next move of the demonstration; after the last one, begin again."""
        if self.picker.variant is not None:
            shown = self.preview.timeline
            self.preview.timeline = shown.jump(0) if shown.is_present else shown.redo()

    @property
    def typed_names(self) -> Names:
        """The names as they are typed, empty where nothing is."""
        if self._name_fields is None:
            return self._wishes.names or ("", "")
        return self._name_fields[0].value, self._name_fields[1].value

    def on_input_changed(self) -> None:
        """Call the starters what the players are called."""
        typed = self.typed_names
        names = [clean(name) or usual for name, usual in zip(typed, DEFAULT_NAMES, strict=True)]
        self.starts.rename(self._starters(names))

    def _starters(self, names: Sequence[str]) -> list[str]:
        return [*names, "coin toss"]

    # Starting.

    def on_input_submitted(self) -> None:
        """Start by Enter in a field for a name, too."""
        self.action_play()

    @on(VariantPicker.Picked)
    def action_play(self) -> None:
        """Start the highlighted game with the chosen options."""
        waiting = self.picker.game
        if waiting is not None:
            self.post_message(GameWanted(waiting))
            return
        variant = self.picker.variant
        assert variant is not None, "something is always highlighted"
        try:
            names = checked_names(*self.typed_names)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            self.query_one("#name-two").focus()
            return
        sized = variant.resized(int(self.rows.value), int(self.columns.value))
        wanted = _FIRSTS[self.starts.at]
        first = self._rng.choice(list(Player)) if wanted is None else wanted
        greeting = f"The coin says: {names[first - 1]} starts." if wanted is None else ""
        self.post_message(GameWanted(Setup(sized, names, first).begin(), greeting))

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
