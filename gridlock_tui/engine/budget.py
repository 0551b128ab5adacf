"""Limits for an analysis, by time, by positions or by cancelling."""

from __future__ import annotations

import time
from collections.abc import Callable


class OutOfBudget(Exception):  # noqa: N818 - not an error: the analysis stops as planned
    """The budget is used up, or the analysis was cancelled."""


class Budget:
    """Counts the positions of a search and stops it at a limit. A budget that ended stays ended."""

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.nodes = 0
        self._max_nodes = nodes
        self._seconds = seconds
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._cancelled = cancelled
        self._was_cancelled = False
        self._ended = False

    def part(self, nodes: int, least: float = 0.0) -> Budget:
        """Return a budget with its own positions that ends when this one's time is up.

        It has at least the share `least` of this one's time, even if that is later.
        """
        part = Budget(nodes=nodes, cancelled=self.is_cancelled)
        if self._deadline is not None and self._seconds is not None:
            part._deadline = max(self._deadline, time.monotonic() + least * self._seconds)
        return part

    def is_cancelled(self) -> bool:
        """Return whether the analysis was cancelled."""
        if not self._was_cancelled and self._cancelled is not None:
            self._was_cancelled = self._cancelled()
        return self._was_cancelled

    def spend(self, positions: int = 1) -> None:
        """Count one or several positions, or raise OutOfBudget."""
        self.nodes += positions
        # Reading the clock takes far less time than searching a position.
        self._ended = (
            self._ended
            or (self._max_nodes is not None and self.nodes > self._max_nodes)
            or (self._deadline is not None and time.monotonic() >= self._deadline)
            or self.is_cancelled()
        )
        if self._ended:
            raise OutOfBudget
