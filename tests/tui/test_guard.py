"""The move that the guard holds while it does not know yet what the move comes to."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

import pytest

from gridlock_tui.engine import Analysis, MoveValue, Verdict, analyse
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import GameState
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game import GameScreen
from tests.tui.support import game, game_screen, running, settled, status

GUARDED = Settings(guard=True)
ROW = game("showdown", size=(1, 3))
"""Whoever takes the middle wins; whoever takes an end loses."""


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return what the engine waits for before it answers."""
    asked = asyncio.Event()

    async def analyses(
        _: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        del seconds
        await asked.wait()
        yield analyse(state)

    monkeypatch.setattr(EngineClient, "analyses", analyses)
    monkeypatch.setattr("gridlock_tui.tui.game.guard.SECONDS_HELD", 600.0)
    return asked


@pytest.fixture
def bit_by_bit(answer: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return what the engine waits for after it has said that there is a win, and which it is."""

    async def analyses(
        _: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        del seconds
        found = analyse(state)
        open_still = [
            value if value.verdict is Verdict.WIN else MoveValue(value.move, Verdict.UNKNOWN, None)
            for value in found.moves
        ]
        yield replace(found, moves=tuple(open_still), is_final=False)
        await answer.wait()
        yield found

    monkeypatch.setattr(EngineClient, "analyses", analyses)
    return answer


async def test_a_win_is_guarded_although_the_move_is_not_yet_known_to_lose_it(
    bit_by_bit: asyncio.Event,
) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("left", "space")
        assert not screen.timeline.moves
        assert status(pilot)[1].startswith("The guard is checking")
        bit_by_bit.set()
        await settled(pilot)
        assert not screen.timeline.moves
        assert status(pilot)[1] == "This throws a won game away: place it once more if you mean it."


@pytest.mark.usefixtures("bit_by_bit")
async def test_a_move_that_is_known_to_win_is_not_held() -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        await pilot.press("space")
        assert len(game_screen(pilot).timeline.moves) == 1


@pytest.mark.usefixtures("bit_by_bit")
async def test_while_a_win_is_known_one_is_asked_about_a_move_that_stays_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gridlock_tui.tui.game.guard.SECONDS_HELD", 0.001)
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("left", "space")
        async with asyncio.timeout(30):
            while status(pilot)[1].startswith("The guard is checking"):
                await pilot.pause()
        assert not screen.timeline.moves
        assert status(pilot)[1] == "This may throw the win away: place it once more if you mean it."
        await pilot.press("space")
        assert len(screen.timeline.moves) == 1


async def test_a_typed_move_that_was_held_closes_the_entry(answer: asyncio.Event) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        await pilot.press("m", *"1", "space", *"2", "enter")
        assert status(pilot)[1].startswith("The guard is checking")
        answer.set()
        await settled(pilot)
        assert len(screen.timeline.moves) == 1
        assert not screen.view.typing
        assert screen.entry.value == ""


async def test_without_the_guard_a_move_that_it_held_is_made_at_once(
    answer: asyncio.Event,
) -> None:
    async with running(ROW, settings=GUARDED) as pilot:
        await pilot.press("space")
        assert status(pilot)[1].startswith("The guard is checking")
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
    monkeypatch.setattr("gridlock_tui.tui.game.guard.SECONDS_HELD", 0.001)
    async with running(ROW, settings=GUARDED) as pilot:
        await pilot.press("left", "space")
        async with asyncio.timeout(30):
            while not game_screen(pilot).timeline.moves:
                await pilot.pause()
        assert not answer.is_set()


async def test_a_move_held_behind_another_screen_is_checked_when_it_is_made(
    answer: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    timers: list[Callable[[], None]] = []

    def set_timer(_: GameScreen, delay: float, callback: Callable[[], None]) -> None:
        del delay
        timers.append(callback)

    async with running(ROW, settings=GUARDED) as pilot:
        screen = game_screen(pilot)
        monkeypatch.setattr(GameScreen, "set_timer", set_timer)
        await pilot.press("left", "space", "question_mark")
        await pilot.pause()
        (time_is_up,) = timers
        time_is_up()
        assert screen.coach.held is None
        await pilot.press("escape")
        answer.set()
        await settled(pilot)
        await pilot.press("space")
        assert not screen.timeline.moves
        assert status(pilot)[1].startswith("This throws a won game away")
