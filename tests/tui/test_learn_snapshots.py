"""Pictures of the lessons, at three sizes and in five looks, compared with those on file."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.lessons import Lesson, all_lessons
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import FIRST_GAME
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.messages import ShowLesson
from gridlock_tui.tui.startup import Startup
from tests.tui.support import settled
from tests.tui.test_snapshots import LOOKS, SIZES, SnapCompare

LESSONS = {lesson.id: lesson for lesson in all_lessons()}
Walk = Callable[[Pilot[None]], Awaitable[None]]


def keys(*pressed: str, lesson: str = "") -> Walk:
    """Return what opens a lesson, if one is named, and presses these keys."""

    async def walk(pilot: Pilot[None]) -> None:
        await settled(pilot)
        if lesson:
            found: Lesson = LESSONS[lesson]
            pilot.app.post_message(ShowLesson(found))
            await settled(pilot)
        for key in pressed:
            await pilot.press(key)
            await settled(pilot)

    return walk


MIRROR = f"{FIRST_GAME.slug}-mirror"
SCREENS: dict[str, Walk] = {
    "offer": keys(),
    "learn": keys("L"),
    "lesson-place": keys("n"),
    "lesson-refused": keys("n", "space", "space", "space"),
    "lesson-wrong": keys("right", "down", "space", lesson=MIRROR),
    "lesson-found": keys("down", "down", "space", lesson=MIRROR),
    "lesson-hint": keys("H", "H", "H", lesson="spacing-spare"),
    "lesson-tokens": keys("2", "down", "down", "right", "space", lesson="sequence-fork"),
}


@pytest.fixture(autouse=True)
def some_progress(request: pytest.FixtureRequest) -> None:
    """Keep what was learnt so far; nothing for the picture of the first start."""
    if "offer" not in request.node.name:
        log = LessonLog(find_paths().lessons)
        first, second, third, *_ = LESSONS.values()
        is_place = "place" in request.node.name or "refused" in request.node.name
        log.reach(second.id, 3, is_done=True)
        log.reach(third.id, 0, is_done=False)
        if not is_place:
            log.reach(first.id, 2, is_done=False)


def pictured(
    snap_compare: SnapCompare, screen: str, size: str, theme: str, *, ascii_only: bool = False
) -> bool:
    app = GridlockApp(
        Startup(
            settings=Settings(theme=theme, animation="reduced"),
            ansi_only=theme.startswith("ansi"),
            ascii=ascii_only,
            keeps=True,
        )
    )
    app.animation_level = "none"
    return snap_compare(app, terminal_size=SIZES[size], run_before=SCREENS[screen])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_dark(snap_compare: SnapCompare, screen: str, size: str) -> None:
    assert pictured(snap_compare, screen, size, "gridlock-dark")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_look(
    snap_compare: SnapCompare, screen: str, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    assert pictured(snap_compare, screen, "80x24", LOOKS[look], ascii_only=look == "ascii")
