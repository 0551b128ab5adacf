"""The file of the history: of an older version, damaged, foreign, or out of reach."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.match.record import reason_key
from gridlock_tui.match.store import schema
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History, HistoryFilter, open_history
from gridlock_tui.match.store.schema import SCHEMA
from gridlock_tui.rules import Player
from tests import naive
from tests.match.finisher import BEGAN, finished_games
from tests.match.history_support import SOME, everything, exported, integrity
from tests.match.support import attempt, is_harmless, won_by

FIXTURES = Path(__file__).parent / "fixtures"
FIXTURE = FIXTURES / "history-v1.sqlite3"


# Older versions.


def test_a_history_of_the_first_version_is_upgraded_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    # Made by the first version: `python -m tests.match.finisher history-v1.sqlite3 1 20`.
    file = tmp_path / "history.sqlite3"
    shutil.copy(FIXTURE, file)
    with closing(sqlite3.connect(file)) as db:
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(games)")]
        before = db.execute("SELECT * FROM games ORDER BY id").fetchall()
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    history, notice = open_history(file)
    assert notice == ""
    entries = everything(history)
    with closing(sqlite3.connect(file)) as db:
        after = db.execute(f"SELECT {', '.join(columns)} FROM games ORDER BY id").fetchall()
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA.version,)
    assert after == before
    assert len(before) == 20
    made = islice(finished_games(1, naive.GAMES), 20)
    for entry, (uid, game, finished) in zip(reversed(entries), made, strict=True):
        assert history.record(entry.id).game == game
        outcome = game.timeline.state.outcome
        assert outcome is not None
        assert entry.reason == reason_key(outcome.reason)
        assert not history.add(uid, game, finished)
    assert history.count(HistoryFilter(player="ZOË")) > 0
    assert integrity(file) == "ok"


def test_a_history_of_0_1_0_is_upgraded_and_nothing_is_lost(tmp_path: Path) -> None:
    # Made by version 0.1.0: `python -m tests.match.finisher history-v2.sqlite3 1 20`.
    file = tmp_path / "history.sqlite3"
    shutil.copy(FIXTURES / "history-v2.sqlite3", file)
    with closing(sqlite3.connect(file)) as db:
        columns = ", ".join(name for _, name, *_ in db.execute("PRAGMA table_info(games)"))
        before = db.execute(f"SELECT {columns} FROM games ORDER BY id").fetchall()
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    history, notice = open_history(file)
    assert notice == ""
    entries = everything(history)
    assert len(entries) == 20
    made = islice(finished_games(1, naive.GAMES), 20)
    for entry, (_, game, finished) in zip(reversed(entries), made, strict=True):
        assert (history.record(entry.id).game, entry.finished) == (game, finished)
    assert sum(each.games for each in history.statistics()) == 20
    assert history.count(HistoryFilter(player="ZOË")) > 0
    with closing(sqlite3.connect(file)) as db:
        assert db.execute(f"SELECT {columns} FROM games ORDER BY id").fetchall() == before
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA.version,)
    # What these games took is not known, and none of them was a rung.
    profile = history.profile()
    assert (profile.hints, profile.take_backs, profile.seconds, profile.stars) == (0, 0, 0, {})
    assert profile.games == sum(met.games for each in history.statistics() for met in each.levels)
    assert profile.games > 0
    assert history.ungraded() == ()


def test_a_step_that_fails_leaves_the_older_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "history.sqlite3"
    shutil.copy(FIXTURE, file)
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "reason_key", _disk_full)
        with pytest.raises(StoreError, match="disk is full"):
            History(file).count()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert file.read_bytes() == before
    assert History(file).count() == 20


def _disk_full(_: object) -> str:
    raise sqlite3.OperationalError("database or disk is full")


def test_a_full_disk_is_reported_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has rolled back by then, so there is no transaction left to roll back."""

    def run_full(db: sqlite3.Connection) -> None:
        db.execute("ROLLBACK")
        _disk_full(db)

    history = History(tmp_path / "history.sqlite3")
    monkeypatch.setattr(history.database, "schema", replace(SCHEMA, steps=(run_full,)))
    with pytest.raises(StoreError, match="disk is full"):
        history.count()


