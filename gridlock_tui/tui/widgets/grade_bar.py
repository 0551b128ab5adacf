"""The lines under the board of a review: which move it is, its grade, and the proof."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.match.naming import YOU, does
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.wording.grades import MoveSummary
from gridlock_tui.tui.wording.moves import first_sentences, last_sentences

_LEAST_LINES = 2
_NARROW = 60
"""Below this many columns the grade may take two lines."""
_QUIET = "$foreground 75%"


class GradeReport(NamedTuple):
    """Everything the grade bar shows."""

    timeline: Timeline
    """The game, and which of its states is shown on the board."""
    names: Names = DEFAULT_NAMES
    """The players' names."""
    summary: MoveSummary = MoveSummary()
    """What is said about the move."""
    winning: Player | None = None
    """Who wins from here with best play; None if unknown."""
    thinking: bool = False
    """Whether the engine is still working."""
    pace: float = 0.0
    """The seconds per move while the game plays by itself; 0 while it does not."""
    legend: str = ""
    """How to read the signs on the board, if there are any."""


class GradeBar(Widget):
    """Shows the grade of the current move, and who is winning after it."""

    report: reactive[GradeReport] = reactive(GradeReport(NO_GAME))
    """Everything shown, set as a whole."""

    def render(self) -> Content:
        """Return the lines; in a narrow window the grade continues on the next one."""
        width, height = self.content_size.width, max(self.content_size.height, _LEAST_LINES)
        lines = self._narrow_lines(width, height) if width < _NARROW else self._lines(width, height)
        return Content("\n").join([line.truncate(width, ellipsis=True) for line in lines])

    def _lines(self, width: int, height: int) -> list[Content]:
        """Return the grade with who is winning beside it, then the effect or the proof."""
        summary, where = self.report.summary, self._where()
        right = self._right(width - len(where) - cell_len(summary.words) - 2)
        room = max(width - len(where) - right.cell_length - 2, 1)
        (words,) = _wrapped(summary.words, room, 1)
        # Lines are wrapped by characters, and some are two cells wide.
        grade = Content.styled(words, summary.style).truncate(room, ellipsis=True)
        first = Content.assemble((where, _QUIET), grade)
        lines = [_with_right(first, right, width)]
        lines += map(Content, _details(summary, width, height - 1))
        if self.report.legend and len(lines) < height:
            lines.append(Content.styled(self.report.legend, _QUIET))
        return lines

    def _narrow_lines(self, width: int, height: int) -> list[Content]:
        """Return the grade on up to two lines, then the rest; who is winning where it fits.

        A reason is not cut for that: it says who wins.
        """
        summary, where = self.report.summary, self._where()
        # The first line of the grade is beside the number of the move.
        first, *others = _wrapped(self._brief(width - len(where)), width, 2, indent=where)
        grade = Content.styled(first.removeprefix(where), summary.style)
        lines = [Content.assemble((where, _QUIET), grade)]
        lines += [Content.styled(line, summary.style) for line in others]
        lines += map(Content, _details(summary, width, height - len(lines)))
        lines += [Content("")] * (height - len(lines))
        # In the last line with room for a name, else for a letter, which is made if need be.
        for standing in (self._right(width), self._right(0)):
            for at in reversed(range(height)):
                if lines[at].cell_length + 2 + standing.cell_length <= width:
                    lines[at] = _with_right(lines[at], standing, width)
                    return lines
        if summary.is_reason:
            return lines
        room = width - standing.cell_length - 2
        lines[-1] = _with_right(lines[-1].truncate(room, ellipsis=True), standing, width)
        return lines

    def _where(self) -> str:
        timeline = self.report.timeline
        return f"{timeline.at}/{len(timeline.moves)}  "

    def _brief(self, room: int) -> str:
        """Return the grade; if it is too long, with a letter instead of the name."""
        timeline, names, summary, *_ = self.report
        if timeline.at and cell_len(summary.words) > room:
            # The letter of the side that moved: the player may have swapped sides since.
            mover = timeline.states[timeline.at - 1].to_move
            # The longer name first: it may begin with the other one.
            for name in sorted(names, key=len, reverse=True):
                if name != YOU and summary.words.startswith(f"{name} "):
                    return mover.symbol + summary.words.removeprefix(name)
        return summary.words

    def _right(self, room: int) -> Content:
        """Return who is winning, by name if that leaves room for the grade."""
        pace = self.report.pace
        before = Content.styled(f"▸ {pace:g} s", "bold") + "   " if pace else Content("")
        by_name = before + self._standing(self.report.names)
        if by_name.cell_length <= room:
            return by_name
        return before + self._standing((Player.ONE.symbol, Player.TWO.symbol))

    def _standing(self, names: Names) -> Content:
        outcome = self.report.timeline.state.outcome
        player = outcome.winner if outcome else self.report.winning
        if player is None:
            words = "thinking…" if self.report.thinking else "not known who wins"
            return Content.styled(words, _QUIET)
        says = "wins" if outcome else "stands to win"
        return Content.styled(does(names[player - 1], says), f"bold {COLOUR_OF[player]}")


def _with_right(line: Content, right: Content, width: int) -> Content:
    gap = max(width - line.cell_length - right.cell_length, 0)
    return Content.assemble(line, " " * gap, right)


def _details(summary: MoveSummary, width: int, lines: int) -> list[str]:
    """Return the effect or the proof; the other winning moves too if they fit."""
    if summary.also:
        wrapped = _wrapped(f"{summary.more} {summary.also}", width, lines)
        if not _is_cut(wrapped):
            return wrapped

    def fits(words: str) -> bool:
        return not _is_cut(_wrapped(words, width, lines))

    more = last_sentences(summary.more, fits) if summary.brief else summary.more
    more = first_sentences(more, fits) if summary.is_reason else more
    return _wrapped(more if fits(more) else summary.brief or more, width, lines)


def _is_cut(lines: list[str]) -> bool:
    return lines[-1].endswith("…")


def _wrapped(words: str, width: int, lines: int, indent: str = "") -> list[str]:
    wrapped = textwrap.wrap(
        words,
        width,
        initial_indent=indent,
        max_lines=lines,
        placeholder=" …",
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped] or [indent]
