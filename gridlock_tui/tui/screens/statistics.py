"""The statistics: bars about the finished games of each variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from gridlock_tui.match.store.statistics import VariantStatistics
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.commands import bindings
from gridlock_tui.tui.screens.page import Page, line
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.bar_chart import BarChart, ChartBar


class StatisticsPage(Page, Screen[None]):
    """Shows for each variant who wins, how long games are, and results against computers."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Page.KEY_COMMANDS)

    def __init__(self, statistics: Sequence[VariantStatistics]) -> None:
        super().__init__()
        self._statistics = tuple(statistics)

    def text(self) -> ComposeResult:
        """Yield the charts of each variant; all bars start and end in the same columns."""
        yield line("Statistics", "heading")
        if not self._statistics:
            yield line("No game has been finished yet.")
        charts = [(each, _results(each), _levels(each)) for each in self._statistics]
        every = [bar for _, results, levels in charts for bar in (*results, *levels)]
        label = max((len(bar.label) for bar in every), default=0)
        number = max((len(bar.numbers) for bar in every), default=0)
        for each, results, levels in charts:
            yield line(VARIANTS[each.variant].name, "variant")
            moves = f"{each.average_length:.1f} moves on average"
            if each.games == 1:
                moves = counted(round(each.average_length), "move")
            yield line(f"{counted(each.games, 'game')}, {moves}", "summary")
            yield BarChart(results, label, number)
            if levels:
                yield line("People against computers", "summary")
                yield BarChart(levels, label, number)


def _results(each: VariantStatistics) -> list[ChartBar]:
    sides = [
        ChartBar(f"won by {player.symbol}", each.wins[player - 1], each.games, COLOUR_OF[player])
        for player in Player
    ]
    starter = ChartBar("won by starter", each.starter_wins, each.games, "$primary")
    return [*sides, starter, ChartBar("won by second", each.second_wins, each.games, "$primary")]


def _levels(each: VariantStatistics) -> list[ChartBar]:
    return [ChartBar(f"beat {met.level}", met.won, met.games, "$success") for met in each.levels]
