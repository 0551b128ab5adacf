"""The two lines under the board: whose turn it is and how much room is left, then a message."""

from __future__ import annotations

import re

from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.match.series import Series
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.result_panel import NO_SERIES
from gridlock_tui.tui.wording.moves import StatusMessage

_NARROW = 60
"""Below this many columns only numbers are shown."""


class StatusBar(Widget):
    """Shows whose turn it is, how many cells each side has left, and a message."""

    timeline: reactive[Timeline] = reactive(NO_GAME)
    """The game, and which of its states is shown on the board."""
    names: reactive[Names] = reactive(DEFAULT_NAMES)
    """The players' names."""
    message: reactive[StatusMessage] = reactive(StatusMessage(), repaint=False)
    """The message on the second line."""
    verdict: reactive[str] = reactive("")
    """Who wins with best play, if the analysis is shown."""
    thinking: reactive[bool] = reactive(False)
    """Whether a computer is choosing its move."""
    series: reactive[Series] = reactive(NO_SERIES)
    """The series; its score is shown unless it is a single game."""

    def watch_message(self, before: StatusMessage, message: StatusMessage) -> None:
        """Repaint the second line, or both if the message takes or took both."""
        if before.whole or message.whole:
            self.refresh()
        else:
            self.refresh(Region(0, 1, self.size.width, 1))

    def render(self) -> Content:
        """Return the two lines."""
        width = self.content_size.width
        text, alarmed, whole = self.message
        message = Content.styled(text, "bold $warning" if alarmed else "")
        if whole and message.cell_length > width:
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
        """Return the right side of the first line: the most important parts that fit."""
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
        """Return the verdict; without its sum of regions, value or token if it is too long."""
        # Do not split at commas: a name may contain one.
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
            says = " is thinking…"
        return Content.assemble(where, (f"{player.symbol} ", colour), name, says)

    def _score(self, narrow: bool) -> Content:
        # By side: the players may have swapped since the first game.
        one, two = (self.series.wins_of(name) for name in self.names)
        if narrow:
            return Content.styled(f"{one}:{two}", "bold")
        return Content.assemble(self.names[0], (f"  {one} : {two}  ", "bold"), self.names[1])

    def _room_left(self, narrow: bool) -> Content:
        state = self.timeline.state
        if state.is_over:
            return Content(f"after {counted(self.timeline.at, 'move')}")
        counts = [
            Content.styled(f"{player.symbol} {len(state.room_for(player))}", COLOUR_OF[player])
            for player in Player
        ]
        return Content.assemble("" if narrow else "room left  ", counts[0], "  ", counts[1])

    def _way_back(self, narrow: bool) -> Content:
        key = preferences_of(self).key_of("present")
        words = f"{'now' if narrow else 'latest move'} ({key})"
        return Content.from_markup("[@click=screen.present]» $words[/]", words=words)
