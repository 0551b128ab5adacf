"""The table: board, moves, tokens, status, typed entry. The one owner of the state."""

from __future__ import annotations

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.widgets import Input, Static

from gridlock_tui.match import Game, Setup, Timeline
from gridlock_tui.match.series import Series
from gridlock_tui.rules import (
    DEFAULT_NAMES,
    Cell,
    CellStyle,
    Move,
    Names,
    NotationError,
    Variant,
)
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.commands import GAME
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.painter import Signs
from gridlock_tui.tui.screens.painted import PaintedScreen
from gridlock_tui.tui.widgets.board import NO_GAME, BoardView
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_input import MoveInput
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.result_panel import NO_SERIES, ResultPanel
from gridlock_tui.tui.widgets.status_bar import StatusBar
from gridlock_tui.tui.widgets.title_bar import NO_SETUP, TitleBar
from gridlock_tui.tui.widgets.token_tray import TokenTray
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH, TooSmall, is_too_small
from gridlock_tui.tui.wording import about_cell, as_drawn, sentence, what_happened_within

_HAND_OF_ONE_LINE = 12
"""How many tokens can be shown side by side in the narrowest window."""


class TableScreen(PaintedScreen[None]):
    """Shows one game and makes the moves that are asked for; who plays is not its concern."""

    AUTO_FOCUS = ""  # keys are for the board, until the typed entry is opened
    CSS_PATH = "game.tcss"
    setup: var[Setup] = var(NO_SETUP)
    """What was agreed before the game."""
    timeline: var[Timeline] = var(NO_GAME)
    """The course of the game: the state of everything that is shown."""
    names: var[Names] = var(DEFAULT_NAMES)
    """What the players are called; follows from the setup."""
    cursor: var[Cell] = var(0)
    """The cell that is pointed at, by keys or by mouse."""
    token: var[int | None] = var[int | None](None)
    """The token that will be placed; None in games without tokens."""
    message: var[str] = var("")
    """What the status bar says."""
    alarmed: var[bool] = var(False)
    """Whether it says why something could not be done."""
    whole: var[bool] = var(False)
    """Whether it is to be read to its end, if need be in place of whose turn it is."""
    signs: var[Signs] = var(())
    """The truth about every cell, where it is shown."""
    verdict: var[str] = var("")
    """Who wins with best play, in a few words, where it is shown."""
    may_place: var[bool] = var(True)
    """Whether a person is to move in the state that is looked at."""
    thinking: var[bool] = var(False)
    """Whether the player to move is a computer that thinks."""
    series: var[Series] = var(NO_SERIES)
    """The games between the two, the one on the table counted if it has ended."""
    glyphs: var[Glyphs] = var(UNICODE)
    """The characters to draw with."""

    app = getters.app(ConfiguredApp)
    entry = getters.query_one(MoveInput)
    tray = getters.query_one(TokenTray)
    result_panel = getters.query_one(ResultPanel)

    def __init__(self, game: Game, glyphs: Glyphs, greeting: str = "") -> None:
        super().__init__()
        self._greeting = greeting
        self.set_reactive(TableScreen.glyphs, glyphs)
        self.set_reactive(TableScreen.setup, game.setup)
        self.set_reactive(TableScreen.names, game.setup.names)
        self.set_reactive(TableScreen.timeline, game.timeline)
        self.set_reactive(TableScreen.cursor, middle_of(game.timeline))
        self._digits = ""

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return Game(self.setup, self.timeline)

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.setup.variant

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to the state."""
        shared = (TableScreen.timeline, TableScreen.names)
        yield TitleBar().data_bind(TableScreen.setup, TableScreen.names, TableScreen.glyphs)
        with Container(id="table"):
            yield BoardView(id="board").data_bind(
                TableScreen.timeline,
                TableScreen.cursor,
                TableScreen.token,
                TableScreen.signs,
                TableScreen.may_place,
                TableScreen.glyphs,
            )
            with Vertical(id="side"):
                yield Static("Moves", id="moves-heading")
                yield MoveLog(id="log").data_bind(*shared, TableScreen.glyphs)
                yield TokenTray().data_bind(TableScreen.timeline, TableScreen.token)
                yield ResultPanel().data_bind(*shared, TableScreen.series)
        yield StatusBar().data_bind(
            *shared,
            TableScreen.message,
            TableScreen.alarmed,
            TableScreen.whole,
            TableScreen.verdict,
            TableScreen.thinking,
            TableScreen.series,
            TableScreen.glyphs,
        )
        yield KeyBar()
        yield MoveInput().data_bind(*shared, TableScreen.token)
        yield TooSmall(self.glyphs)

    def on_mount(self) -> None:
        """Follow the state from the beginning: a value set before mounting is not watched."""
        self.watch_setup(self.setup)
        self.watch_timeline(self.timeline)
        if self._greeting:
            self.say(self._greeting)

    # What is shown follows from the state.

    def watch_setup(self, setup: Setup) -> None:
        """Take over the names, and make room for tokens where there are any."""
        self.names = setup.names
        self.set_class(setup.variant.has_tokens, "-tokens")

    def watch_timeline(self, timeline: Timeline) -> None:
        """Offer the tokens of whoever is to move, and the commands that make sense now."""
        hand = timeline.state.hand(timeline.state.to_move)
        self.token = hand[0] if hand else None
        self.set_class(timeline.state.is_over, "-over")
        self.refresh_bindings()
        self.describe()

    def watch_cursor(self) -> None:
        """Say what placing here would do."""
        self.describe()

    def watch_token(self) -> None:
        """Say what placing this token would do."""
        self.describe()

    def describe(self) -> None:
        """Say what placing on the cell pointed at would do."""
        timeline = self.timeline
        if timeline.state.is_over:
            self.say("")
            return
        refusal = self.refusal(Move(self.cursor, self.token))
        if refusal is not None:
            self.say(sentence(refusal))
            return
        words = about_cell(timeline.state, self.cursor, self.token, self.names)
        later = len(timeline.moves) - timeline.at
        if later:
            words += f" It replaces {counted(later, 'later move')}."
        self.say(words)

    def say(self, words: str, *, alarmed: bool = False, whole: bool = False) -> None:
        """Say something in the status bar; an alarm is always said as a `whole`."""
        self.message, self.alarmed, self.whole = words, alarmed, whole or alarmed

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this variant does not have."""
        del parameters
        timeline = self.timeline
        match action:
            case "next_token":
                return self.setup.variant.has_tokens and not timeline.state.is_over
            case "place" | "type_move":
                return not timeline.state.is_over
            case "jump":
                return timeline.at > 0 or None
            case "present":
                return not timeline.is_present or None
            case "toggle_moves":
                return self.size.width < STANDARD_WIDTH or None
        return True

    # Moves.

    def refusal(self, move: Move) -> str | None:
        """Return why the move cannot be made now, None if it can."""
        refusal = self.timeline.state.why_not(move)
        return None if refusal is None else as_drawn(refusal)

    def objection(self, move: Move) -> str | None:
        """Return why the move is not made now, None if nothing speaks against it."""
        if is_too_small(self.app.size):
            return "nothing is placed in a window that is too small to show the board"
        return self.refusal(move)

    def _play(self, move: Move) -> bool:
        """Make the move a person asked for; if there is an objection say it and change nothing."""
        objection = self.objection(move)
        if objection is not None:
            self.say(sentence(objection), alarmed=True)
            return False
        self.cursor = move.cell
        self.commit(move)
        return True

    def commit(self, move: Move) -> None:
        """Make a legal move and say what it did."""
        self.timeline = after = self.timeline.play(move)
        if not after.state.is_over:  # then the result says more
            width = self.query_one(StatusBar).content_size.width
            self.say(what_happened_within(width, after, self.names), whole=True)

    def action_place(self) -> None:
        """Place on the cell pointed at."""
        self._digits = ""
        self._play(Move(self.cursor, self.token))

    @on(BoardView.Chosen)
    def place_on(self, event: BoardView.Chosen) -> None:
        """Place on the cell that was clicked."""
        self.cursor = event.cell
        self.action_place()

    @on(BoardView.Pointed)
    def point_at(self, event: BoardView.Pointed) -> None:
        """Point where the mouse is."""
        self.cursor = event.cell

    def action_move(self, down: int, right: int) -> None:
        """Point at a neighbouring cell, if there is one."""
        self._digits = ""
        board = self.timeline.state.board
        row, column = board.place(self.cursor)
        if board.holds(row + down, column + right):
            self.cursor = board.cell(row + down, column + right)

    def action_next_token(self, by: int = 1) -> None:
        """Take another token of the hand."""
        state = self.timeline.state
        hand = state.hand(state.to_move)
        if hand and self.token in hand:
            self.token = hand[(hand.index(self.token) + by) % len(hand)]

    @on(TokenTray.Taken)
    def take_clicked_token(self, event: TokenTray.Taken) -> None:
        """Take the token that was clicked."""
        self._take_token(event.number)

    def _take_token(self, number: int) -> None:
        """Take this token, or say why it cannot be taken."""
        state = self.timeline.state
        room = state.room_for(state.to_move)
        # Whether a token can be placed is the same on every empty cell.
        refusal = self.refusal(Move(room[0] if room else self.cursor, number))
        if refusal is None:
            self.token = number
        else:
            self.say(sentence(refusal), alarmed=True)

    def on_key(self, event: events.Key) -> None:
        """Take a typed digit: a token, the number of a cell, or the beginning of a typed move."""
        if self.timeline.state.is_over and event.key in ("space", "enter"):
            key = self.app.key_of
            new = "rematch" if self.series.is_decided else "next game"
            self.say(
                f"It is over: {key('new')} {new}, {key('menu')} menu, {key('swap')} swap sides.",
                whole=True,
            )
            return
        refused = self._refused_by(event.key)
        if refused is not None:
            self.say(self.excuse(refused), alarmed=True)
            return
        if self.timeline.state.is_over:
            return
        digit = event.character or ""
        if len(digit) != 1 or digit not in "0123456789" or self.has_class("-typing"):
            return
        event.stop()
        variant = self.setup.variant
        if variant.has_tokens:
            self._take_token(self._number(digit, variant.tokens_each))
        elif variant.cells is CellStyle.NUMBER:
            self._point_at_number(self._number(digit, variant.board.size))
        elif self.check_action("type_move", ()):
            self.action_type_move(digit)
        else:
            self.say(self.excuse("type_move"), alarmed=True)

    def _point_at_number(self, number: int) -> None:
        if number:
            self.cursor = number - 1
        else:
            self.say("There is no cell 0: the first one is 1.", alarmed=True)

    def _refused_by(self, key: str) -> str | None:
        """Return the action that the key is for if it cannot be done now, None if it can."""
        if self.has_class("-typing"):
            return None
        commands = (self.app.commands[each.id] for each in GAME)
        actions = (
            each.action.partition("(")[0] for each in commands if key in each.keys.split(",")
        )
        return next((action for action in actions if not self.check_action(action, ())), None)

    def excuse(self, action: str) -> str:
        """Say why this cannot be done now."""
        del action
        return "The game is over."

    def _number(self, digit: str, largest: int) -> int:
        """Return the number typed so far; a digit that would make it too large begins anew."""
        self._digits = (self._digits + digit).lstrip("0")
        if int(self._digits or "0") > largest:
            self._digits = digit.lstrip("0")
        return int(self._digits or "0")

    # The typed entry.

    def action_type_move(self, text: str = "") -> None:
        """Open the typed entry."""
        self.add_class("-typing")
        self.entry.value = text
        self.entry.can_focus = True
        self.set_focus(self.entry)
        self.entry.cursor_position = len(text)
        self.remark_on_entry()

    def stop_typing(self) -> None:
        """Close the typed entry."""
        self.remove_class("-typing")
        self.entry.value = ""
        self.entry.can_focus = False
        self.set_focus(None)

    @on(Input.Changed)
    def remark_on_entry(self) -> None:
        """Say what the typed move would do, while it is typed."""
        if self.has_class("-typing"):
            self.say(self.entry.remark(), whole=True)

    @on(Input.Submitted)
    def play_entry(self) -> None:
        """Make the typed move, or say why not and keep what was typed."""
        try:
            move = self.entry.read()
        except NotationError as error:
            self.say(sentence(str(error)), alarmed=True)
            return
        if self._play(move):
            self.stop_typing()

    # Back and forth.

    def action_jump(self, at: int) -> None:
        """Look at the state after this many moves."""
        self.timeline = self.timeline.jump(at)

    def action_present(self) -> None:
        """Go back to the latest move."""
        self.timeline = self.timeline.present()

    @on(MoveLog.Jumped)
    def look_back(self, event: MoveLog.Jumped) -> None:
        """Look at the move that was clicked."""
        self.action_jump(event.at)

    def action_toggle_moves(self) -> None:
        """Show or hide the moves where there is no room for both them and a large board."""
        self.toggle_class("-moves")

    def on_resize(self, event: events.Resize) -> None:
        """Be brief where there is little room."""
        compact = event.size.width < STANDARD_WIDTH
        self.result_panel.in_a_row = compact
        self.tray.only_mover = compact and self.setup.variant.tokens_each > _HAND_OF_ONE_LINE


def middle_of(timeline: Timeline) -> Cell:
    """Return the cell to point at first."""
    board = timeline.state.board
    return board.cell((board.rows - 1) // 2, (board.columns - 1) // 2)
