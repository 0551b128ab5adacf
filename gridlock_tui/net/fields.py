"""Read JSON that others wrote: every value is checked, and nothing is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeVar

from gridlock_tui.rules import GridlockError

Fields = dict[str, Any]
"""An object of JSON."""
_T = TypeVar("_T")

is_uid = re.compile("[0-9a-f]{16}").fullmatch
"""Matches the name of a match."""
is_digest = re.compile("[0-9a-f]{32}").fullmatch
"""Matches a digest or a key."""


def read_object(text: str | bytes) -> Fields:
    """Return the object in a text, or raise GridlockError."""
    try:
        found = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise GridlockError("that is not JSON") from error
    if type(found) is not dict:
        raise GridlockError("that is not a JSON object")
    return found


def _unique(pairs: Iterable[tuple[str, Any]]) -> Fields:
    found: Fields = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(name)
        found[name] = value
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def only(fields: Fields, *names: str) -> None:
    """Raise GridlockError unless the object has exactly these fields."""
    if set(fields) != set(names):
        raise GridlockError("fields are missing or unknown")


def get(
    fields: Fields, name: str, kind: type[_T], is_valid: Callable[[_T], object] = lambda _: True
) -> _T:
    """Return the value of a field, or raise GridlockError. True is not a number."""
    value = fields.get(name)
    if type(value) is not kind or not is_valid(value):
        raise GridlockError(f"the value of {name} is invalid")
    return value


def get_text(fields: Fields, name: str, longest: int) -> str:
    """Return a text of at most this length, or raise GridlockError."""
    return get(fields, name, str, lambda text: len(text) <= longest)


def get_number(fields: Fields, name: str, most: int) -> int:
    """Return a whole number from 0 to `most`, or raise GridlockError."""
    return get(fields, name, int, lambda number: 0 <= number <= most)


def get_list(fields: Fields, name: str, kind: type[_T], most: int) -> list[_T]:
    """Return a list of at most this many values of one type, or raise GridlockError."""
    return get(
        fields, name, list, lambda values: len(values) <= most and {*map(type, values)} <= {kind}
    )


def get_pair(fields: Fields, name: str, kind: type[_T]) -> tuple[_T, _T]:
    """Return two values of one type, or raise GridlockError."""
    values = get_list(fields, name, kind, 2)
    if len(values) != 2:
        raise GridlockError(f"the value of {name} is invalid")
    return values[0], values[1]
