"""The options of each command."""

from __future__ import annotations

import argparse

from gridlock_tui.arguments import (
    checked,
    read_depth,
    read_file_name,
    read_first,
    read_kinds,
    read_names,
    read_pace,
    read_seconds,
    read_seed,
)
from gridlock_tui.match import KINDS, PEOPLE
from gridlock_tui.match.config import read_animation, read_level, read_text
from gridlock_tui.rules import Board, find_variant
from gridlock_tui.rules.text import listed

SOLVE_SECONDS = 30.0
"""How long solve thinks unless it is told."""
SOLVE_ALL_SECONDS = 10.0
"""How long it thinks about each of all the boards unless it is told."""


def add_app_options(command: argparse.ArgumentParser) -> None:
    """Add what the full-screen app takes."""
    command.add_argument(
        "--variant",
        type=checked(find_variant),
        metavar="SLUG",
        help="begin with this game",
    )
    _add_game_options(command, players="human and --level")
    command.add_argument(
        "--load",
        type=checked(read_file_name),
        metavar="FILE",
        help="open the record of a game",
    )
    command.add_argument(
        "--id", metavar="ID", help="open the game that a game id tells, such as showdown:4x4:2 2"
    )
    command.add_argument(
        "--pace",
        type=checked(read_pace),
        metavar="SECONDS",
        help="the least time a computer takes for a move; 0 is at once",
    )
    command.add_argument(
        "--level",
        type=checked(read_level),
        metavar="LEVEL",
        help="who plays the second side: human, or a computer of this level",
    )
    _add_switch(command, "guard", "ask before a proven win is thrown away")
    command.add_argument(
        "--theme", type=checked(read_text), metavar="NAME", help="begin with this theme"
    )
    command.add_argument(
        "--animation",
        type=checked(read_animation),
        metavar="full|reduced",
        help="reduced: nothing moves by itself",
    )
    _add_switch(command, "coordinates", "label rows and columns")
    _add_switch(command, "ascii", "draw with plain ASCII characters only")
    command.add_argument(
        "--print-config",
        action="store_true",
        help="print the settings that hold with these options, as TOML",
    )
    command.add_argument(
        "--reset-config",
        action="store_true",
        help="go back to the usual settings; the file of the old ones is set aside",
    )


def _add_switch(command: argparse.ArgumentParser, name: str, does: str) -> None:
    command.add_argument(f"--{name}", action=argparse.BooleanOptionalAction, help=does)


def _add_game_options(command: argparse.ArgumentParser, *, players: str) -> None:
    _add_size(command)
    command.add_argument(
        "--first",
        type=checked(read_first),
        metavar="1|2|toss",
        help="who starts: Player 1 (the default), Player 2, or a coin toss",
    )
    command.add_argument(
        "--seed",
        type=checked(read_seed),
        metavar="N",
        help="make the coin toss and the slips of computers the same every time",
    )
    command.add_argument(
        "--players",
        type=checked(read_kinds),
        metavar="A,B",
        help=f"who plays: {listed(list(KINDS), last='or')} (default: {players})",
    )
    command.add_argument(
        "--names",
        type=checked(read_names),
        metavar="A,B",
        help="what the players are called",
    )


def add_plain_options(command: argparse.ArgumentParser) -> None:
    """Add what line mode takes."""
    _add_variant(command)
    _add_game_options(command, players=" and ".join(PEOPLE))
    command.add_argument("--verbose", action="store_true", help="tell every change in words")


def add_perft_options(command: argparse.ArgumentParser) -> None:
    """Add what perft takes."""
    _add_variant(command)
    command.add_argument(
        "depth", type=checked(read_depth), metavar="DEPTH", help="the longest length"
    )
    _add_size(command)
    _add_moves(command)


def add_solve_options(command: argparse.ArgumentParser) -> None:
    """Add what solve takes."""
    command.add_argument(
        "variant",
        nargs="?",
        type=checked(find_variant),
        metavar="SLUG",
        help="which game: see gridlock variants",
    )
    command.add_argument("--all", action="store_true", help="print a table of the standard boards")
    _add_size(command)
    _add_moves(command)
    command.add_argument("--json", action="store_true", help="print a JSON object")
    command.add_argument(
        "--budget",
        type=checked(read_seconds),
        metavar="SECONDS",
        help=f"how long to think at the most (default: {SOLVE_SECONDS:g}; "
        f"with --all {SOLVE_ALL_SECONDS:g} a board)",
    )


def add_record_options(command: argparse.ArgumentParser) -> None:
    """Add what record takes."""
    command.add_argument(
        "file",
        type=checked(read_file_name),
        metavar="FILE",
        help="the record; - reads standard input",
    )


def _add_moves(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--moves", default="", metavar="MOVES", help="moves to play first, separated by ;"
    )


def add_variants_options(command: argparse.ArgumentParser) -> None:
    """Add what variants takes."""
    command.add_argument("--json", action="store_true", help="print a JSON array")


def _add_variant(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "variant",
        type=checked(find_variant),
        metavar="SLUG",
        help="which game: see gridlock variants",
    )


def _add_size(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--size",
        type=checked(Board.from_text),
        metavar="RxC",
        help="rows x columns, 1x1 to 8x8",
    )
