"""What is best: exact analysis, or "not known". Standard library and rules only."""

from gridlock_tui.engine.analysis import Analysis, analyse
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.values import MoveValue, Verdict

__all__ = ["Analysis", "Budget", "MoveValue", "OutOfBudget", "Verdict", "analyse"]
