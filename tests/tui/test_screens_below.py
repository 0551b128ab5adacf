"""The menu under a game: it stands still, and does not keep the game from being painted."""

import asyncio
from collections.abc import Callable

import pytest
from textual.geometry import Region, Size

from gridlock_tui.engine import Verdict
from gridlock_tui.engine.openings import Opening
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.board_facts import BoardFacts
from tests.soak.driver import Driver
from tests.soak.reading import wrong_boards
from tests.soak.terminal_screen import TerminalApp
from tests.tui.review_support import until
from tests.tui.support import board, game_screen, menu_screen, running, settled

SIZE = Size(80, 24)


async def test_the_demonstration_stands_still_under_a_game(step_demo: Callable[[], None]) -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        await pilot.press("enter")
        before = menu.query_one(BoardView).picture.timeline
        step_demo()
        assert menu.query_one(BoardView).picture.timeline == before
        await pilot.press("escape")
        step_demo()
        assert menu.query_one(BoardView).picture.timeline != before


async def test_board_facts_are_not_looked_up_under_a_game() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        await settled(pilot)
        facts = menu.query_one(BoardFacts)
        known = facts.render().plain
        await pilot.press("enter")
        menu.state = menu.state.highlight("showdown")
        menu.state = menu.state.highlight("classic")
        assert facts.summary is None
        assert not [worker for worker in facts.workers if worker.node is facts]
        await pilot.press("escape")
        await settled(pilot)
        assert facts.render().plain == known != ""


async def test_a_result_that_arrives_under_a_game_causes_no_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: asyncio.Future[Opening] = asyncio.get_running_loop().create_future()

    async def opening(*_: object) -> Opening:
        return await asyncio.shield(found)

    monkeypatch.setattr("gridlock_tui.tui.wording.openings.known_opening", lambda _: None)
    monkeypatch.setattr(EngineClient, "opening", opening)
    async with running() as pilot:
        menu = menu_screen(pilot)
        facts = menu.query_one(BoardFacts)
        await until(pilot, lambda: facts.summary is not None)
        working, changes = facts.summary, list[object]()
        assert "Working out who wins…" in facts.render().plain
        await pilot.press("enter")
        assert game_screen(pilot)
        menu.watch(facts, "summary", lambda each: changes.append(each), init=False)
        found.set_result(Opening(Verdict.WIN, 3, 16))
        for _ in range(5):
            await asyncio.sleep(0)
            assert not facts._layout_required
        await pilot.pause()
        assert (facts.summary, changes) == (working, [])
        await pilot.press("escape")
        await settled(pilot)
        assert "with perfect play the first player wins" in facts.render().plain


def paint_a_part(menu: MenuScreen) -> None:
    """As after another theme was chosen, when the menu is not yet painted in its colours."""
    menu.query_one(BoardView).refresh(Region(2, 2, 8, 2))


@pytest.mark.parametrize("change", ["demonstration", "part"])
async def test_a_change_in_the_menu_does_not_stop_the_board_from_being_painted(
    change: str, step_demo: Callable[[], None]
) -> None:
    app = TerminalApp(Startup(), SIZE)
    async with app.run_test(size=SIZE) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        menu = menu_screen(pilot)
        await driver.key("enter")
        table = game_screen(pilot)
        while board(pilot) not in table._dirty_widgets:
            table.view = table.view.point_at(table.cursor ^ 1)
            for _ in range(20):
                await asyncio.sleep(0)
                if board(pilot) in table._dirty_widgets:
                    break
        menu._repaint_required = False  # at rest, so that only what changes now is painted
        menu._repaint_regions.clear()
        menu._compositor._dirty_regions.clear()
        # What the timers of the two screens would do in this very moment.
        if change == "part":
            paint_a_part(menu)
        else:
            step_demo()
        if menu.query_one(BoardView)._repaint_regions:
            menu._dirty_widgets.add(menu.query_one(BoardView))
        menu._on_timer_update()
        table._on_timer_update()
        assert wrong_boards(app) == []
