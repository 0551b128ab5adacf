"""What a solver has found, kept up to a limit."""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")

MOST_ENTRIES = 400_000
"""How much each table holds; beyond that the oldest entries make room for the newest.

A solver has up to five tables, and at most sixteen solvers are kept.
"""
_AT_ONCE = 8
"""One in so many entries goes at a time: to look for the single oldest one takes ever longer."""


class Memory(dict[Key, Found]):
    """A table that forgets its oldest entries when it is full."""

    def remember(self, key: Key, found: Found) -> None:
        """Keep this, and let go of the oldest entries if there is no room."""
        if len(self) >= MOST_ENTRIES and key not in self:
            for old in list(islice(self, MOST_ENTRIES // _AT_ONCE)):
                del self[old]
        self[key] = found
