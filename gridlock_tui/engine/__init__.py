"""What is best: exact analysis, or "not known". Standard library and rules only."""

from gridlock_tui.engine.analysis import Analysis, MoveValue, Verdict, analyse, best_moves
from gridlock_tui.engine.budget import Budget, OutOfBudget

__all__ = ["Analysis", "Budget", "MoveValue", "OutOfBudget", "Verdict", "analyse", "best_moves"]
