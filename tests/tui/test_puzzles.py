"""The puzzle room: every mode solved, missed, hinted, left and resumed; by keys and by mouse."""

import re
import subprocess
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from importlib.resources import files
from random import Random
from unittest.mock import Mock

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from gridlock_tui.engine import Analysis, Verdict, puzzles, unknown_analysis
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles, read_pack
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.puzzle_log import NEW_PLAYER, Attempt, Mode
from gridlock_tui.match.puzzle_room import PuzzleRoom, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun, Try
from gridlock_tui.match.puzzle_share import share_text
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.puzzle_store import PuzzleStore
from gridlock_tui.rules import GameState, find_variant
from gridlock_tui.tui import slip_search
from gridlock_tui.tui.board import widget
from gridlock_tui.tui.board.motion import motion_between
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.hints import Hint
from gridlock_tui.tui.puzzle_view import PuzzleView
from gridlock_tui.tui.screens.puzzle import PuzzleScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.large_text import large_text
from gridlock_tui.tui.widgets.mode_list import ModeList
from gridlock_tui.tui.widgets.puzzle_panel import PuzzlePanel
from gridlock_tui.tui.widgets.token_tray import TokenTray
from gridlock_tui.tui.widgets.too_small import ROOMY_HEIGHT
from tests.tui.internals import record_paints
from tests.tui.puzzle_support import (
    DAY,
    PLACE,
    attempts,
    begin,
    moves_with,
    place,
    record,
    room_of,
    run_of,
    screen_of,
    slipped,
    small_pack,
    solve,
    solving,
    store,
)
from tests.tui.support import (
    Size,
    app_of,
    board,
    choose,
    click_cell,
    game,
    hint,
    key_bar,
    menu_screen,
    running,
    seen,
    settled,
    status,
    toasts,
)

__all__ = ["slipped", "small_pack"]

pytestmark = pytest.mark.usefixtures("small_pack", "slipped")


def panel(pilot: Pilot[None]) -> str:
    """Return what the panel beside the board says, in one line."""
    return " ".join(pilot.app.screen.query_one(PuzzlePanel).render().plain.split())


def shown(pilot: Pilot[None]) -> str:
    """Return all that is seen, in one line."""
    return " ".join(" ".join(seen(pilot)).split())


# Each mode.


@pytest.mark.parametrize("way", PLACE)
@pytest.mark.parametrize("mode", Mode)
async def test_solved(mode: Mode, way: str) -> None:
    async with solving(mode) as pilot:
        sitting = screen_of(pilot).view.sitting
        assert attempts() == []
        await solve(pilot, way)
        (attempt,) = attempts()
        assert attempt.is_clean
        assert (attempt.mode, attempt.puzzle) == (mode, sitting.puzzle.id)
        assert "SOLVED" in panel(pilot)
        assert store().left(mode) is None
        # The reason is drawn on the position of the puzzle.
        picture = board(pilot).picture
        assert picture.state == sitting.puzzle.state
        assert picture.sketch is not None
        assert "Why it wins" in shown(pilot)
        gained = record().rating.rating > NEW_PLAYER.rating
        assert gained is (mode is not Mode.SLIPS)
        assert bool(re.search(r"SOLVED \+\d+", panel(pilot))) is gained
        await pilot.press("n")
        await settled(pilot)
        if mode is Mode.SLIPS:
            assert store().open_slips() == ()
            assert "come up here" in status(pilot)[1]
        else:
            following = screen_of(pilot).view.sitting
            assert following.puzzle != sitting.puzzle
            assert following.mode is (Mode.PRACTICE if mode is Mode.DAILY else mode)
            assert not following.is_begun


@pytest.mark.parametrize("way", PLACE)
@pytest.mark.parametrize("mode", Mode)
async def test_a_wrong_move_counts_at_once_is_refuted_and_taken_back(mode: Mode, way: str) -> None:
    async with solving(mode) as pilot:
        puzzle = run_of(pilot).puzzle
        await place(pilot, Verdict.LOSS, way)
        (attempt,) = attempts()
        assert (attempt.misses, attempt.solved) == (1, False)
        run = run_of(pilot)
        assert run.is_wrong
        assert len(run.timeline.moves) == 2, "your move and its refutation"
        assert "That loses" in shown(pilot)
        said = {Mode.STREAK: "The streak ends here.", Mode.SLIPS: "It stays on your list"}
        assert said.get(mode, "It counts, but you may try again.") in panel(pilot)
        assert "and wins." in shown(pilot)
        await click_cell(pilot, puzzle.solution[0].cell)
        await pilot.press("space")
        assert run_of(pilot) == run, "first it is taken back"
        if way == "keys":
            await pilot.press("u")
        else:
            at = next(y for y, line in enumerate(seen(pilot)) if "u: take it back" in line)
            await pilot.click(offset=(seen(pilot)[at].index("u: take") + 3, at))
        await settled(pilot)
        assert run_of(pilot).timeline.moves == ()
        await solve(pilot, way)
        (attempt,) = attempts()
        assert (attempt.misses, attempt.solved, attempt.tries[0]) == (1, True, "x")
        assert "Solved with 1 wrong move." in panel(pilot)
        assert (record().rating.rating < NEW_PLAYER.rating) is (mode is not Mode.SLIPS)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.parametrize("mode", Mode)
