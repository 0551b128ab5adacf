"""The state of a review: what is shown of a game, its grades and their reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock_tui.engine import Analysis
from gridlock_tui.engine.analysis import about_move
from gridlock_tui.match import Timeline
from gridlock_tui.match.review import Grade, GradedMove, Review
from gridlock_tui.rules import Names
from gridlock_tui.tui.board.picture import Signs
from gridlock_tui.tui.game.hints import Hint, Next, explained, line_from, line_step
from gridlock_tui.tui.grading import Grading
from gridlock_tui.tui.widgets.move_log import Mark
from gridlock_tui.tui.wording import grades


@dataclass(frozen=True)
class ReviewState:
    """Everything the review shows follows from this."""

    timeline: Timeline
    """The game, and which of its states is shown."""
    grading: Grading
    """What is known about the game so far."""
    thinking: bool = False
    """Whether the engine is still working."""
    pace: float = 0.0
    """The seconds per move while the game plays by itself; 0 while it does not."""
    remark: str = ""
    """A message shown until the next change."""
    why: int | None = None
    """How much of the reason is drawn: 0 for the idea, else so many moves of the line."""
    about: Analysis | None = None
    """At a winning move whose reason is drawn, the analysis of the state before it."""

    @classmethod
    def of(cls, timeline: Timeline) -> ReviewState:
        """Return the state before the engine has found anything."""
        return cls(timeline, Grading.of(timeline))

    @property
    def found(self) -> Review:
        """The grades of all moves, as far as they are known."""
        return self.grading.found

    def is_pending(self, at: int) -> bool:
        """Return whether the engine may still find out more about this position."""
        return self.thinking and not self.grading.is_final(at)

    @property
    def made(self) -> GradedMove | None:
        """The move that led to the state shown; None at the start."""
        at = self.timeline.at
        return self.found.moves[at - 1] if at else None

    @property
    def mistake(self) -> GradedMove | None:
        """The move that led to the state shown, if it was a mistake."""
        made = self.made
        return made if made is not None and made.grade is Grade.MISTAKE else None

    @property
    def winning(self) -> GradedMove | None:
        """The move that led to the state shown, if it wins and its analysis is known."""
        made = self.made
        if made is None or made.grade not in (Grade.WON, Grade.ONLY_WIN):
            return None
        return made if self.grading.analyses[made.number - 1] is not None else None

    @property
    def before(self) -> Analysis | None:
        """At a mistake, the analysis of the state before it."""
        return self.grading.analyses[self.timeline.at - 1] if self.mistake else None

    @property
    def better(self) -> Signs:
        """At a mistake, signs for the moves that would have won."""
        mistake, before = self.mistake, self.before
        return grades.better_signs(mistake, before) if mistake and before else ()

    def hint(self, names: Names) -> Hint | None:
        """Return why a move wins, or would have won instead of a mistake; None if not known."""
        mistake, winning = self.mistake, self.winning
        if mistake is not None:
            graded, before, line = mistake, self.before, mistake.line
        elif winning is not None and self.about is not None:
            graded, before, line = winning, self.about, self.about.line or (winning.move,)
        else:
            return None
        if before is None:
            return None
        past = self.timeline.jump(graded.number - 1)
        idea = explained(before, names, past.last_move)
        if idea is not None and idea.move is not None:
            line = line_from(before, idea.move) or line
        if idea is not None and not self.why:
            shown = idea if self.why is not None else idea._replace(sketch=None, next=Next.DRAW)
        elif self.why is None or not line:
            return None
        else:
            shown = line_step(before, line, min(max(self.why, 1), len(line)), names)
            if self.why >= len(line):
                shown = shown._replace(next=Next.HIDE)
        heading = grades.why_heading(graded.number, is_better=mistake is not None)
        return shown._replace(heading=heading)

    def next_why(self, names: Names) -> ReviewState:
        """Return the state with the reason drawn, then one more move of the line, then neither."""
        drawn = self.hint(names)
        if drawn is not None and drawn.next is Next.HIDE:
            return self.without_why()
        state = self if self.about is not None else replace(self, about=self._about_winning())
        before = state.before or state.about
        begins = 0 if before is not None and before.reason is not None else 1
        return replace(state, why=begins if self.why is None else self.why + 1)

    def _about_winning(self) -> Analysis | None:
        """Return why the move that led to the state shown wins, and how it goes on."""
        winning, analyses = self.winning, self.grading.analyses
        known = analyses[winning.number - 1] if winning is not None else None
        if winning is None or known is None:
            return None
        about = about_move(known, winning.move)
        after = analyses[winning.number] if winning.number < len(analyses) else None
        if about.line or after is None:
            return about
        return replace(about, line=(winning.move, *after.line))

    def without_why(self) -> ReviewState:
        """Return the state with no reason drawn."""
        return replace(self, why=None, about=None)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The grade of every move, for the list of moves."""
        return tuple(
            grades.PENDING
            if move.grade is Grade.UNKNOWN and self.is_pending(at)
            else grades.MARKS[move.grade]
            for at, move in enumerate(self.found.moves)
        )
