"""A student who goes through lessons, with or without mistakes."""

from collections.abc import Iterator

from gridlock_tui.engine import Verdict, analyse
from gridlock_tui.match.lessons import Lesson, LessonRun, Reply, Step, Task, all_lessons
from gridlock_tui.rules import Move


def steps() -> Iterator[tuple[str, Step]]:
    """Yield every step of every lesson, with a name for it."""
    for lesson in all_lessons():
        for number, step in enumerate(lesson.steps, start=1):
            yield f"{lesson.id} {number}", step


def moves_with(run: LessonRun, verdict: Verdict) -> list[Move]:
    """Return the moves of the position on the board that win, or lose."""
    return [value.move for value in analyse(run.state).moves if value.verdict is verdict]


def right_move(run: LessonRun) -> Move:
    """Return what the step asks for."""
    move = run.pointed
    return move if move is not None else moves_with(run, Verdict.WIN)[0]


def wrong_move(run: LessonRun) -> Move | None:
    """Return a legal move that is not what the step asks for, if there is one."""
    if run.step.task in (Task.FIND, Task.FINISH):
        return next(iter(moves_with(run, Verdict.LOSS)), None)
    return next((move for move in run.state.legal_moves if move != run.step.move), None)


def answered(run: LessonRun) -> LessonRun:
    """Tell the run what the engine knows, until it needs nothing more."""
    while (wanted := run.wanted) is not None:
        run = run.learn(analyse(wanted))
    return run


def done_step(run: LessonRun) -> LessonRun:
    """Return the run with its step done, without a mistake."""
    while not run.is_step_done:
        run = answered(run.play(right_move(run)))
        assert run.reply in (Reply.DONE, Reply.ANSWERED)
    return run


def played(lesson: Lesson) -> LessonRun:
    """Return the lesson, played to its end."""
    run = done_step(LessonRun.begin(lesson))
    while not run.is_done:
        run = done_step(run.next())
    return run
