"""The sentence under the board; in a small window also the turn, the score and the room."""

from __future__ import annotations

import re
from typing import NamedTuple

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH
from gridlock_tui.tui.wording.moves import StatusMessage, first_sentences, last_sentences

_GAP = "   "
"""Between the verdict and the legend."""
_SEPARATOR = ", "
"""Between the parts of the legend."""


class Status(NamedTuple):
    """Everything the status bar shows."""

    message: StatusMessage = StatusMessage()
    """The sentence."""
    verdict: str = ""
    """Who wins with best play, if the analysis is shown."""
    names: Names = DEFAULT_NAMES
    """The players' names."""
    player: Player = Player.ONE
    """Whose turn it is, or who has won."""
    turn: str = ""
    """That, in words: `to move`."""
    score: str = ""
    """The score of a series: `1:0`."""
    room: tuple[int, ...] = ()
    """The room left: one number if the players share it, one for each otherwise."""
    looks_back: str = ""
    """Which of the states is shown, if it is not the latest: `2/5`."""
    reason: str = ""
    """Why the game was won; where there is room for it, the result panel says so."""
    legend: tuple[str, ...] = ()
    """How to read the analysis, the most important part first."""


class Lines(NamedTuple):
    """The lines of the status bar at its size."""

    turn: list[Content]
    """Whose turn it is, in a small window."""
    sentence: list[Content]
    verdict: list[Content]
    """Who wins, on the last line; in a small window only how to read the board."""


