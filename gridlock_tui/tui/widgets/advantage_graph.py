"""The graph of a review: who was winning after each move, one or two columns per move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.rules import Player
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.themes import COLOUR_OF

_META = "at"
_QUIET = "$foreground 65%"
_FULL_HEIGHT = 3
_LABEL = "Who wins: "
_MARGIN = 2
"""The columns on either side: whose bars these are, and whether there are more."""


class Graph(NamedTuple):
    """Everything the graph shows."""

    standings: tuple[Player | None, ...] = ()
    """Who wins with best play in each state, the first included; None if unknown."""
    mistakes: frozenset[int] = frozenset()
    """The states reached by throwing a win away."""
    at: int = 0
    """The current state."""


class _Window(NamedTuple):
    """The states that fit."""

    first: int
    end: int
    step: int
    """The columns for each of them."""


class AdvantageGraph(Widget):
    """Draws bars for X above a middle line and for O below it; letters if only one line fits."""

    ALLOW_SELECT = False

    graph: reactive[Graph] = reactive(Graph())
    """Everything shown, set as a whole."""

    @dataclass
    class Jumped(Message):
        """A column was clicked; `at` is the number of moves up to it."""

        at: int

    def render(self) -> Content:
        """Return three lines, or one if there is no room for more."""
        width = self.content_size.width
        if self.content_size.height < _FULL_HEIGHT:
            return self._one_line(width)
        window = self._window(width - _MARGIN)
        above, below = (self._bars(window, player) for player in Player)
        return Content("\n").join([above, self._line(window, self._middle(window)), below])

    def _window(self, room: int) -> _Window:
        """Return the states shown: all of them or, in a long game, those around the current one."""
        count = len(self.graph.standings)
        if 2 * count <= room:
            return _Window(0, count, 2)
        if count <= room:
            return _Window(0, count, 1)
        shown = max(room - _MARGIN, 1)
        first = min(max(self.graph.at - shown // 2, 0), count - shown)
        return _Window(first, first + shown, 1)

    def _bars(self, window: _Window, player: Player) -> Content:
        colour = COLOUR_OF[player]
        bar = player.symbol if uses_ascii(self) else "█"
        parts = [Content.styled(f"{player.symbol} ", f"bold {colour}")]
        for at in range(window.first, window.end):
            char = bar if self.graph.standings[at] is player else " "
            parts.append(self._column(at, char.ljust(window.step), colour))
        return Content.assemble(*parts)

    def _middle(self, window: _Window) -> Iterator[Content]:
        """Yield the middle line: mistakes, unknown states, the current state."""
        line = "─"
        for at in range(window.first, window.end):
            char, style = line, _QUIET
            if self.graph.standings[at] is None:
                char = "?"
            if at in self.graph.mistakes:
                char, style = "!", "bold $error"
            if at == self.graph.at:
                char, style = "◆", style if at in self.graph.mistakes else "bold"
            column = self._column(at, char, style)
            yield column + self._column(at, line * (window.step - 1), _QUIET)

    def _one_line(self, width: int) -> Content:
        label = _LABEL if len(self.graph.standings) + len(_LABEL) <= width else ""
        margin = len(label) or _MARGIN
        window = self._window(width - margin)
        line = self._line(window, self._letters(window))
        return Content.assemble((label, _QUIET), line[_MARGIN:] if label else line)

    def _letters(self, window: _Window) -> Iterator[Content]:
        for at in range(window.first, window.end):
            player = self.graph.standings[at]
            char = player.symbol if player else "?"
            style = COLOUR_OF[player] if player else _QUIET
            if at in self.graph.mistakes:
                style = f"bold underline {style}"
            if at == self.graph.at:
                style = f"bold reverse {style}"
            yield self._column(at, char, style) + self._column(at, " " * (window.step - 1), "")

    def _line(self, window: _Window, columns: Iterator[Content]) -> Content:
        """Return the line, with arrows if there are more states before or after."""
        before, after = Content("  "), Content("")
        if window.first:
            before = self._column(window.first - 1, "‹ ", "bold")
        if window.end < len(self.graph.standings):
            after = self._column(window.end, " ›", "bold")
        return Content.assemble(before, *columns, after)

    def _column(self, at: int, text: str, style: str) -> Content:
        return Content(text).stylize(Style.parse(style) + Style.from_meta({_META: at}))

    def on_click(self, event: events.Click) -> None:
        """Post the state whose column was clicked."""
        at = event.style.meta.get(_META)
        if at is not None:
            self.post_message(self.Jumped(at))
