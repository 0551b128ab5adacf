"""Settings of the tests of the app, and a history with games in it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.timer import Timer

from gridlock_tui.match.store.history import History
from gridlock_tui.tui.board import widget
from gridlock_tui.tui.game import stopwatch
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.widgets import room_bars
from tests.tui import internals
from tests.tui.history_support import fill


@pytest.fixture(autouse=True)
def fast_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the app no longer than it takes."""
    internals.speed_up(monkeypatch)


@pytest.fixture(autouse=True)
def no_motion(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every move at once, except in tests that are marked `motion`."""
    if request.node.get_closest_marker("motion") is None:
        monkeypatch.setattr(widget, "motion_between", lambda *_: None)
        monkeypatch.setattr(room_bars, "countdown_step", lambda *_: 0)


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count no seconds of play, however slow the machine is."""
    monkeypatch.setattr(stopwatch, "now", lambda: 0.0)


@pytest.fixture
def history(home: Path) -> History:
    """Return the history that the app will open, still empty."""
    home.mkdir()
    return History(home / "history.sqlite3")


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with some games to copy: writing them takes a while."""
    path = tmp_path_factory.mktemp("filled") / "history.sqlite3"
    fill(History(path))
    return path


@pytest.fixture
def filled(history: History, filled_once: Path) -> History:
    """Return the history that the app will open, with some games in it."""
    shutil.copy(filled_once, history.database.path)
    return history


@pytest.fixture
def step_demo(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that does what the timer of the menu does: show the next move."""
    callbacks: list[Callable[[], None]] = []
    set_interval = MenuScreen.set_interval

    def record(
        menu: MenuScreen,
        interval: float,
        callback: Callable[[], None],
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        if name is None:  # the timers of Textual itself have names
            callbacks.append(callback)
        return set_interval(menu, interval, callback, name=name, pause=pause)

    def step() -> None:
        (callback,) = callbacks
        callback()

    monkeypatch.setattr(MenuScreen, "set_interval", record)
    return step
