"""The climb: a ladder of computers for each variant, weakest first, and the stars you earn.

The board is the most similar one to the variant's own on which the winner has to find few moves, if
there is such a board, and you are on the side that wins with best play. Both follow from what is
proven about empty boards, so they are the same for everyone. Importing this module loads the
engine; what needs no board, such as the stars, is in `match.stars`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from gridlock_tui.engine import Budget, Verdict
from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.openings import Opening, contested_boards, known_opening, opening_of
from gridlock_tui.match.game import HUMAN, Kinds, Setup, checked_names
from gridlock_tui.match.match import Match
from gridlock_tui.rules import Names, Player, Variant

_LONGEST_SIDE = 6
"""Boards with longer sides take too long for a game of a few minutes."""
_SECONDS_TO_PROVE = 1.0
"""How long the engine may work on the board of a variant about which nothing is stored.

It is counted in positions, so that the ladder does not depend on how busy the computer is.
"""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs of one variant: the same board and side, one level after the other."""

    variant: Variant
    """The variant on the board of the climb."""
    side: Player
    """The side that you play; X always starts."""

    def setup(self, level: str, name: str = "", seed: int = 0) -> Setup:
        """Return the setup of a rung; an empty name is the default one."""
        yours = self.side is Player.ONE
        kinds: Kinds = (HUMAN, level) if yours else (level, HUMAN)
        typed: Names = (name, "") if yours else ("", name)
        return Setup(self.variant, checked_names(*typed, kinds=kinds), kinds=kinds, seed=seed)

    def begin(self, level: str, name: str = "", seed: int = 0) -> Match:
        """Return a match on a rung."""
        return replace(Match.begin(self.setup(level, name, seed)), climbs=True)


@cache
def ladder_of(variant: Variant) -> Ladder | None:
    """Return the ladder of a variant; None if it cannot be proven who wins its board.

    Of a variant about which nothing is stored, take its own board and prove it now.
    """
    boards = [(variant.board, known_opening(variant)), *contested_boards(variant)]
    for board, opening in boards:
        if opening is not None and _is_fight(board.rows, board.columns, opening):
            return _ladder(variant.resized(board.rows, board.columns), opening)
    closest, opening = boards[-1]
    sized = variant.resized(closest.rows, closest.columns)
    if opening is None:
        rate = solver_for(sized.start()).nodes_per_second
        opening = opening_of(sized, Budget(nodes=int(_SECONDS_TO_PROVE * rate)))
    return _ladder(sized, opening)


def _is_fight(rows: int, columns: int, opening: Opening) -> bool:
    return opening.is_contested and max(rows, columns) <= _LONGEST_SIDE


def _ladder(variant: Variant, opening: Opening) -> Ladder | None:
    if opening.verdict is Verdict.UNKNOWN:
        return None
    return Ladder(variant, Player.ONE if opening.verdict is Verdict.WIN else Player.TWO)
