"""The lines under the board of a review: which move, how it is graded, and the proof."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME

_LINES = 3
_NARROW = 60
"""Below this many columns the graph alone says who stands to win."""


class GradeBar(Widget):
    """Says how the move that is looked at is graded, and who stands to win after it."""

    DEFAULT_CSS = """
    GradeBar {
        height: 3;
        padding: 0 1;
        text-wrap: nowrap;
    }
    """

    timeline: reactive[Timeline] = reactive(NO_GAME)
    """The game, and which of its states is looked at."""
    names: reactive[Names] = reactive(DEFAULT_NAMES)
    """What the players are called."""
    words: reactive[str] = reactive("")
    """How the move is graded."""
    tone: reactive[str] = reactive("")
    """The style of these words."""
    more: reactive[str] = reactive("")
    """What it did, or what would have been better."""
    also: reactive[str] = reactive("")
    """What else would have been better; said only where there is room."""
    stands: reactive[Player | None] = reactive[Player | None](None)
    """Who wins from here with best play; None where it is not known."""
    thinking: reactive[bool] = reactive(False)
    """Whether the engine is still at work."""
    pace: reactive[float] = reactive(0.0)
    """The seconds from one move to the next while they follow one another; 0 while they do not."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    """The characters to draw with."""

    def render(self) -> Content:
        """Return the lines; where there is little room, the words run on in the next."""
        width = self.content_size.width
        narrow, room = width < _NARROW, width
        where = f"{self.timeline.at}/{len(self.timeline.moves)}  "
        right = Content("")
        if narrow:
            # The first line of the words stands beside the number of the move.
            words = self._wrapped(self._brief(width - len(where)), width, 2, indent=where)
            words[0] = words[0].removeprefix(where)
        else:
            right = self._right(width - len(where) - cell_len(self.words) - 2)
            room = max(width - len(where) - right.cell_length - 2, 1)
            words = self._wrapped(self.words, room, 1)
        # Lines are wrapped by letters, of which some are two cells wide.
        lines = [Content.styled(line, self.tone).truncate(room, ellipsis=True) for line in words]
        lines[0] = Content.assemble((where, "$foreground 75%"), lines[0])
        gap = max(width - lines[0].cell_length - right.cell_length, 0)
        lines[0] = Content.assemble(lines[0], " " * gap, right)
        lines += map(Content, self._details(width, _LINES - len(lines)))
        return Content("\n").join([line.truncate(width, ellipsis=True) for line in lines])

    def _details(self, width: int, lines: int) -> list[str]:
        if self.also:
            wrapped = self._wrapped(f"{self.more} {self.also}", width, lines)
            if not wrapped[-1].endswith(self.glyphs.ellipsis):
                return wrapped
        return self._wrapped(self.more, width, lines)

    def _wrapped(self, words: str, width: int, lines: int, indent: str = "") -> list[str]:
        wrapped = textwrap.wrap(
            self.glyphs.text(words),
            width,
            initial_indent=indent,
            max_lines=lines,
            placeholder=f" {self.glyphs.ellipsis}",
            break_on_hyphens=False,
        )
        # Now that the lines are broken, a space is a space.
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped] or [indent]

    def _brief(self, room: int) -> str:
        """Return the words, with a letter for a long name: the proof below needs the lines."""
        at = self.timeline.at
        if at and cell_len(self.words) > room:
            # Not by whose name it is: a first move that was taken over is the other's by now.
            mover = self.timeline.states[at - 1].to_move
            # The longer name first: the other may be how it begins.
            for name in sorted(self.names, key=len, reverse=True):
                if self.words.startswith(f"{name} "):
                    return mover.symbol + self.words.removeprefix(name)
        return self.words

    def _right(self, room: int) -> Content:
        """Return who stands to win, by name where that leaves room for the words."""
        parts = []
        if self.pace:
            parts.append(Content.styled(f"{self.glyphs.here} {self.pace:g} s", "bold"))
        by_name = Content("   ").join([*parts, self._standing(self.names)])
        if by_name.cell_length <= room:
            return by_name
        letters = Player.ONE.symbol, Player.TWO.symbol
        return Content("   ").join([*parts, self._standing(letters)])

    def _standing(self, names: Names) -> Content:
        outcome = self.timeline.state.outcome
        player = outcome.winner if outcome else self.stands
        if player is None:
            words = f"thinking{self.glyphs.ellipsis}" if self.thinking else "not known who wins"
            return Content.styled(words, "$foreground 75%")
        says = "wins" if outcome else "stands to win"
        return Content.styled(f"{names[player - 1]} {says}", f"bold {COLOUR_OF[player]}")
