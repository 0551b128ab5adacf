"""Notices: wherever they come and go, the terminal shows what is there."""

import pytest
from textual.geometry import Size

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.tui.startup import Startup
from tests.soak.driver import Driver
from tests.soak.terminal_screen import TerminalApp
from tests.tui.internals import strips
from tests.tui.support import game

SIZES = [Size(76, 21), Size(80, 24), Size(40, 15)]
PATH = "/tmp/some-folder/records/gridlock-classic-2026-11-16"


def differences(app: TerminalApp) -> list[tuple[str, str]]:
    """Return the lines shown that differ from those expected."""
    wanted = [strip.text for strip in strips(app.screen)]
    seen = app.terminal.read(app.size.region)
    return [pair for pair in zip(seen, wanted, strict=True) if pair[0] != pair[1]]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("begin", "keys"),
    [
        (None, ""),
        (None, "comma shift+tab enter"),
        (game("classic", size=(7, 6)), ""),
        (game("classic", "1"), "q"),
        (game("classic"), "ctrl+p"),
    ],
    ids=["menu", "question for a key", "game", "question", "palette"],
)
async def test_one_that_comes_moves_the_others(begin: Game | None, keys: str, size: Size) -> None:
    app = TerminalApp(Startup(match=Match.of(begin) if begin else None), size)
    app.animation_level = "none"
    async with app.run_test(size=size, notifications=True) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        await pilot.press(*keys.split())
        await driver.settle()
        for number in range(5):
            app.notify(f"Written to {PATH}-{number}.txt", timeout=600)
            await driver.settle()
            assert differences(app) == []
        app.clear_notifications()
        await driver.settle()
        assert differences(app) == []
