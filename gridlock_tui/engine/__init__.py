"""What is best: exact analysis, or "not known". Standard library and rules only."""

from gridlock_tui.engine.analysis import (
    Analysis,
    analyse,
    best_of,
    forget,
    nothing_known,
    preference,
    unfold,
)
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.values import MoveValue, Region, Values, Verdict, Wanted

__all__ = [
    "Analysis",
    "Budget",
    "MoveValue",
    "OutOfBudget",
    "Region",
    "Values",
    "Verdict",
    "Wanted",
    "analyse",
    "best_of",
    "forget",
    "nothing_known",
    "preference",
    "unfold",
]
