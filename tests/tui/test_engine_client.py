"""Asking the engine: one process for all, a newer question ends an older one, death is mended."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from gridlock_tui.engine import Analysis, Verdict, analyse
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui import thinking
from gridlock_tui.tui.thinking import EngineError, Thinker
from tests.tui.support import drawn, game, game_screen, menu_screen, running, settled, status

ENDLESS = VARIANTS["showdown"].resized(8, 8)
QUICK = VARIANTS["showdown"].start()


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    thinker = Thinker()
    yield thinker
    await thinker.close()


async def last(thinker: Thinker, state: object = QUICK) -> Analysis | None:
    found = None
    async for found in thinker.analyses(state):  # type: ignore[arg-type]  # noqa: B007
        pass
    return found


async def test_questions_asked_at_once_share_one_process(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    start = asyncio.create_subprocess_exec

    async def counted(*args: object, **options: object) -> object:
        started.append(args)
        return await start(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", counted)
    older = asyncio.create_task(thinker.opening(ENDLESS))
    await asyncio.wait([older], timeout=0)
    move = await thinker.choose(QUICK, "perfect", 1)
    assert move is not None
    assert await older is None, "something newer was asked"
    assert len(started) == 1


async def test_what_is_remembered_does_not_pile_up(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = [QUICK.play(move) for move in QUICK.legal_moves[:3]]
    most = len(QUICK.legal_moves) + 2 * max(len(state.legal_moves) for state in after)
    monkeypatch.setattr(thinking, "_MOVES_REMEMBERED", most)
    for state in (QUICK, *after):
        await last(thinker, state)
    assert thinker.known(QUICK) is None
    for state in after:
        assert thinker.known(state) == analyse(state)


async def test_an_engine_that_dies_at_work_is_started_again_and_asked_once_more(
    thinker: Thinker,
) -> None:
    assert await last(thinker) == analyse(QUICK)
    question = asyncio.create_task(last(thinker, QUICK.play(QUICK.legal_moves[0])))
    assert thinker.pid is not None
    os.kill(thinker.pid, 9)
    found = await question
    assert found is not None
    assert found.verdict is Verdict.WIN


async def test_without_an_engine_nothing_is_known_and_no_move_is_made(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    found = await last(thinker)
    assert found is not None
    assert found.verdict is Verdict.UNKNOWN
    assert found.is_final
    with pytest.raises(EngineError):
        await thinker.choose(QUICK, "perfect", 1)


async def test_what_is_proven_at_once_is_shown_while_the_rest_is_worked_out() -> None:
    """On 5×5 Passing every verdict is there at once; how soon takes minutes."""
    async with running(game("passing")) as pilot:
        await pilot.press("a")
        while "▼" not in drawn(pilot):
            await pilot.pause()
        assert drawn(pilot).count("▼") == 25
        assert "Player 2 wins" in status(pilot)[0]


async def test_a_question_of_the_menu_that_a_game_ended_is_asked_again() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        menu.rows.choose("7")
        menu.columns.choose("8")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("a", "escape")
        await pilot.pause()
        assert "working out" in str(pilot.app.screen.query_one("BoardTruth").render())


async def test_the_truth_is_shown_in_a_game_between_two_computers() -> None:
    begun = game("showdown", kinds=("casual", "novice"))
    async with running(begun) as pilot:
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        assert screen.timeline.state.is_over
    async with running(begun, settings=screen.settings) as pilot:
        await pilot.press("a")
        while "▼" not in drawn(pilot):
            await pilot.pause()
        assert not game_screen(pilot).timeline.state.is_over
