"""A line on standard error that shows how far a long job is, if that is a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from typing import TypeVar

_SECONDS_PER_UPDATE = 0.2
_BAR = 20

Result = TypeVar("Result")


class ProgressLine:
    """A bar and some words, not written too often, and removed before anything else is printed."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        """Whether there is a terminal to show it."""
        self._width = 0
        self._updated = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the line should be written again."""
        return self.is_shown and time.monotonic() - self._updated >= _SECONDS_PER_UPDATE

    def show(self, done: float, words: str) -> None:
        """Write the line; `done` is a share from 0 to 1."""
        self._updated = time.monotonic()
        # A line that is longer than the window would scroll it.
        columns = shutil.get_terminal_size().columns - 1
        line = f"[{'#' * int(_BAR * done):.<{_BAR}}] {words}"[:columns]
        print(f"\r{line:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def clear(self) -> None:
        """Remove the line."""
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0


def with_time_left(results: Iterator[Result], seconds: float, words: str) -> Result:
    """Return the last result, and show meanwhile how much of the time is left."""
    line = ProgressLine()
    began = time.monotonic()
    last = next(results)
    try:
        for result in results:
            last = result
            if line.is_due:
                spent = min(time.monotonic() - began, seconds)
                line.show(spent / seconds, f"{words}, at most {clock(seconds - spent)} left")
    finally:
        line.clear()
    return last


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def left_at_pace(spent: float, done: float) -> str:
    """Say how long the rest takes at the pace so far; `done` is a share from 0 to 1."""
    return f", {clock(spent / done - spent)} left at this pace" if done else ""
