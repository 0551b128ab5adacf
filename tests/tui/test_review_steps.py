"""The review's graph, and moves that follow one another."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import analyse
from gridlock_tui.match import PACES
from gridlock_tui.rules import Player
from gridlock_tui.tui.grading import Grading
from gridlock_tui.tui.review_state import ReviewState
from gridlock_tui.tui.widgets.advantage_graph import AdvantageGraph, Graph
from tests.tui.review_support import NAMES, at, blundered, graph, reviewing, said, until
from tests.tui.support import (
    Size,
    click_move,
    game,
    review_screen,
    seen,
    settled,
)


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 3), ((120, 40), 3), ((40, 15), 1)])
async def test_the_graph_shows_who_stood_to_win(size: Size, rows: int) -> None:
    async with reviewing(blundered("spacing"), size=size) as pilot:
        await pilot.press("N", *["v"] * (rows == 1))
        lines = graph(pilot)
        assert len(lines) == rows
        if rows == 3:
            assert lines[0].rstrip() == "X         █"
            assert lines[1] == "  ────────◆─!───────"
            assert lines[2].rstrip() == "O █ █ █ █   █ █ █ █"
        else:
            assert lines == ["Who wins: O O O O X O O O O "]


async def click_state(pilot: Pilot[None], number: int, line: int = 1) -> None:
    """Click the column of a state in a graph that has two for each."""
    padding, margin = 1, 2
    await pilot.click(AdvantageGraph, offset=(padding + margin + 2 * number, line))
    await pilot.pause()


async def test_a_click_on_graph_or_log_jumps() -> None:
    async with reviewing(blundered("spacing")) as pilot:
        for number, line in ((0, 0), (3, 1), (8, 2), (5, 2)):
            await click_state(pilot, number, line)
            assert at(pilot) == number
        await click_move(pilot, 2)
        await pilot.pause()
        assert at(pilot) == 2
        await pilot.click(AdvantageGraph, offset=(1, 1))
        assert at(pilot) == 2


def long_standings() -> tuple[Player | None, ...]:
    return tuple((Player.ONE, Player.TWO, None)[number // 3 % 3] for number in range(65))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
async def test_a_long_game_shows_what_is_around_the_current_move(size: Size) -> None:
    async with reviewing(game("showdown", "2 2"), size=size) as pilot:
        await pilot.press(*["v"] * (size == (40, 15)))
        shown = pilot.app.screen.query_one(AdvantageGraph)
        standings = long_standings()
        for number in (0, 1, 30, 63, 64):
            shown.graph = Graph(standings, at=number)
            lines = graph(pilot)
            assert max(map(len, lines)) <= shown.content_size.width
            middle = lines[len(lines) // 2]
            assert ("‹" in middle) == (number >= 30)
            assert ("›" in middle) == (number <= 30)
            if len(lines) == 3:
                column = middle.index("◆")
                winner = standings[number]
                assert (lines[0][column] == "█") == (winner is Player.ONE)
                assert (lines[2][column] == "█") == (winner is Player.TWO)
                assert "?" in middle
        await pilot.click(AdvantageGraph, offset=(1, shown.size.height // 2))
        assert at(pilot) == 1, "there is no such state in this game, so the nearest"


async def test_moves_follow_one_another_until_the_end() -> None:
    async with reviewing(blundered("showdown")) as pilot:
        screen = review_screen(pilot)
        await pilot.press("plus", "plus", "plus")
        assert "A move every 0.3 seconds." in said(pilot), "the fastest is not at once"
        await pilot.press("space")
        assert at(pilot) < 6, "from the end it begins anew"
        assert "▸ 0.3 s" in said(pilot)
        await until(pilot, lambda: at(pilot) == 1)
        await pilot.press("space")
        stopped_at = at(pilot)
        assert not screen.state.pace
        await pilot.press("home", "space")
        await until(pilot, lambda: at(pilot) == 6)
        assert not screen.state.pace
        assert stopped_at < 6


async def test_the_pace_can_be_set_while_moves_follow() -> None:
    async with reviewing(blundered("showdown")) as pilot:
        screen = review_screen(pilot)
        await pilot.press("home", "space")
        assert screen.state.pace == PACES[2]
        await pilot.press("minus", "minus", "minus")
        assert screen.state.pace == PACES[-1]
        await pilot.press("right")
        assert not screen.state.pace, "whoever steps has taken over"


async def test_nothing_moves_by_itself_where_motion_is_off() -> None:
    async with reviewing(blundered("showdown")) as pilot:
        pilot.app.animation_level = "none"
        await pilot.press("home", "space")
        assert at(pilot) == 1
        assert not review_screen(pilot).state.pace


async def test_a_winning_move_is_explained_and_a_lost_one_points_there() -> None:
    """Who was lost from the start learns the winner's plan."""
    played = game("showdown", "1 1; 2 2; 3 4; 2 5; 4 2; 4 5; 1 3; 3 1", (4, 5), NAMES)
    async with reviewing(played, size=(120, 40)) as pilot:
        await pilot.press("home", "H")
        assert "Step to a move first" in said(pilot)
        await pilot.press("right", "H")
        assert "Every move loses here. Step to a move of Ben" in said(pilot)
        explained = []
        for number in (2, 4, 6):
            await pilot.press("right", "H")
            hint = review_screen(pilot).hint
            assert hint is not None
            assert hint.heading == f"Move {number}: why it wins"
            assert hint.move == played.timeline.moves[number - 1]
            assert review_screen(pilot).picture.sketch is not None
            explained.append(hint.title)
            await pilot.press("right")
            assert review_screen(pilot).hint is None
        assert any(explained), "at least one move has an idea"


async def test_the_reason_of_a_winning_move_ends_with_its_line() -> None:
    played = game("showdown", "1 1; 2 2; 3 4; 2 5; 4 2; 4 5; 1 3; 3 1", (4, 5), NAMES)
    async with reviewing(played, size=(120, 40)) as pilot:
        await pilot.press("home", "right", "right", "H")
        hint = review_screen(pilot).hint
        assert hint is not None
        assert hint.title == "Best play", "no idea proves 2 2, so the line of play is shown"
        assert "move 1 of 9" in hint.sentences
        for _ in range(30):
            if review_screen(pilot).state.why is None:
                break
            await pilot.press("H")
        assert review_screen(pilot).state.why is None
        assert review_screen(pilot).hint is None
        await pilot.press("H", "escape")
        assert review_screen(pilot).hint is None


@pytest.mark.parametrize("slug", ["spacing", "showdown", "passing", "classic", "sequence"])
async def test_no_reason_is_cut_in_the_smallest_window(slug: str) -> None:
    async with reviewing(blundered(slug), size=(40, 15)) as pilot:
        await pilot.press("N", "H")
        await settled(pilot)
        assert not [line for line in seen(pilot)[-4:-1] if "…" in line]


def test_a_mistake_is_never_drawn_as_what_would_have_won() -> None:
    played = blundered("showdown").timeline
    grading = Grading.of(played)
    for number, position in enumerate(played.states[:-1]):
        grading = grading.learn(number, analyse(position))
    mistake = grading.found.mistakes[0].number
    known = grading.analyses[mistake - 1]
    assert known is not None
    # The winner is known, but no move that wins: a search was cut short.
    grading = grading.learn(mistake - 1, replace(known, moves=(), line=(), reason=None))
    state = ReviewState(played.jump(mistake), grading, why=1)
    assert state.mistake is not None
    assert state.hint(NAMES) is None
