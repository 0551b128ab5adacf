"""How a match stands that two people play by sending game ids to each other.

A step is a move, or the swap that takes over the first move. Who makes a step is told by the
sides that were agreed on before any swap.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gridlock_tui.match.game import Game
from gridlock_tui.rules import Move, Player


class Swap(Enum):
    """The step that is no move."""

    SWAP = "swap"


Step = Move | Swap


@dataclass(frozen=True, slots=True)
class Letters:
    """Your part in a match that is played by game ids."""

    side: Player
    """Your side, as agreed on before any swap."""
    sent: int = 0
    """How many steps of the current game both players have."""
    received: bool = False
    """Whether a game id was pasted into the match; otherwise one was only copied."""


class LetterTurn(Enum):
    """What such a match waits for."""

    YOURS = "your move"
    UNSENT = "not sent yet"
    SENT = "sent, waiting for the answer"


def steps_of(game: Game) -> tuple[Step, ...]:
    """Return all steps of a game, whichever state is shown."""
    moves = game.timeline.moves
    return (*moves[:1], Swap.SWAP, *moves[1:]) if game.setup.taken_over else moves


def steps_shown(game: Game) -> int:
    """Return how many steps lead to the state that is shown."""
    at = game.timeline.at
    return at + 1 if at and game.setup.taken_over else at


def last_maker(game: Game) -> Player | None:
    """Return who made the last step; None if there is none."""
    moves, first = game.timeline.moves, game.setup.first
    if len(moves) < 2:
        return None if not moves else first.other if game.setup.taken_over else first
    mover = game.timeline.states[-2].to_move
    return mover.other if game.setup.taken_over else mover


def next_maker(game: Game) -> Player | None:
    """Return who is to move in the state that is shown; None if the game is over there."""
    state = game.state
    if state.is_over:
        return None
    return state.to_move.other if game.seating.taken_over else state.to_move
