"""How much work an analysis may do, and how it is told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable


class OutOfBudget(Exception):  # noqa: N818 - nothing went wrong: the work was to stop here
    """The budget is used up, or the work is not wanted any more."""


class Budget:
    """Counts positions looked at; stops by number, by time, or when asked to, once and for all."""

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.nodes = 0
        self._most = nodes
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._cancelled = cancelled
        self._was_cancelled = False
        self._is_over = False

    def is_cancelled(self) -> bool:
        """Say whether the work is not wanted any more."""
        if not self._was_cancelled and self._cancelled is not None:
            self._was_cancelled = self._cancelled()
        return self._was_cancelled

    def spend(self) -> None:
        """Count one position, or raise OutOfBudget."""
        self.nodes += 1
        # A position takes far longer than a look at the clock.
        self._is_over = (
            self._is_over
            or (self._most is not None and self.nodes > self._most)
            or (self._deadline is not None and time.monotonic() >= self._deadline)
            or self.is_cancelled()
        )
        if self._is_over:
            raise OutOfBudget
