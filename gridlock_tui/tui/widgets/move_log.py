"""The moves so far: numbered, passes and the result as lines of their own, a click looks back."""

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
from gridlock_tui.tui.glyphs import UNICODE, Glyphs
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.board import NO_GAME


class Mark(NamedTuple):
    """What a review says of a move: a sign, one or two words, and their style."""

    sign: str
    words: str
    style: str


class MoveLog(OptionList):
    """Lists the moves of a timeline and marks the one that is looked at."""

    DEFAULT_CSS = """
    MoveLog {
        border: none;
        padding: 0;
        background: transparent;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        &> .option-list--option { padding: 0; }
        &> .option-list--option-highlighted { background: $panel; text-style: none; }
        &> .option-list--option-hover { background: $panel 60%; }
        &:ansi > .option-list--option-highlighted { color: ansi_default; background: ansi_default; }
    }
    """

    # Keys belong to the board: u, r, Home and End walk through the moves.
    can_focus = False

    timeline: reactive[Timeline] = reactive(NO_GAME, init=False)
    """The game whose moves are listed."""
    names: reactive[Names] = reactive(DEFAULT_NAMES, init=False)
    """What the players are called."""
    marks: reactive[tuple[Mark, ...]] = reactive((), init=False)
    """What is said of each move in a review; in a game, nothing."""
    glyphs: reactive[Glyphs] = reactive(UNICODE, init=False)
    """The characters to draw with."""

    @dataclass
    class Jumped(Message):
        """A line was clicked: the state after this many moves is to be looked at."""

        log: MoveLog
        at: int

        @property
        def control(self) -> MoveLog:
            """The log that was clicked."""
            return self.log

    def watch_timeline(self) -> None:
        """List the moves anew and keep the one that is looked at in sight."""
        self._list()

    def watch_names(self) -> None:
        """List the moves anew, for the result names its winner."""
        self._list()

    def watch_marks(self) -> None:
        """List the moves anew, with what is known of them now."""
        self._list()

    def _list(self) -> None:
        lines = list(self._told())
        here = [index for index, (at, _, _) in enumerate(lines) if at == self.timeline.at]
        last = here[-1] if here else None
        marks = [self.glyphs.here if index == last else " " for index in range(len(lines))]
        self.set_options(
            Option(Content(f"{mark} ") + words, id=f"{at}.{part}")
            for mark, (at, part, words) in zip(marks, lines, strict=True)
        )
        self.highlighted = last
        # Only after the layout: at the end of a game the result takes part of the room.
        self.call_after_refresh(self.scroll_to_highlight)

    def _told(self) -> Iterator[tuple[int, int, Content]]:
        """Yield, for each line, how many moves it stands after, which part of that, its words."""
        timeline = self.timeline
        written = [write_move(timeline.state.variant, move) for move in timeline.moves]
        longest = max(map(len, written), default=0)
        for at, words in enumerate(written, start=1):
            before, after = timeline.states[at - 1], timeline.states[at]
            # A review is of all moves, whichever of them is looked at.
            dim = " dim" if at > timeline.at and not self.marks else ""
            line = _line(f"{at:>2}", before.to_move, words, dim)
            if at <= len(self.marks):
                line += _marked(self.marks[at - 1], longest - len(words))
            yield at, 0, line
            if after.passed is not None:
                yield at, 1, _line("  ", after.passed, "passes", dim)
            outcome = after.outcome
            if outcome is not None:
                words = f"{self.names[outcome.winner - 1]} wins"
                yield at, 2, _line("  ", outcome.winner, words, f" bold{dim}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pass on which state is to be looked at."""
        event.stop()
        assert event.option_id is not None
        self.post_message(self.Jumped(self, int(event.option_id.partition(".")[0])))


def _marked(mark: Mark, gap: int) -> Content:
    return Content.assemble(" " * (gap + 2), (f"{mark.sign} {mark.words}", mark.style))


def _line(number: str, player: Player, words: str, style: str) -> Content:
    return Content.assemble(
        (f"{number}  ", "dim"),
        # Not faint, whatever the words are: a dim colour could not be read by everyone.
        (f"{player.symbol}  ", f"{COLOUR_OF[player]}{style.replace(' dim', '')}"),
        (words, style),
    )
