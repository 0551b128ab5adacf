"""Screens that were closed: their memory is freed."""

import gc
import weakref

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual._callback import invoke
from textual._styles_cache import StylesCache
from textual.css.scalar import Scalar
from textual.geometry import Region
from textual.strip import Strip

from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.messages import StartMatch
from tests.tui.support import game, game_screen, running, settled


async def test_drawings_are_freed() -> None:
    # A test that failed may keep its app; hold these, so that no new one has the same id.
    # By type(): isinstance() asks a weak proxy for its class, and fails where its object is gone.
    earlier = [each for each in gc.get_objects() if type(each) is StylesCache]
    async with running(game("showdown", "2 2")) as pilot:
        for key in ("question_mark", "f1", "comma"):
            await pilot.press(key)
            await settled(pilot)
            await pilot.press("escape")
            await settled(pilot)
        stack = pilot.app.screen_stack
        there = [widget for screen in stack for widget in (screen, *screen.query("*"))]
        drawn = {id(widget._styles_cache) for widget in there} | set(map(id, earlier))
        gc.collect()
        kept = [each for each in gc.get_objects() if type(each) is StylesCache and each._cache]
        assert [each for each in kept if id(each) not in drawn] == []


async def test_styles_that_were_sent_are_freed() -> None:
    """Textual gives every text a style of its own that says where it begins."""
    async with running(game("showdown", "2 2")) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen._task
        assert page is not None
        for place in range(1000):
            Strip.render_ansi(Style.from_meta({"offset": (place, 0)}), ColorSystem.TRUECOLOR)
        await pilot.press("escape")
        await page  # it may be gone from sight before it has come to its end
        assert Strip.render_ansi.cache_info().currsize < 1000


async def test_where_widgets_were_in_windows_of_other_sizes_is_forgotten() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen._task
        assert page is not None
        for width in range(81, 121):
            await pilot.resize_terminal(width, 40)
        regions = Region.intersection.cache_info().currsize, Scalar.resolve.cache_info().currsize
        await pilot.press("escape")
        await page
        after = Region.intersection.cache_info().currsize, Scalar.resolve.cache_info().currsize
        assert all(now < before / 2 for before, now in zip(regions, after, strict=True))


async def test_what_a_board_has_painted_is_freed() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        board = game_screen(pilot).query_one(BoardView)
        for key in ("right", "down", "left"):
            await pilot.press(key)
        await settled(pilot)
        assert len(board._strips) > 1
        await pilot.press("escape")
        await settled(pilot)
        assert not board.is_attached
        assert not board._strips


async def test_the_screen_that_starts_the_engine_is_freed() -> None:
    """A task keeps the context it was made in, and that the screen which is active there."""
    async with running(settings=Settings(pace=0)) as pilot:
        match = Match.of(game("showdown", "2 2", kinds=("human", "novice")))
        for _ in range(2):
            pilot.app.post_message(StartMatch(match))
            await settled(pilot)
            screen = weakref.ref(game_screen(pilot))
            await pilot.press("escape")
            await settled(pilot)
            gc.collect()
            assert screen() is None


async def test_when_all_screens_are_closed_nothing_asks_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine it takes a while until the app itself has ended, and time goes on."""
    close, stacks = GridlockApp._close_messages, []

    async def close_late(app: GridlockApp) -> None:
        stacks.append(app.screen_stack[:])
        for timer in tuple(app._timers):
            if timer._callback is not None:
                await invoke(timer._callback)
        await close(app)

    monkeypatch.setattr(GridlockApp, "_close_messages", close_late)
    async with running(keeps=True) as pilot:
        await settled(pilot)
    assert stacks == [[]]
