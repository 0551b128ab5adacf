"""Speed of the compiled build beside pure Python: `python -m tests.bench.compiled PYTHON`.

PYTHON is the interpreter of an environment with the compiled package. Both builds solve the same
positions in turns, each time in a new process, and the least CPU time of each counts. Fails if a
required ratio is missed, if the results differ in anything, or if a computer player of one build
chooses another move than that of the other.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gridlock_tui.engine import LEVELS, Budget, Detail, analyse, choose, clear_caches, is_compiled
from gridlock_tui.rules import VARIANTS, GameState, play_moves

if TYPE_CHECKING:  # the environment with the compiled package has no tests
    from tests.bench.progress import Progress

ROOT = Path(__file__).parents[2]
ROUNDS = 5
LEAST_SECONDS = 0.3
"""A process repeats its work until it took this much CPU time."""


@dataclass(frozen=True)
class Task:
    """A position to analyse from nothing."""

    slug: str
    size: str
    detail: Detail
    moves: str = ""
    nodes: int | None = None

    def run(self) -> str:
        """Analyse the position and return everything that was found."""
        clear_caches()
        state = play_moves(start(self.slug, self.size), self.moves)
        found = analyse(state, Budget(nodes=self.nodes), self.detail)
        moves = [(str(m.move), m.verdict.value, m.distance, m.grundy) for m in found.moves]
        return repr((found.verdict.value, found.distance, found.grundy, moves, found.line))


@dataclass(frozen=True)
class Work:
    """Tasks of one kind, and how many times as fast the compiled build must do them."""

    ratio: float
    tasks: tuple[Task, ...]


WORK = {
    "Node Kayles": Work(
        4.0,
        (
            Task("classic", "6x6", Detail.VERDICTS),
            Task("showdown", "5x5", Detail.VERDICTS),
            Task("showdown", "5x6", Detail.VERDICTS),
        ),
    ),
    "Col": Work(
        3.0,
        (
            Task("spacing", "5x5", Detail.VERDICTS),
            Task("passing", "5x5", Detail.VERDICTS, "1 1"),
            Task("spacing", "5x6", Detail.VERDICTS, "2 2"),
            Task("passing", "5x7", Detail.VERDICTS, "2 2", nodes=40_000),
        ),
    ),
    "lengths": Work(
        3.0,
        (
            Task("classic", "5x5", Detail.DISTANCES),
            Task("showdown", "4x4", Detail.DISTANCES),
            Task("spacing", "4x4", Detail.DISTANCES),
            Task("passing", "4x4", Detail.DISTANCES),
        ),
    ),
    "token game": Work(
        3.0,
        (
            # Long searches: elsewhere the rules, which are never compiled, take most of the time.
            Task("sequence", "3x4", Detail.DISTANCES),
            Task("sequence", "3x5", Detail.DISTANCES, "2 B1; 8 B3"),
            Task("sequence", "4x5", Detail.DISTANCES, "2 B2; 10 A1"),
        ),
    ),
}

GAMES = [(slug, size) for slug in VARIANTS for size in ("2x4", "3x3")]
"""Boards on which two computers of each level play to the end."""
OPENINGS = [("showdown", "7x7"), ("spacing", "6x6"), ("sequence", "4x5")]
"""Boards on which a computer does not finish its search: here the moment counts when it stops."""


def start(slug: str, size: str) -> GameState:
    """Return the empty board."""
    rows, columns = map(int, size.split("x"))
    return VARIANTS[slug].resized(rows, columns).start()


def moves_chosen() -> Iterator[str]:
    """Yield the moves that computer players choose, game by game."""
    for slug, size in GAMES:
        for level in LEVELS.values():
            state, seed = start(slug, size), 0
            while not state.is_over:
                seed += 1
                state = state.play(choose(state, level, seed))
            yield f"{slug} {size} {level.slug}: {state.fen()}"
    for slug, size in OPENINGS:
        yield f"{slug} {size}: {choose(start(slug, size), LEVELS['perfect'], seed=7)}"


def work_here(name: str) -> None:
    """Do the work in this process; print the build, the CPU time and the results."""
    found, passes = "", 0
    began = time.process_time()
    while not passes or time.process_time() - began < LEAST_SECONDS:
        found = "\n".join(task.run() for task in WORK[name].tasks)
        passes += 1
    seconds = (time.process_time() - began) / passes
    print(is_compiled(), seconds, hashlib.sha256(found.encode()).hexdigest())


def run(python: str, argument: str) -> str:
    """Run this file with an interpreter; only this one's own sees the sources."""
    # -P: the package comes from the path or from the environment, not from a folder at hand.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(ROOT)
    return subprocess.run(
        [python, "-P", __file__, "--here", argument],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def compare_speed(pythons: tuple[str, str], progress: Progress) -> int:
    """Print the CPU times of both builds; return how many demands are missed."""
    print(f"{'':12} {'pure':>9} {'compiled':>9} {'ratio':>7}")
    failures = 0
    for name, work in WORK.items():
        seconds: tuple[list[float], list[float]] = ([], [])
        results = set()
        for _ in range(ROUNDS):
            for build, python in enumerate(pythons):
                progress.show(f"{name}, {'compiled' if build else 'pure'}")
                compiled, took, result = run(python, name).split()
                assert compiled == str(bool(build)), f"{python} runs the wrong build"
                seconds[build].append(float(took))
                results.add(result)
        pure, fast = map(min, seconds)
        missed = pure < work.ratio * fast
        note = f"at least {work.ratio:g} required{': MISSED' if missed else ''}"
        if len(results) > 1:
            note = "THE RESULTS DIFFER"
        failures += missed or len(results) > 1
        progress.end_one(f"{name:<12} {pure:>8.4f}s {fast:>8.4f}s {pure / fast:>6.2f}x  {note}")
    return failures


def compare_moves(pythons: tuple[str, str], progress: Progress) -> int:
    """Print where the computer players of the builds choose different moves; return how often."""
    chosen = []
    for python in pythons:
        progress.show("moves of computers")
        chosen.append(run(python, "moves").splitlines())
        progress.end_one()
    progress.clear()
    pure, fast = chosen
    differing = [pair for pair in zip(pure, fast, strict=True) if len(set(pair)) > 1]
    for one, other in differing:
        print(f"THE MOVES DIFFER: {one} (pure Python), {other} (compiled)")
    print(f"{len(pure)} games and openings by computers, {len(differing)} differ")
    return len(differing)


def main() -> int:
    """Compare the builds; return 1 if anything required is missed."""
    parser = argparse.ArgumentParser(description="the compiled build beside pure Python")
    parser.add_argument("python", metavar="PYTHON", nargs="?", help="with the compiled package")
    parser.add_argument("--here", metavar="WORK", help="do one kind of work in this process")
    options = parser.parse_args()
    if options.here == "moves":
        print("\n".join(moves_chosen()))
    elif options.here:
        work_here(options.here)
    elif options.python:
        from tests.bench.progress import Progress

        pythons = (sys.executable, options.python)
        progress = Progress(len(WORK) + len(pythons), "kinds of work")
        return int(compare_speed(pythons, progress) + compare_moves(pythons, progress) > 0)
    else:
        parser.error("say which interpreter has the compiled package")
    return 0


if __name__ == "__main__":
    sys.exit(main())
