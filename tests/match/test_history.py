"""The history: nothing is lost or added twice, even with several writers."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.match import HUMAN, Game, Setup
from gridlock_tui.match.record import reason_key, write_record
from gridlock_tui.match.store import schema
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import (
    ALL_GAMES,
    UNNAMED,
    GameEntry,
    History,
    HistoryFilter,
    Won,
    open_history,
)
from gridlock_tui.match.store.schema import VERSION
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, GridlockError, Player
from tests import naive
from tests.match.finisher import BEGAN, finished_games
from tests.match.support import NASTY, ROW, ROW_SETUP, attempt, is_harmless, won_by

REPOSITORY = Path(__file__).parents[2]
FIXTURES = Path(__file__).parent / "fixtures"
FIXTURE = FIXTURES / "history-v1.sqlite3"
SOME = list(islice(finished_games(3), 60))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> History:
    """Return a history that no test changes."""
    history = History(tmp_path_factory.mktemp("history") / "history.sqlite3")
    for finished in SOME:
        history.add(*finished)
    return history


def everything(history: History, filter_: HistoryFilter = ALL_GAMES) -> tuple[GameEntry, ...]:
    return history.page(filter_, limit=1_000_000)


def exported(history: History, id_: int = 1) -> str:
    return write_record(history.record(id_))


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
    return str(verdict)


def test_every_game_is_read_back_unchanged(filled: History) -> None:
    entries = everything(filled)
    assert len(entries) == filled.count() == len(SOME)
    for entry, (_, game, finished) in zip(reversed(entries), SOME, strict=True):
        assert filled.record(entry.id).game == game
        assert entry.finished == finished
        assert entry.names == game.setup.names
        assert entry.kinds == game.setup.kinds
        assert entry.length == len(game.timeline.moves)
        outcome = game.timeline.state.outcome
        assert outcome is not None
        assert entry.winner is outcome.winner


def test_pages_follow_each_other_without_gap_or_overlap(filled: History) -> None:
    pages = [filled.page(limit=7, offset=offset) for offset in range(0, 70, 7)]
    assert tuple(entry for page in pages for entry in page) == everything(filled)


variants = st.none() | st.sampled_from([*VARIANTS, "chess"])
parts = st.sampled_from((None, "", "Ada", "a", "zoë", "ÆRØSKØBING", "李雷", "%", "'", "nobody"))


@given(variants, parts, st.none() | st.sampled_from(Won))
def test_a_filter_gives_the_games_that_match(
    filled: History, variant: str | None, player: str | None, won: Won | None
) -> None:
    filter_ = HistoryFilter(variant, player, won)
    found = everything(filled, filter_)
    assert found == tuple(entry for entry in everything(filled) if fits(entry, filter_))
    assert filled.count(filter_) == len(found)


def fits(entry: GameEntry, filter_: HistoryFilter) -> bool:
    asked = filter_.player

    def named(player: Player) -> bool:
        name, alone = entry.names[player - 1], entry.kinds.count(HUMAN) == 1
        if alone and entry.kinds[player - 1] == HUMAN and name in DEFAULT_NAMES:
            name = UNNAMED
        return asked is None or asked.casefold() == name.casefold()

    winner, loser = entry.winner, entry.winner.other
    ends = {
        None: True,
        Won.BY_ONE: entry.winner is Player.ONE,
        Won.BY_TWO: entry.winner is Player.TWO,
        Won.BY_STARTER: entry.winner is entry.first,
        Won.BY_SECOND: entry.winner is not entry.first,
        Won.BY_PLAYER: named(winner),
        Won.AGAINST_PLAYER: named(loser),
    }
    return (
        filter_.variant in (None, entry.variant) and any(map(named, Player)) and ends[filter_.won]
    )


def test_the_same_game_is_added_once(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    game = won_by(Player.TWO)
    assert history.add("a", game, BEGAN)
    assert not history.add("a", game, BEGAN + timedelta(days=1))
    assert history.add("b", game, BEGAN)
    assert history.count() == 2
    assert {entry.finished for entry in everything(history)} == {BEGAN}


def test_a_game_that_ends_differently_replaces_the_earlier_one(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.TWO), BEGAN)
    assert history.add("a", won_by(Player.ONE), BEGAN)
    assert [entry.winner for entry in everything(history)] == [Player.ONE]


def test_only_finished_games_are_added(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    with pytest.raises(GridlockError, match="only finished games are added"):
        history.add("a", ROW_SETUP.begin(), BEGAN)
    assert history.count() == 0


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    (entry,) = everything(history)
    history.delete(entry.id)
    history.delete(entry.id)
    with pytest.raises(StoreError, match="this game is not in the history any more"):
        history.record(entry.id)
    history.add("b", won_by(Player.TWO), BEGAN)
    (other,) = everything(history)
    assert other.id != entry.id


@pytest.mark.parametrize("name", NASTY)
def test_names_from_a_database_are_cleaned(tmp_path: Path, name: str) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE, Setup(ROW, ("X", "Y"))), BEGAN)
    with closing(sqlite3.connect(history.path)) as db, db:
        db.execute("UPDATE games SET name_one = ?", (name.replace("\ud800", ""),))
    (entry,) = everything(history)
    assert all(map(is_harmless, entry.names))
    assert all(is_harmless(line) for line in exported(history).split("\n"))


@pytest.mark.parametrize("column", ["name_one", "variant", "moves", "length", "finished", "reason"])
@pytest.mark.parametrize("value", ["x'ff00'", "CAST(x'ff' AS TEXT)", "'\x1b[2J'", "1e300", "-1"])
def test_values_of_any_kind_in_a_row_give_a_game_or_a_sentence(
    tmp_path: Path, column: str, value: str
) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    with closing(sqlite3.connect(history.path)) as db, db:
        db.execute(f"UPDATE games SET {column} = {value}")
    for read in (everything, History.statistics, History.people):
        found = attempt(read, history)
        assert not isinstance(found, str) or is_harmless(found)
    assert all(map(is_harmless, attempt(exported, history).split("\n")))
    assert is_harmless(open_history(history.path)[1])


@pytest.mark.parametrize(("finished", "zone"), [(253402300799, "EAST-9"), (-62135596800, "WEST5")])
def test_a_day_beyond_the_calendar_damages_only_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: int, zone: str
) -> None:
    """The last hour of the calendar in UTC has no local time in zones east of it."""
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    with closing(sqlite3.connect(history.path)) as db, db:
        db.execute("UPDATE games SET finished = ?", (finished,))
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        history.add("b", won_by(Player.TWO), BEGAN)
        whole, damaged = history.page()
        assert (whole.winner, whole.is_damaged) == (Player.TWO, False)
        assert damaged.is_damaged
        with pytest.raises(StoreError, match="game 1 of the history is damaged"):
            history.record(damaged.id)
        history.delete(damaged.id)
        assert history.page() == (whole,)
    time.tzset()


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
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
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


def test_a_history_of_0_1_0_is_read_as_it_is(tmp_path: Path) -> None:
    # Made by version 0.1.0: `python -m tests.match.finisher history-v2.sqlite3 1 20`.
    file = tmp_path / "history.sqlite3"
    shutil.copy(FIXTURES / "history-v2.sqlite3", file)
    before = file.read_bytes()
    history, notice = open_history(file)
    assert notice == ""
    entries = everything(history)
    assert len(entries) == 20
    made = islice(finished_games(1, naive.GAMES), 20)
    for entry, (_, game, finished) in zip(reversed(entries), made, strict=True):
        assert (history.record(entry.id).game, entry.finished) == (game, finished)
    assert sum(each.games for each in history.statistics()) == 20
    assert history.count(HistoryFilter(player="ZOË")) > 0
    assert file.read_bytes() == before


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

    monkeypatch.setattr(schema, "_STEPS", (run_full,))
    with pytest.raises(StoreError, match="disk is full"):
        History(tmp_path / "history.sqlite3").count()


@pytest.mark.parametrize("reason", ["was written by a newer Gridlock", "of another program"])
def test_a_database_that_another_program_has_replaced_is_not_changed(
    tmp_path: Path, reason: str
) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    (make_newer if "newer" in reason else make_foreign)(history.path)
    before = history.path.read_bytes()
    with pytest.raises(StoreError, match=reason):
        history.add("b", won_by(Player.TWO), BEGAN)
    assert history.path.read_bytes() == before


# Several processes.


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite3"
    command = [sys.executable, "-m", "tests.match.finisher", str(file)]
    running = [subprocess.Popen([*command, seed, "100"], cwd=REPOSITORY) for seed in "12"]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    history, notice = open_history(file)
    assert notice == ""
    assert history.count() == 200
    assert integrity(file) == "ok"
    found = {history.record(entry.id).game for entry in everything(history)}
    expected: set[Game] = set()
    for seed in (1, 2):
        expected |= {game for _, game, _ in islice(finished_games(seed), 100)}
    assert found == expected


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
