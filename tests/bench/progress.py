"""A progress bar for long benchmarks."""

import time

from gridlock_tui.cli.progress import ProgressLine, clock


class Progress:
    """Shows on a terminal how much is done, and when the rest is done at this pace."""

    def __init__(self, total: int, unit: str) -> None:
        self.total, self.unit, self.done = total, unit, 0
        self.begun = self.last = time.monotonic()
        self._line = ProgressLine()

    def show(self, doing: str) -> None:
        """Show the bar, what is being done and the time left."""
        if self._line.is_due:
            spent = clock(time.monotonic() - self.begun)
            words = f"{self.done} of {self.total} {self.unit}, {doing}, {spent}{self._left()}"
            self._line.show(self.done / max(1, self.total), words)

    def _left(self) -> str:
        if not self.done:
            return ""
        pace = (self.last - self.begun) / self.done
        return f", {clock(pace * (self.total - self.done))} left at this pace"

    def end_one(self, line: str) -> None:
        """Count one as done, and print a line about it."""
        self.done, self.last = self.done + 1, time.monotonic()
        self._line.clear()
        print(line, flush=True)
