"""The lessons: choose one."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import OptionList

from gridlock_tui.match.lessons import Lesson, Task, all_lessons, next_lesson, reached
from gridlock_tui.match.store.lesson_log import LessonLog
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import Variant
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import NO_GAME, BoardView
from gridlock_tui.tui.commands import ANYWHERE, LEARN, TABS, Command, bindings
from gridlock_tui.tui.messages import ShowLesson
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.lesson_list import LessonList
from gridlock_tui.tui.widgets.tab_bar import TAB_HEIGHTS, TabBar
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.moves import StatusMessage


class LearnScreen(ScreenFixes, Screen[None]):
    """Lists the lessons, with the first position of the highlighted one beside them."""

    AUTO_FOCUS = "LessonList"
    CSS_PATH = "learn.tcss"
    TAB = "learn"
    VERTICAL_BREAKPOINTS = TAB_HEIGHTS
    KEY_COMMANDS: ClassVar[tuple[Command, ...]] = (*LEARN, *TABS, *ANYWHERE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_COMMANDS)

    picture: var[Picture] = var(Picture(NO_GAME))
    """The position of the highlighted lesson."""
    about: var[StatusMessage] = var(StatusMessage())
    """What the highlighted lesson is about."""
    done: var[StatusMessage] = var(StatusMessage())
    """How many lessons are done."""

    lessons = getters.query_one(LessonList)

    def __init__(self, log: LessonLog, variant: Variant) -> None:
        """Show what this log knows; the rules are those of the variant without a lesson."""
        super().__init__()
        self._log, self._variant = log, variant
        self._done: frozenset[str] = frozenset()
        """The lessons that are done in the list."""

    @property
    def variant(self) -> Variant:
        """The variant of the highlighted lesson."""
        lesson = self.lessons.lesson
        return lesson.variant if lesson else self._variant

    def compose(self) -> ComposeResult:
        """Lay out tabs, list and preview."""
        yield TabBar(self.TAB)
        with Container(id="learn"):
            yield LessonList()
            with Vertical(id="lesson-about"):
                yield BoardView(id="lesson-preview").data_bind(LearnScreen.picture)
                yield TextLine(id="lesson-words").data_bind(message=LearnScreen.about)
        yield TextLine(id="lessons-done").data_bind(message=LearnScreen.done)
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        """List the lessons, the next one highlighted."""
        self._list()
        self._highlight(next_lesson(self._log.progress) or next(iter(all_lessons()), None))

    def on_screen_resume(self) -> None:
        """Show how far you have come since then; after a lesson that is done, the next one."""
        before, lesson = self._done, self.lessons.lesson
        self._list()
        if lesson is not None and lesson.id in self._done - before:
            self._highlight(next_lesson(self._log.progress))

    def _highlight(self, lesson: Lesson | None) -> None:
        if lesson is not None:
            self.lessons.highlight(lesson)

    def _list(self) -> None:
        progress, lessons = self._log.progress, all_lessons()
        self.lessons.show(progress)
        self._done = frozenset(each.id for each in lessons if reached(progress, each).is_done)
        self.done = StatusMessage(f"{len(self._done)} of {counted(len(lessons), 'lesson')} done")

    @on(OptionList.OptionHighlighted)
    def describe(self) -> None:
        """Show what the highlighted lesson is about."""
        lesson = self.lessons.lesson
        if lesson is not None:
            self.picture = Picture(_shown_step(lesson))
            self.about = StatusMessage(f"{lesson.variant.name}: {lesson.about}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what needs a lesson if there is none."""
        del parameters
        return None if action == "open" and self.lessons.lesson is None else True

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the highlighted lesson."""
        lesson = self.lessons.lesson
        if lesson is not None and self.is_active:  # the key may come twice
            self.post_message(ShowLesson(lesson))


def _shown_step(lesson: Lesson) -> Timeline:
    """Return the position that shows a lesson best: the first in which something is found."""
    finds = (step for step in lesson.steps if step.task in (Task.FIND, Task.FINISH))
    return next(finds, lesson.steps[0]).start()
