"""Speed, reach and memory of the engine beside its peers: `python -m tests.bench.engine [PYTHON]`.

Measures who wins from the empty board, beside easyAI's depth-first solver, and the value of every
first move, beside OpenSpiel's minimax solver. PYTHON, an interpreter with the compiled package,
answers too. Every answer comes from a new process, all solvers
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

from tests.bench.fresh import Answer, ask_in_turns
from tests.bench.progress import Progress

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


def solvers(ours: str, theirs: str, compiled: str | None) -> list[tuple[str, str]]:
    """Return the engine, compiled as well if it is there, and a peer, with their interpreters."""
    fast = [(ours, compiled)] if compiled else []
    return [(ours, sys.executable), *fast, (theirs, sys.executable)]


def print_head(title: str, peer: str, compiled: str | None) -> None:
    """Print the names of the columns."""
    fast = f"{'compiled':>11} " if compiled else ""
    print(f"\n{title}\n{'':13} {'ours':>11} {fast}{peer:>11} {'ratio':>10}")


def row(slug: str, size: str, answers: list[Answer], last: str) -> str:
    """Return the times of all, the ratio of the first and the last, and what is required."""
    ours, theirs = answers[0], answers[-1]
    bound = "" if theirs.in_time else ">"
    ratio = f"{bound}{theirs.seconds / ours.seconds:.1f}x"
    times = " ".join(f"{answer!s:>11}" for answer in answers)
    return f"{slug:<9} {size} {times} {ratio:>10}  {last}"


def disagreement(answers: list[Answer]) -> str:
    """Return what to say if the verdicts of those who came to an end differ, else nothing."""
    found = {answer.verdicts for answer in answers if answer.verdicts is not None}
    return f"VERDICTS DIFFER: {' and '.join(found)}" if len(found) > 1 else ""


def compare(
    title: str,
    names: tuple[str, str],
    demands: list[Demand],
    limit: float,
    compiled: str | None,
    progress: Progress,
) -> int:
    """Print the times of the solvers on every board; return how many demands are missed."""
    print_head(title, names[1], compiled)
    failures = 0
    for demand in demands:
        slug, size = demand.slug, demand.size
        answers = ask_in_turns(solvers(*names, compiled), slug, size, limit, progress.show)
        ours, theirs = answers[0], answers[-1]
        required = theirs.seconds > demand.from_seconds
        missed = required and theirs.seconds < demand.ratio * ours.seconds
        late = not all(answer.in_time for answer in answers[:-1])
        note = f"at least {demand.ratio:g} required" if required else "too quick to count"
        if missed or late:
            note = f"{note}: MISSED"
        differing = disagreement(answers)
        failures += bool(missed or late or differing)
        progress.end_one(row(slug, size, answers, differing or note))
    return failures


def reach(limit: float, compiled: str | None, progress: Progress) -> int:
    """Print the times for large boards beside the limits; return how many are missed."""
    print_head("Reach: who wins, beside the naive solver of the tests", "naive", compiled)
    failures = 0
    for (slug, size), known in REACH.items():
        asked = solvers("our winner", "naive", compiled)
        answers = ask_in_turns(asked, slug, size, limit, progress.show)
        missed = answers[0].seconds > known or not answers[0].in_time
        note = f"at most {known:g}s required" + (": MISSED" if missed else "")
        differing = disagreement(answers)
        failures += bool(missed or differing)
        progress.end_one(row(slug, size, answers, differing or note))
    return failures


def memory() -> int:
    """Print the sizes of the caches; return 1 if one exceeds its limit."""
    print("\nMemory: random positions of 6x6, one after the other in one process", flush=True)
    return int(subprocess.run([sys.executable, "-m", "tests.bench.engine_memory"]).returncode != 0)


def main() -> int:
    """Print all tables; return 1 if anything required is missed."""
    parser = argparse.ArgumentParser(description="the engine beside its peers")
    parser.add_argument("--limit", type=float, default=PEER_SECONDS, help="seconds for one answer")
    parser.add_argument("python", metavar="PYTHON", nargs="?", help="with the compiled package")
    options = parser.parse_args()
    if not all(map(importlib.util.find_spec, ("easyAI", "pyspiel"))):
        print("the peers are missing: pip install -e '.[bench]' installs them", file=sys.stderr)
        return 2
    began = time.monotonic()
    limit, fast = options.limit, options.python
    bar = Progress(len(WINNER) + len(VERDICTS) + len(REACH), "boards")
    failures = (
        compare("Who wins", ("our winner", "easyAI"), WINNER, limit, fast, bar)
        + compare("Every first move", ("our verdicts", "OpenSpiel"), VERDICTS, limit, fast, bar)
        + reach(min(limit, NAIVE_SECONDS), fast, bar)
        + memory()
    )
    print(f"\n{failures} missed; {time.monotonic() - began:.0f}s in all")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
