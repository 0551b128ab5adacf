"""Proves what can be proven of every empty board: `python -m tests.bench.openings [SECONDS]`.

Writes `gridlock_tui/engine/openings.txt`, from which the menu tells the truth about a board. A
board whose first moves are not all decided in the time given to it is left out.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

import gridlock_tui.engine
from gridlock_tui.engine import Budget, Verdict, Wanted, analyse, forget
from gridlock_tui.engine.openings import proven_opening, write_opening
from gridlock_tui.rules import VARIANTS

SECONDS = 60.0
SIDES = range(3, 9)
HEAD = (
    "# Game, board, verdict for the starter, winning first moves, length, winning answers to the\n"
    "# trickiest first move where all of them lose, seconds for all verdicts; ? is not known.\n"
    "# Proven by python -m tests.bench.openings; boards that took too long are left out.\n"
)


def main() -> None:
    """Prove board after board, from the small to the large, and write down what was found."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    lines: list[str] = []
    path = Path(gridlock_tui.engine.__file__).with_name("openings.txt")
    sizes = [(rows, columns) for rows in SIDES for columns in range(rows, SIDES.stop)]
    for rows, columns in sorted(sizes, key=lambda size: size[0] * size[1]):
        for variant in VARIANTS.values():
            sized = variant.resized(rows, columns)
            forget()
            began = time.process_time()
            analyse(sized.start(), Budget(seconds=seconds), Wanted.VERDICTS)
            taken = time.process_time() - began
            # Verdicts before lengths: those that take long must not leave the rest unknown.
            opening = replace(
                proven_opening(sized, Budget(seconds=seconds)),
                distance=analyse(sized.start(), Budget(seconds=seconds)).distance,
                seconds=taken,
            )
            line = write_opening(sized, opening)
            print(f"{variant.slug:<9} {line}", flush=True)
            if opening.verdict is not Verdict.UNKNOWN and not opening.unknown:
                lines.append(line)
                path.write_text(HEAD + "\n".join(sorted(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
