"""The menu: which game, on which board, between whom, and who starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from gridlock_tui.match import (
    Kinds,
    Setup,
    checked_names,
    default_names,
)
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Names,
    Player,
    Variant,
)
from gridlock_tui.rules.text import clean, in_words
from gridlock_tui.tui.commands import ANYWHERE, MENU, bindings
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.messages import BoardTaken, HistoryWanted, MatchUnwanted, MatchWanted
from gridlock_tui.tui.screens.painted import PaintedScreen
from gridlock_tui.tui.thinking import Thinker
from gridlock_tui.tui.waiting import LISTED, whether_to_drop
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.preview import Preview
from gridlock_tui.tui.widgets.seats import Seats, SeriesOptions
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, TooSmall
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from gridlock_tui.tui.wishes import Wishes
from gridlock_tui.tui.wording import sentence

if TYPE_CHECKING:
    from gridlock_tui.match.ongoing import Match
    from gridlock_tui.tui.widgets.board_truth import BoardTruth

_SIDES = [str(side) for side in range(3, 9)]
_SECONDS_PER_MOVE = 0.9

_FIRSTS: tuple[Player | None, ...] = (*Player, None)
"""Who can be chosen to start; None is a coin toss."""


class MenuScreen(PaintedScreen[None]):
    """Lists what can be played and starts it with one key."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((*MENU, *ANYWHERE))

    app = getters.app(ConfiguredApp)
    picker = getters.query_one(VariantPicker)
    preview = getters.query_one(Preview)
    essence = getters.query_one("#essence", Static)
    rows = getters.query_one("#rows", Choice)
    columns = getters.query_one("#columns", Choice)
    starts = getters.query_one("#starts", Choice)
    series = getters.query_one(SeriesOptions)
    seats = getters.query_one(Seats)

    def __init__(
        self, glyphs: Glyphs, rng: random.Random, wishes: Wishes, thinker: Thinker
    ) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._thinker = thinker
        self._rng = rng
        self._wishes = wishes
        self._matches: tuple[Match, ...] = ()
        self._shown = next(iter(VARIANTS.values()))
        self._previewed: Match | None = None
        self._truth: BoardTruth | None = None

    @property
    def variant(self) -> Variant:
        """The variant that is highlighted, or that of the game that is."""
        match = self.picker.match
        variant = match.game.setup.variant if match else self.picker.variant
        assert variant is not None, "something is always highlighted"
        return variant

    def compose(self) -> ComposeResult:
        """Lay out list, preview and options."""
        glyphs = self._glyphs
        board = self._wishes.size or self._shown.board
        if not {str(board.rows), str(board.columns)} <= set(_SIDES):
            board = self._shown.board  # smaller boards than the menu's can be asked for by flags
        starters = self._starters(self._wishes.names or ("", ""), self._wishes.kinds)
        with Vertical(id="menu"):
            yield Static(
                Content.assemble(
                    ("G R I D L O C K", "bold $accent"),
                    (f"   {in_words(len(VARIANTS))} small games of room", "dim"),
                ),
                id="title",
            )
            with Container(id="choice"):
                with Vertical(id="games"):
                    yield VariantPicker(glyphs, self._matches, self._brief, id="picker")
                with Vertical(id="about"):
                    preview = Preview(id="preview")
                    preview.glyphs = glyphs
                    preview.demonstrate(self._shown.resized(board.rows, board.columns))
                    yield preview
                    yield Static(self._essence(None), id="essence", markup=False)
            with Container(id="options"):
                yield Choice(" Size", _SIDES, glyphs, str(board.rows), id="rows")
                yield Choice(f" {glyphs.times}", _SIDES, glyphs, str(board.columns), id="columns")
                first = starters[_FIRSTS.index(self._wishes.first)]
                yield Choice(" Starts", starters, glyphs, first, id="starts")
            yield SeriesOptions(glyphs)
            yield Seats(self._wishes, glyphs)
        yield KeyBar()
        yield TooSmall(glyphs)

    def on_mount(self) -> None:
        """Begin the demonstration."""
        self._show_board()
        self.picker.focus()
        self.call_after_refresh(self._add_seats)
        self.set_interval(_SECONDS_PER_MOVE, self._step_demo)

    async def _add_seats(self) -> None:
        """Add what takes a while, and the first picture can do without: seats, and the truth."""
        from gridlock_tui.tui.widgets.board_truth import BoardTruth

        if not self.is_attached:  # left before the first picture was there
            return
        truth = BoardTruth(self._thinker, self._glyphs)
        truth.kinds = self.kinds
        self.query_one("#games").mount(truth)
        self.series.put_up()
        await self.seats.put_up()
        self._truth = truth
        self._name_players()
        self._tell_truth()

    def on_resize(self, event: events.Resize) -> None:
        """Say more or less about each variant, as there is room."""
        del event
        self._offer()
        self.essence.update(self._essence(self.picker.match))

    def _essence(self, waiting: Match | None) -> str:
        """Return the words about what is highlighted: as many as there is room for."""
        if waiting is not None:
            play, drop = self.app.key_of("play"), self.app.key_of("drop")
            if waiting.is_done:
                return f"{play} shows this game."
            return f"{play} goes on with this game, {drop} gives it up."
        narrow = self.app.size.width < STANDARD_WIDTH
        return self._glyphs.text(self._shown.summary if narrow else self._shown.essence)

    def show_waiting(self, matches: Sequence[Match]) -> None:
        """Offer these matches to be continued."""
        self._matches = tuple(matches)
        self._offer()
        self.picker.focus()
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Go on with what a game has interrupted."""
        if self._truth is not None:
            self._truth.refresh(layout=True)
            self._truth.ask_again()

    @property
    def _brief(self) -> bool:
        """Whether there is room for only one line about each game."""
        listed = len(self._matches[:LISTED])
        about_older = len(self._matches) > LISTED
        return self.app.size.height < 2 * (listed + len(VARIANTS)) + about_older + 7

    def _offer(self) -> None:
        self.picker.offer(self._matches, self._brief)

    # What is highlighted is shown.

    @on(VariantPicker.OptionHighlighted)
    def show_highlighted(self) -> None:
        """Show the highlighted variant with its demonstration, or the game that waits."""
        waiting = self.picker.match
        if waiting is not None:
            self.preview.timeline = waiting.game.timeline
        elif self._shown is not self.variant or self._previewed is not None:
            before, self._shown = self._shown, self.variant
            self._follow_size(before)
            self._show_board()
            self.preview.demonstrate(self._sized)
        self._previewed = waiting
        self.refresh_bindings()
        self.essence.update(self._essence(waiting))
        self._tell_truth()

    def _follow_size(self, before: Variant) -> None:
        """Choose the variant's own size, unless another was chosen than the last one's own."""
        chosen = (self.rows.value, self.columns.value)
        if chosen == (str(before.board.rows), str(before.board.columns)):
            self._choose_board(self._shown.board)

    def _step_demo(self) -> None:
        """Let the demonstration go on."""
        # Under another screen nobody sees it. In Textual 8.2.8 it would be painted all the same
        # (`is_current` is true there) and at a bad moment keep the other from being painted.
        if self.picker.variant is not None and self.is_active:
            self.preview.step()

    # Who plays, and on which board.

    @property
    def typed_names(self) -> Names:
        """The names as they are typed, empty where nothing is."""
        return self.seats.typed_names

    @property
    def kinds(self) -> Kinds:
        """Who plays each side: a person, or a computer of some level."""
        return self.seats.kinds

    def seat(self, names: Names | None, kinds: Kinds | None) -> None:
        """Let these players sit down; None leaves those there are."""
        with self.prevent(Choice.Changed, Input.Changed):  # nobody has chosen anything here
            self.seats.take(names or self.typed_names, kinds or self.kinds)
        self.seat_changed()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Call the starters what the players are called; a name is for a new game too."""
        self._name_players()
        if event.input.has_focus:  # else it only begins with a name
            self.mean_new_game()

    @on(Choice.Changed)
    def mean_new_game(self) -> None:
        """Mark the variant: what is chosen is for a new game, not for one that waits."""
        waiting = self.picker.match
        if waiting is not None:
            slug = waiting.game.setup.variant.slug
            self.picker.highlighted = self.picker.get_option_index(slug)

    def action_next_opponent(self) -> None:
        """Let a person play the second side, or a computer of the next level."""
        self.seats.choose_next_opponent()

    @on(Choice.Changed, "#kind-one, #kind-two")
    def seat_changed(self) -> None:
        """Call a computer after its level, and say what it can solve."""
        self._name_players()
        if self._truth is not None:
            self._truth.kinds = self.kinds

    def _name_players(self) -> None:
        self.seats.suggest(default_names(self.kinds))
        self.starts.rename(self._starters(self.typed_names, self.kinds))

    @property
    def _sized(self) -> Variant:
        """The variant that is chosen, on the board that is chosen."""
        return self._shown.resized(int(self.rows.value), int(self.columns.value))

    @on(Choice.Changed, "#rows, #columns")
    def board_changed(self) -> None:
        """Show the board, and tell the truth about it."""
        self._show_board()
        if self.picker.match is None:
            self.preview.demonstrate(self._sized)
        self._tell_truth()

    def _show_board(self) -> None:
        chosen = self._sized.board
        self.picker.show_board(None if chosen == self._shown.board else chosen)

    def _tell_truth(self) -> None:
        if self._truth is not None:  # not before the first picture
            self._truth.variant = None if self.picker.match else self._sized

    def action_next_board(self) -> None:
        """Choose the next of the recommended boards; after the last, the variant's own."""
        fights = self._truth.fights if self._truth else []
        boards = [*fights, self._shown.board]
        chosen = self._sized.board
        at = boards.index(chosen) + 1 if chosen in boards else 0
        self._choose_board(boards[at % len(boards)])

    @on(BoardTaken)
    def take_board(self, event: BoardTaken) -> None:
        """Choose the recommended board that was clicked."""
        self._choose_board(event.board)

    def _choose_board(self, board: Board) -> None:
        self.rows.choose(str(board.rows))
        self.columns.choose(str(board.columns))

    def _starters(self, typed: Names, kinds: Kinds) -> list[str]:
        usual = default_names(kinds)
        names = [clean(name) or other for name, other in zip(typed, usual, strict=True)]
        return [*names, "coin toss"]

    # Starting.

    def on_input_submitted(self) -> None:
        """Start by Enter in a field for a name, too."""
        self.action_play()

    @on(VariantPicker.Picked)
    def action_play(self) -> None:
        """Start the highlighted game with the chosen options."""
        waiting = self.picker.match
        if waiting is not None:
            self.post_message(MatchWanted(waiting))
            return
        try:
            names = checked_names(*self.typed_names, kinds=self.kinds)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            self.query_one("#name-two").focus()
            return
        wanted = _FIRSTS[self.starts.at]
        first = self._rng.choice(list(Player)) if wanted is None else wanted
        greeting = f"The coin says: {names[first - 1]} starts." if wanted is None else ""
        seed = self._rng.randrange(10**9)
        setup = Setup(self._sized, names, first, self.kinds, seed)
        self.post_message(MatchWanted(self.series.agreed(setup), greeting))

    def on_paste(self, event: events.Paste) -> None:
        """Begin the game that a pasted game id tells."""
        from gridlock_tui.match.game_id import read_game_id
        from gridlock_tui.match.ongoing import Match

        try:
            game = read_game_id(event.text)
        except GridlockError as error:
            self.notify(sentence(str(error)), severity="warning", markup=False)
            return
        self.post_message(MatchWanted(Match.of(game)))

    def action_resume(self) -> None:
        """Go on with the game that was left last."""
        if self._matches:
            self.post_message(MatchWanted(self._matches[0]))

    def action_drop_match(self) -> None:
        """Give up the marked game that waits, after a question."""
        from gridlock_tui.tui.screens.confirm import ConfirmScreen

        match = self.picker.match
        if match is None:
            return

        def answered(sure: bool | None) -> None:
            if sure:
                self.post_message(MatchUnwanted(match))

        question = whether_to_drop(match, self._glyphs, self.app.keeps)
        self.app.push_screen(ConfirmScreen(question, "drop", "keep"), answered)

    def action_history(self) -> None:
        """Look at the finished games."""
        self.post_message(HistoryWanted())

    def action_leave_field(self) -> None:
        """Go back to the list."""
        self.picker.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to continue or to give up only when there is something to do so with."""
        del parameters
        if action == "drop_match" and self._matches:
            return True if self._previewed is not None else None  # greyed out
        return bool(self._matches) if action in ("resume", "drop_match") else True
