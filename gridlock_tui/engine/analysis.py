"""The one entry point: who wins a position, how soon, and what every move is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.impartial import KaylesSolver
from gridlock_tui.engine.partisan import ColSolver
from gridlock_tui.engine.search import PlainSolver
from gridlock_tui.engine.solver import Solver
from gridlock_tui.rules import Bars, GameState, Move, Placement, Player, Sequence, Stuck, Wins


class Verdict(Enum):
    """What a position or a move comes to for the one who is to move or makes it."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def opposite(self) -> Verdict:
        """The verdict for the other player."""
        return _OPPOSITE[self]


_OPPOSITE = {
    Verdict.WIN: Verdict.LOSS,
    Verdict.LOSS: Verdict.WIN,
    Verdict.UNKNOWN: Verdict.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the one who makes it."""

    move: Move
    verdict: Verdict
    distance: int | None
    """The placements to the end, this one included; None if not known."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is proven of a position. Whatever is not proven is said to be unknown."""

    state: GameState
    verdict: Verdict
    """For the player to move."""
    distance: int | None
    """The placements to the end when the winner hurries and the loser delays, if known."""
    moves: tuple[MoveValue, ...]
    """Every legal move, in the order of the rules."""
    grundy: int | None
    """The Grundy value, where the game is impartial and played to the normal end, if known."""
    line: tuple[Move, ...]
    """Best play from here, as far as its lengths are known."""

    @property
    def winner(self) -> Player | None:
        """Who wins with best play, if known."""
        if self.verdict is Verdict.UNKNOWN:
            return None
        mover = self.state.to_move
        return mover if self.verdict is Verdict.WIN else mover.other


def analyse(state: GameState, budget: Budget | None = None) -> Analysis:
    """Return what can be proven of the position within the budget.

    Verdicts come first, lengths after them: where the budget ends in between, a move is known to
    win without it being known how soon.
    """
    budget = budget or Budget()
    outcome = state.outcome
    if outcome is not None:
        verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
        return Analysis(state, verdict, 0, (), None, ())
    solver = solver_of(state.variant.rules)
    verdicts = {move: _verdict(solver, state, move, budget) for move in state.legal_moves}
    lengths = {move: _length(solver, state, move, budget) for move in state.legal_moves}
    moves = tuple(MoveValue(move, verdicts[move], lengths[move]) for move in state.legal_moves)
    verdict = _verdict_of(moves)
    return Analysis(
        state,
        verdict,
        _distance_of(moves, verdict),
        moves,
        _grundy(solver, state, budget),
        _line(solver, state, moves, budget),
    )


@lru_cache(maxsize=16)
def solver_of(rules: Placement | Sequence) -> Solver[Any]:
    """Return the solver for these rules; its tables are kept for the next position."""
    if isinstance(rules, Placement) and rules.wins is Wins.LAST_TO_PLACE:
        passes = rules.stuck is Stuck.PASSES
        if rules.bars is Bars.BOTH:
            return KaylesSolver(rules.neighbourhood)
        if rules.bars is Bars.OWNER:
            return ColSolver(rules.neighbourhood, passes)
    return PlainSolver()


def _verdict(solver: Solver[Any], state: GameState, move: Move, budget: Budget) -> Verdict:
    child = state.play(move)
    try:
        wins = solver.mover_wins(solver.position(child), budget)
    except OutOfBudget:
        return Verdict.UNKNOWN
    return Verdict.WIN if wins == (child.to_move is state.to_move) else Verdict.LOSS


def _length(solver: Solver[Any], state: GameState, move: Move, budget: Budget) -> int | None:
    try:
        return 1 + solver.length(solver.position(state.play(move)), budget)
    except OutOfBudget:
        return None


def _grundy(solver: Solver[Any], state: GameState, budget: Budget) -> int | None:
    try:
        return solver.grundy(state, budget)
    except OutOfBudget:
        return None


def _verdict_of(moves: tuple[MoveValue, ...]) -> Verdict:
    verdicts = {value.verdict for value in moves}
    if Verdict.WIN in verdicts:
        return Verdict.WIN
    return Verdict.UNKNOWN if Verdict.UNKNOWN in verdicts else Verdict.LOSS


def _distance_of(moves: tuple[MoveValue, ...], verdict: Verdict) -> int | None:
    """Return the length of best play; None unless every length that matters is known."""
    lengths = [value.distance for value in moves if value.verdict is verdict]
    if verdict is Verdict.UNKNOWN or None in lengths or _any_unknown(moves):
        return None
    known = [length for length in lengths if length is not None]
    return min(known) if verdict is Verdict.WIN else max(known)


def _any_unknown(moves: tuple[MoveValue, ...]) -> bool:
    return any(value.verdict is Verdict.UNKNOWN for value in moves)


def best_moves(moves: tuple[MoveValue, ...]) -> list[MoveValue]:
    """Return the moves of best play: the quickest wins, or else the slowest losses."""
    verdict = _verdict_of(moves)
    distance = _distance_of(moves, verdict)
    if distance is None:
        return []
    return [value for value in moves if (value.verdict, value.distance) == (verdict, distance)]


def _line(
    solver: Solver[Any], state: GameState, moves: tuple[MoveValue, ...], budget: Budget
) -> tuple[Move, ...]:
    line: list[Move] = []
    while moves:
        best = best_moves(moves)
        if not best:
            break
        line.append(best[0].move)
        state = state.play(best[0].move)
        moves = tuple(
            MoveValue(
                move, _verdict(solver, state, move, budget), _length(solver, state, move, budget)
            )
            for move in state.legal_moves
        )
    return tuple(line)