async def test_a_hint_is_announced_and_counts(mode: Mode, size: Size) -> None:
    costs = {Mode.STREAK: "A hint ends the streak.", Mode.SLIPS: "this slip stays on your list."}
    async with solving(mode, size) as pilot:
        await pilot.press("H")
        await settled(pilot)
        assert hint(pilot).endswith(costs.get(mode, "with one, this puzzle scores half."))
        assert run_of(pilot).hints == 0, "it was only said what it costs"
        await pilot.press("H")
        await settled(pilot)
        assert run_of(pilot).hints == 1
        assert re.search("moves? wins?", hint(pilot))
        await pilot.press("H", "H")
        await settled(pilot)
        assert run_of(pilot).hints == 1, "one position counts once"
        assert board(pilot).picture.sketch is not None
        left = store().left(mode)
        assert left is not None
        resumed = left.resumed(run_of(pilot).puzzle)
        assert resumed is not None
        assert resumed.hints == 1, "it is kept at once"
        await pilot.press("escape")
        assert screen_of(pilot).view.hint is None
        await solve(pilot)
        (attempt,) = attempts()
        assert (attempt.hints, attempt.misses, attempt.solved) == (1, 0, True)
        assert attempt.tries.startswith("?")
        if mode is Mode.SLIPS:
            assert len(store().open_slips()) == 1
        if mode is Mode.STREAK:
            assert store().open_streak() is None


@pytest.mark.parametrize("again", ["same window", "next start"])
@pytest.mark.parametrize("mode", Mode)
async def test_left_half_way_and_resumed(mode: Mode, again: str) -> None:
    async with solving(mode) as pilot:
        puzzle = run_of(pilot).puzzle
        await place(pilot, Verdict.WIN)
        run = run_of(pilot)
        assert len(run.timeline.moves) == 2
        await pilot.press("escape")
        await settled(pilot)
        room_of(pilot)
        if again == "same window":
            await begin(pilot, mode)
            assert run_of(pilot).timeline == run.timeline
    async with solving() as pilot:
        if mode is Mode.DAILY:
            assert "Begun" in shown(pilot)
        if mode is Mode.PRACTICE:
            assert "Go on with" in shown(pilot)
        await begin(pilot, mode)
        assert run_of(pilot).puzzle == puzzle
        assert run_of(pilot).timeline == run.timeline
        assert attempts() == [], "nothing is decided yet"
        await solve(pilot)
        (attempt,) = attempts()
        assert attempt.is_clean


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.parametrize("mode", Mode)
async def test_giving_up_is_announced(mode: Mode, size: Size) -> None:
    costs = {Mode.STREAK: "it ends the streak.", Mode.SLIPS: "this slip stays on your list."}
    words = f"s again shows the solution; {costs.get(mode, 'it counts as a miss.')}"
    async with solving(mode, size) as pilot:
        run = run_of(pilot)
        await pilot.press("s")
        await settled(pilot)
        assert hint(pilot) == words
        await pilot.press("escape")
        assert hint(pilot) != words
        await pilot.press("s")
        await settled(pilot)
        assert hint(pilot) == words, "it was not said just before"
        assert run_of(pilot) == run
        assert attempts() == []
        await place(pilot, Verdict.WIN)
        await pilot.press("s")
        await settled(pilot)
        assert not run_of(pilot).is_given_up, "another position"
        await pilot.press("s")
        await settled(pilot)
        assert run_of(pilot).is_given_up


async def test_after_a_hint_has_ended_the_streak_the_solution_only_counts_as_a_miss() -> None:
    async with solving(Mode.STREAK) as pilot:
        await pilot.press("H", "H", "s")
        await settled(pilot)
        assert hint(pilot) == "s again shows the solution; it counts as a miss."


