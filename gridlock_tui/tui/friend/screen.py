"""The screen of a match with a friend on another machine."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input

from gridlock_tui.match.store.library import Library
from gridlock_tui.net.events import Kind
from gridlock_tui.net.view import Link, View
from gridlock_tui.rules import GridlockError, Move, NotationError, Variant
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, FRIEND, GAME, WITH_FRIEND, Command, bindings
from gridlock_tui.tui.friend import showing
from gridlock_tui.tui.friend.availability import denied_actions
from gridlock_tui.tui.friend.view import FriendView
from gridlock_tui.tui.friend.words_screen import WordsScreen
from gridlock_tui.tui.game.availability import Availability
from gridlock_tui.tui.game.keys import answer_key
from gridlock_tui.tui.game.saving import Saver
from gridlock_tui.tui.game.side_column import Side, SideColumn
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.messages import ShowMenu, ShowReview
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.confirm import confirm
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import Ending, KeyBar
from gridlock_tui.tui.widgets.move_input import EntryLabel, MoveInput, Turn
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.status_bar import Status, StatusBar
from gridlock_tui.tui.widgets.title_bar import Title, TitleBar
from gridlock_tui.tui.widgets.token_tray import NO_HANDS, HandLine, Hands, TokenTaken
from gridlock_tui.tui.widgets.too_small import (
    HEIGHTS,
    STANDARD_WIDTH,
    WIDTHS,
    TooSmall,
    is_roomy,
    is_too_small,
)
from gridlock_tui.tui.wording.moves import by_letter

if TYPE_CHECKING:
    from gridlock_tui.tui.friend.room import Room


class FriendScreen(ScreenFixes, Screen[None]):
    """Shows the match of a session; `view` is its state, and all follows from it in `_show`."""

    AUTO_FOCUS = ""  # keys are for the board, until the typed entry is opened
    DEFAULT_CLASSES = "game"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../game/layout.tcss", "../game/game.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*WITH_FRIEND, *FRIEND, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    view: var[FriendView | None] = var[FriendView | None](None, init=False)
    """The state of the screen."""

    # What the widgets show; set by _show alone.
    headline: var[Title] = var(Title())
    side: var[Side] = var(Side())
    hands: var[Hands] = var(NO_HANDS)
    token: var[int | None] = var[int | None](None)
    status: var[Status] = var(Status())
    picture: var[Picture] = var(Picture(NO_GAME))
    turn: var[Turn] = var(Turn())
    ending: var[Ending | None] = var[Ending | None](None)

    entry = getters.query_one(MoveInput)

    def __init__(self, room: Room, library: Library) -> None:
        """Show the match of a room, which has begun; the caller closes the room."""
        super().__init__()
        self._room = room
        self._session = room.session
        self._saver = Saver(library, self)
        self._availability = Availability(self)
        view = FriendView.of(self._session.feed.view, room.words)
        self.set_reactive(FriendScreen.view, view)

    @property
    def shown(self) -> FriendView:
        """The state of the screen, which is always there."""
        if self.view is None:
            raise GridlockError("the match has not begun")
        return self.view

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.shown.table.match.game.setup.variant

    @property
    def is_answering(self) -> bool:
        """Whether the host has still to confirm what you did: the next key is for what follows."""
        return self.shown.pending is not None and self.shown.net.link is Link.HERE

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to the state, as in any game."""
        yield TitleBar().data_bind(shown=FriendScreen.headline)
        with Container(classes="arena"):
            yield BoardView(id="board").data_bind(FriendScreen.picture)
            yield SideColumn(self.variant).data_bind(FriendScreen.side, FriendScreen.ending)
        if self.variant.has_tokens:
            yield HandLine().data_bind(FriendScreen.hands, FriendScreen.token)
        yield StatusBar().data_bind(FriendScreen.status)
        yield KeyBar().data_bind(FriendScreen.ending)
        with Horizontal(id="entry"):
            yield EntryLabel().data_bind(FriendScreen.turn)
            yield MoveInput().data_bind(FriendScreen.turn)
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the match and follow it."""
        preferences_of(self).changed.subscribe(self, self._follow_preferences)
        self._session.feed.listeners.append(self._hear)
        self._show()
        self._follow()

    def on_unmount(self) -> None:
        """Follow nothing any more."""
        preferences_of(self).changed.unsubscribe(self)
        if self._hear in self._session.feed.listeners:
            self._session.feed.listeners.remove(self._hear)

    # The match changes.

    def _hear(self, _: View) -> None:
        """Follow the match from a message of this screen: this is called by the network."""
        self.call_later(self._follow)

    def _follow(self) -> None:
        self.view = self.shown.follow(self._session.feed.view, self._message_width, self._key_of)

    def watch_view(self, before: FriendView, after: FriendView) -> None:
        """Show the new state."""
        if before.game.typing and not after.game.typing:
            self.entry.close()
        self._show()

    def _show(self) -> None:
        view, roomy = self.shown, is_roomy(self.app.size)
        self._update_availability()
        self.headline = showing.title_of(view)
        self.token, self.turn = view.game.token, showing.turn_of(view)
        for name, is_set in showing.classes_of(view).items():
            self.set_class(is_set, name)
        self.side = showing.side_of(view)
        self.hands = self.side.hands
        hints = preferences_of(self).settings.hints
        self.picture = showing.picture_of(view, hints=hints)
        # After the board: what moves there delays the result.
        over = showing.is_over(view) and not self.query_one(BoardView).is_moving
        self.ending = showing.ending_of(view, roomy=roomy)
        self.set_class(over, "-over")
        self.set_class(over and roomy, "-lists-steps")
        self.status = showing.status_of(view, self._key_of)

    @on(BoardView.Rested)
    def _follow_rest(self) -> None:
        """Show the result of a finished game, as soon as the last move has been seen."""
        self._show()

    def _key_of(self, command: str) -> str:
        return preferences_of(self).key_of(command)

    def _follow_preferences(self, changed: frozenset[str]) -> None:
        if changed & {"keys", "hints"}:
            self._show()

    def on_resize(self) -> None:
        """Offer what a window of this size offers."""
        if self.is_mounted:
            self._show()

    @property
    def _message_width(self) -> int:
        return self.query_one(StatusBar).content_size.width

    # What can be done now.

    def unavailable(self, action: str) -> str | None:
        """Return why the action cannot be done now, None if it can."""
        return self._availability.why_not(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this match does not offer."""
        del parameters
        return self._availability.check(action)

    def _update_availability(self) -> None:
        wide = self.size.width >= STANDARD_WIDTH
        self._availability.deny(denied_actions(self.shown, wide=wide))

    def _set_game(self, game: GameView) -> None:
        self.view = self.shown.with_game(game)

    def _act(self, kind: Kind, text: str = "") -> bool:
        """Do something in the match, and return whether that was possible; say why not."""
        try:
            if reason := self.shown.why_not(kind, text):
                raise GridlockError(reason)
            self._session.act(kind, text)
        except GridlockError as error:
            self.view = self.shown.warn(by_letter(str(error)))
            return False
        self._follow()  # now: the next key may come before the message
        return True

    # Moves.

    def play(self, move: Move, *, closes_entry: bool = False) -> None:
        """Make a move; if there is an objection say it and change nothing."""
        view = self.shown
        objection = self.unavailable("place") or view.game.refusal(move, self._key_of)
        if is_too_small(self.app.size):
            objection = "the window is too small to show the board"
        if objection is not None:
            self.view = view.warn(objection)
        elif self._act(Kind.MOVE, view.written(move)) and closes_entry:
            self._close_entry()

    def _close_entry(self) -> None:
        self._set_game(replace(self.shown.game, typing=False, said=None))

    def action_place(self) -> None:
        """Place on the cell under the cursor."""
        self.play(Move(self.shown.game.cursor, self.shown.game.token))

    @on(BoardView.Chosen)
    def place_on(self, event: BoardView.Chosen) -> None:
        """Place on the cell that was clicked."""
        self._set_game(self.shown.game.point_at(event.cell))
        self.play(Move(event.cell, self.shown.game.token))

    @on(BoardView.Pointed)
    def point_at(self, event: BoardView.Pointed) -> None:
        """Move the cursor to the mouse."""
        self._set_game(self.shown.game.point_at(event.cell))

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to a neighbouring cell, if there is one."""
        self._set_game(self.shown.game.move_cursor(down, right))

    def action_next_token(self, by: int = 1) -> None:
        """Take another token of the hand."""
        self._set_game(self.shown.game.take_next(by))

    @on(TokenTaken)
    def take_clicked_token(self, event: TokenTaken) -> None:
        """Take the token that was clicked."""
        if reason := self.unavailable("place"):
            self.view = self.shown.warn(reason)
        else:
            self._set_game(self.shown.game.take_or_warn(event.number, self._key_of))

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing now; take a digit as a token, a cell or a typed move."""
        game = self.shown.game
        if game.typing:
            return
        commands, here = preferences_of(self).commands, (*FRIEND, *GAME)
        answer = answer_key(event.key, event.character, game, self.unavailable, commands, here)
        self._set_game(answer.view)
        if answer.uses_key:
            event.stop()
        if answer.opens_entry:
            self.action_type_move(event.character or "")

    # The typed entry.

    def action_type_move(self, text: str = "") -> None:
        """Open the typed entry."""
        self._set_game(replace(self.shown.game, typing=True))
        self.entry.open(text)
        self.remark_on_entry()

    @on(Input.Changed)
    def remark_on_entry(self) -> None:
        """Say what the typed move would do, while it is typed."""
        if self.shown.game.typing:
            self.view = self.shown.say(self.entry.remark())

    @on(Input.Submitted)
    def play_entry(self) -> None:
        """Make the typed move, or say why not and select it, so that the next one replaces it."""
        try:
            self.play(self.entry.read(), closes_entry=True)
        except NotationError as error:
            self.view = self.shown.warn(by_letter(str(error)))
        if self.shown.game.typing:
            self.entry.select_refused()

    # What players do besides moving.

    def action_undo(self) -> None:
        """Ask to take back your last move."""
        self._act(Kind.UNDO)

    def action_grant(self) -> None:
        """Let your friend take back their move."""
        self._act(Kind.GRANT)

    def action_refuse(self) -> None:
        """Do not let your friend take back their move."""
        self._act(Kind.REFUSE)

    def action_take_over(self) -> None:
        """Take over the first move: the two players exchange sides."""
        self._act(Kind.SWAP)

    def action_new_game(self) -> None:
        """Ask for the next game, or a rematch; it begins when both have asked."""
        self._act(Kind.READY)

    def action_resign(self) -> None:
        """Resign this game, after a question."""
        question = f"Resign this game? {self.shown.net.friend} wins it."
        confirm(self, question, "resign", "play on", partial(self._act, Kind.RESIGN))

    def action_say(self) -> None:
        """Choose a word to say."""

        def chosen(word: str | None) -> None:
            if word:
                self._act(Kind.SAY, word)

        if self.is_active:  # the key may come twice
            self.app.push_screen(WordsScreen(), chosen)

    def action_copy_code(self) -> None:
        """Copy the room code."""
        self.app.copy_to_clipboard(self._room.code)
        self.view = self.shown.say(f"Copied: {self._room.code}")

    # Back and forth; only this screen shows it.

    def action_jump(self, at: int) -> None:
        """Show the state after this many moves."""
        self._set_game(self.shown.game.jump(at))

    def action_present(self) -> None:
        """Return to the latest move."""
        self._set_game(self.shown.game.present())

    @on(MoveLog.Jumped)
    def look_back(self, event: MoveLog.Jumped) -> None:
        """Show the state after the move that was clicked."""
        self.action_jump(event.at)

    def action_toggle_moves(self) -> None:
        """Show or hide the moves in a small window."""
        self._set_game(self.shown.game.toggle_moves())

    # The record, the review, the way out.

    def action_export(self) -> None:
        """Write the record of this game to a file."""
        self._saver.export(self.shown.table.match.game)

    def action_picture(self) -> None:
        """Write a picture of the state shown to a file."""
        game = self.shown.game
        timeline = game.match.game.timeline
        self._saver.picture(timeline.state, game.names, timeline.last_move)

    def action_copy_id(self) -> None:
        """Copy the game id: the whole game in one line."""
        from gridlock_tui.match.game_id import write_game_id

        line = write_game_id(self.shown.table.match.game)
        self.app.copy_to_clipboard(line)
        self.view = self.shown.say(f"Copied: {line}")

    def action_review(self) -> None:
        """Review the finished game."""
        self.post_message(ShowReview(self.shown.table.match.game))

    def action_menu(self) -> None:
        """Close the typed entry, or go to the menu; the match is kept."""
        if self.shown.game.typing:
            self._close_entry()
        else:
            self.post_message(ShowMenu())
