"""The library: what is saved, what is finished, and what a player reads when that fails."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from gridlock_tui.match.game_id import read_game_id
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS
from gridlock_tui.match.store import database, locks
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import LISTED, Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.record_files import load_record
from gridlock_tui.match.store.save_format import SavedMatch
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import Move, Player
from tests.match.library_support import (
    MOVES,
    SPACING,
    ended,
    files_in,
    leave,
    match_of,
    next_run,
    read_only,
)
from tests.match.support import won_by


@contextmanager
def locked(path: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lock the history like another process that never stops writing."""
    History(path).count()
    patch.setattr(database, "_LOCK_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield


# Saving.


def test_a_match_is_saved_when_it_changes_and_only_then(paths: Paths, library: Library) -> None:
    match = match_of(2)
    assert not library.is_saved(match)
    assert library.save(match) == ""
    assert library.is_saved(match)
    (file,) = paths.saves.glob("*.json")
    before = file.stat()
    library.save(match)
    assert os.path.samestat(file.stat(), before), "nothing is written"
    library.save(match.play(MOVES[2]))
    assert not os.path.samestat(file.stat(), before)
    assert not library.is_saved(match)


def test_a_match_without_moves_is_not_saved_and_quitting_loses_nothing(
    paths: Paths, library: Library
) -> None:
    match = Match.begin(SPACING)
    assert library.save(match) == ""
    library.shelve(match)
    assert library.saved_matches == ()
    assert library.question_before_quitting(match) == ""
    assert not paths.saves.exists()


def test_a_game_of_a_series_that_has_just_begun_is_saved(paths: Paths) -> None:
    match = ended(3).next_game()
    leave(paths, match)
    assert next_run(paths).saved_matches == (match,)


@pytest.mark.parametrize(("pace", "guard"), [(0.7, True), (3.0, False), (1, False)])
def test_a_change_of_guard_or_pace_alone_is_saved(
    paths: Paths, library: Library, pace: float, guard: bool
) -> None:
    """Play a move, wait, change the guard, quit, resume: the guard is still on."""
    match = match_of()
    library.save(match)
    changed = replace(match, pace=pace, guard=guard)
    assert not library.is_saved(changed)
    assert not library.only_view_changed(changed)
    library.save(changed)
    library.close()
    later = next_run(paths)
    assert later.resume(later.saved_matches[0]) == changed


def test_what_changes_only_the_view_is_told_apart(library: Library) -> None:
    match = match_of(3)
    assert not library.only_view_changed(match), "nothing is saved yet"
    library.save(match)
    assert not library.only_view_changed(match), "nothing has changed"
    assert library.only_view_changed(match.jump(1))
    assert not library.only_view_changed(match.play(MOVES[3]))
    assert not library.only_view_changed(match.jump(2).play(MOVES[3]))
    assert not library.only_view_changed(replace(match.jump(1), guard=True))
    library.save(match.jump(1))
    assert library.is_saved(match.jump(1))


def test_an_end_that_was_undone_is_only_a_change_of_view(paths: Paths, library: Library) -> None:
    match = ended()
    library.save(match)
    assert files_in(paths) == []
    assert library.only_view_changed(match.jump(1))
    library.save(match.jump(1))
    assert files_in(paths) == [f"{match.uid}.json"]
    library.save(match)
    assert files_in(paths) == []
    assert library.history()[0].count() == 1


# Finished games.


@pytest.mark.parametrize("length", [1, 3])
def test_the_last_move_is_not_lost_if_the_history_cannot_be_used(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    match = ended(length)
    library = Library(paths)
    with locked(paths.history, monkeypatch):
        assert library.save(match).startswith("Not in the history yet: ")
        assert library.question_before_quitting(match) == "", "its last move is saved"
    library.close()
    later = next_run(paths)
    assert later.saved_matches == (() if length == 1 else (match,))
    assert [later.resume(found) for found in later.saved_matches] == [match] * (length // 2)
    (entry,) = History(paths.history).page()
    assert History(paths.history).record(entry.id).game == match.game


def test_a_game_is_added_to_the_history_as_soon_as_that_is_possible(
    paths: Paths, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ended()
    with locked(paths.history, monkeypatch):
        assert library.save(match) != ""
    assert files_in(paths) == [f"{match.uid}.json"]
    assert library.retry_failed_saves(match) == ""
    assert files_in(paths) == []
    assert History(paths.history).count() == 1


def test_a_locked_history_delays_the_start_once_only(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(paths)
    with locked(paths.history, monkeypatch):
        for _ in range(3):
            library.save(ended())
        library.close()
        (notice,) = Library(paths).load()
    assert notice.startswith("Not in the history yet: ")
    next_run(paths)
    assert History(paths.history).count() == 3


def test_stars_that_cannot_be_read_are_none_and_say_so(
    paths: Paths, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.history()
    with locked(paths.history, monkeypatch):
        stars, notice = library.stars()
    assert stars == {}
    assert notice.startswith("The stars cannot be read: ")


def test_a_deleted_game_does_not_come_back(paths: Paths, library: Library) -> None:
    games, match = History(paths.history), ended(3)
    library.save(match)
    (entry,) = games.page()
    games.delete(entry.id)
    library.save(match.jump(1))
    library.save(match)
    library.close()
    later = next_run(paths)
    (left,) = later.saved_matches
    later.save(later.resume(left).jump(0))
    assert games.count() == 0
    later.save(match.with_game(won_by(Player.ONE)))
    assert games.count() == 1, "another end is another game"


def test_a_finished_game_that_was_opened_is_not_ours(paths: Paths, library: Library) -> None:
    match = Match.of(read_game_id("showdown:1x3:1 1;1 3"))
    library.add_finished(match)
    for viewed in (match, match.jump(1)):
        assert library.save(viewed) == ""
        assert library.is_saved(viewed)
        assert library.question_before_quitting(viewed) == ""
    library.shelve(match.jump(1))
    assert library.resume(match.jump(1)) == match.jump(1)
    assert files_in(paths) == []
    assert library.history()[0].count() == 0
    other = match.jump(0).play(Move(1))
    assert library.save(other) == ""
    assert library.history()[0].count() == 1, "it was played here to another end"


def test_an_unfinished_game_that_was_opened_is_saved(paths: Paths, library: Library) -> None:
    match = Match.of(read_game_id("showdown:4x4:2 2"))
    library.add_finished(match)
    library.save(match)
    assert files_in(paths) == [f"{match.uid}.json"]


def test_games_of_a_series_are_added_one_by_one(paths: Paths, library: Library) -> None:
    match = ended(ENDLESS)
    for count in (1, 2, 3):
        library.save(match)
        assert library.history()[0].count() == count
        assert files_in(paths) == [f"{match.uid}.json"]
        following = match.next_game()
        library.save(following)
        match = following.with_game(won_by(Player.ONE, following.game.setup))


# Errors.


def test_a_notice_is_given_once_until_a_match_is_saved(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file instead of a folder")
    library, match = Library(Paths(home, home, home)), match_of()
    assert library.save(match) == "Not saved: cannot save the match: not a directory."
    assert library.save(match) == ""
    assert not library.is_saved(match)
    assert library.save(match_of(2)) == ""
    home.unlink()
    assert library.save(match) == ""
    assert library.is_saved(match)
    shutil.rmtree(home)
    home.touch()
    assert library.save(match.play(MOVES[1])).startswith("Not saved: ")
    library.close()


def test_what_could_not_be_saved_is_tried_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file instead of a folder")
    paths = Paths(home, home, home)
    library, shelved, current = Library(paths), match_of(2), ended()
    library.save(shelved)
    library.shelve(shelved)
    library.save(current)
    assert library.retry_failed_saves(current) == "", "the same notice again"
    question = "A game is not finished and will be lost when you quit."
    assert library.question_before_quitting(current) == question
    library.give_up(shelved)
    question = "A finished game is not saved and will be lost when you quit."
    assert library.question_before_quitting(current) == question
    library.shelve(shelved)
    home.unlink()
    assert library.retry_failed_saves(current) == ""
    assert library.question_before_quitting(current) == ""
    library.save(shelved)
    library.close()
    assert next_run(paths).saved_matches == (shelved,)
    assert History(paths.history).count() == 1


def test_a_match_that_fails_again_does_not_keep_the_others_from_being_saved(
    paths: Paths, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = match_of(1), match_of(2)
    with monkeypatch.context() as patch:
        patch.setattr(locks, "acquire", read_only)
        for match in (first, second):
            library.save(match)
            library.shelve(match)
    other = Saves(paths.saves)
    other.save(SavedMatch.now(second))
    assert library.retry_failed_saves(None).endswith("it is open in another window.")
    assert library.is_saved(first)
    assert not library.is_saved(second)
    other.close()
    assert library.retry_failed_saves(None) == ""
    assert library.is_saved(second)


def test_where_nothing_is_stored_an_unfinished_game_is_lost(tmp_path: Path) -> None:
    library, match = Library(None), match_of(2)
    assert library.load() == []
    assert library.save(match) == ""
    assert library.question_before_quitting(match).startswith("A game is not finished")
    assert library.question_before_quitting(ended()) == ""
    library.shelve(match)
    assert library.question_before_quitting(None).startswith("A game is not finished")
    assert library.resume(match) == match
    library.shelve(match)
    assert library.give_up(match) == ""
    assert library.saved_matches == ()
    library.close()
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_is_stored_history_and_export_use_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path))
    History(tmp_path / "history.sqlite3").count()
    library = Library(None)
    assert library.history()[0].database.path == tmp_path / "history.sqlite3"
    assert library.export(match_of().game).parent == tmp_path / "records"


def test_notices_of_damaged_files_are_returned(paths: Paths, library: Library) -> None:
    paths.saves.mkdir()
    (paths.saves / "0123456789abcdef.json").write_bytes(b"\x00")
    paths.history.write_bytes(b"my diary" * 1000)
    (notice,) = library.load()
    assert notice.startswith("A saved match cannot be used: ")
    assert library.load() == []
    assert library.save(ended()).startswith("A new history was started: ")
    assert library.save(ended()) == ""
    assert library.history()[0].count() == 2


# Records.


def test_the_record_of_a_game_is_exported(paths: Paths, library: Library) -> None:
    game = match_of(3).game
    path = library.export(game)
    assert path.parent == paths.records
    assert load_record(path).game == game
    assert load_record(path).day == date.today()
    day = date(2024, 2, 29)
    assert library.export(game, day).name == "gridlock-spacing-2024-02-29.txt"
    paths.records.rename(paths.records.with_name("other"))
    paths.records.touch()
    with pytest.raises(StoreError, match=r"cannot write gridlock-spacing-2024-02-29\.txt"):
        library.export(game, day)


def test_a_match_that_could_not_be_saved_is_not_forgotten(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    match = ended()
    with monkeypatch.context() as patch:
        patch.setattr(Saves, "save", fail)
        patch.setattr(History, "add", fail)
        assert library.save(match) != ""
        library.shelve(match)
        for count in range(1, LISTED + 2):
            library.shelve(match_of(count))
    assert match not in library.saved_matches
    assert not library.is_saved(match)


def test_saved_matches_are_loaded_once(paths: Paths) -> None:
    library = next_run(paths)
    leave(paths, match_of(1))
    assert library.load() == []
    assert library.saved_matches == ()


def test_what_other_runs_have_saved_since_is_found(paths: Paths) -> None:
    library, other = next_run(paths), Library(paths)
    match, played = match_of(1), match_of(1)
    assert other.save(match) == other.save(played) == ""
    notice, elsewhere = library.load_again()
    assert (notice, {each.uid for each in elsewhere}) == ("", {match.uid, played.uid})
    assert not library.saved_matches  # another run has them open
    played = played.play(MOVES[1])
    assert other.save(played) == ""
    other.close()
    assert library.load_again() == ("", ())
    assert {each.uid: each for each in library.saved_matches} == {
        match.uid: match,
        played.uid: played,
    }
    assert library.resume(played) == played


def test_a_finished_match_that_another_run_has_left_is_not_offered(paths: Paths) -> None:
    library, other = next_run(paths), Saves(paths.saves)
    other.save(SavedMatch.now(ended()))  # its history could not be used
    other.close()
    assert library.load_again() == ("", ())
    assert library.saved_matches == ()


def test_matches_of_this_run_do_not_hide_those_of_others(paths: Paths) -> None:
    library, other = next_run(paths), Library(paths)
    owners = [library, other] * 6
    saved = [(owner, match_of(1)) for owner in owners]
    assert not any(owner.save(match) for owner, match in saved)
    other.close()
    library.load_again()
    found = {each.uid for each in library.saved_matches}
    assert found == {match.uid for owner, match in saved if owner is other}
