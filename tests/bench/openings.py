"""Analyse all empty boards for the menu: `python -m tests.bench.openings [SECONDS]`.

Writes `gridlock_tui/engine/openings.txt`. Boards whose first moves cannot all be decided in time
are left out.
"""

import sys
from dataclasses import replace
from pathlib import Path

import gridlock_tui.engine
from gridlock_tui.engine import Budget, Detail, Verdict, analyse
from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.engine.openings import prove_opening, write_opening
from gridlock_tui.rules import VARIANTS, GameState

SECONDS = 60.0
LONGEST = 4.0
SIDES = range(3, 9)
HEAD = (
    "# Game, board, verdict for the starter, winning first moves, length, winning replies to the\n"
    "# hardest first move if all of them lose, seconds for all verdicts; ? is unknown.\n"
    "# Written by python -m tests.bench.openings; boards that take too long are left out.\n"
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


def main() -> None:
    """Analyse the boards, the small ones first, and write the results."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    lines: list[str] = []
    path = Path(gridlock_tui.engine.__file__).with_name("openings.txt")
    sizes = [(rows, columns) for rows in SIDES for columns in range(rows, SIDES.stop)]
    for rows, columns in sorted(sizes, key=lambda size: size[0] * size[1]):
        for variant in VARIANTS.values():
            sized = variant.resized(rows, columns)
            taken = max(thinking(sized.start()), thinking(after_one(sized.start())))
            # Verdicts before lengths: those that take long must not leave the rest unknown.
            opening = replace(
                prove_opening(sized, Budget(seconds=seconds)),
                distance=analyse(sized.start(), Budget(seconds=seconds)).distance,
                seconds=taken if taken < LONGEST else None,
            )
            line = write_opening(sized, opening)
            print(f"{variant.slug:<9} {line}", flush=True)
            if opening.verdict is not Verdict.UNKNOWN and not opening.unknown:
                lines.append(line)
                path.write_text(HEAD + "\n".join(sorted(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
