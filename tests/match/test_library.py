"""The keeper: every move on disk, finished games in the history, and what was deleted gone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gridlock_tui.match import Settings, history
from gridlock_tui.match.files import Places
from gridlock_tui.match.history import History
from gridlock_tui.match.keeper import Keeper
from gridlock_tui.match.ongoing import Match
from gridlock_tui.rules import Player
from tests.match.support import ROW_SETUP, won_by

USUAL = Settings()


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path, tmp_path, tmp_path)


@contextmanager
def locked(path: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold the history as another process does that writes and does not come to an end."""
    History(path).count()
    patch.setattr(history, "_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.parametrize("length", [1, 3])
def test_the_last_move_is_not_lost_where_the_history_refuses_the_game(
    places: Places, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    ended = Match.begin(ROW_SETUP, length).with_game(won_by(Player.TWO))
    keeper = Keeper(places)
    with locked(places.history, monkeypatch):
        notice = keeper.keep(ended, USUAL)
    assert notice.startswith("Not in the history yet: ")
    keeper.close()
    later = Keeper(places)
    found, notices = later.waiting()
    assert notices == []
    assert [later.take(match.uid) for match, _ in found] == [match for match, _ in found]
    assert [match for match, _ in found] == ([] if length == 1 else [ended])
    (entry,) = History(places.history).page()
    assert History(places.history).record(entry.id).game == ended.game


def test_a_game_that_was_deleted_does_not_come_back(places: Places) -> None:
    keeper, games = Keeper(places), History(places.history)
    ended = Match.begin(ROW_SETUP, 3).with_game(won_by(Player.TWO))
    keeper.keep(ended, USUAL)
    (entry,) = games.page()
    games.delete(entry.id)
    keeper.keep(ended, USUAL)
    keeper.close()
    later = Keeper(places)
    ((left, settings),), _ = later.waiting()
    later.keep(left, settings)
    assert games.count() == 0
    later.keep(ended.with_game(won_by(Player.ONE)), USUAL)
    assert games.count() == 1, "another end is another game"


@pytest.mark.parametrize("settings", [Settings(pace=1, guard=True), Settings(pace=0.3)])
def test_a_match_is_left_with_its_settings(places: Places, settings: Settings) -> None:
    """A pace may be a whole number: people write it so in the file of settings."""
    keeper = Keeper(places)
    keeper.keep(Match.begin(ROW_SETUP), settings)
    keeper.close()
    ((_, left_with),), _ = Keeper(places).waiting()
    assert left_with == settings
