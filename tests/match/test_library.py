"""The library: what is saved, what can be resumed, what is finished, and what a player reads."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.game_id import read_game_id
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import ENDLESS
from gridlock_tui.match.store import history, locks, saves
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import LISTED, Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.record_files import load_record
from gridlock_tui.match.store.save_format import SavedMatch
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    Move,
    Placement,
    Player,
    Variant,
    read_moves,
    register,
    unregister,
)
from tests.match.support import ROW_SETUP, won_by

SAVES_OF_0_1_0 = Path(__file__).parent / "fixtures" / "saves-0.1.0"
SPACING = Setup(VARIANTS["spacing"].resized(8, 8), ("Ada", "Ben"))
MOVES = read_moves(SPACING.variant, "1 1; 1 3; 1 5; 1 7; 3 1; 3 3; 3 5; 3 7")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path, tmp_path, tmp_path)


@pytest.fixture
def library(paths: Paths) -> Iterator[Library]:
    library = Library(paths)
    yield library
    library.close()


def match_of(count: int = 1) -> Match:
    """Return a match with this many moves."""
    return Match.of(Game.replay(SPACING, MOVES[:count]))


def ended(length: int = 1, winner: Player = Player.TWO) -> Match:
    """Return a match whose first game has ended."""
    return Match.begin(ROW_SETUP, length).with_game(won_by(winner))


def leave(paths: Paths, *matches: Match) -> None:
    """Save these matches as a run of the app does that has ended."""
    library = Library(paths)
    assert [library.save(match) for match in matches] == [""] * len(matches)
    library.close()


def next_run(paths: Paths) -> Library:
    """Return the library of another run, loaded without a notice."""
    library = Library(paths)
    assert library.load() == []
    return library


def files_in(paths: Paths) -> list[str]:
    return sorted(file.name for file in paths.saves.glob("*.json"))


@contextmanager
def locked(path: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lock the history like another process that never stops writing."""
    History(path).count()
    patch.setattr(history, "_LOCK_SECONDS", 0.0)
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
        patch.setattr(locks, "acquire", _read_only)
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
    assert library.history()[0].path == tmp_path / "history.sqlite3"
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


# Leaving and resuming.


def test_matches_that_were_left_come_back_latest_first(paths: Paths) -> None:
    first, second, third = (match_of(count) for count in (1, 2, 3))
    for day, match in enumerate((first, second)):
        leave(paths, match)
        save = SavedMatch(match, SavedMatch.now(match).time.replace(year=2024, day=day + 1))
        (other := Saves(paths.saves)).save(save)
        other.close()
    library = Library(paths)
    library.save(third)
    library.shelve(third)
    assert library.load() == []
    assert list(library.saved_matches) == [third, second, first]
    assert library.resume(second) == second
    assert list(library.saved_matches) == [third, first]
    library.shelve(second)
    assert list(library.saved_matches) == [second, third, first]
    library.close()


