"""Computers at the table: they move by themselves, can be stopped, and leave nothing behind."""

import os
from pathlib import Path

import pytest

from gridlock_tui.engine import Budget, analyse
from gridlock_tui.match import Game, Setup
from gridlock_tui.match.series import Series
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, Move, Player
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.side_column import Side
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.menu import MenuScreen
from tests.tui.support import (
    board,
    click_cell,
    game,
    game_screen,
    key_bar,
    log_lines,
    menu_screen,
    option,
    result,
    running,
    settled,
    status,
    toasts,
)

AT_ONCE = Settings(pace=0)
NEVER = Settings(pace=3600)
AGAINST_PERFECT = ("human", "perfect")
WATCHED = ("casual", "novice")


async def test_a_computer_answers_by_itself() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=AT_ONCE) as pilot:
        await click_cell(pilot, 5)
        await settled(pilot)
        screen = game_screen(pilot)
        assert len(screen.timeline.moves) == 2
        assert status(pilot)[0].startswith("X You to move")
        assert screen.cursor == 5, "the pointer stays where the person left it"
        assert "took" in status(pilot)[1]


async def test_a_whole_game_against_perfect_is_lost_from_a_lost_start() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=AT_ONCE) as pilot:
        screen = game_screen(pilot)
        while not screen.timeline.state.is_over:
            await click_cell(pilot, screen.timeline.state.legal_moves[0].cell)
            await settled(pilot)
        assert "Perfect wins" in result(pilot)


