"""Digits and the typed entry: moves that are written."""

import pytest

from gridlock_tui.rules import Names
from tests.tui.support import (
    click_cell,
    game,
    game_screen,
    key_bar,
    log_lines,
    running,
    seen,
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
        assert not pilot.app.screen.query_one("#entry").display
        assert "place" in key_bar(pilot)
        assert log_lines(pilot) == ["1 X 2 2"]
        await pilot.press("m", "f", "o", "o", "enter")
        assert status(pilot)[1].startswith("'foo' is not a move: write row and column")
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


@pytest.mark.parametrize(
    ("slug", "refused"), [("showdown", "1 2"), ("showdown", "9 9"), ("showdown", "foo")]
)
async def test_the_next_move_replaces_one_that_was_refused(slug: str, refused: str) -> None:
    async with running(game(slug, "2 2")) as pilot:
        await pilot.press("m", *refused, "enter")
        entry = game_screen(pilot).entry
        assert entry.selected_text == refused
        await pilot.press(*"1 3", "enter")
        assert log_lines(pilot) == ["1 X 2 2", "2 O 1 3"]


@pytest.mark.parametrize(
    ("slug", "moves", "typed", "made"),
    [
        ("sequence", "", "P1-5 B2", "1 X 5 B2"),
        ("sequence", "5 B2", "p2-4 at A1", "2 O 4 A1"),
        ("showdown", "", "row 2, column 3", "1 X 2 3"),
        ("passing", "", "Row 3, Column 3", "1 X 3 3"),
        ("spacing", "", "row 2 and column 3", "1 X 2 3"),
        ("classic", "", "cell 6", "1 X 6"),
    ],
)
async def test_the_entry_takes_what_the_documents_write(
    slug: str, moves: str, typed: str, made: str
) -> None:
    async with running(game(slug, moves)) as pilot:
        await pilot.press("m", *typed, "enter")
        assert log_lines(pilot)[-1] == made


async def test_a_token_of_the_opponent_is_refused() -> None:
    async with running(game("sequence")) as pilot:
        await pilot.press("m", *"P2-5 B2", "enter")
        assert status(pilot)[1] == "P2-5 is a token of O, and X is to move."
        assert log_lines(pilot) == []


@pytest.mark.parametrize(
    ("slug", "names", "width", "label"),
    [
        ("classic", None, 80, "Player 1, enter the number of the cell you want to claim:"),
        ("spacing", None, 80, "Enter your move as 'row column':"),
        ("showdown", None, 80, "Player 1, enter your move (row and column):"),
        ("sequence", None, 80, "Enter the cell to place token P1-1 (e.g., B2):"),
        ("passing", None, 80, "Player 1 (X), enter your move (row column):"),
        ("passing", ("[/]", "Ben"), 80, "[/] (X), enter your move (row column):"),
        ("passing", ("A, b (X), c", "Ben"), 50, "Enter your move (row column):"),
        ("classic", None, 40, "Your move:"),
        ("passing", None, 40, "Your move:"),
        ("sequence", None, 40, "Your move:"),
    ],
)
async def test_the_label_of_the_entry_is_the_prompt_of_the_variant(
    slug: str, names: Names | None, width: int, label: str
) -> None:
    async with running(game(slug, names=names), size=(width, 24)) as pilot:
        await pilot.press("m")
        assert seen(pilot)[-1].startswith(f" {label} ")


async def test_digits_are_forgotten_when_a_placement_is_refused() -> None:
    async with running(game("classic", "6")) as pilot:
        await pilot.press("1", "space")
        assert status(pilot)[1] == "1 is blocked by 6."
        await pilot.press("4")
        assert game_screen(pilot).cursor == 3
