"""What a placement leaves of the room, as bit masks: the peers' games are built on it."""

from dataclasses import dataclass

from gridlock_tui.rules import Blocks, Placement, Stuck, Variant


@dataclass(frozen=True)
class Masks:
    """The rules of one placement game on one board, ready for a peer to play by."""

    full: int
    keeps_own: list[int]
    """For every cell, what a marker there leaves of its owner's room."""
    keeps_other: list[int]
    """For every cell, what a marker there leaves of the opponent's room."""
    is_impartial: bool
    """Whether both players always have the same room."""
    passes: bool


def masks_of(variant: Variant) -> Masks:
    """Return the masks of a variant of the placement family."""
    rules = variant.rules
    assert isinstance(rules, Placement), "the peers play the placement family only"
    reach = variant.board.neighbours(rules.neighbourhood)
    only_own = rules.blocks is Blocks.OWNER
    return Masks(
        full=variant.board.full,
        keeps_own=[~(near | 1 << cell) for cell, near in enumerate(reach)],
        keeps_other=[~(1 << cell | near * (not only_own)) for cell, near in enumerate(reach)],
        is_impartial=not only_own,
        passes=rules.stuck is Stuck.PASSES,
    )
