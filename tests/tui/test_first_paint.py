"""The first paint of a screen: everything is where it stays."""

import re

import pytest

from tests.tui.internals import record_paints
from tests.tui.support import Size, game, running, settled

SCREENS = {
    "settings": ["comma"],
    "help": ["question_mark"],
    "rules": ["f1"],
    "history": ["escape", "y"],
    "statistics": ["escape", "y", "S"],
}


def without_bar(line: str) -> str:
    return re.sub("[▁-█ ]+$", "", line)


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("place", SCREENS)
@pytest.mark.usefixtures("filled")
async def test_nothing_moves_after_the_first_paint(
    place: str, size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    *way, key = SCREENS[place]
    async with running(game("sequence"), size=size) as pilot:
        await pilot.press(*way)
        await settled(pilot)
        painted = record_paints(monkeypatch)
        await pilot.press(key)
        await settled(pilot)
        first, *_, last = [paint for paint in painted if paint.screen is pilot.app.screen]
        assert first.regions == last.regions
        # Only the thumb of a scroll bar comes later.
        assert list(map(without_bar, first.lines)) == list(map(without_bar, last.lines))
