"""The sentences of the app, by subject. Its modules are loaded when they are first used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridlock_tui.tui.wording import games, grades, hints, matches, moves, openings, turning

__all__ = ["games", "grades", "hints", "matches", "moves", "openings", "turning"]


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
