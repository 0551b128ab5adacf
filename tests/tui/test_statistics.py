"""The statistics: what the bars say is what counting by hand gives."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from gridlock_tui.match import COMPUTERS, HUMAN, Game
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.screens.statistics import StatisticsPage
from gridlock_tui.tui.widgets.bar_chart import BarChart, drawn
from tests.match.finisher import BEGAN
from tests.match.support import won_by
from tests.tui.history_support import SOME, fill, opened, screen_of, text_of, won
from tests.tui.support import Size, seen


def bars_of(pilot: Pilot[None]) -> list[str]:
    page = pilot.app.screen
    assert isinstance(page, StatisticsPage)
    return [line for bars in page.query(BarChart) for line in str(bars.render()).split("\n")]


def figures(line: str) -> tuple[str, int, int]:
    """Return label, part and whole of a bar."""
    words = line.rstrip("%0123456789").split() if line.endswith("%") else line.split()
    return " ".join(word for word in words[:-3] if word.isalpha()), int(words[-3]), int(words[-1])


def counted_by_hand() -> list[tuple[str, int, int]]:
    expected = beaten_by_hand([game for _, game, _ in SOME])
    for slug in VARIANTS:
        games = [game for _, game, _ in SOME if game.setup.variant.slug == slug]
        whole = len(games)
        one = sum(won(game) is Player.ONE for game in games)
        starter = sum(won(game) is game.setup.first for game in games)
        expected += [("won by X", one, whole), ("won by O", whole - one, whole)]
        expected += [("won by starter", starter, whole), ("won by second", whole - starter, whole)]
        expected += beaten_by_hand(games)
    return expected


def beaten_by_hand(games: list[Game]) -> list[tuple[str, int, int]]:
    found = []
    for level in COMPUTERS:
        met = [game for game in games if set(game.setup.kinds) == {HUMAN, level}]
        beaten = sum(game.setup.kinds[won(game) - 1] == HUMAN for game in met)
        found += [(f"beat {level.capitalize()}", beaten, len(met))] if met else []
    return found


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.usefixtures("filled")
async def test_statistics_are_what_counting_by_hand_gives(size: Size) -> None:
    async with opened(size=size) as pilot:
        await pilot.press("S")
        await pilot.pause()
        assert list(map(figures, bars_of(pilot))) == counted_by_hand()
        words = [text_of(static) for static in pilot.app.screen.query(Static)]
        for slug, variant in VARIANTS.items():
            lengths = [len(g.timeline.moves) for _, g, _ in SOME if g.setup.variant.slug == slug]
            average = sum(lengths) / len(lengths)
            at = words.index(variant.name, words.index("All games"))
            assert words[at + 1] == f"{len(lengths)} games, {average:.1f} moves on average"
        # All bars begin and end in the same columns, and nothing is cut off.
        ends = {line.rindex(" of ") for line in bars_of(pilot)}
        assert len({len(line) for line in bars_of(pilot)}) == 1
        assert len(ends) <= 2
        assert all(
            len(line) <= bars.content_size.width
            for bars in pilot.app.screen.query(BarChart)
            for line in str(bars.render()).split("\n")
        )
        await pilot.press("escape")
        await pilot.pause()
        assert screen_of(pilot)


def test_bars_are_drawn_to_the_eighth() -> None:
    assert drawn(0, 4) == "    "
    assert drawn(1, 4) == "████"
    assert drawn(0.5, 3) == "█▌ "
    assert drawn(1 / 32, 4) == "▏   "
    assert drawn(0.5, 4, ascii_only=True) == "##.."


async def test_ascii_draws_list_and_bars_with_plain_characters(history: History) -> None:
    fill(history, [("a", won_by(Player.TWO), BEGAN)])
    async with opened(ascii_only=True) as pilot:
        row = " > 2024-02-29  Showdown 1x3    X Ada           + O Ben           X          2"
        assert row in [line.rstrip() for line in seen(pilot)]
        await pilot.press("S")
        await pilot.pause()
        bars = bars_of(pilot)
        room = " " * 41
        assert bars == [
            f"won by X        ....{room} 0 of 1      ",
            f"won by O        ####{room} 1 of 1      ",
            f"won by starter  ....{room} 0 of 1      ",
            f"won by second   ####{room} 1 of 1      ",
        ]
        assert [line.strip() for line in seen(pilot) if " of 1 " in line] == [
            bar.rstrip() for bar in bars
        ]
        words = [text_of(static) for static in pilot.app.screen.query(Static)]
        assert "1 game, 2 moves" in words


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_a_few_games_make_short_bars(size: Size, history: History) -> None:
    longest = {}
    for games in (1, 4, 5, 10, 12):
        fill(history, [(str(number), won_by(Player.TWO), BEGAN) for number in range(games)])
        async with opened(size=size) as pilot:
            await pilot.press("S")
            await pilot.pause()
            bars = bars_of(pilot)
            longest[games] = bars[1].count("█")
            assert any("%" in bar for bar in bars) == (games >= 5 and size[0] > 40)
            assert len({len(bar) for bar in bars}) == 1
    assert longest[1] < longest[10] / 4
    assert longest[1] < longest[4] < longest[10] == longest[12]
