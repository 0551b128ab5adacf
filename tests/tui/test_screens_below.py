"""The menu under a game: it stands still, and does not keep the game from being painted."""

import asyncio
from collections.abc import Callable

import pytest
from textual.geometry import Region, Size

from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.app import Options
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.widgets.board_truth import BoardTruth
from tests.soak.glass import GlassApp
from tests.soak.hands import Hands
from tests.soak.reading import wrong_boards
from tests.tui.support import board, game_screen, menu_screen, running, settled

SIZE = Size(80, 24)


async def test_the_demonstration_stands_still_under_a_game() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        await pilot.press("enter")
        before = menu.preview.timeline
        menu._step_demo()
        assert menu.preview.timeline == before
        await pilot.press("escape")
        menu._step_demo()
        assert menu.preview.timeline != before


async def test_what_is_found_out_about_a_board_waits_under_a_game() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        await settled(pilot)
        truth = menu.query_one(BoardTruth)
        told = truth.render().plain
        await pilot.press("enter")
        truth._told = None
        await truth._find_out(VARIANTS["classic"])
        assert not truth._layout_required
        await pilot.press("escape")
        assert truth.render().plain == told != ""


def paint_a_part(menu: MenuScreen) -> None:
    """As after another theme was chosen, when the menu is not yet painted in its colours."""
    menu.preview.refresh(Region(2, 2, 8, 2))


@pytest.mark.parametrize("change", [MenuScreen._step_demo, paint_a_part])
async def test_what_changes_in_the_menu_does_not_keep_the_board_from_being_painted(
    change: Callable[[MenuScreen], None],
) -> None:
    app = GlassApp(Options(), SIZE)
    async with app.run_test(size=SIZE) as pilot:
        hands = Hands(app, pilot)
        await hands.settle()
        menu = menu_screen(pilot)
        await hands.key("enter")
        table = game_screen(pilot)
        while board(pilot) not in table._dirty_widgets:
            table.cursor ^= 1
            for _ in range(20):
                await asyncio.sleep(0)
                if board(pilot) in table._dirty_widgets:
                    break
        menu._repaint_required = False  # at rest, so that only what changes now is painted
        menu._repaint_regions.clear()
        menu._compositor._dirty_regions.clear()
        # What the timers of the two screens would do in this very moment.
        change(menu)
        if menu.preview._repaint_regions:
            menu._dirty_widgets.add(menu.preview)
        menu._on_timer_update()
        table._on_timer_update()
        assert wrong_boards(app) == []
