"""The content of a save: a match as JSON. Reading it replays every move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from gridlock_tui.match.effort import Effort
from gridlock_tui.match.game import Game, Setup, checked_kinds, checked_names
from gridlock_tui.match.letters import Letters, steps_of
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import MOST_RESULTS, Result, Series, Starts
from gridlock_tui.match.settings import DEFAULT_PACE, LONGEST_PACE
from gridlock_tui.match.store.files import ContentError, ForeignContentError, StoreError
from gridlock_tui.rules import (
    Board,
    GridlockError,
    Player,
    UnknownVariant,
    find_variant,
    read_move,
    write_move,
)

LARGEST_SAVE = 262144
"""The most bytes that a save may have; the longest match takes a thirtieth of it."""

_FORMAT, _VERSION = "gridlock match", 1
_MOST_WINS = 1_000_000_000
_LARGEST_COUNT = 1_000_000_000
_LARGEST_SEED = 1 << 64

_Fields = dict[str, Any]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match as it is saved."""

    match: Match
    time: datetime
    """When it was saved."""
    is_filed: bool = False
    """Whether its current game has ended and is in the history."""

    @classmethod
    def now(cls, match: Match, is_filed: bool = False) -> SavedMatch:
        """Return the match as saved at this moment."""
        return cls(match, datetime.now(UTC).replace(microsecond=0), is_filed)


def write_save(saved: SavedMatch) -> bytes:
    """Return the content of the file, or raise StoreError if it is too large."""
    match, setup, timeline = saved.match, saved.match.game.setup, saved.match.game.timeline
    series = match.series
    content = {
        "format": _FORMAT,
        "version": _VERSION,
        "uid": match.uid,
        "time": saved.time.isoformat(),
        "variant": setup.variant.slug,
        "size": str(setup.variant.board),
        "names": setup.names,
        "kinds": setup.kinds,
        "first": int(setup.first),
        "seed": setup.seed,
        "taken_over": setup.taken_over,
        "moves": [write_move(setup.variant, move) for move in timeline.moves],
        "at": timeline.at,
        "given_moves": match.given_moves,
        "series": {
            "people": series.players,
            "length": series.length,
            "starts": series.starts.value,
            "swap_rule": series.swap_rule,
            "earlier": series.earlier_wins,
            "course": [[r.winner, r.starter, r.moves, r.taken_over] for r in series.results],
        },
        "settings": {"pace": match.pace, "guard": match.guard, "filed": saved.is_filed},
        # Version 0.1.0 has not written these and ignores them.
        "effort": _write_effort(match.effort),
        "climbs": match.climbs,
        "letters": match.letters and asdict(match.letters),
    }
    written = json.dumps(content).encode()
    if len(written) > LARGEST_SAVE:
        raise StoreError(f"cannot save the match: it takes more than {LARGEST_SAVE // 1024} KiB")
    return written


def read_save(content: bytes) -> SavedMatch:
    """Return the match in a save, every move replayed, or raise ContentError."""
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ContentError("is damaged or not a saved match") from error
    if not isinstance(fields, dict) or fields.get("format") != _FORMAT:
        raise ContentError("is not a saved match")
    try:
        if _get(fields, "version", int) <= _VERSION:
            return _read_match(fields)
    except UnknownVariant as error:
        raise ForeignContentError(f"is of another variant: {error}") from error
    except GridlockError as error:
        raise ContentError(f"is damaged: {error}") from error
    raise ContentError("was written by a newer Gridlock")


def _read_match(fields: _Fields) -> SavedMatch:
    game = _read_game(fields)
    series = _read_series(_get(fields, "series", dict))
    written, agreed = checked_names(*_pair(fields, "names", str)), game.setup.as_agreed().names
    if written != game.setup.names:  # an earlier version let default names move with players
        written = (written[1], written[0]) if game.setup.taken_over else written
        if set(series.players) == set(written):
            series = series.renamed(written, agreed)
    if set(series.players) != set(agreed) or series.is_decided:
        raise _damaged("series")
    uid = _get(fields, "uid", str, re.compile("[0-9a-f]{16}").fullmatch)
    settings = _get(fields, "settings", dict)
    pace, guard = _read_pace(settings.get("pace")), settings.get("guard") is True
    time = _read_time(_get(fields, "time", str))
    given = 0
    if "given_moves" in fields:  # an earlier version did not write it
        most = len(game.timeline.moves)
        given = _get(fields, "given_moves", int, range(most + 1).__contains__)
    effort = _read_effort(fields["effort"]) if "effort" in fields else Effort()
    climbs = fields.get("climbs") is True
    if climbs and game.setup.person is None:
        raise _damaged("climbs")
    letters = _read_letters(fields.get("letters"), game)
    match = Match(game, series, uid, pace, guard, given, effort, climbs, letters)
    return SavedMatch(match, time, settings.get("filed") is True)


