"""The stars of the climb on disk: best of all games, never lost, by no window and no kill."""

import random
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.effort import Effort
from gridlock_tui.match.match import Match
from gridlock_tui.match.review import Grade, GradedMove, Review
from gridlock_tui.match.store import schema
from gridlock_tui.match.store.database import Database
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.rules import Move, Player
from tests.match.climber import NO_SLIP, rung
from tests.match.finisher import BEGAN
from tests.match.history_support import integrity
from tests.match.support import ROW, won_by

REPOSITORY = Path(__file__).parents[2]
RNG = random.Random(1)
PLAIN = rung("showdown", "casual", RNG)
HELPED = rung("showdown", "casual", RNG, hints=4)


def stars(library: Library) -> int:
    found, notice = library.stars()
    assert notice == ""
    return found.get("showdown", {}).get("casual", 0)


def test_a_rung_earns_its_stars_and_the_best_game_counts(library: Library) -> None:
    assert library.stars() == ({}, "")
    library.save(HELPED)
    assert stars(library) == 1
    library.save(PLAIN)
    assert stars(library) == 2
    library.save(rung("showdown", "casual", RNG, hints=1))
    assert stars(library) == 2
    assert library.stars()[0] == {"showdown": {"casual": 2}}


def test_only_a_rung_that_you_win_earns_stars(library: Library) -> None:
    library.save(Match.of(PLAIN.game))
    library.save(rung("showdown", "casual", RNG, won=False))
    assert library.stars() == ({}, "")
    history, _ = library.history()
    assert (history.profile().games, history.profile().won) == (2, 1)


def test_no_slip_earns_a_star_as_soon_as_all_moves_are_graded(library: Library) -> None:
    library.save(HELPED)
    assert library.add_review(HELPED, NO_SLIP) == ""
    assert stars(library) == 2
    library.save(PLAIN)
    assert stars(library) == 2
    history, _ = library.history()
    assert [uid for uid, _ in history.ungraded()] == [PLAIN.game_uid]
    assert history.ungraded()[0][1].timeline == PLAIN.game.timeline
    library.add_review(PLAIN, NO_SLIP)
    assert stars(library) == 3
    assert history.ungraded() == ()


@pytest.mark.parametrize("grade", [Grade.MISTAKE, Grade.UNKNOWN])
def test_a_slip_or_a_grade_that_is_not_known_earns_no_star(library: Library, grade: Grade) -> None:
    person = PLAIN.game.setup.person
    assert person is not None
    library.save(PLAIN)
    library.add_review(PLAIN, Review(None, (GradedMove(1, Move(0), person, grade, None),)))
    assert stars(library) == 2
    history, _ = library.history()
    assert bool(history.ungraded()) == (grade is Grade.UNKNOWN), "it may be known later"


