"""The help page: all keys, those of this screen first."""

import pytest

from gridlock_tui.tui.screens.help import HelpPage
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.key_table import KeyTable
from tests.tui.internals import strips
from tests.tui.support import game, game_screen, running, settled


async def test_the_help_page_names_every_key_of_every_screen() -> None:
    async with running(game("sequence")) as pilot:
        bound = dict(game_screen(pilot).active_bindings)
        await pilot.press("question_mark")
        page = pilot.app.screen
        assert isinstance(page, HelpPage)
        rows = [row for table in page.query(KeyTable) for row in table.rows]
        words = "\n".join(f"{keys} {does}" for keys, does in rows)
        for active in bound.values():
            if active.binding.id:
                assert active.binding.tooltip in words
        for key in ("Ctrl+Z", "Ctrl+Y", "Ctrl+P", "Shift+Tab", "Space", "F1", ":", "?"):
            assert key in words
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, RulesPage)
        await pilot.press("escape")
        assert game_screen(pilot)


@pytest.mark.parametrize(
    ("way", "first"),
    [("", "In the menu"), ("enter", "In a game"), ("y", "In the list of finished games")],
)
async def test_the_help_page_begins_with_the_keys_of_this_screen(way: str, first: str) -> None:
    async with running() as pilot:
        await pilot.press(*way.split(), "question_mark")
        await settled(pilot)
        lines = [strip.text.strip(" ▁") for strip in strips(pilot.app.screen)]
        assert lines[1:4] == ["Keys", "", first]
