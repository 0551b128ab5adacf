"""The shared match: a log of events on which both sides agree, and what follows from it.

Every event is checked by the rules, on both sides. Events are numbered from 1, and each has a
digest of itself, of all before it and of the position after it: two tables with the same digest
are in the same state. Events before the previous game are dropped, so that a table never grows
beyond two games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import Result, Series
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.net.deal import Deal, Start
from gridlock_tui.net.events import Event, Kind, Seat, read_word
from gridlock_tui.rules import GridlockError, Player, read_move, write_move

MOST_UNDOS = 20
"""How often a person can ask for an undo in one game."""
MOST_WORDS = 50
"""How many words a person can say in one game."""
MOST_EVENTS = 8000
"""More events than two games can have."""


class TableError(GridlockError):
    """An event that is not possible now; the text says why."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match as both sides know it. Immutable: every event leads to a new table."""

    deal: Deal
    start: Start
    """Where the log begins: at the previous game, or at the current one."""
    page: Start
    """Where the current game begins."""
    match: Match
    """The match; its game is always shown in its latest state."""
    events: tuple[Event, ...] = ()
    """The events since `start`."""
    digests: tuple[str, ...] = ()
    """The digest after each of them."""
    asked: Seat | None = None
    """Who has asked to take back a move and waits for an answer."""
    resigned: Seat | None = None
    """Who has resigned the current game."""
    ready: frozenset[Seat] = frozenset()
    """Who has asked for the next game."""

    @classmethod
    def begin(cls, deal: Deal, start: Start | None = None, events: Iterable[Event] = ()) -> Table:
        """Return the table after these events, or raise TableError."""
        start = start or deal.begin()
        table = cls(deal, start, start, start.match)
        for event in events:
            table = table.after(event)
        return table

    # The log.

    @property
    def seq(self) -> int:
        """The number of the latest event; 0 before the first one."""
        return self.start.seq + len(self.events)

    @property
    def digest(self) -> str:
        """What both sides must agree on."""
        return self.digests[-1] if self.digests else self.start.digest

    def digest_at(self, seq: int) -> str | None:
        """Return the digest after that event; None if it is not in the log."""
        at = seq - self.start.seq
        if not at:
            return self.start.digest
        return self.digests[at - 1] if 0 < at <= len(self.events) else None

    def since(self, seq: int, most: int) -> tuple[Event, ...]:
        """Return the next events after that one, at most so many."""
        at = max(0, seq - self.start.seq)
        return self.events[at : at + most]

    @property
    def game_events(self) -> tuple[Event, ...]:
        """The events of the current game."""
        return self.events[self.page.seq - self.start.seq :]

    @property
    def finished(self) -> tuple[Match, ...]:
        """The match at the end of each game of the log that has ended by the rules."""
        matches, cut = [self.match], self.page.seq - self.start.seq
        if cut:  # the last event before this game began it
            matches.insert(0, Table.begin(self.deal, self.start, self.events[: cut - 1]).match)
        return tuple(match for match in matches if match.game.is_over)

    # Who and what.

    def side_of(self, seat: Seat) -> Player:
        """Return the side that this person plays now: the other one after a swap."""
        side = self.deal.side_of(seat)
        return side.other if self.match.game.setup.taken_over else side

    def name_of(self, seat: Seat) -> str:
        """Return the name of this person."""
        return self.match.game.names[self.side_of(seat) - 1]

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game has ended."""
        if self.is_over:
            return None
        side = self.match.game.state.to_move
        return Seat.HOST if side is self.side_of(Seat.HOST) else Seat.GUEST

    @property
    def is_over(self) -> bool:
        """Whether the current game has ended, by the rules or because somebody resigned."""
        return self.resigned is not None or self.match.game.is_over

    @property
    def winner(self) -> Seat | None:
        """Who has won the current game."""
        if self.resigned is not None:
            return self.resigned.other
        outcome = self.match.game.state.outcome
        if outcome is None:
            return None
        return Seat.HOST if outcome.winner is self.side_of(Seat.HOST) else Seat.GUEST

    @property
    def standing(self) -> Series:
        """The series with the current game, if it has ended, and with the names of now."""
        game, winner, series = self.match.game, self.winner, self.match.series
        if winner is not None:
            setup = game.setup
            agreed = setup.as_agreed().names
            name = setup.people[self.side_of(winner) - 1]
            moves, starter = len(game.timeline.moves), agreed[setup.first - 1]
            series = series.after(Result(name, starter, moves, setup.taken_over))
        return series

    @property
    def is_decided(self) -> bool:
        """Whether the series is decided: the next game is a rematch."""
        return self.standing.is_decided

    def score_of(self, seat: Seat) -> int:
        """Return how many games of the series this person has won."""
        standing = self.standing
        return standing.wins_of(self.deal.setup.names[self.deal.side_of(seat) - 1])

    @property
    def words(self) -> tuple[tuple[Seat, str], ...]:
        """Who said what in this game and the one before it."""
        return tuple((each.by, each.text) for each in self.events if each.kind is Kind.SAY)

    # Events.

    def why_not(self, event: Event) -> str | None:
        """Return a sentence that says why the event is not possible, None if it is."""
        try:
            self.after(event)
        except GridlockError as error:
            return str(error)
        return None

    def after(self, event: Event) -> Table:
        """Return the table after an event, or raise TableError."""
        try:
            table = self._changed(event)
        except TableError:
            raise
        except GridlockError as error:
            raise TableError(str(error)) from error
        table = replace(
            table,
            events=(*self.events, event),
            digests=(*self.digests, _digest(self.digest, event, table)),
        )
        if event.kind is Kind.READY and len(table.ready) == len(Seat):
            return table._next_game()
        return table

    def _changed(self, event: Event) -> Table:
        """Return what the event changes; the log is not extended yet."""
        match event.kind:
            case Kind.MOVE:
                return self._moved(event)
            case Kind.SWAP:
                self._check_turn(event.by)
                if not self.match.can_take_over:
                    raise TableError("the first move cannot be taken over now")
                return replace(self, match=self.match.take_over(), asked=None)
            case Kind.UNDO:
                return self._with_question(event.by)
            case Kind.GRANT | Kind.REFUSE:
                return self._answered(event)
            case Kind.READY:
                if not self.is_over:
                    raise TableError("the game is not finished")
                if event.by in self.ready:
                    raise TableError(f"{self.name_of(event.by)} has asked for that already")
                return replace(self, ready=self.ready | {event.by})
            case Kind.RESIGN:
                if self.is_over:
                    raise TableError("the game is over")
                return replace(self, resigned=event.by, asked=None)
            case Kind.SAY:
                if read_word(event.text) != event.text:
                    raise TableError("that word is not written as it is listed")
                self._check_count(event, MOST_WORDS)
                return self

    def _moved(self, event: Event) -> Table:
        self._check_turn(event.by)
        variant = self.match.game.setup.variant
        move = read_move(variant, event.text)
        if write_move(variant, move) != event.text:
            raise TableError("that move is not in the notation of the game")
        return replace(self, match=self.match.play(move), asked=None)

    def _check_turn(self, seat: Seat) -> None:
        if self.is_over:
            raise TableError("the game is over")
        if self.to_move is not seat:
            raise TableError(f"it is {self.name_of(seat.other)}'s turn")

    def _check_count(self, event: Event, most: int) -> None:
        mine = (each for each in self.game_events if each.by is event.by)
        if sum(each.kind is event.kind for each in mine) >= most:
            what = "an undo" if event.kind is Kind.UNDO else "a word"
            raise TableError(f"that was {what} too many: a game has at most {most} of each player")

    def _with_question(self, seat: Seat) -> Table:
        if self.resigned is not None:
            raise TableError("the game is over")
        if self.asked is not None:
            raise TableError(f"{self.name_of(self.asked)} has asked already, and waits")
        if self._undone(seat) is None:
            raise TableError(f"there is no move of {self.name_of(seat)} to take back")
        self._check_count(Event(seat, Kind.UNDO), MOST_UNDOS)
        return replace(self, asked=seat)

    def _answered(self, event: Event) -> Table:
        if self.asked is not event.by.other:
            raise TableError(f"{self.name_of(event.by.other)} has not asked for an undo")
        game = self._undone(self.asked) if event.kind is Kind.GRANT else None
        if game is None:
            return replace(self, asked=None)
        return replace(self, match=self.match.with_game(game), asked=None, ready=frozenset())

    def _undone(self, seat: Seat) -> Game | None:
        """Return the game before the latest decision of this person: a move or a swap."""
        game = self.match.game
        now, agreed, timeline = game.setup, game.setup.as_agreed(), game.timeline
        points: list[tuple[int, Setup]] = [
            (at, now if at else agreed) for at in range(len(timeline.moves))
        ]
        if now.taken_over:
            points.insert(1, (1, agreed))
        for at, setup in reversed(points):
            side = self.deal.side_of(seat)
            side = side.other if setup.taken_over else side
            if timeline.states[at].to_move is side:
                before = Timeline(timeline.states[: at + 1], timeline.moves[:at], at)
                return Game(setup, before)
        return None

    def _next_game(self) -> Table:
        """Return the table at the beginning of the next game, without the log before this one."""
        standing, rematches = self.standing, self.page.rematches
        setup = replace(standing.next_setup(self.match.game.setup), seed=0)
        if standing.is_decided:
            rematches += 1
            standing = Series(
                standing.players, standing.length, standing.starts, standing.swap_rule
            )
        match = Match(setup.begin(), standing, self.deal.match_uid(rematches))
        page, cut = Start(self.seq, self.digest, rematches, match), self.page.seq - self.start.seq
        return Table(self.deal, self.page, page, match, self.events[cut:], self.digests[cut:])


def _digest(before: str, event: Event, after: Table) -> str:
    game = after.match.game
    parts = [before, event.written(), game.state.fen(), game.setup.taken_over, after.seq + 1]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
