"""A home for every test of the app, and a history in it."""

import shutil
from pathlib import Path

import pytest

from gridlock_tui.match.history import History
from tests.tui.history_support import fill
from tests.tui.idle import everything_dealt_with, nothing_left_to_do
from tests.tui.shared_styles import share_parsed_styles


@pytest.fixture(autouse=True)
def no_time_wasted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pilot wait only while there is something to wait for, and parse a style sheet once."""
    monkeypatch.setattr("textual.app.wait_for_idle", nothing_left_to_do)
    monkeypatch.setattr("textual.pilot.wait_for_idle", nothing_left_to_do)
    monkeypatch.setattr("textual.pilot.Pilot._wait_for_screen", everything_dealt_with)
    share_parsed_styles(monkeypatch)


@pytest.fixture
def history(home: Path) -> History:
    """Return the history that the app will open, still empty."""
    home.mkdir()
    return History(home / "history.sqlite3")


@pytest.fixture(scope="session")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with some games, to be copied: to write them takes a while."""
    path = tmp_path_factory.mktemp("filled") / "history.sqlite3"
    fill(History(path))
    return path


@pytest.fixture
def filled(history: History, filled_once: Path) -> History:
    """Return the history that the app will open, with some games in it."""
    shutil.copy(filled_once, history.path)
    return history
