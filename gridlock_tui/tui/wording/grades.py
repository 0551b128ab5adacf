"""What a review says about a move: sign, words, proof. Independent of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gridlock_tui.engine import Analysis
from gridlock_tui.match import Timeline
from gridlock_tui.match.naming import addressing_you, does
from gridlock_tui.match.record import reason_key
from gridlock_tui.match.review import Grade, GradedMove, Review
from gridlock_tui.rules import GameState, Move, Names
from gridlock_tui.rules.text import listed
from gridlock_tui.tui.board.picture import Signs
from gridlock_tui.tui.widgets.move_log import Mark
from gridlock_tui.tui.wording.games import ending
from gridlock_tui.tui.wording.hints import signs_of
from gridlock_tui.tui.wording.moves import reason_words, what_happened, written

_NAMED_AT_MOST = 4

_QUIET = "$foreground 75%"
MARKS = {
    Grade.WON: Mark("▲", "won", "$success"),
    Grade.ONLY_WIN: Mark("✦", "only win", "bold $success"),
    Grade.MISTAKE: Mark("!", "mistake", "bold $error"),
    Grade.LOST: Mark("▼", "lost", _QUIET),
    Grade.FORCED: Mark("=", "forced", _QUIET),
    Grade.UNKNOWN: Mark("?", "unknown", _QUIET),
}
"""How each grade is shown in a list."""
PENDING = Mark("·", "", _QUIET)
"""Instead of a grade that the engine is still working on."""

_WORDS = {
    Grade.WON: "played a winning move, {move}.",
    Grade.ONLY_WIN: "found the only winning move, {move}.",
    Grade.MISTAKE: "threw the win away with {move}.",
    Grade.LOST: "played {move}, but was already lost.",
    Grade.FORCED: "had only one move, {move}.",
    Grade.UNKNOWN: "played {move}: not proven good or bad.",
}
"""What the player has done."""


class MoveSummary(NamedTuple):
    """What a review says about the current move."""

    words: str = ""
    """Its grade."""
    style: str = ""
    more: str = ""
    """Its effect or, at a mistake, what would have won and the line that proves it."""
    also: str = ""
    """What else would have won."""
    brief: str = ""
    """Why the game was won, where there is no room for the last sentence of `more`."""
    is_reason: bool = False
    """Whether `more` is the reason of a move: its first sentences matter most."""


def summary(found: Review, timeline: Timeline, names: Names, thinking: bool) -> MoveSummary:
    """Return what to say about the move that led to the current state.

    While the engine is `thinking` about it, it is not called unknown.
    """
    if not timeline.at:
        winner, words = found.winner_at_start, "thinking…" if thinking else "not known who wins."
        if winner is not None:
            words = f"{does(names[winner - 1], 'wins with best play')}."
        return MoveSummary(addressing_you(f"The empty board: {words}", names))
    graded = found.moves[timeline.at - 1]
    before = timeline.states[timeline.at - 1]
    name, move = names[graded.player - 1], written(before, graded.move)
    words = does(name, _WORDS[graded.grade]).replace("{move}", move)
    if graded.grade is Grade.UNKNOWN and thinking:
        words = f"{name} played {move}: thinking…"
    if graded.grade is Grade.MISTAKE:
        more, also = _proof(graded, before), _others(graded, before)
    else:
        reason = reason_words(timeline.state, names)
        more, also = reason or what_happened(timeline, names), ""
    outcome, brief = timeline.state.outcome, ""
    if outcome is not None and graded.grade is not Grade.MISTAKE:
        loser = names[outcome.winner.other - 1]
        brief = f"Won{ending(before.variant.slug, reason_key(outcome.reason), loser)}."
    return MoveSummary(words, MARKS[graded.grade].style, more, also, brief)


def _proof(mistake: GradedMove, before: GameState) -> str:
    """Return what would have won, and the line that proves it."""
    if not mistake.line:
        return "What would have won is not known."
    words = f"{written(before, mistake.line[0])} would have won"
    if not is_over_after(before, mistake.line):
        return f"{words}; the line that proves it is not known."
    if len(mistake.line) == 1:
        return f"{words} at once."
    return f"{words}: {'; '.join(written(before, move) for move in mistake.line)}."


def _others(mistake: GradedMove, before: GameState) -> str:
    """Return what else would have won."""
    named = [written(before, move) for move in mistake.better if move not in mistake.line[:1]]
    if len(named) > _NAMED_AT_MOST:
        named[_NAMED_AT_MOST - 1 :] = [f"{len(named) - _NAMED_AT_MOST + 1} more"]
    return f"So would {listed(named)}." if named else ""


def is_over_after(state: GameState, line: Sequence[Move]) -> bool:
    """Return whether the line leads to the end of the game, so that it proves who wins."""
    return Timeline.replay(state, line).state.is_over


def better_signs(mistake: GradedMove, before: Analysis) -> Signs:
    """Return signs for the moves that would have won, as the analysis overlay shows them.

    In games with tokens they are for the token that the line begins with.
    """
    token = mistake.line[0].token if mistake.line else mistake.move.token
    signs = signs_of(before, token, nimbers=False)
    return tuple(sign if sign is not None and sign.colour == "wins" else None for sign in signs)


def better_legend(why_key: str, *, worded: bool) -> str:
    """Return how to read these signs, and which key says more."""
    signs = "The number counts the moves left." if worded else "▲ would have won, in so many moves."
    return f"{signs} {why_key} shows why."


def why_heading(number: int, *, is_better: bool) -> str:
    """Return what the drawing is about: the move, or a better one."""
    if is_better:
        return f"Before move {number}: what would have won"
    return f"Move {number}: why it wins"


def no_why_words(made: GradedMove | None, names: Names) -> str:
    """Return why there is no reason to draw after this move, and where there is one."""
    if made is None:
        return "Step to a move first: winning moves and mistakes have a reason."
    if made.grade is Grade.LOST:
        winner = names[made.player.other - 1]
        return f"Every move loses here. Step to a move of {winner} to see why it wins."
    if made.grade is Grade.FORCED:
        return "There was no other move."
    return "It is not known who wins here."


def no_mistake_words(found: Review, thinking: bool) -> str:
    """Return a sentence for a game without a known mistake after the move that is shown."""
    if found.mistakes:
        return f"No further mistakes{' so far' if thinking else ''}."
    if thinking:
        return "No mistake found so far; the engine is still working."
    if not found.is_complete:
        return "No mistake found, but not every position could be solved."
    return "No mistakes: no win was thrown away."
