"""Hints: where, which, why, drawn on the board; then the line of play, or the way back."""

from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import Verdict, analyse
from gridlock_tui.match import Game
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import write_move
from gridlock_tui.tui.board.sketch import AXIS, Sketch
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar
from tests.tui.support import (
    Size,
    board,
    drawn,
    game,
    game_screen,
    hint,
    key_bar,
    menu_screen,
    running,
    seen,
    settled,
    status,
    text_of_cell,
)

IDEAS: dict[str, tuple[str, str, Size | None, str]] = {
    "Mirror": ("spacing", "2 2", None, "mirror"),
    "Split": ("passing", "5 4; 4 2; 2 2", None, "split"),
    "Spare move": ("spacing", "1 1; 3 3; 4 4", None, "spare"),
    "Last move": ("showdown", "4 3", None, "last"),
    "Run": ("sequence", "1 A2; 6 C1; 5 B2; 3 C3", None, "run"),
    "Fork": ("sequence", "1 A1; 2 D1; 3 C2; 8 B2", None, "fork"),
    "Block": ("sequence", "1 C1; 6 C2; 2 C3; 7 D1", None, "block"),
    "Only move": ("classic", "10; 8; 2", None, "only"),
}
"""A won position for each idea, and its word on the tile."""
NO_IDEA = ("sequence", "1 D4; 4 C3; 8 B3; 7 A4")
LOST = ("showdown", "2 2; 1 3; 3 3; 4 2")
"""X could never have won."""


def begun(idea: str) -> Game:
    slug, moves, size, _ = IDEAS[idea]
    return game(slug, moves, size)


def sketch(pilot: Pilot[None]) -> Sketch | None:
    return board(pilot).picture.sketch


async def press_hint(pilot: Pilot[None], times: int = 1) -> None:
    for _ in range(times):
        await pilot.press("H")
        await settled(pilot)


async def click_hint(pilot: Pilot[None], times: int = 1) -> None:
    for _ in range(times):
        bar = pilot.app.screen.query_one(KeyBar)
        await pilot.click(KeyBar, offset=(bar.render().plain.index("H ") + 1, 0))
        await settled(pilot)


Way = Callable[..., Awaitable[None]]
WAYS = [
    pytest.param((120, 40), click_hint, id="large, mouse"),
    pytest.param((80, 24), press_hint, id="keys"),
    pytest.param((80, 24), click_hint, id="mouse"),
    pytest.param((40, 15), press_hint, id="small, keys"),  # its key bar has no room for hints
]


@pytest.mark.parametrize(("size", "way"), WAYS)
@pytest.mark.parametrize("idea", IDEAS)
async def test_the_third_step_names_the_idea_and_draws_it(idea: str, size: Size, way: Way) -> None:
    async with running(begun(idea), size=size) as pilot:
        for _ in range(0 if idea == "Only move" else 2):  # that has nothing to look for
            await way(pilot)
            assert sketch(pilot) is None
            assert hint(pilot).endswith(".")
        move = game_screen(pilot).cursor
        await way(pilot)
        assert hint(pilot).startswith(f"{idea}: ")
        shown = sketch(pilot)
        assert shown is not None
        assert shown.move is not None
        assert shown.move.cell == game_screen(pilot).cursor
        assert move == shown.move.cell or idea == "Only move", "the move stays the same"
        text, word = text_of_cell(pilot, shown.move.cell), IDEAS[idea][3]
        assert word in text or "▲" in text
        assert word in text or size == (40, 15)
        assert (AXIS in drawn(pilot)) == (idea == "Mirror")


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_panel_says_which_step_it_is_and_the_sentence_is_about_the_cell(
    size: Size,
) -> None:
    async with running(begun("Mirror"), size=size) as pilot:
        await press_hint(pilot, 3)
        panel = pilot.app.screen.query_one(HintPanel)
        lines = panel.render().plain.splitlines()
        assert lines[:2] == ["Hint 3 of 3", "Mirror"]
        assert lines[-2:] == ["H shows the line of play,", "move by move."] or (
            " ".join(lines).endswith("H shows the line of play, move by move.")
        )
        assert panel.region.bottom <= pilot.app.size.height - 3, "above the status"
        assert status(pilot)[1].startswith("2 3 blocks ")
        assert "H next move" in key_bar(pilot)
        await press_hint(pilot)
        assert panel.render().plain.startswith("Line of play\n")


