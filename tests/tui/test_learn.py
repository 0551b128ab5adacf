"""Lessons in the app: the list, every lesson by keys and by mouse, progress, the offer."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import Analysis, Verdict, unknown_analysis
from gridlock_tui.match.lesson_words import reason_of
from gridlock_tui.match.lessons import (
    Lesson,
    LessonRun,
    Reached,
    Reply,
    Task,
    all_lessons,
    next_lesson,
)
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import FIRST_GAME, VARIANTS, GameState, Move
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.lesson_view import LessonView
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.messages import ShowLesson
from gridlock_tui.tui.screens.learn import LearnScreen
from gridlock_tui.tui.screens.lesson import LessonScreen
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.lesson_list import LessonList
from gridlock_tui.tui.widgets.lesson_offer import LessonOffer
from gridlock_tui.tui.widgets.task_panel import TaskPanel
from gridlock_tui.tui.widgets.token_tray import HandLine, TokenTray
from tests.match.lesson_support import moves_with, right_move
from tests.tui.internals import strips
from tests.tui.support import (
    Size,
    app_of,
    board,
    click_cell,
    drawn,
    game,
    hint,
    key_bar,
    menu_screen,
    offset_of,
    running,
    seen,
    settled,
    status,
    text_of_cell,
    toasts,
)

LESSONS = {lesson.id: lesson for lesson in all_lessons()}
FIRST, SECOND, *_ = LESSONS.values()
MIRROR = LESSONS[f"{FIRST_GAME.slug}-mirror"]
Do = Callable[[Pilot[None], Move], Awaitable[None]]


def lesson_screen(pilot: Pilot[None]) -> LessonScreen:
    """Return the screen, which must be that of a lesson."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def run_of(pilot: Pilot[None]) -> LessonRun:
    return lesson_screen(pilot).view.run


def learn_screen(pilot: Pilot[None]) -> LearnScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LearnScreen)
    return screen


def kept() -> object:
    log = LessonLog(find_paths().lessons)
    assert log.load() == ""
    return log.progress


async def begin(pilot: Pilot[None], lesson: Lesson) -> None:
    await settled(pilot)
    pilot.app.post_message(ShowLesson(lesson))
    await settled(pilot)
    assert run_of(pilot).lesson is lesson


async def try_by_keys(pilot: Pilot[None], move: Move) -> None:
    """Pick the token, walk to the cell and press Space."""
    if move.token is not None:
        await pilot.press(str(move.token))
    grid, cursor = run_of(pilot).state.board, lesson_screen(pilot).view.pointer.cell
    (row, column), (to_row, to_column) = grid.place(cursor), grid.place(move.cell)
    await pilot.press(*["down" if to_row > row else "k"] * abs(to_row - row))
    await pilot.press(*["right" if to_column > column else "h"] * abs(to_column - column))
    await pilot.press("space")
    await settled(pilot)


async def try_by_mouse(pilot: Pilot[None], move: Move) -> None:
    """Click the token and the cell."""
    if move.token is not None:
        await click_token(pilot, move.token)
    await click_cell(pilot, move.cell)
    await settled(pilot)


async def click_token(pilot: Pilot[None], token: int) -> None:
    you = run_of(pilot).you
    trays = [tray for tray in pilot.app.screen.query(TokenTray) if tray.display and tray.size]
    widget = trays[0] if trays else pilot.app.screen.query_one(HandLine)
    for y in range(widget.region.height):
        for x in range(widget.region.width):
            style = pilot.app.screen.get_style_at(widget.region.x + x, widget.region.y + y)
            if style.meta.get("token") == token:
                await pilot.click(offset=(widget.region.x + x, widget.region.y + y))
                assert lesson_screen(pilot).view.pointer.token == token
                return
    raise AssertionError(f"token {token} of {you} is not in sight")


async def go_on_by_keys(pilot: Pilot[None]) -> None:
    await pilot.press("enter")
    await settled(pilot)


async def go_on_by_mouse(pilot: Pilot[None]) -> None:
    """Click what the key bar says about Space."""
    await pilot.click(KeyBar, offset=(key_bar(pilot).index("Space ") + 2, 0))
    await settled(pilot)


