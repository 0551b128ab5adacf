"""What is shown when a game is over: the closing message, and what can be done next."""

from __future__ import annotations

from textual import getters
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.match.series import Series
from gridlock_tui.rules import DEFAULT_NAMES, Names, closing_text
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.configured import ConfiguredApp
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME
from gridlock_tui.tui.wording import as_drawn

NO_SERIES = Series()

_NEXT = (("new", "Rematch"), ("swap", "Swap sides"), ("review", "Review"), ("menu", "Menu"))
"""The commands that are wanted next, and what they are called then."""
_COURSE_SHOWN = 7


class ResultPanel(Widget):
    """Announces the result beside the board, which stays in sight and within reach."""

    DEFAULT_CSS = """
    ResultPanel {
        height: auto;
        display: none;
        padding: 0 0 0 1;
        link-style: none;
        link-color: $foreground;
        link-background: transparent;
        link-background-hover: $primary 40%;
        link-color-hover: $foreground;
        &.-over { display: block; }
    }
    """

    app = getters.app(ConfiguredApp)

    timeline: reactive[Timeline] = reactive(NO_GAME, layout=True)
    """The game that may be over."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, layout=True)
    """What the players are called."""
    series: reactive[Series] = reactive(NO_SERIES, layout=True)
    """The games between the two, this one counted."""
    in_a_row: reactive[bool] = reactive(False, layout=True)
    """Whether what can be done next stands on one line instead of one below the other."""

    def watch_timeline(self, timeline: Timeline) -> None:
        """Appear when the game is over."""
        self.set_class(timeline.state.is_over, "-over")

    def render(self) -> Content:
        """Return the closing message and the ways to go on."""
        outcome = self.timeline.state.outcome
        if outcome is None:
            return Content("")
        closing = Content.styled(
            as_drawn(closing_text(self.timeline.state, self.names)), COLOUR_OF[outcome.winner]
        )
        commands = self.app.commands
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
        if self.in_a_row:
            course = Content("") if goes_on or self.series.length == 1 else self._score()
            last = Content("  ").join(choices)
            return Content("\n").join(filter(None, [closing, course, last]))
        return Content("\n\n").join(
            filter(None, [closing, self._course(), Content("\n").join(choices)])
        )

    def _label(self, words: str) -> str:
        """Return the words; on one line there is room for one of each."""
        return words.partition(" ")[0] if self.in_a_row else words

    def _score(self) -> Content:
        """Return who has won the series, and how."""
        series = self.series
        won = f"{series.winner} wins the series. " if series.winner else ""
        return Content.styled(won + series.told(series.people), "bold")

    def _course(self) -> Content:
        """Return the score and how the games of the series went; nothing for a single game."""
        if self.series.length == 1:
            return Content("")
        lines = [self._score()]
        shown = self.series.course[-_COURSE_SHOWN:]
        first = self.series.played - len(shown) + 1
        for number, result in enumerate(shown, start=first):
            moves = counted(result.moves, "move")
            lines.append(Content(f"{number:>2}  {result.winner}, {moves}"))
        return Content("\n").join(lines)
