"""How long you play: whole seconds between moves, without those on other screens."""

from __future__ import annotations

import time


def now() -> float:
    """Return the time of a clock that never goes back, in seconds."""
    return time.monotonic()


class Stopwatch:
    """Measures the time from one move to the next."""

    def __init__(self) -> None:
        self._began = now()
        self._paused_at: float | None = None

    @property
    def _time(self) -> float:
        return now() if self._paused_at is None else self._paused_at

    def restart(self) -> None:
        """Begin to measure now."""
        self._began = self._time

    def pause(self) -> None:
        """Stand still until `go_on`."""
        self._paused_at = self._time

    def go_on(self) -> None:
        """Go on after a pause."""
        self._began += now() - self._time
        self._paused_at = None

    def lap(self) -> int:
        """Return the whole seconds since the last lap; the rest counts for the next one."""
        seconds = int(self._time - self._began)
        self._began += seconds
        return seconds
