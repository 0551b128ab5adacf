"""The analysis on the board: one style of sign for all tiles, and a line that explains it."""

import re

import pytest

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.board.geometry import largest_scale
from gridlock_tui.tui.board.paint import paint
from gridlock_tui.tui.board.picture import Picture, Sign
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.widgets.status_bar import StatusBar
from tests.tui.support import Size, game, running, seen, settled

SIZES = [(40, 15), (76, 18), (80, 24), (120, 40), (200, 60)]
LOOKS = {
    "dark": ("gridlock-dark", False),
    "light": ("gridlock-light", False),
    "sixteen": ("ansi-dark", False),
    "ascii": ("gridlock-dark", True),
}


def legend(lines: list[str]) -> str:
    """Return the line that explains the analysis."""
    marked = "the number counts|number: moves left|[▲+] wins"
    found = [line for line in lines if re.search(marked, line)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES)
async def test_the_heat_map_has_one_line_that_explains_it(size: Size, look: str) -> None:
    theme, ascii_only = LOOKS[look]
    begun = game("spacing", "2 2; 1 4; 4 4; 3 1")
    async with running(begun, size=size, theme=theme, ascii_only=ascii_only) as pilot:
        assert not pilot.app.screen.query_one(StatusBar).status.legend
        await pilot.press("a")
        await settled(pilot)
        line = legend(seen(pilot))
        worded = pilot.app.screen.query_one(BoardView).is_worded
        assert ("the number counts the moves left" in line) == worded
        assert bool(re.search("[▲+] wins, [▼-] loses", line)) != worded
        await pilot.press("a")
        await settled(pilot)
        assert not pilot.app.screen.query_one(StatusBar).status.legend


@pytest.mark.parametrize("outlined", [False, True])
def test_words_and_signs_do_not_meet_on_a_board(outlined: bool) -> None:
    """In some windows `wins 7` has room on a tile of 5×5, and `loses 8` has not."""
    variant = VARIANTS["passing"]
    won, lost = Sign("▲7", "wins", words="wins 7"), Sign("▼8", "loses", words="loses 8")
    picture = Picture(Timeline.begin(variant.start()), signs=(won, lost) * 12 + (won,))
    styles = set[tuple[bool, bool]]()
    for room in [(width, width // 2) for width in range(30, 90)]:
        scale = largest_scale(variant.board, *room, outlined=outlined)
        assert scale is not None
        lines = paint(picture, scale).texts
        drawn = "".join(char for line in lines for _, (char, _) in sorted(line.items()))
        styles.add(("wins" in drawn or "loses" in drawn, bool({"▲", "▼"} & set(drawn))))
    assert styles == {(True, False), (False, True)}


async def test_the_legend_follows_the_size_of_the_board() -> None:
    async with running(game("spacing", "2 2; 1 4; 4 4; 3 1"), size=(120, 40)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "the number counts" in legend(seen(pilot))
        await pilot.resize_terminal(40, 15)
        await settled(pilot)
        assert "▲ wins" in legend(seen(pilot))


async def test_nimbers_are_explained_with_the_verdicts() -> None:
    async with running(game("showdown", "3 1; 3 3; 3 5", (5, 5)), size=(80, 24)) as pilot:
        await pilot.press("A")
        await settled(pilot)
        assert "*n: nimber" in legend(seen(pilot))


async def test_a_review_explains_what_would_have_won() -> None:
    begun = game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4")
    async with running(begun, size=(120, 40)) as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert not any("The number counts" in line for line in seen(pilot))
        await pilot.press("N")
        await settled(pilot)
        assert any("The number counts the moves left." in line for line in seen(pilot))
