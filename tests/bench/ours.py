"""The questions of the engine's benchmark, put to the engine and to the tests' naive solver."""

from gridlock_tui.engine import Detail, Verdict, analyse
from gridlock_tui.rules import Variant
from tests import naive, naive_solver
from tests.rules.support import naive_game


def first_wins(variant: Variant) -> bool:
    """Ask the engine whether the starter wins."""
    return analyse(variant.start(), detail=Detail.WINNER).verdict is Verdict.WIN


def move_verdicts(variant: Variant) -> list[bool]:
    """Ask the engine, for every first move in the order of the cells, whether it wins."""
    moves = analyse(variant.start(), detail=Detail.VERDICTS).moves
    return [value.verdict is Verdict.WIN for value in moves]


def naive_first_wins(variant: Variant) -> bool:
    """Ask the naive solver whether the starter wins."""
    return naive_solver.mover_wins(naive.Position(naive_game(variant)))
