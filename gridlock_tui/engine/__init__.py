"""The engine: who wins, and what to play. Verdicts are exact or unknown, never guesses.

Names and the server are loaded on first use: a program that only shows an analysis loads no solver.
"""

# One import per module; `as` re-exports a name.

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridlock_tui.engine import server as server
    from gridlock_tui.engine.analysis import (
        analyse as analyse,
        clear_caches as clear_caches,
        iter_analyses as iter_analyses,
    )
    from gridlock_tui.engine.budget import Budget as Budget, OutOfBudget as OutOfBudget
    from gridlock_tui.engine.openings import Opening as Opening, opening_of as opening_of
    from gridlock_tui.engine.players import LEVELS as LEVELS, Level as Level, choose as choose
    from gridlock_tui.engine.verdicts import (
        Analysis as Analysis,
        Detail as Detail,
        MoveValue as MoveValue,
        MoveValues as MoveValues,
        Region as Region,
        Verdict as Verdict,
        best_of as best_of,
        preference as preference,
        unknown_analysis as unknown_analysis,
    )
else:
    _NAMES = {
        "analysis": "analyse clear_caches iter_analyses",
        "budget": "Budget OutOfBudget",
        "openings": "Opening opening_of",
        "players": "LEVELS Level choose",
        "verdicts": "Analysis Detail MoveValue MoveValues Region Verdict "
        "best_of preference unknown_analysis",
    }
    _MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
    __all__ = list(_MODULES)

    def __getattr__(name: str) -> object:
        if name == "server":
            return import_module(f"{__name__}.server")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def is_compiled() -> bool:
    """Return whether the solvers are compiled; if not, they are pure Python."""
    solver = find_spec(f"{__name__}.solver")
    return not ((solver and solver.origin) or "").endswith(".py")
