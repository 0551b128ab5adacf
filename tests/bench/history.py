"""Speed of a long history beside a short one: `python -m tests.bench.history`.

Both are opened in the app, in turns. Prints how long it takes from the key to the end of the
repaint that it causes, to open the list and to change a filter, as medians, and their ratios.
Fails if one of them takes more than twice as long with 10,000 games as with 10.
"""

import asyncio
import os
import shutil
import sqlite3
import statistics
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import RenderableType
from textual.pilot import Pilot
from textual.screen import Screen

from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.paths import HOME_VARIABLE
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.history import HistoryScreen
from gridlock_tui.tui.widgets.choice import Choice
from tests.bench.progress import Progress
from tests.match.finisher import finished_games

SHORT, LONG = 10, 10_000
OPENINGS = 5
TURNS = 4
ALLOWED = 2.0
FILTERS = ("filter-player", "filter-variant", "filter-result")


def write_histories(short: Path, long: Path) -> None:
    """Write both: the long one holds different games, each as often as it takes."""
    history = History(short)
    for finished in islice(finished_games(1), SHORT):
        history.add(*finished)
    shutil.copy(short, long)
    history = History(long)
    for finished in islice(finished_games(2), 490):
        history.add(*finished)
    with closing(sqlite3.connect(long)) as db:
        fields = ", ".join(row[1] for row in db.execute("PRAGMA table_info(games)"))
        fields = fields.replace("id, uid, ", "")
        for copy in range(1, LONG // 500):
            db.execute(
                f"INSERT INTO games (uid, {fields}) "
                f"SELECT uid || '-{copy}', {fields} FROM games WHERE id <= 500"
            )
        db.commit()
    assert (History(short).count(), History(long).count()) == (SHORT, LONG)


class Painter:
    """Notes when the app has painted last; Textual has no public way to tell."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self._pilot = pilot
        self._last = 0.0
        self._display = pilot.app._display
        pilot.app._display = self._paint  # type: ignore[method-assign]

    def _paint(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        self._display(screen, renderable)
        self._last = time.perf_counter()

    async def after(self, key: str) -> float:
        """Press the key and return the seconds until the end of the last repaint it causes."""
        began = time.perf_counter()
        await self._pilot.press(key)
        await self._pilot.pause()
        return self._last - began


async def measure(home: Path, openings: int, rounds: int) -> tuple[list[float], list[float]]:
    """Return the seconds of every opening and of every change of a filter."""
    os.environ[HOME_VARIABLE] = str(home)
    opened, changed = [], []
    app = GridlockApp()
    app.animation_level = "none"
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        painter = Painter(pilot)
        for _ in range(openings):
            opened.append(await painter.after("y"))
            assert isinstance(app.screen, HistoryScreen)
            await pilot.press("escape")
            await pilot.pause()
        await painter.after("y")
        # One filter at a time, round to where it began: two of them leave nothing of ten games,
        # and where nothing is before and after, nothing is painted.
        for name in FILTERS * rounds:
            choice = app.screen.query_one(f"#{name}", Choice).focus()
            await pilot.pause()
            changed.append(await painter.after("right"))
            while choice.at:
                changed.append(await painter.after("right"))
    return opened, changed


def main() -> int:
    """Print both measures; return 1 if one of the ratios is too large."""
    taken: dict[int, tuple[list[float], list[float]]] = {SHORT: ([], []), LONG: ([], [])}
    progress = Progress(2 + TURNS * len(taken), "steps")
    with TemporaryDirectory() as folder:
        homes = {SHORT: Path(folder) / "short", LONG: Path(folder) / "long"}
        for home in homes.values():
            home.mkdir()
        progress.show("writing both")
        write_histories(*(home / "history.sqlite3" for home in homes.values()))
        progress.end_one()
        progress.show("warming up")
        asyncio.run(measure(homes[LONG], 1, 1))  # whatever is loaded only once, is loaded now
        progress.end_one()
        for _ in range(TURNS):
            for games, home in homes.items():
                progress.show(f"{games:,} games")
                found = asyncio.run(measure(home, OPENINGS, 1))
                for so_far, seconds in zip(taken[games], found, strict=True):
                    so_far.extend(seconds)
                progress.end_one()
    progress.clear()
    failed = False
    print(f"{'measure':<14} {f'{LONG:,} games':>13} {f'{SHORT} games':>10} {'ratio':>6}")
    for at, name in enumerate(("open the list", "change filter")):
        many, few = (statistics.median(taken[games][at]) for games in (LONG, SHORT))
        failed |= many > ALLOWED * few
        row = f"{name:<14} {many * 1000:>11.1f}ms {few * 1000:>8.1f}ms {many / few:>6.2f}"
        print(f"{row}  at most {ALLOWED:g} allowed")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