@pytest.mark.parametrize("mode", Mode)
async def test_giving_up_counts_as_missed_and_shows_what_wins(mode: Mode) -> None:
    async with solving(mode) as pilot:
        puzzle = run_of(pilot).puzzle
        await pilot.press("s", "s")
        await settled(pilot)
        (attempt,) = attempts()
        assert (attempt.misses, attempt.solved) == (1, False)
        assert "MISSED" in panel(pilot)
        picture = board(pilot).picture
        assert picture.state == puzzle.state
        assert picture.sketch is not None
        assert picture.sketch.move in puzzle.solution
        await pilot.press("H")
        await settled(pilot)
        line = board(pilot).picture.sketch
        assert line is not None
        assert line.line[0] in moves_with(puzzle.state, Verdict.WIN), "H shows the line"
        await pilot.press("s", "space")
        assert attempts() == [attempt]
        assert store().left(mode) is None


async def test_a_wrong_move_without_a_reply_loses_in_one_sentence() -> None:
    async with solving(Mode.PRACTICE, (40, 15)) as pilot:
        screen, run = screen_of(pilot), run_of(pilot)
        timeline = run.timeline.play(moves_with(run.state, Verdict.LOSS)[0])
        screen.view = screen.view.with_run(replace(run, timeline=timeline, is_wrong=True))
        await pilot.pause()
        turn, words = status(pilot)
        assert words.startswith("That loses: It counts, but you may try again.")
        assert "This move loses" in turn


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_after_a_wrong_move_the_keys_say_to_take_it_back(size: Size) -> None:
    async with solving(Mode.DAILY, size=size) as pilot:
        free = run_of(pilot).puzzle.solution[0].cell
        await place(pilot, Verdict.LOSS, "keys")
        run = run_of(pilot)
        for key in ("space", "enter", "H", "1", "click"):
            await pilot.press("left", "right")
            assert "First take" not in shown(pilot)
            if key == "click":
                await click_cell(pilot, free)
            else:
                await pilot.press(key)
            assert status(pilot)[1] == "First take the wrong move back: u.", key
            assert "First take the wrong move back: u." in shown(pilot), key
        assert run_of(pilot) == run
        assert screen_of(pilot).view.hint is None
        await pilot.press("u")
        assert "First take" not in shown(pilot)
        await pilot.press("H")
        assert screen_of(pilot).view.hint is not None


async def test_after_a_wrong_move_giving_up_counts_no_more() -> None:
    async with solving(Mode.PRACTICE) as pilot:
        await place(pilot, Verdict.LOSS)
        await pilot.press("s")
        await settled(pilot)
        (attempt,) = attempts()
        assert (attempt.misses, attempt.tries) == (1, "x")


# The daily puzzle.


async def test_the_daily_puzzle_is_that_of_the_date() -> None:
    puzzles = set()
    for days in range(7):
        day = DAY + timedelta(days=days)
        async with solving(Mode.DAILY, day=day) as pilot:
            assert run_of(pilot).puzzle == daily_puzzle(day)
            assert f"Daily puzzle {day.day} November" in shown(pilot)
            puzzles.add(run_of(pilot).puzzle)
    assert len(puzzles) > 4


async def test_days_in_a_row_make_a_streak_and_fill_the_calendar() -> None:
    for days in range(3):
        async with solving(Mode.DAILY, day=DAY - timedelta(days=2 - days)) as pilot:
            await solve(pilot)
            assert f"Daily streak {days + 1} day" in panel(pilot)
    async with solving(size=(120, 40)) as pilot:
        assert "Solved, streak 3 days" in shown(pilot)
        lines = seen(pilot)
        assert any("18■  19■  20■  21" in line for line in lines), "the calendar"
    async with solving(size=(120, 40), day=DAY + timedelta(days=1)) as pilot:
        assert "Open, streak 3 days" in shown(pilot)
    async with solving(size=(120, 40), day=DAY + timedelta(days=5)) as pilot:
        assert "Open 25 November" not in shown(pilot)
        assert "streak" not in shown(pilot).partition("Practice")[0]


async def test_what_was_left_yesterday_is_not_the_puzzle_of_today() -> None:
    async with solving(Mode.DAILY) as pilot:
        await place(pilot, Verdict.WIN)
    async with solving(Mode.DAILY, day=DAY + timedelta(days=1)) as pilot:
        assert run_of(pilot).timeline.moves == ()
        assert run_of(pilot).puzzle == daily_puzzle(DAY + timedelta(days=1))


