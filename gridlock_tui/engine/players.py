"""Computer players of graded strength: all see the same truth, each as far as its sight goes.

A player sees everything that is decided within a few placements. Beyond that it misjudges a move
now and then: it takes it for unclear. It plays the quickest win it sees, else something unclear,
else the slowest loss. The same seed and position always give the same move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gridlock_tui.engine.analysis import Analysis, analyse, new_solver, preference
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.estimate import most_promising
from gridlock_tui.engine.values import MoveValue, Values, Verdict, Wanted
from gridlock_tui.rules import GameState, Move

THINKING_SECONDS = 3.0
"""How long a computer player looks for proofs before it goes by what looks promising, roughly.

Counted in positions, not by the clock, and begun anew for every move: so the same seed and
position give the same move on every machine, whatever was found out before.
"""
_COUNTING_SECONDS = 0.5
"""How long it works out how soon the game ends, once it knows who wins."""
_MOST_TRAPS = 12
"""How many of the moves that are equally good it looks at as traps."""
_GUESSES = 20_000
"""How many positions it looks at to find what is promising."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    slug: str
    title: str
    sight: int
    """How many placements ahead it sees everything: two is an immediate win or loss."""
    slips: float
    """How likely it is to misjudge a move whose end lies farther ahead."""


_ALL = (
    Level("novice", "Novice", 2, 1.0),
    Level("casual", "Casual", 2, 0.8),
    Level("skilled", "Skilled", 3, 0.7),
    Level("expert", "Expert", 5, 0.47),
    Level("perfect", "Perfect", 99, 0.0),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.slug: level for level in _ALL})
"""Every level by its slug, from the weakest to the strongest."""


def choose(
    state: GameState, level: Level, seed: int, cancelled: Callable[[], bool] | None = None
) -> Move:
    """Return the move that a player of this level makes; the state must not be over."""
    rng = random.Random(f"{seed} {level.slug} {state.marks} {state.tokens} {int(state.to_move)}")
    if len(state.legal_moves) == 1:
        return state.legal_moves[0]
    mind = _Mind(state, cancelled)
    moves = mind.values(state)
    seen = [_as_seen(value, level, rng) for value in moves]
    best = min(map(preference, seen))
    choice = [value.move for value in seen if preference(value) == best]
    verdict = next(value.verdict for value in seen if preference(value) == best)
    if verdict is Verdict.UNKNOWN:
        truly = {value.move for value in moves if value.verdict is Verdict.UNKNOWN}
        unclear = [move for move in choice if move in truly]
        if unclear and rng.random() >= level.slips:
            guessing = Budget(nodes=_GUESSES, cancelled=cancelled)
            choice = most_promising(state, unclear, guessing)
    elif verdict is Verdict.LOSS and level.slips == 0:
        choice = mind.traps(state, rng.sample(choice, min(len(choice), _MOST_TRAPS)))
    return rng.choice(choice)


def wants_swap(
    state: GameState, level: Level, seed: int, cancelled: Callable[[], bool] | None = None
) -> bool:
    """Say whether the player to move would rather have the other side: it sees a loss."""
    rng = random.Random(f"{seed} {level.slug} swap {state.marks} {state.tokens}")
    lost = _Mind(state, cancelled).is_lost(state)
    return lost and rng.random() >= level.slips


class _Mind:
    """What a computer player finds out for one move, from nothing."""

    def __init__(self, state: GameState, cancelled: Callable[[], bool] | None) -> None:
        self._solver = new_solver(state.variant.rules)
        self._cancelled = cancelled

    def _analysed(self, state: GameState, seconds: float, wanted: Wanted) -> Analysis:
        counts = wanted is Wanted.LENGTHS
        rate = self._solver.lengths_per_second if counts else self._solver.nodes_per_second
        budget = Budget(nodes=int(seconds * rate), cancelled=self._cancelled)
        return analyse(state, budget, wanted, self._solver)

    def values(self, state: GameState) -> Values:
        """Return what every move comes to and, if that does not take long, how soon."""
        moves = self._analysed(state, THINKING_SECONDS, Wanted.VERDICTS).moves
        # A race has its lengths with its proofs; elsewhere they need a search of their own.
        if self._solver.shortest_first or any(v.verdict is Verdict.UNKNOWN for v in moves):
            return moves
        return self._analysed(state, _COUNTING_SECONDS, Wanted.LENGTHS).moves

    def is_lost(self, state: GameState) -> bool:
        """Say whether the player to move is known to lose."""
        found = self._analysed(state, THINKING_SECONDS, Wanted.WINNER)
        return found.verdict is Verdict.LOSS

    def traps(self, state: GameState, choice: list[Move]) -> list[Move]:
        """Return the moves after which the opponent has the fewest winning replies."""
        counted: dict[Move, int] = {}
        for move in choice:
            if counted and self._cancelled is not None and self._cancelled():
                break
            after = state.play(move)
            replies = self._analysed(after, _COUNTING_SECONDS, Wanted.VERDICTS).moves
            counted[move] = sum(value.verdict is not Verdict.LOSS for value in replies)
        fewest = min(counted.values())
        return [move for move, replies in counted.items() if replies == fewest]


def _as_seen(value: MoveValue, level: Level, rng: random.Random) -> MoveValue:
    """Return the value as a player of this level sees it."""
    near = value.distance is not None and value.distance <= level.sight
    misjudged = rng.random() < level.slips
    if near or not misjudged:
        return value
    return MoveValue(value.move, Verdict.UNKNOWN, None)