async def test_a_computer_that_starts_moves_first() -> None:
    begun = Setup(VARIANTS["classic"], ("A", "B"), Player.TWO, AGAINST_PERFECT).begin()
    async with running(begun, settings=AT_ONCE) as pilot:
        await settled(pilot)
        assert log_lines(pilot)[0].startswith("1 O")
        assert "undo" in key_bar(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 1, "there is no move of one's own yet"


async def test_while_a_computer_thinks_it_says_so_and_nobody_moves_for_it() -> None:
    async with running(game("showdown", "2 2", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        assert status(pilot)[0].startswith("O Perfect thinking")
        await click_cell(pilot, 15)
        assert status(pilot)[1] == "Perfect to move."
        assert len(game_screen(pilot).timeline.moves) == 1
        for key in "aA":
            await pilot.press(key)
            assert status(pilot)[1] == "The analysis is shown when it is your turn again.", key
        await pilot.press("A", "a")
        assert status(pilot)[1] == "The analysis is hidden."


async def test_where_a_computer_moves_no_move_is_previewed_and_no_one_is_promised_one() -> None:
    begun = game("passing", "3 3; 1 1", kinds=AGAINST_PERFECT)
    async with running(begun, settings=NEVER) as pilot:
        screen, shown = game_screen(pilot), board(pilot)
        await pilot.press("down", "down")
        assert shown.picture.preview() is not None
        screen.action_jump(1)
        await pilot.press("up", "down")
        assert shown.picture.preview() is None
        said = "Perfect to move; End returns to the latest move."
        assert status(pilot)[1] == said
        await pilot.press("space")
        assert status(pilot)[1] == said


async def test_digits_are_refused_like_any_move_where_two_computers_play() -> None:
    async with running(game("spacing", kinds=WATCHED), settings=NEVER) as pilot:
        await pilot.press("p", "2")
        screen = game_screen(pilot)
        assert not screen.view.typing
        assert status(pilot)[1].endswith("Two computers play this game; you watch.")


async def test_what_is_set_over_a_review_does_not_keep_a_computer_from_moving() -> None:
    async with running(game("showdown", "2 2", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        screen = game_screen(pilot)
        await pilot.press("w")
        preferences_of(pilot.app).change(pace=0.0)
        await settled(pilot)
        assert len(screen.timeline.moves) == 1
        await pilot.press("escape")
        await settled(pilot)
        assert len(screen.timeline.moves) == 2


async def test_the_engine_is_not_what_lies_in_the_folder_where_the_app_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "random.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path)
    async with running(game("showdown", "2 2", kinds=AGAINST_PERFECT), settings=AT_ONCE) as pilot:
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 2


async def test_undo_takes_back_both_moves_and_redo_brings_both_back() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=AT_ONCE) as pilot:
        screen = game_screen(pilot)
        await click_cell(pilot, 5)
        await settled(pilot)
        moves = screen.timeline.moves
        await pilot.press("u")
        await settled(pilot)
        assert (screen.timeline.at, screen.timeline.moves) == (0, moves)
        await pilot.press("r")
        await settled(pilot)
        assert (screen.timeline.at, screen.timeline.moves) == (2, moves)
        await pilot.press("u")
        await click_cell(pilot, 5)
        await settled(pilot)
        assert screen.timeline.moves == moves, "the same position, the same answer"


async def test_a_computer_that_begins_to_think_has_the_side_column_built_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[bool] = []
    build = Side.of

    def record(game: Game, series: Series, token: int | None, *, thinking: bool, took: str) -> Side:
        built.append(thinking)
        return build(game, series, token, thinking=thinking, took=took)

    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Side, "of", record)
        await pilot.press("space")
        assert game_screen(pilot).view.computer_thinks
        assert built == [True]


async def test_undo_while_it_thinks_takes_back_ones_own_move_and_stops_it() -> None:
    async with running(game("showdown", "2 2", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        await pilot.press("u")
        await settled(pilot)
        screen = game_screen(pilot)
        assert screen.timeline.at == 0
        assert not screen.view.computer_thinks
        assert not screen.workers


async def test_looking_back_does_not_make_it_move() -> None:
    begun = game("showdown", "2 2; 1 3; 3 3; 4 2", kinds=AGAINST_PERFECT)
    async with running(begun, settings=AT_ONCE) as pilot:
        screen = game_screen(pilot)
        screen.action_jump(1)
        await settled(pilot)
        assert len(screen.timeline.moves) == 4
        await click_cell(pilot, 15)
        assert status(pilot)[1] == "Perfect to move; End returns to the latest move."


@pytest.mark.parametrize("key", ["escape", "n", "q"])
async def test_it_can_be_interrupted_at_any_time(key: str) -> None:
    async with running(game("showdown", "2 2", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        await pilot.press(key)
        await pilot.pause()
        if key == "escape":
            assert isinstance(pilot.app.screen, MenuScreen)
        elif key == "n":
            assert not game_screen(pilot).timeline.moves
            assert not game_screen(pilot).view.computer_thinks
        else:
            await pilot.press("y")


async def test_a_game_left_while_it_thinks_goes_on_where_it_was() -> None:
    begun = game("showdown", "2 2", kinds=AGAINST_PERFECT)
    async with running(begun, settings=Settings(pace=0.3)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 2


async def test_two_computers_play_to_the_end_and_can_be_watched() -> None:
    async with running(game("passing", kinds=WATCHED), settings=AT_ONCE) as pilot:
        screen = game_screen(pilot)
        while not screen.timeline.state.is_over:
            await settled(pilot)
        assert "wins" in result(pilot)


async def test_a_watched_game_pauses_goes_back_and_goes_on_from_there() -> None:
    begun = game("showdown", "2 2; 1 3; 3 3; 4 2", kinds=WATCHED)
    async with running(begun, settings=NEVER) as pilot:
        screen = game_screen(pilot)
        assert "pause" in key_bar(pilot)
        await pilot.press("p")
        assert screen.view.paused
        assert not screen.view.computer_thinks
        await pilot.press("up", "left")
        assert status(pilot)[1].startswith("Paused: p continues"), "whatever is pointed at"
        await pilot.press("u", "u")
        assert screen.timeline.at == 2
        await pilot.press(*["plus"] * 5)
        assert screen.match.pace == 0
        assert status(pilot)[1] == "Computers move at once."
        await pilot.press("p")
        while not screen.timeline.state.is_over:
            await settled(pilot)
        assert screen.timeline.moves[:2] == begun.timeline.moves[:2]


async def test_going_back_in_a_watched_game_pauses_it() -> None:
    async with running(game("showdown", "2 2; 1 3", kinds=WATCHED), settings=NEVER) as pilot:
        await pilot.press("u")
        assert game_screen(pilot).view.paused


async def test_the_pace_goes_up_and_down_and_is_said() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT)) as pilot:
        await pilot.press("minus")
        assert status(pilot)[1] == "Computers take 1.5 seconds a move."
        await pilot.press("plus", "plus")
        assert status(pilot)[1] == "Computers take 0.3 seconds a move."
    async with running(game("showdown")) as pilot:
        assert not set("+-") & set(key_bar(pilot)), "without computers there is no pace"


async def test_a_rematch_slips_elsewhere_and_swapping_sides_swaps_the_computer() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=NEVER) as pilot:
        screen = game_screen(pilot)
        seed = screen.match.game.setup.seed
        await pilot.press("n")
        assert screen.match.game.setup.seed != seed
        await pilot.press("s")
        assert screen.match.game.setup.kinds == ("perfect", "human")
        assert screen.view.computer_thinks


async def test_the_menu_seats_computers_and_says_how_they_are_called() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("tab", *["left"] * 3, "m")
        await settled(pilot)
        await pilot.press(*["tab"] * 5, *["right"] * 5)
        assert option(pilot.app.screen, "starts").value == "Perfect"
        await pilot.press("escape")
        await settled(pilot)
        menu = menu_screen(pilot)
        assert menu.choices.kinds == ("perfect", "expert")
        await pilot.press("enter")
        await pilot.pause()
        screen = game_screen(pilot)
        assert screen.match.game.setup.kinds == ("perfect", "expert")
        assert screen.match.game.names == ("Perfect", "Expert")
        assert toasts(pilot) == []


async def test_two_computers_of_one_level_have_different_names() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("tab", *["left"] * 2, "m")
        await settled(pilot)
        await pilot.press(*["tab"] * 5, "left", "escape")
        await settled(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot).match.game.names == ("Perfect X", "Perfect O")


async def test_no_process_is_left_behind() -> None:
    async with running(game("showdown", size=(8, 8))) as pilot:
        await pilot.press("a")
        while pilot.app.engine.pid is None:  # type: ignore[attr-defined]
            await pilot.pause()
        number = pilot.app.engine.pid  # type: ignore[attr-defined]
        os.kill(number, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


async def test_keys_are_answered_during_a_long_analysis_and_the_old_one_is_dropped() -> None:
    """The 8×8 board is worked on for a minute; meanwhile one moves, and another game begins."""
    async with running(game("showdown", size=(8, 8))) as pilot:
        await pilot.press("a", "down", "right")
        assert game_screen(pilot).cursor == 8 * 4 + 4
        await pilot.press("space", "escape")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press("a")
        await settled(pilot)
        screen = game_screen(pilot)
        assert screen.match.game.setup.variant.slug == "classic"
        assert f"in {analyse(screen.timeline.state).distance}" in screen.status.verdict


async def test_an_analysis_that_arrives_after_the_game_was_left_does_no_harm() -> None:
    async with running(game("showdown")) as pilot:
        screen = game_screen(pilot)
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert not screen.query("BoardView")
        played = screen.match.game
        screen._desk._on_analysis(played, analyse(played.state, Budget(nodes=0)))


async def test_an_engine_that_dies_is_started_again() -> None:
    async with running(game("showdown", kinds=AGAINST_PERFECT), settings=AT_ONCE) as pilot:
        await click_cell(pilot, 5)
        await settled(pilot)
        os.kill(pilot.app.engine.pid, 9)  # type: ignore[attr-defined]
        while pilot.app.engine.pid is not None:  # type: ignore[attr-defined]
            await pilot.pause()
        await click_cell(pilot, game_screen(pilot).timeline.state.legal_moves[0].cell)
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 4


async def test_an_engine_that_cannot_be_started_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    begun: Game = game("showdown", "2 2", kinds=AGAINST_PERFECT)
    async with running(begun, settings=AT_ONCE) as pilot:
        await settled(pilot)
        words = "The engine could not be started, so the computer cannot move."
        assert status(pilot)[1] == words
        assert status(pilot)[0].startswith("O Perfect to move")
        await pilot.press("u", "a")
        await settled(pilot)
        assert "not known" in status(pilot)[0]


async def test_a_computer_whose_request_was_dropped_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [None, Move(15)]

    async def choose(*_: object) -> Move | None:
        return answers.pop(0)

    monkeypatch.setattr(EngineClient, "choose", choose)
    begun = game("showdown", "2 2", kinds=AGAINST_PERFECT)
    async with running(begun, settings=AT_ONCE) as pilot:
        await settled(pilot)
        assert game_screen(pilot).timeline.moves[1:] == (Move(15),)


async def test_an_engine_that_has_failed_is_tried_again_after_another_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = game("showdown", "2 2", kinds=AGAINST_PERFECT)
    with monkeypatch.context() as patch:
        patch.setattr("sys.executable", "/nowhere/python")
        async with running(begun, settings=AT_ONCE) as pilot:
            await settled(pilot)
            patch.undo()
            await pilot.press("question_mark", "escape")
            await settled(pilot)
            assert len(game_screen(pilot).timeline.moves) == 2


async def test_the_words_name_the_keys_that_apply_now() -> None:
    begun = game("showdown", kinds=("perfect", "novice"))
    async with running(begun, settings=NEVER) as pilot:
        await pilot.press("p")
        assert status(pilot)[1] == "Paused: p continues."
        preferences_of(pilot.app).change(keys={"pause": "f5"})
        await pilot.pause()
        assert status(pilot)[1] == "Paused: F5 continues."
