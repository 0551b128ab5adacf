"""A second, deliberately naive solver: plain recursion on the naive rules, no shared code."""

from functools import cache

from tests.naive import Game, Play, Position


def mover_wins(position: Position) -> bool:
    """Return whether the player to move wins with best play."""
    return _solved(position)[0]


def length(position: Position) -> int:
    """Return the placements to the end when the winner hurries and the loser delays."""
    return _solved(position)[1]


@cache
def _solved(position: Position) -> tuple[bool, int]:
    winner = position.winner()
    if winner:
        return winner == position.mover, 0
    won: list[int] = []
    lost: list[int] = []
    for play in position.plays():
        after = position.after(play)
        wins, rest = _solved(after)
        (won if wins == (after.mover == position.mover) else lost).append(rest)
    return (True, 1 + min(won)) if won else (False, 1 + max(lost))


def grundy(position: Position) -> int:
    """Return the smallest number that no move leads to; the naive rules decide what is legal."""
    one, two = position.placed
    return _grundy(position.game, one | two)


@cache
def _grundy(game: Game, placed: frozenset[Play]) -> int:
    """Whose the markers are makes no difference where they bar both players."""
    position = Position(game, (placed, frozenset()))
    reached = {_grundy(game, placed | {play}) for play in position.plays()}
    return next(value for value in range(len(reached) + 1) if value not in reached)
