"""How long you play: whole seconds between moves."""

from __future__ import annotations

import time


def now() -> float:
    """Return the time of a clock that never goes back, in seconds."""
    return time.monotonic()


class Stopwatch:
    """Measures the time from one move to the next."""

    def __init__(self) -> None:
        self._began = now()

    def restart(self) -> None:
        """Begin to measure now."""
        self._began = now()

    def lap(self) -> int:
        """Return the whole seconds since the last lap; the rest counts for the next one."""
        seconds = int(now() - self._began)
        self._began += seconds
        return seconds
