"""A puzzle: find the move that wins, and play the win against the best defence."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.screen import Screen

from gridlock_tui.match.puzzle_log import Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_share import share_text
from gridlock_tui.match.store.library import Library
from gridlock_tui.rules import Move, Player, Variant
from gridlock_tui.tui.aim import Aim
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, ON_PUZZLE, PUZZLE, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.exercise_desk import ExerciseDesk
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.hints import Hint, Next
from gridlock_tui.tui.game.saving import Saver
from gridlock_tui.tui.pointer import NOT_TYPED, take_back_first
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.puzzle_view import PuzzleView, today_words
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar, Labels
from gridlock_tui.tui.widgets.player_card import Card, PlayerCard
from gridlock_tui.tui.widgets.puzzle_panel import PuzzlePanel, PuzzleWords
from gridlock_tui.tui.widgets.status_bar import Status, StatusBar
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
from gridlock_tui.tui.wording import puzzles
from gridlock_tui.tui.wording.moves import StatusMessage

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis

_WHY = "Why it wins"
_COSTS = "Hints cost"
_SOLUTION_COSTS = "The solution costs"


class PuzzleScreen(ScreenFixes, Screen[None]):
    """Shows one puzzle; `view` is its state, and everything shown follows from it in `_show`."""

    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../game/layout.tcss", "puzzle.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*ON_PUZZLE, *PUZZLE, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    # What the widgets show; set by _show alone.
    headline: var[Title] = var(Title())
    picture: var[Picture] = var(Picture(NO_GAME))
    words: var[PuzzleWords] = var(PuzzleWords())
    card: var[Card] = var(Card(Player.ONE))
    hands: var[Hands] = var(NO_HANDS)
    token: var[int | None] = var[int | None](None)
    status: var[Status] = var(Status())
    hint: var[Hint | None] = var[Hint | None](None)
    labels: var[Labels] = var[Labels](())

    def __init__(
        self, sitting: Sitting, room: PuzzleRoom, library: Library, engine: EngineClient
    ) -> None:
        super().__init__()
        self._room, self._library, self._engine = room, library, engine
        self._desk = ExerciseDesk(engine, self, self._learn, self._judge)
        self._coach = Coach()
        self._saver = Saver(library, self)
        view = PuzzleView.of(sitting, room.state())
        is_over = sitting.mode is Mode.DAILY and not sitting.is_begun
        known = today_words(view.state, sitting.attempt.day) if is_over else ""
        self._view = view.with_aim(view.aim.say(known)) if known else view

    @property
    def view(self) -> PuzzleView:
        """The state of the screen; setting it keeps what has changed, and shows it."""
        return self._view

    @view.setter
    def view(self, view: PuzzleView) -> None:
        before, self._view = self._view.run, view
        after = view.run
        if (before.state, before.is_finished) != (after.state, after.is_finished):
            self._coach.reset()
        if before != after:
            self._keep()
        self._show()

    @property
    def variant(self) -> Variant:
        """The variant of the puzzle."""
        return self.view.run.state.variant

    @property
    def is_answering(self) -> bool:
        """Whether your move is judged or a hint is due: the next key is for what follows."""
        run = self.view.run
        is_hint_due = run.can_play and self._coach.is_hint_due
        return self._desk.is_working and (run.is_waiting or is_hint_due)

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to what they show."""
        you = self.view.run.you
        yield TitleBar().data_bind(shown=PuzzleScreen.headline)
        with Container(classes="arena"):
            yield BoardView(id="puzzle-board").data_bind(PuzzleScreen.picture)
            with Vertical(classes="side"):
                yield PlayerCard(you).data_bind(card=PuzzleScreen.card)
                if self.variant.has_tokens:
                    tray = TokenTray(you, self.variant.tokens_each)
                    yield tray.data_bind(PuzzleScreen.hands, PuzzleScreen.token)
                yield PuzzlePanel().data_bind(PuzzleScreen.words)
                yield HintPanel().data_bind(PuzzleScreen.hint)
        if self.variant.has_tokens:
            yield HandLine().data_bind(PuzzleScreen.hands, PuzzleScreen.token)
        yield StatusBar().data_bind(PuzzleScreen.status)
        yield KeyBar().data_bind(PuzzleScreen.labels)
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the puzzle."""
        preferences_of(self).changed.subscribe(self, lambda _: self._show())
        # It was left after a wrong move; or it must not be skipped by a restart.
        if self.view.run.is_decided or self.view.sitting.mode is Mode.STREAK:
            self._keep()
        self._show()

    def on_screen_resume(self) -> None:
        """Go on after another screen, which may have needed the engine."""
        self._desk.retry()
        self._serve()

    def on_unmount(self) -> None:
        """Unsubscribe: the signal would keep the screen in memory."""
        preferences_of(self).changed.unsubscribe(self)

    def _keep(self) -> None:
        """Keep how far you have come, at once: whatever happens next, nothing is lost."""
        recorded = self._room.keep(self.view.sitting)
        if recorded is not None:
            self._view = self._view.with_record(recorded, self._room.state())
        self._saver.say(self._room.take_notice())

    # Everything shown follows from the state.

    def _show(self) -> None:
        view, run = self.view, self.view.run
        keys = {"next": self._key_of("puzzle-next"), "undo": self._key_of("undo")}
        self.headline, self.card = view.title, view.card()
        has_title = shows_hints_beside(self.app.size)  # a small window has none
        game = "" if has_title else self.variant.name
        self.words = view.words(keys)._replace(game=game)
        self.hands = (Hand.of(run.state, Player.ONE), Hand.of(run.state, Player.TWO))
        self.token, self.hint = view.pointer.token, view.hint
        self.picture = view.picture()
        self._ask_reason()
        self.status = Status(
            self._message(),
            names=(view.subject, view.subject),
            player=run.you,
            turn=view.turn,
            score=f"{game} {puzzles.stars(view.sitting.puzzle)}".strip(),
        )
        self.labels = self._labels()
        self.set_class(self.variant.has_tokens, "-tokens")
        self.set_class(view.hint is not None, "-hinted")
        self.set_class(run.is_finished, "-over")
        self.refresh_bindings()
        self._serve()

    def _message(self) -> StatusMessage:
        """Return the sentence under the board; in a small window also what the panel says."""
        view, size = self.view, self.app.size
        is_small = size.width < STANDARD_WIDTH
        if view.aim.remark is not None:
            return view.aim.remark
        if view.hint is not None and not shows_hints_beside(size):
            lead = f"{self.words.sentences} " if is_small and self.words.result else ""
            return StatusMessage(lead + view.hint.sentences, whole=True, is_hint=True)
        if is_small:
            words = self.words
            return StatusMessage(words.sentences, words.is_wrong, whole=True, is_hint=True)
        return view.message()

    def _labels(self) -> Labels:
        run, hint = self.view.run, self.view.hint
        labels = (("hint", hint.next.label if hint is not None else Next.NOTHING.label),)
        if run.is_wrong:
            return (("undo", "take back"), ("puzzle-next", "next"))
        return (*labels, ("puzzle-next", "next"), ("puzzle-share", "share"))

    def _key_of(self, command: str) -> str:
        return preferences_of(self).key_of(command)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what cannot be done now, and hide what this game does not have."""
        del parameters
        run = self.view.run
        if action == "next_token":
            return self.variant.has_tokens and not run.is_finished
        if action in ("next", "share"):
            return self.view.counts is not None
        if action == "undo":
            return run.is_wrong
        can = {
            "place": run.can_play,
            "solution": not run.is_waiting,
            "hint": run.can_play or run.is_finished,
        }
        if run.is_finished and action in ("place", "solution"):
            return False
        return True if can.get(action, True) else None

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Say things where there is room for them."""
        self._show()

    @on(BoardView.Rested)
    def _follow_rest(self) -> None:
        """Draw the reason as soon as the end has been seen."""
        if self.view.run.is_finished:
            self._show()

    # Moves.

    def play(self, move: Move) -> None:
        """Try a move."""
        if not is_too_small(self.app.size):
            self._desk.retry()
            self.view = self.view.play(move)

    def action_place(self) -> None:
        """Place on the cell under the cursor, but not after a digit: no move is typed here."""
        view = self.view
        if view.aim.is_typing(view.run.state):
            self._aim_at(view.aim.warn(NOT_TYPED))
        else:
            self.play(view.pointer.move)

    def action_undo(self) -> None:
        """Take back a wrong move."""
        if self.view.run.is_wrong:
            self.view = self.view.with_run(self.view.run.take_back())

    @on(BoardView.Chosen)
    def place_on(self, event: BoardView.Chosen) -> None:
        """Place on the cell that was clicked."""
        if self.view.run.can_play:
            self.play(self.view.pointer._replace(cell=event.cell).move)
        elif self.view.run.is_wrong:
            self._ask_to_take_back()

    @on(BoardView.Pointed)
    def point_at(self, event: BoardView.Pointed) -> None:
        """Move the cursor to the mouse."""
        self._aim_at(self.view.aim.point_at(event.cell))

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor to a neighbouring cell, if there is one."""
        self._aim_at(self.view.aim.move_cursor(self.view.run.state, down, right))

    def action_next_token(self, by: int = 1) -> None:
        """Take another token of the hand."""
        if self.view.run.can_play:
            self._aim_at(self.view.aim.take_next(self.view.run.state, by))

    @on(TokenTaken)
    def take_clicked_token(self, event: TokenTaken) -> None:
        """Take the token that was clicked."""
        if self.view.run.can_play:
            self._aim_at(self.view.aim.take(self.view.run.state, event.number))

    def on_key(self, event: events.Key) -> None:
        """Take a digit as a token or a cell; say why a key does nothing now."""
        view, digit = self.view, event.character or ""
        commands = preferences_of(self).commands
        needs_turn = {*commands["place"].keys.split(","), *commands["hint"].keys.split(",")}
        if event.key in commands["type"].keys.split(","):
            self._aim_at(view.aim.warn(NOT_TYPED))
        elif view.counts is None and event.key in commands["puzzle-next"].keys.split(","):
            self._aim_at(view.aim.warn(puzzles.undecided_words(self._key_of("puzzle-solution"))))
        elif view.run.is_wrong and (digit.isdecimal() or event.key in needs_turn):
            self._ask_to_take_back()
        elif digit.isdecimal() and view.run.can_play:
            self._aim_at(view.aim.type_digit(view.run.state, digit))

    def _aim_at(self, aim: Aim) -> None:
        self.view = self.view.with_aim(aim)

    def _ask_to_take_back(self) -> None:
        self._aim_at(self.view.aim.warn(take_back_first(self._key_of("undo"))))

    def _say(self, words: str) -> None:
        self._aim_at(self.view.aim.say(words))

    # The engine: verdicts, the defence, hints and the reason.

    def _serve(self) -> None:
        run, coach = self.view.run, self._coach
        wanted = run.asks or coach.wants_line_after
        if wanted is None and coach.analysis is None:  # a hint, or the reason, will need it
            wanted = run.state if run.can_play else run.puzzle_state if run.is_finished else None
        self._desk.ask(wanted)

    def _judge(self, analysis: Analysis, defence: Move | None) -> None:
        """Take what is proven about your move, and the best defence against it."""
        view = self.view
        if analysis.state == view.run.asks:
            self.view = view.with_run(view.run.answered(analysis, defence))
        else:
            self._learn(analysis)

    def _learn(self, analysis: Analysis) -> None:
        """Take what is proven about your move, or about the position that hints are about."""
        view, coach = self.view, self._coach
        if analysis.state == view.run.asks:
            is_known = analysis.winner is not None
            self.view = (
                view.with_run(view.run.answered(analysis)) if is_known else view.without_answer()
            )
            return
        if analysis.state == coach.wants_line_after:
            coach.learn_line(analysis.line)
        elif analysis.state in (view.run.state, view.run.puzzle_state):
            coach.analysis = view.run.explained(analysis)
        self._give_hint()
        self._serve()

    def _ask_reason(self) -> None:
        """After the end, when the board rests, ask for the reason."""
        moves = any(board.is_moving for board in self.query(BoardView))
        if self.view.run.is_finished and not moves and not self._coach.hint_step:
            self._coach.ask_reason()
            self.call_later(self._give_hint)

    def action_hint(self) -> None:
        """Give the next step of a hint; say first what it costs."""
        view, run = self.view, self.view.run
        if run.can_play and run.is_clean and not view.is_warned:
            self.view = view.warned(
                Hint(
                    puzzles.cost_words(view.sitting.mode),
                    heading=_COSTS,
                    next=Next.GIVE,
                    is_answer=False,
                )
            )
            return
        if self._desk.retry():
            self._coach.reset()  # the last hint was that nothing is known
        self._coach.ask_hint()
        self._give_hint()
        self._serve()

    def _give_hint(self) -> None:
        view, coach = self.view, self._coach
        if not (view.run.can_play or view.run.is_finished):
            return
        hint = coach.due_hint(view.names, view.last_move)
        if hint is None:
            return
        if view.run.is_finished:
            hint = hint._replace(heading=_WHY)
        elif hint.is_answer:
            view = view.with_run(view.run.with_hint())
        self.view = view.with_hint(hint)

    def action_solution(self) -> None:
        """Give up: show what wins; say first what it costs."""
        view = self.view
        words = puzzles.solution_cost_words(view.sitting, self._key_of("puzzle-solution"))
        warning = Hint(words, heading=_SOLUTION_COSTS, is_answer=False)
        if view.counts is None and view.hint != warning:
            self.view = view.with_hint(warning)
        else:
            self.view = view.with_run(view.run.give_up())

    # Afterwards.

    def action_share(self) -> None:
        """Copy the result."""
        view, sitting = self.view, self.view.sitting
        streak = 0
        if sitting.mode is Mode.DAILY:
            streak = view.state.record.daily_streak(view.state.today)
        elif sitting.mode is Mode.STREAK:
            streak = sitting.behind + sitting.run.is_clean
        text = share_text(
            view.counts or sitting.attempt, sitting.puzzle, streak, ascii_only=uses_ascii(self)
        )
        self.app.copy_to_clipboard(text)
        self._say("Copied: your result, without the answer.")

    def action_picture(self) -> None:
        """Write a picture of the position to a file."""
        timeline = self.picture.timeline
        title = f"{puzzles.TITLES[self.view.sitting.mode]}: {self.view.sitting.puzzle.id}"
        self._saver.picture(timeline.state, self.view.names, timeline.last_move, title)

    def action_next(self) -> None:
        """Go to the next puzzle; after that of the day, practise."""
        sitting, mode = self.view.sitting, self.view.sitting.mode
        if mode is Mode.DAILY:
            mode = Mode.PRACTICE
        else:
            self._room.leave_behind(sitting)
        following = self._room.upcoming(mode, sitting.puzzle.id)
        self._saver.say(self._room.take_notice())
        if following is None:
            self._say(puzzles.no_puzzle_words(mode))
        elif self.is_active:  # the key may come twice
            self._desk.ask(None)
            self.app.switch_screen(PuzzleScreen(following, self._room, self._library, self._engine))

    def action_leave(self) -> None:
        """Hide the hint, or return to the puzzles."""
        if self.view.hint is not None and not self.view.run.is_finished:
            self._coach.end_hint()
            self.view = self.view.without_hint()
        else:
            self._desk.ask(None)
            self.dismiss()
