"""The one entry point: who wins a position, how soon, and what every move is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.impartial import KaylesSolver
from gridlock_tui.engine.partisan import ColSolver
from gridlock_tui.engine.search import PlainSolver
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.tactics import RaceSolver
from gridlock_tui.engine.values import MoveValue, Values, Verdict, distance_of, verdict_of
from gridlock_tui.rules import Bars, GameState, Move, Placement, Player, Sequence, Stuck, Wins
from gridlock_tui.rules.board import Board


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is proven of a position. Whatever is not proven is said to be unknown."""

    state: GameState
    verdict: Verdict
    """For the player to move."""
    distance: int | None
    """The placements to the end when the winner hurries and the loser delays, if known."""
    moves: Values
    """Every legal move, in the order of the rules."""
    grundy: int | None
    """The Grundy value, where the game is impartial and played to the normal end, if known."""
    line: tuple[Move, ...]
    """Best play from here, as far as it is known."""

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
    solver = solver_of(state)
    moves = solver.values(state, budget)
    return Analysis(
        state,
        verdict_of(moves),
        distance_of(moves, solver.shortest_first),
        moves,
        _grundy(solver, state, budget),
        _line(solver, state, moves, budget),
    )


def solver_of(state: GameState) -> Solver:
    """Return the solver for this kind of game, with whatever it has found before."""
    rules = state.variant.rules
    # What is known of a placement game is known on every board.
    return _solver(rules, state.board if isinstance(rules, Sequence) else None)


@lru_cache(maxsize=16)
def _solver(rules: Placement | Sequence, board: Board | None) -> Solver:
    if isinstance(rules, Sequence):
        assert board is not None
        return RaceSolver(rules, board)
    if rules.wins is Wins.LAST_TO_PLACE:
        if rules.bars is Bars.BOTH:
            return KaylesSolver(rules.neighbourhood)
        if rules.bars is Bars.OWNER:
            return ColSolver(rules.neighbourhood, rules.stuck is Stuck.PASSES)
    return PlainSolver()


def _grundy(solver: Solver, state: GameState, budget: Budget) -> int | None:
    try:
        return solver.grundy(state, budget)
    except OutOfBudget:
        return None


def _line(solver: Solver, state: GameState, moves: Values, budget: Budget) -> tuple[Move, ...]:
    line: list[Move] = []
    while moves:
        best = _best(moves, solver.shortest_first)
        if best is None:
            break
        line.append(best.move)
        state = state.play(best.move)
        moves = solver.values(state, budget)
    return tuple(line)


def _best(moves: Values, shortest_first: bool) -> MoveValue | None:
    """Return a move of best play: a quickest win, or else a slowest loss, if known."""
    wanted = (verdict_of(moves), distance_of(moves, shortest_first))
    if wanted[1] is None:
        return None
    return next(value for value in moves if (value.verdict, value.distance) == wanted)
