"""The way back of a player who has lost: to the state before the last mistake."""

from __future__ import annotations

from dataclasses import dataclass

from gridlock_tui.match.review import Review
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import Move


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where the player to move could still win."""

    at: int = 0
    """The number of moves before the last mistake."""
    move: Move | None = None
    """The mistake; None if the player could never have won."""


def way_back(timeline: Timeline, found: Review, since: int = 0) -> WayBack | None:
    """Return the last mistake of the player to move in the state shown; None if it is not known.

    Only what happened after the first `since` moves counts.
    """
    player = timeline.state.to_move
    for at in reversed(range(since, timeline.at)):
        if timeline.states[at].to_move is player:
            winner = found.winners[at]
            if winner is None:
                return None
            if winner is player:
                return WayBack(at, timeline.moves[at])
    return WayBack()
