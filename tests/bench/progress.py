"""A progress bar on standard error for long benchmarks."""

import sys
import time

_BAR = 20


class Progress:
    """Shows on a terminal how much is done, and when the rest is done at this pace."""

    def __init__(self, total: int, unit: str) -> None:
        self.total, self.unit, self.done = total, unit, 0
        self.begun = self.last = time.monotonic()

    def show(self, doing: str) -> None:
        """Show the bar, what is being done and the time left."""
        if not sys.stderr.isatty():
            return
        seconds = time.monotonic() - self.begun
        filled = _BAR * self.done // max(1, self.total)
        bar = f"[{'#' * filled:.<{_BAR}}] {self.done} of {self.total} {self.unit}"
        line = f"{bar}, {doing}, {seconds:.0f} s{self._left()}"
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    def _left(self) -> str:
        if not self.done:
            return ""
        pace = (self.last - self.begun) / self.done
        return f", {pace * (self.total - self.done):.0f} s left at this pace"

    def end_one(self, line: str) -> None:
        """Count one as done, and print a line about it."""
        self.done, self.last = self.done + 1, time.monotonic()
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        print(line, flush=True)
