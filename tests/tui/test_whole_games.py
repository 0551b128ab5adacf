"""Whole games of every variant: by keys only, by mouse only, by typed entry only."""

import pytest
from textual.pilot import Pilot

from gridlock_tui.match import Timeline
from gridlock_tui.rules import VARIANTS, Move, closing_reason, write_move
from gridlock_tui.tui.widgets.token_tray import TokenTray
from tests.tui.support import (
    click_card,
    click_cell,
    drawn,
    game,
    game_screen,
    log_lines,
    menu_screen,
    point_by_keys,
    recorded_moves,
    result,
    running,
    status,
)

pytestmark = pytest.mark.slow
EVERY_VARIANT = pytest.mark.parametrize("slug", VARIANTS)


def assert_ended(pilot: Pilot[None], slug: str) -> None:
    """Check that the recorded game was played to its end, and that the end is shown."""
    moves = recorded_moves(slug)
    expected = Timeline.replay(VARIANTS[slug].start(), moves)
    assert game_screen(pilot).timeline == expected
    outcome = expected.state.outcome
    assert outcome is not None
    # The board shows tokens as X 5, grids as P1-5.
    reason = closing_reason(expected.state).replace("P1-", "X ").replace("P2-", "O ")
    assert reason in " ".join(result(pilot).split())
    assert result(pilot).startswith(f"{outcome.winner} wins\n")
    assert "rematch" in result(pilot)
    assert status(pilot) == ["", ""]
    assert log_lines(pilot)[-1] == f"{outcome.winner} wins"
    written = [line.split(maxsplit=2) for line in log_lines(pilot) if line[0].isdigit()]
    assert [words[2] for words in written] == [
        write_move(expected.state.variant, move) for move in moves
    ]


@EVERY_VARIANT
async def test_by_keys_only(slug: str) -> None:
    async with running() as pilot:
        await pilot.press(*["down"] * list(VARIANTS).index(slug), "enter")
        for move in recorded_moves(slug):
            if move.token is not None:
                await pilot.press(str(move.token))
            await point_by_keys(pilot, move.cell)
            await pilot.press("space")
        assert_ended(pilot, slug)


@EVERY_VARIANT
async def test_by_mouse_only(slug: str) -> None:
    async with running() as pilot:
        is_first = slug == next(iter(VARIANTS))
        await click_card(pilot, slug)
        if not is_first:  # the first variant was highlighted already, so that one click plays it
            await click_card(pilot, slug)
        await pilot.pause()
        for move in recorded_moves(slug):
            if move.token is not None:
                await click_token(pilot, move)
            await click_cell(pilot, move.cell)
        assert_ended(pilot, slug)


async def click_token(pilot: Pilot[None], move: Move) -> None:
    assert move.token is not None
    tray = list(pilot.app.screen.query(TokenTray))[game_screen(pilot).timeline.state.to_move - 1]
    await pilot.click(tray, offset=(1 + 2 * (move.token - 1), 0))  # after the padding
    assert game_screen(pilot).token == move.token


@EVERY_VARIANT
async def test_by_typed_entry_only(slug: str) -> None:
    async with running(game(slug)) as pilot:
        for move in recorded_moves(slug):
            await pilot.press("m", *write_move(VARIANTS[slug], move), "enter")
        assert_ended(pilot, slug)


@EVERY_VARIANT
async def test_undo_and_redo_through_the_whole_game(slug: str) -> None:
    moves = recorded_moves(slug)
    whole = Timeline.replay(VARIANTS[slug].start(), moves)
    written = "; ".join(write_move(VARIANTS[slug], move) for move in moves)
    async with running(game(slug, written)) as pilot:
        pictures = [drawn(pilot)]
        for at in reversed(range(len(moves))):
            await pilot.press("u")
            assert game_screen(pilot).timeline == whole.jump(at)
            assert result(pilot) == ""
            pictures.append(drawn(pilot))
        await pilot.press("u")
        assert game_screen(pilot).timeline == whole.jump(0)
        assert log_lines(pilot)[-1].endswith("wins")
        for at in range(1, len(moves) + 1):
            await pilot.press("ctrl+y")
            assert game_screen(pilot).timeline == whole.jump(at)
        assert_ended(pilot, slug)
        assert drawn(pilot) == pictures[0]


async def test_from_launch_to_the_first_move_in_two_key_presses() -> None:
    async with running() as pilot:
        assert menu_screen(pilot)
        await pilot.press("enter", "space")
        assert len(game_screen(pilot).timeline.moves) == 1
