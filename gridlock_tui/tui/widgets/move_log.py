"""The moves as a score sheet: a column for each player; passes, swap and result between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.match import Timeline
from gridlock_tui.rules import Player, write_move
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.themes import COLOUR_OF

_META = "at"
_NUMBER = 3
"""The columns of a row's number."""
_WIDEST = 11
"""The most columns for a player."""
_QUIET = "$foreground 65%"
_PENDING = "…"


class Mark(NamedTuple):
    """The grade of a move in a review: a sign, one or two words, and their style."""

    sign: str
    words: str
    style: str


class MoveList(NamedTuple):
    """Everything the move log shows."""

    timeline: Timeline
    """The game, and which of its states is shown on the board."""
    marks: tuple[Mark, ...] = ()
    """The grade of each move; empty in a game."""
    swap: str = ""
    """That the first move was taken over; empty if it was not."""
    result: str = ""
    """Who has won."""
    wins: Player | None = None
    """The winner if the other player has resigned; the moves do not tell that."""


class Entry(NamedTuple):
    """Something that happened: a move, a pass, a swap, the result."""

    at: int
    """The number of moves up to it."""
    player: Player
    text: str
    mark: Mark | None = None


class Row(NamedTuple):
    """A line of the sheet: a move of one player or of each, or a note across both columns."""

    number: int
    """The number of its first move, counted from 1; 0 for a note."""
    entries: tuple[Entry, ...]

    @property
    def is_note(self) -> bool:
        """Whether it is no move."""
        return not self.number


class MoveLog(VerticalScroll):
    """Shows the moves and marks the current one; a click on a move goes to it."""

    # Keys are for the board: u, r, Home and End go through the moves.
    can_focus = False

    moves: reactive[MoveList] = reactive(MoveList(NO_GAME), init=False)
    """Everything shown, set as a whole."""

    @dataclass
    class Jumped(Message):
        """A move was clicked; `at` is the number of moves up to it."""

        at: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._sheet = ScoreSheet()

    def compose(self) -> ComposeResult:
        """Put the sheet into the part that scrolls."""
        yield self._sheet

    @property
    def rows(self) -> list[Row]:
        """The lines of the sheet."""
        return self._sheet.rows

    def watch_moves(self, moves: MoveList) -> None:
        """Write the sheet and scroll to the current move."""
        self._sheet.show(moves)
        self._scroll_to_current()

    def watch_virtual_size(self) -> None:
        """Keep the current move in sight when the sheet has grown."""
        self._scroll_to_current()

    def on_resize(self) -> None:
        """Keep the current move in sight when the log has another height."""
        self._scroll_to_current()

    def _scroll_to_current(self) -> None:
        """Scroll so that the current move is seen, and the result if the game ends with it."""
        line = self._sheet.current_line
        self.scroll_to_region(Region(0, line, 1, 1), animate=False, force=True, immediate=True)

    def on_click(self, event: events.Click) -> None:
        """Post the move that was clicked."""
        at = event.style.meta.get(_META)
        if at is not None:
            self.post_message(self.Jumped(at))


class ScoreSheet(Widget):
    """All lines of the sheet."""

    ALLOW_SELECT = False

    hovered: reactive[int | None] = reactive[int | None](None)
    """The move under the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self._moves = MoveList(NO_GAME)
        self.rows: list[Row] = []

    def show(self, moves: MoveList) -> None:
        """Show these moves."""
        before = len(self.rows)
        self._moves, self.rows = moves, list(_rows(moves))
        self.refresh(layout=len(self.rows) != before)

    @property
    def current_line(self) -> int:
        """The last line that belongs to the current move."""
        at = self._moves.timeline.at
        lines = [
            line
            for line, row in enumerate(self.rows)
            if any(entry.at == at for entry in row.entries)
        ]
        return lines[-1] if lines else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        del container, viewport, width
        return len(self.rows)

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join([self._line(row) for row in self.rows])

    def _line(self, row: Row) -> Content:
        width = self.content_size.width
        if row.is_note:
            (entry,) = row.entries
            note = self._text(entry, " " * (_NUMBER - 1), bold=entry.text == self._moves.result)
            return note.truncate(width, ellipsis=True)
        each = min((width - _NUMBER) // 2, _WIDEST)
        cells = {entry.player: self._cell(entry) for entry in row.entries}
        line = Content.styled(f"{row.number:>{_NUMBER - 1}} ", _QUIET)
        for player in Player:
            cell = cells.get(player, Content(""))
            line = Content.assemble(line, cell, " " * max(each - cell.cell_length, 0))
        return line

    def _cell(self, entry: Entry) -> Content:
        if entry.text == _PENDING:
            return Content.styled(f" {_PENDING}", _QUIET)
        current = entry.at == self._moves.timeline.at
        cell = self._text(entry, "▸" if current else " ", bold=current)
        if entry.mark is not None:
            cell = Content.assemble(cell, " ", (entry.mark.sign, entry.mark.style))
        if current and not self.app.native_ansi_color:
            cell = Content.assemble(cell, " ").stylize(f"on {COLOUR_OF[entry.player]} 18%")
        return cell.stylize(Style.from_meta({_META: entry.at}))

    def _text(self, entry: Entry, before: str, *, bold: bool) -> Content:
        # A review is about all moves, whichever is the current one.
        future = entry.at > self._moves.timeline.at and not self._moves.marks
        colour = _QUIET if future else COLOUR_OF[entry.player]
        look = " bold" * bold + " underline" * (entry.at == self.hovered)
        content = Content.assemble((before, colour), (entry.text, f"{colour}{look}"))
        return content.stylize(Style.from_meta({_META: entry.at}))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Underline the move under the mouse."""
        self.hovered = event.style.meta.get(_META)

    def on_leave(self) -> None:
        """Underline nothing."""
        self.hovered = None


def _rows(moves: MoveList) -> Iterator[Row]:
    """Yield the lines: X's move before O's, whoever has begun."""
    pair = list[Entry]()
    number = 1
    for count, (move, *notes) in enumerate(_happened(moves), start=1):
        if pair and (move.player is Player.ONE or pair[-1].player is move.player):
            yield Row(number, tuple(pair))
            pair = []
        number = number if pair else count
        pair.append(move)
        if notes:
            yield Row(number, tuple(pair))
            pair = []
            yield from (Row(0, (note,)) for note in notes)
    if pair:
        yield Row(number, tuple(pair))
    if moves.wins is not None:
        yield Row(0, (Entry(len(moves.timeline.moves), moves.wins, moves.result),))


def _happened(moves: MoveList) -> Iterator[list[Entry]]:
    """Yield each move, with what follows it until the next; at the end the move to come."""
    timeline = moves.timeline
    for at, move in enumerate(timeline.moves, start=1):
        before, after = timeline.states[at - 1], timeline.states[at]
        mark = moves.marks[at - 1] if at <= len(moves.marks) else None
        found = [Entry(at, before.to_move, write_move(before.variant, move), mark)]
        if at == 1 and moves.swap:
            found.append(Entry(at, before.to_move, moves.swap))
        if after.passed is not None:
            found.append(Entry(at, after.passed, f"{after.passed.symbol} passes"))
        if after.outcome is not None:
            found.append(Entry(at, after.outcome.winner, moves.result))
        yield found
    last = timeline.states[-1]
    if not last.is_over and not moves.marks and moves.wins is None:
        yield [Entry(-1, last.to_move, _PENDING)]