async def test_no_line_of_a_hint_ends_within_a_move() -> None:
    async with running(begun("Mirror"), size=(80, 24)) as pilot:
        for _ in range(12):
            await press_hint(pilot)
            lines = pilot.app.screen.query_one(HintPanel).render().plain.splitlines()
            for one, two in pairwise(lines[1:]):  # without the heading
                assert not (one[-1:].isdigit() and two[:1].isdigit())


async def test_a_small_window_says_the_hint_under_the_board() -> None:
    async with running(begun("Mirror"), size=(40, 15)) as pilot:
        await press_hint(pilot, 3)
        assert status(pilot)[1] == (
            "Mirror: Answer from left to right: 2 3 is the reflection of 2 2."
        ), "whole sentences, as many as fit"
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert "always has the last move." in hint(pilot)
        assert status(pilot)[1].startswith("2 3 blocks ")


@pytest.mark.parametrize("idea", IDEAS)
async def test_the_line_is_shown_move_by_move_and_starts_over(idea: str) -> None:
    async with running(begun(idea)) as pilot:
        state = game_screen(pilot).timeline.state
        await press_hint(pilot, 3)
        why, first = hint(pilot), game_screen(pilot).cursor
        ended, shown = False, 0
        while not ended:
            await press_hint(pilot)
            shown += 1
            drawing = sketch(pilot)
            assert drawing is not None
            assert len(drawing.line) == shown, "one more each time"
            assert drawing.line[0].cell == first, "it begins with the move that was explained"
            for number, move in enumerate(drawing.line, start=1):
                assert str(number) in text_of_cell(pilot, move.cell)
                assert number != shown or write_move(state.variant, move) in hint(pilot)
            ended = drawing.after.is_over
            assert ended == ("start over" in key_bar(pilot))
        assert drawing is not None
        assert drawing.after.outcome is not None
        assert drawing.after.outcome.winner is state.to_move
        assert hint(pilot).endswith("Player 1 wins." if state.to_move == 1 else "Player 2 wins.")
        await press_hint(pilot)
        assert hint(pilot) == why


async def test_without_an_idea_the_third_step_begins_the_line() -> None:
    async with running(game(*NO_IDEA)) as pilot:
        line = analyse(game_screen(pilot).timeline.state).line
        await press_hint(pilot, 2)
        for shown in (1, 2, 3, 4, 5, 1):
            await press_hint(pilot)
            drawing = sketch(pilot)
            assert drawing is not None
            assert drawing.line == line[:shown]
            assert hint(pilot).startswith("Best play: ")


async def test_the_examples_of_a_mirror_answer_every_move_by_its_image() -> None:
    async with running(begun("Mirror")) as pilot:
        await press_hint(pilot, 9)
        drawing = sketch(pilot)
        assert drawing is not None
        grid = drawing.after.board
        assert len(drawing.line) == 6
        for move, answer in zip(drawing.line[1::2], drawing.line[2::2], strict=False):
            (row, column), (to_row, to_column) = grid.place(move.cell), grid.place(answer.cell)
            assert (to_row, to_column) == (row, 3 - column)


@pytest.mark.parametrize("key", ["space", "u", "home"])
async def test_a_move_or_a_step_back_clears_the_drawing(key: str) -> None:
    async with running(begun("Mirror")) as pilot:
        await press_hint(pilot, 3)
        await pilot.press(key)
        await settled(pilot)
        assert sketch(pilot) is None
        assert not pilot.app.screen.query_one(HintPanel).display
        assert "H hint" in key_bar(pilot)


