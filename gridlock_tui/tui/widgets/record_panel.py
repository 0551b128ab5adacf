"""Your record in the puzzle room: rating, what you have solved, and a calendar."""

from __future__ import annotations

import calendar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.match.puzzle_room import RoomState
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.widgets.puzzle_panel import QUIET, sign_of, signed, week_lines, week_signs
from gridlock_tui.tui.wording.puzzles import WEEKDAYS, month_words, rating_words


class RecordPanel(Widget):
    """Shows as much of your record as fits."""

    state: reactive[RoomState | None] = reactive[RoomState | None](None)
    """Everything shown, set as a whole."""

    def render(self) -> Content:
        """Return the lines."""
        state, (width, height) = self.state, self.content_size
        if state is None or not width:
            return Content("")
        month = [Content(""), *_month(state)]
        parts = (f"{part[:1].upper()}{part[1:]}" for part in _parts(state))
        lines = [self._rating(state), *(Content.styled(part, QUIET) for part in parts)]
        for record in (lines, [self._summary(state)]):
            if height >= len(record) + len(month):
                return Content("\n").join([*record, *month])
        if height >= 3:
            return Content("\n").join([self._summary(state), *week_lines(week_signs(state))])
        squares = Content(" ").join([signed(sign) for sign in week_signs(state)])
        rating = self._rating(state)
        gap = max(width - rating.cell_length - squares.cell_length, 2)
        return Content.assemble(rating, " " * gap, squares)

    def _rating(self, state: RoomState) -> Content:
        rating = rating_words(state.record.rating)
        return Content.assemble(("Your rating ", QUIET), (rating, "bold"))

    def _summary(self, state: RoomState) -> Content:
        line = self._rating(state)
        for part in _parts(state):
            longer = Content.assemble(line, (f"   {part}", QUIET))
            line = longer if longer.cell_length <= self.content_size.width else line
        return line


def _parts(state: RoomState) -> list[str]:
    """Return what you have solved and missed, and your best streak of days."""
    record = state.record
    if not record.attempts:
        return []
    parts = [f"{record.clean} of {counted(record.attempts, 'puzzle')} solved at once"]
    if missed := record.attempts - record.solved:
        parts[0] += f", {missed} missed"
    if record.best_daily_streak:
        parts.append(f"best streak {counted(record.best_daily_streak, 'day')}")
    return parts


def _month(state: RoomState) -> list[Content]:
    """Return the calendar of this month: each day with its sign."""
    today = state.today
    heading = Content.styled(month_words(today), "bold")
    letters = Content.styled(" ".join(f" {letter}  " for letter in WEEKDAYS), QUIET)
    weeks = calendar.Calendar().monthdatescalendar(today.year, today.month)
    lines = [
        Content(" ").join(
            [
                Content.assemble(
                    (f"{day.day:>2}", "bold" if day == today else QUIET), signed(sign), " "
                )
                if day.month == today.month
                else Content("    ")
                for day, sign in ((day, sign_of(state, day)) for day in week)
            ]
        )
        for week in weeks
    ]
    return [heading, letters, *lines]
