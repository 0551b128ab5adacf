"""The game screen: shows a match and makes the moves that people and computers choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input

from gridlock_tui.match import Game, Setup, Timeline
from gridlock_tui.match.correspondence import match_id
from gridlock_tui.match.letters import Swap
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import faster, slower
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import VARIANTS, Cell, Move, NotationError, Variant
from gridlock_tui.tui import wording
from gridlock_tui.tui.board.picture import Picture, Signs
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, GAME, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game import showing
from gridlock_tui.tui.game.availability import Denial, denied_actions
from gridlock_tui.tui.game.climbing import Climbing, level_of
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.engine_desk import EngineDesk
from gridlock_tui.tui.game.guard import Guard
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.game.keys import answer_key
from gridlock_tui.tui.game.opponent import Decision
from gridlock_tui.tui.game.saving import Saver
from gridlock_tui.tui.game.side_column import Side, SideColumn
from gridlock_tui.tui.game.stopwatch import Stopwatch
from gridlock_tui.tui.game.turning import Stage, TurningSearch, has_room, shown_turning
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.messages import PasteGameId, ShowMenu, ShowReview
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.confirm import confirm
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import Ending, KeyBar, Labels
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
    shows_hints_beside,
)
from gridlock_tui.tui.widgets.turning_panel import NO_TURNING, Turning
from gridlock_tui.tui.wording.climb import rung_greeting
from gridlock_tui.tui.wording.matches import leaving_question
from gridlock_tui.tui.wording.moves import by_letter

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.tui.grading import Grading

_NO_VIEW = GameView.of(Match.begin(Setup(next(iter(VARIANTS.values())))))


class GameScreen(ScreenFixes, Screen[None]):
    """Shows one match; `view` is its state, and everything shown follows from it in `_show`."""

    AUTO_FOCUS = ""  # keys are for the board, until the typed entry is opened
    DEFAULT_CLASSES = "game"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["layout.tcss", "game.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*GAME, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    view: var[GameView] = var(_NO_VIEW, init=False)
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
        self._guard = Guard(self.coach, self, self._release_held)
        self._saver = Saver(library, self)
        self._search = TurningSearch()
        self._desk = EngineDesk(
            engine,
            self,
            on_analysis=self._take_analysis,
            on_found=self._take_answer,
            on_decision=self._follow_decision,
            on_grading=self._take_grading,
            on_failure=self._report_missing_engine,
        )
        self._stopwatch = Stopwatch()
        self._climbing = Climbing(library)
        self._denied: dict[str, Denial] = {}

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
        self._update_availability()
        self._show()

    def on_unmount(self) -> None:
        """Unsubscribe: the signal would keep the screen in memory."""
        preferences_of(self).changed.unsubscribe(self)

    # Everything shown follows from the state.

    def watch_view(self, before: GameView, after: GameView) -> None:
        """Save what has changed in the match, and show the new state."""
        if before.match.game != after.match.game:
            self._guard.reset()
        if before.match != after.match:
            self._saver.follow(after.match)
            self._climbing.follow(after.match)
        if before.match.game_uid != after.match.game_uid:
            self._stopwatch.restart()
        if (before.match, before.paused) != (after.match, after.paused):
            self._update_availability()
        if before.typing and not after.typing:
            self.entry.close()
        if replace(after, cursor=before.cursor, said=before.said, digits=before.digits) == before:
            self._show_analysis()  # only the cursor has moved
        else:
            self._show()

    def _show(self) -> None:
        view = self.view
        self.headline = showing.title_of(view)
        self.token = view.token
        self.turn = showing.turn_of(view)
        for name, is_set in showing.classes_of(view).items():
            self.set_class(is_set, name)
        self.side = showing.side_of(view, self._climbing)
        self.hands = self.side.hands
        self.hint, self.labels = view.hint, showing.labels_of(view)
        signs, verdict = showing.advice_of(view, self.coach)
        self._show_board(signs)
        self._show_over()  # after the board: what moves there delays the result
        self._show_status(signs, verdict)
        self._serve()

    def _serve(self) -> None:
        wants_grades = self._climbing.wants_grades
        self._desk.serve(self.view, self.coach, self._search, wants_grades=wants_grades)

    def _show_analysis(self) -> None:
        signs, verdict = showing.advice_of(self.view, self.coach)
        self._show_board(signs)
        self._show_status(signs, verdict)

    def _show_board(self, signs: Signs) -> None:
        hints = preferences_of(self).settings.hints
        self.picture = showing.picture_of(self.view, signs, hints=hints)

    def _show_status(self, signs: Signs, verdict: str) -> None:
        view, legend = self.view, tuple[str, ...]()
        # An analysis may still arrive when the game has been left.
        for board in self.query("#board").results(BoardView) if signs else ():
            legend = wording.hints.legend_of(signs, worded=board.is_worded)
        beside = shows_hints_beside(self.app.size)
        after = "" if has_room(self.app.size) else self._words_after()
        self.status = showing.status_of(
            view, verdict, legend, after, self._key_of, hints_beside=beside
        )

    def _words_after(self) -> str:
        """Return what is said after a game where there is no room beside the board."""
        took, turning = showing.took_words(self.view, self._climbing), self.turning.brief
        return " ".join(filter(None, (took, turning)))

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Explain the analysis as it is drawn at this size, and show a hint where it fits."""
        if self.coach.overlay or self.view.hint is not None:
            self._show_analysis()

    @on(BoardView.Rested)
    def _follow_rest(self) -> None:
        """Show the result of a finished game, as soon as the last move has been seen."""
        if self.view.match.game.state.is_over:
            self._show()

    def _show_over(self) -> None:
        """Show the result of a finished game and its turning point, if the board is at rest."""
        window, search = self.app.size, self._search
        roomy, over = is_roomy(window), self.timeline.state.is_over
        over = over and not self.query_one(BoardView).is_moving
        stage = search.stage
        search.follow(self.match, over=over)
        if search.stage is not stage:
            self._update_availability()
        self.ending = showing.ending_of(self.view, search.stage, roomy=roomy)
        self.turning = shown_turning(search, self.view, window, self._key_of)
        self.set_class(over, "-over")
        self.set_class(over and roomy, "-lists-steps")
        self.set_class(bool(self.turning.happened) and has_room(window), "-turning")

    def _key_of(self, command: str) -> str:
        return preferences_of(self).key_of(command)

    # What can be done now.

    def unavailable(self, action: str) -> str | None:
        """Return why the action cannot be done now, None if it can."""
        denial = self._denied.get(action)
        return denial and denial.reason

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this match does not offer."""
        del parameters
        denial = self._denied.get(action)
        return True if denial is None else denial.check

    def _update_availability(self) -> None:
        denied = denied_actions(
            self.match,
            paused=self.view.paused,
            wide=self.size.width >= STANDARD_WIDTH,
            hints=preferences_of(self).settings.hints,
            key_of=self._key_of,
            turning=self._search.stage,
            has_next_rung=self._climbing.next_level is not None,
        )
        if denied != self._denied:
            self._denied = denied
            self.refresh_bindings()

    # Moves.

    def play(self, move: Move, *, closes_entry: bool = False) -> None:
        """Make a move that a person chose; if there is an objection say it and change nothing."""
        view, width = replace(self.view, digits=""), self._message_width
        objection = view.refusal(move, self._key_of)
        if is_too_small(self.app.size):
            objection = "the window is too small to show the board"
        elif objection is None and (objection := view.objection_by_letters(move)):
            view = replace(view, insists=move)
        elif objection is None and view.match.guard:
            objection = self._guard.objection(move)
            if objection is not None and self.coach.held is None:
                view = view.with_warning()  # it says that other moves win
        if objection is None:
            view = replace(view.point_at(move.cell), typing=view.typing and not closes_entry)
            view = view.with_seconds(self._stopwatch.lap())
            self.view = view.play(move, width, self._key_of)
        else:
            self.view = view.warn(objection)

    @property
    def _message_width(self) -> int:
        return self.query_one(StatusBar).content_size.width

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
        self.view = self.view.take_or_warn(event.number, self._key_of)

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
        if self.view.computer_thinks:
            view = replace(self.view, submits_later=True)
            self.view = view.say("Your move is made after the computer's.", whole=True)
            return
        try:
            self.play(self.entry.read(), closes_entry=True)
        except NotationError as error:
            self.view = self.view.warn(by_letter(str(error)))
        if self.view.typing:
            self.entry.select_refused()

    # The engine: a computer's move, or an analysis for the coach.

    def _take_analysis(self, game: Game, analysis: Analysis) -> None:
        """Show what is proven about the position."""
        if self.match.game == game:
            self.coach.analysis = analysis
            self._show_analysis()
            self._give_hint()
            self._count_analysis()
            if self.coach.can_release:
                self._release_held()
            if analysis.is_final:  # a hint may need more; by a message: that ends this worker
                self.call_later(self._serve)

    def _take_answer(self, game: Game, learn: Callable[[Coach], None]) -> None:
        """Give the hint that has waited for this."""
        if self.match.game == game:
            learn(self.coach)
            self._give_hint()

    def _follow_decision(self, game: Game, decision: Decision) -> None:
        """Do what a computer has decided, unless the position has changed."""
        if self.match.game == game and self.view.computer_may_move:
            view = self.view.with_seconds(self._stopwatch.lap())
            self.view = view.follow(decision, self._message_width, self._key_of)
            if not decision:
                self._serve()
            elif self.view.submits_later and not self.view.computer_thinks:
                self.view = replace(self.view, submits_later=False)
                if self.view.typing:
                    self.play_entry()

    def _take_grading(self, game: Game, grading: Grading, is_done: bool) -> None:
        """Show the turning point and the last star as soon as the grades tell them."""
        before = self._search.stage, self._climbing.wants_grades
        self._search.learn(game, grading, is_done=is_done)
        if self.match.game == game:
            self._saver.say(self._climbing.learn(self.match, grading.found, is_done=is_done))
        if (self._search.stage, self._climbing.wants_grades) != before:
            self._update_availability()
            self._show()

    def _report_missing_engine(self) -> None:
        view = replace(self.view, engine_failed=True)
        self.view = view.warn("the engine could not be started, so the computer cannot move")

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
        self.coach.toggle_overlay()
        self._overlay_changed()

    def action_nimbers(self) -> None:
        """Show nimbers and regions as well, or only the verdicts."""
        self.coach.toggle_nimbers()
        self._overlay_changed()

    def _overlay_changed(self) -> None:
        self.view = self.view.with_overlay(shown=bool(self.coach.overlay))
        self._show()
        self._count_analysis()

    def _count_analysis(self) -> None:
        """Count the analysis of this position as help, if it is shown."""
        if self.coach.overlay and self.coach.analysis is not None and self.view.coach_may_speak:
            self.view = self.view.with_help()

    def action_hint(self) -> None:
        """Give the next step of a hint: where a good move is, then which, then why."""
        self.coach.ask_hint()
        self._serve()
        self._give_hint()

    def _give_hint(self) -> None:
        hint = self.coach.due_hint(self.view.names, self.timeline.last_move, self.match)
        if hint is not None and hint.back_to is not None:
            self.view = self.view.go_back(hint.back_to)
        elif hint is not None:
            view = self.view.with_hint(hint)
            self.view = view.with_help() if hint.is_answer else view

    def action_guard(self) -> None:
        """Turn the blunder guard on or off."""
        guard = not self.match.guard
        preferences_of(self).override(guard=guard)
        self.view = self.view.with_guard(guard)
        if not guard:
            self._release_held()

    def _release_held(self) -> None:
        """Make the move that the guard held, or warn of it."""
        self.view, move = self._guard.release(self.view)
        if move is not None:
            self.play(move, closes_entry=True)

    # Settings.

    def _follow_preferences(self, changed: frozenset[str]) -> None:
        settings = preferences_of(self).settings
        if changed & {"keys", "hints"}:
            self._update_availability()
            self._show()
        if changed & {"pace", "guard"}:
            guard = settings.guards(self.match.game.setup.kinds)
            match = replace(self.match, pace=settings.pace, guard=guard)
            self.view = replace(self.view, match=match)
            if not guard:
                self._release_held()

    # The swap rule.

    def action_take_over(self) -> None:
        """Take over the first move: the two players exchange sides."""
        if not self.match.can_take_over:
            return
        if objection := self.view.objection_by_letters(Swap.SWAP):
            self.view = replace(self.view, insists=Swap.SWAP).warn(objection)
        else:
            self.view = self.view.take_over()

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
        self._update_availability()
        if self.is_mounted:
            self._show()

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
        view = self.view.next_in_series()
        if view is None:
            self._leave_series_for(self.match.restart())
        else:
            self.view = view

    def action_try_again(self) -> None:
        """Play on from the turning point, in a new match; look for it first if it is not known."""
        search = self._search
        if search.stage is Stage.OFFERED:
            search.ask()
            self._update_availability()
            self._show()
        elif search.point is not None:
            self._leave_series_for(self.match.play_on_from(search.point.number - 1))

    def action_swap_sides(self) -> None:
        """Begin a new match with the two players on each other's side."""
        self._leave_series_for(self.match.restart(swap_sides=True))

    def action_next_rung(self) -> None:
        """Play the next rung of the climb."""
        found = self._climbing.next_rung(self.match)
        if found is not None:
            match, ladder = found
            kinds = match.game.setup.kinds
            match = replace(match, guard=preferences_of(self).settings.guards(kinds))
            self._begin(match)
            self.view = self.view.say(rung_greeting(ladder, level_of(match)), whole=True)

    def _leave_series_for(self, match: Match) -> None:
        """Begin another match; ask first where that leaves a series that is not decided."""
        question = leaving_question(self.match)
        if question:
            confirm(self, question, "new series", "keep playing", lambda: self._begin(match))
        else:
            self._begin(match)

    def _begin(self, match: Match) -> None:
        """Leave the running match, which can be resumed, and begin this one."""
        self._saver.shelve(self.match)
        self.view = self.view.begin(match)

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
