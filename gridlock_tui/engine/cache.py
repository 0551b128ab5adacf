"""A cache of limited size."""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MAX_ENTRIES = 400_000
"""The limit of each cache. A solver has up to five caches, and at most 16 solvers are shared."""
_DROPPED_SHARE = 8
"""A full cache drops an eighth of its entries at once: finding the oldest one is slow."""


class Cache(dict[Key, Value]):
    """A dictionary that drops its oldest entries when it is full."""

    def store(self, key: Key, value: Value) -> None:
        """Add an entry, and drop the oldest entries if the cache is full."""
        if len(self) >= MAX_ENTRIES and key not in self:
            for old in list(islice(self, MAX_ENTRIES // _DROPPED_SHARE)):
                del self[old]
        self[key] = value
