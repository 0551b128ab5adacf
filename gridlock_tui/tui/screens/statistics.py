"""The statistics: your profile, then bars about the finished games of each variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from gridlock_tui.match.naming import YOU
from gridlock_tui.match.store.profile import Profile
from gridlock_tui.match.store.statistics import LevelStatistics, VariantStatistics
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.commands import bindings
from gridlock_tui.tui.screens.page import Page, line
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.bar_chart import BarChart, ChartBar
from gridlock_tui.tui.wording.climb import LADDER_WORDS, profile_lines, stars_table

_NO_PROFILE = Profile()


class StatisticsPage(Page, Screen[None]):
    """Shows what you have done, then for each variant who wins and how long games are."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Page.KEY_COMMANDS)

    def __init__(
        self,
        statistics: Sequence[VariantStatistics],
        profile: Profile = _NO_PROFILE,
        player: str = YOU,
    ) -> None:
        """Show these statistics; the profile is that of the player with this name."""
        super().__init__()
        self._statistics, self._profile, self._player = tuple(statistics), profile, player

    def text(self) -> ComposeResult:
        """Yield the profile and the charts; all bars start and end in the same columns."""
        yield line("Statistics", "heading")
        if not self._statistics:
            yield line("No game has been finished yet.")
        charts = [(each, _results(each), _levels(each.levels)) for each in self._statistics]
        yours = _levels(self._profile.levels)
        every = [*yours, *(bar for _, *parts in charts for part in parts for bar in part)]
        label = max((len(bar.label) for bar in every), default=0)
        number = max((len(bar.numbers) for bar in every), default=0)
        if self._profile != _NO_PROFILE:
            yield line(self._player, "variant")
            yield from (line(words, "summary") for words in profile_lines(self._profile))
            if yours:
                yield BarChart(yours, label, number)
            yield line("The climb", "part")
            yield line(LADDER_WORDS, "summary")
            yield from map(line, stars_table(self._profile.stars))
        if charts:
            yield line("All games", "part")
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


def _levels(levels: Sequence[LevelStatistics]) -> list[ChartBar]:
    return [
        ChartBar(f"beat {met.level.capitalize()}", met.won, met.games, "$success") for met in levels
    ]
