"""Memory of the engine: `python -m tests.bench.engine_memory`, part of `tests.bench.engine`.

Analyses twenty random positions in one process; prints the entries of every cache and the peak
memory after every five. Fails if a cache exceeds its limit.
"""

import random
import resource
import sys
from collections.abc import Iterator

from gridlock_tui.engine import Budget, Verdict, analyse
from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.cache import MAX_ENTRIES, Cache
from gridlock_tui.engine.race import MAX_SIDES, Sides
from gridlock_tui.rules import VARIANTS, GameState
from tests.bench.progress import Progress

SLUGS = ("classic", "spacing", "showdown", "passing", "sequence")
POSITIONS = 20
PLIES = 4
SECONDS_EACH = 5.0


def positions() -> Iterator[GameState]:
    """Yield the same random 6×6 positions every time."""
    rng = random.Random(6)
    for number in range(POSITIONS):
        state = VARIANTS[SLUGS[number % len(SLUGS)]].resized(6, 6).start()
        for _ in range(PLIES):
            state = state.play(rng.choice(state.legal_moves))
        yield state


def caches_in(thing: object, path: str) -> Iterator[tuple[str, int, int]]:
    """Yield the caches in a part of the engine: name, number of entries, limit."""
    if isinstance(thing, Cache):
        yield path, len(thing), MAX_ENTRIES
    elif isinstance(thing, Sides):
        yield path, len(thing), MAX_SIDES
    elif type(thing).__module__.startswith("gridlock_tui.engine"):
        for name, held in vars(thing).items():
            yield from caches_in(held, f"{path}.{name.lstrip('_')}")


def main() -> int:
    """Print the caches; return 1 if one exceeds its limit."""
    failed = False
    proven = complete = 0
    solvers: dict[str, object] = {}
    progress = Progress(POSITIONS, "positions")
    for number, state in enumerate(positions(), 1):
        progress.show(state.variant.slug)
        analysis = analyse(state, Budget(seconds=SECONDS_EACH))
        proven += analysis.verdict is not Verdict.UNKNOWN
        complete += analysis.distance is not None
        solvers[state.variant.slug] = solver_for(state)
        progress.end_one()
        if number % 5:
            continue
        progress.clear()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"after {number}: winner of {proven}, length of {complete}, peak {peak:.0f} MB")
        for slug, solver in solvers.items():
            for name, entries, limit in caches_in(solver, slug):
                failed |= entries > limit
                note = "  TOO MANY" if entries > limit else ""
                print(f"  {name:<24} {entries:>9,} of at most {limit:,}{note}")
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