async def test_at_midnight_the_puzzle_of_the_new_day_is_shown_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tomorrow = DAY + timedelta(days=1)
    async with solving() as pilot:
        assert room_of(pilot).picture.state == daily_puzzle(DAY).state
        monkeypatch.setattr(app_of(pilot)._puzzle_room, "_today", lambda: tomorrow)
        await pilot.press("enter")
        await settled(pilot)
        assert room_of(pilot).picture.state == daily_puzzle(tomorrow).state
        assert "A new day has begun: this is its puzzle." in shown(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert run_of(pilot).puzzle == daily_puzzle(tomorrow)


async def test_a_solved_daily_puzzle_can_be_played_again_but_counts_once() -> None:
    async with solving(Mode.DAILY) as pilot:
        await place(pilot, Verdict.LOSS)
        await pilot.press("u")
        await solve(pilot)
        rating = record().rating
    async with solving(Mode.DAILY) as pilot:
        assert status(pilot)[1] == "Solved already: your first result counts."
        await place(pilot, Verdict.LOSS)
        said = " ".join(panel(pilot).split())
        assert "Your first result counts, but you may try again." in said
        await pilot.press("u")
        await solve(pilot)
        (attempt,) = attempts()
        assert attempt.misses == 1
        assert record().rating == rating


@pytest.mark.parametrize("day", range(7))
async def test_the_cursor_does_not_begin_on_the_answer(day: int) -> None:
    async with solving(Mode.DAILY, day=DAY + timedelta(days=day)) as pilot:
        run = run_of(pilot)
        cell = screen_of(pilot).view.pointer.cell
        assert cell in run.state.room_for(run.you)
        assert cell not in {move.cell for move in run.puzzle.solution}


async def test_a_daily_puzzle_that_was_missed_can_still_be_solved() -> None:
    async with solving(Mode.DAILY) as pilot:
        await place(pilot, Verdict.LOSS)
        await pilot.press("escape")
        await settled(pilot)
        assert "Not solved yet" in shown(pilot)
        await begin(pilot, Mode.DAILY)
        assert run_of(pilot).is_wrong
        await pilot.press("u")
        await solve(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert "Solved in the end, streak 1 day" in shown(pilot)


async def test_two_windows_at_once_count_once() -> None:
    async with solving(Mode.DAILY) as one, solving(Mode.DAILY) as two:
        await solve(one)
        rating = record().rating
        await place(two, Verdict.LOSS)
        await two.press("u")
        await settled(two)
        await solve(two)
        (attempt,) = attempts()
        assert attempt.is_clean, "the first one counts"
        assert "Your first result counts: solved." in " ".join(panel(two).split())
        assert record().rating == rating
        assert record().attempts == 1


# Practice.


@pytest.mark.parametrize("way", ["keys", "mouse"])
async def test_practice_by_game_idea_and_difficulty(way: str) -> None:
    async with solving(size=(120, 40)) as pilot:
        room = room_of(pilot)
        if way == "keys":
            await pilot.press("tab", "right")
            while room.query_one("#practise-game", Choice).value != "Sequence":
                await pilot.press("right")
        else:
            while room.query_one("#practise-game", Choice).value != "Sequence":
                await pilot.click("#practise-game", offset=(6, 1))
        await settled(pilot)
        choose(room.query_one("#practise-idea", Choice), "fork")
        choose(room.query_one("#practise-difficulty", Choice), "4")
        await settled(pilot)
        assert room.query_one(ModeList).mode is Mode.PRACTICE
        await begin(pilot, Mode.PRACTICE)
        puzzle = run_of(pilot).puzzle
        assert puzzle.theme == "fork"
        assert puzzle.difficulty == 4
        assert find_variant(puzzle.variant).has_tokens
        await pilot.press("escape")
        await settled(pilot)
        choose(room.query_one("#practise-idea", Choice), "mirror")
        await settled(pilot)
        assert "No puzzle matches" in shown(pilot)
        await pilot.press("shift+tab", "enter")
        await settled(pilot)
        room_of(pilot)


WITHOUT_IDEA = """@sequence
se1496 4x4 2 2d17c27d28d34b14c1 3c35c36c3 5 3 - -"""


async def test_a_puzzle_without_an_idea_is_explained_by_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = {puzzle.id: puzzle for puzzle in (*read_pack(WITHOUT_IDEA), *all_puzzles())}
    monkeypatch.setattr(puzzles, "_by_id", lambda: both)
    async with solving(size=(120, 40)) as pilot:
        ideas = room_of(pilot).query_one("#practise-idea", Choice)
        choose(ideas, "line of play")
        await settled(pilot)
        await begin(pilot, Mode.PRACTICE)
        assert run_of(pilot).puzzle.id == "se1496"
        await pilot.press("s", "s")
        await settled(pilot)
        assert hint(pilot) == "Best play: You play 3 C3, move 1 of 5."


async def test_no_token_is_picked_after_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {puzzle.id: puzzle for puzzle in (*read_pack(WITHOUT_IDEA), *all_puzzles())}
    monkeypatch.setattr(puzzles, "_by_id", lambda: both)
    async with solving(size=(120, 40)) as pilot:
        choose(room_of(pilot).query_one("#practise-idea", Choice), "line of play")
        await settled(pilot)
        await begin(pilot, Mode.PRACTICE)
        assert "Tab token" in key_bar(pilot)
        await pilot.press("s", "s")
        await settled(pilot)
        assert run_of(pilot).is_finished
        assert "Tab token" not in key_bar(pilot)


async def test_what_the_room_previews_is_what_comes() -> None:
    async with solving(size=(120, 40)) as pilot:
        for mode in (Mode.STREAK, Mode.PRACTICE):
            await pilot.press("home", *["down"] * list(Mode).index(mode))
            await settled(pilot)
            previewed = board(pilot).picture.state
            await pilot.press("enter")
            await settled(pilot)
            assert run_of(pilot).state == previewed
            await pilot.press("escape")
            await settled(pilot)


async def test_a_click_starts_a_puzzle() -> None:
    async with solving() as pilot:
        at = next(y for y, line in enumerate(seen(pilot)) if "Streak" in line)
        await pilot.click(offset=(8, at))
        await settled(pilot)
        assert screen_of(pilot).view.sitting.mode is Mode.STREAK


# The streak.


async def test_a_streak_grows_until_the_first_miss() -> None:
    async with solving(Mode.STREAK, (120, 40)) as pilot:
        uid = screen_of(pilot).view.sitting.attempt.streak
        for number in (1, 2):
            await solve(pilot)
            assert f"{number} puzzle{'s' * (number > 1)} in a row." in panel(pilot)
            await pilot.press("n")
            await settled(pilot)
        assert screen_of(pilot).view.sitting.attempt.streak == uid
        assert "In a row 2" in panel(pilot)
        await place(pilot, Verdict.LOSS)
        await pilot.press("s")
        await settled(pilot)
        assert "The streak ends after 2 puzzles." in panel(pilot)
        await pilot.press("n")
        await settled(pilot)
        sitting = screen_of(pilot).view.sitting
        assert sitting.attempt.streak != uid
        assert sitting.behind == 0
        await pilot.press("escape")
        await settled(pilot)
        assert "Until the first miss, best 2" in shown(pilot)


async def test_a_streak_goes_on_at_the_next_start() -> None:
    async with solving(Mode.STREAK) as pilot:
        await solve(pilot)
    async with solving() as pilot:
        assert "1 in a row, best 1" in shown(pilot)
        await begin(pilot, Mode.STREAK)
        assert screen_of(pilot).view.sitting.behind == 1


async def test_a_puzzle_of_a_streak_cannot_be_skipped_by_a_restart() -> None:
    async with solving(Mode.STREAK) as pilot:
        sitting = screen_of(pilot).view.sitting
    for seed in range(5):
        room = PuzzleRoom(store(), Random(seed), lambda: DAY)
        assert room.upcoming(Mode.STREAK) == sitting


async def test_an_undecided_puzzle_cannot_be_skipped() -> None:
    async with solving(Mode.STREAK) as pilot:
        run = run_of(pilot)
        await pilot.press("n")
        why = "The next puzzle comes when this one is decided: solve it, or s gives up."
        assert status(pilot)[1] == why
        await pilot.press("y")
        await settled(pilot)
        assert run_of(pilot) == run
        assert pilot.app.clipboard == ""


# Your slips.


async def test_slips_are_found_in_your_games_and_come_back_until_solved() -> None:
    async with solving() as pilot:
        assert "1 win to win back" in shown(pilot)
        await begin(pilot, Mode.SLIPS)
        assert "You threw this win away in a game." in panel(pilot)
        await place(pilot, Verdict.LOSS)
        await pilot.press("u")
        await solve(pilot)
        assert "It stays on your list." in panel(pilot)
        await pilot.press("n")
        await settled(pilot)
        assert screen_of(pilot).view.sitting.mode is Mode.SLIPS
        await solve(pilot)
        assert "Won back." in panel(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert "No win thrown away" in shown(pilot)
    assert store().examined() == {"slipped"}


async def test_each_game_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solving():
        assert store().examined() == {"slipped"}
    search = Mock()
    monkeypatch.setattr(slip_search, "slips_in", search)
    async with solving() as pilot:
        assert "1 win to win back" in shown(pilot)
    search.assert_not_called()


async def test_a_log_that_remembers_nothing_is_searched_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PuzzleStore, "add_slips", fail)
    async with solving() as pilot:
        await settled(pilot)
        assert "No win thrown away" in shown(pilot)
        (notice,) = toasts(pilot)
        assert notice == "What you have solved cannot be read: the disk is full."


def fail(*_: object) -> None:
    raise StoreError("the disk is full")


# Afterwards.


async def test_the_reason_is_drawn_when_the_end_has_been_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with solving(Mode.DAILY) as pilot:
        while True:
            move = moves_with(run_of(pilot).state, Verdict.WIN)[0]
            if run_of(pilot).state.play(move).is_over:
                break
            screen_of(pilot).play(move)
            await settled(pilot)
        monkeypatch.setattr(widget, "motion_between", motion_between)
        moving, with_hint = list[bool](), PuzzleView.with_hint

        def record_motion(view: PuzzleView, given: Hint) -> PuzzleView:
            moving.append(board(pilot).is_moving)
            return with_hint(view, given)

        monkeypatch.setattr(PuzzleView, "with_hint", record_motion)
        screen_of(pilot).play(move)
        assert board(pilot).is_moving
        assert board(pilot).picture.state.is_over
        await settled(pilot)
        board(pilot).finish()  # if the engine was faster
        await settled(pilot)
        assert moving
        assert not any(moving)
        assert not board(pilot).is_moving
        assert board(pilot).picture.state == run_of(pilot).puzzle.state
        assert board(pilot).picture.sketch is not None


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40), (200, 60)])
async def test_nothing_moves_after_the_first_paint(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with solving():
        pass  # the games are searched
    async with solving(size=size) as pilot:
        await pilot.press("escape")
        await settled(pilot)
        for key in ("P", "enter"):
            painted = record_paints(monkeypatch)
            await pilot.press(key)
            await settled(pilot)
            first, *_, last = [each for each in painted if each.screen is pilot.app.screen]
            assert first.regions == last.regions
            assert first.lines == last.lines


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_the_result_is_copied_without_the_answer(ascii_only: bool) -> None:
    async with solving(Mode.DAILY, ascii_only=ascii_only) as pilot:
        puzzle = run_of(pilot).puzzle
        await place(pilot, Verdict.LOSS)
        await pilot.press("u")
        await solve(pilot)
        await pilot.press("y")
        await settled(pilot)
        (attempt,) = attempts()
        text = pilot.app.clipboard
        assert text == share_text(attempt, puzzle, 1, ascii_only=ascii_only)
        assert text.isascii() is ascii_only
        assert status(pilot)[1] == "Copied: your result, without the answer."


async def test_the_result_of_the_day_can_be_copied_later() -> None:
    async with solving(Mode.DAILY) as pilot:
        puzzle = run_of(pilot).puzzle
        await place(pilot, Verdict.LOSS)
        await pilot.press("s")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        await begin(pilot, Mode.DAILY)
        assert not run_of(pilot).is_decided
        assert status(pilot)[1] == "Missed already: your first result counts."
        await pilot.press("y")
        await settled(pilot)
        assert pilot.app.clipboard == share_text(attempts()[0], puzzle)
        await pilot.press("n")
        await settled(pilot)
        assert screen_of(pilot).view.sitting.mode is Mode.PRACTICE


@pytest.mark.parametrize("place_", ["puzzle", "game"])
async def test_a_picture_is_written_and_offered_in_the_palette(place_: str) -> None:
    opened = solving(Mode.PRACTICE) if place_ == "puzzle" else running(game("spacing", "2 2"))
    async with opened as pilot:
        await settled(pilot)
        titles = [each.title for each in pilot.app.get_system_commands(pilot.app.screen)]
        assert "Picture: Write a picture of this position to an SVG file" in titles
        for number in (1, 2):
            await pilot.press("E")
            await settled(pilot)
            files = sorted(find_paths().records.glob("*.svg"))
            assert len(files) == number, "no file is overwritten"
        assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in files)
        assert len(toasts(pilot)) == 2


