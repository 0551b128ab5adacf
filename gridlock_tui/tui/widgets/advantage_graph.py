"""The graph of a review: who stood to win after each move, one or two columns for each."""

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
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.themes import COLOUR_OF

_META = "at"
_QUIET = "$foreground 65%"
_FULL_HEIGHT = 3
_LABEL = "Who wins: "
_MARGIN = 2
"""The columns on either side: whose bars these are, and that there are more of them."""
Standings = tuple[Player | None, ...]
"""Who stands to win in each state of a game, the first included; None where it is not known."""


class _Window(NamedTuple):
    """The states that there is room for."""

    first: int
    end: int
    step: int
    """The columns that each of them takes."""


class StandGraph(Widget):
    """Draws X's bars above a middle line and O's below it; in one line, letters."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    StandGraph {
        height: 3;
        padding: 0 1;
        text-wrap: nowrap;
    }
    """

    standings: reactive[Standings] = reactive(())
    """Who stands to win in each state."""
    slips: reactive[frozenset[int]] = reactive(frozenset())
    """The states that were reached by throwing a win away."""
    at: reactive[int] = reactive(0)
    """The state that is looked at."""
    glyphs: reactive[Glyphs] = reactive(UNICODE)
    """The characters to draw with."""

    @dataclass
    class Jumped(Message):
        """A column was clicked: the state after this many moves is to be looked at."""

        graph: StandGraph
        at: int

        @property
        def control(self) -> StandGraph:
            """The graph that was clicked."""
            return self.graph

    def render(self) -> Content:
        """Return three lines, or one where there is no room for more."""
        width = self.content_size.width
        if self.content_size.height < _FULL_HEIGHT:
            return self._one_line(width)
        window = self._window(width - _MARGIN)
        return Content("\n").join(
            [
                self._bars(window, Player.ONE),
                self._line(window, list(self._middle(window))),
                self._bars(window, Player.TWO),
            ]
        )

    def _window(self, room: int) -> _Window:
        """Return what is shown: everything or, in a long game, what is around the current move."""
        count = len(self.standings)
        if 2 * count <= room:
            return _Window(0, count, 2)
        if count <= room:
            return _Window(0, count, 1)
        shown = max(room - _MARGIN, 1)
        first = min(max(self.at - shown // 2, 0), count - shown)
        return _Window(first, first + shown, 1)

    def _bars(self, window: _Window, player: Player) -> Content:
        colour = COLOUR_OF[player]
        bar = self.glyphs.bar or player.symbol
        parts = [Content.styled(f"{player.symbol} ", f"bold {colour}")]
        for at in range(window.first, window.end):
            char = bar if self.standings[at] is player else " "
            parts.append(self._column(at, char.ljust(window.step), colour))
        return Content.assemble(*parts)

    def _middle(self, window: _Window) -> Iterator[Content]:
        """Yield the middle line: slips, what is not known, and where one is."""
        line = self.glyphs.grid.across
        for at in range(window.first, window.end):
            char, style = line, _QUIET
            if self.standings[at] is None:
                char = self.glyphs.unknown
            if at in self.slips:
                char, style = self.glyphs.slip, "bold $error"
            if at == self.at:
                char, style = self.glyphs.current, style if at in self.slips else "bold"
            column = self._column(at, char, style)
            yield column + self._column(at, line * (window.step - 1), _QUIET)

    def _one_line(self, width: int) -> Content:
        label = _LABEL if len(self.standings) + len(_LABEL) <= width else ""
        margin = len(label) or _MARGIN
        window = self._window(width - margin)
        line = self._line(window, list(self._letters(window)))
        return Content.assemble((label, _QUIET), line[_MARGIN:] if label else line)

    def _letters(self, window: _Window) -> Iterator[Content]:
        for at in range(window.first, window.end):
            player = self.standings[at]
            char = player.symbol if player else self.glyphs.unknown
            style = COLOUR_OF[player] if player else _QUIET
            if at in self.slips:
                style = f"bold underline {style}"
            if at == self.at:
                style = f"bold reverse {style}"
            yield self._column(at, char, style) + self._column(at, " " * (window.step - 1), "")

    def _line(self, window: _Window, columns: list[Content]) -> Content:
        """Return the line that also says whether there are more states before and after."""
        before, after = Content("  "), Content("")
        if window.first:
            before = self._column(window.first - 1, f"{self.glyphs.less} ", "bold")
        if window.end < len(self.standings):
            after = self._column(window.end, f" {self.glyphs.more}", "bold")
        return Content.assemble(before, *columns, after)

    def _column(self, at: int, text: str, style: str) -> Content:
        return Content(text).stylize(Style.parse(style) + Style.from_meta({_META: at}))

    def on_click(self, event: events.Click) -> None:
        """Look at the state whose column was clicked."""
        at = event.style.meta.get(_META)
        if at is not None:
            self.post_message(self.Jumped(self, at))
