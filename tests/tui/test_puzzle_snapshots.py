"""Pictures of the puzzle room, at three sizes and in five looks, compared with those on file."""

import random
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import Verdict
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.puzzle_log import Attempt, Mode
from gridlock_tui.match.settings import Settings
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.choice import Choice
from tests.tui.puzzle_support import DAY, begin, place, slipped, small_pack, solve, store
from tests.tui.support import choose, settled
from tests.tui.test_snapshots import LOOKS, SIZES, SnapCompare

__all__ = ["slipped", "small_pack"]

pytestmark = pytest.mark.usefixtures("small_pack", "slipped", "a_week")
Walk = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture
def a_week() -> None:
    """Keep what became of the puzzles of some days: one was missed."""
    for days in (1, 2, 3, 4, 9, 10):
        day = DAY - timedelta(days=days)
        puzzle = daily_puzzle(day)
        is_missed = days == 2
        attempt = Attempt(
            f"day {days}", puzzle.id, Mode.DAILY, day, not is_missed, int(is_missed), 0, "x+"
        )
        store().record(attempt, puzzle)


async def room(pilot: Pilot[None]) -> None:
    await settled(pilot)
    await pilot.press("P")
    await settled(pilot)


def puzzle(mode: Mode, *steps: str) -> Walk:
    """Return what opens the puzzle of a mode and takes these steps: keys, or a kind of move."""

    async def walk(pilot: Pilot[None]) -> None:
        await room(pilot)
        await begin(pilot, mode)
        for step in steps:
            if step == "SOLVE":
                await solve(pilot)
            elif step in Verdict.__members__:
                await place(pilot, Verdict[step])
            else:
                await pilot.press(step)
                await settled(pilot)

    return walk


async def tokens(pilot: Pilot[None]) -> None:
    """Practise in the game with tokens."""
    await room(pilot)
    choose(pilot.app.screen.query_one("#practise-game", Choice), "Sequence")
    await settled(pilot)
    await begin(pilot, Mode.PRACTICE)
    await place(pilot, Verdict.WIN)


SCREENS: dict[str, Walk] = {
    "room": room,
    "daily": puzzle(Mode.DAILY, "right"),
    "right": puzzle(Mode.DAILY, "WIN"),
    "wrong": puzzle(Mode.DAILY, "LOSS"),
    "solved": puzzle(Mode.DAILY, "SOLVE"),
    "missed": puzzle(Mode.STREAK, "s", "s"),
    "cost": puzzle(Mode.STREAK, "H"),
    "hint": puzzle(Mode.SLIPS, "H", "H", "H", "H"),
    "tokens": tokens,
}


def pictured(snap_compare: SnapCompare, screen: str, size: str, look: str = "") -> bool:
    theme = LOOKS.get(look, "gridlock-dark")
    app = GridlockApp(
        Startup(
            settings=Settings(theme=theme),
            ascii=look == "ascii",
            ansi_only=theme.startswith("ansi"),
            rng=random.Random(1),
            today=lambda: DAY,
        )
    )
    app.animation_level = "none"
    return snap_compare(app, terminal_size=SIZES[size], run_before=SCREENS[screen])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_dark(snap_compare: SnapCompare, screen: str, size: str) -> None:
    assert pictured(snap_compare, screen, size)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", ["room", "daily", "wrong", "solved"])
def test_look(
    snap_compare: SnapCompare, screen: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    assert pictured(snap_compare, screen, "80x24", look)