async def test_a_move_that_is_not_allowed_is_explained() -> None:
    async with solving(Mode.DAILY) as pilot:
        state = run_of(pilot).state
        taken = next(cell for cell in range(state.board.size) if state.owner(cell))
        await click_cell(pilot, taken)
        await settled(pilot)
        assert "taken" in status(pilot)[1]
        assert run_of(pilot).timeline.moves == ()


MANY_TOKENS = """@sequence
se6571 4x6 1 4d17c512b31c210c610d211b54d69b48a61a15d58d42b13a49a22b2 3c36c311c312c3 7 1 block 1"""


async def show(pilot: Pilot[None], puzzle: Puzzle) -> None:
    """Show this puzzle."""
    app = app_of(pilot)
    room = PuzzleRoom(store(), Random(1))
    attempt = Attempt.begin(puzzle, Mode.PRACTICE, DAY)
    sitting = Sitting(puzzle, attempt, PuzzleRun.begin(puzzle))
    await app.push_screen(PuzzleScreen(sitting, room, app.library, app.engine))
    await settled(pilot)


def of_game(slug: str) -> Puzzle:
    """Return a puzzle of the pack that ships, whatever the tests use."""
    packed = files("gridlock_tui.engine").joinpath("puzzles.txt").read_text(encoding="utf-8")
    return next(puzzle for puzzle in read_pack(packed) if puzzle.variant == slug)


