"""What the two people agree on before their first game, and where a game of theirs begins."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from gridlock_tui.match.game import LONGEST_NAME, Setup, checked_names
from gridlock_tui.match.match import Match, new_uid
from gridlock_tui.match.series import MOST_RESULTS, Result, Series, Starts
from gridlock_tui.net.events import Seat
from gridlock_tui.net.fields import (
    Fields,
    get,
    get_list,
    get_number,
    get_pair,
    get_text,
    is_digest,
    is_uid,
    only,
)
from gridlock_tui.rules import LARGEST, Board, GridlockError, Player, find_variant
from gridlock_tui.rules.text import clean

LARGEST_NUMBER = 1_000_000_000
"""More than any match has events, rematches or wins."""
_LONGEST_SLUG = 40


@dataclass(frozen=True, slots=True)
class Deal:
    """What both people agree on; it holds for all games and rematches."""

    uid: str
    """The id of the match on both machines."""
    setup: Setup
    """Variant, board, names and starter of the first game."""
    length: int = 1
    starts: Starts = Starts.ALTERNATE
    swap_rule: bool = False
    host_side: Player = Player.ONE

    def side_of(self, seat: Seat) -> Player:
        """Return the side that was agreed on for this person."""
        return self.host_side if seat is Seat.HOST else self.host_side.other

    def with_guest(self, name: str) -> Deal:
        """Return the deal with the guest's name; a name that is taken gets a number."""
        names = list(self.setup.names)
        guest, host = self.side_of(Seat.GUEST) - 1, self.side_of(Seat.HOST) - 1
        names[guest] = clean(name, LONGEST_NAME) or str(self.side_of(Seat.GUEST))
        if names[guest] == names[host]:
            names[guest] = f"{names[guest][: LONGEST_NAME - 2]} 2"
        return replace(self, setup=replace(self.setup, names=(names[0], names[1])))

    def begin(self) -> Start:
        """Return where the first game begins."""
        series = Series(self.setup.names, self.length, self.starts, self.swap_rule)
        digest = hashlib.sha256(str(self.written()).encode()).hexdigest()[:32]
        return Start(0, digest, 0, Match(self.setup.begin(), series, self.uid))

    def match_uid(self, rematches: int) -> str:
        """Return the name in the history of the match after this many rematches."""
        if not rematches:
            return self.uid
        return hashlib.sha256(f"{self.uid} {rematches}".encode()).hexdigest()[:16]

    def written(self) -> Fields:
        """Return the deal as it is sent and stored."""
        return {
            "match": self.uid,
            "variant": self.setup.variant.slug,
            "size": str(self.setup.variant.board),
            "names": list(self.setup.names),
            "first": int(self.setup.first),
            "length": self.length,
            "starts": self.starts.value,
            "swap_rule": self.swap_rule,
            "host_side": int(self.host_side),
        }


def make_deal(
    setup: Setup,
    host_name: str = "",
    *,
    length: int = 1,
    starts: Starts = Starts.ALTERNATE,
    swap_rule: bool = False,
    host_side: Player = Player.ONE,
) -> Deal:
    """Return a new deal of a host who waits for a guest, or raise GridlockError."""
    name, other = clean(host_name, LONGEST_NAME) or str(host_side), str(host_side.other)
    names = checked_names(*((name, other) if host_side is Player.ONE else (other, name)))
    setup = Setup(setup.variant, names, setup.first)
    Series(names, length)  # raises GridlockError if there is no such length
    return Deal(new_uid(), setup, length, starts, swap_rule, host_side)


def read_deal(fields: Fields) -> Deal:
    """Return the deal, or raise GridlockError."""
    only(
        fields,
        *("match", "variant", "size", "names", "first"),
        *("length", "starts", "swap_rule", "host_side"),
    )
    board = Board.from_text(get_text(fields, "size", 2 * len(str(LARGEST)) + 1))
    variant = find_variant(get_text(fields, "variant", _LONGEST_SLUG))
    names = get_pair(fields, "names", str)
    setup = Setup(variant.resized(board.rows, board.columns), names, _read_player(fields, "first"))
    if max(map(len, names)) > LONGEST_NAME or not names == checked_names(*names) == setup.names:
        raise GridlockError("the value of names is invalid")
    starts = Starts(get(fields, "starts", str, [each.value for each in Starts].__contains__))
    deal = Deal(
        get(fields, "match", str, is_uid),
        setup,
        get_number(fields, "length", LARGEST_NUMBER),
        starts,
        get(fields, "swap_rule", bool),
        _read_player(fields, "host_side"),
    )
    Series(names, deal.length)  # raises GridlockError if there is no such length
    return deal


def _read_player(fields: Fields, name: str) -> Player:
    return Player(get(fields, name, int, (1, 2).__contains__))


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a game: all that the events before it have led to."""

    seq: int
    """How many events there were before."""
    digest: str
    """What both sides agree on up to here, in one number."""
    rematches: int
    match: Match
    """The match with a game without moves."""

    def written(self) -> Fields:
        """Return the start as it is sent and stored."""
        series, setup = self.match.series, self.match.game.setup
        number = series.players.index
        return {
            "seq": self.seq,
            "digest": self.digest,
            "rematches": self.rematches,
            "first": int(setup.first),
            "earlier": list(series.earlier_wins),
            "results": [
                [number(each.winner), number(each.starter), each.moves, int(each.taken_over)]
                for each in series.results
            ],
        }


def read_start(deal: Deal, fields: Fields) -> Start:
    """Return the start of a game of this deal, or raise GridlockError."""
    only(fields, "seq", "digest", "rematches", "first", "earlier", "results")
    names, rematches = deal.setup.names, get_number(fields, "rematches", LARGEST_NUMBER)
    earlier = get_pair(fields, "earlier", int)
    if not all(0 <= wins <= LARGEST_NUMBER for wins in earlier):
        raise GridlockError("the value of earlier is invalid")
    series = Series(names, deal.length, deal.starts, deal.swap_rule, earlier)
    for result in get_list(fields, "results", list, MOST_RESULTS):
        if [*map(type, result)] != [int] * 4:
            raise GridlockError("the value of results is invalid")
        winner, starter, moves, taken_over = result
        if {winner, starter, taken_over} - {0, 1} or not 0 <= moves <= LARGEST**2:
            raise GridlockError("the value of results is invalid")
        series = series.after(Result(names[winner], names[starter], moves, bool(taken_over)))
    if series.is_decided:
        raise GridlockError("the value of results is invalid")
    setup = replace(deal.setup, first=_read_player(fields, "first"))
    start = Start(
        get_number(fields, "seq", LARGEST_NUMBER),
        get(fields, "digest", str, is_digest),
        rematches,
        Match(setup.begin(), series, deal.match_uid(rematches)),
    )
    if not start.seq and start != deal.begin():
        raise GridlockError("the match does not begin as agreed")
    return start
