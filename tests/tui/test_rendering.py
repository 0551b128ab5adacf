"""What is rendered: all that is seen, and nothing else."""

import gc

import pytest
from textual._compositor import Compositor as TextualCompositor
from textual.geometry import Region, Size as TextualSize
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.textual_fixes.compositor import Compositor
from gridlock_tui.tui.widgets.status_bar import StatusBar
from tests.tui.internals import strips
from tests.tui.support import Size, game, running, settled


def record_rendered(monkeypatch: pytest.MonkeyPatch) -> list[Widget]:
    rendered: list[Widget] = []
    for kind in (Widget, BoardView):
        render_lines = kind.render_lines

        def recording(
            widget: Widget, crop: Region, render_lines: object = render_lines
        ) -> list[Strip]:
            rendered.append(widget)
            lines: list[Strip] = render_lines(widget, crop)  # type: ignore[operator]
            return lines

        monkeypatch.setattr(kind, "render_lines", recording)
    return rendered


async def test_a_step_of_the_cursor_renders_the_board_and_the_sentence_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        rendered = record_rendered(monkeypatch)
        await pilot.press("right")
        await settled(pilot)
        assert {type(widget) for widget in rendered} == {BoardView, StatusBar}


async def test_a_board_gives_the_same_strips_for_the_same_lines() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        board = pilot.app.screen.query_one(BoardView)
        before = board.render_lines(board.size.region)
        await pilot.press("right", "left")
        after = board.render_lines(board.size.region)
        assert all(one is two for one, two in zip(before, after, strict=True))


async def test_a_board_that_is_painted_before_a_new_theme_applies_follows_it() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        board = pilot.app.screen.query_one(BoardView)
        dark = board.render_lines(board.size.region)
        pilot.app.theme = "gridlock-light"
        assert board.render_lines(board.size.region) == dark  # its colours come a moment later
        await settled(pilot)
        light = board.render_lines(board.size.region)
        assert not any(one == two for one, two in zip(dark, light, strict=True))


@pytest.mark.parametrize("size", [(30, 10), (80, 24), (200, 60)])
@pytest.mark.parametrize("keys", [[], ["escape"], ["f1", "pagedown"], ["T"]])
async def test_every_screen_looks_as_if_all_was_rendered(
    keys: list[str], size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(game("sequence"), size=size) as pilot:
        pilot.app.notify("A notice lies on top.")
        await pilot.press(*keys)
        await settled(pilot)
        seen = [list(strip) for strip in strips(pilot.app.screen)]
        monkeypatch.setattr(Compositor, "_get_renders", TextualCompositor._get_renders)
        assert seen == [list(strip) for strip in strips(pilot.app.screen)]


@pytest.mark.parametrize("height", [5, 30])
@pytest.mark.parametrize("width", [10, 60, 80])
async def test_widgets_that_are_arranged_before_a_layout_leave_no_hole(
    width: int, height: int
) -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        screen, board = pilot.app.screen, pilot.app.screen.query_one(BoardView)
        compositor = screen._compositor
        assert compositor.cuts
        board.styles.width, board.styles.height = width, height
        assert isinstance(board.parent, Widget)
        board.parent._clear_arrangement_cache()
        # So it is when the region of a widget is asked for that is not in the layout yet.
        compositor._full_map_invalidated = True
        assert compositor.full_map[board].region.size == (width, height)
        assert_no_hole(screen)


@pytest.mark.parametrize("size", [(20, 20), (60, 5)])
async def test_a_widget_that_paints_too_little_leaves_no_hole(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        monkeypatch.setattr(BoardView, "size", TextualSize(*size))
        assert_no_hole(pilot.app.screen)


def assert_no_hole(screen: Screen[object]) -> None:
    for line in screen._compositor.render_full_update().strips:
        parts: list[Strip | None] = list(line)
        assert None not in parts
        assert sum(part.cell_length for part in parts if part) == screen.size.width


async def test_garbage_is_collected_from_the_first_paint_on() -> None:
    gc.disable()
    try:
        async with running() as pilot:
            await settled(pilot)
            assert gc.isenabled()
            assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
        gc.enable()