async def test_a_digit_goes_to_a_numbered_cell() -> None:
    async with solving() as pilot:
        await show(pilot, of_game("classic"))
        await pilot.press("3")
        assert screen_of(pilot).view.pointer.cell == 2
        await pilot.press("right", "1", "2")
        assert screen_of(pilot).view.pointer.cell == 11
        await pilot.press("right", "0")
        assert "There is no cell 0: the first one is 1." in status(pilot)[1]


async def test_a_typed_move_is_not_made_by_accident() -> None:
    async with solving() as pilot:
        await show(pilot, of_game("showdown"))
        for keys in (("1", "space"), ("m",), ("2", "enter")):
            await pilot.press(*keys)
            assert "Moves are not typed here" in status(pilot)[1]
            assert run_of(pilot).timeline.moves == ()
        await pilot.press("1", "left", "space")
        await settled(pilot)
        state = run_of(pilot).timeline.states[0]
        is_legal = screen_of(pilot).view.pointer.cell in state.room_for(state.to_move)
        assert is_legal == bool(run_of(pilot).timeline.moves)


async def test_tokens_are_taken_by_digits_by_tab_and_by_mouse() -> None:
    (puzzle,) = read_pack(MANY_TOKENS)
    hand = puzzle.state.hand(puzzle.you)
    large = next(token for token in hand if token > 9)
    async with solving() as pilot:
        await show(pilot, puzzle)

        def held() -> int | None:
            return screen_of(pilot).view.pointer.token

        assert held() == hand[0]
        await pilot.press(*str(large))
        assert held() == large
        await pilot.press(*str(hand[0]))
        assert held() == hand[0]
        await pilot.press("tab")
        assert held() == hand[1]
        await pilot.press("shift+tab", "shift+tab")
        assert held() == hand[-1]
        tray = screen_of(pilot).query_one(TokenTray)
        spots = {
            screen_of(pilot).get_style_at(x, y).meta.get("token"): (x, y)
            for x in range(tray.region.x, tray.region.right)
            for y in range(tray.region.y, tray.region.bottom)
        }
        assert set(spots) == {None, *hand}
        await pilot.click(offset=spots[hand[1]])
        assert held() == hand[1]


