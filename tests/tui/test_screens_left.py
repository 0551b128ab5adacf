"""Screens that were left: nothing of them is kept."""

import gc

from textual._styles_cache import StylesCache
from textual.geometry import Size
from textual.strip import Strip

from gridlock_tui.tui.app import Options
from tests.soak.glass import GlassApp
from tests.soak.hands import Hands
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


async def test_the_styles_that_were_sent_are_let_go() -> None:
    """Textual gives every text a style of its own that says where it begins."""
    app = GlassApp(Options(game=game("showdown", "2 2")), Size(80, 24))
    async with app.run_test(size=app.size) as pilot:
        hands = Hands(app, pilot)
        await hands.key("f1")
        for width in range(60, 120, 10):
            await hands.resize(Size(width, 30))
        kept = Strip.render_ansi.cache_info().currsize
        await hands.key("escape")
        assert Strip.render_ansi.cache_info().currsize < kept / 2
