"""Lessons in line mode, in words: what stands where is told, and the grid is drawn on request."""

from __future__ import annotations

from functools import partial
from typing import TextIO

from gridlock_tui.cli.lines import Lines
from gridlock_tui.cli.speech import (
    error_words,
    move_words,
    position_words,
    possible_moves,
    turn_words,
)
from gridlock_tui.engine import Analysis, analyse
from gridlock_tui.match import advice
from gridlock_tui.match.lesson_words import told
from gridlock_tui.match.lessons import (
    Lesson,
    LessonRun,
    Progress,
    Reply,
    Task,
    all_lessons,
    next_lesson,
    reached,
)
from gridlock_tui.match.naming import addressing_you
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.rules import (
    GameState,
    GridlockError,
    draw_grid,
    expected_move,
    read_placement,
)
from gridlock_tui.rules.text import counted

_HOW = "Type a move, or hint, why, again, board, grid, moves, help, quit."


def list_lessons(progress: Progress) -> list[str]:
    """Return a line for each lesson, and which one comes next."""
    lessons = all_lessons()
    width = max((len(lesson.id) for lesson in lessons), default=0)
    lines = [
        f"{lesson.id:<{width + 1}} {_come(progress, lesson):<14} {lesson.about}"
        for lesson in lessons
    ]
    follows = next_lesson(progress)
    end = "All lessons are done." if follows is None else f"Next: gridlock learn {follows.id}"
    return [*lines, end]


def _come(progress: Progress, lesson: Lesson) -> str:
    step, is_done = reached(progress, lesson)
    if is_done:
        return "done"
    steps = len(lesson.steps)
    return f"{step} of {counted(steps, 'step')}"


class LineLesson:
    """One lesson on standard input and output."""

    def __init__(self, lesson: Lesson, log: LessonLog, source: TextIO, out: TextIO) -> None:
        self._log, self._lines = log, Lines(source, out)
        self.run = LessonRun.begin(lesson, reached(log.progress, lesson).step)
        self._analyses: dict[GameState, Analysis] = {}
        self._hints = 0
        self._is_left = False

    def play(self) -> None:
        """Go through the steps until the lesson is done, the student quits or the input ends."""
        lesson = self.run.lesson
        self._say(f"{lesson.variant.title}, lesson: {lesson.title}. {lesson.about}", _HOW)
        self._say(self._keep(self.run.at))
        self._begin_step()
        while not self._is_left:
            line = self._lines.ask("Your move: ")
            if line is None:
                self._say("The input has ended; the lesson is not done.")
                return
            self._answer(line)

    def _begin_step(self) -> None:
        run = self.run
        steps = len(run.lesson.steps)
        self._say(f"Step {run.at + 1} of {steps}. Board {run.step.variant.board}.")
        self._tell_position()
        self._say(turn_words(run.state, run.names), run.step.words)

    def _tell_position(self) -> None:
        if self.run.timeline.at:
            self._say(*position_words(self.run.state, self.run.names))
        else:
            self._say("The board is empty.")

    def _answer(self, line: str) -> None:
        commands = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "why": self._why,
            "again": lambda: self._say(self.run.step.words),
            "board": self._tell_position,
            "grid": lambda: self._say(draw_grid(self.run.state)),
            "moves": self._list_moves,
            "quit": self._quit,
            "q": self._quit,
        }
        try:
            commands.get(line.strip().casefold(), partial(self._take, line))()
        except GridlockError as error:
            self._say(error_words(error))

    def _take(self, line: str) -> None:
        """Try the move of this line, and say what it leads to."""
        before = self.run
        move = read_placement(before.step.variant, line, None, before.you)
        self.run = before.play(move)
        self._learn()
        run = self.run
        notice = self._keep(run.at + 1, is_done=run.is_done) if run.is_step_done else ""
        # What a right move does, and what is answered, is told like every move of line mode.
        if run.reply in (Reply.DONE, Reply.ANSWERED) and before.step.task is not Task.REFUSED:
            state = before.state
            for made in run.timeline.moves[before.timeline.at : run.timeline.at]:
                self._say(*move_words(state, made, run.names))
                state = state.play(made)
        said = told(run)
        self._say(f"{said.title}. {said.text}".strip() if said.title else said.text)
        if run.reply is Reply.WRONG:
            self.run = run.take_back()
        elif run.is_step_done:
            self._say(notice)
            self._go_on()

    def _learn(self) -> None:
        """Ask the engine as long as the lesson needs to know something."""
        before = None
        while (wanted := self.run.wanted) is not None and self.run is not before:
            before, self.run = self.run, self.run.learn(self._analysis(wanted))

    def _go_on(self) -> None:
        run = self.run
        self._hints = 0
        if not run.is_done:
            self.run = run.next()
            self._begin_step()
            return
        follows = next_lesson(self._log.progress)
        more = "All lessons are done." if follows is None else f"Next: gridlock learn {follows.id}"
        self._say("The lesson is done.", more)
        self._is_left = True

    def _keep(self, steps: int, *, is_done: bool = False) -> str:
        """Keep your place, before you are told of it; return a notice."""
        return self._log.reach(self.run.lesson.id, steps, is_done=is_done)

    def _hint(self) -> None:
        self._hints = min(self._hints + 1, advice.LAST_STEP)
        self._tell_hint(self._hints)

    def _why(self) -> None:
        self._tell_hint(advice.LAST_STEP)

    def _tell_hint(self, step: int) -> None:
        run, state = self.run, self.run.hinted_state
        if state is None:
            self._say(run.step.words)
            return
        last = run.exercise.asked.last_move
        self._say(advice.hint_words(self._analysis(state), step, run.names, last))

    def _analysis(self, state: GameState) -> Analysis:
        if state not in self._analyses:
            self._analyses[state] = analyse(state)
        return self._analyses[state]

    def _list_moves(self) -> None:
        self._say(*possible_moves(self.run.state, in_words=True))

    def _help(self) -> None:
        variant = self.run.step.variant
        self._say(
            variant.essence,
            f"To move, write {expected_move(variant)}.",
            "hint says where a winning move is, then which, then why; why says it at once.",
            "again repeats what is asked, board tells what stands where, grid draws it, "
            "moves lists where you can place, quit leaves: your place is kept.",
        )

    def _quit(self) -> None:
        self._say("The lesson is left; your place is kept.")
        self._is_left = True

    def _say(self, *lines: str) -> None:
        for line in filter(None, lines):  # a screen reader would say "blank" for an empty line
            self._lines.say(addressing_you(line, self.run.names))
