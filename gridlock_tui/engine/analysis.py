"""The one entry point: who wins a position, how soon, and what every move is worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.impartial import KaylesSolver
from gridlock_tui.engine.partisan import ColSolver
from gridlock_tui.engine.race import RUN
from gridlock_tui.engine.search import PlainSolver
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.tactics import RaceSolver
from gridlock_tui.engine.values import (
    MoveValue,
    Region,
    Values,
    Verdict,
    Wanted,
    distance_of,
    unknown_values,
    verdict_of,
)
from gridlock_tui.rules import Bars, GameState, Move, Placement, Player, Sequence, Stuck, Wins
from gridlock_tui.rules.board import Board

_LONG = 1 << 16
_TELLING_SECONDS = 0.3


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
    regions: tuple[Region, ...] = ()
    """The independent regions, where the game is impartial and their values are known."""
    is_final: bool = True
    """Whether nothing more will be found out within this budget."""

    @property
    def winner(self) -> Player | None:
        """Who wins with best play, if known."""
        if self.verdict is Verdict.UNKNOWN:
            return None
        mover = self.state.to_move
        return mover if self.verdict is Verdict.WIN else mover.other


def analyse(
    state: GameState, budget: Budget | None = None, wanted: Wanted = Wanted.LENGTHS
) -> Analysis:
    """Return what can be proven of the position within the budget.

    Verdicts come first, lengths after them: where the budget ends in between, a move is known to
    win without it being known how soon.
    """
    return deque(unfold(state, budget, wanted), maxlen=1).pop()


def unfold(
    state: GameState, budget: Budget | None = None, wanted: Wanted = Wanted.LENGTHS
) -> Iterator[Analysis]:
    """Yield what is proven of the position, each time more of it; the last one is final."""
    budget = budget or Budget()
    outcome = state.outcome
    if outcome is not None:
        verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
        yield Analysis(state, verdict, 0, (), None, ())
        return
    solver = solver_of(state)
    if wanted is Wanted.WINNER:
        yield _only_winner(solver, state, budget)
        return
    found = nothing_known(state)
    for moves in solver.unfold(state, budget, wanted):
        found = _gathered(solver, state, moves)
        yield replace(found, is_final=False)
    yield _completed(solver, found, budget, wanted)


def nothing_known(state: GameState) -> Analysis:
    """Return the analysis of a state that is not over and of which nothing is known."""
    return Analysis(state, Verdict.UNKNOWN, None, unknown_values(state), None, ())


def _only_winner(solver: Solver, state: GameState, budget: Budget) -> Analysis:
    try:
        verdict = Verdict.WIN if solver.is_won(state, budget) else Verdict.LOSS
    except OutOfBudget:
        verdict = Verdict.UNKNOWN
    return replace(nothing_known(state), verdict=verdict)


def _gathered(solver: Solver, state: GameState, moves: Values) -> Analysis:
    return Analysis(
        state, verdict_of(moves), distance_of(moves, solver.shortest_first), moves, None, ()
    )


def _completed(solver: Solver, found: Analysis, budget: Budget, wanted: Wanted) -> Analysis:
    """Return the analysis with what follows from it: Grundy value, regions, best play."""
    try:
        grundy = solver.grundy(found.state, budget)
        regions = solver.regions(found.state, budget)
    except OutOfBudget:
        grundy, regions = None, ()
    line: tuple[Move, ...] = ()
    if wanted >= Wanted.LENGTHS:
        # To tell best play takes little once it is known who wins, even if all else is used up.
        telling = Budget(seconds=_TELLING_SECONDS, cancelled=budget.is_cancelled)
        line = _line(solver, found, telling if found.distance is None else budget)
    return replace(found, grundy=grundy, regions=regions, line=line)


def solver_of(state: GameState) -> Solver:
    """Return the solver for this kind of game, with whatever it has found before."""
    rules = state.variant.rules
    # What is known of a placement game is known on every board.
    return _solver(rules, state.board if isinstance(rules, Sequence) else None)


def forget() -> None:
    """Forget everything that was found, as if nothing had been asked before."""
    _solver.cache_clear()


@lru_cache(maxsize=16)
def _solver(rules: Placement | Sequence, board: Board | None) -> Solver:
    if isinstance(rules, Sequence):
        del board  # what is proven of a race holds on its own board only
        return RaceSolver(bool(rules.spare_tokens)) if rules.run_length == RUN else PlainSolver()
    if rules.wins is Wins.LAST_TO_PLACE:
        if rules.bars is Bars.BOTH:
            return KaylesSolver(rules.neighbourhood)
        if rules.bars is Bars.OWNER:
            return ColSolver(rules.neighbourhood, rules.stuck is Stuck.PASSES)
    return PlainSolver()


def _line(solver: Solver, found: Analysis, budget: Budget) -> tuple[Move, ...]:
    """Return best play; where lengths are not known, any that keeps the winner winning."""
    line: list[Move] = []
    state, moves = found.state, found.moves
    while verdict_of(moves) is not Verdict.UNKNOWN:
        best = best_of(moves)
        line.append(best.move)
        state = state.play(best.move)
        wanted = Wanted.VERDICTS if best.distance is None else Wanted.LENGTHS
        if state.is_over:
            break
        for moves in solver.unfold(state, budget, wanted):
            if solver.shortest_first and verdict_of(moves) is Verdict.WIN:
                break  # the first win that is found is the quickest
    return tuple(line)


def best_of(moves: Values) -> MoveValue:
    """Return a move of best play: a quickest win, else one that is not known, else a slowest loss.

    Of two wins the one whose length is known is better; of two losses, the other.
    """
    return min(moves, key=preference)


def preference(value: MoveValue) -> tuple[int, int]:
    """Order moves from the best: quick wins, then what is not known, then slow losses."""
    if value.verdict is Verdict.WIN:
        return 0, _LONG if value.distance is None else value.distance
    if value.verdict is Verdict.UNKNOWN:
        return 1, 0
    return 2, -_LONG if value.distance is None else -value.distance
