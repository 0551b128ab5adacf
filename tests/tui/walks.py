"""Walks through every screen, for tests that look at all there is to see."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, NamedTuple, get_args

from textual.pilot import Pilot

from gridlock_tui.match import Game
from gridlock_tui.match.config import Config
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.themes import DARK
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from tests.tui.support import game, settled

Step = Callable[[Pilot[None]], Awaitable[object]]
Look = Callable[[Pilot[None], str], Awaitable[None]]
"""What is done at every stop, given a name for it."""

_Severity = Literal["information", "warning", "error"]
NAMES = ("Ada", "Ben")


async def _announce(pilot: Pilot[None]) -> None:
    for severity in get_args(_Severity):
        pilot.app.notify("It is not saved.", title="Notice", severity=severity, timeout=600)


async def _announce_once(pilot: Pilot[None]) -> None:
    pilot.app.notify("It is saved.", timeout=600)


async def _fall_silent(pilot: Pilot[None]) -> None:
    pilot.app.clear_notifications()


OTHER_STEPS: dict[str, Step] = {
    "SMALL": lambda pilot: pilot.resize_terminal(40, 15),
    "USUAL": lambda pilot: pilot.resize_terminal(80, 24),
    "TINY": lambda pilot: pilot.resize_terminal(30, 8),
    "ON-KEYS": lambda pilot: pilot.hover(KeyBar, offset=(3, 0)),
    "ON-RESULT": lambda pilot: pilot.hover(ResultPanel, offset=(5, 3)),
    "NOTICE": _announce_once,
    "NOTICES": _announce,
    "SILENCE": _fall_silent,
}
"""Steps that are no keys: windows of other sizes, the pointer, a notice of every severity."""


class Walk(NamedTuple):
    """The game that a walk begins with, its steps, and the screens it must pass."""

    begin: Callable[[], Game | None]
    steps: str
    passed: str


WALKS = {
    "menu": Walk(
        lambda: None,
        "down tab shift+tab shift+tab shift+tab escape b f1 escape SMALL tab USUAL t escape",
        "MenuScreen RulesPage Palette",
    ),
    "history": Walk(
        lambda: None,
        """
        y down tab right tab right tab right right SMALL USUAL
        shift+tab shift+tab shift+tab S pagedown escape d n
        """,
        "MenuScreen HistoryScreen StatisticsPage ConfirmScreen",
    ),
    "no history": Walk(lambda: None, "y S escape", "MenuScreen HistoryScreen StatisticsPage"),
    "classic": Walk(
        lambda: game("classic", "6; 15", names=NAMES),
        """
        8 a A H H H m 9 enter escape 4 space escape c
        ON-KEYS NOTICES SILENCE ctrl+p down g escape q n
        """,
        "GameScreen MenuScreen Palette ConfirmScreen",
    ),
    "spacing": Walk(
        lambda: game("spacing", "2 2; 2 3; 4 4", names=NAMES),
        "down down left a right SMALL v TINY USUAL u home end",
        "GameScreen",
    ),
    "regions": Walk(
        lambda: game("showdown", "1 3; 3 1; 3 3; 3 5; 5 3", (5, 5), NAMES),
        "up up left left A H H",
        "GameScreen",
    ),
    "over": Walk(
        lambda: game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1", names=NAMES),
        "down ON-RESULT SMALL USUAL u u question_mark escape",
        "GameScreen HelpPage",
    ),
    "sequence": Walk(
        lambda: game("sequence", "5 B2; 4 A1; 6 C2; 3 A2", names=NAMES),
        "1 7 down down a right SMALL left USUAL left space u r w N left SMALL v home",
        "GameScreen ReviewScreen",
    ),
    "settings": Walk(
        lambda: game("classic"),
        """
        comma tab up up down down enter u SILENCE enter Z pagedown d SMALL home USUAL
        shift+tab A shift+tab A tab SILENCE tab shift+tab escape
        """,
        "GameScreen SettingsScreen PressScreen",
    ),
}
"""Walks that together pass all there is to see."""


@asynccontextmanager
async def still(
    begin: Game | None = None,
    theme: str = DARK.name,
    glyphs: Glyphs = UNICODE,
) -> AsyncIterator[Pilot[None]]:
    """Run the app without anything that moves by itself."""
    options = Options(
        game=begin,
        theme=theme,
        glyphs=glyphs,
        ansi_only=theme.startswith("ansi"),
        config=Config(animation="reduced"),
        rng=random.Random(1),
    )
    async with GridlockApp(options).run_test(size=(80, 24), notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def press_steps(pilot: Pilot[None], steps: str) -> None:
    """Go step by step."""
    for step in steps.split():
        await (OTHER_STEPS[step](pilot) if step in OTHER_STEPS else pilot.press(step))
        await settled(pilot)


async def walk(pilot: Pilot[None], steps: str, look: Look) -> None:
    """Go step by step, and look at what is there after each."""
    await look(pilot, "the beginning")
    for number, step in enumerate(steps.split(), start=1):
        await press_steps(pilot, step)
        await look(pilot, f"step {number}, {step}")
