"""The state of the puzzle screen. Immutable; everything on the screen follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from gridlock_tui.match import Timeline
from gridlock_tui.match.puzzle_log import Attempt, Mode, Recorded
from gridlock_tui.match.puzzle_room import RoomState, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.rules import IllegalMove, Move, Names, Player
from gridlock_tui.tui.aim import Aim
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.pointer import Pointer
from gridlock_tui.tui.widgets.player_card import Card
from gridlock_tui.tui.widgets.puzzle_panel import PuzzleWords, week_signs
from gridlock_tui.tui.widgets.title_bar import Title
from gridlock_tui.tui.wording import puzzles
from gridlock_tui.tui.wording.moves import StatusMessage, about_cell, as_drawn

_THINKING = "Thinking…"
_NO_ANSWER = "The engine did not answer. Try again."
_RIGHT = "Right"
_WRONG = "That loses"


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle, where you point, the hint that was given, and your record."""

    sitting: Sitting
    state: RoomState
    before: Timeline
    """The moves that led to the position."""
    aim: Aim
    hint: Hint | None = None
    """The hint, or after the end why the move wins."""
    recorded: Recorded | None = None
    """What counts, as soon as it is decided."""
    is_warned: bool = False
    """Whether it was said what a hint costs."""

    @classmethod
    def of(cls, sitting: Sitting, state: RoomState) -> PuzzleView:
        """Return the view of a puzzle."""
        puzzle = sitting.puzzle
        before = Timeline.replay(puzzle.game.start(_first(sitting)), puzzle.moves)
        return cls(
            sitting, state, before, Aim(Pointer.to_search(sitting.run.state, puzzle.solution))
        )

    # Changes.

    @property
    def run(self) -> PuzzleRun:
        """The puzzle as it stands."""
        return self.sitting.run

    @property
    def pointer(self) -> Pointer:
        """The cell under the cursor, and the token in hand."""
        return self.aim.pointer

    @property
    def counts(self) -> Attempt | None:
        """The attempt that counts, as soon as there is one: of the daily puzzle, the first."""
        if self.recorded is not None:
            return self.recorded.attempt
        attempt = self.sitting.attempt
        known = self.state.record.dailies.get(attempt.day) if attempt.mode is Mode.DAILY else None
        return known or (attempt if attempt.is_decided else None)

    def with_run(self, run: PuzzleRun) -> PuzzleView:
        """Return the view after a move, an answer or a hint."""
        same = run.timeline == self.run.timeline and not run.is_finished
        return replace(
            self,
            sitting=self.sitting.with_run(run),
            aim=Aim(self.pointer.fitting(run.state)),
            hint=self.hint if same else None,
        )

    def play(self, move: Move) -> PuzzleView:
        """Return the view after your move, or with what speaks against it."""
        if not self.run.can_play:
            return self
        try:
            run = self.run.play(move)
        except IllegalMove as error:
            return self.with_aim(self.aim.point_at(move.cell).warn(str(error)))
        view = self.with_run(run)
        return view.with_aim(view.aim.point_at(move.cell))

    def without_answer(self) -> PuzzleView:
        """Return the view before a move about which the engine said nothing."""
        timeline = self.run.timeline
        before = Timeline(timeline.states[:-1], timeline.moves[:-1], timeline.at - 1)
        run = replace(self.run, timeline=before, is_waiting=False)
        view = self.with_run(run)
        return view.with_aim(view.aim.warn(_NO_ANSWER))

    def with_aim(self, aim: Aim) -> PuzzleView:
        """Return the view with another cell, token or remark."""
        return replace(self, aim=aim)

    def with_hint(self, hint: Hint) -> PuzzleView:
        """Return the view with a hint given; the pointer goes to its move."""
        return replace(self, hint=hint, aim=self.aim.point_to(hint.move))

    def warned(self, hint: Hint) -> PuzzleView:
        """Return the view with what a hint costs; the next one is given."""
        return replace(self.with_hint(hint), is_warned=True)

    def with_record(self, recorded: Recorded, state: RoomState) -> PuzzleView:
        """Return the view with what counts now."""
        return replace(self, recorded=recorded, state=state)

    def without_hint(self) -> PuzzleView:
        """Return the view with no hint shown."""
        return replace(self, hint=None, aim=Aim(self.pointer))

    # What the widgets show.

    @property
    def names(self) -> Names:
        """How the players are called."""
        return puzzles.symbols(self.run)

    @property
    def last_move(self) -> Move | None:
        """The move before yours, in the position that hints are about."""
        return self.timeline.last_move if self.run.can_play else self.before.last_move

    @property
    def timeline(self) -> Timeline:
        """The whole game: the moves that led to the position, and those made since."""
        made, before = self.run.timeline, self.before
        return Timeline(
            (*before.states, *made.states[1:]),
            (*before.moves, *made.moves),
            before.at + made.at,
        )

    @property
    def title(self) -> Title:
        """The line at the top."""
        sitting, puzzle = self.sitting, self.sitting.puzzle
        is_daily = sitting.mode is Mode.DAILY
        which = puzzles.day_words(sitting.attempt.day) if is_daily else _id_words(sitting)
        return Title(puzzles.TITLES[sitting.mode], which, (puzzles.board_words(puzzle),))

    def picture(self) -> Picture:
        """Return what the board shows: after the end the position of the puzzle with its reason."""
        run, hint = self.run, self.hint
        sketch = hint.sketch if hint is not None else None
        explains = run.is_given_up or (run.is_finished and sketch is not None)
        return Picture(
            self.before if explains else self.timeline,
            None if run.is_finished else self.pointer.cell,
            self.pointer.token,
            may_place=run.can_play,
            pulses=not run.is_waiting and bool(run.timeline.moves),
            sketch=sketch,
        )

    @property
    def subject(self) -> str:
        """What `turn` is about: you, or your wrong move."""
        return "This move" if self.run.is_wrong else "You"

    @property
    def turn(self) -> str:
        """What you are about to do, for a window without room for your card."""
        run = self.run
        if run.is_finished:
            return "have won" if run.is_solved else "could have won"
        return "loses" if run.is_wrong else "to play and win"

    def card(self) -> Card:
        """Return your card."""
        run = self.run
        name = f"{self.subject} {self.turn}"
        short = "You to win" if run.can_play or run.is_waiting else name
        return Card(run.you, name, short, has_turn=not run.is_wrong)

    def words(self, keys: dict[str, str]) -> PuzzleWords:
        """Return what the panel shows, given the keys of commands."""
        sitting, run, state = self.sitting, self.run, self.state
        title, text = self._verdict()
        follows = ("", "")
        if run.is_finished:
            follows = (f"{keys['next']}: next puzzle", "screen.next")
        elif run.is_wrong:
            follows = (f"{keys['undo']}: take it back", "screen.undo")
        is_rated = sitting.mode is not Mode.SLIPS
        rating = self.recorded.rating if self.recorded else state.record.rating
        return PuzzleWords(
            puzzles.task_words(sitting),
            title,
            text,
            run.is_wrong,
            puzzles.result_title(sitting),
            puzzles.change_words(self.recorded),
            sitting.attempt.tries,
            puzzles.stars(sitting.puzzle),
            "",
            puzzles.rating_words(rating) if is_rated else "",
            puzzles.streak_row(sitting, state),
            week_signs(state) if sitting.mode is Mode.DAILY else (),
            follows,
            self.hint is not None,
        )

    def _verdict(self) -> tuple[str, str]:
        """Return the verdict on your last move, and what there is to say about it."""
        run = self.run
        if run.is_finished:
            return "", puzzles.result_words(self.sitting, self.counts)
        if run.is_waiting:
            return "", _THINKING
        about = as_drawn(puzzles.about_last_move(run))
        if run.is_wrong:
            return _WRONG, f"{about} {puzzles.wrong_words(self.sitting, self.counts)}".lstrip()
        return (_RIGHT, f"{about} Go on until you have won.") if about else ("", "")

    def message(self) -> StatusMessage:
        """Return the sentence under the board: what placing on the cell would do."""
        run = self.run
        if self.aim.remark is not None:
            return self.aim.remark
        if not run.can_play or run.state.owner(self.pointer.cell) is not None:
            return StatusMessage()
        words = about_cell(run.state, self.pointer.cell, self.pointer.token, self.names)
        return StatusMessage(words, player=run.you)


def today_words(state: RoomState, day: date) -> str:
    """Return that the daily puzzle of a day has its result already; nothing if it is open."""
    known = state.record.dailies.get(day)
    if known is None or not known.is_final:
        return ""
    return f"{'Solved' if known.solved else 'Missed'} already: your first result counts."


def _first(sitting: Sitting) -> Player:
    return Player(sitting.puzzle.first)


def _id_words(sitting: Sitting) -> str:
    """Return the id of a puzzle of the pack; a slip has none that says anything."""
    return "" if sitting.mode is Mode.SLIPS else sitting.puzzle.id