WAYS = {"keys": (try_by_keys, go_on_by_keys), "mouse": (try_by_mouse, go_on_by_mouse)}
SIZES = {"keys": (80, 24), "mouse": (120, 40)}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LESSONS)
async def test_every_lesson_to_its_end(name: str, way: str) -> None:
    place, go_on = WAYS[way]
    async with running(size=SIZES[way], keeps=True) as pilot:
        await begin(pilot, LESSONS[name])
        for at, step in enumerate(LESSONS[name].steps):
            assert run_of(pilot).at == at
            while not run_of(pilot).is_step_done:
                await place(pilot, right_move(run_of(pilot)))
            assert run_of(pilot).reply is Reply.DONE
            if step.task is Task.FIND:
                reason = reason_of(run_of(pilot))
                assert reason is not None
                assert board(pilot).picture.sketch is not None, "the reason is drawn"
                cursor = lesson_screen(pilot).view.pointer.cell
                assert cursor == reason.move.cell or run_of(pilot).tried != reason.move
            await go_on(pilot)
        same_game = [each for each in LESSONS.values() if each.variant == LESSONS[name].variant]
        assert run_of(pilot).lesson is next(each for each in same_game if each.id != name)
        assert kept() == {
            name: Reached(len(LESSONS[name].steps), True),
            run_of(pilot).lesson.id: Reached(0),
        }


