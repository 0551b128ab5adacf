"""What an exercise asks and what it says about your move, beside the board."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.tui.widgets.text_line import wrapped

_QUIET = "$foreground 65%"
_TONES = {True: ("✗", "bold $error"), False: ("✓", "bold $success")}
"""The sign and the colour of a verdict: whether it is about a wrong move."""
_DONE, _HERE, _OPEN = "●", "◉", "○"


class TaskWords(NamedTuple):
    """Everything the panel shows."""

    heading: str = ""
    """Which step it is."""
    task: str = ""
    """What is asked."""
    title: str = ""
    """The verdict on your last move, or the name of the idea."""
    text: str = ""
    """What there is to say about it."""
    is_wrong: bool = False
    follows: str = ""
    """What the key does that goes on; a click on it does the same."""
    done: int = 0
    """The number of steps done."""
    steps: int = 0
    at: int = 0
    """The step that is shown, counted from 0."""

    @property
    def sentences(self) -> str:
        """What matters most, for a window without room for the panel."""
        told = ": ".join(filter(None, (self.title, self.text)))
        return told or self.task


class TaskPanel(Widget):
    """Shows the task, then the verdict on your move, then how to go on, which can be clicked."""

    words: reactive[TaskWords] = reactive(TaskWords(), layout=True)
    """Everything shown, set as a whole."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        return len(self._lines(width))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        words = self.words
        if width <= 0:
            return []
        lines = [self._heading(), *wrapped(words.task, width)]
        if words.title or words.text:
            lines.append(Content(""))
        if words.title:
            sign, style = _TONES[words.is_wrong]
            lines.append(Content.styled(f"{sign} {words.title}", style))
        lines += wrapped(words.text, width) if words.text else []
        if words.follows:
            link = Style.from_meta({"@click": "screen.place"})
            lines += [
                Content(""),
                *Content(words.follows).stylize(link).stylize(_QUIET).wrap(width),
            ]
        return lines

    def _heading(self) -> Content:
        words = self.words
        pips = [
            _HERE if at == words.at else _DONE if at < words.done else _OPEN
            for at in range(words.steps)
        ]
        return Content.assemble((words.heading, _QUIET), "  ", ("".join(pips), "$success"))
