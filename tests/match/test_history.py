"""The history: nothing is lost or added twice, even with several writers."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import timedelta
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.match import HUMAN, Game, Setup
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import (
    UNNAMED,
    GameEntry,
    History,
    HistoryFilter,
    Won,
    open_history,
)
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, GridlockError, Player
from tests.match.finisher import BEGAN, finished_games
from tests.match.history_support import SOME, everything, exported, integrity
from tests.match.support import NASTY, ROW, ROW_SETUP, attempt, is_harmless, won_by

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> History:
    """Return a history that no test changes."""
    history = History(tmp_path_factory.mktemp("history") / "history.sqlite3")
    for finished in SOME:
        history.add(*finished)
    return history


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
    assert filled.page() == everything(filled)[:50]


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
    with closing(sqlite3.connect(history.database.path)) as db, db:
        db.execute("UPDATE games SET name_one = ?", (name.replace("\ud800", ""),))
    (entry,) = everything(history)
    assert all(map(is_harmless, entry.names))
    assert all(is_harmless(line) for line in exported(history).split("\n"))


@pytest.mark.parametrize(
    "column",
    ["name_one", "variant", "moves", "length", "finished", "reason", "hints", "seconds", "slips"],
)
@pytest.mark.parametrize("value", ["x'ff00'", "CAST(x'ff' AS TEXT)", "'\x1b[2J'", "1e300", "-1"])
def test_values_of_any_kind_in_a_row_give_a_game_or_a_sentence(
    tmp_path: Path, column: str, value: str
) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    with closing(sqlite3.connect(history.database.path)) as db, db:
        db.execute(f"UPDATE games SET {column} = {value}")
    for read in (everything, History.statistics, History.people, History.profile):
        found = attempt(read, history)
        assert not isinstance(found, str) or is_harmless(found)
    assert all(map(is_harmless, attempt(exported, history).split("\n")))
    assert is_harmless(open_history(history.database.path)[1])


@pytest.mark.parametrize(("finished", "zone"), [(253402300799, "EAST-9"), (-62135596800, "WEST5")])
def test_a_day_beyond_the_calendar_damages_only_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: int, zone: str
) -> None:
    """The last hour of the calendar in UTC has no local time in zones east of it."""
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    with closing(sqlite3.connect(history.database.path)) as db, db:
        db.execute("UPDATE games SET finished = ?", (finished,))
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        history.add("b", won_by(Player.TWO), BEGAN)
        whole, damaged = history.page()
        assert (whole.winner, whole.is_damaged) == (Player.TWO, False)
        assert damaged.is_damaged
        assert (damaged.length, damaged.first, damaged.taken_over) == (0, Player.ONE, False)
        with pytest.raises(StoreError, match="game 1 of the history is damaged"):
            history.record(damaged.id)
        history.delete(damaged.id)
        assert history.page() == (whole,)
    time.tzset()


@pytest.mark.parametrize("stars", ['2"', b"\xdf+", float("inf"), 2.5, 0, -1, 4, 1 << 62])
def test_damaged_stars_are_left_out(tmp_path: Path, stars: object) -> None:
    history = History(tmp_path / "history.sqlite3")
    history.add("a", won_by(Player.ONE), BEGAN)
    with closing(sqlite3.connect(history.database.path)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("INSERT INTO stars VALUES ('classic', 'novice', ?, 5)", (stars,))
        db.execute("INSERT INTO stars VALUES ('classic', 'casual', 2, 5)")
    assert history.stars() == {"classic": {"casual": 2}}


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