@pytest.mark.parametrize("reason", ["was written by a newer Gridlock", "of another program"])
def test_a_database_that_another_program_has_replaced_is_not_changed(
    tmp_path: Path, reason: str
) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    (make_newer if "newer" in reason else make_foreign)(history.database.path)
    before = history.database.path.read_bytes()
    with pytest.raises(StoreError, match=reason):
        history.add("b", won_by(Player.TWO), BEGAN)
    assert history.database.path.read_bytes() == before


# Files that cannot be used.


def make_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")


def make_foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def make_empty_of_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE games")


def make_first_version_empty_of_tables(path: Path) -> None:
    shutil.copy(FIXTURE, path)
    make_empty_of_tables(path)


def make_empty_of_stars(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE stars")


def make_text(path: Path) -> None:
    path.write_text("my diary\n" * 100)


def make_torn(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 100)


def make_scrambled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:8192] = bytes(range(256)) * 16
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (make_newer, "was written by a newer Gridlock"),
        (make_foreign, "is the database of another program"),
        (make_empty_of_tables, "is damaged"),
        (make_first_version_empty_of_tables, "is damaged"),
        (make_empty_of_stars, "is damaged"),
        (make_text, "is damaged, or is not a database at all"),
        (make_torn, "is damaged"),
        (make_scrambled, "is damaged"),
    ],
)
def test_a_file_that_cannot_be_used_is_renamed_and_a_new_history_is_started(
    tmp_path: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    file = tmp_path / "history.sqlite3"
    for finished in SOME[:20]:
        History(file).add(*finished)
    spoil(file)
    content = file.read_bytes()
    history, notice = open_history(file)
    assert f"A new history was started: history.sqlite3 {reason}" in notice
    (aside,) = tmp_path.glob("*.set-aside")
    assert aside.name in notice
    assert aside.read_bytes() == content
    assert history.add("a", won_by(Player.ONE), BEGAN)
    assert open_history(file)[1] == ""
    assert history.count() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.sqlite3", aside.name]


@settings(max_examples=60)
@given(st.data())
def test_any_bytes_give_a_history_that_can_be_used_or_a_sentence(data: st.DataObject) -> None:
    content = bytearray(FIXTURE.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        put = data.draw(st.binary(max_size=100))
        content[at : at + len(put)] = put
    content = content[data.draw(st.sampled_from((0, 0, 0, 50))) :]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "history.sqlite3"
        file.write_bytes(content)
        history, notice = open_history(file)
        assert is_harmless(notice)
        entries = attempt(everything, history)
        assert isinstance(entries, tuple) or is_harmless(entries)
        for entry in entries if isinstance(entries, tuple) else ():
            text = attempt(partial(exported, history), entry.id)
            assert all(map(is_harmless, text.split("\n")))
        statistics = attempt(History.statistics, history)
        assert isinstance(statistics, tuple) or is_harmless(statistics)
        if "A new history" in notice:
            assert history.add("a", won_by(Player.ONE), BEGAN)
            kept = [path.read_bytes() for path in Path(folder).glob("*.set-aside")]
            assert kept == [content]


def test_no_file_and_an_empty_file_are_a_new_history(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for name in ("missing", "empty"):
        history, notice = open_history(tmp_path / name)
        assert notice == ""
        assert history.count() == 0


def test_a_history_that_cannot_be_opened_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history, _ = open_history(tmp_path / "file" / "history.sqlite3")
    with pytest.raises(StoreError, match=r"cannot use history\.sqlite3: not a directory"):
        history.add("a", won_by(Player.ONE), BEGAN)
    (tmp_path / "folder").mkdir()
    _, notice = open_history(tmp_path / "folder")
    assert notice == "The history cannot be used: cannot use folder: unable to open database file."
