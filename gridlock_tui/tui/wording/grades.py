"""What a review says and shows of a move: signs, words, the proof. Knows nothing of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import Grade, GradedMove, Review
from gridlock_tui.rules import GameState, Move, Names, closing_text, write_move
from gridlock_tui.rules.text import listed
from gridlock_tui.tui.coach import signs_of
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.painter import Signs
from gridlock_tui.tui.wording import what_happened

_NAMED_AT_MOST = 4
_UNBROKEN = "\N{NO-BREAK SPACE}"

STYLES = {
    Grade.KEPT: "$success",
    Grade.ONLY_WIN: "bold $success",
    Grade.SLIP: "bold $error",
    Grade.LOST: "$foreground 75%",
    Grade.FORCED: "$foreground 75%",
    Grade.UNKNOWN: "$foreground 75%",
}
"""How each grade is coloured; the signs tell them apart without."""

_SHORT = {
    Grade.KEPT: "kept",
    Grade.ONLY_WIN: "only win",
    Grade.SLIP: "slip",
    Grade.LOST: "lost",
    Grade.FORCED: "forced",
    Grade.UNKNOWN: "unknown",
}

_WORDS = {
    Grade.KEPT: "{name} kept the win with {move}.",
    Grade.ONLY_WIN: "{name} found the only winning move, {move}.",
    Grade.SLIP: "{name} threw the win away with {move}.",
    Grade.LOST: "{name} played {move}, but was already lost.",
    Grade.FORCED: "{name} had only one move, {move}.",
    Grade.UNKNOWN: "{name} played {move}: not known whether it was good.",
}


class Told(NamedTuple):
    """What is said of the move that is looked at."""

    words: str = ""
    """How it is graded."""
    style: str = ""
    more: str = ""
    """What it did or, at a slip, what would have won and the line that proves it."""
    also: str = ""
    """What else would have won."""


def sign_of(grade: Grade, glyphs: Glyphs) -> str:
    """Return the one character that stands for the grade."""
    signs = {
        Grade.KEPT: glyphs.wins,
        Grade.ONLY_WIN: glyphs.only,
        Grade.SLIP: glyphs.slip,
        Grade.LOST: glyphs.loses,
        Grade.FORCED: glyphs.forced,
        Grade.UNKNOWN: glyphs.unknown,
    }
    return signs[grade]


def short_words(grade: Grade) -> str:
    """Return the grade in a word or two, for a list."""
    return _SHORT[grade]


def told(found: Review, timeline: Timeline, names: Names, thinking: bool) -> Told:
    """Return what is to be said of the move that led to the state that is looked at.

    While the engine thinks about it, what is not known is not called so yet.
    """
    if not timeline.at:
        winner = found.begins
        if winner is None:
            words = "thinking\N{HORIZONTAL ELLIPSIS}" if thinking else "not known who wins."
            return Told(f"The empty board: {words}")
        return Told(f"The empty board: {names[winner - 1]} wins with best play.")
    graded = found.moves[timeline.at - 1]
    before = timeline.states[timeline.at - 1]
    name, move = names[graded.player - 1], _written(before, graded.move)
    words = _WORDS[graded.grade].format(name=name, move=move)
    if graded.grade is Grade.UNKNOWN and thinking:
        words = f"{name} played {move}: thinking\N{HORIZONTAL ELLIPSIS}"
    if graded.grade is Grade.SLIP:
        more, also = _proof(graded, before), _others(graded, before)
    else:
        closing = " ".join(closing_text(timeline.state, names).split())
        more, also = closing or what_happened(timeline, names), ""
    return Told(words, STYLES[graded.grade], more, also)


def _proof(slip: GradedMove, before: GameState) -> str:
    """Return what would have won instead of the slip, and the line that proves it."""
    if not slip.line:
        return "What would have won is not known."
    words = f"{_written(before, slip.line[0])} would have won"
    if not is_over_after(before, slip.line):
        return f"{words}; the line that proves it is not known."
    if len(slip.line) == 1:
        return f"{words} at once."
    return f"{words}: {'; '.join(_written(before, move) for move in slip.line)}."


def _others(slip: GradedMove, before: GameState) -> str:
    others = [move for move in slip.better if move not in slip.line[:1]]
    return f"So would {_some(before, others)}." if others else ""


def is_over_after(state: GameState, line: Sequence[Move]) -> bool:
    """Say whether the line leads to the end of the game, so that it proves who wins."""
    return Timeline.replay(state, line).state.is_over


def known_of(analysis: Analysis) -> int:
    """Return a number that is the higher the more an analysis has found out."""
    decided = sum(value.verdict is not Verdict.UNKNOWN for value in analysis.moves)
    return decided + len(analysis.line)


def better_signs(slip: GradedMove, before: Analysis, glyphs: Glyphs) -> Signs:
    """Return signs for the moves that would have won, as the coach would have shown them.

    In games with tokens, for the token that the line begins with.
    """
    token = slip.line[0].token if slip.line else slip.move.token
    signs = signs_of(before, token, glyphs, nimbers=False)
    return tuple(sign if sign is not None and sign.ink == "wins" else None for sign in signs)


def no_slip_words(found: Review, thinking: bool) -> str:
    """Say that there is no slip to go to, as far as that is known."""
    if thinking:
        return "No slip found so far; the engine is still at it."
    if not found.is_complete:
        return "No slip is known; not every position could be decided."
    return "No slips: nobody threw a win away."


def _written(state: GameState, move: Move) -> str:
    """Return the move so that no line is broken within it."""
    return write_move(state.variant, move).replace(" ", _UNBROKEN)


def _some(state: GameState, moves: Sequence[Move]) -> str:
    named = [_written(state, move) for move in moves]
    if len(named) > _NAMED_AT_MOST:
        named[_NAMED_AT_MOST - 1 :] = [f"{len(named) - _NAMED_AT_MOST + 1} more"]
    return listed(named)
