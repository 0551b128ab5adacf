"""Screens that were left: nothing of them is kept."""

import gc

from textual._styles_cache import StylesCache

from tests.tui.support import game, running, settled


async def test_what_was_drawn_is_let_go() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        for key in ("question_mark", "f1", "comma"):
            await pilot.press(key)
            await settled(pilot)
            await pilot.press("escape")
            await settled(pilot)
        stack = pilot.app.screen_stack
        there = [widget for screen in stack for widget in (screen, *screen.query("*"))]
        drawn = {id(widget._styles_cache) for widget in there}
        gc.collect()
        kept = [each for each in gc.get_objects() if isinstance(each, StylesCache) and each._cache]
        assert [each for each in kept if id(each) not in drawn] == []
