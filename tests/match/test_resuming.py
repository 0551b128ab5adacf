"""Matches that were left: listed, resumed, given up, and shared with other windows."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.store import locks, saves
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import LISTED, Library
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.save_format import SavedMatch
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import (
    KNIGHT,
    VARIANTS,
    Blocks,
    Board,
    Placement,
    Player,
    Variant,
    read_moves,
    register,
    unregister,
)
from tests.match.library_support import MOVES, ended, files_in, leave, match_of, next_run, read_only

SAVES_OF_0_1_0 = Path(__file__).parent / "fixtures" / "saves-0.1.0"


def test_a_match_on_the_list_holds_no_moves_that_can_be_computed_again(paths: Paths) -> None:
    match = match_of(3)
    states = match.game.timeline.states
    assert all(state.legal_moves for state in states)
    library = Library(paths)
    library.save(match)
    library.shelve(match)
    assert [state._legal for state in library.saved_matches[0].game.timeline.states] == [None] * 4
    assert library.resume(match) == match
    library.close()


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


@pytest.mark.parametrize("year", [2099, 9999])
def test_a_clock_that_is_set_back_does_not_change_which_match_is_the_latest(
    paths: Paths, year: int
) -> None:
    leave(paths, match_of(1))
    save = paths.saves / files_in(paths)[0]
    content = json.loads(save.read_text())
    content["time"] = f"{year}-12-31T23:59:59+00:00"
    save.write_text(json.dumps(content))
    for count in (2, 3):
        library = next_run(paths)
        library.save(match_of(count))
        library.close()
    assert [len(match.game.timeline.moves) for match in next_run(paths).saved_matches] == [3, 2, 1]


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


def test_what_another_window_continued_is_not_lost_by_quitting(paths: Paths) -> None:
    match = match_of()
    leave(paths, match)
    library, other = next_run(paths), next_run(paths)
    longer = other.resume(match).play(MOVES[1])
    other.save(longer)
    other.close()
    assert library.load_again() == ("", ())
    assert library.saved_matches == (longer,)
    assert library.is_saved(longer)
    assert library.question_before_quitting(None) == ""


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
    monkeypatch.setattr(locks, "acquire", read_only)
    library = next_run(paths)
    assert library.resume(match) == match
    assert library.question_before_quitting(match) == ""
    longer = match.play(MOVES[1])
    assert library.save(longer) == "Not saved: cannot save the match: read-only file system."
    assert library.question_before_quitting(longer).startswith("A game is not finished")


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
