"""Computer players of graded strength: all see the same truth, each as far as its sight goes.

A player sees everything that is decided within a few placements. Beyond that it misjudges a move
now and then: it takes it for unclear. It plays the quickest win it sees, else something unclear,
else the slowest loss. The same seed and position always give the same move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gridlock_tui.engine.analysis import analyse, preference
from gridlock_tui.engine.budget import Budget
from gridlock_tui.engine.estimate import most_promising
from gridlock_tui.engine.values import MoveValue, Values, Verdict, Wanted
from gridlock_tui.rules import GameState, Move

THINKING_SECONDS = 3.0
"""How long a computer player looks for proofs before it goes by what looks promising."""
_COUNTING_SECONDS = 0.5
"""How long it works out how soon the game ends, once it knows who wins."""
_GUESSING_SECONDS = 0.7


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


def choose(state: GameState, level: Level, seed: int, budget: Budget | None = None) -> Move:
    """Return the move that a player of this level makes; the state must not be over."""
    rng = random.Random(f"{seed} {level.slug} {state.marks} {state.tokens} {int(state.to_move)}")
    budget = budget or Budget(seconds=THINKING_SECONDS)
    if len(state.legal_moves) == 1:
        return state.legal_moves[0]
    moves = _known_values(state, budget)
    seen = [_as_seen(value, level, rng) for value in moves]
    best = min(map(preference, seen))
    choice = [value.move for value in seen if preference(value) == best]
    verdict = next(value.verdict for value in seen if preference(value) == best)
    if verdict is Verdict.UNKNOWN:
        return _plausible(state, choice, level, moves, rng, budget)
    if verdict is Verdict.LOSS and level.slips == 0:
        choice = _traps(state, choice, budget)
    return rng.choice(choice)


def wants_swap(state: GameState, level: Level, seed: int, budget: Budget | None = None) -> bool:
    """Say whether the player to move would rather have the other side: it sees a loss."""
    rng = random.Random(f"{seed} {level.slug} swap {state.marks} {state.tokens}")
    budget = budget or Budget(seconds=THINKING_SECONDS)
    verdict = analyse(state, budget, Wanted.WINNER).verdict
    return verdict is Verdict.LOSS and rng.random() >= level.slips


def _known_values(state: GameState, budget: Budget) -> Values:
    """Return what every move comes to and, if there is time for that, how soon."""
    moves = analyse(state, budget, Wanted.VERDICTS).moves
    if any(value.verdict is Verdict.UNKNOWN for value in moves):
        return moves
    counting = Budget(seconds=_COUNTING_SECONDS, cancelled=budget.is_cancelled)
    return analyse(state, counting).moves


def _as_seen(value: MoveValue, level: Level, rng: random.Random) -> MoveValue:
    """Return the value as a player of this level sees it."""
    near = value.distance is not None and value.distance <= level.sight
    misjudged = rng.random() < level.slips
    if near or not misjudged:
        return value
    return MoveValue(value.move, Verdict.UNKNOWN, None)


def _plausible(
    state: GameState,
    choice: list[Move],
    level: Level,
    moves: Iterable[MoveValue],
    rng: random.Random,
    budget: Budget,
) -> Move:
    """Return one of the moves that look unclear: at random, or by promise where truly unclear."""
    truly = {value.move for value in moves if value.verdict is Verdict.UNKNOWN}
    unclear = [move for move in choice if move in truly]
    if not unclear or rng.random() < level.slips:
        return rng.choice(choice)
    guessing = Budget(seconds=_GUESSING_SECONDS, cancelled=budget.is_cancelled)
    return rng.choice(most_promising(state, unclear, guessing))


def _traps(state: GameState, choice: list[Move], budget: Budget) -> list[Move]:
    """Return the moves after which the opponent has the fewest winning replies."""

    def winning_replies(move: Move) -> int:
        replies = analyse(state.play(move), budget, Wanted.VERDICTS).moves
        return sum(value.verdict is not Verdict.LOSS for value in replies)

    counted = {move: winning_replies(move) for move in choice}
    fewest = min(counted.values())
    return [move for move in choice if counted[move] == fewest]