@pytest.mark.parametrize("name", [f"{FIRST_GAME.slug}-rule", "sequence-fork", "classic-split"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_lesson_in_the_smallest_window(name: str, way: str) -> None:
    place, go_on = WAYS[way]
    async with running(size=(40, 15), keeps=True) as pilot:
        await begin(pilot, LESSONS[name])
        for step in LESSONS[name].steps:
            shown = " ".join(line.strip() for line in seen(pilot))
            assert step.words in " ".join(shown.split())
            while not run_of(pilot).is_step_done:
                await place(pilot, right_move(run_of(pilot)))
            await go_on(pilot)
        assert run_of(pilot).lesson.id != name


# A step.


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_a_wrong_move_is_answered_shown_and_taken_back(size: Size) -> None:
    async with running(size=size) as pilot:
        await begin(pilot, MIRROR)
        before = run_of(pilot).timeline
        wrong = moves_with(run_of(pilot), Verdict.LOSS)[0]
        await try_by_mouse(pilot, wrong)
        run = run_of(pilot)
        assert run.reply is Reply.WRONG
        assert run.timeline.at == before.at + 2, "the move and the reply"
        assert "That loses" in " ".join(seen(pilot))
        assert "try again" in key_bar(pilot)
        await click_cell(pilot, right_move(LessonRun.begin(MIRROR)).cell)
        assert run_of(pilot) == run, "first it has to be taken back"
        await pilot.press("u")
        assert run_of(pilot).timeline == before
        await try_by_keys(pilot, wrong)
        await pilot.press("space")
        assert run_of(pilot).timeline == before, "Space takes it back too"
        await try_by_keys(pilot, MIRROR.steps[0].right[0])
        assert run_of(pilot).is_step_done


async def test_the_panel_goes_on_by_a_click() -> None:
    async with running() as pilot:
        await begin(pilot, MIRROR)
        await try_by_keys(pilot, MIRROR.steps[0].right[0])
        panel = pilot.app.screen.query_one(TaskPanel)
        lines = panel.render().plain.splitlines()
        assert lines[-1] == "Space: next step"
        await pilot.click(TaskPanel, offset=(3, len(lines) - 1))
        assert run_of(pilot).at == 1


async def test_what_to_place_is_drawn_and_what_it_locks_is_seen() -> None:
    async with running(size=(120, 40)) as pilot:
        await begin(pilot, FIRST)
        move = FIRST.steps[0].move
        assert move is not None
        assert "here" in text_of_cell(pilot, move.cell)
        await pilot.press("right", "space")
        assert run_of(pilot).reply is Reply.OTHER
        assert "for now place 2 2" in " ".join(
            pilot.app.screen.query_one(TaskPanel).render().plain.split()
        )
        await pilot.press("left", "space")
        assert run_of(pilot).is_step_done
        assert "here" not in drawn(pilot)
        assert run_of(pilot).state.owner(move.cell) is run_of(pilot).you


async def test_an_illegal_move_is_explained_in_the_words_of_the_rules() -> None:
    async with running() as pilot:
        await begin(pilot, FIRST)
        await pilot.press("space", "space", "space")
        words = pilot.app.screen.query_one(TaskPanel).words
        assert words.text == "2 3 is blocked by 2 2. What is blocked stays blocked."


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_hints_say_where_which_and_why(size: Size) -> None:
    async with running(size=size) as pilot:
        await begin(pilot, MIRROR)
        assert "H hint" in key_bar(pilot)
        await pilot.press("H")
        await settled(pilot)
        assert hint(pilot).startswith("One of 7 moves wins")
        await pilot.press("H")
        assert hint(pilot) == "3 3 wins in 5."
        await pilot.press("H")
        assert hint(pilot).startswith("Mirror: Answer across the centre")
        assert board(pilot).picture.sketch is not None
        await pilot.press("H")
        await settled(pilot)
        assert "move 1 of 5" in hint(pilot)
        await pilot.press("escape")
        assert lesson_screen(pilot).view.hint is None
        assert board(pilot).picture.sketch is None


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_a_hint_where_there_is_none_says_so(size: Size) -> None:
    async with running(size=size) as pilot:
        await begin(pilot, FIRST)
        await pilot.press("H")
        await settled(pilot)
        assert lesson_screen(pilot).view.hint is None
        assert status(pilot)[1] == "There is nothing to find here: do what the step says."
        await pilot.press("u")
        assert status(pilot)[1] == "There is no wrong move to take back."
        await pilot.press("space", "H")
        assert status(pilot)[1] == "This step is done: Space goes on."
        await begin(pilot, MIRROR)
        await try_by_mouse(pilot, moves_with(run_of(pilot), Verdict.LOSS)[0])
        await pilot.press("H")
        assert status(pilot)[1] == "First take the wrong move back: u."


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_moves_are_not_typed_and_the_keys_say_so(size: Size) -> None:
    words = "Moves are not typed here: use the arrows and Space, or click a cell."
    async with running(size=size) as pilot:
        await begin(pilot, MIRROR)
        for key in ("m", "colon", "4"):
            await pilot.press("left", key)
            assert status(pilot)[1] == words
        before = run_of(pilot)
        await pilot.press(*"4 1", "enter")
        assert run_of(pilot) is before, "a typed move places nothing at the cursor"
        assert status(pilot)[1] == words
        await pilot.press("space")
        assert run_of(pilot) is not before


async def test_digits_go_to_numbered_cells() -> None:
    lesson = LESSONS["classic-rule"]
    async with running() as pilot:
        await begin(pilot, lesson)
        await pilot.press("1", "2")
        assert lesson_screen(pilot).view.pointer.cell == 11
        await pilot.press("6")
        assert lesson_screen(pilot).view.pointer.cell == 5
        await pilot.press("0")
        assert status(pilot)[1] == "There is no cell 0: the first one is 1."
        await pilot.press("6", "space")
        assert run_of(pilot).is_step_done


async def test_a_token_that_is_not_in_hand_is_named() -> None:
    async with running() as pilot:
        await begin(pilot, LESSONS["sequence-fork"])
        await pilot.press("5")
        assert status(pilot)[1] == "Token 5 is already on the board."


async def test_a_hint_replaces_what_was_told_and_a_move_replaces_the_hint() -> None:
    async with running() as pilot:
        await begin(pilot, MIRROR)
        taken = run_of(pilot).timeline.moves[0]
        await try_by_mouse(pilot, taken)
        assert "Not allowed" in " ".join(seen(pilot))
        await pilot.press("H", "H", "H")
        await settled(pilot)
        assert "Not allowed" not in " ".join(seen(pilot))
        assert "reflection" in " ".join(seen(pilot))
        await try_by_mouse(pilot, taken)
        assert "Not allowed" in " ".join(seen(pilot))
        assert lesson_screen(pilot).view.hint is None


async def test_the_card_says_what_is_true() -> None:
    async with running() as pilot:
        await begin(pilot, MIRROR)
        assert lesson_screen(pilot).card_one.state == "to win"
        await try_by_keys(pilot, MIRROR.steps[0].right[0])
        assert lesson_screen(pilot).card_one.state == "found it"
        await begin(pilot, FIRST)
        await pilot.press(*["space"] * 6)
        while not run_of(pilot).is_step_done:
            await try_by_keys(pilot, right_move(run_of(pilot)))
        assert lesson_screen(pilot).card_one.state == "won"


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_begins_on_a_cell_where_you_can_place(name: str) -> None:
    lesson = LESSONS[name]
    view = LessonView.of(lesson)
    for at, step in enumerate(lesson.steps):
        run, was = LessonRun.begin(lesson, at), view.run.step.variant.board
        finds = step.task in (Task.FIND, Task.FINISH)
        for cell in range(min(was.size, step.variant.board.size)):
            before = view.with_aim(view.aim.point_at(cell))
            after = before.with_run(run) if at else LessonView.of(lesson)
            if finds:
                assert run.state.why_not(after.pointer.move) is None
            else:
                assert after.pointer.move == step.move
            if at and finds and was == run.state.board and cell in run.state.room_for(run.you):
                assert after.pointer.cell == cell, "it stays"
        view = LessonView.at_step(run)


async def test_moving_the_cursor_says_what_a_move_would_do() -> None:
    async with running() as pilot:
        await begin(pilot, MIRROR)
        assert "blocks" in status(pilot)[1]
        await pilot.press(*["up"] * 3, *["left"] * 3)
        assert status(pilot)[1] == "1 1 is already taken by X."
        await pilot.hover("BoardView", offset=offset_of(board(pilot), 0))
        assert lesson_screen(pilot).view.pointer.cell == 0


async def test_tokens_are_picked_by_keys() -> None:
    async with running() as pilot:
        await begin(pilot, LESSONS["sequence-fork"])
        hand = run_of(pilot).state.hand(run_of(pilot).you)
        assert lesson_screen(pilot).view.pointer.token == hand[0]
        await pilot.press("tab")
        assert lesson_screen(pilot).view.pointer.token == hand[1]
        await pilot.press("shift+tab", "shift+tab")
        assert lesson_screen(pilot).view.pointer.token == hand[-1]
        await pilot.press("5")
        assert lesson_screen(pilot).view.pointer.token == hand[-1], "5 is on the board"
        assert "Tab token" in key_bar(pilot)
        await try_by_keys(pilot, right_move(run_of(pilot)))
        await settled(pilot)
        assert run_of(pilot).is_step_done
        assert "Tab token" not in key_bar(pilot)


async def test_a_lesson_starts_over() -> None:
    async with running(keeps=True) as pilot:
        await begin(pilot, FIRST)
        await pilot.press("space", "space")
        assert run_of(pilot).at == 1
        await pilot.press("R")
        assert (run_of(pilot).at, run_of(pilot).reply) == (0, Reply.NONE)


@pytest.mark.slow
async def test_without_the_engine_a_lesson_can_still_be_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as pilot:
        await settled(pilot)
        await app_of(pilot).engine.close()
        monkeypatch.setattr("sys.executable", "/nonexistent")
        await begin(pilot, FIRST)
        await pilot.press(*["space"] * 6)
        assert run_of(pilot).step.task is Task.FINISH
        await try_by_keys(pilot, moves_with(run_of(pilot), Verdict.WIN)[0])
        assert run_of(pilot).reply is Reply.FAILED
        await pilot.press("escape")
        learn_screen(pilot)


def fails_at_first(
    monkeypatch: pytest.MonkeyPatch, *answers: Callable[[GameState], list[Analysis]]
) -> None:
    """Let the first requests to the engine have these answers only."""
    left, analyses = list(answers), EngineClient.analyses

    async def answering(
        engine: EngineClient, state: GameState, seconds: float | None = None
    ) -> AsyncGenerator[Analysis, None]:
        if left:
            for each in left.pop(0)(state):
                yield each
            return
        async for found in analyses(engine, state, seconds):
            yield found

    monkeypatch.setattr(EngineClient, "analyses", answering)


async def test_a_request_that_another_one_has_ended_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as pilot:
        await begin(pilot, FIRST)
        await pilot.press(*["space"] * 6)
        await settled(pilot)
        assert run_of(pilot).exercise.analysis is not None
        fails_at_first(monkeypatch, lambda _: [], lambda _: [])
        await click_cell(pilot, moves_with(run_of(pilot), Verdict.WIN)[0].cell)
        await settled(pilot)
        assert run_of(pilot).reply is Reply.ANSWERED


async def test_an_engine_that_fails_once_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as pilot:
        await settled(pilot)
        fails_at_first(monkeypatch, *[lambda state: [unknown_analysis(state)]] * 2)
        await begin(pilot, MIRROR)
        await pilot.press("H")
        await settled(pilot)
        assert hint(pilot).startswith("Not known")
        await pilot.press("H")
        await settled(pilot)
        assert hint(pilot).startswith("One of 7 moves wins")
        await try_by_keys(pilot, MIRROR.steps[0].right[0])
        assert reason_of(run_of(pilot)) is not None


async def test_a_lesson_waits_only_for_an_engine_that_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as pilot:
        await settled(pilot)
        fails_at_first(monkeypatch, *[lambda state: [unknown_analysis(state)]] * 9)
        await begin(pilot, MIRROR)
        lesson_screen(pilot).play(MIRROR.steps[0].right[0])
        assert lesson_screen(pilot).is_answering
        await settled(pilot)
        assert run_of(pilot).is_step_done
        assert not lesson_screen(pilot).is_answering


# The list.


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_the_tab_lists_all_lessons_with_the_next_one_highlighted(size: Size) -> None:
    LessonLog(find_paths().lessons).reach(FIRST.id, 4, is_done=True)
    async with running(size=size, keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("L")
        await settled(pilot)
        found = learn_screen(pilot).query_one(LessonList)
        assert [each.id for each in found.options if each.id] == list(LESSONS)
        assert found.lesson is SECOND
        lines = [line for line in seen(pilot) if FIRST.title in line or SECOND.title in line]
        assert "✓" in lines[0]
        assert "done" in lines[0]
        assert "next, 3 steps" in lines[1]
        await pilot.press("enter")
        await settled(pilot)
        assert run_of(pilot).lesson is SECOND
        await pilot.press("escape", "escape")
        await settled(pilot)
        menu_screen(pilot)


async def test_a_click_opens_a_lesson() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("3")
        await settled(pilot)
        at = next(y for y, strip in enumerate(strips(pilot.app.screen)) if "Mirror" in strip.text)
        await pilot.click(offset=(8, at))
        await settled(pilot)
        assert run_of(pilot).lesson is MIRROR


async def test_the_list_follows_what_was_learnt() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("L", "enter")
        await settled(pilot)
        await pilot.press("space", "space", "escape")
        await settled(pilot)
        assert any("step 2 of 4" in line for line in seen(pilot))
        await pilot.press("enter")
        await settled(pilot)
        assert run_of(pilot).at == 1, "it goes on where it was left"


async def test_the_list_keeps_its_place() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("L", *["down"] * 4)
        chosen = learn_screen(pilot).lessons.lesson
        assert chosen not in (None, FIRST)
        for keys in (("question_mark", "escape"), ("enter", "escape")):
            for key in keys:
                await pilot.press(key)
                await settled(pilot)
            assert learn_screen(pilot).lessons.lesson is chosen


async def test_after_a_lesson_the_next_one_is_highlighted() -> None:
    LessonLog(find_paths().lessons).reach(FIRST.id, 4, is_done=True)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("L", "enter")
        await settled(pilot)
        assert run_of(pilot).lesson is SECOND
        for step in SECOND.steps:
            await try_by_keys(pilot, step.right[0])
            if not run_of(pilot).is_done:
                await pilot.press("space")
        await pilot.press("escape")
        await settled(pilot)
        assert learn_screen(pilot).lessons.lesson is MIRROR


async def test_the_rules_are_those_of_the_highlighted_lesson() -> None:
    async with running(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("L", "end", "f1")
        await settled(pilot)
        last = list(LESSONS.values())[-1]
        assert any(last.variant.how[0][:30] in line for line in seen(pilot))


async def test_when_all_lessons_are_done_the_last_one_returns_to_the_list() -> None:
    log = LessonLog(find_paths().lessons)
    for lesson in LESSONS.values():
        log.reach(lesson.id, len(lesson.steps), is_done=True)
    async with running(keeps=True) as pilot:
        await begin(pilot, MIRROR)
        for step in MIRROR.steps:
            await try_by_keys(pilot, step.right[0])
            await pilot.press("space")
            await settled(pilot)
        assert any(f"{len(LESSONS)} of {len(LESSONS)} lessons done" in each for each in seen(pilot))
        learn_screen(pilot)


# The offer of the first lesson.


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.parametrize("way", ["key", "click"])
async def test_the_first_launch_offers_the_first_lesson(size: Size, way: str) -> None:
    async with running(size=size, keeps=True) as pilot:
        await settled(pilot)
        assert sum("New here?" in line for line in seen(pilot)) == 1
        if way == "key":
            await pilot.press("n")
        else:
            await pilot.click(LessonOffer)
        await settled(pilot)
        assert run_of(pilot).lesson is FIRST
        await pilot.press("escape", "escape")
        await settled(pilot)
        menu_screen(pilot)
        assert not any("New here?" in line for line in seen(pilot)), "a lesson was begun"


async def test_the_next_lesson_is_one_of_the_highlighted_game() -> None:
    rule, last, *_ = (each for each in LESSONS.values() if each.variant.slug == "classic")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        menu_screen(pilot).propose(MenuChoices(VARIANTS["classic"]))
        await pilot.press("n")
        await settled(pilot)
        assert run_of(pilot).lesson is rule
        await pilot.press("escape", "escape")
        await settled(pilot)
        LessonLog(find_paths().lessons).reach(rule.id, len(rule.steps), is_done=True)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        menu_screen(pilot).propose(MenuChoices(VARIANTS["classic"]))
        await pilot.press("n")
        await settled(pilot)
        assert run_of(pilot).lesson is last


def test_after_the_last_lesson_of_a_game_the_first_one_that_is_left_comes() -> None:
    done = {
        each.id: Reached(len(each.steps), is_done=True)
        for each in LESSONS.values()
        if each.variant.slug == "classic"
    }
    assert next_lesson({}, "classic") is LESSONS["classic-rule"]
    assert next_lesson(done, "classic") is FIRST
    assert next_lesson({}) is FIRST


async def test_after_a_game_nothing_is_offered() -> None:
    library = Library(find_paths())
    library.history()[0].count()
    library.close()
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert not any("New here?" in line for line in seen(pilot))


async def test_a_game_that_is_left_ends_the_offer() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("space", "escape")
        await settled(pilot)
        menu_screen(pilot)
        assert not any("New here?" in line for line in seen(pilot))


async def test_where_nothing_is_kept_nothing_is_offered() -> None:
    async with running() as pilot:
        await settled(pilot)
        assert not any("New here?" in line for line in seen(pilot))


# Kept data.


async def test_what_cannot_be_read_is_set_aside_with_a_notice(home: Path) -> None:
    home.mkdir()
    (home / "lessons.txt").write_text("damaged")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("L")
        await settled(pilot)
        (notice,) = toasts(pilot)
        assert notice.startswith("A new list of lessons was started")
    assert len(list(home.glob("*.set-aside"))) == 1


async def test_what_cannot_be_written_is_said_and_the_lesson_goes_on(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await begin(pilot, FIRST)
        (home / "lessons.txt").write_text("gridlock lessons 99\n")
        await pilot.press("space")
        await settled(pilot)
        assert toasts(pilot) == ["Not saved: lessons.txt was written by a newer Gridlock."]
        await pilot.press("space")
        assert run_of(pilot).at == 1


async def test_a_hint_beside_the_board_is_shown_in_its_panel() -> None:
    async with running() as pilot:
        await begin(pilot, MIRROR)
        await pilot.press("H")
        await settled(pilot)
        assert pilot.app.screen.query_one(HintPanel).display