# What goes wrong.


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.PRACTICE, Mode.STREAK])
async def test_a_log_that_cannot_be_used_is_said_once_and_the_puzzle_goes_on(mode: Mode) -> None:
    find_paths().puzzles.mkdir(parents=True)
    async with solving() as pilot:
        assert toasts(pilot)
        pilot.app.clear_notifications()
        await begin(pilot, mode)
        await solve(pilot)
        assert "SOLVED" in panel(pilot)
        kept = [words for words in toasts(pilot) if words.startswith("Not kept: ")]
        assert len(kept) == 1
        await pilot.press("n")
        await settled(pilot)
        screen_of(pilot)


@pytest.mark.slow
async def test_without_the_engine_the_move_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async with solving() as pilot:
        await app_of(pilot).engine.close()
        monkeypatch.setattr("sys.executable", "/nonexistent")
        await begin(pilot, Mode.DAILY)
        await place(pilot, Verdict.WIN)
        assert run_of(pilot).timeline.moves == ()
        assert status(pilot)[1] == "The engine did not answer. Try again."
        assert attempts() == []
        await pilot.press("escape")
        await settled(pilot)
        room_of(pilot)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> dict[GameState, list[Analysis]]:
    """Return the positions that the engine gives other answers about; at first none."""
    instead: dict[GameState, list[Analysis]] = {}
    analyses = EngineClient.analyses

    async def answering(
        engine: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        if state in instead:
            for each in instead[state]:
                yield each
            return
        async for found in analyses(engine, state, seconds):
            yield found

    monkeypatch.setattr(EngineClient, "analyses", answering)
    return instead


async def test_a_move_that_the_engine_did_not_answer_can_be_tried_again(
    failing: dict[GameState, list[Analysis]],
) -> None:
    async with solving(Mode.PRACTICE) as pilot:
        state = run_of(pilot).state
        after = state.play(moves_with(state, Verdict.WIN)[0])
        failing[after] = [unknown_analysis(after)]
        await place(pilot, Verdict.WIN)
        assert status(pilot)[1] == "The engine did not answer. Try again."
        failing.clear()
        await place(pilot, Verdict.WIN)
        assert run_of(pilot).tries == (Try.RIGHT,)


async def test_a_hint_that_the_engine_did_not_answer_can_be_asked_for_again(
    failing: dict[GameState, list[Analysis]],
) -> None:
    state = daily_puzzle(DAY).state
    failing[state] = [unknown_analysis(state)]
    async with solving(Mode.DAILY) as pilot:
        await pilot.press("H", "H")
        await settled(pilot)
        assert hint(pilot).startswith("Not known")
        failing.clear()
        await pilot.press("H")
        await settled(pilot)
        assert "wins" in hint(pilot)


async def test_what_another_request_has_ended_behind_a_page_is_asked_again(
    failing: dict[GameState, list[Analysis]],
) -> None:
    async with solving(Mode.PRACTICE) as pilot:
        state = run_of(pilot).state
        move = moves_with(state, Verdict.WIN)[0]
        failing[state.play(move)] = []
        screen_of(pilot).play(move)
        pilot.app.push_screen(Screen())
        await settled(pilot)
        failing.clear()
        pilot.app.pop_screen()
        await settled(pilot)
        assert run_of(pilot).tries == (Try.RIGHT,)


def test_nothing_of_puzzles_is_loaded_at_the_start() -> None:
    program = (
        "import sys, gridlock_tui.tui.app, gridlock_tui.tui.screens.menu;"
        "print([name for name in sys.modules if 'puzzle' in name or 'glicko' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


# Windows.


@pytest.mark.parametrize("size", [(40, 15), (76, 15), (80, 24), (120, 40), (200, 60)])
async def test_everything_essential_is_seen_in_any_window(size: Size) -> None:
    async with solving(size=size) as pilot:
        for title in ("Daily puzzle", "Practice", "Streak", "Your slips", "Your rating"):
            assert any(title in line for line in seen(pilot)), title
        await begin(pilot, Mode.DAILY)
        assert "Exactly one move wins." in shown(pilot)
        assert "★★★★☆" in shown(pilot)
        assert "Showdown" in shown(pilot)
        assert board(pilot).scale is not None
        await place(pilot, Verdict.LOSS)
        assert "That loses" in shown(pilot)
        assert "u take back" in key_bar(pilot)
        await pilot.press("u")
        await solve(pilot)
        if size[1] < ROOMY_HEIGHT:  # otherwise it is in large letters
            assert re.search("solved", shown(pilot), re.IGNORECASE)
        else:
            assert pilot.app.screen.query_one(PuzzlePanel).words.result == "Solved"
            assert (large_text("Solved") or [""])[0] in "\n".join(seen(pilot))
        assert "Split" in shown(pilot)
        assert "n next" in key_bar(pilot)
        assert pilot.app.screen.query_one(HintPanel).display is (size[0] >= 76 and size[1] >= 24)


async def test_escape_leads_back_to_the_menu() -> None:
    async with solving(Mode.PRACTICE) as pilot:
        await pilot.press("escape", "escape")
        await settled(pilot)
        menu_screen(pilot)


def test_the_day_of_these_tests_has_a_split() -> None:
    puzzle = daily_puzzle(DAY)
    assert (puzzle.theme, puzzle.difficulty) == ("split", 4)


def test_the_pack_of_these_tests_is_proven() -> None:
    for puzzle in all_puzzles():
        assert set(moves_with(puzzle.state, Verdict.WIN)) == set(puzzle.solution)
