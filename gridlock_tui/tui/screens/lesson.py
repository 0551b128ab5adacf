"""A lesson: its steps, one after the other, played on the board."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.screen import Screen

from gridlock_tui.match.lessons import Lesson, next_lesson, reached
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.rules import Move, Player, Variant
from gridlock_tui.tui.aim import Aim
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, EXERCISE, LESSON, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.exercise_desk import ExerciseDesk
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.lesson_view import LessonView
from gridlock_tui.tui.messages import ShowLesson
from gridlock_tui.tui.pointer import NOT_TYPED
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar, Labels
from gridlock_tui.tui.widgets.player_card import Card, PlayerCard
from gridlock_tui.tui.widgets.status_bar import Status, StatusBar
from gridlock_tui.tui.widgets.task_panel import TaskPanel, TaskWords
from gridlock_tui.tui.widgets.title_bar import Title, TitleBar
from gridlock_tui.tui.widgets.token_tray import (
    NO_HANDS,
    Hand,
    HandLine,
    Hands,
    TokenTaken,
    TokenTray,
)
from gridlock_tui.tui.widgets.too_small import (
    HEIGHTS,
    STANDARD_WIDTH,
    WIDTHS,
    TooSmall,
    is_too_small,
    shows_hints_beside,
)
from gridlock_tui.tui.wording.moves import StatusMessage

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_DIGITS = tuple("0123456789")


class LessonScreen(ScreenFixes, Screen[None]):
    """Shows one lesson; `view` is its state, and everything shown follows from it in `_show`."""

    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../game/layout.tcss", "lesson.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*EXERCISE, *LESSON, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    # What the widgets show; set by _show alone.
    headline: var[Title] = var(Title())
    picture: var[Picture] = var(Picture(NO_GAME))
    words: var[TaskWords] = var(TaskWords())
    card_one: var[Card] = var(Card(Player.ONE))
    card_two: var[Card] = var(Card(Player.TWO))
    hands: var[Hands] = var(NO_HANDS)
    token: var[int | None] = var[int | None](None)
    status: var[Status] = var(Status())
    hint: var[Hint | None] = var[Hint | None](None)
    labels: var[Labels] = var[Labels](())

    def __init__(self, lesson: Lesson, log: LessonLog, engine: EngineClient) -> None:
        super().__init__()
        self._log = log
        self._desk = ExerciseDesk(engine, self, self._learn)
        self._coach = Coach()
        self._view = LessonView.of(lesson, reached(log.progress, lesson).step)

    @property
    def view(self) -> LessonView:
        """The state of the screen; setting it shows it."""
        return self._view

    @view.setter
    def view(self, view: LessonView) -> None:
        before, self._view = self._view, view
        if before.run.hinted_state != view.run.hinted_state:
            self._coach.reset()
        if view.run.is_step_done and not before.run.is_step_done:
            self._keep(view.run.at + 1, is_done=view.run.is_done)
        self._show()

    @property
    def variant(self) -> Variant:
        """The variant of the lesson."""
        return self.view.run.lesson.variant

    @property
    def is_answering(self) -> bool:
        """Whether your move is judged or answered, or a hint is due: the next key follows that."""
        run = self.view.run
        is_hint_due = run.hinted_state is not None and self._coach.is_hint_due
        return self._desk.is_working and (run.wanted is not None or is_hint_due)

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to what they show."""
        yield TitleBar().data_bind(shown=LessonScreen.headline)
        with Container(classes="arena"):
            yield BoardView(id="lesson-board").data_bind(LessonScreen.picture)
            with Vertical(classes="side"):
                cards = zip(Player, (LessonScreen.card_one, LessonScreen.card_two), strict=True)
                for player, card in cards:
                    yield PlayerCard(player).data_bind(card=card)
                    if self.variant.has_tokens:
                        yield self._tray(player)
                yield TaskPanel().data_bind(LessonScreen.words)
                yield HintPanel().data_bind(LessonScreen.hint)
        yield HandLine().data_bind(LessonScreen.hands, LessonScreen.token)
        yield StatusBar().data_bind(LessonScreen.status)
        yield KeyBar().data_bind(LessonScreen.labels)
        yield TooSmall()

    def _tray(self, player: Player) -> TokenTray:
        tray = TokenTray(player, self.variant.tokens_each)
        tray.add_class(f"-{player.word}")
        return tray.data_bind(LessonScreen.hands, LessonScreen.token)

    def on_mount(self) -> None:
        """Note that the lesson was begun, and show it."""
        preferences_of(self).changed.subscribe(self, lambda _: self._show())
        self._keep(self.view.run.at)
        self._show()

    def on_screen_resume(self) -> None:
        """Go on after another screen, which may have needed the engine."""
        self._desk.retry()
        self._serve()

    def on_unmount(self) -> None:
        """Unsubscribe: the signal would keep the screen in memory."""
        preferences_of(self).changed.unsubscribe(self)

    def _keep(self, steps: int, *, is_done: bool = False) -> None:
        notice = self._log.reach(self.view.run.lesson.id, steps, is_done=is_done)
        if notice:
            self.notify(notice, severity="warning", markup=False)

    # Everything shown follows from the state.

    def _show(self) -> None:
        view, run = self.view, self.view.run
        lesson, state = run.lesson, run.timeline.state
        self.headline = Title(lesson.variant.name, run.step.variant.board.label, (lesson.title,))
        self.words = view.words(self._key_of("place"), has_next_lesson=self._next is not None)
        self.hands = (Hand.of(state, Player.ONE), Hand.of(state, Player.TWO))
        self.token, self.hint = view.pointer.token, view.hint
        self.picture = view.picture()
        self.card_one = self.card_two = view.card()
        turn = self.card_one.state
        self.status = Status(self._message(), names=run.names, player=run.you, turn=turn)
        self.labels = self._labels()
        for player in Player:
            self.set_class(player is run.you, f"-you-{player.word}")
        self.set_class(run.step.variant.has_tokens, "-tokens")
        self.set_class(view.hint is not None, "-hinted")
        self.refresh_bindings()
        self._serve()

    def _message(self) -> StatusMessage:
        """Return the sentence under the board; in a small window also what the panel says."""
        view, size = self.view, self.app.size
        if view.aim.remark is not None:
            return view.aim.remark
        if view.hint is not None and not shows_hints_beside(size):
            return StatusMessage(view.hint.sentences, whole=True, is_hint=True)
        if size.width < STANDARD_WIDTH:
            words = self.words
            return StatusMessage(words.sentences, words.is_wrong, whole=True, is_hint=True)
        return view.message()

    def _labels(self) -> Labels:
        label = self.view.go_on_label(has_next_lesson=self._next is not None)
        hint = self.view.hint
        labels = (("place", label),) if label else ()
        if self.view.run.hinted_state is None:
            return labels
        # Even a small window offers a hint where there is something to find.
        return (*labels, ("hint", hint.next.label if hint is not None else "hint"))

    @property
    def _next(self) -> Lesson | None:
        """The lesson that follows, if this one is done and not all are."""
        run = self.view.run
        return next_lesson(self._log.progress, run.lesson.variant.slug) if run.is_done else None

    def _key_of(self, command: str) -> str:
        return preferences_of(self).key_of(command)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this game does not have."""
        del parameters
        if action == "next_token":
            run = self.view.run
            return run.step.variant.has_tokens and not run.is_step_done
        return None if self.view.unavailable(action, self._key_of) else True

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Say things where there is room for them."""
        self._show()

    # Moves.

    def play(self, move: Move) -> None:
        """Try a move; what it leads to is up to the lesson."""
        if is_too_small(self.app.size):
            return
        self._desk.retry()
        self.view = self.view.play(move)

    def action_place(self) -> None:
        """Place on the cell under the cursor, or go on: take back, next step, next lesson."""
        view, run = self.view, self.view.run
        if view.is_wrong:
            self.action_undo()
        elif view.aim.is_typing(run.state):  # the blank within a move, or Enter after it
            self._warn(NOT_TYPED)
        elif not run.is_step_done:
            self.play(view.pointer.move)
        elif not run.is_done:
            self.view = view.with_run(run.next())
        elif self._next is None:
            self.action_leave()
        else:
            self.post_message(ShowLesson(self._next))

    def action_undo(self) -> None:
        """Take back a wrong move."""
        self.view = self.view.with_run(self.view.run.take_back())

    def action_again(self) -> None:
        """Start the lesson over."""
        self._coach.reset()
        self.view = LessonView.at_step(self.view.run.again())

    @on(BoardView.Chosen)
    def place_on(self, event: BoardView.Chosen) -> None:
        """Place on the cell that was clicked."""
        if self.view.run.may_move:
            self._aim_at(self.view.aim.point_at(event.cell))
            self.play(self.view.pointer.move)

    @on(BoardView.Pointed)
    def point_at(self, event: BoardView.Pointed) -> None:
        """Move the cursor to the mouse."""
        self._aim_at(self.view.aim.point_at(event.cell))

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to a neighbouring cell, if there is one."""
        self._aim_at(self.view.aim.move_cursor(self.view.run.state, down, right))

    def action_next_token(self, by: int = 1) -> None:
        """Take another token of the hand."""
        self._aim_at(self.view.aim.take_next(self.view.run.state, by))

    @on(TokenTaken)
    def take_clicked_token(self, event: TokenTaken) -> None:
        """Take the token that was clicked."""
        if self.view.run.may_move:
            self._aim_at(self.view.aim.take(self.view.run.state, event.number))

    def on_key(self, event: events.Key) -> None:
        """Take a digit as a token or a cell; say why a key does nothing now."""
        if event.character in _DIGITS:
            if self.view.run.may_move:
                self._aim_at(self.view.aim.type_digit(self.view.run.state, event.character))
            return
        commands = preferences_of(self).commands
        if event.key in commands["type"].keys.split(","):
            self._warn(NOT_TYPED)
        for name in ("hint", "undo"):
            refusal = self.view.unavailable(name, self._key_of)
            if refusal and event.key in commands[name].keys.split(","):
                self._warn(refusal)

    def _aim_at(self, aim: Aim) -> None:
        self.view = self.view.with_aim(aim)

    def _warn(self, reason: str) -> None:
        self._aim_at(self.view.aim.warn(reason))

    # The engine: verdicts, answers, reasons and hints.

    def _serve(self) -> None:
        run = self.view.run
        wanted = run.wanted or self._coach.wants_line_after
        if wanted is None and run.exercise.analysis is None:
            wanted = run.hinted_state  # a hint, or the reason, will need it
        self._desk.ask(wanted)

    def _learn(self, analysis: Analysis) -> None:
        view, coach = self.view, self._coach
        if analysis.state == coach.wants_line_after:
            coach.learn_line(analysis.line)
        self.view = view.with_run(view.run.learn(analysis))
        self._give_hint(analysis)

    def action_hint(self) -> None:
        """Give the next step of a hint: where a good move is, then which, then why."""
        if self._desk.retry():
            self._coach.reset()  # the last hint was that nothing is known
        self._coach.ask_hint()
        self._give_hint()
        self._serve()

    def _give_hint(self, found: Analysis | None = None) -> None:
        """Give the hint that is due; `found` is what the engine has just answered."""
        run, coach = self.view.run, self._coach
        if run.hinted_state is None:
            return
        is_about_it = found is not None and found.state == run.hinted_state
        coach.analysis = found if is_about_it else run.exercise.analysis
        hint = coach.due_hint(run.names, run.exercise.asked.last_move)
        if hint is not None:
            self.view = self.view.with_hint(hint)

    # Leaving.

    def action_leave(self) -> None:
        """Hide the hint, or return to the list of lessons."""
        if self.view.hint is not None:
            self._coach.end_hint()
            self.view = LessonView(self.view.run, Aim(self.view.pointer))
        else:
            self._desk.ask(None)
            self.dismiss()
