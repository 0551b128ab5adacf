"""A puzzle beside the board: the task, the verdict on your move, the result, and your record."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.match.puzzle_room import RoomState
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.widgets.large_text import large_text
from gridlock_tui.tui.widgets.text_line import wrapped
from gridlock_tui.tui.widgets.too_small import ROOMY_HEIGHT, TALL_HEIGHT
from gridlock_tui.tui.wording.puzzles import WEEKDAYS, day_sign

QUIET = "$foreground 65%"
_TRIES = {"+": ("■", "$success"), "?": ("▲", "$warning"), "x": ("×", "$error")}
_SIGNS = {"■": "$success", "×": "bold $error", "□": "$success"}
_LABEL_WIDTH = 13


class PuzzleWords(NamedTuple):
    """Everything the panel shows."""

    task: str = ""
    title: str = ""
    """The verdict on your last move."""
    text: str = ""
    """What there is to say about it, or about the result."""
    is_wrong: bool = False
    result: str = ""
    """The result in a word; empty until there is one."""
    change: str = ""
    """By how much your rating has changed."""
    tries: str = ""
    """The signs of your moves, as they are stored."""
    difficulty: str = ""
    game: str = ""
    """The name of the game, where no title tells it."""
    rating: str = ""
    streak: tuple[str, str] = ("", "")
    """The name of the streak that counts, and its length."""
    week: tuple[str, ...] = ()
    """A sign for each day of this week."""
    follows: tuple[str, str] = ("", "")
    """What can be done next, and the action that does it."""
    is_hinted: bool = False
    """Whether a hint stands below."""

    @property
    def sentences(self) -> str:
        """What matters most, for a window without room for the panel."""
        if self.result:
            rated = ", ".join(filter(None, (self.result, self.change)))
            return " ".join(filter(None, (f"{rated}.", self.text)))
        told = ": ".join(filter(None, (self.title, self.text)))
        return told or self.task


class PuzzlePanel(Widget):
    """Shows the words; what can be done next can be clicked."""

    words: reactive[PuzzleWords] = reactive(PuzzleWords(), layout=True)
    """Everything shown, set as a whole."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        words, height = self.words, self.app.size.height
        if width <= 0:
            return []
        is_roomy = height >= ROOMY_HEIGHT
        if words.is_hinted and not is_roomy:  # the hint below has more to say
            said = self._said(width) if words.result or words.title else []
            return [*said, *self._facts()[1:]] if words.result else [*said, *self._facts()]
        parts = [self._said(width)]
        if words.follows[0]:
            link = Style.from_meta({"@click": words.follows[1]})
            parts.append([Content(words.follows[0]).stylize(link)])
        parts.append(self._facts())
        if words.week and height >= TALL_HEIGHT:
            parts.append([Content.styled("This week", QUIET), *week_lines(words.week)])
        gap = 2 if is_roomy and not words.result else 1 if height >= TALL_HEIGHT else 0
        lines = parts[0]
        for part in parts[1:]:
            lines += [Content("")] * gap + part
        return lines

    def _said(self, width: int) -> list[Content]:
        """Return the result, the verdict, or the task."""
        words = self.words
        if words.result:
            return [*self._result(width), *(wrapped(words.text, width) if words.text else [])]
        if not (words.title or words.text):
            return wrapped(words.task, width)
        sign, style = ("✗", "bold $error") if words.is_wrong else ("✓", "bold $success")
        lines = [Content.styled(f"{sign} {words.title}", style)] if words.title else []
        return [*lines, *wrapped(words.text, width)]

    def _result(self, width: int) -> list[Content]:
        """Return the result in large letters where they fit, then the squares of your tries."""
        words = self.words
        style = "bold $success" if words.result == "Solved" else "bold $error"
        tries = Content(" ").join(
            [Content.styled(*_TRIES[sign]) for sign in words.tries if sign in _TRIES]
        )
        is_roomy = self.app.size.height >= ROOMY_HEIGHT
        ascii_only = uses_ascii(self)
        drawn = large_text(words.result, ascii_only=ascii_only) if is_roomy else None
        change = Content.styled(words.change, style)
        if drawn is None or max(map(len, drawn)) > width:
            title = Content.styled(words.result.upper(), style)
            line = Content("  ").join([part for part in (title, change, tries) if part])
            return [line]
        below = Content("   ").join([part for part in (change, tries) if part])
        return [*(Content.styled(line, style) for line in drawn), Content(""), below]

    def _facts(self) -> list[Content]:
        words = self.words
        rows = [
            (words.game or "Difficulty", Content.styled(words.difficulty, "$warning")),
            ("Your rating", self._rating()),
            (words.streak[0], Content.styled(words.streak[1], "bold")),
        ]
        return [
            Content.assemble((name.ljust(_LABEL_WIDTH), QUIET), value)
            for name, value in rows
            if value
        ]

    def _rating(self) -> Content:
        words = self.words
        if not words.change or words.result:  # the result has it already
            return Content.styled(words.rating, "bold")
        style = "$success" if words.change.startswith("+") else "$error"
        return Content.assemble((words.rating, "bold"), " ", (words.change, style))


def week_signs(state: RoomState) -> tuple[str, ...]:
    """Return a sign for each day of this week, from Monday to Sunday."""
    monday = state.today - timedelta(days=state.today.weekday())
    return tuple(sign_of(state, monday + timedelta(days=day)) for day in range(7))


def sign_of(state: RoomState, day: date) -> str:
    """Return the sign of a day."""
    attempt = state.record.dailies.get(day)
    return day_sign(attempt, is_today=day == state.today, is_future=day > state.today)


def week_lines(signs: tuple[str, ...]) -> list[Content]:
    """Return the letters of the days, and below them what became of their puzzles."""
    squares = [signed(sign) for sign in signs]
    return [Content.styled("   ".join(WEEKDAYS), QUIET), Content("   ").join(squares)]


def signed(sign: str) -> Content:
    """Return the sign of a day in its colour."""
    return Content.styled(sign, _SIGNS.get(sign, QUIET))
