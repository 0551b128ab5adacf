"""A progress bar for long benchmarks."""

import time

from gridlock_tui.cli.progress import ProgressLine, clock, left_at_pace


class Progress:
    """Shows on a terminal how much is done, and when the rest is done at this pace."""

    def __init__(self, total: int, unit: str) -> None:
        self.total, self.unit, self.done = total, unit, 0
        self.begun = self.last = time.monotonic()
        self._line = ProgressLine()
        self._is_gone = True

    def show(self, doing: str) -> None:
        """Show the bar, what is being done and the time left."""
        if self._line.is_due or (self._is_gone and self._line.is_shown):
            self._is_gone = False
            share = self.done / max(1, self.total)
            spent = clock(time.monotonic() - self.begun)
            left = left_at_pace(self.last - self.begun, share)
            self._line.show(
                share, f"{self.done} of {self.total} {self.unit}, {doing}, {spent}{left}"
            )

    def end_one(self, line: str = "") -> None:
        """Count one as done, and print a line about it if there is one."""
        self.done, self.last = self.done + 1, time.monotonic()
        if line:
            self.print(line)

    def print(self, line: str) -> None:
        """Print a line where the bar is."""
        self.clear()
        print(line, flush=True)

    def clear(self) -> None:
        """Remove the bar."""
        self._line.clear()
        self._is_gone = True
