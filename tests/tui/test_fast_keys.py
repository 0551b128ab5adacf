"""Keys that come faster than screens change, and other things that nobody should do."""

import random

import pytest
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.screens.game import GameScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.widgets.board import BoardView
from tests.tui.support import board, drawn, game, game_screen, menu_screen, running


def flood(pilot: Pilot[None], *keys: str) -> None:
    """Send keys without waiting for what any of them does."""
    for key in keys:
        character = key if len(key) == 1 else {"space": " ", "enter": "\r"}.get(key)
        name = _character_to_key(key) if len(key) == 1 else key
        pilot.app.post_message(events.Key(name, character))


async def settle(pilot: Pilot[None]) -> None:
    for _ in range(3):
        await pilot.pause()


async def test_two_enters_open_one_game() -> None:
    async with running() as pilot:
        flood(pilot, "enter", "enter", "enter")
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 2
        flood(pilot, "escape", "escape", "escape")
        await settle(pilot)
        assert menu_screen(pilot)
        assert len(pilot.app.screen_stack) == 1


async def test_escape_and_pages_in_any_order_end_in_the_menu() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        flood(pilot, "f1", "escape", "escape", "question_mark", "escape", "escape", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen_stack[0], MenuScreen)
        flood(pilot, "escape", "escape")
        await settle(pilot)
        assert menu_screen(pilot)


@pytest.mark.parametrize("key", ["ctrl+p", "t"])
@pytest.mark.parametrize("begun", [None, "showdown"])
async def test_a_palette_that_is_left_twice_takes_nothing_else_away(
    key: str, begun: str | None
) -> None:
    async with running(game(begun) if begun else None) as pilot:
        below = pilot.app.screen
        await pilot.press(key)
        palette = pilot.app.screen
        for _ in range(3):
            palette.dismiss()
        await settle(pilot)
        assert pilot.app.screen is below


async def test_a_typed_entry_closed_at_once_has_no_focus() -> None:
    async with running(game("showdown")) as pilot:
        flood(pilot, "m", "escape")
        await settle(pilot)
        assert pilot.app.focused is None
        flood(pilot, "m", "1", "escape", "space")
        await settle(pilot)
        assert pilot.app.focused is None
        assert len(game_screen(pilot).timeline.moves) == 1


async def test_page_keys_before_anything_is_laid_out_do_no_harm() -> None:
    async with running(game("showdown")) as pilot:
        flood(pilot, "ctrl+p", "pageup", "pagedown", "escape")
        await settle(pilot)
        flood(pilot, "escape", "pagedown", "pageup")
        await settle(pilot)
        assert pilot.app.is_running


async def test_a_cursor_off_the_board_is_not_drawn() -> None:
    async with running(game("showdown", size=(8, 8))) as pilot:
        view = board(pilot)
        view.cursor = 63
        await pilot.pause()
        view.timeline = game("classic").timeline
        await pilot.pause()
        assert "16" in drawn(pilot)


KEYS = [
    *["up", "down", "left", "right", "space", "enter", "escape", "tab", "home", "end"],
    *["pageup", "pagedown", "f1", "ctrl+p", "ctrl+z", "ctrl+y", "backspace", "delete"],
    *"hjklmurnsvct?:0123456789ab ",
]


@pytest.mark.parametrize("seed", range(4))
async def test_floods_of_keys_clicks_and_sizes_break_nothing(seed: int) -> None:
    rng = random.Random(seed)
    slug = rng.choice(list(VARIANTS))
    size = (rng.randint(1, 8), rng.randint(1, 8))
    async with running(game(slug, size=size)) as pilot:
        for _ in range(15):
            flood(pilot, *rng.choices(KEYS, k=rng.randint(1, 8)))
            if rng.random() < 0.3:
                await pilot.resize_terminal(rng.randint(1, 130), rng.randint(1, 45))
            if rng.random() < 0.3:
                width, height = pilot.app.size
                await pilot.click(offset=(rng.randrange(width), rng.randrange(height)))
            await settle(pilot)
            assert pilot.app.is_running
            screen = pilot.app.screen
            if isinstance(screen, GameScreen):
                assert_drawn_as_played(screen)


def assert_drawn_as_played(screen: GameScreen) -> None:
    """Check that the board on the screen is the one of the state, marker by marker."""
    view, state = screen.query_one(BoardView), screen.timeline.state
    scale = view.scale
    if scale is None or not view.size:
        return
    lines = [view.render_line(y).text for y in range(view.size.height)]
    for cell in range(state.board.size):
        x, y = view.offset_of(cell)
        left = x - scale.width // 2
        rows = lines[y - scale.height // 2 : y - scale.height // 2 + scale.height]
        inside = "".join(row[left : left + scale.width] for row in rows)
        owner = state.owner(cell)
        if owner is not None and scale.height == 1:
            assert owner.symbol in inside
        elif owner is not None:
            assert inside.strip()
        elif cell != screen.cursor:
            assert not set(inside) & set("XO█▀▄")
