"""The list of lessons: those of each game under its name, with how far you have come."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from gridlock_tui.match.lessons import Lesson, Progress, all_lessons, next_lesson, reached
from gridlock_tui.tui.widgets.marked_list import MarkedList

_QUIET = "$foreground 75%"
_DONE, _BEGUN, _OPEN = "✓", "◐", "○"
_AROUND_LINE = 4
"""Columns beside a line: the mark, and room for a scroll bar."""


class LessonList(MarkedList):
    """Lists all lessons; the next one is named."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Enter opens a lesson: that is a command of the screen, so that the key bar shows it.
        Binding("enter", "screen.open", "open", show=False),
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._lessons = {lesson.id: lesson for lesson in all_lessons()}
        self._progress: Progress = {}
        self._next: Lesson | None = None

    @property
    def lesson(self) -> Lesson | None:
        """The highlighted lesson."""
        option = self.highlighted_option
        return self._lessons.get(option.id or "") if option else None

    def show(self, progress: Progress) -> None:
        """Show how far you have come."""
        self._progress, self._next = progress, next_lesson(progress)
        if not self.option_count:
            self._fill()
        self.write()

    def highlight(self, lesson: Lesson) -> None:
        """Highlight a lesson."""
        self.highlighted = self.get_option_index(lesson.id)

    def _fill(self) -> None:
        options, slug = list[Option](), ""
        for lesson in self._lessons.values():
            if lesson.variant.slug != slug:
                slug = lesson.variant.slug
                options.append(Option(lesson.variant.name, disabled=True))
            options.append(Option(self.prompt_of(lesson.id, " "), lesson.id))
        self.add_options(options)
        self._space_headings()

    def on_resize(self) -> None:
        """Fit the lines to the width, and keep the games apart where there is room."""
        self.write()
        self._space_headings()

    def _space_headings(self) -> None:
        headings = [at for at, option in enumerate(self.options) if option.id is None]
        lines = self.option_count + len(headings) - 1
        above = "\n" if self.size.height >= lines else ""
        for at in headings:
            name = str(self.options[at].prompt).strip()
            prompt = Content.styled(f"{above if at else ''}{name}", "bold")
            self.replace_option_prompt_at_index(at, prompt)

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return the line of a lesson: a sign, its title, and how many of its steps are done."""
        lesson = self._lessons[line]
        come, steps = reached(self._progress, lesson), len(lesson.steps)
        sign, style = (_DONE, "$success") if come.is_done else (_OPEN, _QUIET)
        words = f"{steps} steps"
        if not come.is_done and come.step:
            sign, style, words = _BEGUN, "$foreground", f"step {come.step + 1} of {steps}"
        elif come.is_done:
            words = "done"
        if lesson is self._next:
            words = f"next, {words}"
        left = Content.assemble(f"{mark} ", (sign, style), f" {lesson.title}")
        width = self.scrollable_content_region.width - _AROUND_LINE
        gap = max(width - left.cell_length - len(words), 2)
        return Content.assemble(
            left, " " * gap, (words, "bold" if lesson is self._next else _QUIET)
        )
