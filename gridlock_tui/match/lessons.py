"""Lessons: what they ask, and how far you have come in one.

A lesson is data, in `lessons.toml`: positions in the notation of its variant, and words. A
`LessonRun` says what is asked now and what a move leads to; front ends show it and send it moves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridlock_tui.match.naming import YOU
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    FIRST_GAME,
    VARIANTS,
    Board,
    GameState,
    GridlockError,
    Move,
    Names,
    Player,
    Variant,
    read_moves,
)
from gridlock_tui.rules.text import listed, quoted

if TYPE_CHECKING:
    from gridlock_tui.engine import Analysis
    from gridlock_tui.match.exercise import Exercise

_FILE = "lessons.toml"


class Task(Enum):
    """What a step of a lesson asks for."""

    PLACE = "place"
    """Make this move and see what it does."""
    REFUSED = "refused"
    """Try this move, which is illegal, and read why."""
    FIND = "find"
    """Find a move that wins."""
    FINISH = "finish"
    """Win the game against the best defence."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: a position and what to do in it."""

    task: Task
    variant: Variant
    """The variant on the board of this step."""
    moves: str
    """The moves that lead to the position, from the empty board."""
    words: str
    """What is asked."""
    move: Move | None = None
    """The move to make or to try."""
    right: tuple[Move, ...] = ()
    """The moves that win, where one has to be found."""
    idea: str = ""
    """The idea that wins, by the name that hints give it: `Mirror`."""
    then: str = ""
    """What to say when the step is done."""
    how: str = ""
    """How to do it in the app, by keys and by mouse."""

    def start(self) -> Timeline:
        """Return the position, and the moves that led to it."""
        return Timeline.replay(self.variant.start(), read_moves(self.variant, self.moves))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps about one rule or one idea."""

    id: str
    variant: Variant
    title: str
    about: str
    """One sentence."""
    steps: tuple[Step, ...]


class Reached(NamedTuple):
    """How far somebody has come in a lesson."""

    step: int = 0
    """The number of steps done."""
    is_done: bool = False
    """Whether it was done once, even if it was begun again."""


Progress = Mapping[str, Reached]
"""How far you have come in each lesson, by its id; one that was not begun is missing."""


# The lessons there are.


def all_lessons() -> tuple[Lesson, ...]:
    """Return the lessons of the registered variants, those of the first game first."""
    order = [FIRST_GAME.slug, *VARIANTS]
    return tuple(sorted(_read(), key=lambda lesson: order.index(lesson.variant.slug)))


def find_lesson(name: str) -> Lesson:
    """Return the lesson with this id, or raise GridlockError."""
    lessons = {lesson.id: lesson for lesson in all_lessons()}
    found = lessons.get(name.strip().casefold())
    if found is None:
        known = listed(list(lessons)[:3], last="or")
        raise GridlockError(f"there is no lesson {quoted(name)}: write one such as {known}")
    return found


def next_lesson(progress: Progress, slug: str = "") -> Lesson | None:
    """Return the first lesson that is not done, of this game if it has one; None if all are."""
    left = [each for each in all_lessons() if not reached(progress, each).is_done]
    return next((each for each in left if each.variant.slug == slug), next(iter(left), None))


def reached(progress: Progress, lesson: Lesson) -> Reached:
    """Return how far somebody has come in a lesson."""
    return progress.get(lesson.id, Reached())


@cache
def _read() -> tuple[Lesson, ...]:
    text = Path(__file__).with_name(_FILE).read_text(encoding="utf-8")
    found = tomllib.loads(text)["lesson"]
    return tuple(_lesson(each) for each in found if each["variant"] in VARIANTS)


def _lesson(data: dict[str, Any]) -> Lesson:
    variant = VARIANTS[data["variant"]]
    steps = tuple(_step(variant, each) for each in data["step"])
    return Lesson(data["id"], variant, data["title"], data["about"], steps)


def _step(variant: Variant, data: dict[str, Any]) -> Step:
    if "size" in data:
        board = Board.from_text(data["size"])
        variant = variant.resized(board.rows, board.columns)
    move = data.get("move")
    return Step(
        Task(data["do"]),
        variant,
        data.get("moves", ""),
        data["words"],
        variant.move(move) if move else None,
        read_moves(variant, data.get("right", "")),
        data.get("idea", ""),
        data.get("then", ""),
        data.get("how", ""),
    )


# A lesson in progress.


class Reply(Enum):
    """What became of your last move."""

    NONE = "nothing was tried yet"
    ILLEGAL = "the move is illegal"
    OTHER = "the move is legal, but not the one that is asked for"
    WAITING = "it is not known yet"
    FAILED = "the engine did not answer"
    ANSWERED = "the move was right, and the defence has answered"
    WRONG = "the move loses"
    DONE = "the step is done"


@dataclass(frozen=True, slots=True)
class LessonRun:
    """A lesson, the step you are at, and what became of your last move."""

    lesson: Lesson
    exercise: Exercise
    at: int = 0
    """The number of the step, counted from 0."""
    reply: Reply = Reply.NONE
    tried: Move | None = None
    """Your last move."""

    @classmethod
    def begin(cls, lesson: Lesson, at: int = 0) -> LessonRun:
        """Return the lesson at a step; after the last one it starts over."""
        at = at if at < len(lesson.steps) else 0
        return cls(lesson, _exercise(lesson.steps[at]), at)

    @property
    def step(self) -> Step:
        """The step you are at."""
        return self.lesson.steps[self.at]

    @property
    def timeline(self) -> Timeline:
        """The position on the board."""
        return self.exercise.timeline

    @property
    def state(self) -> GameState:
        """The state on the board."""
        return self.timeline.state

    @property
    def you(self) -> Player:
        """Your side in this step."""
        return self.exercise.you

    @property
    def names(self) -> Names:
        """How the players are called: You, and the other by its letter."""
        other = self.you.other.symbol
        return (YOU, other) if self.you is Player.ONE else (other, YOU)

    @property
    def is_step_done(self) -> bool:
        """Whether the next step can follow."""
        return self.reply is Reply.DONE

    @property
    def is_done(self) -> bool:
        """Whether the last step is done."""
        return self.is_step_done and self.at == len(self.lesson.steps) - 1

    @property
    def may_move(self) -> bool:
        """Whether a move is asked for now."""
        from gridlock_tui.match.exercise import Stage

        return self.exercise.stage is Stage.ASKED and not self.is_step_done

    @property
    def pointed(self) -> Move | None:
        """The move that this step names; None if you have to find it."""
        return self.step.move if self.may_move else None

    @property
    def wanted(self) -> GameState | None:
        """The position whose analysis is needed now: for a verdict, an answer or a reason."""
        needs_reason = self.is_step_done and self.step.task is Task.FIND
        if needs_reason and self.exercise.analysis is None:
            return self.exercise.asked.state
        return self.exercise.wanted

    @property
    def hinted_state(self) -> GameState | None:
        """The position that a hint is about; None where there is nothing to find."""
        finds = self.step.task in (Task.FIND, Task.FINISH)
        return self.exercise.asked.state if finds and self.may_move else None

    def play(self, move: Move) -> LessonRun:
        """Return the run after you have tried a move, legal or not."""
        if not self.may_move:
            return self
        tried = replace(self, tried=move)
        is_legal = self.state.refusal(move) is None
        task = self.step.task
        if task is Task.REFUSED:
            is_asked = self.step.move is not None and move.cell == self.step.move.cell
            illegal = Reply.DONE if is_asked else Reply.ILLEGAL
            return replace(tried, reply=Reply.OTHER if is_legal else illegal)
        if not is_legal:
            return replace(tried, reply=Reply.ILLEGAL)
        if task is Task.PLACE and move != self.step.move:
            return replace(tried, reply=Reply.OTHER)
        return tried._with(self.exercise.play(move))

    def learn(self, analysis: Analysis) -> LessonRun:
        """Return the run with what is proven about the position that was wanted."""
        return self._with(self.exercise.learn(analysis))

    def take_back(self) -> LessonRun:
        """Return the run before a wrong move."""
        exercise = self.exercise.take_back()
        if exercise is self.exercise:
            return self
        return replace(self, exercise=exercise, reply=Reply.NONE, tried=None)

    def next(self) -> LessonRun:
        """Return the run at the next step, if this one is done and there is another."""
        follows = self.is_step_done and not self.is_done
        return LessonRun.begin(self.lesson, self.at + 1) if follows else self

    def again(self) -> LessonRun:
        """Return the run at the beginning of the lesson."""
        return LessonRun.begin(self.lesson)

    def _with(self, exercise: Exercise) -> LessonRun:
        from gridlock_tui.match.exercise import Stage

        if exercise is self.exercise:
            return self
        replies = {
            Stage.JUDGED: Reply.WAITING,
            Stage.ANSWERED: Reply.WAITING,
            Stage.REFUTED: Reply.WRONG,
            Stage.WRONG: Reply.WRONG,
            Stage.SOLVED: Reply.DONE,
        }
        reply = replies.get(exercise.stage, self.reply)
        if exercise.has_failed and not self.exercise.has_failed:
            reply = Reply.FAILED
        elif exercise.stage is Stage.ASKED and exercise.asked != self.exercise.asked:
            reply = Reply.ANSWERED
        return replace(self, exercise=exercise, reply=reply)


def _exercise(step: Step) -> Exercise:
    from gridlock_tui.match.exercise import Exercise

    right = (step.move,) if step.move else step.right
    return Exercise.begin(step.start(), right, plays_out=step.task is Task.FINISH)
