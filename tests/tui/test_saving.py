"""Saved matches: resumed after quit and kill, separate between instances, never lost silently."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match import Timeline
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import open_history
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.save_format import read_save
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup
from tests.tui.review_support import until
from tests.tui.support import (
    app_of,
    click_cell,
    game,
    game_screen,
    log_lines,
    offered,
    play_and_leave,
    recorded_moves,
    result,
    running,
    settled,
    toasts,
)

SHOWDOWN = recorded_moves("showdown")


async def play(pilot: Pilot[None], count: int, begin: int = 0) -> None:
    for move in SHOWDOWN[begin : begin + count]:
        await click_cell(pilot, move.cell)


async def test_a_match_left_by_quitting_is_listed_first_and_resumed_unchanged() -> None:
    begun = game("showdown", names=("Ada", "Ben"))
    async with running(begun, keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 5)
        await pilot.press("u", "u")
        await until(pilot, lambda: timeline_on_disk().at == 3)
        await pilot.press("g", "minus")  # nothing but the settings has changed since
        before = game_screen(pilot).match
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        first = offered(pilot)[0]
        assert "Continue Showdown" in first
        assert "Ada vs Ben" in first
        await pilot.press("c")
        await pilot.pause()
        screen = game_screen(pilot)
        assert screen.match == before
        assert (screen.timeline.at, len(screen.timeline.moves)) == (3, 5)
        assert screen.match.guard
        await pilot.press("end")
        assert len(log_lines(pilot)) == 5


async def test_flags_override_what_a_continued_match_was_played_with() -> None:
    slow = Settings(pace=3, guard=True)
    async with running(game("showdown"), keeps=True, settings=slow) as pilot:
        await settled(pilot)
        await play(pilot, 1)
        await pilot.press("q")
    options = Startup(keeps=True, settings=Settings(pace=0), flags=frozenset({"pace", "theme"}))
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        match = game_screen(pilot).match
        assert (match.pace, match.guard) == (0, True)


async def test_a_finished_game_goes_to_the_history_and_is_not_offered_again(home: Path) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, len(SHOWDOWN))
        assert result(pilot)
    history, notice = open_history(find_paths().history)
    assert notice == ""
    (entry,) = history.page()
    assert history.record(entry.id).game.timeline.moves == SHOWDOWN
    assert list((home / "saves").glob("*.json")) == []
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert "Continue" not in offered(pilot)[0]


async def test_an_end_that_is_taken_back_and_played_otherwise_is_one_game_in_the_history() -> None:
    async with running(game("showdown", size=(1, 3)), keeps=True) as pilot:
        await settled(pilot)
        await click_cell(pilot, 1)
        assert game_screen(pilot).timeline.state.is_over
        await pilot.press("u")
        await click_cell(pilot, 0)
        await click_cell(pilot, 2)
        assert game_screen(pilot).timeline.state.is_over
    history, _ = open_history(find_paths().history)
    (entry,) = history.page()
    assert (entry.winner, entry.length) == (Player.TWO, 2)


async def test_a_game_whose_end_is_taken_back_is_saved_until_it_ends_again(home: Path) -> None:
    async with running(game("showdown", size=(1, 3)), keeps=True) as pilot:
        await settled(pilot)
        await click_cell(pilot, 1)
        await pilot.press("u", "q")
    for _ in range(2):  # to look at it changes nothing
        async with running(keeps=True) as pilot:
            await settled(pilot)
            assert "Continue Showdown" in offered(pilot)[0]
            await pilot.press("c")
            await pilot.pause()
            assert not game_screen(pilot).timeline.state.is_over
            await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("r", "q")
    assert list((home / "saves").glob("*.json")) == []
    history, _ = open_history(find_paths().history)
    assert [entry.winner for entry in history.page()] == [Player.ONE]


async def test_a_match_that_is_open_elsewhere_is_neither_offered_nor_touched(home: Path) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
        (file,) = (home / "saves").glob("*.json")
        kept = file.read_bytes()
        async with running(game("showdown"), keeps=True) as other:
            await settled(other)
            await other.press("escape")
            await other.pause()
            assert "Continue" not in offered(other)[0]
            await other.press("q")
        assert file.read_bytes() == kept


async def test_a_match_opened_by_another_instance_first_causes_a_notice() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
    async with running(keeps=True, settings=Settings(guard=True)) as pilot:
        await settled(pilot)
        other = Saves(find_paths().saves)
        (saved,), _ = other.load_all()
        assert other.take(saved.match.uid) is not None
        await pilot.press("c")
        await pilot.pause()
        assert toasts(pilot) == ["That game is open in another window, or gone."]
        assert "Continue" not in offered(pilot)[0]
        other.close()
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot).match.guard, "the other's settings stay the other's"


def timeline_on_disk() -> Timeline:
    (file,) = find_paths().saves.glob("*.json")
    return read_save(file.read_bytes()).match.game.timeline


def count_on_disk() -> int:
    return len(timeline_on_disk().moves)


async def test_a_move_is_on_disk_before_it_can_be_painted() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        game_screen(pilot).action_place()  # nothing is awaited, so nothing has been painted
        assert count_on_disk() == 1


async def test_a_move_before_the_saved_matches_are_loaded_is_saved_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loads: list[Library] = []

    def load_later(library: Library) -> list[str]:
        loads.append(library)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(Library, "load", load_later)
        async with running(game("showdown"), keeps=True) as pilot:
            assert len(loads) == 1
            await pilot.press("space")
            assert count_on_disk() == 1
            patch.undo()
            assert loads[0].load() == []
            assert loads[0].saved_matches == (), "the open match is not offered"
            await pilot.press("escape")
            await settled(pilot)
            assert "Continue Showdown" in offered(pilot)[0]
            assert "Continue" not in offered(pilot)[1]


async def test_a_match_that_is_no_longer_listed_is_unlocked_for_other_runs() -> None:
    matches = [Match.of(game("showdown", "2 2")) for _ in range(6)]
    async with running(keeps=True) as pilot:
        await settled(pilot)
        for match in matches:
            await play_and_leave(pilot, match)
        found, _ = Saves(find_paths().saves).load_all()
        assert [saved.match for saved in found] == matches[:1]


async def test_a_match_that_is_only_viewed_is_not_saved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
        await pilot.press("q")

    def refuse(*_: object) -> None:
        raise StoreError("cannot save the match: the disk is full")

    monkeypatch.setattr(Saves, "save", refuse)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert len(game_screen(pilot).timeline.moves) == 2
        await pilot.press("escape", "q")
        await pilot.pause()
        assert toasts(pilot) == []
        assert pilot.app.return_code == 0, "nothing is lost, so nothing is asked"


async def test_a_damaged_save_is_set_aside_with_a_notice_and_the_app_starts(home: Path) -> None:
    folder = home / "saves"
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.json").write_bytes(b"\x00 nothing of ours")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        (notice,) = toasts(pilot)
        assert notice.startswith("A saved match cannot be used")
        assert len(list(folder.glob("*.set-aside"))) == 1
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot)


async def test_where_nothing_can_be_saved_the_game_goes_on_and_the_notice_says_so(
    home: Path,
) -> None:
    home.write_text("a file where the folder should be")
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 3)
        assert len(game_screen(pilot).timeline.moves) == 3
        (notice,) = toasts(pilot)
        assert notice.startswith("Not saved: ")
        await pilot.press("q")
        await pilot.pause()
        assert "will be lost" in str(pilot.app.screen.query("Static").first().render())
        await pilot.press("n")


async def test_quitting_with_an_unsaved_finished_game_asks_first(
    home: Path,
) -> None:
    home.write_text("a file where the folder should be")
    async with running(game("showdown", size=(1, 3)), keeps=True) as pilot:
        await settled(pilot)
        await click_cell(pilot, 1)
        assert game_screen(pilot).timeline.state.is_over
        await pilot.press("escape", "q")
        await pilot.pause()
        assert "will be lost" in str(pilot.app.screen.query("Static").first().render())
        await pilot.press("n")
        home.unlink()
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0, "nothing is lost, so nothing is asked"


async def test_a_failed_save_is_repeated_as_soon_as_possible(home: Path) -> None:
    home.write_text("a file where the folder should be")
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 3)
        await pilot.press("escape")
        home.unlink()
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0, "nothing is lost, so nothing is asked"
    assert count_on_disk() == 3


async def test_many_damaged_saves_cause_three_notices(home: Path) -> None:
    saves = home / "saves"
    saves.mkdir(parents=True)
    for number in range(8):
        (saves / f"{number}.json").write_text("{")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        notices = toasts(pilot)
    assert len(notices) == 3
    assert notices[-1] == "6 more mistakes in what was saved."


async def test_quitting_with_a_saved_match_asks_nothing() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_a_move_typed_ahead_of_the_menu_is_not_lost() -> None:
    async with running(game("showdown", "2 2"), keeps=True) as pilot:
        await settled(pilot)
        screen = game_screen(pilot)
        for key in ("up", "left", "escape", "space"):
            pilot.app.simulate_key(key)
        await settled(pilot)
        played = screen.timeline.moves
        await pilot.press("c")
        await settled(pilot)
        assert game_screen(pilot).timeline.moves == played


async def test_continuing_a_match_of_this_run_changes_no_settings() -> None:
    async with running(game("showdown", "2 2"), keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        app_of(pilot).preferences.change(guard=True)
        await pilot.press("c")
        await settled(pilot)
        assert game_screen(pilot).match.guard
        assert app_of(pilot).preferences.settings.guard
