"""How often the coach can say why: `python -m tests.bench.reasons [--positions N]`.

Takes random won positions of each variant on two boards, checks every reason by the naive rules,
and prints the share of positions with a reason, by idea, and how long the search for it took. It
fails if a reason does not hold.
"""

import argparse
import time
from collections import Counter
from itertools import islice

from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.reason_search import best_reason
from gridlock_tui.rules import VARIANTS, Board
from tests.bench.progress import Progress
from tests.engine.reason_checks import check, won_positions

POSITIONS = 2000
SIZES = {
    "classic": ("4x4", "6x6"),
    "spacing": ("4x4", "5x5"),
    "showdown": ("4x4", "6x6"),
    "sequence": ("4x4", "5x5"),
    "passing": ("5x5", "4x5"),
}


def measure(slug: str, size: str, positions: int) -> str:
    """Check the reasons of one board and return a line about them."""
    board = Board.from_text(size)
    variant = VARIANTS[slug].resized(board.rows, board.columns)
    ideas: Counter[str] = Counter()
    slowest = 0.0
    for state, winning in islice(won_positions(variant, seed=1), positions):
        begun = time.process_time()
        reason = best_reason(state, winning, solver_for(state))
        slowest = max(slowest, time.process_time() - begun)
        ideas["none" if reason is None else type(reason).__name__] += 1
        if reason is not None:
            check(state, reason)
    share = 100 * (1 - ideas.pop("none", 0) / positions)
    by_idea = ", ".join(f"{name} {100 * n / positions:.1f}" for name, n in ideas.most_common())
    return f"{slug:<9} {size}  {share:5.1f} %  slowest {1000 * slowest:4.0f} ms  ({by_idea})"


def main() -> None:
    """Print a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    positions = parser.parse_args().positions
    boards = [(slug, size) for slug, sizes in SIZES.items() for size in sizes]
    progress = Progress(len(boards), "boards")
    for slug, size in boards:
        progress.show(f"{slug} {size}")
        progress.end_one(measure(slug, size, positions))


if __name__ == "__main__":
    main()
