"""Reads the arguments of the command line: each a value, or a sentence that says what is wrong."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

from gridlock_tui.match import Kinds, checked_kinds, config
from gridlock_tui.rules import GridlockError, Names
from gridlock_tui.rules.text import quoted

_T = TypeVar("_T")
_LARGEST_SEED = 999_999_999
_DEEPEST = 64
_SHORTEST_TIME, _LONGEST_TIME = 0.001, 999_999


def checked(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """Let the sentence of our own errors through, where argparse would say "invalid value"."""

    def check(text: str) -> _T:
        try:
            return read(text)
        except GridlockError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return check


def read_file_name(text: str) -> str:
    """Read the name of a file."""
    if not text:  # a path that is empty would be the folder one is in
        raise GridlockError("say which file, such as game.txt")
    return text


def read_first(text: str) -> str:
    """Read who starts."""
    if text not in ("1", "2", "toss"):
        raise GridlockError(f"{quoted(text)} cannot start: write 1, 2 or toss")
    return text


def read_names(text: str) -> Names:
    """Read two names."""
    names = text.split(",")
    if len(names) != 2:
        raise GridlockError("write two names with a comma between them, such as Ada,Ben")
    return config.read_names(names)


def read_kinds(text: str) -> Kinds:
    """Read who plays the two sides."""
    kinds = [kind.strip().casefold() for kind in text.split(",")]
    if len(kinds) != 2:
        raise GridlockError("write two players with a comma between them, such as human,expert")
    return checked_kinds(kinds[0], kinds[1])


def read_pace(text: str) -> float:
    """Read the least seconds of a computer's move."""
    number = float(text) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else None
    try:
        return config.read_pace(number)
    except GridlockError as error:
        raise GridlockError(f"{quoted(text)} is not a pace: {error}") from error


def read_seed(text: str) -> int:
    """Read what chance follows from."""
    return _read_whole(text, "a seed", 0, _LARGEST_SEED)


def read_depth(text: str) -> int:
    """Read a depth of counting."""
    return _read_whole(text, "a depth", 1, _DEEPEST)


def _read_whole(text: str, what: str, least: int, most: int) -> int:
    # Python itself refuses to read numbers of thousands of digits.
    match = re.fullmatch("0*([0-9]{1,9})", text)
    number = int(match[1]) if match else -1
    if not least <= number <= most:
        bounds = f"from {least} to {most}"
        raise GridlockError(
            f"{quoted(text)} is not {what}: write a whole number {bounds}, such as 4"
        )
    return number


def read_seconds(text: str) -> float:
    """Read a time that is not zero."""
    number = float(text) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else 0.0
    if not _SHORTEST_TIME <= number <= _LONGEST_TIME:
        bounds = f"from {_SHORTEST_TIME:g} to {_LONGEST_TIME}"
        raise GridlockError(f"{quoted(text)} is not a time: write seconds {bounds}, such as 2.5")
    return number
