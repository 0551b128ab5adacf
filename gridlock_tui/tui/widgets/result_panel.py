"""The result of a game: who has won, why, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match.series import Series
from gridlock_tui.rules import Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.large_text import large_text

NO_SERIES = Series()

_NEXT = (("new", "Rematch"), ("swap", "Swap sides"), ("review", "Review"), ("menu", "Menu"))
"""The commands offered next, and their labels here."""
_RESULTS_SHOWN = 7
_LINES = 6
"""The most lines of a result in a lower window: they leave room for the last moves."""
_ROOMY = 30
"""The least lines of a window in which everything has room."""


class GameResult(NamedTuple):
    """Everything the panel shows."""

    winner: Player = Player.ONE
    title: str = ""
    """Who has won, in two or three words; empty until the game is over."""
    reason: str = ""
    """Why, in the words of the variant."""
    remark: str = ""
    """A few words for whoever has won or lost."""
    series: Series = NO_SERIES
    """The series, with this game counted."""


NO_RESULT = GameResult()


class _ResultLines(Widget):
    """Shows lines about the result, as many as its width needs."""

    result: reactive[GameResult] = reactive(NO_RESULT, layout=True)
    """Everything shown, set as a whole."""

    @property
    def _roomy(self) -> bool:
        return self.app.size.height >= _ROOMY

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        raise NotImplementedError


class ResultPanel(_ResultLines):
    """Shows the result beside the board, in large letters where they fit."""

    def watch_result(self, result: GameResult) -> None:
        """Take the colour of the winner."""
        for player in Player:
            self.set_class(result.winner is player, f"-{player.word}")

    def _lines(self, width: int) -> list[Content]:
        result = self.result
        if not result.title or width <= 0:
            return []
        text = max(width - 1, 1)  # large letters may go to the edge, sentences not
        blank = [Content("")] * self._roomy
        reason = Content(result.reason).wrap(text)
        lines = [*self._title(width, len(reason)), *blank, *reason]
        remark = Content.styled(result.remark, "$foreground 80%").wrap(text)
        if result.remark and (self._roomy or len(lines) + len(remark) <= _LINES):
            lines += remark
        score = [line.truncate(width, ellipsis=True) for line in self._score()]
        return [*lines, *(blank if score else []), *score]

    def _title(self, width: int, below: int) -> list[Content]:
        """Return who has won: in large letters on one line or on two, or in bold capitals."""
        style = f"bold {COLOUR_OF[self.result.winner]}"
        drawn = self._large(self.result.title, width)
        if drawn is None or (not self._roomy and len(drawn) + below > _LINES):
            return Content.styled(self.result.title.upper(), style).wrap(width)
        return [Content.styled(line, style) for line in drawn]

    def _large(self, title: str, width: int) -> list[str] | None:
        ascii_only = uses_ascii(self)
        if ascii_only and not self._roomy:
            return None
        name, _, wins = title.rpartition(" ")
        for parts in ((title,), (name, wins)) if self._roomy else ((title,),):
            drawn = [large_text(part, ascii_only=ascii_only) for part in parts]
            lines = [line for part in drawn if part is not None for line in part]
            if None not in drawn and max(map(len, lines)) <= width:
                return lines
        return None

    def _score(self) -> Iterator[Content]:
        """Yield the score and the results of the series; nothing for a single game."""
        series = self.result.series
        if series.length == 1:
            return
        if series.winner:
            yield Content.styled(f"{series.winner} wins the series.", "bold")
        if not self._roomy:
            return
        yield Content.styled(series.score_line(series.players), "bold")
        shown = series.results[-_RESULTS_SHOWN:]
        for number, each in enumerate(shown, start=series.played - len(shown) + 1):
            yield Content(
                f"{number:>2}  {series.recorded_winner(each)}, {counted(each.moves, 'move')}"
            )


class NextSteps(_ResultLines):
    """Offers what to do after a game, on a line each or two on a line; each can be clicked."""

    def _lines(self, width: int) -> list[Content]:
        commands = preferences_of(self).commands
        longest = max(len(commands[name].shown) for name, _ in _NEXT)
        if not self._roomy:
            left, right = self._steps(_NEXT[::2]), self._steps(_NEXT[1::2])
            column = max(step.cell_length for step in left) + 2
            if column + max(step.cell_length for step in right) <= width:
                pairs = zip(left, right, strict=True)
                return [one.pad_right(column - one.cell_length) + two for one, two in pairs]
        return self._steps(_NEXT, longest)

    def _steps(self, offered: tuple[tuple[str, str], ...], width: int = 0) -> list[Content]:
        """Return the commands, with keys of this many columns."""
        commands = preferences_of(self).commands
        return [
            Content.from_markup(
                f"[@click={commands[name].full_action}][b]$key[/b] $label[/]",
                key=commands[name].shown.ljust(width),
                label="Next game" if name == "new" and self._goes_on else label,
            )
            for name, label in offered
        ]

    @property
    def _goes_on(self) -> bool:
        return not self.result.series.is_decided
