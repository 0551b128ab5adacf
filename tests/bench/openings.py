"""Analyse all empty boards for the menu: `python -m tests.bench.openings [BOARD …]`.

Writes `gridlock_tui/engine/openings.txt` after every board, so it can be stopped and started again:
boards that are in the file already are left out, unless they are named (`showdown:7x8`) or --again
is given. Boards whose winner is not found in time stay out of the file. The compiled build takes a
fifth of the time; install it into an environment of its own and run this file with its Python.
"""

import argparse
import time
from dataclasses import replace
from pathlib import Path

from gridlock_tui.engine import Budget, Detail, Verdict, analyse, cache, clear_caches
from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.engine.openings import Opening, game_name, prove_opening, write_opening
from gridlock_tui.rules import VARIANTS, GameState, Variant
from tests.bench.progress import Progress

SECONDS = 60.0
LONGEST = 4.0
SIDES = range(3, 9)
ENTRIES = 20_000_000
"""The limit of each cache here: the largest boards have millions of shapes."""
FILE = Path(__file__).parents[2] / "gridlock_tui" / "engine" / "openings.txt"
HEAD = (
    "# Game, board, verdict for the starter, winning first moves (and how many are unknown),\n"
    "# length, winning replies to the hardest first move if all of them lose, seconds for all\n"
    "# verdicts; ? is unknown. Written by python -m tests.bench.openings.\n"
)


def after_one(state: GameState) -> GameState:
    """Return the state after a first move: a mirror makes boards easy only before it."""
    return state.play(state.legal_moves[0])


def thinking(state: GameState) -> float:
    """Return how long a computer player takes for all verdicts, in seconds of its own count."""
    solver = new_solver(state.variant.rules)
    budget = Budget(nodes=int(LONGEST * solver.nodes_per_second))
    analyse(state, budget, Detail.VERDICTS, solver)
    return budget.nodes / solver.nodes_per_second


def found(variant: Variant, seconds: float) -> Opening:
    """Return what can be proven about the empty board in this time."""
    start = variant.start()
    taken = max(thinking(start), thinking(after_one(start)))
    # Verdicts before lengths: those that take long must not leave the rest unknown.
    return replace(
        prove_opening(variant, Budget(seconds=seconds)),
        distance=analyse(start, Budget(seconds=seconds)).distance,
        seconds=taken if taken < LONGEST else None,
    )


def stored_lines() -> dict[str, str]:
    """Return the lines of the file by game and board."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return {" ".join(line.split()[:2]): line for line in lines if line and line[0] != "#"}


def main() -> None:
    """Analyse the boards, the small ones first, and write the results."""
    parser = argparse.ArgumentParser(description="Analyse all empty boards for the menu.")
    parser.add_argument("boards", metavar="BOARD", nargs="*", help="such as showdown:7x8")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each of two searches")
    parser.add_argument("--again", action="store_true", help="also boards that are in the file")
    given = parser.parse_args()
    cache.MAX_ENTRIES = ENTRIES
    sizes = [(rows, columns) for rows in SIDES for columns in range(rows, SIDES.stop)]
    lines = stored_lines()
    to_do = []
    for rows, columns in sorted(sizes, key=lambda size: size[0] * size[1]):
        for variant in VARIANTS.values():
            sized = variant.resized(rows, columns)
            named = f"{variant.slug}:{sized.board}"
            is_new = f"{game_name(sized)} {sized.board}" not in lines
            if named in given.boards or (not given.boards and (given.again or is_new)):
                to_do.append((named, sized))
    progress = Progress(len(to_do), "boards")
    for named, sized in to_do:
        progress.show(named)
        clear_caches()
        began = time.process_time()
        opening = found(sized, given.seconds)
        line = write_opening(sized, opening)
        if opening.verdict is not Verdict.UNKNOWN:
            lines[" ".join(line.split()[:2])] = line
            FILE.write_text(HEAD + "\n".join(sorted(lines.values())) + "\n", encoding="utf-8")
        progress.end_one(f"{named:<14} {line} ({time.process_time() - began:.1f} s of CPU)")


if __name__ == "__main__":
    main()
