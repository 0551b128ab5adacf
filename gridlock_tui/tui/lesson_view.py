"""The state of the lesson screen. Immutable; everything on the screen follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gridlock_tui.match.lesson_words import Told, reason_of, told
from gridlock_tui.match.lessons import Lesson, LessonRun, Reply, Task
from gridlock_tui.rules import Cell, Move
from gridlock_tui.tui.aim import Aim
from gridlock_tui.tui.board.ideas import sketch_of
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.sketch import Sketch
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.pointer import Pointer, take_back_first
from gridlock_tui.tui.widgets.player_card import Card
from gridlock_tui.tui.widgets.task_panel import TaskWords
from gridlock_tui.tui.wording.moves import StatusMessage, about_cell, as_drawn

_HERE = "here"
"""The word on the tile of a move that the lesson names."""
_NOTHING_TO_FIND = "There is nothing to find here: do what the step says."


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson, where you point, and the hint that was given."""

    run: LessonRun
    aim: Aim
    hint: Hint | None = None

    @classmethod
    def of(cls, lesson: Lesson, at: int = 0) -> LessonView:
        """Return the view of a lesson at a step."""
        return cls.at_step(LessonRun.begin(lesson, at))

    @classmethod
    def at_step(cls, run: LessonRun, before: Cell | None = None) -> LessonView:
        """Return the view of a step, with the pointer on the move that it names.

        Otherwise it is where you can place, on the cell before if possible.
        """
        if run.pointed is not None:
            return cls(run, Aim(Pointer.of(run.state, run.pointed)))
        return cls(run, Aim(Pointer.to_search(run.state, run.step.right, before)))

    def with_run(self, run: LessonRun) -> LessonView:
        """Return the view after a change in the lesson: a new step, a move, an answer."""
        if run.at != self.run.at or run.lesson is not self.run.lesson:
            is_same_board = run.step.variant.board == self.run.step.variant.board
            return LessonView.at_step(run, self.pointer.cell if is_same_board else None)
        hint = self.hint if run.hinted_state == self.run.hinted_state else None
        return LessonView(run, Aim(self.pointer.fitting(run.exercise.asked.state)), hint)

    def play(self, move: Move) -> LessonView:
        """Return the view after you have tried a move; what is told of it replaces a hint."""
        view = self.with_run(self.run.play(move))
        return replace(view, aim=view.aim.point_at(move.cell), hint=None)

    @property
    def pointer(self) -> Pointer:
        """The cell under the cursor, and the token in hand."""
        return self.aim.pointer

    def with_aim(self, aim: Aim) -> LessonView:
        """Return the view with another cell, token or remark."""
        return replace(self, aim=aim)

    def with_hint(self, hint: Hint) -> LessonView:
        """Return the view with a hint given; the pointer goes to its move."""
        return replace(self, hint=hint, aim=self.aim.point_to(hint.move))

    def unavailable(self, action: str, key_of: Callable[[str], str]) -> str:
        """Return why there is no hint or no move to take back now; "" if there is."""
        run = self.run
        if action == "undo":
            return "" if self.is_wrong else "There is no wrong move to take back."
        if action != "hint" or run.hinted_state is not None:
            return ""
        if run.is_step_done:
            return f"This step is done: {key_of('place')} goes on."
        if self.is_wrong:
            return take_back_first(key_of("undo"))
        return _NOTHING_TO_FIND if run.may_move else "The engine still looks for an answer."

    # What the widgets show.

    @property
    def is_wrong(self) -> bool:
        """Whether a wrong move is on the board, which can be taken back."""
        return self.run.reply is Reply.WRONG

    def go_on_label(self, *, has_next_lesson: bool) -> str:
        """Return what Space does now, if it does not place; otherwise nothing."""
        if self.is_wrong:
            return "try again"
        if not self.run.is_step_done:
            return ""
        if not self.run.is_done:
            return "next step"
        return "next lesson" if has_next_lesson else "all lessons"

    def words(self, key: str, *, has_next_lesson: bool) -> TaskWords:
        """Return what the panel shows; `key` is the one that goes on."""
        run = self.run
        said = told(run) if self.hint is None else Told()  # the hint says more
        label = self.go_on_label(has_next_lesson=has_next_lesson)
        return TaskWords(
            f"Step {run.at + 1} of {len(run.lesson.steps)}",
            " ".join(filter(None, (run.step.words, run.step.how))),
            said.title,
            as_drawn(said.text),
            said.is_wrong,
            f"{key}: {label}" if label else "",
            run.at + run.is_step_done,
            len(run.lesson.steps),
            run.at,
        )

    def picture(self) -> Picture:
        """Return what the board shows."""
        run = self.run
        sketch = self._sketch()
        explains = sketch is not None and run.is_step_done
        return Picture(
            run.exercise.asked if explains else run.timeline,
            self.pointer.cell,
            self.pointer.token,
            may_place=run.may_move,
            pulses=run.reply in (Reply.WRONG, Reply.ANSWERED),
            sketch=sketch,
        )

    def _sketch(self) -> Sketch | None:
        """Return the reason of the move that was found, the hint, or the move that is named."""
        run = self.run
        reason = reason_of(run)
        if reason is not None:
            return sketch_of(reason, run.exercise.asked.state)
        if self.hint is not None:
            return self.hint.sketch
        move = run.pointed
        if move is None or run.step.task is not Task.PLACE:
            return None
        return Sketch(run.state.play(move), move, _HERE)

    def card(self) -> Card:
        """Return your card."""
        run = self.run
        wins = run.step.task in (Task.FIND, Task.FINISH)
        words = "to win" if wins else "to move"
        if not run.may_move:
            done = "won" if run.state.is_over else "found it"
            words = done if wins and run.is_step_done else ""
        return Card(run.you, run.names[run.you - 1], "", "", words, run.may_move)

    def message(self) -> StatusMessage:
        """Return the sentence under the board: what placing on the cell would do."""
        run = self.run
        if self.aim.remark is not None:
            return self.aim.remark
        if not run.may_move:
            return StatusMessage()
        words = about_cell(run.state, self.pointer.cell, self.pointer.token, run.names)
        return StatusMessage(words, player=run.you)
