"""The printed counts of move sequences, with their progress on standard error."""

from __future__ import annotations

import time

from gridlock_tui.cli.progress import ProgressLine, clock, left_at_pace
from gridlock_tui.rules import GameState, perft


def print_counts(state: GameState, longest: int) -> None:
    """Print how many sequences of each length there are, each as soon as they are counted."""
    line = ProgressLine()
    pairs = 0
    try:
        for length in range(1, longest + 1):
            count = perft(state, length) if length <= 2 else _count(state, length, pairs, line)
            pairs = count if length == 2 else pairs
            line.clear()
            print(length, count, flush=True)
    finally:
        line.clear()


def _count(state: GameState, length: int, pairs: int, line: ProgressLine) -> int:
    """Count the sequences that begin with each of so many pairs of moves."""
    began = time.monotonic()
    count = done = 0
    for first in state.legal_moves:
        after = state.play(first)
        for second in after.legal_moves:
            count += perft(after.play(second), length - 2)
            done += 1
            if line.is_due:
                spent = time.monotonic() - began
                words = f"sequences of {length}, {clock(spent)}"
                line.show(done / pairs, words + left_at_pace(spent, done / pairs))
    return count