def test_only_a_finished_game_of_yours_is_reviewed_for_slips(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, moves = PLAIN.game.setup, PLAIN.game.timeline.moves
    people = Match.of(Game.replay(Setup(setup.variant), moves))
    started = Match.of(Game.replay(setup, moves[:1]))
    assert people.game.is_over
    assert not started.game.is_over
    monkeypatch.setattr(History, "grade", None)
    for match in (people, started):
        assert library.add_review(match, NO_SLIP) == ""


def test_a_take_back_leaves_one_star_when_all_moves_are_graded(library: Library) -> None:
    match = replace(PLAIN, effort=Effort(take_backs=1))
    library.save(match)
    assert stars(library) == 1
    library.add_review(match, NO_SLIP)
    assert stars(library) == 1


def test_a_review_of_other_moves_is_not_taken(library: Library) -> None:
    library.save(PLAIN)
    library.add_review(PLAIN.with_game(HELPED.game), NO_SLIP)
    assert stars(library) == 2


def test_a_game_that_is_played_on_from_an_earlier_move_is_counted_anew(library: Library) -> None:
    """The star for no slip belongs to the moves that were graded."""
    library.save(PLAIN)
    library.add_review(PLAIN, NO_SLIP)
    replayed = PLAIN.jump(len(PLAIN.game.timeline.moves) - 2)
    while replayed.game.state.legal_moves:
        replayed = replayed.play(replayed.game.state.legal_moves[0])
    library.save(replayed)
    assert stars(library) == 3
    history, _ = library.history()
    profile = history.profile()
    assert (profile.games, profile.take_backs) == (1, replayed.effort.take_backs)


def test_deleting_a_game_takes_no_star_away(library: Library) -> None:
    library.save(PLAIN)
    history, _ = library.history()
    (entry,) = history.page()
    history.delete(entry.id)
    assert history.count() == 0
    assert stars(library) == 2


def test_a_game_and_its_stars_are_kept_together_or_not_at_all(
    paths: Paths, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("gridlock_tui.match.store.history.stars_of", fail)
        assert "disk is full" in library.save(PLAIN)
    assert History(paths.history).count() == 0
    assert library.stars() == ({}, "")
    library.retry_failed_saves(PLAIN)
    assert History(paths.history).count() == 1
    assert stars(library) == 2


def test_where_nothing_is_kept_there_are_no_stars() -> None:
    library = Library(None)
    library.save(PLAIN)
    assert library.add_review(PLAIN, NO_SLIP) == ""
    assert library.stars() == ({}, "")


def test_asking_for_stars_creates_no_file(paths: Paths, library: Library) -> None:
    assert library.stars() == ({}, "")
    assert not paths.history.exists()


def test_stars_that_cannot_be_read_are_set_aside_with_a_notice(paths: Paths) -> None:
    paths.history.write_bytes(b"not a database" * 100)
    found, notice = Library(paths).stars()
    assert found == {}
    assert notice.startswith("A new history was started: history.sqlite3 is damaged")
    (aside,) = paths.data.glob("*.set-aside")
    assert aside.read_bytes() == b"not a database" * 100


def test_a_step_that_fails_leaves_the_version_of_0_1_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = History(tmp_path / "history.sqlite3")
    old = replace(schema.SCHEMA, steps=schema.SCHEMA.steps[:2])
    with Database(history.database.path, old).reading():
        pass
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_STARS", "CREATE TABLE games (id)")
        with pytest.raises(StoreError, match="already exists"):
            history.count()
    with closing(sqlite3.connect(history.database.path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert history.stars() == {}


# The profile.


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["novice", "perfect"]),
            st.booleans(),
            st.booleans(),
            st.integers(-400, 400),
        )
    )
)
def test_the_profile_counts_games_and_streaks_whatever_the_clock_says(
    games: list[tuple[str, bool, bool, int]],
) -> None:
    with TemporaryDirectory() as folder:
        history = History(Path(folder) / "history.sqlite3")
        for number, (level, won, takes_back, days) in enumerate(games):
            setup, now = Setup(ROW, ("Ada", "Bot"), kinds=("human", level)), BEGAN + timedelta(days)
            game = won_by(Player.ONE if won else Player.TWO, setup)
            effort = Effort(frozenset("a"), frozenset("ab"), 2 * takes_back, seconds=30)
            history.add(str(number), game, now, effort)
            history.add(f"{number} again", game, now, effort, given=1)  # does not count
        people = Setup(ROW, ("Ada", "Ben"))
        history.add("people", won_by(Player.TWO, people), BEGAN)  # breaks no streak
        profile = history.profile()
    assert profile.games == len(games)
    assert profile.won == sum(won for _, won, _, _ in games)
    runs = "".join("1" if won and not back else "0" for _, won, back, _ in games).split("0")
    assert profile.streak == len(runs[-1])
    assert profile.best_streak == max(map(len, runs))
    taken_back = 2 * sum(takes_back for *_, takes_back, _ in games)
    assert (profile.hints, profile.warnings) == (len(games), len(games)), (
        "where it was both: a hint"
    )
    assert profile.take_backs == taken_back
    assert profile.seconds == 30 * len(games)
    for met in profile.levels:
        results = [won for level, won, *_ in games if level == met.level]
        assert (met.games, met.won) == (len(results), sum(results))
    assert {met.level for met in profile.levels} == {level for level, *_ in games}


# Several processes, and kills.


def climber(folder: Path, seed: int, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.match.climber", str(folder), str(seed), str(count)]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


def best(lines: list[str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for line in lines:
        slug, level, earned = line.split()
        found[slug][level] = max(int(earned), found[slug].get(level, 0))
    return found


def test_two_windows_at_once_lose_no_star(tmp_path: Path) -> None:
    running = [climber(tmp_path, seed, 60) for seed in (1, 2)]
    lines = [
        line for process in running for line in process.communicate(timeout=120)[0].split("\n")
    ]
    assert [process.returncode for process in running] == [0, 0]
    assert History(tmp_path / "history.sqlite3").stars() == best([line for line in lines if line])


@pytest.mark.slow
def test_killed_at_any_instant_no_star_that_was_told_is_lost(tmp_path: Path) -> None:
    rng, told = random.Random(3), []
    for seed in range(10):
        process = climber(tmp_path, seed, 1000)
        assert process.stdout is not None
        told += [process.stdout.readline() for _ in range(rng.randint(1, 8))]
        process.kill()
        process.wait()
        process.stdout.close()
        found = History(tmp_path / "history.sqlite3").stars()
        for slug, levels in best(told).items():
            for level, earned in levels.items():
                assert found[slug][level] >= earned, f"after kill {seed}"
    assert integrity(tmp_path / "history.sqlite3") == "ok"
