"""The review: a game step by step, with a proven grade for every move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from gridlock_tui.engine import Analysis
from gridlock_tui.match import Game, Timeline
from gridlock_tui.match.review import Grade, GradedMove, Review, review
from gridlock_tui.match.settings import DEFAULT_PACE, faster, slower
from gridlock_tui.rules import Move, Player, Variant
from gridlock_tui.tui.board.picture import Picture, Signs
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, REVIEW, Command, bindings
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.side import cards_of, result_line, swap_words
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.advantage_graph import AdvantageGraph, Graph
from gridlock_tui.tui.widgets.grade_bar import GradeBar, GradeReport
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import Mark, MoveList, MoveLog
from gridlock_tui.tui.widgets.moves_heading import MovesHeading
from gridlock_tui.tui.widgets.player_card import Card, PlayerCard
from gridlock_tui.tui.widgets.title_bar import Title, TitleBar
from gridlock_tui.tui.widgets.too_small import HEIGHTS, WIDTHS, TooSmall
from gridlock_tui.tui.wording import grades
from gridlock_tui.tui.wording.players import shown_names

POSITION_SECONDS = 5.0
"""Seconds the analysis of one position may take; what is unproven then is unknown."""


@dataclass(frozen=True)
class ReviewState:
    """Everything the review shows follows from this."""

    timeline: Timeline
    """The game, and which of its states is shown."""
    analyses: tuple[Analysis | None, ...]
    """The analysis of each state, as far as it is known."""
    found: Review
    """The grades that follow from the analyses."""
    thinking: bool = False
    """Whether the engine is still working."""
    pace: float = 0.0
    """The seconds per move while the game plays by itself; 0 while it does not."""
    remark: str = ""
    """A message shown until the next change."""

    @classmethod
    def of(cls, timeline: Timeline) -> ReviewState:
        """Return the state before the engine has found anything."""
        return cls(timeline, (None,) * len(timeline.states), review(timeline, []))

    def learn(self, at: int, analysis: Analysis) -> ReviewState:
        """Return the state with this analysis of a position, and the grades that follow."""
        analyses = (*self.analyses[:at], analysis, *self.analyses[at + 1 :])
        found = review(self.timeline, analyses)
        return replace(self, analyses=analyses, found=found, remark="")

    def is_pending(self, at: int) -> bool:
        """Return whether the engine may still find out more about this position."""
        analysis = self.analyses[at]
        return self.thinking and not (analysis is not None and analysis.is_final)

    @property
    def better(self) -> Signs:
        """At a mistake, signs for the moves that would have won."""
        at = self.timeline.at
        if not at or self.found.moves[at - 1].grade is not Grade.MISTAKE:
            return ()
        before = self.analyses[at - 1]
        return grades.better_signs(self.found.moves[at - 1], before) if before else ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The grade of every move, for the list of moves."""
        return tuple(
            grades.PENDING
            if move.grade is Grade.UNKNOWN and self.is_pending(at)
            else grades.MARKS[move.grade]
            for at, move in enumerate(self.found.moves)
        )


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
        yield GradeBar().data_bind(ReviewScreen.report)
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what is known without the engine, and start it."""
        self.state = replace(self.state, thinking=True)
        self.run_worker(self._grade())

    # The grades.

    async def _grade(self) -> None:
        """Analyse every state, the last one first: its result helps with those before it."""
        for at in reversed(range(len(self.state.timeline.states))):
            await self._analyse(at)
        for mistake in reversed(self.state.found.mistakes):
            await self._prove(mistake)
        self.state = replace(self.state, thinking=False, remark="")

    async def _analyse(self, at: int) -> None:
        state = self.state.timeline.states[at]
        if state.is_over:
            return
        async for analysis in self._engine.analyses(state, POSITION_SECONDS):
            before = self.state.analyses[at]
            # The engine may know less at first when it is asked about a position again.
            if before is None or grades.knowledge(analysis) >= grades.knowledge(before):
                self.state = self.state.learn(at, analysis)

    async def _prove(self, mistake: GradedMove) -> None:
        """Complete the line that would have won, if the first analysis was too short for it."""
        at, line = mistake.number - 1, mistake.line
        before = self.state.timeline.states[at]
        while not grades.is_over_after(before, line):
            state = Timeline.replay(before, line).state
            further: tuple[Move, ...] = ()
            async for analysis in self._engine.analyses(state, POSITION_SECONDS):
                further = analysis.line
            if not further:
                return
            line += further
        found = self.state.analyses[at]
        if found is not None:
            self.state = self.state.learn(at, replace(found, line=line))

    # Showing the state.

    def watch_state(self) -> None:
        """Show the new state."""
        state, names = self.state, shown_names(self.setup)
        timeline, found = state.timeline, state.found
        at = timeline.at
        # Before a swap the players had each other's side.
        agreed = shown_names(self.setup.as_agreed())
        movers = agreed if at <= 1 else names
        summary = grades.summary(found, timeline, movers, state.is_pending(max(at - 1, 0)))
        if state.remark:
            summary = summary._replace(more=state.remark, also="")
        self.picture = Picture(timeline, signs=state.better)
        game = Game(self.setup, timeline)
        self.card_one, self.card_two = cards_of(game, says_winner=True)
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

    @on(BoardView.Resized)
    def _follow_board(self) -> None:
        """Explain the signs as they are drawn at this size."""
        self.report = self.report._replace(legend=self._legend())

    def _legend(self) -> str:
        if not self.picture.signs:
            return ""
        return grades.better_legend(worded=self.query_one(BoardView).is_worded)

    # Step by step.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what leads nowhere from this move."""
        timeline = self.state.timeline
        if action == "earlier" or (action, parameters) == ("jump", (0,)):
            return True if timeline.at else None
        if action in ("later", "last"):
            return None if timeline.is_present else True
        return True

    def action_jump(self, at: int) -> None:
        """Show the state after this many moves."""
        self._stop()
        self._go_to(self.state.timeline.jump(at))

    def _go_to(self, timeline: Timeline) -> None:
        self.state = replace(self.state, timeline=timeline, remark="")
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
        """Go back, and free the engine."""
        self.workers.cancel_node(self)
        self.dismiss()
