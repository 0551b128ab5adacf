"""What a solver has found, kept up to a limit."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")

MOST_ENTRIES = 400_000
"""How much each table holds; beyond that the oldest entry makes room for the newest."""


class Memory(dict[Key, Found]):
    """A table that forgets its oldest entries when it is full."""

    def remember(self, key: Key, found: Found) -> None:
        """Keep this, and let go of the oldest entry if there is no room."""
        if len(self) >= MOST_ENTRIES and key not in self:
            del self[next(iter(self))]
        self[key] = found
