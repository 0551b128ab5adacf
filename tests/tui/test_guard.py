"""The move that the guard holds while it does not know yet what the move comes to."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from gridlock_tui.engine import Analysis, analyse
from gridlock_tui.match import Settings
from gridlock_tui.rules import GameState
from gridlock_tui.tui.screens import coached
from gridlock_tui.tui.thinking import Thinker
from tests.tui.support import game, game_screen, running, settled, status

GUARDED = Settings(guard=True)
ROW = game("showdown", size=(1, 3))
"""Whoever takes the middle wins; whoever takes an end loses."""


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return what the engine waits for before it answers."""
    asked = asyncio.Event()

    async def analyses(
        _: Thinker, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        del seconds
        await asked.wait()
        yield analyse(state)

    monkeypatch.setattr(Thinker, "analyses", analyses)
    monkeypatch.setattr(coached, "_SECONDS_HELD", 600.0)
    return asked


async def test_a_typed_move_that_was_held_closes_the_entry(answer: asyncio.Event) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("m", *"1", "space", *"2", "enter")
        assert status(pilot)[1].startswith("A moment")
        answer.set()
        await settled(pilot)
        assert len(screen.timeline.moves) == 1
        assert not screen.has_class("-typing")
        assert screen.entry.value == ""


async def test_without_the_guard_a_move_that_it_held_is_made_at_once(
    answer: asyncio.Event,
) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        await pilot.press("space")
        assert status(pilot)[1].startswith("A moment")
        await pilot.press("g")
        assert len(game_screen(pilot).timeline.moves) == 1
        assert not answer.is_set()


async def test_a_held_move_is_not_made_behind_another_screen(answer: asyncio.Event) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("space", "question_mark")
        await pilot.pause()
        answer.set()
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.screen is screen
        assert not screen.timeline.moves
        await pilot.press("space")
        assert len(screen.timeline.moves) == 1


async def test_impatience_does_not_get_past_the_guard(answer: asyncio.Event) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("left", "space", "space")
        assert not screen.timeline.moves
        answer.set()
        await settled(pilot)
        assert not screen.timeline.moves
        assert status(pilot)[1] == "This throws a won game away: place it once more if you mean it."


async def test_what_is_held_is_made_when_nothing_is_known_in_time(
    answer: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coached, "_SECONDS_HELD", 0.001)
    async with running(ROW, settings=GUARDED) as pilot:
        await pilot.press("left", "space")
        async with asyncio.timeout(30):
            while not game_screen(pilot).timeline.moves:
                await pilot.pause()
        assert not answer.is_set()
