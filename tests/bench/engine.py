"""Speed, reach and memory of the engine beside its peers: `python -m tests.bench.engine`.

Measures who wins from the empty board, beside easyAI's depth-first solver, and the value of every
first move, beside OpenSpiel's minimax solver. Every answer comes from a new process, both solvers
answer in turns, and the best of five counts (fewer if that takes long). Fails if verdicts differ,
if a required ratio or time is missed, or if a cache of the engine exceeds its limit. Needs the
extra `bench`.
"""

import argparse
import importlib.util
import subprocess
import sys
import time
from dataclasses import dataclass

from tests.bench.fresh import Answer, answer_here, ask_in_turns

PEER_SECONDS = 120.0
NAIVE_SECONDS = 60.0
"""Enough for the naive solver to finish the first board; it is no peer, so the rest may fail."""
BOARDS = ("4x4", "4x5", "4x6", "5x5", "5x6", "6x6")


@dataclass(frozen=True)
class Demand:
    """How many times as fast as the peer the engine must be on one board."""

    slug: str
    size: str
    ratio: float
    from_seconds: float = 0.0
    """The ratio is required if the peer takes longer than this."""


WINNER = [
    Demand("showdown", "6x6", 10.0),
    Demand("passing", "5x5", 1.0),
    *(
        Demand(slug, size, 1.0, from_seconds=0.05)
        for slug in ("classic", "showdown", "spacing")
        for size in BOARDS
        if (slug, size) != ("showdown", "6x6")
    ),
]
VERDICTS = [
    Demand("spacing", "4x4", 20.0),
    Demand("showdown", "5x5", 20.0),
    Demand("classic", "6x6", 20.0),
]
REACH = {("classic", "6x6"): 0.15, ("showdown", "6x6"): 1.5, ("classic", "7x7"): 5.0}
"""The seconds that are enough in pure Python."""


def print_row(slug: str, size: str, ours: Answer, theirs: Answer, last: str) -> None:
    """Print the times of both, their ratio, and what is required."""
    bound = "" if theirs.in_time else ">"
    ratio = f"{bound}{theirs.seconds / ours.seconds:.1f}x"
    print(f"{slug:<9} {size} {ours!s:>11} {theirs!s:>11} {ratio:>10}  {last}", flush=True)


def agree(ours: Answer, theirs: Answer) -> bool:
    """Return whether the verdicts agree, if there are any to compare."""
    return not theirs.in_time or ours.verdicts == theirs.verdicts


def compare(title: str, names: tuple[str, str], demands: list[Demand], limit: float) -> int:
    """Print the times of both solvers on every board; return how many demands are missed."""
    print(f"\n{title}\n{'':13} {'ours':>11} {names[1]:>11} {'ratio':>10}")
    failures = 0
    for demand in demands:
        ours, theirs = ask_in_turns(names, demand.slug, demand.size, limit)
        required = theirs.seconds > demand.from_seconds
        missed = required and theirs.seconds < demand.ratio * ours.seconds
        note = f"at least {demand.ratio:g} required" if required else "too quick to count"
        if not agree(ours, theirs):
            note = f"VERDICTS DIFFER: {ours.verdicts} and {theirs.verdicts}"
        elif missed or not ours.in_time:
            note = f"{note}: MISSED"
        failures += missed or not ours.in_time or not agree(ours, theirs)
        print_row(demand.slug, demand.size, ours, theirs, note)
    return failures


def reach(limit: float) -> int:
    """Print the times for large boards beside the limits; return how many are missed."""
    title = "Reach: who wins, beside the naive solver of the tests"
    print(f"\n{title}\n{'':13} {'ours':>11} {'naive':>11} {'ratio':>10}")
    failures = 0
    for (slug, size), known in REACH.items():
        ours, theirs = ask_in_turns(("our winner", "naive"), slug, size, limit)
        missed = ours.seconds > known or not ours.in_time
        note = f"at most {known:g}s required" + (": MISSED" if missed else "")
        if not agree(ours, theirs):
            note = f"VERDICTS DIFFER: {ours.verdicts} and {theirs.verdicts}"
        failures += missed or not agree(ours, theirs)
        print_row(slug, size, ours, theirs, note)
    return failures


def memory() -> int:
    """Print the sizes of the caches; return 1 if one exceeds its limit."""
    print("\nMemory: random positions of 6x6, one after the other in one process", flush=True)
    return int(subprocess.run([sys.executable, "-m", "tests.bench.engine_memory"]).returncode != 0)


def main() -> int:
    """Print all tables; return 1 if anything required is missed."""
    parser = argparse.ArgumentParser(description="the engine beside its peers")
    parser.add_argument("--limit", type=float, default=PEER_SECONDS, help="seconds for one answer")
    parser.add_argument("--one", nargs=3, metavar=("SOLVER", "SLUG", "SIZE"), help="just one")
    options = parser.parse_args()
    if options.one:
        solver, slug, size = options.one
        answer_here(solver, slug, size, options.limit)
        return 0
    if not all(map(importlib.util.find_spec, ("easyAI", "pyspiel"))):
        print("the peers are missing: pip install -e '.[bench]' installs them", file=sys.stderr)
        return 2
    began = time.monotonic()
    failures = (
        compare("Who wins", ("our winner", "easyAI"), WINNER, options.limit)
        + compare("Every first move", ("our verdicts", "OpenSpiel"), VERDICTS, options.limit)
        + reach(min(options.limit, NAIVE_SECONDS))
        + memory()
    )
    print(f"\n{failures} missed; {time.monotonic() - began:.0f}s in all")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
