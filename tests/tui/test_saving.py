"""Matches that last: resumed after quit and kill, apart between instances, never lost silently."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match import Settings
from gridlock_tui.match.files import StoreError, find_places
from gridlock_tui.match.history import open_history
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.save_format import load_saved
from gridlock_tui.match.saves import Saves
from gridlock_tui.rules import VARIANTS, Player, write_move
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.messages import MatchShelved
from tests.tui.support import (
    click_cell,
    game,
    game_screen,
    log_lines,
    offered,
    recorded_moves,
    result,
    running,
    settled,
    toasts,
)
from tests.tui.terminal import Terminal

SHOWDOWN = recorded_moves("showdown")
KILLS = 50


async def play(pilot: Pilot[None], count: int, begin: int = 0) -> None:
    for move in SHOWDOWN[begin : begin + count]:
        await click_cell(pilot, move.cell)


async def test_what_is_left_by_quitting_is_offered_first_and_comes_back_whole() -> None:
    begun = game("showdown", names=("Ada", "Ben"))
    async with running(begun, keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 5)
        await pilot.press("u", "u", "g", "minus")
        before = game_screen(pilot).match
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        first = offered(pilot)[0]
        assert "Continue Gridlock Showdown" in first
        assert "Ada vs Ben" in first
        await pilot.press("c")
        await pilot.pause()
        screen = game_screen(pilot)
        assert screen.match == before
        assert (screen.timeline.at, len(screen.timeline.moves)) == (3, 5)
        assert screen.settings.guard
        await pilot.press("end")
        assert len(log_lines(pilot)) == 5


async def test_flags_override_what_a_continued_match_was_played_with() -> None:
    slow = Settings(pace=3, guard=True)
    async with running(game("showdown"), keeps=True, settings=slow) as pilot:
        await settled(pilot)
        await play(pilot, 1)
        await pilot.press("q")
    options = Options(keeps=True, settings=Settings(pace=0), flags=frozenset({"pace", "theme"}))
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert game_screen(pilot).settings == replace(slow, pace=0)


async def test_a_finished_game_goes_to_the_history_and_is_not_offered_again(home: Path) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, len(SHOWDOWN))
        assert result(pilot)
    history, notice = open_history(find_places().history)
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
    history, _ = open_history(find_places().history)
    (entry,) = history.page()
    assert (entry.winner, entry.length) == (Player.TWO, 2)


async def test_a_game_whose_end_is_taken_back_waits_until_it_ends_again(home: Path) -> None:
    async with running(game("showdown", size=(1, 3)), keeps=True) as pilot:
        await settled(pilot)
        await click_cell(pilot, 1)
        await pilot.press("u", "q")
    for _ in range(2):  # to look at it changes nothing
        async with running(keeps=True) as pilot:
            await settled(pilot)
            assert "Continue Gridlock Showdown" in offered(pilot)[0]
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
    history, _ = open_history(find_places().history)
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


async def test_a_match_that_another_instance_took_first_is_said_to_be_open() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
    async with running(keeps=True, settings=Settings(guard=True)) as pilot:
        await settled(pilot)
        other = Saves(find_places().saves)
        (saved,), _ = other.waiting()
        assert other.take(saved.match.uid) is not None
        await pilot.press("c")
        await pilot.pause()
        assert toasts(pilot) == ["That game is open in another window, or gone."]
        assert "Continue" not in offered(pilot)[0]
        other.close()
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot).settings.guard, "the other's settings stay the other's"


def app_of(pilot: Pilot[None]) -> GridlockApp:
    assert isinstance(pilot.app, GridlockApp)
    return pilot.app


def count_on_disk() -> int:
    (file,) = find_places().saves.glob("*.json")
    return len(load_saved(file.read_bytes()).match.game.timeline.moves)


async def test_a_move_is_on_disk_before_it_can_be_painted() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        game_screen(pilot).action_place()  # nothing is awaited, so nothing has been painted
        assert count_on_disk() == 1


async def test_a_move_that_is_quicker_than_the_disk_is_kept_as_soon_as_possible() -> None:
    async with running(keeps=True) as pilot:
        app = app_of(pilot)
        app.keeper = None  # as before it was opened
        app.keep_match(Match.of(game("showdown", "2 2")))
        assert count_on_disk() == 1


async def test_a_match_that_is_not_offered_any_more_is_left_to_other_runs() -> None:
    matches = [Match.of(game("showdown", "2 2")) for _ in range(6)]
    async with running(keeps=True) as pilot:
        await settled(pilot)
        for match in matches:
            app_of(pilot).keep_match(match)
            pilot.app.post_message(MatchShelved(match))
        await pilot.pause()
        found, _ = Saves(find_places().saves).waiting()
        assert [saved.match for saved in found] == matches[:1]


async def test_what_is_only_looked_at_need_not_be_kept_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
        await pilot.press("q")

    def refuse(*_: object) -> None:
        raise StoreError("cannot save the match: the disk is full")

    monkeypatch.setattr(Saves, "keep", refuse)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert len(game_screen(pilot).timeline.moves) == 2
        await pilot.press("escape", "q")
        await pilot.pause()
        assert toasts(pilot) == []
        assert pilot.app._exit, "nothing is lost, so nothing is asked"


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
        assert "not kept" in str(pilot.app.screen.query("Static").first().render())
        await pilot.press("n")


async def test_a_finished_game_that_could_not_be_kept_is_not_left_without_a_question(
    home: Path,
) -> None:
    home.write_text("a file where the folder should be")
    async with running(game("showdown", size=(1, 3)), keeps=True) as pilot:
        await settled(pilot)
        await click_cell(pilot, 1)
        assert game_screen(pilot).timeline.state.is_over
        await pilot.press("escape", "q")
        await pilot.pause()
        assert "not kept" in str(pilot.app.screen.query("Static").first().render())
        await pilot.press("n")
        home.unlink()
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit, "nothing is lost, so nothing is asked"


async def test_what_could_not_be_kept_is_kept_as_soon_as_it_can_be(home: Path) -> None:
    home.write_text("a file where the folder should be")
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 3)
        await pilot.press("escape")
        home.unlink()
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit, "nothing is lost, so nothing is asked"
    assert count_on_disk() == 3


async def test_many_damaged_saves_are_told_in_three_notices(home: Path) -> None:
    saves = home / "saves"
    saves.mkdir(parents=True)
    for number in range(8):
        (saves / f"{number}.json").write_text("{")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        told = toasts(pilot)
    assert len(told) == 3
    assert told[-1] == "6 more mistakes in what was kept."


async def test_what_is_kept_may_be_left_without_a_question() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await play(pilot, 2)
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app._exit


# Killed.


def moves_on_disk() -> list[str]:
    saves = Saves(find_places().saves)
    (saved,), notices = saves.waiting()
    assert notices == ()
    timeline = saved.match.game.timeline
    return [write_move(saved.match.game.setup.variant, move) for move in timeline.moves]


def test_killed_at_any_instant_no_move_that_was_seen_is_lost(home: Path) -> None:
    """Each run goes on with the game, sees one move acknowledged, and is killed in the next."""
    rng = random.Random(5)
    state = VARIANTS["spacing"].resized(8, 8).start()
    done: list[str] = []
    options = ("--variant", "spacing", "--size", "8x8")
    for kill in range(KILLS):
        with Terminal("-m", "gridlock_tui", *(options if not done else ())) as terminal:
            if done:
                terminal.wait_for("Continue")
                terminal.type("c")
            terminal.wait_for("room left")
            for acknowledged in (True, False):
                if state.is_over:
                    break
                move = rng.choice(state.legal_moves)
                name = write_move(state.variant, move)
                terminal.type("m")
                terminal.wait_for("Write row and column")
                terminal.type(f"{name}\r")
                if acknowledged:
                    terminal.wait_for(f"{state.to_move.symbol}  {name}")
                    done.append(name)
                    state = state.play(move)
                else:
                    terminal.read_for(rng.uniform(0, 0.06))
            terminal.process.kill()
            terminal.process.wait()
        found = moves_on_disk()
        assert found in (done, [*done, name]), f"kill {kill}"
        if found != done:
            done = found
            state = state.play(move)
        # Begin anew before the next two moves can end the game: then it is in the history.
        if min(len(state.room_for(player)) for player in Player) < 12:
            for file in (home / "saves").iterdir():
                file.unlink()
            state, done = VARIANTS["spacing"].resized(8, 8).start(), []
