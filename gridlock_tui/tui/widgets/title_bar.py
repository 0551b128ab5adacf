"""The line at the top: which game is played, on which board, and in which series."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match.series import Series
from gridlock_tui.rules import Variant

_QUIET = "$foreground 75%"


class Title(NamedTuple):
    """Everything the title bar shows."""

    name: str = ""
    size: str = ""
    notes: tuple[str, ...] = ()
    """Anything else to say: the series, or that this is a review."""

    @classmethod
    def of(cls, variant: Variant, *notes: str) -> Title:
        """Return the title of a game."""
        return cls(variant.name, variant.board.label, notes)


def series_notes(series: Series, *, over: bool) -> tuple[str, ...]:
    """Return the kind of series and the number of the game; nothing for a single game."""
    if series.length == 1:
        return ()
    return series.title, f"game {series.played + (not over)}"


class TitleBar(Widget):
    """Names the game; who plays it is on the cards."""

    shown: reactive[Title] = reactive(Title())
    """Everything shown, set as a whole."""

    def render(self) -> Content:
        """Return the line."""
        name, size, notes = self.shown
        quiet = "   ".join(filter(None, (size, *notes)))
        return Content.assemble((name, "bold"), (f"  {quiet}", _QUIET))
