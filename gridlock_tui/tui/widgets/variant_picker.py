"""The list of what can be played: games that wait to be continued, then the variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridlock_tui.rules import VARIANTS, Board, Variant
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.waiting import LISTED, in_one_line

if TYPE_CHECKING:
    from gridlock_tui.match.ongoing import Match

_GAME = "game-"
_OLDER = "older"
_AROUND_LINE = 5
"""Cells beside a line: the mark, the padding and a scroll bar, if there is one or not."""


class VariantPicker(OptionList, inherit_bindings=False):
    """Lists games and variants; which is meant is told by what is highlighted or selected."""

    DEFAULT_CSS = """
    VariantPicker {
        border: none;
        padding: 0;
        background: transparent;
        scrollbar-size-vertical: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &:focus { border: none; }
        &> .option-list--option { padding: 0 1; }
        &> .option-list--option-highlighted { background: $panel; text-style: none; }
        &:focus > .option-list--option-highlighted { background: $primary 20%; }
        &> .option-list--option-disabled { color: $foreground; }
        &> .option-list--option-hover { background: $panel 60%; }
        &:ansi > .option-list--option-highlighted { color: ansi_default; background: ansi_default; }
        &:ansi:focus > .option-list--option-highlighted {
            color: ansi_default;
            background: ansi_default;
        }
    }
    """

    # Enter selects, as in any list; here that is the command "play", and the key bar says so.
    # There are no pages to turn: Textual 8.2.8 would fall over page keys before the first layout.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "play", id="play"),
        Binding("up,k", "cursor_up", "up", show=False),
        Binding("down,j", "cursor_down", "down", show=False),
        Binding("home", "first", "first", show=False),
        Binding("end", "last", "last", show=False),
    ]

    def __init__(self, glyphs: Glyphs, games: Sequence[Match], brief: bool, *, id: str) -> None:  # noqa: A002 - Textual's own name
        self._glyphs = glyphs
        self._matches = tuple(games)
        self._brief = brief
        self._board: Board | None = None
        self._before_click: int | None = None
        super().__init__(*self._offered(), id=id)

    def on_mount(self) -> None:
        """Begin with the first line."""
        self.highlighted = 0

    @dataclass
    class Picked(Message):
        """The highlighted game is to be played."""

        picker: VariantPicker

        @property
        def control(self) -> VariantPicker:
            """The list that was picked from."""
            return self.picker

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember what was highlighted before the click, if that is on something to play."""
        at = event.style.meta.get("option")
        playable = at is not None and not self.get_option_at_index(at).disabled
        self._before_click = self.highlighted if playable else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play by Enter, or by a click on what is highlighted; any other click highlights."""
        event.stop()
        before, self._before_click = self._before_click, None
        if before is None or before == event.option_index:
            self.post_message(self.Picked(self))

    def offer(self, games: Sequence[Match], brief: bool) -> None:
        """List these games and all variants; `brief` gives each a single line."""
        if (tuple(games), brief) == (self._matches, self._brief):
            return
        marked = self._to_mark(tuple(games))
        self._matches, self._brief = tuple(games), brief
        self.set_options(self._offered())
        self.highlighted = self.get_option_index(marked)
        self.call_after_refresh(self.scroll_to_highlight)

    def _to_mark(self, games: tuple[Match, ...]) -> str:
        """Return what to highlight: what is, the one after it if it goes, or the game that came."""
        option = self.highlighted_option
        marked = option.id if option and option.id else next(iter(VARIANTS))
        before, now = ({match.uid for match in matches} for matches in (self._matches, games))
        if games and games != self._matches and not now < before:
            return _game_id(0)
        if marked in VARIANTS or games == self._matches:
            return marked
        return _game_id(min(_number_of(marked), len(games) - 1)) if games else next(iter(VARIANTS))

    def on_resize(self) -> None:
        """Make the lines fit, and keep the one that is meant in sight."""
        self._mark()
        self.call_after_refresh(self.scroll_to_highlight)

    def show_board(self, board: Board | None) -> None:
        """Say that all variants are played on this board; None is the own one of each."""
        self._board = board
        self._mark()

    def _offered(self) -> list[Option]:
        names = [_game_id(number) for number in range(len(self._matches[:LISTED]))]
        names += [_OLDER] if len(self._matches) > LISTED else []
        return [
            Option(self._words(name, False), id=name, disabled=name == _OLDER)
            for name in (*names, *VARIANTS)
        ]

    def _words(self, name: str, here: bool) -> Content:
        """Return the lines about a game or a variant, with a mark in front if it is meant."""
        if name == _OLDER:
            return Content.styled(f"  {self._older()}", "dim")
        variant = VARIANTS.get(name)
        lines = self._described(variant) if variant else self._waiting(self._match_of(name))
        mark = " "
        if here:
            mark = self._glyphs.here if self.has_focus else self._glyphs.dot
        marks = (f"{mark} ", "  ")
        return Content("\n").join(
            [Content(mark) + line for mark, line in zip(marks, lines, strict=False)]
        )

    def _match_of(self, name: str) -> Match:
        return self._matches[_number_of(name)]

    def _older(self) -> str:
        number = len(self._matches) - LISTED
        return f"{counted(number, 'older game')} {'waits' if number == 1 else 'wait'} behind these"

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Mark the line that is meant by a sign as well, for terminals without colours."""
        super().watch_highlighted(highlighted)
        self._mark()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show by the mark as well whether the keys go here."""
        super().watch_has_focus(has_focus)
        self._mark()

    def _mark(self) -> None:
        for index, option in enumerate(self.options):
            assert option.id is not None
            words = self._words(option.id, here=index == self.highlighted)
            if words != option.prompt:
                self.replace_option_prompt_at_index(index, words)

    @property
    def variant(self) -> Variant | None:
        """The highlighted variant."""
        option = self.highlighted_option
        return VARIANTS.get(option.id or "") if option else None

    @property
    def match(self) -> Match | None:
        """The highlighted match that waits to be continued."""
        option = self.highlighted_option
        name = (option.id or "") if option else ""
        return self._match_of(name) if name.startswith(_GAME) else None

    def _described(self, variant: Variant) -> list[Content]:
        head = Content.styled(self._titled(variant, self._board or variant.board), "bold")
        return [head] if self._brief else [head, Content.styled(variant.summary, "dim")]

    def _titled(self, variant: Variant, board: Board) -> str:
        size = f"{board.rows}{self._glyphs.times}{board.columns}"
        title = self._glyphs.text(variant.resized(board.rows, board.columns).title)
        return title if size in title else f"{title}  {size}"

    def _waiting(self, match: Match) -> list[Content]:
        if self._brief:
            room = self.outer_size.width - _AROUND_LINE
            return [Content.styled(in_one_line(match, room, self._glyphs), "bold $accent")]
        game, standing = match.game, match.standing
        variant, names = game.setup.variant, game.setup.names
        does = "Look at" if match.is_done else "Continue"
        head = Content.styled(f"{does} {self._titled(variant, variant.board)}", "bold $accent")
        moves = len(game.timeline.moves)
        # The number first: the names may be longer than the line.
        words = f"{counted(moves, 'move')}, {names[0]} vs {names[1]}"
        if standing.length != 1:
            words = f"{standing.title}, {standing.told(names)}"
        return [head, Content.styled(words, "dim")]


def _game_id(number: int) -> str:
    return f"{_GAME}{number}"


def _number_of(name: str) -> int:
    return int(name.removeprefix(_GAME))
