"""The statistics: what the finished games of each variant come to, as bars."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridlock_tui.match.statistics import VariantStatistics
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.screens.page import Page
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.bars import Bar, Bars
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.too_small import TooSmall


class StatisticsPage(Page):
    """Tells for each variant who wins, how long it takes, and how people fare with computers."""

    def __init__(self, statistics: Sequence[VariantStatistics], glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self._statistics = tuple(statistics)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll():
            yield Static("Statistics", classes="heading")
            if not self._statistics:
                yield Static("No game has been finished yet.")
            yield from self._charts()
        yield KeyBar()
        yield TooSmall(self._glyphs)

    def _charts(self) -> ComposeResult:
        charts = [(each, _results(each), _levels(each)) for each in self._statistics]
        every = [bar for _, results, levels in charts for bar in (*results, *levels)]
        label = max((len(bar.label) for bar in every), default=0)
        number = max((len(bar.numbers) for bar in every), default=0)
        for each, results, levels in charts:
            title = self._glyphs.text(VARIANTS[each.variant].title)
            yield Static(title, classes="variant", markup=False)
            yield Static(_summary(each), classes="summary")
            yield Bars(results, label, number, self._glyphs)
            if levels:
                yield Static("People against computers", classes="summary")
                yield Bars(levels, label, number, self._glyphs)


def _summary(each: VariantStatistics) -> str:
    return f"{counted(each.games, 'game')}, {each.average_length:.1f} moves on average"


def _results(each: VariantStatistics) -> list[Bar]:
    sides = [
        Bar(f"won by {player.symbol}", each.wins[player - 1], each.games, COLOUR_OF[player])
        for player in Player
    ]
    starter = Bar("won by starter", each.starter_wins, each.games, "$primary")
    second = Bar("won by second", each.second_wins, each.games, "$primary")
    return [*sides, starter, second]


def _levels(each: VariantStatistics) -> list[Bar]:
    return [Bar(f"beat {met.level}", met.won, met.games, "$success") for met in each.levels]
