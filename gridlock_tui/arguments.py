"""Reads the arguments of the command line: each a value, or a sentence that says what is wrong."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TypeVar

from gridlock_tui.match import Kinds, checked_kinds, checked_names
from gridlock_tui.rules import GridlockError, Names
from gridlock_tui.rules.text import quoted

_T = TypeVar("_T")


def checked(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """Let the sentence of our own errors through, where argparse would say "invalid value"."""

    def check(text: str) -> _T:
        try:
            return read(text)
        except GridlockError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return check


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
    checked_names(names[0], names[1])
    return names[0], names[1]


def read_kinds(text: str) -> Kinds:
    """Read who plays the two sides."""
    kinds = [kind.strip().casefold() for kind in text.split(",")]
    if len(kinds) != 2:
        raise GridlockError("write two players with a comma between them, such as human,expert")
    return checked_kinds(kinds[0], kinds[1])


def read_pace(text: str) -> float:
    """Read the least seconds of a computer's move."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text):
        raise GridlockError(f"{quoted(text)} is not a pace: write seconds, such as 0.5")
    return float(text)


def read_whole(text: str) -> int:
    """Read a whole number."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise GridlockError(f"{quoted(text)} is not a whole number from 0 on, such as 4")
    return int(text)


def read_seconds(text: str) -> float:
    """Read a time that is not zero."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or float(text) == 0:
        raise GridlockError(f"{quoted(text)} is not a time: write seconds, such as 2.5")
    return float(text)


def read_depth(text: str) -> int:
    """Read a depth of counting."""
    depth = read_whole(text)
    if not 1 <= depth <= 64:
        raise GridlockError("a depth is a number from 1 to 64, such as 4")
    return depth
