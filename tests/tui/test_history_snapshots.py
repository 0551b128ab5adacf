"""Pictures of the finished games and of their statistics, compared with those on file."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from textual.pilot import Pilot

from gridlock_tui.match import COMPUTERS, HUMAN, Setup
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.history import History
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup
from tests.match.finisher import BEGAN
from tests.tui.history_support import Finished, fill
from tests.tui.support import settled
from tests.tui.test_snapshots import LOOKS, SIZES, SnapCompare

SCREENS = {"list": ["y", "down"], "filtered": ["y", "tab", "right"], "statistics": ["y", "S"]}


def games() -> Iterator[Finished]:
    """Return a few weeks of games: always the same ones."""
    rng = random.Random(11)
    people = ("Ada", "Ben", "Zoë", "Maximilian-Alexander 2nd")
    for number in range(45):
        variant = rng.choice(list(VARIANTS.values()))
        if number % 4 == 0:
            variant = variant.resized(rng.randint(3, 5), rng.randint(3, 5))
        one, two = rng.sample(people, 2)
        kinds = (HUMAN, rng.choice((HUMAN, *COMPUTERS)))
        names = (one, two if kinds[1] == HUMAN else kinds[1].capitalize())
        game = Setup(variant, names, rng.choice(list(Player)), kinds).begin()
        while game.timeline.state.legal_moves:
            game = game.play(rng.choice(game.state.legal_moves))
        yield str(number), game, BEGAN + timedelta(days=number // 2)


def pictured(snap_compare: SnapCompare, screen: str, size: str, look: str = "") -> bool:
    theme = LOOKS.get(look, "gridlock-dark")
    app = GridlockApp(
        Startup(
            settings=Settings(theme=theme),
            ascii=look == "ascii",
            ansi_only=theme.startswith("ansi"),
        )
    )
    app.animation_level = "none"

    async def press(pilot: Pilot[None]) -> None:
        for key in SCREENS[screen]:
            await pilot.press(key)
            await settled(pilot)

    return snap_compare(app, terminal_size=SIZES[size], run_before=press)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_dark(snap_compare: SnapCompare, history: History, screen: str, size: str) -> None:
    fill(history, games())
    assert pictured(snap_compare, screen, size)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", ["list", "statistics"])
def test_look(
    snap_compare: SnapCompare,
    history: History,
    screen: str,
    look: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(history, games())
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    assert pictured(snap_compare, screen, "80x24", look)
