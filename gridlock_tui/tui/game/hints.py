"""One step of a hint, as the screens show it. Knows nothing of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from gridlock_tui.engine import Analysis
from gridlock_tui.engine.reason_search import mirrored_play
from gridlock_tui.engine.reasons import Mirror
from gridlock_tui.match import advice
from gridlock_tui.rules import Move, Names
from gridlock_tui.tui.board.ideas import line_sketch, sketch_of
from gridlock_tui.tui.board.sketch import Sketch


class Next(Enum):
    """What the hint key does next: its label in the key bar, and a sentence about it."""

    GIVE = "give hint", "gives the hint."
    WHICH = "which move", "says which move."
    WHY = "why", "says why."
    MISTAKE = "mistake", "looks for the mistake."
    LINE = "next move", "shows the line of play, move by move."
    MOVE = "next move", "shows the next move."
    AGAIN = "start over", "starts over."
    DRAW = "why", "shows it on the board."
    HIDE = "hide", "shows the move that was made."
    BACK = "go back", "goes back to before that move."
    NOTHING = "hint", ""

    @property
    def label(self) -> str:
        """One or two words."""
        label, _ = self.value
        return label

    def sentence(self, key: str) -> str:
        """Return what this key does; nothing if it does nothing new."""
        _, words = self.value
        return f"{key} {words}" if words else ""


class Hint(NamedTuple):
    """One step of a hint: what it says, the move it is about, and what it draws."""

    text: str
    move: Move | None = None
    """From the second step on, the move that hints lead to."""
    heading: str = ""
    """Which step it is, or what it is about."""
    title: str = ""
    """The name of the idea, or of the line."""
    sketch: Sketch | None = None
    next: Next = Next.NOTHING
    back_to: int | None = None
    """The number of moves before the mistake, when the player has asked to go back to it."""
    is_answer: bool = True
    """Whether it says anything about the position yet."""

    @property
    def sentences(self) -> str:
        """The whole hint as text."""
        return f"{self.title}: {self.text}" if self.title else self.text


def explained(analysis: Analysis, names: Names, last: Move | None) -> Hint | None:
    """Return why a move wins, in words and drawn; None if no idea proves it."""
    reason = analysis.reason
    if reason is None:
        return None
    title, words = advice.explanation(reason, analysis.state, names, last)
    sketch = sketch_of(reason, analysis.state)
    return Hint(words, reason.move, title=title, sketch=sketch, next=Next.LINE)


def line_from(analysis: Analysis, move: Move) -> tuple[Move, ...] | None:
    """Return a line that begins with this move, as far as the analysis has one.

    It shows the idea of a mirror, and otherwise best play.
    """
    if isinstance(analysis.reason, Mirror):
        return mirrored_play(analysis.reason, analysis.state)
    return analysis.line if analysis.line[:1] == (move,) else None


def line_step(analysis: Analysis, line: Sequence[Move], shown: int, names: Names) -> Hint:
    """Return the hint that shows this many moves of a line."""
    title = "For example" if isinstance(analysis.reason, Mirror) else "Best play"
    words = advice.line_step_words(analysis.state, line, shown, names)
    sketch = line_sketch(analysis.state, line[:shown])
    follows = Next.MOVE if shown < len(line) else Next.AGAIN
    return Hint(words, line[0], title=title, sketch=sketch, next=follows)
