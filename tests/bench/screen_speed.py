"""How soon the coach knows: `python -m tests.bench.screen_speed [--boards SLUG:RxC ...]`.

Plays random games to a random length and analyses each position with a new solver. Prints, for
each variant and size, the share of positions with first verdicts in 0.1 s, with all verdicts in one
second, with all lengths in one second and in the time of the analysis, and with best play told to
its end wherever its length is known; then the slowest times and the position with the slowest
verdicts. Seconds are those of the processor. With `--empty SLUG`, prints what is proven about each
empty board instead.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from gridlock_tui.engine import Budget, Verdict, analyse, iter_analyses
from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.rules import VARIANTS, Board, GameState, Player, Variant
from tests.bench.progress import Progress

POSITIONS = 50
ANALYSIS_SECONDS = 60.0
FIRST_SECONDS = 0.1
ALL_SECONDS = 1.0
SIZES = {
    "classic": ("4x4", "5x5", "6x6"),
    "spacing": ("4x4", "4x5", "5x5"),
    "showdown": ("4x4", "5x5", "6x6"),
    "sequence": ("3x3", "3x4", "3x5", "4x4", "4x5", "5x5"),
    "passing": ("4x4", "4x5", "5x5"),
}


@dataclass(frozen=True)
class Times:
    """When results were known, in seconds; infinite if they never were."""

    first: float
    verdicts: float
    lengths: float
    has_line: bool
    """Whether best play was told to its end, if its length was known."""


def positions(variant: Variant, count: int) -> Iterator[GameState]:
    """Yield positions of unfinished random games, the same in every run."""
    rng = random.Random(f"{variant.slug} {variant.board}")
    while count:
        game = [variant.start(rng.choice(list(Player)))]
        while not game[-1].is_over:
            game.append(game[-1].play(rng.choice(game[-1].legal_moves)))
        yield rng.choice(game[:-1])
        count -= 1


def limited(seconds: float) -> Budget:
    """Return a budget of so many seconds of the processor.

    Its clock takes a microsecond to read, far longer than that of a usual budget, so it is read
    only now and then.
    """
    began, asked = time.process_time(), count(1)

    def cancelled() -> bool:
        return next(asked) % 64 == 0 and time.process_time() - began > seconds

    return Budget(cancelled=cancelled)


def measure(state: GameState, seconds: float) -> Times:
    """Analyse a position from nothing and return when results were known."""
    solver = new_solver(state.variant.rules)
    began = time.process_time()
    budget = limited(seconds)
    first = verdicts = lengths = float("inf")
    analysis = None
    for analysis in iter_analyses(state, budget, solver=solver):
        now = time.process_time() - began
        known = [value.verdict is not Verdict.UNKNOWN for value in analysis.moves]
        if any(known):
            first = min(first, now)
        if all(known):
            verdicts = min(verdicts, now)
            if all(value.distance is not None for value in analysis.moves):
                lengths = min(lengths, now)
    assert analysis is not None
    has_line = analysis.distance is None or len(analysis.line) == analysis.distance
    return Times(first, verdicts, lengths, has_line)


def share(hits: list[bool]) -> str:
    """Return the share of hits in per cent."""
    return f"{100 * sum(hits) / len(hits):>5.1f}%"


def print_shares(name: str, count: int, seconds: float, progress: Progress) -> None:
    """Print the shares of one board, given as SLUG:RxC."""
    found = []
    for number, state in enumerate(positions(named(name), count), start=1):
        progress.show(f"{name}, position {number} of {count}")
        found.append((measure(state, seconds), state))
    times = [each for each, _ in found]
    slowest, where = max(found, key=lambda each: each[0].verdicts)
    first, lengths = max(each.first for each in times), max(each.lengths for each in times)
    progress.end_one(
        f"{name:<14} {share([each.first <= FIRST_SECONDS for each in times])} "
        f"{share([each.verdicts <= ALL_SECONDS for each in times])} "
        f"{share([each.lengths <= ALL_SECONDS for each in times])} "
        f"{share([each.lengths < float('inf') for each in times])} "
        f"{share([each.has_line for each in times])}   "
        f"{first:.3f} s, {slowest.verdicts:.2f} s, {lengths:.2f} s  {where.fen()}"
    )


def print_empty(name: str, seconds: float) -> None:
    """Print what is proven about an empty board, given as SLUG:RxC, and how long that takes."""
    start = named(name).start()
    began = time.process_time()
    found = analyse(start, limited(seconds), solver=new_solver(start.variant.rules))
    verdicts = [value.verdict for value in found.moves]
    print(
        f"{name:<14} {found.verdict.value:<7} {verdicts.count(Verdict.WIN):>4} of "
        f"{len(verdicts):>4} first moves win, {verdicts.count(Verdict.UNKNOWN)} unknown, "
        f"length {found.distance}, line of {len(found.line)}, {time.process_time() - began:.2f} s",
        flush=True,
    )


def named(name: str) -> Variant:
    """Return the variant with the board that SLUG:RxC names."""
    slug, _, size = name.partition(":")
    board = Board.from_text(size)
    return VARIANTS[slug].resized(board.rows, board.columns)


def main() -> None:
    """Print the shares for each board, or what is proven about empty boards."""
    parser = argparse.ArgumentParser(description="How soon the coach knows.")
    parser.add_argument("--boards", nargs="*", metavar="SLUG:RxC", help="boards to measure")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="positions on each board")
    parser.add_argument("--seconds", type=float, default=ANALYSIS_SECONDS, help="for an analysis")
    parser.add_argument("--empty", metavar="SLUG", help="all empty boards from 3x3 to 8x8 instead")
    chosen = parser.parse_args()
    if chosen.empty:
        sizes = [Board(rows, columns) for rows in range(3, 9) for columns in range(rows, 9)]
        for board in sorted(sizes, key=lambda board: board.size):
            print_empty(f"{chosen.empty}:{board}", chosen.seconds)
        return
    print(
        f"{'board':<14} {'first':>6} {'all':>6} {'len 1s':>6} {'length':>6} {'line':>6}   "
        "slowest: first, all, lengths"
    )
    boards = chosen.boards or [f"{slug}:{size}" for slug in SIZES for size in SIZES[slug]]
    progress = Progress(len(boards), "boards")
    for name in boards:
        print_shares(name, chosen.positions, chosen.seconds, progress)


if __name__ == "__main__":
    main()
