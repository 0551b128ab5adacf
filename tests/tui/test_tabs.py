"""The tabs along the top: reached by keys and by mouse, at the same place everywhere."""

import pytest
from textual.message import Message

from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.messages import ShowMenu
from gridlock_tui.tui.screens.history import HistoryScreen
from gridlock_tui.tui.screens.learn import LearnScreen
from gridlock_tui.tui.screens.puzzles import PuzzlesScreen
from gridlock_tui.tui.widgets.tab_bar import TabBar
from tests.tui.support import menu_screen, running, seen, settled


async def test_tabs_by_key_and_by_mouse() -> None:
    async with running() as pilot:
        await settled(pilot)
        for go, back, screen, name in (
            ("4", "1", HistoryScreen, "history"),
            ("y", "escape", HistoryScreen, "history"),
            ("3", "1", LearnScreen, "learn"),
            ("L", "escape", LearnScreen, "learn"),
            ("2", "1", PuzzlesScreen, "puzzles"),
            ("P", "escape", PuzzlesScreen, "puzzles"),
        ):
            await pilot.press(go)
            await settled(pilot)
            assert isinstance(pilot.app.screen, screen)
            assert pilot.app.screen.query_one(TabBar).current == name
            await pilot.press(go)
            await pilot.press(back)
            await settled(pilot)
            assert menu_screen(pilot).query_one(TabBar).current == "play"
        bar = pilot.app.screen.query_one(TabBar).render().plain
        await pilot.click(TabBar, offset=(2 + bar.index("History") + 2, 0))
        await settled(pilot)
        assert isinstance(pilot.app.screen, HistoryScreen)
        await pilot.click(TabBar, offset=(2 + bar.index("Learn") + 1, 0))
        await settled(pilot)
        assert isinstance(pilot.app.screen, LearnScreen)
        await pilot.click(TabBar, offset=(2 + bar.index("Play") + 1, 0))
        await settled(pilot)
        assert menu_screen(pilot)
        assert len(pilot.app.screen_stack) == 1


async def test_the_first_tab_shows_the_menu_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        posted: list[Message] = []
        post = GridlockApp.post_message

        def record(app: GridlockApp, message: Message) -> bool:
            posted.append(message)
            return post(app, message)

        monkeypatch.setattr(GridlockApp, "post_message", record)
        await pilot.press("1")
        await settled(pilot)
        assert menu_screen(pilot)
        assert not [each for each in posted if isinstance(each, ShowMenu)]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_the_tabs_stand_at_the_same_place_on_every_tab(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await settled(pilot)
        (y,) = (y for y, line in enumerate(seen(pilot)) if "History" in line)
        left = seen(pilot)[y].index("Play")
        for key in ("y", "L"):
            await pilot.press(key)
            await settled(pilot)
            assert seen(pilot)[y].index("Play") == left
