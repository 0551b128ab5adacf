"""Analyse a position: who wins, how soon, and the value of every move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, reduce
from operator import xor

from gridlock_tui.engine.brute_force import BruteForceSolver
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.col import ColSolver
from gridlock_tui.engine.geometry import RUN_LENGTH
from gridlock_tui.engine.node_kayles import NodeKaylesSolver
from gridlock_tui.engine.reason_search import best_reason, explain
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.threats import ThreatSolver
from gridlock_tui.engine.verdicts import (
    Analysis,
    Detail,
    Verdict,
    best_of,
    distance_of,
    unknown_analysis,
    verdict_of,
)
from gridlock_tui.rules import Blocks, Board, GameState, Move, Placement, Sequence, Wins

_LINE_SECONDS = 3.0
"""Roughly how long the search for a line of known length may take."""
_UNMEASURED_LINE_SECONDS = 0.5
"""The same for a line that only keeps the win."""
_LEAST_LINE_SHARE = 1.0
"""The share of the budget's whole time that a line gets at least, even if no time is left."""


def analyse(
    state: GameState,
    budget: Budget | None = None,
    detail: Detail = Detail.DISTANCES,
    solver: Solver | None = None,
) -> Analysis:
    """Return what can be proven about the position within the budget.

    Verdicts come before distances: if the budget ends in between, a move is known to win but not
    how soon. Solvers are shared and cache their results; pass a new one to start without them.
    """
    return deque(iter_analyses(state, budget, detail, solver), maxlen=1).pop()


def iter_analyses(
    state: GameState,
    budget: Budget | None = None,
    detail: Detail = Detail.DISTANCES,
    solver: Solver | None = None,
) -> Iterator[Analysis]:
    """Yield analyses of the position that are more and more complete; the last one is final."""
    budget = budget or Budget()
    outcome = state.outcome
    if outcome is not None:
        verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
        yield Analysis(state, verdict, 0, (), None, ())
        return
    solver = solver or solver_for(state)
    analysis = unknown_analysis(state)
    if detail is Detail.WINNER:
        yield replace(analysis, verdict=solver.verdict(state, budget))
        return
    for values in solver.iter_values(state, budget, detail):
        distance = distance_of(values, solver.shortest_first)
        analysis = replace(
            analysis, verdict=verdict_of(values), distance=distance, moves=values, is_final=False
        )
        if detail >= Detail.DISTANCES and _can_explain(analysis, solver):
            analysis = _explained(analysis, solver, budget)
        yield analysis
    if detail >= Detail.DISTANCES and not analysis.is_explained:
        analysis = _explained(analysis, solver, budget)
    yield _completed(solver, replace(analysis, is_final=True), budget, detail)


def _can_explain(analysis: Analysis, solver: Solver) -> bool:
    """Return whether it is time to look for a reason: all winning moves are known, or the best."""
    if analysis.is_explained or analysis.verdict is not Verdict.WIN:
        return False
    return solver.shortest_first or all(
        value.verdict is not Verdict.UNKNOWN for value in analysis.moves
    )


def _explained(analysis: Analysis, solver: Solver, budget: Budget) -> Analysis:
    """Return the analysis with the clearest reason why one of its winning moves wins."""
    winning = [value.move for value in analysis.moves if value.verdict is Verdict.WIN]
    reason = best_reason(analysis.state, winning, solver, budget)
    return replace(analysis, reason=reason, is_explained=True)


def _completed(solver: Solver, analysis: Analysis, budget: Budget, detail: Detail) -> Analysis:
    """Return the analysis with its Grundy value, regions and best play."""
    try:
        regions = solver.regions(analysis.state, budget)
    except OutOfBudget:
        regions = ()
    grundy = reduce(xor, [region.grundy for region in regions]) if regions else None
    line: tuple[Move, ...] = ()
    if detail >= Detail.DISTANCES:
        line = _line(solver, analysis, budget)
    return replace(analysis, grundy=grundy, regions=regions, line=line)


def _line(solver: Solver, analysis: Analysis, budget: Budget) -> tuple[Move, ...]:
    """Return best play; if the distance is unknown, any line that keeps the win.

    This takes little time once distance or winner are known, so it has positions of its own, and
    some time even if that of the budget is up.
    """
    state, left = analysis.state, analysis.distance
    line: list[Move] = []
    if left is None:
        nodes = _UNMEASURED_LINE_SECONDS * solver.nodes_per_second
    else:
        nodes = _LINE_SECONDS * solver.distances_per_second
    own = budget.part(int(nodes), _LEAST_LINE_SHARE)
    values = analysis.moves
    with suppress(OutOfBudget):
        while not state.is_over and verdict_of(values) is not Verdict.UNKNOWN:
            own.spend()  # verdicts without a search take some time too
            if left is None:
                move = best_of(values).move
            else:
                found = solver.line_move(state, left, own)
                if found is None:
                    break
                move, left = found, left - 1
            line.append(move)
            state = state.play(move)
            if left is None and not state.is_over:
                for values in solver.iter_values(state, own, Detail.VERDICTS):
                    if verdict_of(values) is not Verdict.UNKNOWN:
                        break  # any move that keeps the win will do
    return tuple(line)


def about_move(analysis: Analysis, move: Move) -> Analysis:
    """Return the analysis with this winning move as the only one, and why it wins.

    If several moves win, the analysis may explain another one.
    """
    if move == (analysis.reason.move if analysis.reason else best_of(analysis.moves).move):
        return analysis
    others = (value for value in analysis.moves if value.verdict is not Verdict.WIN)
    own = (value for value in analysis.moves if value.move == move)
    return replace(
        analysis,
        moves=(*own, *others),
        line=analysis.line if analysis.line[:1] == (move,) else (),
        reason=explain(analysis.state, move, solver_for(analysis.state)),
    )


def solver_for(state: GameState) -> Solver:
    """Return the shared solver for this game, with all cached results."""
    rules = state.variant.rules
    # Placement games share their results between boards; token games do not.
    return _shared_solver(rules, state.board if isinstance(rules, Sequence) else None)


def clear_caches() -> None:
    """Drop the shared solvers and all their cached results."""
    _shared_solver.cache_clear()


@lru_cache(maxsize=16)
def _shared_solver(rules: Placement | Sequence, board: Board | None) -> Solver:
    del board
    return new_solver(rules)


def new_solver(rules: Placement | Sequence) -> Solver:
    """Return a solver for this game without cached results."""
    if isinstance(rules, Sequence):
        is_race = rules.run_length == RUN_LENGTH
        return ThreatSolver(bool(rules.spare_tokens)) if is_race else BruteForceSolver()
    # The theories assume that neighbours are neighbours of each other.
    if rules.wins is Wins.LAST_TO_PLACE and rules.neighbourhood.is_symmetric:
        if rules.blocks is Blocks.BOTH:
            return NodeKaylesSolver(rules.neighbourhood)
        if rules.blocks is Blocks.OWNER:
            return ColSolver(rules.neighbourhood, rules.passes)
    return BruteForceSolver()
