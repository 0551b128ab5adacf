"""The review: a game step by step, with a proven grade for every move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from gridlock_tui.match import Game, Timeline
from gridlock_tui.match.naming import shown_names
from gridlock_tui.match.settings import DEFAULT_PACE, faster, slower
from gridlock_tui.rules import Names, Player, Variant
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, REVIEW, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.game.side import cards_of, result_line, swap_words
from gridlock_tui.tui.grading import Grader, Grading
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.review_state import ReviewState
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.advantage_graph import AdvantageGraph, Graph
from gridlock_tui.tui.widgets.grade_bar import GradeBar, GradeReport
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar, Labels
from gridlock_tui.tui.widgets.move_log import MoveList, MoveLog
from gridlock_tui.tui.widgets.moves_heading import MovesHeading
from gridlock_tui.tui.widgets.player_card import Card, PlayerCard
from gridlock_tui.tui.widgets.title_bar import Title, TitleBar
from gridlock_tui.tui.widgets.too_small import (
    HEIGHTS,
    WIDTHS,
    TooSmall,
    is_roomy,
    shows_hints_beside,
)
from gridlock_tui.tui.wording import grades


class ReviewScreen(ScreenFixes, Screen[None]):
    """Shows a game with its grades; goes through it by keys, by mouse or by itself."""

    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../game/layout.tcss", "review.tcss"]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*REVIEW, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    state: var[ReviewState] = var(ReviewState.of(NO_GAME), init=False)
    """The state of the review."""
    lists_moves: var[bool] = var(False, toggle_class="-moves")
    """Whether a small window shows the list of moves."""

    # What the widgets show; `watch_state` sets it.
    card_one: var[Card] = var(Card(Player.ONE))
    card_two: var[Card] = var(Card(Player.TWO))
    picture: var[Picture] = var(Picture(NO_GAME))
    moves: var[MoveList] = var(MoveList(NO_GAME))
    graph: var[Graph] = var(Graph())
    report: var[GradeReport] = var(GradeReport(NO_GAME))
    hint: var[Hint | None] = var[Hint | None](None)
    labels: var[Labels] = var[Labels](())

    def __init__(self, game: Game, engine: EngineClient, day: str = "") -> None:
        super().__init__()
        self.set_reactive(ReviewScreen.state, ReviewState.of(game.timeline))
        self.setup, self._engine, self._day = game.setup, engine, day
        self._pace = DEFAULT_PACE
        self._timer: Timer | None = None

    @property
    def variant(self) -> Variant:
        """The variant of the game."""
        return self.setup.variant

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to what they show."""
        yield TitleBar().data_bind(shown=Title.of(self.variant, "Review", self._day))
        with Container(classes="arena"):
            yield BoardView(id="review-board").data_bind(ReviewScreen.picture)
            with Vertical(classes="side"):
                yield PlayerCard(Player.ONE).data_bind(card=ReviewScreen.card_one)
                yield PlayerCard(Player.TWO).data_bind(card=ReviewScreen.card_two)
                yield MovesHeading()
                yield MoveLog(id="review-log").data_bind(ReviewScreen.moves)
                yield Static("Who stood to win", classes="heading", id="stand-heading")
                yield AdvantageGraph().data_bind(ReviewScreen.graph)
                yield HintPanel("review-why").data_bind(ReviewScreen.hint)
        yield GradeBar().data_bind(ReviewScreen.report)
        yield KeyBar().data_bind(ReviewScreen.labels)
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what is known without the engine, and start it."""
        self.state = replace(self.state, thinking=True)
        self.run_worker(self._grade())

    # The grades.

    async def _grade(self) -> None:
        await Grader(self._engine, self.state.timeline, self._learn).run()
        self.state = replace(self.state, thinking=False, remark="")

    def _learn(self, grading: Grading) -> None:
        self.state = replace(self.state, grading=grading, remark="")
        self.refresh_bindings()

    # Showing the state.

    @property
    def _movers(self) -> Names:
        """The players as they were when the current move was made: before a swap the others."""
        return shown_names(self.setup if self.state.timeline.at > 1 else self.setup.as_agreed())

    def watch_state(self) -> None:
        """Show the new state."""
        self._show()

    def _show(self) -> None:
        state, names = self.state, shown_names(self.setup)
        timeline, found = state.timeline, state.found
        at = timeline.at
        agreed, movers = shown_names(self.setup.as_agreed()), self._movers
        summary = grades.summary(found, timeline, movers, state.is_pending(max(at - 1, 0)))
        if state.remark:
            summary = summary._replace(more=state.remark, also="")
        hint = self._show_hint(movers)
        shown = timeline
        if hint is not None and hint.sketch is not None:
            shown = timeline.jump(at - 1)
            self.picture = Picture(shown, sketch=hint.sketch)
            if not shows_hints_beside(self.app.size):
                more = hint.sentences
                summary = summary._replace(more=more, also="", brief="", is_reason=True)
        else:
            self.picture = Picture(timeline, signs=state.better)
        game = Game(self.setup, timeline)
        self.card_one, self.card_two = cards_of(Game(self.setup, shown), says_winner=True)
        self.moves = MoveList(timeline, state.marks, swap_words(game), result_line(game))
        self.graph = Graph(found.winners, frozenset(each.number for each in found.mistakes), at)
        self.report = GradeReport(
            timeline,
            names if at else agreed,
            summary,
            found.winners[at],
            state.thinking,
            state.pace,
            self._legend(),
        )

    def _show_hint(self, names: Names) -> Hint | None:
        """Show what would have won beside the board, if there is room; return it."""
        hint, drawn = self.state.hint(names), self.state.why is not None
        self.hint = hint
        self.labels = (("review-why", hint.next.label),) if hint is not None else ()
        self.set_class(hint is not None and (drawn or is_roomy(self.app.size)), "-hinted")
        return hint

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Explain the signs as they are drawn at this size, and show a reason where it fits."""
        self._show()

    def _legend(self) -> str:
        if not self.picture.signs:
            return ""
        key = preferences_of(self).key_of("review-why")
        return grades.better_legend(key, worded=self.query_one(BoardView).is_worded)

    def action_hint(self) -> None:
        """Draw why a move wins, or what would have won instead of it, then how it goes on."""
        self._stop()
        self.state = self.state.next_why(self._movers)

    # Step by step.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what leads nowhere from this move."""
        timeline = self.state.timeline
        if action == "earlier" or (action, parameters) == ("jump", (0,)):
            return True if timeline.at else None
        if action in ("later", "last"):
            return None if timeline.is_present else True
        if action == "hint":
            return True if self.state.mistake or self.state.winning else None
        return True

    def on_key(self, event: events.Key) -> None:
        """Say why the key for the reason does nothing here."""
        keys = preferences_of(self).commands["review-why"].keys.split(",")
        if event.key in keys and not self.check_action("hint", ()):
            self._stop()
            self._say(grades.no_why_words(self.state.made, self._movers))

    def action_jump(self, at: int) -> None:
        """Show the state after this many moves."""
        self._stop()
        self._go_to(self.state.timeline.jump(at))

    def _go_to(self, timeline: Timeline) -> None:
        self.state = replace(self.state.without_why(), timeline=timeline, remark="")
        self.refresh_bindings()

    def _say(self, remark: str) -> None:
        self.state = replace(self.state, remark=remark)

    def action_earlier(self) -> None:
        """Go one move back."""
        self.action_jump(self.state.timeline.at - 1)

    def action_later(self) -> None:
        """Go one move forward."""
        self.action_jump(self.state.timeline.at + 1)

    def action_last(self) -> None:
        """Go to the last move."""
        self.action_jump(len(self.state.timeline.moves))

    def action_next_mistake(self) -> None:
        """Go to the next mistake; say so if there is none, and then start from the first."""
        state, at = self.state, self.state.timeline.at
        words = grades.no_mistake_words(state.found, state.thinking)
        # A review opens at the end of the game, and its first mistake is wanted there.
        at_end = state.timeline.is_present and at not in [m.number for m in state.found.mistakes]
        starts_over = at_end or state.remark == words
        number = state.found.next_mistake(at) or (starts_over and state.found.next_mistake(0))
        if number:
            self.action_jump(number)
        else:
            self._say(words)

    @on(MoveLog.Jumped)
    @on(AdvantageGraph.Jumped)
    def jump_to_clicked(self, event: MoveLog.Jumped | AdvantageGraph.Jumped) -> None:
        """Go to the move that was clicked."""
        self.action_jump(event.at)

    # By itself.

    def action_play(self) -> None:
        """Play the moves one after the other, from the start if this is the end; or stop."""
        if self.app.animation_level == "none":
            self.action_later()
        elif self.state.pace:
            self._stop()
        else:
            if self.state.timeline.is_present:
                self._go_to(self.state.timeline.jump(0))
            self._play()

    def _play(self) -> None:
        self._stop()
        self.state = replace(self.state, pace=self._pace)
        self._timer = self.set_interval(self._pace, self._advance)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.state = replace(self.state, pace=0.0)

    def _advance(self) -> None:
        """Show the next move; stop at the last one."""
        self._go_to(self.state.timeline.redo())
        if self.state.timeline.is_present:
            self._stop()

    def action_faster(self) -> None:
        """Play faster."""
        self._set_pace(faster(self._pace))

    def action_slower(self) -> None:
        """Play slower."""
        self._set_pace(slower(self._pace))

    def _set_pace(self, pace: float) -> None:
        if pace:  # 0 would show the end at once
            self._pace = pace
        if self.state.pace:
            self._play()
        self._say(f"A move every {self._pace:g} seconds.")

    def action_leave(self) -> None:
        """Hide what is drawn, or go back, and free the engine."""
        if self.state.why is not None:
            self.state = self.state.without_why()
            return
        self.workers.cancel_node(self)
        self.dismiss()
