"""The review: a game gone through move by move, every move graded by what is proven of it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.timer import Timer
from textual.widgets import Static

from gridlock_tui.engine import Analysis
from gridlock_tui.match import Game, Settings, Setup, Timeline
from gridlock_tui.match.review import Grade, GradedMove, Review, review
from gridlock_tui.rules import DEFAULT_NAMES, Move, Names, Player, Variant
from gridlock_tui.tui import grades
from gridlock_tui.tui.commands import ANYWHERE, REVIEW, bindings
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.painter import Signs
from gridlock_tui.tui.screens.painted import PaintedScreen
from gridlock_tui.tui.thinking import Thinker
from gridlock_tui.tui.widgets.board import NO_GAME, BoardView
from gridlock_tui.tui.widgets.grade_bar import GradeBar
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import Mark, MoveLog
from gridlock_tui.tui.widgets.stand_graph import StandGraph, Standings
from gridlock_tui.tui.widgets.title_bar import NO_SETUP, TitleBar
from gridlock_tui.tui.widgets.too_small import TooSmall

POSITION_SECONDS = 5.0
"""How long each position is worked on before it is said to be not known."""
_NOTHING_FOUND = review(NO_GAME, [])


class ReviewScreen(PaintedScreen[None]):
    """Shows a game with its grades; steps through it, and lets it play by itself."""

    AUTO_FOCUS = ""
    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*REVIEW, *ANYWHERE))

    setup: var[Setup] = var(NO_SETUP)
    """What was agreed before the game."""
    names: var[Names] = var(DEFAULT_NAMES)
    """What the players are called."""
    note: var[str] = var("")
    """What the title says besides: that this is a review, and of which day."""
    timeline: var[Timeline] = var(NO_GAME, init=False)
    """The game, and which of its states is looked at."""
    found: var[Review] = var(_NOTHING_FOUND, init=False)
    """The grades of all moves, as far as they are proven."""
    thinking: var[bool] = var(False, init=False)
    """Whether the engine is still at work."""
    playing: var[float] = var(0.0)
    """The seconds from one move to the next while they follow one another; 0 while they do not."""
    glyphs: var[Glyphs] = var(UNICODE)
    """The characters to draw with."""

    # What the widgets show follows from these, see _show.
    at: var[int] = var(0)
    """How many moves were made before the state that is looked at."""
    signs: var[Signs] = var(())
    """At a slip, the moves that would have won."""
    marks: var[tuple[Mark, ...]] = var(())
    """What is said of each move in the list."""
    standings: var[Standings] = var(())
    """Who stands to win in each state."""
    slips: var[frozenset[int]] = var(frozenset())
    """The states that were reached by throwing a win away."""
    stands: var[Player | None] = var[Player | None](None)
    """Who stands to win in the state that is looked at."""
    words: var[str] = var("")
    """How the move that is looked at is graded."""
    tone: var[str] = var("")
    """The style of these words."""
    more: var[str] = var("")
    """What it did, or what would have been better."""
    also: var[str] = var("")
    """What else would have been better."""

    def __init__(self, game: Game, glyphs: Glyphs, thinker: Thinker, day: str = "") -> None:
        super().__init__()
        self.set_reactive(ReviewScreen.setup, game.setup)
        self.set_reactive(ReviewScreen.names, game.setup.names)
        self.set_reactive(ReviewScreen.timeline, game.timeline)
        self.set_reactive(ReviewScreen.found, review(game.timeline, []))
        self.set_reactive(ReviewScreen.glyphs, glyphs)
        self.set_reactive(ReviewScreen.note, "  ".join(filter(None, ["Review", day])))
        self._thinker = thinker
        self._analyses: list[Analysis | None] = [None] * len(game.timeline.states)
        self._settings = Settings()
        self._timer: Timer | None = None

    @property
    def variant(self) -> Variant:
        """What was played."""
        return self.setup.variant

    def compose(self) -> ComposeResult:
        """Lay out the widgets and bind them to the state."""
        shared = (ReviewScreen.timeline, ReviewScreen.glyphs)
        yield TitleBar().data_bind(
            ReviewScreen.setup, ReviewScreen.names, ReviewScreen.note, ReviewScreen.glyphs
        )
        with Container(id="review-table"):
            yield BoardView(id="review-board").data_bind(*shared, ReviewScreen.signs)
            with Vertical(id="review-side"):
                yield Static("Moves", classes="heading")
                yield MoveLog(id="review-log").data_bind(
                    *shared, ReviewScreen.names, ReviewScreen.marks
                )
                yield Static("Who stood to win", classes="heading", id="stand-heading")
                yield StandGraph().data_bind(
                    ReviewScreen.standings,
                    ReviewScreen.slips,
                    ReviewScreen.at,
                    ReviewScreen.glyphs,
                )
        yield GradeBar().data_bind(
            *shared,
            ReviewScreen.names,
            ReviewScreen.words,
            ReviewScreen.tone,
            ReviewScreen.more,
            ReviewScreen.also,
            ReviewScreen.stands,
            ReviewScreen.thinking,
            pace=ReviewScreen.playing,
        )
        yield KeyBar()
        yield TooSmall(self.glyphs)

    def on_mount(self) -> None:
        """Show what is known without the engine, and ask it for the rest."""
        self._show()
        self.thinking = True
        self.run_worker(self._judge())

    # The grades.

    async def _judge(self) -> None:
        """Have every state analysed, the last one first: what is found there helps before it."""
        for at in reversed(range(len(self.timeline.states))):
            await self._analyse(at)
        for slip in reversed(self.found.slips):
            await self._prove(slip)
        self.thinking = False

    async def _analyse(self, at: int) -> None:
        state = self.timeline.states[at]
        if state.is_over:
            return
        async for analysis in self._thinker.analyses(state, POSITION_SECONDS):
            before = self._analyses[at]
            # Asked a second time, the engine has to come to what it knew before.
            if before is None or grades.known_of(analysis) >= grades.known_of(before):
                self._analyses[at] = analysis
                self.found = review(self.timeline, self._analyses)

    async def _prove(self, slip: GradedMove) -> None:
        """Follow the line that would have won, where time was too short for all of it."""
        at, line = slip.number - 1, slip.line
        while not grades.is_over_after(self.timeline.states[at], line):
            state = Timeline.replay(self.timeline.states[at], line).state
            further: tuple[Move, ...] = ()
            async for analysis in self._thinker.analyses(state, POSITION_SECONDS):
                further = analysis.line
            if not further:
                return
            line += further
        found = self._analyses[at]
        if found is not None:
            self._analyses[at] = replace(found, line=line)
            self.found = review(self.timeline, self._analyses)

    # What is shown follows from the state.

    def watch_timeline(self) -> None:
        """Show another state."""
        self._show()

    def watch_found(self) -> None:
        """Show what more is known."""
        self._show()

    def watch_thinking(self) -> None:
        """Say what will not be known."""
        self._show()

    def _show(self) -> None:
        found, at = self.found, self.timeline.at
        self.at = at
        self.standings = found.standings
        self.stands = found.standings[at]
        self.slips = frozenset(slip.number for slip in found.slips)
        self.marks = tuple(self._mark(number) for number in range(len(found.moves)))
        pending = self._is_pending(max(at - 1, 0))
        # Whoever made a first move that was taken over sat on the other side.
        names = self.setup.as_agreed().names if at <= 1 else self.names
        told = grades.told(found, self.timeline, names, pending)
        self.words, self.tone, self.more, self.also = told
        self.signs = self._better()

    def _mark(self, index: int) -> Mark:
        grade = self.found.moves[index].grade
        if grade is Grade.UNKNOWN and self._is_pending(index):
            return Mark(self.glyphs.free, "", grades.STYLES[grade])
        words = grades.short_words(grade)
        return Mark(grades.sign_of(grade, self.glyphs), words, grades.STYLES[grade])

    def _is_pending(self, index: int) -> bool:
        """Say whether the engine may still find out more about this state."""
        analysis = self._analyses[index]
        return self.thinking and not (analysis is not None and analysis.is_final)

    def _better(self) -> Signs:
        """Return signs for what would have been better than the move that is looked at."""
        at = self.timeline.at
        before = self._analyses[at - 1] if at else None
        if before is None or at not in self.slips:
            return ()
        return grades.better_signs(self.found.moves[at - 1], before, self.glyphs)

    def _say(self, words: str) -> None:
        """Say something else for once, until another state is shown."""
        self.more, self.also = words, ""

    # Step by step.

    def action_jump(self, at: int) -> None:
        """Look at the state after this many moves."""
        self._stop()
        self.timeline = self.timeline.jump(at)

    def action_earlier(self) -> None:
        """Go one move back."""
        self.action_jump(self.timeline.at - 1)

    def action_later(self) -> None:
        """Go one move on."""
        self.action_jump(self.timeline.at + 1)

    def action_last(self) -> None:
        """Go to the last move."""
        self.action_jump(len(self.timeline.moves))

    def action_next_slip(self) -> None:
        """Go to the next slip, after the last one to the first; say so if there is none."""
        number = self.found.next_slip(self.timeline.at)
        if number is not None:
            self.action_jump(number)
        else:
            self._say(grades.no_slip_words(self.found, self.thinking))

    @on(MoveLog.Jumped)
    def jump_by_log(self, event: MoveLog.Jumped) -> None:
        """Look at the move that was clicked."""
        self.action_jump(event.at)

    @on(StandGraph.Jumped)
    def jump_by_graph(self, event: StandGraph.Jumped) -> None:
        """Look at the move whose column was clicked."""
        self.action_jump(event.at)

    def action_toggle_moves(self) -> None:
        """Show or hide the moves where there is no room for both them and a large board."""
        self.toggle_class("-moves")

    # By itself.

    def action_play(self) -> None:
        """Let the moves follow one another, from the start if this is the end; or stop."""
        if self.app.animation_level == "none":  # then nothing moves by itself
            self.action_later()
        elif self.playing:
            self._stop()
        else:
            if self.timeline.is_present:
                self.timeline = self.timeline.jump(0)
            self._play()

    def _play(self) -> None:
        self._stop()
        self.playing = self._settings.pace
        self._timer = self.set_interval(self.playing, self._advance)

    def _stop(self) -> None:
        self.playing = 0.0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _advance(self) -> None:
        """Go on by a move; with the last one it is over."""
        self.timeline = self.timeline.redo()
        if self.timeline.is_present:
            self._stop()

    def action_faster(self) -> None:
        """Let the moves follow sooner."""
        self._set_pace(self._settings.faster())

    def action_slower(self) -> None:
        """Let the moves follow later."""
        self._set_pace(self._settings.slower())

    def _set_pace(self, settings: Settings) -> None:
        if settings.pace:  # a game that is over at once is not played
            self._settings = settings
        if self.playing:
            self._play()
        self._say(f"A move every {self._settings.pace:g} seconds.")

    def action_leave(self) -> None:
        """Go back; the engine is wanted elsewhere."""
        self.workers.cancel_node(self)
        self.dismiss()
