"""Digits and the typed entry: moves that are written."""

import pytest

from tests.tui.support import (
    click_cell,
    game,
    game_screen,
    key_bar,
    log_lines,
    running,
    status,
)


async def test_typing_a_number_goes_to_that_cell_in_classic() -> None:
    async with running(game("classic")) as pilot:
        screen = game_screen(pilot)
        await pilot.press("7")
        assert screen.cursor == 6
        await pilot.press("left", "1")
        assert screen.cursor == 0
        await pilot.press("5")
        assert screen.cursor == 14
        await pilot.press("9")
        assert screen.cursor == 8
        await pilot.press("space")
        assert log_lines(pilot) == ["1 X 9"]


async def test_a_digit_begins_a_typed_move_where_cells_have_two_numbers() -> None:
    async with running(game("showdown")) as pilot:
        await pilot.press("2", "space", "3")
        assert game_screen(pilot).entry.value == "2 3"
        assert status(pilot)[1] == "2 3 blocks 1 3, 2 2, 2 4 and 3 3 for both."
        await pilot.press("enter")
        assert log_lines(pilot) == ["1 X 2 3"]
        assert status(pilot)[1] == "Player 1 took 2 3: 4 cells blocked for both."


async def test_the_typed_entry_completes_checks_and_closes() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        entry = game_screen(pilot).entry
        await pilot.press("colon")
        assert entry.has_focus
        assert status(pilot)[1].startswith("Write row and column, such as 2 2")
        await pilot.press("1")
        assert status(pilot)[1] == "For example 1 1."
        assert entry.render_line(0).text.split() == ["1", "1"], "the rest is suggested"
        await pilot.press("space", "2")
        assert status(pilot)[1] == "1 2 is blocked by 2 2."
        assert not entry.is_valid
        await pilot.press("escape")
        assert not entry.has_focus
        assert not entry.display
        assert "place" in key_bar(pilot)
        assert log_lines(pilot) == ["1 X 2 2"]
        await pilot.press("m", "f", "o", "o", "enter")
        assert " ".join(status(pilot)).startswith("'foo' is not a move: write row and column")
        assert entry.value == "foo"


@pytest.mark.parametrize(
    ("slug", "typed", "completed"),
    [("showdown", "2", "2 1"), ("showdown", "b", "b1"), ("showdown", "B", "B1"),
     ("sequence", "3", "3 A1"), ("sequence", "b", "b1"), ("classic", "1", "1")],
)  # fmt: skip
async def test_every_form_of_a_move_is_completed(slug: str, typed: str, completed: str) -> None:
    async with running(game(slug)) as pilot:
        await pilot.press("m", typed)
        completion = game_screen(pilot).entry.completion()
        assert completion is not None
        assert completion.casefold() == completed.casefold()


async def test_neither_control_characters_nor_a_megabyte_can_be_pasted() -> None:
    async with running(game("showdown")) as pilot:
        await pilot.press("m", "1")
        entry = game_screen(pilot).entry
        entry.insert_text_at_cursor("\x1b[2J")
        assert entry.value == "1"
        entry.insert_text_at_cursor(" 2" * 500_000)
        assert len(entry.value) <= 40


async def test_a_cell_alone_is_for_the_token_taken() -> None:
    async with running(game("sequence")) as pilot:
        await pilot.press("5", "m", "b", "3", "enter")
        assert log_lines(pilot) == ["1 X 5 B3"]


async def test_a_click_leaves_the_typed_entry_open() -> None:
    async with running(game("spacing")) as pilot:
        await pilot.press("m", "3")
        await click_cell(pilot, 0)
        screen = game_screen(pilot)
        assert screen.view.typing
        assert screen.entry.value == "3"
        assert len(screen.timeline.moves) == 1


async def test_digits_are_forgotten_when_a_placement_is_refused() -> None:
    async with running(game("classic", "6")) as pilot:
        await pilot.press("1", "space")
        assert status(pilot)[1] == "1 is blocked by 6."
        await pilot.press("4")
        assert game_screen(pilot).cursor == 3
