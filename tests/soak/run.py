"""A soak of many games in one process: what was played, what it took, what was wrong."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.geometry import Size
from textual.pilot import Pilot

from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import Variant
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.startup import Startup
from tests.soak.driver import CLOCK, Crash, Driver, Fault
from tests.soak.plan import Plan, name_of, plan_of, variant_of
from tests.soak.player import RandomPlayer
from tests.soak.side_trips import THEMES, SideTrips
from tests.soak.terminal_screen import TerminalApp

WARM_UP = 100
"""After so many games all is loaded and every cache is filled."""
_SWEPT_EVERY = 50
"""After so many games what nobody can reach is dropped, so that it does not count."""
_SIZE = Size(80, 24)
_MOST_FAULTS = 10
_PAGE = 4096
_TOUR = 10
"""How many windows are seen before each game to warm up."""
_WINDOWS_IN_A_THEME = 5


@dataclass
class Found:
    """Something that went wrong, and how to see it again."""

    game: int
    words: str
    steps: Sequence[str]
    app: TerminalApp | None = None
    """The app that fell over; None if it went on."""


@dataclass
class Report:
    """What a soak came to."""

    seed: int
    games: int = 0
    finished: int = 0
    """Games that came to their end: more than `games` where series were played."""
    steps: int = 0
    motions: int = 0
    """Motions of boards that began."""
    frames: int = 0
    """How often something was painted while a board moved."""
    rooms: Counter[str] = field(default_factory=Counter)
    """How often each room was visited."""
    per_variant: Counter[str] = field(default_factory=Counter)
    boards: set[tuple[str, str]] = field(default_factory=set)
    """The games and sizes that were played: by name, as variants hold all moves of their boards."""
    memory: dict[int, int] = field(default_factory=lambda: {0: resident()})
    """The bytes that the process had in memory after so many games: what the figures need."""
    engine_memory: int = 0
    """The same of the engine's process, at the end."""
    faults: list[Found] = field(default_factory=list)

    def count(self, variant: Variant, plan: Plan, driver: Driver) -> None:
        """Count a game, and the memory that is in use after it."""
        app = driver.app
        self._drop_sample(self.games)
        self.games += 1
        self.steps += driver.steps
        self.motions += driver.motions
        self.frames += driver.frames
        if plan.room is not None:
            self.rooms[name_of(plan.room)] += 1
        self.per_variant[variant.slug] += 1
        self.boards.add((variant.slug, str(variant.board)))
        if self.games % _SWEPT_EVERY == 0:
            give_back_what_is_free()
        self.memory[self.games] = resident()
        self.engine_memory = resident(app.engine.pid) if app.engine.pid else 0

    def _drop_sample(self, game: int) -> None:
        """Drop the memory after this game if no figure needs it: ten thousand are a megabyte."""
        if game % WARM_UP:
            size = self.memory.pop(game)
            if size > max(self.memory.values()):
                self.memory[game] = size

    @property
    def growth(self) -> int:
        """How many bytes more were in use at most, each time that was looked; 0 before."""
        return self._most_on_top(every=WARM_UP)

    @property
    def highest(self) -> int:
        """How many bytes more the process had at any time, those that were free with them."""
        return self._most_on_top(every=1)

    def _most_on_top(self, every: int) -> int:
        if WARM_UP not in self.memory:
            return 0
        looked_at = [game for game in self.memory if WARM_UP <= game <= self.games]
        most = max(self.memory[game] for game in looked_at if game % every == 0)
        return most - self.memory[WARM_UP]


def give_back_what_is_free() -> None:
    """Drop what nobody can reach, and give the system what is free, where that can be asked for.

    What malloc keeps between the pieces that are in use says nothing of them.
    """
    gc.collect()
    with suppress(AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def resident(pid: int | str = "self") -> int:
    """Return the bytes of memory that a process has; 0 where that is unknown."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except OSError:
        return 0


async def soak(
    seed: int,
    games: Iterable[int],
    ascii_only: bool = False,
    tell: Callable[[Report], None] | None = None,
    *,
    warm_up: bool = False,
) -> Report:
    """Play these games one after the other in one app; after a crash in another one.

    To `warm_up`, there are many more windows and themes in the first games: Textual keeps what it
    has drawn in some forty caches, each with a limit of its own, and what memory does after that
    is to be seen only when they are full.
    """
    report = Report(seed)
    queue = list(games)
    asyncio.get_running_loop().set_exception_handler(_recorder(report))
    with patch.object(BoardView, "clock", staticmethod(CLOCK)):
        while queue and len(report.faults) < _MOST_FAULTS:
            app = TerminalApp(_options(seed, ascii_only), _SIZE)
            try:
                async with app.run_test(size=_SIZE, notifications=True) as pilot:
                    await _play_all(app, pilot, queue, report, tell, warm_up)
            except Exception:
                if not report.faults or report.faults[-1].app is not app:
                    words = f"between two games: {traceback.format_exc()}"
                    report.faults.append(Found(report.games, words, (), app))
    return report


def _options(seed: int, ascii_only: bool) -> Startup:
    return Startup(
        keeps=True, settings=Settings(pace=0.0), ascii=ascii_only, rng=random.Random(seed)
    )


async def _play_all(
    app: TerminalApp,
    pilot: Pilot[None],
    queue: list[int],
    report: Report,
    tell: Callable[[Report], None] | None,
    warm_up: bool,
) -> None:
    await pilot.pause()
    while queue and len(report.faults) < _MOST_FAULTS:
        number = queue.pop(0)
        driver = Driver(app, pilot, random.Random(f"{report.seed} {number} motion"))
        variant, plan = variant_of(report.seed, number), plan_of(report.seed, number)
        rng = random.Random(f"{report.seed} {number}")
        try:
            if warm_up and report.games < WARM_UP:
                await _warm_up(driver, random.Random(number))
            report.finished += await RandomPlayer(driver, rng, variant, plan).play()
        except Exception as error:
            words = str(error) if isinstance(error, Fault) else traceback.format_exc()
            crashed = isinstance(error, Crash)
            report.faults.append(
                Found(number, words, tuple(driver.trail), app if crashed else None)
            )
            if crashed:
                raise
        finally:
            report.count(variant, plan, driver)
            if tell is not None:
                tell(report)


async def _warm_up(driver: Driver, rng: random.Random) -> None:
    """See the menu in many windows, in many colours, and leave everything as it was."""
    side_trips = SideTrips(driver, rng)
    await side_trips.to_menu()
    theme, size = driver.app.theme, driver.app.size
    for number in range(_TOUR):
        if number % _WINDOWS_IN_A_THEME == 0:
            await driver.paint(rng.choice(THEMES))
        await side_trips.resize()
    await driver.paint(theme)
    await driver.resize(size)


def _recorder(report: Report) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Return a handler that makes a fault of what a forgotten task or callback has raised."""

    def record(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        words = f"{context.get('message')}: {context.get('exception')!r}"
        report.faults.append(Found(report.games, words, ()))

    return record