def test_a_resumed_match_is_read_once_and_not_written(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(4)
    leave(paths, match)
    library = next_run(paths)
    monkeypatch.setattr(saves, "read_save", None)
    monkeypatch.setattr(saves, "write_save", None)
    assert library.resume(library.saved_matches[0]) == match
    assert library.is_saved(match)
    assert library.save(match) == ""
    library.close()


def test_what_another_window_has_open_is_neither_offered_nor_touched(
    paths: Paths, library: Library
) -> None:
    match = match_of()
    library.save(match)
    other = next_run(paths)
    assert other.saved_matches == ()
    longer = match.play(MOVES[1])
    assert other.save(longer) == ("Not saved: cannot save the match: it is open in another window.")
    library.close()
    assert next_run(paths).saved_matches == (match,)


def test_what_another_window_took_first_cannot_be_resumed_or_given_up(paths: Paths) -> None:
    match = match_of()
    leave(paths, match)
    one, two, three = (next_run(paths) for _ in range(3))
    assert one.resume(match) == match
    with pytest.raises(StoreError, match=r"^that game is open in another window, or gone$"):
        two.resume(match)
    assert two.saved_matches == ()
    assert three.give_up(match) == "That game is open in another window, or gone."
    assert three.saved_matches == ()
    one.close()
    assert next_run(paths).saved_matches == (match,)


def test_what_another_window_continued_is_resumed_in_its_latest_state(paths: Paths) -> None:
    match = match_of()
    leave(paths, match)
    library = next_run(paths)
    other = next_run(paths)
    longer = replace(other.resume(match).play(MOVES[1]), guard=True)
    other.save(longer)
    other.close()
    assert library.resume(match) == longer
    assert library.is_saved(longer)
    library.close()


def test_what_another_window_continued_is_not_given_up_unseen(paths: Paths) -> None:
    match = match_of()
    leave(paths, match)
    library = next_run(paths)
    other = next_run(paths)
    longer = other.resume(match).play(MOVES[1])
    other.save(longer)
    other.close()
    notice = "That game was continued in another window, so it is not removed."
    assert library.give_up(match) == notice
    assert list(library.saved_matches) == [longer]
    assert next_run(paths).saved_matches == (longer,), "it is not locked"
    assert library.give_up(longer) == ""
    assert library.saved_matches == ()
    assert files_in(paths) == []


def test_a_match_that_is_given_up_is_gone(paths: Paths, library: Library) -> None:
    match = match_of()
    library.save(match)
    library.shelve(match)
    assert library.give_up(match) == ""
    assert library.saved_matches == ()
    assert list(paths.saves.iterdir()) == []


def test_a_finished_match_is_taken_off_the_list_and_stays_in_the_history(
    paths: Paths, library: Library
) -> None:
    match = ended()
    library.save(match)
    library.shelve(match)
    assert library.give_up(match) == ""
    assert library.saved_matches == ()
    assert History(paths.history).count() == 1


def test_a_save_that_cannot_be_removed_stays_on_the_list(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of()
    library.save(match)
    library.shelve(match)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", _refuse)
        assert library.give_up(match) == "Cannot remove the match: permission denied."
    assert library.saved_matches == (match,)
    assert library.give_up(match) == ""


def _refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_only_the_listed_matches_stay_locked(paths: Paths, library: Library) -> None:
    matches = [match_of(count) for count in range(1, LISTED + 3)]
    for match in matches:
        library.save(match)
        library.shelve(match)
    assert library.saved_matches == tuple(reversed(matches))
    other = next_run(paths)
    assert set(other.saved_matches) == set(matches[:2])
    assert other.resume(matches[0]) == matches[0]
    with pytest.raises(StoreError, match="open in another window"):
        library.resume(matches[0])
    assert library.resume(matches[1]) == matches[1]
    assert Saves(paths.saves).take(matches[1].uid) is None, "it is ours again"
    other.close()


def test_a_match_that_could_not_be_saved_is_not_lost_behind_the_listed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file instead of a folder")
    library = Library(Paths(home, home, home))
    matches = [match_of(count) for count in range(1, LISTED + 2)]
    for match in matches:
        library.save(match)
        library.shelve(match)
    assert library.resume(matches[0]) == matches[0]


def test_finished_matches_are_on_the_list_only_among_the_latest(library: Library) -> None:
    running, done = match_of(), [ended() for _ in range(LISTED + 2)]
    for match in (running, *done):
        library.save(match)
        library.shelve(match)
    assert library.saved_matches == (*reversed(done[-LISTED:]), running)
    assert library.resume(running) == running


def test_the_list_has_an_end(library: Library) -> None:
    for match in [match_of() for _ in range(103)]:
        library.shelve(match)
    assert len(library.saved_matches) == 100


def test_matches_can_be_resumed_from_a_folder_that_cannot_be_written(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of()
    leave(paths, match)
    # The tests may run as root, who may write everywhere.
    monkeypatch.setattr(locks, "acquire", _read_only)
    library = next_run(paths)
    assert library.resume(match) == match
    assert library.question_before_quitting(match) == ""
    longer = match.play(MOVES[1])
    assert library.save(longer) == "Not saved: cannot save the match: read-only file system."
    assert library.question_before_quitting(longer).startswith("A game is not finished")


def _read_only(path: Path) -> None:
    raise OSError(30, "Read-only file system", str(path))


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


# Files of version 0.1.0.


def test_matches_saved_by_0_1_0_are_resumed(paths: Paths) -> None:
    """The fixtures were written by the code of version 0.1.0."""
    shutil.copytree(SAVES_OF_0_1_0, paths.saves)
    library = next_run(paths)
    # The fifth is a finished single game: it goes to the history.
    assert [int(match.uid, 16) for match in library.saved_matches] == [7, 6, 4, 3, 2, 1]
    filed, won, undone, swapped, series, running = library.saved_matches
    games = History(paths.history)
    assert [(entry.winner, entry.length) for entry in games.page()] == [
        (Player.TWO, 2),
        (Player.ONE, 1),
    ]
    showdown = VARIANTS["showdown"]
    setup = Setup(showdown, ("Ada", "Ben"), Player.TWO, ("human", "expert"), 7)
    assert running.game == Game.replay(setup, read_moves(showdown, "2 2; 1 3; 3 3"))
    assert (running.pace, running.guard) == (1.5, True)
    assert (series.pace, series.guard) == (0, False)
    assert series.series.score == (2, 0)
    assert (series.series.title, series.game.setup.first) == ("best of 5", Player.TWO)
    assert swapped.series.swap_rule
    assert swapped.game.setup.taken_over
    assert swapped.game.names == ("Ben", "Ada")
    assert (undone.game.timeline.at, len(undone.game.timeline.moves)) == (1, 3)
    assert won.standing.score == filed.standing.score == (1, 0)
    left = list(library.saved_matches)
    assert [library.resume(match) for match in left] == left
    assert [library.save(match.jump(0)) for match in (filed, won)] == ["", ""]
    assert games.count() == 2, "neither is added again"
    library.close()


def test_a_match_that_goes_on_after_it_was_shelved_is_resumed_as_it_is(library: Library) -> None:
    """Keys that were typed ahead may still play when the menu is already on its way."""
    before = match_of(1)
    library.save(before)
    library.shelve(before)
    after = before.play(MOVES[1])
    library.save(after)
    assert library.saved_matches == (after,)
    assert library.resume(before) == after


def test_a_match_that_could_not_be_saved_is_not_forgotten(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
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


def test_a_save_of_a_variant_that_is_not_registered_now_stays(paths: Paths) -> None:
    leapers = Variant("leapers", "Leapers", Board(3, 5), Placement(KNIGHT, Blocks.OPPONENT))
    register(leapers)
    try:
        match = Match.begin(Setup(leapers))
        match = match.play(match.game.state.legal_moves[0])
        leave(paths, match)
    finally:
        unregister("leapers")
    (file,) = paths.saves.glob("*.json")
    library = Library(paths)
    (notice,) = library.load()
    library.close()
    assert "there is no variant 'leapers'" in notice
    assert notice.endswith("it stays where it is.")
    assert list(paths.saves.glob("*.json")) == [file]
