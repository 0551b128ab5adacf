"""An exercise: a position that you have to win, and a defence that answers.

Lessons show an exercise and send it moves; it decides whether they are right. What it
needs to know about a position it names in `wanted`, and takes in `learn`: who asks the engine, and
how, is up to the front end. Immutable: every change returns a new exercise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from gridlock_tui.engine import Analysis, Verdict, best_of
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GameState, Move, Player


class Stage(Enum):
    """What happens in an exercise now."""

    ASKED = "it is your turn to find a move"
    JUDGED = "your move waits until it is known whether it wins"
    ANSWERED = "your move was right, and the defence looks for its answer"
    REFUTED = "your move was wrong, and the best reply to it is looked for"
    WRONG = "your move was wrong; the board shows it and the reply"
    SOLVED = "you have won, or found the move that wins"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, the moves that count as right in it, and how far you have come."""

    asked: Timeline
    """The position in which you have to find a move, and the moves that led to it."""
    timeline: Timeline
    """The position on the board: also your move, and the reply to it."""
    you: Player
    right: frozenset[Move]
    """The moves that win in the position asked; empty if only the engine knows them."""
    plays_out: bool
    """Whether the win has to be played to the end of the game."""
    stage: Stage = Stage.ASKED
    tried: Move | None = None
    """The move that you have made in the position asked."""
    answer: Move | None = None
    """The last answer of the defence to a right move; None before the first."""
    analysis: Analysis | None = None
    """What is proven about the position asked; None as long as nobody has proven who wins it."""
    lost_in: int | None = None
    """In how many moves the reply to a wrong move wins, if that is known."""
    misses: int = 0
    """How many wrong moves you have made."""
    has_failed: bool = False
    """Whether the engine did not answer, so that your last move was not taken."""

    @classmethod
    def begin(
        cls, start: Timeline, right: Iterable[Move] = (), *, plays_out: bool = False
    ) -> Exercise:
        """Return the exercise in a position; you are the player to move."""
        return cls(start, start, start.state.to_move, frozenset(right), plays_out)

    @property
    def state(self) -> GameState:
        """The state on the board."""
        return self.timeline.state

    @property
    def wanted(self) -> GameState | None:
        """The position whose analysis is needed now; None if none is."""
        match self.stage:
            case Stage.JUDGED:
                return self.asked.state
            case Stage.ANSWERED | Stage.REFUTED:
                return self.state
            case _:
                return None

    @property
    def reply(self) -> Move | None:
        """The reply to a wrong move, if it is known."""
        is_shown = self.stage is Stage.WRONG and self.timeline.at > self.asked.at + 1
        return self.timeline.last_move if is_shown else None

    def play(self, move: Move) -> Exercise:
        """Return the exercise after a move of yours, or raise IllegalMove."""
        if self.stage is not Stage.ASKED:
            return self
        after = replace(self, timeline=self.asked.play(move), tried=move, has_failed=False)
        if self.right:
            return after._judged(is_right=move in self.right)
        after = replace(after, timeline=self.asked, stage=Stage.JUDGED)
        return after if self.analysis is None else after.learn(self.analysis)

    def learn(self, analysis: Analysis) -> Exercise:
        """Return the exercise with what is proven about the position asked, or on the board."""
        if analysis.state == self.asked.state:
            is_known = analysis.verdict is not Verdict.UNKNOWN  # otherwise it is asked again
            known = replace(self, analysis=analysis) if is_known else self
            return known._with_verdict(analysis) if self.stage is Stage.JUDGED else known
        if analysis.state != self.wanted:
            return self
        best = None if analysis.verdict is Verdict.UNKNOWN else best_of(analysis.moves).move
        if self.stage is Stage.REFUTED:
            shown = self.timeline if best is None else self.timeline.play(best)
            return replace(self, timeline=shown, stage=Stage.WRONG, lost_in=analysis.distance)
        if best is None:
            return self._failed()
        return replace(self, answer=best)._answered(self.timeline.play(best))

    def take_back(self) -> Exercise:
        """Return the exercise before a wrong move."""
        if self.stage not in (Stage.WRONG, Stage.REFUTED):
            return self
        return replace(self, timeline=self.asked, tried=None, stage=Stage.ASKED)

    def _with_verdict(self, analysis: Analysis) -> Exercise:
        """Return the exercise after the move that waited, now that all moves are known."""
        assert self.tried is not None
        verdicts = {value.move: value.verdict for value in analysis.moves}
        verdict = verdicts.get(self.tried, Verdict.UNKNOWN)
        if verdict is Verdict.UNKNOWN:
            return replace(self._failed(), analysis=None)
        after = replace(self, timeline=self.asked.play(self.tried))
        return after._judged(is_right=verdict is Verdict.WIN)

    def _judged(self, *, is_right: bool) -> Exercise:
        """Return the exercise with the move on the board judged."""
        if is_right:
            return self._answered(self.timeline)
        stage = Stage.WRONG if self.state.is_over else Stage.REFUTED
        return replace(self, stage=stage, lost_in=None, misses=self.misses + 1)

    def _answered(self, timeline: Timeline) -> Exercise:
        """Return the exercise with a position that you win: solved, your turn, or theirs."""
        after = replace(self, timeline=timeline)
        if timeline.state.is_over or not self.plays_out:
            return replace(after, stage=Stage.SOLVED)
        if timeline.state.to_move is not self.you:
            return replace(after, stage=Stage.ANSWERED)
        return replace(
            after,
            asked=timeline,
            right=frozenset(),
            stage=Stage.ASKED,
            tried=None,
            analysis=None,
        )

    def _failed(self) -> Exercise:
        return replace(self, timeline=self.asked, tried=None, stage=Stage.ASKED, has_failed=True)
