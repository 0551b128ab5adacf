"""The options of each command, and the readers of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gridlock_tui.match import KINDS, PEOPLE, Kinds, checked_kinds
from gridlock_tui.match.settings import SETTINGS
from gridlock_tui.rules import Board, GridlockError, find_variant
from gridlock_tui.rules.text import listed, quoted

if TYPE_CHECKING:
    from argparse import Namespace

_T = TypeVar("_T")
Option = tuple[str, dict[str, Any]]
"""The name of an option and the other arguments of `add_argument`."""
TOSS = "toss"
_SWITCH = "store_true"
ON_OFF = "on or off"
"""The action of a flag that also has a `--no-` form."""
SOLVE_SECONDS = 30.0
"""How long solve thinks by default."""
SOLVE_ALL_SECONDS = 10.0
"""How long solve --all thinks about each board by default."""
TABLE_MEGABYTES = 1000
"""How much memory table uses by default."""
SHELLS = ("bash", "zsh", "fish")
"""The shells that have completions."""
SERVE_PORT = 8400
"""The port of serve by default."""
_SHORTEST_TIME, _LONGEST_TIME = 0.001, 999_999


# The readers.


def read_file_name(text: str) -> str:
    """Return the name of a file, or raise GridlockError."""
    if not text:  # an empty path would be the current folder
        raise GridlockError("say which file, such as game.txt")
    return text


def read_first(text: str) -> str:
    """Return who starts, or raise GridlockError."""
    if text not in ("1", "2", TOSS):
        raise GridlockError(f"{quoted(text)} cannot start: write 1, 2 or {TOSS}")
    return text


def read_starter(text: str) -> str:
    """Return who starts, without a coin toss, or raise GridlockError."""
    if text not in ("1", "2"):
        raise GridlockError(f"{quoted(text)} cannot start: write 1 or 2")
    return text


def read_kinds(text: str) -> Kinds:
    """Return who plays the two sides, or raise GridlockError."""
    kinds = [kind.strip().casefold() for kind in text.split(",")]
    if len(kinds) != 2:
        raise GridlockError("write two players with a comma between them, such as human,expert")
    return checked_kinds(kinds[0], kinds[1])


def _read_whole(what: str, least: int, most: int, text: str, *, example: int = 4) -> int:
    # Python itself refuses to read numbers of thousands of digits.
    match = re.fullmatch("0*([0-9]{1,9})", text)
    number = int(match[1]) if match else -1
    if not least <= number <= most:
        advice = f"write a whole number from {least} to {most}, such as {max(least, example)}"
        raise GridlockError(f"{quoted(text)} is not {what}: {advice}")
    return number


read_seed = partial(_read_whole, "a seed", 0, 999_999_999)
read_depth = partial(_read_whole, "a depth", 1, 64)
read_rows = partial(_read_whole, "a number of rows", 1, 99)
read_columns = partial(_read_whole, "a number of columns", 1, 9999)
read_port = partial(_read_whole, "a port", 0, 65_535, example=SERVE_PORT)
read_megabytes = partial(_read_whole, "a memory limit", 10, 999_999)


def read_games(text: str) -> int:
    """Return the most games of a series, or raise GridlockError."""
    from gridlock_tui.match.series import ENDLESS, LENGTHS  # the app does not need it here

    lengths = {str(length): length for length in LENGTHS if length != ENDLESS}
    lengths["endless"] = ENDLESS
    if text not in lengths:
        known = listed(list(lengths), last="or")
        raise GridlockError(f"{quoted(text)} is not a series: write {known}")
    return lengths[text]


def read_seconds(text: str) -> float:
    """Return a time above zero, or raise GridlockError."""
    number = float(text) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else 0.0
    if not _SHORTEST_TIME <= number <= _LONGEST_TIME:
        bounds = f"from {_SHORTEST_TIME:g} to {_LONGEST_TIME}"
        raise GridlockError(f"{quoted(text)} is not a time: write seconds {bounds}, such as 2.5")
    return number


def read_shell(text: str) -> str:
    """Return the name of a shell, or raise GridlockError."""
    if text not in SHELLS:
        known = listed(list(SHELLS), last="or")
        raise GridlockError(f"there are no completions for {quoted(text)}: choose {known}")
    return text


def _read_lesson(text: str) -> object:
    """Return the lesson with this id, or raise GridlockError."""
    from gridlock_tui.match.lessons import find_lesson

    return find_lesson(text)


# The options of each command.


def _option(
    name: str, read: Callable[[str], object], metavar: str, help_: str, **more: object
) -> Option:
    return name, {"type": partial(_checked, read), "metavar": metavar, "help": help_, **more}


def _checked(read: Callable[[str], _T], text: str) -> _T:
    """Show the sentence of our own errors, where argparse would say "invalid value"."""
    try:
        return read(text)
    except GridlockError as error:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(str(error)) from error


def _switch(name: str, help_: str) -> Option:
    return name, {"action": _SWITCH, "help": help_}


def _setting(name: str) -> Option:
    """Return the flag that overrides a setting for one run."""
    setting = SETTINGS[name]
    help_ = setting.help[:1].lower() + setting.help[1:].rstrip(".")
    if not setting.metavar:
        return f"--{name}", {"action": ON_OFF, "help": help_}
    return _option(f"--{name}", setting.from_argument, setting.metavar, help_)


def _game_options(players: str) -> list[Option]:
    starts = "who starts: Player 1 (the default), Player 2, or a coin toss"
    repeat = "repeat the same coin toss and the same computer mistakes every time"
    kinds = f"who plays: {listed(list(KINDS), last='or')} (default: {players})"
    return [
        _SIZE,
        _option("--first", read_first, f"1|2|{TOSS}", starts),
        _option("--seed", read_seed, "N", repeat),
        _option("--players", read_kinds, "A,B", kinds),
    ]


_VARIANT = ("variant", find_variant, "SLUG", "which game: see gridlock variants")
_SIZE = _option("--size", Board.from_text, "RxC", "rows x columns, 1x1 to 8x8")
_MOVES = _option("--moves", str, "MOVES", "moves to play first, separated by ;", default="")
_NAME = _option("--name", str, "NAME", "your name")
_VERBOSE = _switch("--verbose", "describe every change in words")
_DEFAULTS = f"default: {SOLVE_SECONDS:g}; with --all {SOLVE_ALL_SECONDS:g} a board"

OPTIONS: dict[str, list[Option]] = {
    "play": [
        _option("--variant", find_variant, "SLUG", "start with this game"),
        *_game_options("human and --level"),
        _option("--load", read_file_name, "FILE", "open the record of a game"),
        _option("--id", str, "ID", "open the game with this id, such as showdown:4x4:2 2"),
        *(_setting(name) for name in SETTINGS if SETTINGS[name].has_flag),
        _switch("--print-config", "print the settings that apply with these options, as TOML"),
        _switch("--reset-config", "go back to the default settings; the old file is set aside"),
    ],
    "plain": [
        _option(*_VARIANT),
        *_game_options(" and ".join(PEOPLE)),
        _setting("names"),
        _VERBOSE,
    ],
    "host": [
        _option("--variant", find_variant, "SLUG", "which game (default: the first one proposed)"),
        _SIZE,
        _option("--first", read_first, f"1|2|{TOSS}", "who starts: you (1), your friend, a toss"),
        _option("--games", read_games, "N", "most games: 1 (the default), 3, 5, 7 or endless"),
        _switch("--swap-rule", "let the second player take over the first move"),
        _NAME,
        _option("--bind", str, "ADDRESS", "listen there (default: this machine only)"),
        _option("--port", read_port, "N", "listen on this port (default: a free one)"),
        _option(
            "--resume",
            str,
            "ID",
            "go on with a kept match (default: the latest)",
            nargs="?",
            const="",
        ),
        _VERBOSE,
    ],
    "join": [
        _option("address", str, "HOST:PORT", "where your friend waits", nargs="?"),
        _option("code", str, "CODE", "the three words that your friend sees", nargs="*"),
        _switch("--watch", "only watch"),
        _switch("--resume", "go on with the latest match that you joined"),
        _NAME,
        _VERBOSE,
    ],
    "learn": [
        _option(
            "lesson", _read_lesson, "LESSON", "which lesson; without one, all are listed", nargs="?"
        ),
    ],
    "solve": [
        _option(*_VARIANT, nargs="?"),
        _switch("--all", "print a table of the standard boards"),
        *(_SIZE, _MOVES),
        _switch("--json", "print a JSON object"),
        _option("--budget", read_seconds, "SECONDS", f"longest time to think ({_DEFAULTS})"),
    ],
    "puzzles": [
        _option("--variant", find_variant, "SLUG", "only those of this game"),
        _switch("--json", "print one JSON object a line"),
    ],
    "puzzle": [
        _option(
            "puzzle",
            str,
            "daily|PUZZLE",
            "the daily puzzle (the default), or the puzzle with this id",
            nargs="?",
            default="daily",
        ),
        _switch("--ascii", "share the result in ASCII"),
    ],
    "picture": [
        _option(*_VARIANT, nargs="?"),
        *(_SIZE, _MOVES),
        _option("--first", read_starter, "1|2", "who starts (default: 1)"),
        _option("--load", read_file_name, "FILE", "draw the end of the game in this record"),
        _option("--id", str, "ID", "draw the game with this id, such as showdown:4x4:2 2"),
        _option("-o --output", read_file_name, "FILE", "write the picture to this file"),
    ],
    "record": [_option("file", read_file_name, "FILE", "the record; - reads standard input")],
    "variants": [_switch("--json", "print a JSON array")],
    "perft": [
        _option(*_VARIANT),
        _option("depth", read_depth, "DEPTH", "the longest length"),
        *(_SIZE, _MOVES),
    ],
    "table": [
        _option(*_VARIANT),
        _option("--rows", read_rows, "R", "how many rows the boards have"),
        _option("--to", read_columns, "N", "how many columns the longest board has"),
        _option(
            "--memory",
            read_megabytes,
            "MB",
            "most memory for results; beyond it the oldest are dropped, which takes longer "
            f"(default: {TABLE_MEGABYTES})",
            default=TABLE_MEGABYTES,
        ),
    ],
    "serve": [
        _option(
            "--port",
            read_port,
            "N",
            f"the port on this machine; 0 for any that is free (default: {SERVE_PORT})",
            default=SERVE_PORT,
        ),
        _switch("--private", "give every window saved games of its own, deleted when it closes"),
    ],
    "doctor": [],
    "completions": [_option("shell", read_shell, "|".join(SHELLS), "for which shell")],
    "man": [],
}


def no_flags() -> Namespace:
    """Return what the parser returns for the app without any flag."""
    values = {
        name.removeprefix("--").replace("-", "_"): False
        if option.get("action") == _SWITCH
        else None
        for name, option in OPTIONS["play"]
    }
    return cast("Namespace", SimpleNamespace(**values))
