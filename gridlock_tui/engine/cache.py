"""A cache of limited size."""

from __future__ import annotations

from itertools import islice
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MAX_ENTRIES = 400_000
"""The limit of each cache. A solver has a few caches, and at most 16 solvers are shared."""
_DROPPED_SHARE = 8
"""A full cache drops an eighth of its entries at once: finding the oldest one is slow."""


class Cache(Generic[Key, Value]):
    """A dictionary that drops its oldest entries when it is full."""

    def __init__(self, limit: int | None = None) -> None:
        self.entries: dict[Key, Value] = {}
        """What is cached. Reading it directly is faster than by a method."""
        self.limit = MAX_ENTRIES if limit is None else limit

    def __len__(self) -> int:
        return len(self.entries)

    def store(self, key: Key, value: Value) -> None:
        """Add an entry, and drop the oldest entries if the cache is full."""
        entries = self.entries
        if len(entries) >= self.limit and key not in entries:
            for old in list(islice(entries, self.limit // _DROPPED_SHARE)):
                del entries[old]
        entries[key] = value
