"""The review: every move is graded by what is proven; a mistake shows what would have won."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from gridlock_tui.engine import Analysis, Verdict, analyse
from gridlock_tui.match import Timeline
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import GameState, write_move
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.title_bar import TitleBar
from tests.tui.review_support import (
    BLUNDERS,
    FLAWLESS,
    NAMES,
    at,
    blundered,
    graph,
    reviewing,
    said,
    until,
)
from tests.tui.support import (
    Size,
    click_move,
    drawn_signs,
    game,
    game_screen,
    key_bar,
    log_lines,
    result,
    review_screen,
    running,
    seen,
    settled,
    signs_of_cell,
)


async def test_keys_step_through_the_game() -> None:
    async with reviewing(blundered("spacing")) as pilot:
        whole = review_screen(pilot).state.timeline
        assert at(pilot) == 8
        for key, expected in (
            *(("right", 8), ("left", 7), ("h", 6), ("l", 7), ("home", 0), ("left", 0)),
            *(("right", 1), ("l", 2), ("end", 8)),
        ):
            await pilot.press(key)
            assert at(pilot) == expected, key
        await pilot.press("home", "right")
        assert review_screen(pilot).state.timeline.moves == whole.moves
        assert said(pilot).startswith("1/8 Ada played 4 1, but was already lost.")
        assert "Ada took 4 1" in said(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)
        assert pilot.app.screen.timeline == whole


async def test_grades_stand_beside_the_moves() -> None:
    async with reviewing(blundered("spacing")) as pilot:
        assert log_lines(pilot) == [
            *("1 X 4 1 ▼", "2 O 4 2 ▲", "3 X 1 4 ▼", "4 O 1 2 !"),
            *("5 X 3 3 !", "6 O 2 4 ▲", "7 X 2 1 ▼", "8 O 4 4 ="),
            "Ben wins",
        ]
    async with reviewing(blundered("showdown"), ascii_only=True) as pilot:
        await pilot.press("N")
        text = "\n".join(" ".join(line.split()) for line in seen(pilot))
        for words in ("1 3 1 - 4 4 +", "3 4 2 - >1 4 !", "5 3 3 ! 1 2 *", "Showdown 4x4 Review"):
            assert words in text
        letters = ["X         X", "O O O O O   O O"]
        assert [line.rstrip() for line in graph(pilot)[::2]] == letters, "without the filter"
        painted = [line.rstrip() for line in seen(pilot)]
        for words in (letters[0], "  --------@-!---", letters[1]):
            assert any(line.endswith(f"   {words}") for line in painted)


async def test_each_grade_is_said_in_words() -> None:
    async with reviewing(blundered("showdown")) as pilot:
        await pilot.press("home")
        assert said(pilot).startswith("0/6 The empty board: Ben wins with best play.")
        for words in (
            "1/6 Ada played 3 1, but was already lost.",
            "2/6 Ben played a winning move, 4 4.",
            "3/6 Ada played 4 2, but was already lost.",
            "4/6 Ben threw the win away with 1 4. Ada stands to win",
            "5/6 Ada threw the win away with 3 3. Ben stands to win 2 2 would have won",
            "6/6 Ben found the only winning move, 1 2. Ben wins",
        ):
            await pilot.press("right")
            assert said(pilot).startswith(words)
    async with reviewing(game(*FLAWLESS, names=NAMES)) as pilot:
        assert said(pilot).startswith("4/4 Ben had only one move, 13. Ben wins Ada has no valid")


@pytest.mark.parametrize("slug", BLUNDERS)
async def test_mistakes_are_shown_with_what_would_have_won(slug: str) -> None:
    async with reviewing(blundered(slug)) as pilot:
        screen = review_screen(pilot)
        slips = BLUNDERS[slug][2]
        await pilot.press("home")
        for number in (*slips, slips[0]):
            if number < at(pilot):
                await pilot.press("N")
                assert at(pilot) == slips[-1]
                assert "No further mistakes." in said(pilot)
            await pilot.press("N")
            assert at(pilot) == number
            before = screen.state.timeline.states[number - 1]
            truth = analyse(before)
            winning = {
                value.move: value.distance for value in truth.moves if value.verdict is Verdict.WIN
            }
            assert screen.state.found.moves[number - 1].better == tuple(winning)
            best = truth.line
            reason = truth.reason
            if reason is not None and reason.move != best[0]:  # the line shows the idea
                best = (reason.move, *analyse(before.play(reason.move)).line)
            line = "; ".join(write_move(before.variant, move) for move in best)
            first = write_move(before.variant, best[0])
            if len(best) > 1:
                assert f"{first} would have won: {line}." in said(pilot)
            else:
                assert f"{first} would have won at once." in said(pilot)
            outcome = Timeline.replay(before, best).state.outcome
            assert outcome is not None
            assert outcome.winner is before.to_move
            shown = {move: in_ for move, in_ in winning.items() if move.token == best[0].token}
            taken = screen.state.timeline.moves[number - 1].cell
            for cell in range(before.board.size):
                signs = [f"▲{in_}" for move, in_ in shown.items() if move.cell == cell != taken]
                assert all(sign in signs_of_cell(pilot, cell) for sign in signs)
                assert bool(signs) == ("▲" in signs_of_cell(pilot, cell))
        await pilot.press("end")
        assert "▲" not in drawn_signs(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
async def test_long_names_leave_room_for_grade_and_proof(size: Size) -> None:
    names = ("Maximiliana Featherstone", "Bartholomew Cumberbatch")
    moves, board_size, _ = BLUNDERS["spacing"]
    async with reviewing(game("spacing", moves, board_size, names), size=size) as pilot:
        await pilot.press("N")
        assert " threw the win away with 1 2." in said(pilot)
        assert "1 3 would have won: 1 3; 1 1; 2 1; 3 3; 3 4." in said(pilot)


@pytest.mark.parametrize("slug", BLUNDERS)
async def test_a_line_that_breaks_off_is_followed_to_the_end(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thorough = EngineClient.analyses

    async def hurried(
        engine: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncIterator[Analysis]:
        async for analysis in thorough(engine, state, seconds):
            yield replace(analysis, line=analysis.line[:1])

    monkeypatch.setattr(EngineClient, "analyses", hurried)
    async with reviewing(blundered(slug)) as pilot:
        screen = review_screen(pilot)
        for slip in screen.state.found.mistakes:
            end = Timeline.replay(screen.state.timeline.states[slip.number - 1], slip.line).state
            assert end.outcome is not None
            assert end.outcome.winner is slip.player


async def test_a_line_that_is_not_known_is_not_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    thorough = EngineClient.analyses

    async def without_lines(
        engine: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncIterator[Analysis]:
        async for analysis in thorough(engine, state, seconds):
            yield replace(analysis, line=())

    monkeypatch.setattr(EngineClient, "analyses", without_lines)
    async with reviewing(blundered("showdown")) as pilot:
        await pilot.press("N")
        assert "1 2 would have won; the line that proves it is not known." in said(pilot)


async def test_after_the_last_mistake_there_is_no_further_one() -> None:
    async with reviewing(blundered("showdown")) as pilot:
        last = BLUNDERS["showdown"][2][-1]
        await pilot.press("N", "N")
        assert at(pilot) == last, "from the end, where a review opens, it goes to the first one"
        for _ in range(last, len(review_screen(pilot).state.timeline.moves) - 1):
            await pilot.press("right")
        here = at(pilot)
        await pilot.press("N")
        assert at(pilot) == here
        assert "No further mistakes." in said(pilot)


async def test_a_game_without_mistakes_says_so() -> None:
    async with reviewing(game(*FLAWLESS)) as pilot:
        await pilot.press("home", "N")
        assert at(pilot) == 0
        assert "No mistakes: no win was thrown away." in said(pilot)
        await pilot.press("right")
        assert "No mistakes" not in said(pilot)


async def test_undecided_moves_are_shown_as_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock_tui.tui.grading.POSITION_SECONDS", 0.001)
    async with reviewing(game("showdown", "1 1; 3 3; 5 5", (7, 8), NAMES)) as pilot:
        assert said(pilot) == (
            "3/3 Ada played 5 5: not proven good or bad. not known who wins "
            "Ada took 5 5: 4 cells blocked for both."
        )
        assert log_lines(pilot) == [
            *("1 X 1 1 ?", "2 O 3 3 ?", "3 X 5 5 ?"),
        ]
        assert graph(pilot)[1].replace("◆", "?") == "  ?─?─?─?─"
        assert not set("█") & set("".join(graph(pilot)))
        await pilot.press("N")
        assert "No mistake found, but not every position could be solved." in said(pilot)
        await pilot.press("home")
        assert "The empty board: not known who wins." in said(pilot)


async def test_a_verdict_cut_short_is_requested_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gridlock_tui.tui.grading.POSITION_SECONDS", 0.0)
    begun = game("showdown", "1 1; 3 3; 5 5", (5, 5), NAMES)
    async with reviewing(begun) as pilot:
        monkeypatch.setattr("gridlock_tui.tui.grading.POSITION_SECONDS", 60.0)
        await pilot.press("escape", "w")
        await settled(pilot)
        assert review_screen(pilot).state.found.is_complete


async def test_leaving_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    async def analyses(
        _: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncIterator[Analysis]:
        del seconds
        await asyncio.Event().wait()  # for ever: no answer may come between a key and a look
        yield analyse(state)

    monkeypatch.setattr(EngineClient, "analyses", analyses)
    async with running(game("sequence", "1 A1; 5 H8; 9 D4", (8, 8))) as pilot:
        await pilot.press("w")
        await pilot.pause()
        screen = review_screen(pilot)
        assert screen.state.thinking
        assert "thinking…" in said(pilot)
        assert log_lines(pilot)[0].endswith("·")
        await pilot.press("N")
        assert "still working" in said(pilot)
        workers = [worker for worker in pilot.app.workers if worker.node is screen]
        assert workers
        await pilot.press("escape")
        await settled(pilot)
        assert all(worker.is_finished for worker in workers)
        assert isinstance(pilot.app.screen, GameScreen)


async def test_a_computer_waits_while_the_game_is_reviewed() -> None:
    begun = game("showdown", "2 2", kinds=("human", "perfect"))
    async with running(begun, settings=Settings(pace=20)) as pilot:
        screen = game_screen(pilot)
        assert screen.view.computer_thinks
        await pilot.press("w")
        await settled(pilot)  # waits for the computer as well, if it goes on
        assert len(screen.timeline.moves) == 1
        preferences_of(pilot.app).change(pace=0)
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.timeline.moves) == 2)
        assert not screen.status.message.alarmed


async def test_a_move_that_was_taken_over_belongs_to_its_player() -> None:
    begun = game("showdown", "2 2", names=NAMES).take_over()
    async with reviewing(begun) as pilot:
        assert said(pilot).startswith("1/1 Ada played 2 2")
        assert "Ada stands to win" in said(pilot), "she sits on the other side by now"


async def test_a_review_is_offered_where_there_are_moves() -> None:
    async with running(game("showdown")) as pilot:
        await pilot.press("w")
        assert isinstance(pilot.app.screen, GameScreen)
    async with running(game(*FLAWLESS)) as pilot:
        assert "w review" in result(pilot)
    async with running(game(*FLAWLESS), size=(40, 15)) as pilot:
        assert "w review" in key_bar(pilot)


async def test_the_title_shows_the_day_and_f1_the_rules_of_the_game_reviewed() -> None:
    async with running() as pilot:
        app = pilot.app
        engine = app.engine  # type: ignore[attr-defined]
        await app.push_screen(ReviewScreen(blundered("passing"), engine, "2024-02-29"))
        await settled(pilot)
        title = app.screen.query_one(TitleBar).render().plain
        assert "Review   2024-02-29" in title
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, RulesPage)
        assert "Passing" in str(app.screen.query(".heading").first().render())
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_the_moves_can_be_shown_in_a_small_window() -> None:
    async with reviewing(blundered("spacing"), size=(40, 15)) as pilot:
        log = pilot.app.screen.query_one(MoveLog)
        assert not log.display
        await pilot.press("v")
        assert log.display
        await pilot.pause()
        await pilot.press("home")
        await pilot.pause()
        await click_move(pilot, 3)
        assert at(pilot) == 3


async def test_the_empty_board_of_a_swapped_game_names_one_winner() -> None:
    begun = game("spacing", "2 2", size=(3, 3), names=("Ada", "Ben")).take_over()
    async with reviewing(begun) as pilot:
        await settled(pilot)
        await pilot.press("home")
        await pilot.pause()
        words = said(pilot)
        best = re.search(r"(\w+) wins with best play", words)
        stands = re.search(r"(\w+) stands to win", words)
        assert best is not None, words
        assert stands is not None, words
        assert best[1] == stands[1]
