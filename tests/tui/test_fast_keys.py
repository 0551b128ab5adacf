"""Keys that arrive faster than screens change, in any order."""

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.game.view import GameView
from gridlock_tui.tui.screens.menu import MenuScreen
from tests.tui.colours import tile_colours
from tests.tui.support import (
    game,
    game_screen,
    menu_screen,
    running,
)

pytestmark = pytest.mark.slow


def flood(pilot: Pilot[None], *keys: str) -> None:
    """Send keys without waiting for their effects."""
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


@pytest.mark.parametrize("key", ["ctrl+p", "T"])
@pytest.mark.parametrize("begun", [None, "showdown"])
async def test_a_palette_that_is_closed_twice_closes_nothing_else(
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


async def test_page_keys_before_the_first_layout_are_harmless() -> None:
    async with running(game("showdown")) as pilot:
        flood(pilot, "ctrl+p", "pageup", "pagedown", "escape")
        await settle(pilot)
        flood(pilot, "escape", "pagedown", "pageup")
        await settle(pilot)
        assert pilot.app.is_running


steps = st.one_of(
    st.tuples(st.just("arrow"), st.sampled_from([(0, 1), (0, -1), (1, 0), (-1, 0)])),
    st.tuples(st.just("digit"), st.sampled_from("0123456789")),
    st.tuples(st.just("move"), st.integers(0, 63)),
    st.tuples(st.sampled_from(["undo", "again"]), st.none()),
)


@given(
    st.sampled_from(list(VARIANTS)),
    st.tuples(st.integers(1, 8), st.integers(1, 8)),
    st.lists(steps, max_size=20),
)
def test_the_cursor_is_always_on_the_board(
    slug: str, size: tuple[int, int], taken: list[tuple[str, Any]]
) -> None:
    view = GameView.of(Match.of(game(slug, size=size)))
    for step, detail in taken:
        state = view.match.game.state
        if step == "arrow":
            view = view.move_cursor(*detail)
        elif step == "digit":
            view = view.type_digit(detail, str)
        elif step == "move" and state.legal_moves:
            move = state.legal_moves[detail % len(state.legal_moves)]
            view = view.point_at(move.cell).play(move, 80, str)
        elif step == "undo":
            view = view.undo()
        elif step == "again":
            view = view.other_match(Match.of(game(slug, size=size)))
        assert 0 <= view.cursor < view.match.game.state.board.size


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
    assert 0 <= screen.cursor < state.board.size
    if view.scale is None or not view.size:
        return
    for cell in range(state.board.size):
        red, _, blue = tile_colours(view, cell)[0]
        # Claimed tiles are bright blue or orange; all others are nearly grey, the cursor's white.
        shown = Player.ONE if blue - red > 90 else Player.TWO if red - blue > 90 else None
        if cell != screen.cursor or not view.scale.is_small:
            assert shown is state.owner(cell)
