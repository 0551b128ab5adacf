"""The printed table of Grundy values, with its progress on standard error."""

from __future__ import annotations

import sys
import time

from gridlock_tui.cli.progress import ProgressLine, clock
from gridlock_tui.engine.tables import StripTable
from gridlock_tui.rules import Neighbourhood
from gridlock_tui.rules.text import counted

_PACE_TERMS = 5


def print_table(neighbourhood: Neighbourhood, rows: int, to: int, megabytes: int) -> None:
    """Print the Grundy values of the boards with 1 to `to` columns, each as soon as it is found."""
    progress = _Progress(rows, to, megabytes)
    table = StripTable(neighbourhood, rows, megabytes * 1_000_000, progress.update)
    progress.table = table
    try:
        for columns in range(1, to + 1):
            value = table.value(columns)
            progress.end_term()
            print(columns, value, flush=True)
    finally:
        progress.clear()


class _Progress:
    """Shows how far the table is; and says in a sentence when memory is used up."""

    table: StripTable

    def __init__(self, rows: int, to: int, megabytes: int) -> None:
        self._rows, self._to, self._megabytes = rows, to, megabytes
        self._line = ProgressLine()
        self._warned = False
        self._ends = [time.monotonic()]

    def update(self) -> None:
        """Show how far the table is, but not too often."""
        if self.table.has_dropped and not self._warned:
            self._warned = True
            self.clear()
            limit = f"the memory limit of {self._megabytes} MB is reached"
            consequence = "the oldest results are dropped and the rest takes longer"
            print(f"gridlock: {limit}: {consequence}", file=sys.stderr, flush=True)
        if self._line.is_due:
            now = time.monotonic()
            found = len(self._ends) - 1
            board = f"{self._rows}x{found + 1} of {self._to}"
            searched = counted(self.table.nodes, "shape")
            spent = clock(now - self._ends[0])
            self._line.show(found / self._to, f"{board}, {searched}, {spent}{self._left(now)}")

    def end_term(self) -> None:
        """Remember when a term was found, and make room for it."""
        self._ends.append(time.monotonic())
        self.clear()

    def clear(self) -> None:
        """Remove the line."""
        self._line.clear()

    def _left(self, now: float) -> str:
        """Say how long the rest takes, unless this term shows that terms get harder."""
        recent = self._ends[-_PACE_TERMS - 1 :]
        pace = (recent[-1] - recent[0]) / _PACE_TERMS
        taken = now - recent[-1]
        if len(recent) <= _PACE_TERMS or taken > 2 * pace:
            return ""
        left = (self._to - len(self._ends) + 1) * pace - min(pace, taken)
        return f", {clock(left)} left at this pace" if left >= 1 else ""
