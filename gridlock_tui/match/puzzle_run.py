"""Solve a puzzle: you play the whole win against the best defence. Pure; front ends show it.

The run says which position has to be analysed (`asks`) and takes the analysis (`answered`): it
judges your move, and plays the longest defence or, if your move loses, its refutation. A wrong move
can be taken back, but counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from gridlock_tui.engine import Analysis, best_of
from gridlock_tui.engine.analysis import about_move
from gridlock_tui.engine.puzzles import Puzzle, packed, unpacked
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GameState, GridlockError, Move, Player
from gridlock_tui.rules.text import quoted


class Try(Enum):
    """What became of one of your moves; the value is its sign in stored text."""

    RIGHT = "+"
    HELPED = "?"
    """Right, after a hint."""
    WRONG = "x"


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """One attempt at a puzzle. Immutable: every change returns a new run."""

    puzzle: Puzzle
    timeline: Timeline
    """The states from the position of the puzzle on."""
    tries: tuple[Try, ...] = ()
    """Your moves so far, also those that you took back."""
    helped: frozenset[int] = frozenset()
    """After how many moves you had a hint; several hints in one position count once."""
    is_waiting: bool = False
    """Whether your move is on the board and its analysis is asked for."""
    is_wrong: bool = False
    """Whether your move loses. Its refutation is on the board; take both back to go on."""
    is_given_up: bool = False
    """Whether you asked for the solution, which counts as a wrong move."""

    @classmethod
    def begin(cls, puzzle: Puzzle) -> PuzzleRun:
        """Return a new attempt."""
        return cls(puzzle, Timeline.begin(puzzle.state))

    # What is so.

    @property
    def state(self) -> GameState:
        """The position on the board."""
        return self.timeline.state

    @property
    def puzzle_state(self) -> GameState:
        """The position of the puzzle."""
        return self.timeline.states[0]

    @property
    def you(self) -> Player:
        """The side that you play."""
        return self.timeline.states[0].to_move

    @property
    def asks(self) -> GameState | None:
        """The position whose analysis is needed to go on; None if it is your turn, or the end."""
        return self.state if self.is_waiting else None

    @property
    def is_solved(self) -> bool:
        """Whether you have won."""
        outcome = self.state.outcome
        is_won = outcome is not None and outcome.winner is self.you
        return is_won and not (self.is_wrong or self.is_given_up)

    @property
    def is_finished(self) -> bool:
        """Whether nothing more can be done: it is solved or given up."""
        return self.is_given_up or self.is_solved

    @property
    def can_play(self) -> bool:
        """Whether it is your turn."""
        return not (self.is_waiting or self.is_wrong or self.is_finished or self.state.is_over)

    @property
    def hints(self) -> int:
        """In how many positions you had a hint."""
        return len(self.helped)

    @property
    def misses(self) -> int:
        """How many of your moves were wrong."""
        return self.tries.count(Try.WRONG)

    @property
    def is_clean(self) -> bool:
        """Whether you have made no mistake and had no hint so far."""
        return not self.misses and not self.helped

    @property
    def is_decided(self) -> bool:
        """Whether the result counts: it is solved, or a move was wrong."""
        return self.is_solved or self.misses > 0

    # What you do.

    def play(self, move: Move) -> PuzzleRun:
        """Return the run after your move, or raise GridlockError."""
        if not self.can_play:
            raise GridlockError("it is not your turn: take the wrong move back first")
        played = replace(self, timeline=self.timeline.play(move))
        outcome = played.state.outcome
        if outcome is None:
            return replace(played, is_waiting=True)
        return played._judged(outcome.winner is self.you)

    def with_hint(self) -> PuzzleRun:
        """Return the run with a hint in this position; unchanged if it is not your turn."""
        return replace(self, helped=self.helped | {self.timeline.at}) if self.can_play else self

    def take_back(self) -> PuzzleRun:
        """Return the run without the wrong move and its refutation, or raise GridlockError."""
        if not self.is_wrong:
            raise GridlockError("there is no wrong move to take back")
        timeline, at = self.timeline, self._your_last
        before = Timeline(timeline.states[: at + 1], timeline.moves[:at], at)
        return replace(self, timeline=before, is_wrong=False)

    def give_up(self) -> PuzzleRun:
        """Return the run with the solution asked for; unchanged if nothing is left to solve."""
        if self.is_finished:
            return self
        # A wrong move on the board has been counted already.
        tries = self.tries if self.is_wrong else (*self.tries, Try.WRONG)
        return replace(self, tries=tries, is_waiting=False, is_wrong=False, is_given_up=True)

    # What the engine does.

    def answered(self, analysis: Analysis, defence: Move | None = None) -> PuzzleRun:
        """Return the run after the reply, given the analysis of the position that it asks for.

        The reply to a right move is the given defence, such as that of the perfect computer, or
        else one that holds out longest; to a wrong move it is the quickest refutation. Unchanged if
        the analysis is of another position. A move about which nothing is known is taken for
        right, except the first one, whose verdict is in the puzzle.
        """
        if analysis.state != self.asks:
            return self
        winner = analysis.winner
        is_first = len(self.timeline.moves) == 1
        if winner is None and is_first and self.timeline.moves[0] not in self.puzzle.solution:
            winner = self.you.other
        run = self._judged(winner is not self.you.other)
        if self.state.to_move is self.you:  # the opponent had to pass
            return run
        best = best_of(analysis.moves).move
        reply = best if run.is_wrong or defence is None else defence
        return replace(run, timeline=run.timeline.play(reply))

    def explained(self, analysis: Analysis) -> Analysis:
        """Return the analysis of the puzzle with the reason of the move that you have found."""
        if not self.is_solved or analysis.state != self.puzzle_state:
            return analysis
        return about_move(analysis, self.timeline.moves[0])

    def _judged(self, is_right: bool) -> PuzzleRun:
        """Return the run with a verdict on your move, which is the last one."""
        right = Try.HELPED if self._your_last in self.helped else Try.RIGHT
        tries = (*self.tries, right if is_right else Try.WRONG)
        return replace(self, tries=tries, is_waiting=False, is_wrong=not is_right)

    @property
    def _your_last(self) -> int:
        """How many moves were made before your last one."""
        movers = [state.to_move for state in self.timeline.states[: self.timeline.at]]
        return max(at for at, mover in enumerate(movers) if mover is self.you)


# A run as text, so that it can be left and resumed.

_RUN = re.compile(
    r"([a-h0-9]{0,999})/([+?x]*)/((?:[0-9]{1,3}(?:,[0-9]{1,3})*)?)/(w?)(x?)", re.ASCII
)
"""The moves on the board are few; your tries may be very many."""


def write_run(run: PuzzleRun) -> str:
    """Return the moves, tries and hints of a run as one line."""
    moves = packed(run.state.board, run.timeline.moves)
    tries = "".join(each.value for each in run.tries)
    helped = ",".join(map(str, sorted(run.helped)))
    return f"{moves}/{tries}/{helped}/{'w' * run.is_waiting}{'x' * run.is_wrong}"


def read_run(puzzle: Puzzle, text: str) -> PuzzleRun:
    """Return the run that `write_run` wrote, every move replayed, or raise GridlockError."""
    match = _RUN.fullmatch(text)
    if match is None:
        raise GridlockError(f"{quoted(text)} is not a puzzle that was left")
    moves, tries, helped, waiting, wrong = match.groups()
    run = PuzzleRun(
        puzzle,
        Timeline.replay(puzzle.state, unpacked(puzzle.game, moves)),
        tuple(map(Try, tries)),
        frozenset(map(int, filter(None, helped.split(",")))),
        bool(waiting),
        bool(wrong),
    )
    if not _is_possible(run):
        raise GridlockError(f"{quoted(text)} is not a puzzle that was left")
    return run


def _is_possible(run: PuzzleRun) -> bool:
    """Return whether a run can have come to this."""
    if run.is_wrong:
        return bool(run.timeline.moves and run.misses) and not run.is_waiting
    if run.is_waiting:
        return bool(run.timeline.moves) and not run.state.is_over
    return run.state.is_over or run.state.to_move is run.you
