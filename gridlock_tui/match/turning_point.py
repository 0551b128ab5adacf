"""The turning point of a finished game: the last move at which the result changed hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from gridlock_tui.engine.reasons import Reason
from gridlock_tui.match.advice import TITLES
from gridlock_tui.match.game import Setup
from gridlock_tui.match.naming import YOU, does
from gridlock_tui.match.review import Review
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import GameState, Move, Names, Player, write_move
from gridlock_tui.rules.text import in_words

UNKNOWN = "The turning point is not known: not every position could be solved."


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The last move at which the result changed hands: its player lost the game by it."""

    number: int
    """Which move it was, counted from 1."""
    player: Player
    """Who made it."""
    move: Move
    before: Timeline
    """The game with the state before the move shown."""
    better: tuple[Move, ...]
    """The known moves that would have kept the win; first one with a reason, or the best."""
    reason: Reason | None = None
    """Why the first of them would have won, if an idea proves it."""


@dataclass(frozen=True, slots=True)
class NeverTurned:
    """The winner held the win all the time: the other player could not have won."""

    winner: Player


def turning_point(
    timeline: Timeline, found: Review, since: int = 0
) -> TurningPoint | NeverTurned | None:
    """Return the turning point of a game, or that there is none; None if that is not known.

    Only what happened after the first `since` moves counts. What is not known about the states
    before the turning point does not matter.
    """
    outcome = timeline.states[-1].outcome
    if outcome is None:
        return None
    for at in reversed(range(since, len(timeline.moves))):
        winner = found.winners[at]
        if winner is None:
            return None
        if winner is not outcome.winner:
            graded = found.moves[at]
            reason = graded.reason
            best = graded.line[:1] if reason is None else (reason.move,)
            better = (*best, *(move for move in graded.better if move not in best))
            return TurningPoint(at + 1, winner, graded.move, timeline.jump(at), better, reason)
    return NeverTurned(outcome.winner)


# In words.


class TurningWords(NamedTuple):
    """The sentences about a turning point, or about a game without one."""

    happened: str
    better: str = ""
    """What would have kept the win, or what to do instead."""
    brief: str = ""
    """All in one, for a small window."""


def _written(state: GameState, move: Move) -> str:
    return write_move(state.variant, move)


def about_turning_point(
    found: TurningPoint, names: Names, write: Callable[[GameState, Move], str] = _written
) -> TurningWords:
    """Return who gave the win away and how, and what would have kept it."""
    name, state = names[found.player - 1], found.before.state
    played = write(state, found.move)
    if name == YOU:
        happened = f"{played} gave the win away."
        brief = f"Move {found.number}, {played}, gave the win away"
    else:
        happened = f"{name} gave the win away with {played}."
        brief = f"{name} gave the win away with {played}, move {found.number}"
    if not found.better:
        return TurningWords(happened, brief=f"{brief}.")
    idea = f" (idea: {TITLES[type(found.reason)].lower()})" if found.reason else ""
    best, *others = (write(state, move) for move in found.better)
    kept = f"{best} would have kept it{idea}."
    if others:
        rest = others[0] if len(others) == 1 else f"any of {in_words(len(others))} other moves"
        kept = f"{best}{idea} or {rest} would have kept it."
    return TurningWords(happened, kept, f"{brief}: {kept}")


def about_no_turning_point(
    found: NeverTurned, setup: Setup, names: Names, since: int, swap: str, *, declined: bool = False
) -> TurningWords:
    """Return that the result never changed hands, and offer the other side to a person who lost.

    Only what happened after the first `since` moves counts. `swap` is what exchanges the sides.
    `declined` says that the second player could have taken over the first move.
    """
    winner = found.winner
    if declined and winner is setup.first:
        loser = names[winner.other - 1]
        words = f"{does(loser, 'could have won')} by taking over the first move."
        return TurningWords(words, brief=words)
    if setup.computers and setup.is_computer(winner):
        where = f"From move {since + 1} on" if since else "From this side"
        best = f"{winner.symbol} wins with best play."
        other = f"{swap} swaps sides."
        brief = f"{where} nothing could be won. {other}"
        return TurningWords(f"{where} nothing could be won: {best}", other, brief)
    span = f"from move {since + 1} to the end" if since else "from start to end"
    words = f"{does(names[winner - 1], 'held the win')} {span}."
    return TurningWords(words, brief=words)