@pytest.mark.parametrize("size", [(120, 40), (40, 15)])
async def test_escape_hides_the_drawing_and_then_leaves(size: Size) -> None:
    async with running(begun("Mirror"), size=size) as pilot:
        before = drawn(pilot)
        await press_hint(pilot, 3)
        assert "Esc hide" in key_bar(pilot)
        await pilot.press("up", "left")
        assert sketch(pilot) is not None, "the cursor may look around"
        await pilot.press("escape")
        assert sketch(pilot) is None
        assert game_screen(pilot).timeline.at == 1
        await pilot.press("down")
        assert drawn(pilot) == before
        await press_hint(pilot)
        assert hint(pilot) == "Every move wins.", "hints begin again"
        await pilot.press("escape", "escape")
        await settled(pilot)
        menu_screen(pilot)


async def test_the_analysis_makes_room_for_the_drawing_and_comes_back() -> None:
    async with running(begun("Mirror")) as pilot:
        await pilot.press("a")
        await press_hint(pilot, 3)
        assert not board(pilot).picture.signs
        assert AXIS in drawn(pilot)
        assert "wins in 7" in status(pilot)[0]
        await pilot.press("escape")
        assert board(pilot).picture.signs


# A lost position.


async def test_a_lost_player_is_told_what_holds_out_longest() -> None:
    async with running(game(*LOST)) as pilot:
        longest = analyse(game_screen(pilot).timeline.state)
        assert longest.verdict is Verdict.LOSS
        await press_hint(pilot, 2)
        assert hint(pilot) == f"1 1 holds out longest: it loses in {longest.distance}."
        assert "H mistake" in key_bar(pilot)


@pytest.mark.parametrize("size", [(120, 40), (40, 15)])
async def test_who_could_not_have_won_is_told_so(size: Size) -> None:
    begun = game(*LOST, kinds=("human", "casual"))
    async with running(begun, size=size, settings=Settings(pace=60)) as pilot:
        await press_hint(pilot, 3)
        assert hint(pilot) == "You could not have won: Casual wins from the start with best play."
        await press_hint(pilot)
        assert hint(pilot).startswith("Best play: You play 1 1, move 1 of ")
        assert game_screen(pilot).timeline.at == 4


@pytest.mark.parametrize(("size", "way"), WAYS)
async def test_a_hint_goes_back_to_the_mistake(size: Size, way: Way) -> None:
    begun = game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4", kinds=("human", "casual"))
    async with running(begun, size=size, settings=Settings(pace=60)) as pilot:
        screen = game_screen(pilot)
        assert analyse(screen.timeline.state).verdict is Verdict.LOSS
        await way(pilot, 3)
        assert hint(pilot) == "You threw the win away with 3 3, move 5."
        assert "H go back" in key_bar(pilot)
        await way(pilot)
        assert screen.timeline.at == 4
        assert len(screen.timeline.moves) == 6, "later moves stay until another is played"
        assert analyse(screen.timeline.state).verdict is Verdict.WIN
        assert status(pilot)[1] == "Back before move 5: you can win from here."
        await press_hint(pilot, 2)
        await pilot.press("space")
        assert len(screen.timeline.moves) == 5


async def test_the_last_mistake_is_the_one_to_go_back_to() -> None:
    # X wins again by move 3 and loses it again by move 5.
    async with running(game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4")) as pilot:
        await press_hint(pilot, 3)
        assert hint(pilot) == "Player 1 threw the win away with 3 3, move 5."
        await press_hint(pilot)
        assert game_screen(pilot).timeline.at == 4


async def test_moves_that_were_taken_back_are_no_mistakes() -> None:
    async with running(game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4")) as pilot:
        await pilot.press("u", "u", "u", "u")
        await press_hint(pilot, 3)
        assert hint(pilot).startswith("Player 1 could not have won: Player 2 wins from the start")


async def test_what_is_not_known_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(game("spacing", "4 1; 4 2; 1 4; 1 2; 3 3; 2 4")) as pilot:
        await press_hint(pilot, 2)
        monkeypatch.setattr("gridlock_tui.match.review._winners", lambda *_: [None] * 9)
        await press_hint(pilot)
        assert hint(pilot) == "It is not known whether Player 1 could have won."


async def test_a_hint_shows_no_more_than_ascii() -> None:
    async with running(begun("Mirror"), ascii_only=True) as pilot:
        await press_hint(pilot, 3)
        text = "\n".join(seen(pilot))
        assert "@" in text
        assert text.isascii()
