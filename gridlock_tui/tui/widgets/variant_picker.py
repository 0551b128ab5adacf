"""The list of what can be played: a match to continue, then a card for every variant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive, var
from textual.widget import Widget

from gridlock_tui.rules import VARIANTS, GameState, Variant
from gridlock_tui.tui.ascii_filter import uses_ascii
from gridlock_tui.tui.menu_state import OTHERS, MenuState, demonstration
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.widgets.game_icon import colour_icon, icon_width, letter_icon, tile_colours
from gridlock_tui.tui.wording.climb import OPEN_PIP, pips
from gridlock_tui.tui.wording.matches import match_line, sized_name
from gridlock_tui.tui.wording.moves import sentence

_WIDE = 59
"""From this many columns on there is room for large icons."""
_LEAST_WIDTH_FOR_VERB = 50
"""In fewer columns the line of a match does not say Continue."""
_QUIET = "$foreground 75%"


class _Form(NamedTuple):
    """How cards are laid out."""

    height: int
    """The lines of a card."""
    gap: int
    """The empty lines between two cards."""
    above: int = 0
    """The empty lines between what can be continued and the first card."""


_FORMS = (
    _Form(4, 1, 1),
    _Form(4, 0, 1),
    _Form(2, 1, 1),
    _Form(2, 1),
    _Form(2, 0, 1),
    _Form(2, 0),
    _Form(1, 0),
)
"""From the largest to the smallest."""


class _Place(NamedTuple):
    """Where a line of the list is drawn."""

    line: str
    top: int
    height: int


class VariantPicker(Widget, can_focus=True):
    """Draws the list as large as it fits; a click chooses another line."""

    ALLOW_SELECT = False
    state: reactive[MenuState] = reactive(MenuState)
    pointed: reactive[str] = reactive("")
    """The line under the mouse."""
    _scrolled: var[int] = var(0)
    """How many lines are hidden above, where not all fit."""

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    # The layout.

    @property
    def _form(self) -> _Form:
        """The largest form in which everything fits."""
        for form in _FORMS[:-1]:
            if self._height(form) <= self.size.height and self._summary_fits:
                return form
        return _FORMS[-1]

    def _height(self, form: _Form) -> int:
        """Return how many lines are needed."""
        return self._head_height(form) + len(VARIANTS) * (form.height + form.gap) - form.gap

    def _head_height(self, form: _Form) -> int:
        matches = len(self.state.lines) - len(VARIANTS)
        return matches + form.above if matches else 0

    @property
    def _places(self) -> list[_Place]:
        form, lines = self._form, self.state.lines
        head, first = lines[: -len(VARIANTS)], self._head_height(form)
        lead = 1 if self._height(form) < self.size.height else 0
        step = form.height + form.gap
        cards = enumerate(lines[len(head) :])
        return [
            *(_Place(line, lead + top, 1) for top, line in enumerate(head)),
            *(_Place(line, lead + first + step * number, form.height) for number, line in cards),
        ]

    def line_at(self, y: int) -> str:
        """Return the line of the list that is drawn there, if there is one."""
        y += self._scrolled
        found = (each.line for each in self._places if each.top <= y < each.top + each.height)
        return next(found, "")

    @property
    def _broad(self) -> bool:
        return self.size.width >= _WIDE

    @property
    def _margin(self) -> int:
        """The columns beside the icon that stay empty."""
        return 2 if self._broad else 1

    @property
    def _icon_width(self) -> int:
        """The columns of the widest icon; a wider one is cut, so that the summaries fit."""
        columns = max(each.board.columns for each in VARIANTS.values())
        return min(icon_width(columns, broad=self._broad), 10 if self._broad else 5)

    @property
    def _summary_fits(self) -> bool:
        """Whether there is room for bar, icon, sign and every summary."""
        around = 1 + 2 * self._margin + self._icon_width + len("▸ ")
        return around + _longest_summary() <= self.size.width

    # Drawing.

    @property
    def texts(self) -> list[str]:
        """What each line of the list says."""
        return ["\n".join(part.plain.strip() for part in self._text(each)).strip()
                for each in self._places]  # fmt: skip

    def render(self) -> Content:
        """Return all lines that are visible."""
        blank = Content(" ")
        lines: list[Content] = []
        for place in self._places:
            lines += [blank] * (place.top - len(lines))
            lines += self._drawn(place)
        return Content("\n").join(lines[self._scrolled : self._scrolled + self.size.height])

    def _drawn(self, place: _Place) -> Iterator[Content]:
        width, is_here = self.size.width, place.line == self.state.line
        bar = Content.styled("▌", "$primary") if is_here else Content(" ")
        for text in self._text(place):
            line = Content.assemble(bar, text).truncate(width, ellipsis=True)
            yield line.pad_right(width - line.cell_length).stylize_before(self._ground(place.line))

    def _ground(self, line: str) -> str:
        if self.app.native_ansi_color:
            return "bold" if line == self.state.line else ""
        if line == self.state.line:
            return "on $primary 20%" if self.has_focus else "on $panel"
        return "on $panel 60%" if line == self.pointed else ""

    def _sign(self, line: str) -> str:
        return ("▸" if self.has_focus else "·") if line == self.state.line else " "

    def _text(self, place: _Place) -> list[Content]:
        """Return the text of a line of the list, without the bar at its left."""
        variant = VARIANTS.get(place.line)
        if variant is not None:
            return self._card(variant, place)
        sign = f"{self._sign(place.line)} "
        if place.line == OTHERS:
            more = len(self.state.matches) - 1
            return [Content.assemble(sign, (f"and {more} more…", _QUIET))]
        return [Content.assemble(sign, self._continue_line())]

    def _continue_line(self) -> Content:
        verb = "Continue " if self.size.width >= _LEAST_WIDTH_FOR_VERB else ""
        key = preferences_of(self).key_of("continue")
        room = self.size.width - len("  ▸ ") - len(verb) - len(key) - 2
        match = self.state.matches[0]
        about = match_line(match, room, self.state.notes.get(match.uid, ""))
        return Content.assemble(
            (verb, "bold $success"), about.ljust(room - cell_len(about) + len(about)), "  ",
            (key, _QUIET),
        )  # fmt: skip

    def _card(self, variant: Variant, place: _Place) -> list[Content]:
        board = self.state.choices.board_of(variant)
        sign = self._sign(variant.slug)
        title = Content.assemble(f"{sign} ", (variant.name, "bold"), (f"  {board.label}", _QUIET))
        if place.height == 1:
            return [self._with_pips(self._one_line(title, variant), variant, 1)]
        summary = Content.styled(f"  {sentence(variant.summary)}", _QUIET)
        above = [Content("")] * ((place.height - 2) // 2)
        icon = self._icon(variant, place.height)
        width, margin = self._icon_width, " " * self._margin
        title = self._with_pips(title, variant, 1 + 2 * self._margin + width)
        texts = [*above, title, summary, *above]
        return [
            Content.assemble(margin, _in_columns(part, width), margin, text)
            for part, text in zip(icon, texts, strict=True)
        ]

    def _with_pips(self, line: Content, variant: Variant, before: int) -> Content:
        """Return a line that begins in this column with the pips at its end, if they fit."""
        if self.state.stars is None:
            return line
        signs = pips(self.state.stars_of(variant.slug))
        room = self.size.width - before - len(signs) - 1
        if line.cell_length >= room:
            return line
        drawn = [(sign, _QUIET if sign == OPEN_PIP else "$success") for sign in signs]
        return Content.assemble(line.pad_right(room - line.cell_length), *drawn)

    def _one_line(self, title: Content, variant: Variant) -> Content:
        name = max(cell_len(sized_name(each)) for each in VARIANTS.values()) + 6
        if name + _longest_summary() + 1 > self.size.width:
            return title
        return Content.assemble(
            title.pad_right(name - title.cell_length), (sentence(variant.summary), _QUIET)
        )

    def _icon(self, variant: Variant, height: int) -> list[Content]:
        """Return as many lines as the card has, with the icon in their middle."""
        state = _demonstrated(variant)
        if uses_ascii(self) or self.app.no_color:
            icon = letter_icon(state, broad=self._broad)
            icon = icon[:height] if height >= min(state.board.rows, 4) else []
        else:
            theme, ansi = self.app.theme_variables, self.app.native_ansi_color
            icon = colour_icon(state, tile_colours(theme, ansi=ansi), broad=self._broad)[:height]
        above = 1 if len(icon) + 1 == height else (height - len(icon)) // 2
        blank = Content("")
        return [*[blank] * above, *icon, *[blank] * (height - len(icon) - above)]

    # What players do.

    def watch_state(self) -> None:
        """Keep the highlighted line visible."""
        self._scroll()

    def on_resize(self) -> None:
        """Keep the highlighted line visible."""
        self._scroll()

    def _scroll(self) -> None:
        here = next((each for each in self._places if each.line == self.state.line), None)
        if here is not None and self.size.height:
            lowest = max(here.top + here.height - self.size.height, 0)
            self._scrolled = min(max(self._scrolled, lowest), here.top)
            last = self._places[-1]
            most = max(last.top + last.height - self.size.height, 0)
            self._scrolled = min(self._scrolled, most)

    def watch__scrolled(self) -> None:
        """Draw what is visible now."""
        self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show which line a click would take."""
        self.pointed = self.line_at(event.y)

    def on_leave(self) -> None:
        """Show that a click would take no line."""
        self.pointed = ""

    def on_click(self, event: events.Click) -> None:
        """Ask for the clicked line."""
        line = self.line_at(event.y)
        if line:
            self.post_message(self.Clicked(line))


@cache
def _demonstrated(variant: Variant) -> GameState:
    """Return the position at the end of the demonstration."""
    return demonstration(variant).present().state


def _in_columns(part: Content, width: int) -> Content:
    return part.truncate(width).pad_right(max(width - part.cell_length, 0))


def _longest_summary() -> int:
    return max(cell_len(sentence(variant.summary)) for variant in VARIANTS.values())
