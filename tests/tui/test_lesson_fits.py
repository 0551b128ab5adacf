"""Nothing that a lesson says is cut off, in any step and after any move."""

import re
from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from gridlock_tui.engine import analyse
from gridlock_tui.match.lessons import Lesson, LessonRun, Task, all_lessons
from gridlock_tui.rules import Move
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.lesson_view import LessonView
from gridlock_tui.tui.messages import ShowLesson
from gridlock_tui.tui.screens.lesson import LessonScreen
from gridlock_tui.tui.widgets.hint_panel import HintPanel
from gridlock_tui.tui.widgets.status_bar import StatusBar
from gridlock_tui.tui.widgets.task_panel import TaskPanel
from tests.match.lesson_support import answered, right_move, wrong_move
from tests.tui.support import Size, running, seen, settled, status

LESSONS = {lesson.id: lesson for lesson in all_lessons()}


def views(lesson: Lesson) -> Iterator[tuple[str, LessonView]]:
    """Yield what every step can show: its task, what is told of any kind of move, and hints."""
    for at, step in enumerate(lesson.steps):
        run = LessonRun.begin(lesson, at)
        begun = LessonView.at_step(run)
        yield f"step {at + 1}", begun
        hand = run.state.hand(run.you) or (None,)
        taken = [Move(move.cell, hand[0]) for move in run.timeline.moves[:1]]
        for move in filter(None, (right_move(run), wrong_move(run), *taken)):
            yield f"step {at + 1}, {move}", begun.with_run(answered(run.play(move)))
        if step.task in (Task.FIND, Task.FINISH):
            yield from ((f"step {at + 1}, hint", view) for view in hinted(begun))


def hinted(view: LessonView) -> Iterator[LessonView]:
    """Yield the view with every step of the hint."""
    coach, run = Coach(), view.run
    coach.analysis = analyse(run.state)
    for _ in range(4):
        coach.ask_hint()
        if (wanted := coach.wants_line_after) is not None:
            coach.learn_line(analyse(wanted).line)
        hint = coach.due_hint(run.names, run.exercise.asked.last_move)
        assert hint is not None
        yield view.with_hint(hint)


async def opened(pilot: Pilot[None], lesson: Lesson) -> LessonScreen:
    await settled(pilot)
    pilot.app.post_message(ShowLesson(lesson))
    await settled(pilot)
    assert isinstance(pilot.app.screen, LessonScreen)
    return pilot.app.screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (76, 24), (120, 40)])
@pytest.mark.parametrize("name", LESSONS)
async def test_all_words_fit_beside_the_board(name: str, size: Size) -> None:
    async with running(size=size) as pilot:
        screen = await opened(pilot, LESSONS[name])
        for what, view in views(LESSONS[name]):
            screen.view = view
            await pilot.pause()
            bottom = screen.query_one(StatusBar).region.y
            for panel in (screen.query_one(TaskPanel), screen.query_one(HintPanel)):
                if not panel.display:
                    continue
                lines = panel.render().plain.splitlines()
                assert panel.region.bottom <= bottom, f"{what}: {panel.region.bottom - bottom}"
                assert panel.content_size.height >= len(lines), what
                assert any(lines[-1].strip() in line for line in seen(pilot)), what


@pytest.mark.slow
@pytest.mark.parametrize("name", LESSONS)
async def test_the_smallest_window_shows_the_sentence_that_matters(name: str) -> None:
    async with running(size=(40, 15)) as pilot:
        screen = await opened(pilot, LESSONS[name])
        for what, view in views(LESSONS[name]):
            screen.view = view
            await pilot.pause()
            said = screen.status.message.text
            first = re.split(r"(?<=[.!?…]) ", said)[0]
            assert first in " ".join(" ".join(seen(pilot)).split()), what
            assert "…" not in status(pilot)[1] or "…" in said, what
