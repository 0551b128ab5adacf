"""The result of a game: who has won, and what to do next."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.match.series import Series
from gridlock_tui.rules import DEFAULT_NAMES, Names, closing_text
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.wording.moves import as_drawn

NO_SERIES = Series()

_NEXT = (("new", "Rematch"), ("swap", "Swap sides"), ("review", "Review"), ("menu", "Menu"))
"""The commands offered next, and their labels here."""
_RESULTS_SHOWN = 7


class ResultPanel(Widget):
    """Shows the result beside the board."""

    timeline: reactive[Timeline] = reactive(NO_GAME, layout=True)
    """The game."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, layout=True)
    """The players' names."""
    series: reactive[Series] = reactive(NO_SERIES, layout=True)
    """The series, with this game counted."""
    in_a_row: reactive[bool] = reactive(False, layout=True)
    """Whether the commands are on one line instead of one below the other."""

    def watch_timeline(self, timeline: Timeline) -> None:
        """Appear when the game is over."""
        self.set_class(timeline.state.is_over, "-over")

    def render(self) -> Content:
        """Return the result and the commands."""
        outcome = self.timeline.state.outcome
        if outcome is None:
            return Content("")
        words = as_drawn(closing_text(self.timeline.state, self.names))
        closing = Content.styled(words, COLOUR_OF[outcome.winner])
        commands = preferences_of(self).commands
        keys = [commands[name].shown for name, _ in _NEXT]
        width = 0 if self.in_a_row else max(map(len, keys)) + 1
        goes_on = not self.series.is_decided
        choices = [
            Content.from_markup(
                f"[@click={commands[name].full_action}][b]$key[/b] $label[/]",
                key=commands[name].shown.ljust(width),
                label=self._label("Next game" if name == "new" and goes_on else label),
            )
            for name, label in _NEXT
        ]
        gap, between = ("\n", "  ") if self.in_a_row else ("\n\n", "\n")
        parts = [closing, self._results(), Content(between).join(choices)]
        return Content(gap).join(filter(None, parts))

    def _label(self, words: str) -> str:
        """Return the label; on one line only its first word fits."""
        return words.partition(" ")[0] if self.in_a_row else words

    def _results(self) -> Content:
        """Return the score and the results of the series; nothing for a single game.

        If the commands are on one line, return only the final score.
        """
        series = self.series
        if series.length == 1 or (self.in_a_row and not series.is_decided):
            return Content("")
        won = f"{series.winner} wins the series. " if series.winner else ""
        lines = [Content.styled(won + series.score_line(series.players), "bold")]
        shown = () if self.in_a_row else series.results[-_RESULTS_SHOWN:]
        for number, result in enumerate(shown, start=series.played - len(shown) + 1):
            moves = counted(result.moves, "move")
            lines.append(Content(f"{number:>2}  {result.winner}, {moves}"))
        return Content("\n").join(lines)
