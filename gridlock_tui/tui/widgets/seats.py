"""The table in the menu: the two seats, and the series that is agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container

from gridlock_tui.match import Kinds, Setup
from gridlock_tui.rules import Names, Player
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.wishes import Wishes

if TYPE_CHECKING:
    from gridlock_tui.match.ongoing import Match
    from gridlock_tui.tui.widgets.seat import Seat

_SERIES = ("single game", "best of 3", "best of 5", "best of 7", "endless")
_NEXT_STARTS = ("in turn", "the loser")
"""Who starts the next game of a series."""
_SWAP = ("off", "on")
"""Whether the second player may take over the first move."""


class Seats(Container):
    """Who plays each side, and under which name; until the seats are there, as was wished."""

    def __init__(self, wishes: Wishes, glyphs: Glyphs) -> None:
        super().__init__(id="seats")
        self._glyphs = glyphs
        self._names: Names = wishes.names or ("", "")
        self._kinds = wishes.kinds
        self._seats: tuple[Seat, Seat] | None = None

    @property
    def typed_names(self) -> Names:
        """The names as they are typed, empty where nothing is."""
        if self._seats is None:
            return self._names
        return self._seats[0].typed_name, self._seats[1].typed_name

    @property
    def kinds(self) -> Kinds:
        """Who plays each side: a person, or a computer of some level."""
        if self._seats is None:
            return self._kinds
        return self._seats[0].kind, self._seats[1].kind

    async def put_up(self) -> None:
        """Add the seats, which take a while to load."""
        from gridlock_tui.tui.widgets.seat import Seat

        one, two = (
            Seat(player, self._kinds[player - 1], self._names[player - 1], self._glyphs)
            for player in Player
        )
        await self.mount(one, two)
        self._seats = one, two

    def take(self, names: Names, kinds: Kinds) -> None:
        """Let these players sit down."""
        self._names, self._kinds = names, kinds
        for seat, kind, name in zip(self._seats or (), kinds, names, strict=False):
            seat.take(kind, name)

    def suggest(self, names: Names) -> None:
        """Show what the players are called unless names are typed."""
        for seat, name in zip(self._seats or (), names, strict=False):
            seat.suggest(name)

    def choose_next_opponent(self) -> None:
        """Let the next kind of player sit on the second side."""
        if self._seats is not None:
            self._seats[1].choose_next()


class SeriesOptions(Container):
    """How many games a match has, who starts the next one, and whether sides may be swapped."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="series")
        self._glyphs = glyphs
        self._choices: tuple[Choice, Choice, Choice] | None = None

    def put_up(self) -> None:
        """Add the choices."""
        glyphs = self._glyphs
        self._choices = (
            Choice(" Series", _SERIES, glyphs, _SERIES[0], id="length"),
            Choice(" Next", _NEXT_STARTS, glyphs, _NEXT_STARTS[0], id="next"),
            Choice(" Swap", _SWAP, glyphs, _SWAP[0], id="swap"),
        )
        self.mount(*self._choices)

    def agreed(self, setup: Setup) -> Match:
        """Return the match with the series that is chosen."""
        from gridlock_tui.match.ongoing import Match
        from gridlock_tui.match.series import LENGTHS, Starts

        if self._choices is None:
            return Match.begin(setup)
        length, starts, swap = (choice.at for choice in self._choices)
        return Match.begin(setup, LENGTHS[length], list(Starts)[starts], swap_rule=bool(swap))
