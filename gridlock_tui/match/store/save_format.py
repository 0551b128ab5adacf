"""A match under way as a file: JSON, read back through the rules."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from gridlock_tui.match.files import StoreError
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.series import COURSE_KEPT, Result, Series, Starts
from gridlock_tui.match.setup import Game, Setup, checked_kinds, checked_names
from gridlock_tui.match.swap import swap_fits
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    Board,
    GridlockError,
    Player,
    find_variant,
    read_move,
    write_move,
)

LARGEST_SAVE = 262144
"""The most bytes that a save may have; the longest match takes a thirtieth of it."""

_FORMAT, _VERSION = "gridlock match", 1
_MANY = 1_000_000_000
_HUGE = 1 << 64

_T = TypeVar("_T")


class SaveError(StoreError):
    """A file that is not a save that we understand; the text goes on after `it`."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is kept: with the settings of the app, and when that was."""

    match: Match
    settings: dict[str, Any]
    """Whatever the front end wants to find again, as JSON has it."""
    time: datetime


def saved_now(match: Match, settings: dict[str, Any] | None = None) -> Saved:
    """Return the match as it is to be kept at this moment."""
    return Saved(match, settings or {}, datetime.now(UTC).replace(microsecond=0))


def dump_saved(saved: Saved) -> bytes:
    """Return the match as the content of a file, or raise StoreError if it is too large."""
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
        "series": {
            "people": series.people,
            "length": series.length,
            "starts": series.starts.value,
            "swap_rule": series.swap_rule,
            "earlier": series.earlier,
            "course": [[r.winner, r.starter, r.moves, r.taken_over] for r in series.course],
        },
        "settings": saved.settings,
    }
    try:
        dumped = json.dumps(content).encode()
    except RecursionError:
        dumped = b""
    if not 0 < len(dumped) <= LARGEST_SAVE:
        raise StoreError(f"cannot save the match: it takes more than {LARGEST_SAVE // 1024} KiB")
    return dumped


def load_saved(content: bytes) -> Saved:
    """Return the match that a file holds, every move verified, or raise SaveError."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise SaveError("is damaged, or is not a saved match at all") from error
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        raise SaveError("is not a saved match")
    if _get(found, "version", int) > _VERSION:
        raise SaveError("was written by a newer Gridlock")
    try:
        return _loaded(found)
    except SaveError:
        raise
    except GridlockError as error:
        raise SaveError(f"is damaged: {error}") from error


def _loaded(found: dict[str, Any]) -> Saved:
    game = _loaded_game(found)
    series = _loaded_series(_get(found, "series", dict))
    if set(series.people) != set(game.setup.names) or series.is_decided:
        raise _damaged("series")
    uid = _get(found, "uid", str)
    if not re.fullmatch("[0-9a-f]{16}", uid):
        raise _damaged("uid")
    match = Match(game, series, uid)
    return Saved(match, _get(found, "settings", dict), _loaded_time(_get(found, "time", str)))


def _loaded_game(found: dict[str, Any]) -> Game:
    board = Board.from_text(_get(found, "size", str))
    variant = find_variant(_get(found, "variant", str)).resized(board.rows, board.columns)
    setup = Setup(
        variant,
        checked_names(*_pair(found, "names", str)),
        Player(_number(found, "first", 1, 2)),
        checked_kinds(*_pair(found, "kinds", str)),
        _number(found, "seed", -_HUGE, _HUGE),
        _get(found, "taken_over", bool),
    )
    timeline = Timeline.begin(variant.start(setup.first))
    for move in _list(found, "moves", str):
        timeline = timeline.play(read_move(variant, move))
    if setup.taken_over and not swap_fits(timeline):
        raise _damaged("taken_over")
    return Game(setup, timeline.jump(_number(found, "at", 0, len(timeline.moves))))


def _loaded_series(found: dict[str, Any]) -> Series:
    starts = _get(found, "starts", str)
    if starts not in [choice.value for choice in Starts]:
        raise _damaged("starts")
    one, two = _pair(found, "earlier", int)
    if not (0 <= one < _MANY and 0 <= two < _MANY):
        raise _damaged("earlier")
    series = Series(
        checked_names(*_pair(found, "people", str)),
        _get(found, "length", int),
        Starts(starts),
        _get(found, "swap_rule", bool),
        (one, two),
    )
    course = _list(found, "course", list)
    if len(course) > COURSE_KEPT:
        raise _damaged("course")
    for result in course:
        if [type(part) for part in result] != [str, str, int, bool]:
            raise _damaged("course")
        series = series.after(Result(*result))
    return series


def _loaded_time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise _damaged("time") from error
    if time.tzinfo is None:
        raise _damaged("time")
    return time


# What JSON may hold in place of what we want: anything. True is no number here.


def _get(found: dict[str, Any], key: str, kind: type[_T]) -> _T:
    value = found.get(key)
    if type(value) is not kind:
        raise _damaged(key)
    return value


def _list(found: dict[str, Any], key: str, kind: type[_T]) -> list[_T]:
    values: list[_T] = _get(found, key, list)
    if any(type(value) is not kind for value in values):
        raise _damaged(key)
    return values


def _pair(found: dict[str, Any], key: str, kind: type[_T]) -> tuple[_T, _T]:
    values = _list(found, key, kind)
    if len(values) != 2:
        raise _damaged(key)
    return values[0], values[1]


def _number(found: dict[str, Any], key: str, lowest: int, highest: int) -> int:
    number = _get(found, key, int)
    if not lowest <= number <= highest:
        raise _damaged(key)
    return number


def _damaged(key: str) -> SaveError:
    return SaveError(f"is damaged: what it has as {key} cannot be")
