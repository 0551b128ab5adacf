"""A second, deliberately naive solver: plain recursion on the naive rules, no shared code."""

from functools import cache

from tests.naive import Position


@cache
def mover_wins(position: Position) -> bool:
    """Say whether whoever is to move wins with best play."""
    winner = position.winner()
    if winner:
        return winner == position.mover
    return any(_good(position, position.after(play)) for play in position.plays())


def _good(position: Position, after: Position) -> bool:
    same_player = after.mover == position.mover and not after.winner()
    return (
        mover_wins(after) == same_player
        if not after.winner()
        else (after.winner() == position.mover)
    )


@cache
def length(position: Position) -> int:
    """Return the placements to the end when the winner hurries and the loser delays."""
    if position.winner():
        return 0
    children = [position.after(play) for play in position.plays()]
    if mover_wins(position):
        return 1 + min(length(child) for child in children if _good(position, child))
    return 1 + max(length(child) for child in children)


@cache
def grundy(position: Position) -> int:
    """Return the smallest number that no move leads to; the naive rules decide what is legal."""
    reached = {grundy(position.after(play)) for play in position.plays()}
    return next(value for value in range(len(reached) + 1) if value not in reached)
