"""Speed of the rules beside the naive implementation: `python -m tests.bench.rules`.

Prints random playouts and perft nodes per second for both, measured in one run, and their ratio.
Fails if the package is less than five times as fast as the naive implementation on `passing`.
"""

import random
import sys
import time
from collections.abc import Callable

from gridlock_tui.rules import VARIANTS, GameState, Variant, perft
from tests import naive
from tests.bench.progress import Progress
from tests.rules.support import naive_game

SECONDS = 1.0
REQUIRED = {"passing": 5.0}


def playout(state: GameState, rng: random.Random) -> int:
    """Play a random game with the package and count it."""
    while state.legal_moves:
        state = state.play(rng.choice(state.legal_moves))
    return 1


def naive_playout(position: naive.Position, rng: random.Random) -> int:
    """Play a random game with the naive implementation and count it."""
    while plays := position.plays():
        position = position.after(rng.choice(plays))
    return 1


def naive_perft(position: naive.Position, depth: int) -> int:
    """Count as the package does, without the cache that spares the tests some time."""
    plays = position.plays()
    if depth == 1:
        return len(plays)
    return sum(naive_perft(position.after(play), depth - 1) for play in plays)


def rate(work: Callable[[], int]) -> float:
    """Return how much of the work is done per second."""
    done, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < SECONDS:
        done += work()
    return done / elapsed


def measure(variant: Variant) -> list[tuple[str, float, float]]:
    """Return each measure's name, the package's rate and the naive one."""
    state, position = variant.start(), naive.Position(naive_game(variant))
    depth = 2 if variant.has_tokens else 3
    rng = random.Random(1)
    return [
        (
            "playouts/s",
            rate(lambda: playout(state, rng)),
            rate(lambda: naive_playout(position, rng)),
        ),
        (
            "perft nodes/s",
            rate(lambda: perft(state, depth)),
            rate(lambda: naive_perft(position, depth)),
        ),
    ]


def main() -> int:
    """Print the table; return 1 if a required ratio is missed."""
    failed = False
    print(f"{'variant':<9} {'measure':<14} {'package':>12} {'naive':>12} {'ratio':>7}")
    progress = Progress(len(VARIANTS), "games")
    for variant in VARIANTS.values():
        progress.show(variant.slug)
        for name, ours, theirs in measure(variant):
            ratio = ours / theirs
            required = REQUIRED.get(variant.slug, 0.0)
            failed |= ratio < required
            note = f"  at least {required:g} required" if required else ""
            progress.print(
                f"{variant.slug:<9} {name:<14} {ours:>12,.0f} {theirs:>12,.0f} {ratio:>6.1f}x{note}"
            )
        progress.end_one()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
