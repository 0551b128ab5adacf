"""What the engine keeps: `python -m tests.bench.engine_memory`, part of `tests.bench.engine`.

Analyses twenty random positions in one process; prints the entries of every table and the peak of
the memory after each five. Fails if a table holds more than its limit.
"""

import random
import resource
import sys
from collections.abc import Iterator

from gridlock_tui.engine import Budget, Verdict, analyse
from gridlock_tui.engine.analysis import solver_of
from gridlock_tui.engine.memory import MOST_ENTRIES, Memory
from gridlock_tui.rules import VARIANTS, GameState

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


def tables_in(thing: object, path: str) -> Iterator[tuple[str, int]]:
    """Yield the tables that a part of the engine holds, by name, and their numbers of entries."""
    if isinstance(thing, Memory):
        yield path, len(thing)
    elif type(thing).__module__.startswith("gridlock_tui.engine"):
        for name, held in vars(thing).items():
            yield from tables_in(held, f"{path}.{name.lstrip('_')}")


def main() -> int:
    """Print the tables; return 1 if one of them holds too much."""
    failed = False
    proven = complete = 0
    solvers: dict[str, object] = {}
    for number, state in enumerate(positions(), 1):
        analysis = analyse(state, Budget(seconds=SECONDS_EACH))
        proven += analysis.verdict is not Verdict.UNKNOWN
        complete += analysis.distance is not None
        solvers[state.variant.slug] = solver_of(state)
        if number % 5:
            continue
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"after {number}: winner of {proven}, length of {complete}, peak {peak:.0f} MB")
        for slug, solver in solvers.items():
            for name, entries in tables_in(solver, slug):
                failed |= entries > MOST_ENTRIES
                note = "  TOO MANY" if entries > MOST_ENTRIES else ""
                print(f"  {name:<24} {entries:>9,} of at most {MOST_ENTRIES:,}{note}")
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
