"""The list of what can be played: saved matches, then the variants."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import var
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridlock_tui.rules import VARIANTS, Variant
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.widgets.marked_list import MarkedList
from gridlock_tui.tui.wording.matches import brief_line, sized_name, two_lines

_OLDER = "older"
_AROUND_LINE = 5
"""Cells beside a line: the mark, the padding and room for a scroll bar."""


class VariantPicker(MarkedList, inherit_bindings=False):
    """Lists saved matches and variants."""

    # Enter selects, as in any list; here that is the command "play", which the key bar shows.
    # No page keys: Textual 8.2.8 crashes on them before the first layout.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "play", id="play"),
        Binding("up,k", "cursor_up", "up", show=False),
        Binding("down,j", "cursor_down", "down", show=False),
        Binding("home", "first", "first", show=False),
        Binding("end", "last", "last", show=False),
    ]

    state: var[MenuState] = var(MenuState, init=False)
    window: var[Size] = var(Size(0, 0), init=False)
    """The size of the window: in a low one every game gets a single line."""

    _listed: tuple[list[str], bool] = ([], False)
    """The lines, and whether they are brief."""
    _before_click: int | None = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember the highlighted line if the click is on one that can be played."""
        at = event.style.meta.get("option")
        playable = at is not None and not self.get_option_at_index(at).disabled
        self._before_click = self.highlighted if playable else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ignore a click on a line that was not highlighted: it only highlights it."""
        before, self._before_click = self._before_click, None
        if before is not None and before != event.option_index:
            event.stop()

    def watch_state(self) -> None:
        """List the matches and variants, and highlight the line of the state."""
        self._update()

    def watch_window(self) -> None:
        """Use one line or two for each game."""
        self._update()

    def on_resize(self) -> None:
        """Make the lines fit, and keep the highlighted one in sight."""
        self._update()
        self.call_after_refresh(self.scroll_to_highlight)

    @property
    def line(self) -> str:
        """The highlighted line: the uid of a match or the slug of a variant."""
        option = self.highlighted_option
        return option.id or "" if option else ""

    @property
    def _brief(self) -> bool:
        """Whether there is room for only one line about each game."""
        lines = 2 * (len(self.state.listed) + len(VARIANTS)) + bool(self.state.unlisted)
        return self.window.height < lines + 7

    def _update(self) -> None:
        if not self.window:  # not bound yet, as the state is
            return
        older = [_OLDER] if self.state.unlisted else []
        lines = [*(match.uid for match in self.state.listed), *older, *VARIANTS]
        if (lines, self._brief) != self._listed:
            self._listed = (lines, self._brief)
            self.set_options(
                Option(self.prompt_of(line, " "), line, disabled=line == _OLDER) for line in lines
            )
            self.call_after_refresh(self.scroll_to_highlight)
        self.highlighted = self.get_option_index(self.state.line)
        self.write()

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return one line or two about a match or a variant."""
        if line == _OLDER:
            older = counted(self.state.unlisted, "older game")
            return Content.styled(f"  {older} not listed", "dim")
        variant = VARIANTS.get(line)
        return self._about_variant(variant, mark) if variant else self._about_match(line, mark)

    def _about_variant(self, variant: Variant, mark: str) -> Content:
        board = self.state.choices.board or variant.board
        sized = variant.resized(board.rows, board.columns)
        return _prompt(mark, sized_name(sized), "bold", "" if self._brief else variant.summary)

    def _about_match(self, uid: str, mark: str) -> Content:
        match = next(match for match in self.state.listed if match.uid == uid)
        if self._brief:
            head, details = brief_line(match, self.outer_size.width - _AROUND_LINE), ""
        else:
            head, details = two_lines(match)
        return _prompt(mark, head, "bold $accent", details)


@lru_cache(maxsize=64)
def _prompt(mark: str, head: str, style: str, details: str) -> Content:
    """Return a prompt. Every change of the focus or the highlight asks for all of them."""
    lines = [Content.styled(head, style)]
    if details:
        lines.append(Content.styled(details, "dim"))
    return Content(f"{mark} ") + Content("\n  ").join(lines)
