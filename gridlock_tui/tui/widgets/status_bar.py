"""The two lines under the board: whose turn and how much room is left, then the last message."""

from __future__ import annotations

import re

from textual import getters
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.match.series import Series
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME
from gridlock_tui.tui.widgets.result_panel import NO_SERIES

_NARROW = 60
"""Below this many columns only the numbers are said."""


class StatusBar(Widget):
    """Says whose turn it is, how many cells each side has left, and what was last said."""

    DEFAULT_CSS = """
    StatusBar {
        height: 2;
        padding: 0 1;
        link-style: bold;
        link-color: $accent;
        link-background: transparent;
        link-background-hover: $primary 40%;
        link-color-hover: $foreground;
    }
    """

    app = getters.app(ConfiguredApp)

    timeline: reactive[Timeline] = reactive(NO_GAME)
    """The game, and which of its states is looked at."""
    names: reactive[Names] = reactive(DEFAULT_NAMES)
    """What the players are called."""
    message: reactive[str] = reactive("", repaint=False)
    """What is said on the second line."""
    alarmed: reactive[bool] = reactive(False, repaint=False)
    """Whether the message is the answer to something that could not be done."""
    whole: reactive[bool] = reactive(False, repaint=False)
    """Whether all of the message is to be read, if need be on the first line as well."""
    verdict: reactive[str] = reactive("")
    """Who wins with best play, where that is shown."""
    thinking: reactive[bool] = reactive(False)
    """Whether the player to move is a computer that thinks."""
    series: reactive[Series] = reactive(NO_SERIES)
    """The games between the two: their score is shown unless there is only one game."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    """The characters to draw with."""

    def watch_message(self) -> None:
        """Repaint the message."""
        self._repaint_message()

    def watch_alarmed(self) -> None:
        """Repaint the message."""
        self._repaint_message()

    def watch_whole(self) -> None:
        """Repaint all: the message may begin or end to take both lines."""
        self.refresh()

    def _repaint_message(self) -> None:
        if self.whole:
            self.refresh()
        else:
            self.refresh(Region(0, 1, self.size.width, 1))

    def render(self) -> Content:
        """Return the two lines."""
        width = self.content_size.width
        message = Content.styled(self.message, "bold $warning" if self.alarmed else "")
        if self.whole and message.cell_length > width:
            lines = message.wrap(max(width, 1))
            last = max(self.content_size.height, 1) - 1
            rest = Content(" ").join(lines[last:]).truncate(width, ellipsis=True)
            return Content("\n").join([*lines[:last], rest])
        narrow = width < _NARROW
        turn = self._turn()
        right = self._right(narrow, width - turn.cell_length - 1)
        left = turn.truncate(max(width - right.cell_length - 1, 0), ellipsis=True)
        gap = Content(" " * max(width - left.cell_length - right.cell_length, 1))
        return Content.assemble(left, gap, right, "\n", message.truncate(width, ellipsis=True))

    def _right(self, narrow: bool, room: int) -> Content:
        """Return what stands on the right, the most important as far as there is room."""
        parts = [self._room_left(narrow)]
        if self.series.length != 1:
            parts.insert(0, self._score(narrow))
        if self.verdict:
            parts.insert(0, Content.styled(self._fitting_verdict(room), "bold"))
        if self.timeline.can_redo:
            parts.insert(0, self._way_back(narrow or bool(self.verdict)))
        while len(parts) > 1 and sum(part.cell_length + 3 for part in parts) - 3 > room:
            parts.pop()
        return Content("   ").join(parts).truncate(self.content_size.width, ellipsis=True)

    def _fitting_verdict(self, room: int) -> str:
        """Return the verdict, without its sum of regions, value or token where that is too long."""
        # Not at any comma or the like: a name may have one.
        shorter = re.sub(r" = \*[0-9 +*]+$", "", self.verdict)
        shortest = re.sub(r"^signs for token [0-9]+; |, value \*[0-9]+$", "", shorter)
        fitting = (words for words in (self.verdict, shorter) if len(words) <= room)
        return next(fitting, shortest)

    def _turn(self) -> Content:
        timeline = self.timeline
        outcome = timeline.state.outcome
        player = outcome.winner if outcome else timeline.state.to_move
        colour = f"bold {COLOUR_OF[player]}"
        name = Content.styled(self.names[player - 1], colour)
        where = f"{timeline.at}/{len(timeline.moves)}: " if timeline.can_redo else ""
        says = " wins" if outcome else " to move again" if timeline.state.passed else " to move"
        if self.thinking:
            says = f" is thinking{self.glyphs.ellipsis}"
        return Content.assemble(where, (f"{player.symbol} ", colour), name, says)

    def _score(self, narrow: bool) -> Content:
        # By side, as the players sit now, not by the order in which they came.
        one, two = (self.series.wins_of(name) for name in self.names)
        if narrow:
            return Content.styled(f"{one}:{two}", "bold")
        return Content.assemble(self.names[0], (f"  {one} : {two}  ", "bold"), self.names[1])

    def _room_left(self, narrow: bool) -> Content:
        state = self.timeline.state
        if state.is_over:
            moves = self.timeline.at
            return Content(f"after {counted(moves, 'move')}")
        counts = [
            Content.styled(f"{player.symbol} {len(state.room_for(player))}", COLOUR_OF[player])
            for player in Player
        ]
        return Content.assemble("" if narrow else "room left  ", counts[0], "  ", counts[1])

    def _way_back(self, narrow: bool) -> Content:
        words = f"{'now' if narrow else 'back to the present'} ({self.app.key_of('present')})"
        return Content.from_markup(
            "[@click=screen.present]$back $words[/]", back=self.glyphs.back, words=words
        )
