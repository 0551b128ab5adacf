"""The list of moves, with passes and the result on lines of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gridlock_tui.match import Timeline
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player, write_move
from gridlock_tui.tui.board.widget import NO_GAME
from gridlock_tui.tui.themes import COLOUR_OF


class Mark(NamedTuple):
    """The grade of a move in a review: a sign, one or two words, and their style."""

    sign: str
    words: str
    style: str


class MoveList(NamedTuple):
    """Everything the move log shows."""

    timeline: Timeline
    """The game, and which of its states is shown on the board."""
    names: Names = DEFAULT_NAMES
    """The players' names."""
    marks: tuple[Mark, ...] = ()
    """The grade of each move; empty in a game."""


class MoveLog(OptionList):
    """Lists the moves and marks the current one; a click on a move goes to it."""

    # Keys are for the board: u, r, Home and End go through the moves.
    can_focus = False

    moves: reactive[MoveList] = reactive(MoveList(NO_GAME), init=False)
    """Everything shown, set as a whole."""

    @dataclass
    class Jumped(Message):
        """A line was clicked; `at` is the number of moves up to it."""

        at: int

    def watch_moves(self, moves: MoveList) -> None:
        """List the moves and scroll to the current one."""
        lines = list(_lines(moves))
        here = [index for index, (at, _, _) in enumerate(lines) if at == moves.timeline.at]
        last = here[-1] if here else None
        self.set_options(
            Option(Content("▸ " if index == last else "  ") + words, id=f"{at}.{part}")
            for index, (at, part, words) in enumerate(lines)
        )
        self.highlighted = last
        # After the layout: at the end of a game the result panel takes some of the room.
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Post the move that was clicked."""
        event.stop()
        assert event.option_id is not None
        self.post_message(self.Jumped(int(event.option_id.partition(".")[0])))


def _lines(moves: MoveList) -> Iterator[tuple[int, int, Content]]:
    """Yield for each line the number of moves up to it, which part of the move it is, its text."""
    timeline, names, marks = moves
    written = [write_move(timeline.state.variant, move) for move in timeline.moves]
    longest = max(map(len, written), default=0)
    for at, text in enumerate(written, start=1):
        before, after = timeline.states[at - 1], timeline.states[at]
        # A review is about all moves, whichever is the current one.
        dim = " dim" if at > timeline.at and not marks else ""
        line = _line(f"{at:>2}", before.to_move, text, dim)
        if at <= len(marks):
            sign, grade, style = marks[at - 1]
            gap = " " * (longest - len(text) + 2)
            line += Content.assemble(gap, (f"{sign} {grade}", style))
        yield at, 0, line
        if after.passed is not None:
            yield at, 1, _line("  ", after.passed, "passes", dim)
        outcome = after.outcome
        if outcome is not None:
            wins = f"{names[outcome.winner - 1]} wins"
            yield at, 2, _line("  ", outcome.winner, wins, f" bold{dim}")


def _line(number: str, player: Player, words: str, style: str) -> Content:
    return Content.assemble(
        (f"{number}  ", "dim"),
        # Never dim: not everyone can read a dim colour.
        (f"{player.symbol}  ", f"{COLOUR_OF[player]}{style.replace(' dim', '')}"),
        (words, style),
    )