def _write_effort(effort: Effort) -> _Fields:
    return {
        "helped": sorted(effort.helped),
        "warned": sorted(effort.warned),
        "take_backs": effort.take_backs,
        "seconds": effort.seconds,
    }


def _read_effort(fields: object) -> Effort:
    if not isinstance(fields, dict):
        raise _damaged("effort")
    helped, warned = (
        _get(fields, name, list, lambda found: {*map(type, found)} <= {str})
        for name in ("helped", "warned")
    )
    take_backs, seconds = (
        _get(fields, name, int, range(_LARGEST_COUNT).__contains__)
        for name in ("take_backs", "seconds")
    )
    return Effort(frozenset(helped), frozenset(warned), take_backs, seconds)


def _read_letters(fields: object, game: Game) -> Letters | None:
    if fields is None:
        return None
    if not isinstance(fields, dict) or game.setup.computers:
        raise _damaged("letters")
    side = _get(fields, "side", int, (1, 2).__contains__)
    sent = _get(fields, "sent", int, range(len(steps_of(game)) + 1).__contains__)
    return Letters(Player(side), sent, fields.get("received") is True)


def _read_pace(pace: object) -> float:
    if not isinstance(pace, int | float) or isinstance(pace, bool) or not pace >= 0:
        return DEFAULT_PACE
    return min(pace, LONGEST_PACE)  # version 0.1.0 once allowed a longer one


def _read_game(fields: _Fields) -> Game:
    board = Board.from_text(_get(fields, "size", str))
    variant = find_variant(_get(fields, "variant", str)).resized(board.rows, board.columns)
    setup = Setup(
        variant,
        checked_names(*_pair(fields, "names", str)),
        Player(_get(fields, "first", int, (1, 2).__contains__)),
        checked_kinds(*_pair(fields, "kinds", str)),
        _get(fields, "seed", int, lambda seed: abs(seed) <= _LARGEST_SEED),
        _get(fields, "taken_over", bool),
    )
    moves = _get(fields, "moves", list, lambda moves: set(map(type, moves)) <= {str})
    game = Game.replay(setup, (read_move(variant, text) for text in moves))
    return game.jump(_get(fields, "at", int, range(len(moves) + 1).__contains__))


def _read_series(fields: _Fields) -> Series:
    earlier_wins = _pair(fields, "earlier", int)
    if not all(0 <= wins < _MOST_WINS for wins in earlier_wins):
        raise _damaged("earlier")
    series = Series(
        checked_names(*_pair(fields, "people", str)),
        _get(fields, "length", int),
        Starts(_get(fields, "starts", str, [starts.value for starts in Starts].__contains__)),
        _get(fields, "swap_rule", bool),
        earlier_wins,
    )
    for result in _get(fields, "course", list, lambda course: len(course) <= MOST_RESULTS):
        if type(result) is not list or [*map(type, result)] != [str, str, int, bool]:
            raise _damaged("course")
        series = series.after(Result(*result))
    return series


def _read_time(text: str) -> datetime:
    with suppress(ValueError):
        time = datetime.fromisoformat(text)
        if time.tzinfo is not None:
            return time
    raise _damaged("time")


# A file may hold anything, so every value is checked. True is not a number.


def _get(
    fields: _Fields, key: str, kind: type[_T], is_valid: Callable[[_T], object] = lambda _: True
) -> _T:
    value = fields.get(key)
    if type(value) is not kind or not is_valid(value):
        raise _damaged(key)
    return value


def _pair(fields: _Fields, key: str, kind: type[_T]) -> tuple[_T, _T]:
    one, two = _get(fields, key, list, lambda pair: [*map(type, pair)] == [kind, kind])
    return one, two


def _damaged(key: str) -> GridlockError:
    return GridlockError(f"the value of {key} is invalid")
