"""Asking the engine: one process for all, a newer question ends an older one, death is mended."""

import asyncio
import gc
import os
import warnings
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from gridlock_tui.engine import Analysis, Verdict, analyse
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui import engine_client
from gridlock_tui.tui.engine_client import EngineClient, EngineError
from gridlock_tui.tui.exercise_desk import ExerciseDesk
from tests.tui.support import (
    choose,
    drawn_signs,
    game,
    game_screen,
    menu_screen,
    option,
    running,
    settled,
    status,
)

ENDLESS = VARIANTS["showdown"].resized(8, 8)
QUICK = VARIANTS["showdown"].start()


@pytest.fixture
async def engine() -> AsyncIterator[EngineClient]:
    engine = EngineClient()
    yield engine
    await engine.close()


async def test_a_process_that_is_just_starting_ends_with_the_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A terminal that is gone just then left the engine behind, on a busy machine."""
    client, begun, goes_on = EngineClient(), asyncio.Event(), asyncio.Event()
    create, started = asyncio.create_subprocess_exec, list[asyncio.subprocess.Process]()

    async def create_slowly(*command: str, **how: object) -> asyncio.subprocess.Process:
        started.append(await create(*command, **cast("dict[str, Any]", how)))
        begun.set()
        await goes_on.wait()
        return started[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_slowly)
    asking = asyncio.create_task(client.opening(ENDLESS))
    await begun.wait()
    asking.cancel()
    await asyncio.wait({asking})
    closing = asyncio.create_task(client.close())
    goes_on.set()
    await closing
    assert started[0].returncode is not None


async def test_a_request_of_an_exercise_that_ends_at_once_leaves_nothing(
    recwarn: pytest.WarningsRecorder,
) -> None:
    """The task of a worker that is cancelled before its turn has not run at all."""
    async with running() as pilot:
        await settled(pilot)
        desk = ExerciseDesk(EngineClient(), pilot.app.screen, lambda _: None)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            desk.ask(QUICK)
            desk.ask(None)
            await settled(pilot)
            gc.collect()
    assert [str(each.message) for each in recwarn] == []


async def last(engine: EngineClient, state: object = QUICK) -> Analysis | None:
    found = None
    async for found in engine.analyses(state):  # type: ignore[arg-type]  # noqa: B007
        pass
    return found


async def test_questions_asked_at_once_share_one_process(
    engine: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    start = asyncio.create_subprocess_exec

    async def counted(*args: object, **options: object) -> object:
        started.append(args)
        return await start(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", counted)
    older = asyncio.create_task(engine.opening(ENDLESS))
    await asyncio.wait([older], timeout=0)
    move = await engine.choose(QUICK, "perfect", 1)
    assert move is not None
    assert await older is None, "something newer was asked"
    assert len(started) == 1


async def test_the_cache_is_limited(engine: EngineClient, monkeypatch: pytest.MonkeyPatch) -> None:
    after = [QUICK.play(move) for move in QUICK.legal_moves[:3]]
    most = len(QUICK.legal_moves) + 2 * max(len(state.legal_moves) for state in after)
    monkeypatch.setattr(engine_client, "_MOVES_CACHED", most)
    for state in (QUICK, *after):
        await last(engine, state)
    assert engine.known(QUICK) is None
    for state in after:
        assert engine.known(state) == analyse(state)


async def test_an_engine_that_dies_at_work_is_started_again_and_asked_once_more(
    engine: EngineClient,
) -> None:
    assert await last(engine) == analyse(QUICK)
    question = asyncio.create_task(last(engine, QUICK.play(QUICK.legal_moves[0])))
    assert engine.pid is not None
    os.kill(engine.pid, 9)
    found = await question
    assert found is not None
    assert found.verdict is Verdict.WIN


async def test_without_an_engine_there_is_no_analysis_and_no_move(
    engine: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    found = await last(engine)
    assert found is not None
    assert found.verdict is Verdict.UNKNOWN
    assert found.is_final
    with pytest.raises(EngineError):
        await engine.choose(QUICK, "perfect", 1)


async def test_early_verdicts_are_shown_while_the_others_are_worked_out() -> None:
    """On 5×5 Passing verdicts come cell by cell, in any portions; how soon takes seconds."""
    async with running(game("passing")) as pilot:
        await pilot.press("a")
        while (lost := drawn_signs(pilot).count("▼")) < 25:
            assert "▲" not in drawn_signs(pilot)
            assert not lost or drawn_signs(pilot).count("?") == 25 - lost
            await pilot.pause()
        assert "Player 2 wins" in status(pilot)[0]


async def test_a_question_of_the_menu_that_a_game_ended_is_asked_again() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("down")
        menu = menu_screen(pilot)
        choose(option(menu, "board"), "7×7")  # nobody knows who wins it in Spacing
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a", "escape")
        await pilot.pause()
        assert "Working out" in str(pilot.app.screen.query_one("BoardFacts").render())


@pytest.mark.slow
async def test_the_analysis_is_shown_in_a_game_between_two_computers() -> None:
    begun = game("showdown", kinds=("casual", "novice"))
    async with running(begun) as pilot:
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        assert screen.timeline.state.is_over
    async with running(begun, settings=Settings(pace=screen.match.pace)) as pilot:
        await pilot.press("a")
        while "▼" not in drawn_signs(pilot):
            await pilot.pause()
        assert not game_screen(pilot).timeline.state.is_over
