"""The swap rule: after the first move the second player may take it over.

The markers stay where they are and the two people exchange sides, so whoever made the first move
makes the next one as well. Timelines and records know of sides only, and stay what they are.
"""

from __future__ import annotations

from dataclasses import replace

from gridlock_tui.match.setup import Game, Setup
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GridlockError, Move


def can_take_over(game: Game) -> bool:
    """Say whether the one to move may take the first move over instead of moving."""
    timeline = game.timeline
    only_one_made = timeline.at == len(timeline.moves) == 1
    return only_one_made and not game.setup.taken_over and swap_fits(timeline)


def swap_fits(timeline: Timeline) -> bool:
    """Say whether the first move of this game could have been taken over by the other person."""
    if not timeline.moves:
        return False
    begun, after = timeline.states[:2]
    return not after.is_over and after.to_move is begun.to_move.other


def take_over(game: Game) -> Game:
    """Return the game with the first move taken over, or raise GridlockError."""
    if not can_take_over(game):
        raise GridlockError("only the very first move can be taken over, and only right after it")
    return replace(game, setup=replace(game.setup.swapped(), taken_over=True))


def seated(game: Game) -> Setup:
    """Return who sits where in the state that is looked at: at the start, nobody has moved."""
    return game.setup if game.timeline.at else game.setup.as_agreed()


def play_on(game: Game, move: Move) -> Game:
    """Return the game after a move, or raise IllegalMove; a new first move is nobody else's."""
    return Game(seated(game), game.timeline.play(move))
