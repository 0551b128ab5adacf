"""Computer players of five levels.

Every level knows what happens within a few placements. Beyond that it misjudges some moves: it
takes them for unknown. It plays the quickest win that it sees, else an unknown move, else the
slowest loss. The same seed and position always give the same move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.heuristic import most_promising
from gridlock_tui.engine.verdicts import Detail, MoveValue, MoveValues, Verdict, preference
from gridlock_tui.rules import GameState, GridlockError, Move

THINKING_SECONDS = 4.0
"""Roughly how long a computer player searches for proofs before it uses the heuristic.

Counted in positions, not by the clock, and without cached results: so the same seed and position
give the same move on every machine.
"""
_DISTANCE_SECONDS = 4.0
"""Roughly how long a player without errors searches for distances once the winner is known."""
_NEAR_SECONDS = 0.5
"""The same for the others, who only have to see what is near."""
_TRAP_SECONDS = 0.15
"""Roughly how long it looks for the winning replies to a move that loses."""
_MAX_TRAPS = 12
"""How many equally good moves it compares as traps."""
_HEURISTIC_NODES = 20_000
"""How many positions it evaluates by the heuristic."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a computer player."""

    slug: str
    title: str
    lookahead: int
    """How many placements ahead it makes no error; two is an immediate win or loss."""
    error_rate: float
    """The probability to misjudge a move beyond the lookahead."""


_ALL = (
    Level("novice", "Novice", 2, 1.0),
    Level("casual", "Casual", 2, 0.8),
    Level("skilled", "Skilled", 3, 0.7),
    Level("expert", "Expert", 5, 0.47),
    Level("perfect", "Perfect", 99, 0.0),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.slug: level for level in _ALL})
"""Every level by its slug, the weakest first."""


def choose(
    state: GameState, level: Level, seed: int = 0, cancelled: Callable[[], bool] | None = None
) -> Move:
    """Return the move of a computer player of this level, or raise GridlockError at the end."""
    if state.is_over:
        raise GridlockError("the game is over: there is no move to choose")
    rng = random.Random(f"{seed} {level.slug} {state.marks} {state.tokens} {int(state.to_move)}")
    if len(state.legal_moves) == 1:
        return state.legal_moves[0]
    thinker = _Thinker(state, cancelled)
    values = thinker.values(state, _NEAR_SECONDS if level.error_rate else _DISTANCE_SECONDS)
    seen = [_as_seen(value, level, rng) for value in values]
    best = min(map(preference, seen))
    choice = [value.move for value in seen if preference(value) == best]
    verdict = next(value.verdict for value in seen if preference(value) == best)
    if verdict is Verdict.UNKNOWN:
        unproven = {value.move for value in values if value.verdict is Verdict.UNKNOWN}
        unknown = [move for move in choice if move in unproven]
        if unknown and rng.random() >= level.error_rate:
            budget = Budget(nodes=_HEURISTIC_NODES, cancelled=cancelled)
            choice = most_promising(state, unknown, budget)
    elif verdict is Verdict.LOSS and level.error_rate == 0:
        choice = thinker.traps(state, rng.sample(choice, min(len(choice), _MAX_TRAPS)))
    return rng.choice(choice)


def wants_swap(
    state: GameState, level: Level, seed: int, cancelled: Callable[[], bool] | None = None
) -> bool:
    """Return whether a computer player would swap sides because it sees a loss."""
    rng = random.Random(f"{seed} {level.slug} swap {state.marks} {state.tokens}")
    lost = _Thinker(state, cancelled).is_lost(state)
    return lost and rng.random() >= level.error_rate


class _Thinker:
    """The analysis for one move of a computer player, without cached results."""

    def __init__(self, state: GameState, cancelled: Callable[[], bool] | None) -> None:
        self._solver = new_solver(state.variant.rules)
        self._cancelled = cancelled

    def _budget(self, seconds: float, rate: int) -> Budget:
        return Budget(nodes=int(seconds * rate), cancelled=self._cancelled)

    def values(self, state: GameState, seconds: float) -> MoveValues:
        """Return the values of all moves, with the distances found in this time."""
        values = self._verdicts(state, THINKING_SECONDS)
        if all(value.verdict is not Verdict.UNKNOWN for value in values):
            budget = self._budget(seconds, self._solver.distances_per_second)
            *_, values = values, *self._solver.iter_distances(state, values, budget)
        return values

    def _verdicts(self, state: GameState, seconds: float) -> MoveValues:
        """Return the values of all moves, with the verdicts found in this time."""
        budget = self._budget(seconds, self._solver.nodes_per_second)
        values: MoveValues = ()
        for values in self._solver.iter_values(state, budget, Detail.VERDICTS):
            if all(value.verdict is not Verdict.UNKNOWN for value in values):
                break  # what may follow are Grundy values
        return values

    def is_lost(self, state: GameState) -> bool:
        """Return whether the player to move is known to lose."""
        budget = self._budget(THINKING_SECONDS, self._solver.nodes_per_second)
        return self._solver.verdict(state, budget) is Verdict.LOSS

    def traps(self, state: GameState, choice: list[Move]) -> list[Move]:
        """Return the moves after which the opponent has the fewest winning replies."""
        counted: dict[Move, int] = {}
        for move in choice:
            if counted and self._cancelled is not None and self._cancelled():
                break
            after = state.play(move)
            replies = () if after.is_over else self._verdicts(after, _TRAP_SECONDS)
            counted[move] = sum(value.verdict is not Verdict.LOSS for value in replies)
        fewest = min(counted.values())
        return [move for move, replies in counted.items() if replies == fewest]


def _as_seen(value: MoveValue, level: Level, rng: random.Random) -> MoveValue:
    """Return the value as a player of this level sees it."""
    near = value.distance is not None and value.distance <= level.lookahead
    misjudged = rng.random() < level.error_rate
    if near or not misjudged:
        return value
    return MoveValue(value.move, Verdict.UNKNOWN, None)