class StatusBar(Widget):
    """Shows one sentence; in a window without room for cards, the turn above it."""

    status: reactive[Status] = reactive(Status())
    """Everything shown, set as a whole."""

    def render(self) -> Content:
        """Return the lines."""
        turn, sentence, verdict = self.lines()
        above = [*turn, *sentence]
        blank = [Content("")] * (self.content_size.height - len(above) - len(verdict))
        return Content("\n").join([*above, *blank, *verdict])

    def lines(self) -> Lines:
        """Return what is shown at this size."""
        width, height = self.content_size
        if not width or not height:
            return Lines([], [], [])
        if self.app.size.width < STANDARD_WIDTH:
            return self._small_lines(width, height)
        sentence = self._message().wrap(width)
        verdict = [self._verdict_line(width)] if self.status.verdict else []
        if self.status.message.whole and len(sentence) > height - len(verdict):
            verdict = []  # the sentence matters more
        return Lines([], _at_most(sentence, height - len(verdict), width), verdict)

    def _small_lines(self, width: int, height: int) -> Lines:
        """Return whose turn it is, and the sentence; a long one takes all lines, but a result."""
        message, whole = self._message(named=False), self.status.message.whole
        is_result = bool(self.status.reason) and not self.status.message.alarmed
        if is_result:
            message = Content(self._without_ideas(width, height - 1))
        sentence = (message or self._reason(width, height - 1)).wrap(width)
        if whole and len(sentence) > height - 1 and not is_result:
            return Lines([], _at_most(sentence, height, width), [])
        legend = [self._legend(width)] if self.status.legend else []
        room = height - 1 - len(legend)
        if whole and len(sentence) > room:
            legend, room = [], height - 1
        shown = _at_most(sentence, room, width) if room else []
        return Lines([self._turn_line(width)], shown, legend)

    def _without_ideas(self, width: int, lines: int) -> str:
        """Return what is said after the game, without what matters least if it is too long."""
        words = self.status.message.text
        if len(Content(words).wrap(width)) > lines:
            words = re.sub(r" \(idea: [a-z ]+\)", "", words)
        return last_sentences(words, lambda each: len(Content(each).wrap(width)) <= lines)

    def _reason(self, width: int, lines: int) -> Content:
        """Return why the game was won, or only its last sentence where there is no room."""
        return Content(
            last_sentences(
                self.status.reason, lambda words: len(Content(words).wrap(width)) <= lines
            )
        )

    def _message(self, *, named: bool = True) -> Content:
        """Return the sentence, after the name of the player whose move it describes."""
        message, words = self.status.message, self.status.message.text
        if message.is_hint:
            width, height = self.content_size
            words = first_sentences(words, lambda each: len(Content(each).wrap(width)) <= height)
        text = Content.styled(words, "bold $warning" if message.alarmed else "")
        if message.player is None or not named:
            return text
        name = self.status.names[message.player - 1]
        return Content.assemble((f"{name}: ", f"bold {COLOUR_OF[message.player]}"), text)

    def _verdict_line(self, width: int) -> Content:
        """Return the verdict, and how to read the board beside it."""
        verdict = self._verdict(width)
        legend = self._legend(width - verdict.cell_length - len(_GAP))
        return Content.assemble(verdict, _GAP, legend) if legend else verdict

    def _legend(self, room: int) -> Content:
        """Return as many parts of the legend as fit."""
        parts = list(self.status.legend)
        while parts and len(_SEPARATOR.join(parts)) > room:
            parts.pop()
        return Content.styled(_SEPARATOR.join(parts), "$foreground 75%")

    def _verdict(self, room: int) -> Content:
        """Return the verdict; without its sum of regions, value or token if it is too long."""
        return Content.styled(self._fitting_verdict(room), "bold").truncate(room, ellipsis=True)

    def _fitting_verdict(self, room: int) -> str:
        # Do not split at commas: a name may contain one.
        verdict = self.status.verdict
        shorter = re.sub(r" = \*[0-9 +*]+$", "", verdict)
        shortest = re.sub(r"^signs for token [0-9]+; |, value \*[0-9]+$", "", shorter)
        fitting = (words for words in (verdict, shorter) if len(words) <= room)
        return next(fitting, shortest)

    def _turn_line(self, width: int) -> Content:
        turn = self._turn()
        right = self._right(width - turn.cell_length - 1)
        left = turn.truncate(max(width - right.cell_length - 1, 0), ellipsis=True)
        gap = Content(" " * max(width - left.cell_length - right.cell_length, 1))
        return Content.assemble(left, gap, right).truncate(width, ellipsis=True)

    def _turn(self) -> Content:
        status = self.status
        colour = f"bold {COLOUR_OF[status.player]}"
        where = f"{status.looks_back}: " if status.looks_back else ""
        name = status.names[status.player - 1]
        return Content.assemble(
            where, (f"{status.player.symbol} ", colour), (name, colour), f" {status.turn}"
        )

    def _right(self, room: int) -> Content:
        """Return the right side of the first line: the most important parts that fit."""
        status = self.status
        parts = [self._room_left()] if status.room else []
        if status.score:
            parts.insert(0, Content.styled(status.score, "bold"))
        if status.verdict:
            parts.insert(0, Content.styled(self._fitting_verdict(room), "bold"))
        if status.looks_back:
            parts.insert(0, self._way_back())
        while len(parts) > 1 and sum(part.cell_length + 2 for part in parts) - 2 > room:
            parts.pop()
        return Content("  ").join(parts).truncate(self.content_size.width, ellipsis=True)

    def _room_left(self) -> Content:
        room = self.status.room
        if len(room) == 1:
            return Content(f"room {room[0]}")
        counts = [
            Content.styled(f"{player.symbol} {left}", COLOUR_OF[player])
            for player, left in zip(Player, room, strict=False)
        ]
        return Content("  ").join(counts)

    def _way_back(self) -> Content:
        key = preferences_of(self).key_of("present")
        return Content.from_markup("[@click=screen.present]» $words[/]", words=f"now ({key})")


def _at_most(lines: list[Content], count: int, width: int) -> list[Content]:
    """Return no more than this many lines; the last one shows that there were more."""
    if len(lines) <= count:
        return lines
    rest = Content(" ").join(lines[count - 1 :]).truncate(width, ellipsis=True)
    return [*lines[: count - 1], rest]
