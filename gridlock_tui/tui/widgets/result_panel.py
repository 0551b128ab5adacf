"""The result of a game: who has won, why, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.rules import Player
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.commands import NEW, NEXT_RUNG, NEXT_STEPS, TRY_AGAIN, Command
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.key_bar import Ending
from gridlock_tui.tui.widgets.large_text import large_text
from gridlock_tui.tui.widgets.too_small import ROOMY_HEIGHT

_RESULTS_SHOWN = 7
_LINES = 6
"""The most lines of a result in a lower window: they leave room for the last moves."""


class SeriesSummary(NamedTuple):
    """How a series stands; all empty for a single game."""

    won: str = ""
    """Who has won it, in a sentence; empty until it is decided."""
    score: str = ""
    results: tuple[str, ...] = ()
    """A line for each game, the latest last."""


NO_SERIES = SeriesSummary()


class GameResult(NamedTuple):
    """Everything the panel shows."""

    winner: Player = Player.ONE
    title: str = ""
    """Who has won, in two or three words; empty until the game is over."""
    reason: str = ""
    """Why, in the words of the variant."""
    remark: str = ""
    """What help the game took, or a few words after it."""
    series: SeriesSummary = NO_SERIES
    """The series, with this game counted."""


NO_RESULT = GameResult()


class _ResultLines(Widget):
    """Shows lines about the result, as many as its width needs."""

    result: reactive[GameResult] = reactive(NO_RESULT, layout=True)
    """Everything shown, set as a whole."""

    @property
    def _roomy(self) -> bool:
        return self.app.size.height >= ROOMY_HEIGHT

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
        remark = Content.styled(result.remark, "$foreground 80%").wrap(text)
        below = [*reason, *(remark if result.remark else [])]
        lines = [*self._title(width, len(below)), *blank, *below]
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
        if series.won:
            yield Content.styled(series.won, "bold")
        if self._roomy and series.score:
            yield Content.styled(series.score, "bold")
            yield from map(Content, series.results[-_RESULTS_SHOWN:])


class NextSteps(Widget):
    """Lists what can be done after a game; every line can be clicked."""

    ending: reactive[Ending | None] = reactive[Ending | None](None, layout=True)
    """What follows the game."""

    def on_mount(self) -> None:
        """List other steps when other commands can be used."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one line for each command."""
        del container, viewport, width
        return len(self._steps())

    def _steps(self) -> dict[Command, bool]:
        """Return the commands, and whether each can be used now or is only greyed out."""
        commands, found = preferences_of(self).commands, dict[Command, bool]()
        for name in NEXT_STEPS:
            state = self.screen.check_action(commands[name].action, ())
            if state is not False:
                found[commands[name]] = bool(state)
        return found

    def render(self) -> Content:
        """Return the commands, each with what it does where there is room for it."""
        steps, width = self._steps(), self.content_size.width
        key = max(len(command.shown) for command in steps) + 1
        explained = [command for command in steps if self._explains(command)]
        label = max(len(self._label(command)) for command in explained) + 2
        lines = [self._line(command, enabled, key, label) for command, enabled in steps.items()]
        if any(line.cell_length > width for line in lines):
            lines = [self._line(command, enabled, key, 0) for command, enabled in steps.items()]
        return Content("\n").join(lines)

    @property
    def _ending(self) -> Ending:
        return self.ending or Ending(goes_on=False, listed=True)

    def _label(self, command: Command) -> str:
        return self._ending.label_of(command)

    def _explains(self, command: Command) -> bool:
        """Return whether more is said than the label: not where that says it all."""
        ending = self._ending
        is_said = {NEW: ending.goes_on, TRY_AGAIN: ending.turning_offered}
        return not is_said.get(command.id, False)

    def _explanation(self, command: Command) -> str:
        replays = command.id == NEXT_RUNG and self._ending.replays_rung
        return "from the empty board" if replays else NEXT_STEPS[command.id]

    def _line(self, command: Command, enabled: bool, key: int, label: int) -> Content:
        """Return the line of a command; without room for its label nothing more is said."""
        says_more = label and self._explains(command)
        line = Content.assemble(
            (command.shown.ljust(key), "bold"),
            self._label(command).ljust(label),
            (self._explanation(command) if says_more else "", "$foreground 65%"),
        )
        if not enabled:
            return line.stylize("dim")
        return line.stylize_before(Style.from_meta({"@click": command.full_action}))
