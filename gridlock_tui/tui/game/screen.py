"""The game screen: shows a match and makes the moves that people and computers choose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input

from gridlock_tui.match import Setup, Timeline
from gridlock_tui.match.correspondence import match_id
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import faster, slower
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import VARIANTS, Cell, Move, Variant
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, GAME, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.advising import Advisor
from gridlock_tui.tui.game.aftermath import Aftermath
from gridlock_tui.tui.game.climbing import Climbing
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.display import Display
from gridlock_tui.tui.game.engine_desk import EngineDesk
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.game.keys import answer_key
from gridlock_tui.tui.game.moving import Mover
from gridlock_tui.tui.game.saving import Saver
from gridlock_tui.tui.game.side_column import Side, SideColumn
from gridlock_tui.tui.game.stopwatch import Stopwatch
from gridlock_tui.tui.game.turning import TurningSearch
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.messages import PasteGameId, ShowMenu, ShowReview
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import Ending, KeyBar, Labels
from gridlock_tui.tui.widgets.move_input import EntryLabel, MoveInput, Turn
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.status_bar import Status, StatusBar
from gridlock_tui.tui.widgets.title_bar import Title, TitleBar
from gridlock_tui.tui.widgets.token_tray import NO_HANDS, HandLine, Hands, TokenTaken
from gridlock_tui.tui.widgets.too_small import HEIGHTS, WIDTHS, TooSmall
from gridlock_tui.tui.widgets.turning_panel import NO_TURNING, Turning

_NO_VIEW = GameView.of(Match.begin(Setup(next(iter(VARIANTS.values())))))


class GameScreen(ScreenFixes, Screen[None]):
    """Shows one match; `view` is its state, and everything shown follows from it in `show_view`."""

    AUTO_FOCUS = ""  # keys are for the board, until the typed entry is opened
    DEFAULT_CLASSES = "game"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["layout.tcss", "game.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*GAME, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    view: var[GameView] = var(_NO_VIEW, init=False)
    """The state of the screen."""

    # What the widgets show; set by the display alone.
    headline: var[Title] = var(Title())
    side: var[Side] = var(Side())
    hands: var[Hands] = var(NO_HANDS)
    token: var[int | None] = var[int | None](None)
    status: var[Status] = var(Status())
    picture: var[Picture] = var(Picture(NO_GAME))
    turn: var[Turn] = var(Turn())
    ending: var[Ending | None] = var[Ending | None](None)
    turning: var[Turning] = var(NO_TURNING)
    hint: var[Hint | None] = var[Hint | None](None)
    labels: var[Labels] = var[Labels](())

    entry = getters.query_one(MoveInput)

    def __init__(
        self, match: Match, engine: EngineClient, library: Library, greeting: str = ""
    ) -> None:
        super().__init__()
        view = GameView.of(match)
        self.set_reactive(GameScreen.view, view.say(greeting) if greeting else view)
        self.coach = Coach()
        self._search = TurningSearch()
        self._climbing = Climbing(library)
        self._saver = Saver(library, self)
        self._display = Display(self, self.coach, self._search, self._climbing)
        self._stopwatch = Stopwatch()
        self._advisor = Advisor(self, self.coach, self._display)
        self._mover = Mover(self, self._advisor, self._stopwatch)
        self._aftermath = Aftermath(self, self._search, self._climbing, self._saver)
        self._desk = EngineDesk(
            engine,
            self,
            on_analysis=self._advisor.take_analysis,
            on_found=self._advisor.take_answer,
            on_decision=self._mover.follow_decision,
            on_grading=self._aftermath.take_grading,
            on_failure=self._mover.report_missing_engine,
        )

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.view.match

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.match.game.setup.variant

    @property
    def is_answering(self) -> bool:
        """Whether the guard holds a move or a hint is due: the next key is for what follows."""
        is_hint_due = self.coach.is_hint_due and self._desk.is_working
        return self.coach.held is not None or is_hint_due

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor."""
        return self.view.cursor

    @property
    def timeline(self) -> Timeline:
        """The states of the game, and which of them is shown."""
        return self.match.game.timeline

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to the state."""
        yield TitleBar().data_bind(shown=GameScreen.headline)
        with Container(classes="arena"):
            yield BoardView(id="board").data_bind(GameScreen.picture)
            yield SideColumn(self.variant).data_bind(
                GameScreen.side, GameScreen.turning, GameScreen.ending, GameScreen.hint
            )
        if self.variant.has_tokens:
            yield HandLine().data_bind(GameScreen.hands, GameScreen.token)
        yield StatusBar().data_bind(GameScreen.status)
        yield KeyBar().data_bind(GameScreen.ending, GameScreen.labels)
        with Horizontal(id="entry"):
            yield EntryLabel().data_bind(GameScreen.turn)
            yield MoveInput().data_bind(GameScreen.turn)
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the match."""
        preferences_of(self).changed.subscribe(self, self._follow_preferences)
        self.show_everything()

    def on_unmount(self) -> None:
        """Unsubscribe: the signal would keep the screen in memory."""
        preferences_of(self).changed.unsubscribe(self)

    # Everything shown follows from the state.

    def watch_view(self, before: GameView, after: GameView) -> None:
        """Save what has changed in the match, and show the new state."""
        if before.match.game != after.match.game:
            self._advisor.reset()
        if before.match != after.match:
            self._saver.follow(after.match)
            self._climbing.follow(after.match)
        if before.match.game_uid != after.match.game_uid:
            self._stopwatch.restart()
        if (before.match, before.paused) != (after.match, after.paused):
            self._display.update_keys()
        if before.typing and not after.typing:
            self.entry.close()
        if replace(after, cursor=before.cursor, said=before.said, digits=before.digits) == before:
            self._display.show_analysis()  # only the cursor has moved
        else:
            self.show_view()

    def show_everything(self) -> None:
        """Show the state of the screen and what can be done now."""
        self._display.update_keys()
        self.show_view()

    def show_view(self) -> None:
        """Show the state of the screen, and have the engine work on what it needs."""
        self._display.show()
        self.serve()

    def serve(self) -> None:
        """Have the engine work on what is needed now."""
        wants_grades = self._climbing.wants_grades
        self._desk.serve(self.view, self.coach, self._search, wants_grades=wants_grades)

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Explain the analysis as it is drawn at this size, and show a hint where it fits."""
        if self.coach.overlay or self.view.hint is not None:
            self._display.show_analysis()

    @on(BoardView.Rested)
    def _follow_rest(self) -> None:
        """Show the result of a finished game, as soon as the last move has been seen."""
        if self.view.match.game.state.is_over:
            self.show_view()

    def key_of(self, command: str) -> str:
        """Return the key of a command, as a player knows it."""
        return preferences_of(self).key_of(command)

    # What can be done now.

    def unavailable(self, action: str) -> str | None:
        """Return why the action cannot be done now, None if it can."""
        return self._display.availability.why_not(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this match does not offer."""
        del parameters
        return self._display.availability.check(action)

    # Moves.

    def play(self, move: Move, *, closes_entry: bool = False) -> None:
        """Make a move that a person chose; if there is an objection say it and change nothing."""
        self._mover.play(move, closes_entry=closes_entry)

    def action_place(self) -> None:
        """Place on the cell under the cursor."""
        self.play(Move(self.cursor, self.token))

    @on(BoardView.Chosen)
    def place_on(self, event: BoardView.Chosen) -> None:
        """Place on the cell that was clicked."""
        if event.cell != self.view.cursor:
            self.view = self.view.point_at(event.cell)
        self.play(Move(event.cell, self.token))

    @on(BoardView.Pointed)
    def point_at(self, event: BoardView.Pointed) -> None:
        """Move the cursor to the mouse."""
        self.view = self.view.point_at(event.cell)

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to a neighbouring cell, if there is one."""
        self.view = self.view.move_cursor(down, right)

    def action_next_token(self, by: int = 1) -> None:
        """Take another token of the hand."""
        self.view = self.view.take_next(by)

    @on(TokenTaken)
    def take_clicked_token(self, event: TokenTaken) -> None:
        """Take the token that was clicked."""
        self.view = self.view.take_or_warn(event.number, self.key_of)

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing now; take a digit as a token, a cell or a typed move."""
        if self.view.typing:
            return
        commands = preferences_of(self).commands
        answer = answer_key(event.key, event.character, self.view, self.unavailable, commands)
        self.view = answer.view
        if answer.uses_key:
            event.stop()
        if answer.opens_entry:
            self.action_type_move(event.character or "")

    # The typed entry.

    def action_type_move(self, text: str = "") -> None:
        """Open the typed entry."""
        self.view = replace(self.view, typing=True)
        self.entry.open(text)
        self.remark_on_entry()

    @on(Input.Changed)
    def remark_on_entry(self) -> None:
        """Say what the typed move would do, while it is typed."""
        if self.view.typing:
            view = replace(self.view, submits_later=False)
            self.view = view.say(self.entry.remark(), whole=True)

    @on(Input.Submitted)
    def play_entry(self) -> None:
        """Make the typed move, or say why not and select it, so that the next one replaces it.

        While a computer thinks, the move waits for its turn.
        """
        self._mover.play_entry()

    # Computers.

    def action_pause(self) -> None:
        """Pause a game between two computers, or continue it."""
        self.view = self.view.toggle_pause()

    def action_faster(self) -> None:
        """Let computers move sooner."""
        self._set_pace(faster(self.match.pace))

    def action_slower(self) -> None:
        """Let computers take more time."""
        self._set_pace(slower(self.match.pace))

    def _set_pace(self, pace: float) -> None:
        preferences_of(self).override(pace=pace)
        self.view = self.view.with_pace(pace)

    # The coach.

    def action_overlay(self) -> None:
        """Show the analysis on the board, or hide it."""
        self._advisor.toggle_overlay()

    def action_nimbers(self) -> None:
        """Show nimbers and regions as well, or only the verdicts."""
        self._advisor.toggle_nimbers()

    def action_hint(self) -> None:
        """Give the next step of a hint: where a good move is, then which, then why."""
        self._advisor.ask_hint()

    def action_guard(self) -> None:
        """Turn the blunder guard on or off."""
        self._advisor.toggle_guard()

    # Settings.

    def _follow_preferences(self, changed: frozenset[str]) -> None:
        settings = preferences_of(self).settings
        if changed & {"keys", "hints"}:
            self.show_everything()
        if changed & {"pace", "guard"}:
            guard = settings.guards(self.match.game.setup.kinds)
            match = replace(self.match, pace=settings.pace, guard=guard)
            self.view = replace(self.view, match=match)
            if not guard:
                self._advisor.release_held()

    # The swap rule.

    def action_take_over(self) -> None:
        """Take over the first move: the two players exchange sides."""
        self._mover.take_over()

    # Back and forth.

    def action_jump(self, at: int) -> None:
        """Show the state after this many moves; two computers wait meanwhile."""
        self.view = self.view.jump(at)

    def action_present(self) -> None:
        """Return to the latest move."""
        self.view = self.view.present()

    def action_undo(self) -> None:
        """Take back the last move; its token is in hand again."""
        self.view = self.view.undo()

    def action_redo(self) -> None:
        """Play a move again that was taken back."""
        self.view = self.view.redo()

    @on(MoveLog.Jumped)
    def look_back(self, event: MoveLog.Jumped) -> None:
        """Show the state after the move that was clicked."""
        self.view = self.view.jump(event.at)

    def action_toggle_moves(self) -> None:
        """Show or hide the moves in a small window."""
        self.view = self.view.toggle_moves()

    def on_resize(self) -> None:
        """Offer what a window of this size offers."""
        self._display.update_keys()
        if self.is_mounted:
            self.show_view()

    def action_review(self) -> None:
        """Review the game; meanwhile the engine is for the review."""
        self.view = replace(self.view.with_help(), reviewing=True)
        self.post_message(ShowReview(self.match.game))

    def on_screen_suspend(self) -> None:
        """Count no time for the game while another screen is on top."""
        self._stopwatch.pause()

    def on_screen_resume(self) -> None:
        """Continue after another screen; try the engine again if it has failed."""
        self._stopwatch.go_on()
        self.view = replace(self.view, reviewing=False, engine_failed=False)

    # The record and the id of the game.

    def action_export(self) -> None:
        """Write the record of this game to a file."""
        self._saver.export(self.match.game)

    def action_picture(self) -> None:
        """Write a picture of the state shown to a file."""
        timeline = self.timeline
        self._saver.picture(timeline.state, self.view.names, timeline.last_move)

    def action_copy_id(self) -> None:
        """Copy the game id: the whole game in one line."""
        line = match_id(self.match)
        self.app.copy_to_clipboard(line)
        self.view = self.view.copied(line)

    def on_paste(self, event: events.Paste) -> None:
        """Continue or start the match of a pasted game id."""
        self.post_message(PasteGameId(event.text))

    # Other games.

    def action_new_game(self) -> None:
        """Begin the next game of the series, or a new match with the same players."""
        self._aftermath.new_game()

    def action_try_again(self) -> None:
        """Play on from the turning point, in a new match; look for it first if it is not known."""
        self._aftermath.try_again()

    def action_swap_sides(self) -> None:
        """Begin a new match with the two players on each other's side."""
        self._aftermath.swap_sides()

    def action_next_rung(self) -> None:
        """Play the next rung of the climb."""
        self._aftermath.next_rung()

    def action_menu(self) -> None:
        """Close the typed entry, hide the hint, or go to the menu."""
        if self.view.typing:
            self.view = replace(self.view, typing=False, said=None)
        elif self.view.hint is not None:
            self.coach.end_hint()
            self.view = self.view.without_hint()
        else:
            self._saver.save(self.match)
            self._desk.stop()  # the menu needs the engine
            self.post_message(ShowMenu())
