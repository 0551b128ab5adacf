"""What a lesson says about your last move, for the app and for line mode."""

from __future__ import annotations

from typing import NamedTuple

from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.reason_search import explain
from gridlock_tui.engine.reasons import Reason
from gridlock_tui.match.advice import explanation
from gridlock_tui.match.exercise import Stage
from gridlock_tui.match.lessons import LessonRun, Reply, Task
from gridlock_tui.match.naming import addressing_you
from gridlock_tui.rules import closing_reason, write_move

_GO_BACK = "Try another move."


class Told(NamedTuple):
    """What is said about your last move."""

    title: str = ""
    """The verdict, or the name of the idea; empty if there is nothing to say."""
    text: str = ""
    is_wrong: bool = False
    """Whether the move is not what was asked for."""

    @property
    def sentences(self) -> str:
        """All of it as text."""
        return f"{self.title}: {self.text}" if self.title and self.text else self.text


def reason_of(run: LessonRun) -> Reason | None:
    """Return why the move that you found wins, as soon as it is known.

    If the move wins for no reason that is known, the reason is about another one.
    """
    analysis, asked = run.exercise.analysis, run.exercise.asked.state
    if analysis is None or not (run.is_step_done and run.step.task is Task.FIND):
        return None
    reason = analysis.reason
    if reason is None or run.tried is None or reason.move == run.tried:
        return reason
    if run.step.variant.has_tokens:  # other tokens win too, and their reasons need no search
        return explain(asked, run.tried, solver_for(asked)) or reason
    return reason


def told(run: LessonRun) -> Told:
    """Return what to say about your last move; nothing before the first."""
    match run.reply:
        case Reply.NONE:
            return Told()
        case Reply.ILLEGAL:
            return Told("Not allowed", _refusal(run), is_wrong=True)
        case Reply.OTHER:
            return Told("Not this one", _other(run), is_wrong=True)
        case Reply.WAITING:
            return Told("", "Thinking…")
        case Reply.FAILED:
            return Told("No answer", "The engine did not answer. Try again.", is_wrong=True)
        case Reply.ANSWERED:
            return Told("Right", f"{_other_name(run)} answers {_written_answer(run)}.")
        case Reply.WRONG:
            return Told("That loses", _refutation(run), is_wrong=True)
        case Reply.DONE:
            return _done(run)


def _done(run: LessonRun) -> Told:
    then = run.step.then
    match run.step.task:
        case Task.PLACE:
            return Told("Well placed", then)
        case Task.REFUSED:
            return Told("Well tried", _joined(_refusal(run), then))
        case Task.FIND:
            return _found(run, then)
        case Task.FINISH:
            why = " ".join(closing_reason(run.state, run.names).split())
            return Told("You win", _joined(addressing_you(why, run.names), then))


def _found(run: LessonRun, then: str) -> Told:
    reason, asked = reason_of(run), run.exercise.asked
    tried = "" if run.tried is None else write_move(run.step.variant, run.tried)
    if reason is None:
        return Told("Right", _joined(f"{tried} wins.", then))
    title, text = explanation(reason, asked.state, run.names, asked.last_move)
    if run.tried != reason.move:
        text = f"{tried} wins too. {text}"
    return Told(title, _joined(text, then))


def _refutation(run: LessonRun) -> str:
    reply = run.exercise.reply
    if reply is not None:
        answer = f"{_other_name(run)} answers {write_move(run.step.variant, reply)}"
        distance = run.exercise.lost_in
        soon = "" if distance is None else " at once" if distance == 1 else f" in {distance}"
        return f"{answer} and wins{soon}. {_GO_BACK}"
    # The best reply may still be on its way.
    return _GO_BACK if run.exercise.stage is Stage.WRONG else "Thinking…"


def _other(run: LessonRun) -> str:
    move = run.step.move
    named = "" if move is None else write_move(run.step.variant, move)
    if run.step.task is Task.PLACE:
        return f"You may place there, but for now place {named}."
    return f"You may place there. Try {named} instead."


def _refusal(run: LessonRun) -> str:
    words = (run.tried is not None and run.exercise.asked.state.why_not(run.tried)) or ""
    return f"{words[:1].upper()}{words[1:]}."


def _written_answer(run: LessonRun) -> str:
    answer = run.exercise.answer
    return "" if answer is None else write_move(run.step.variant, answer)


def _other_name(run: LessonRun) -> str:
    return run.you.other.symbol


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
