"""The command line. Every subcommand imports what it needs when it is called."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from gridlock_tui import __version__

if TYPE_CHECKING:
    from gridlock_tui.rules import Board, GameState, Names, Player, Variant

_T = TypeVar("_T")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _prepare_streams()
    try:
        try:
            options = _parser().parse_args(arguments)
            code: int = options.run(options)
        finally:
            sys.stdout.flush()
    except OSError as error:
        # Python flushes once more at exit, and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # nobody reads any more, so there is nobody to tell
            return 1
        print(f"gridlock: cannot go on: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


def _prepare_streams() -> None:
    # A stream that was closed before the start is None, and not every user of it copes with that.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a byte or a letter it cannot hold ends no game
            stream.reconfigure(errors="replace")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line on standard error."""

    def error(self, message: str) -> NoReturn:
        from gridlock_tui.rules.text import clean

        message = message.replace("invalid choice:", "there is no")
        self.exit(2, f"gridlock: {clean(message, 300)}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gridlock",
        description="Five small two-player grid games, played in the terminal.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridlock {__version__}")
    parser.set_defaults(run=_app)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    plain = _command(commands, "plain", _plain, "play line by line on standard input and output")
    _add_variant(plain)
    _add_size(plain)
    plain.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        help="who starts: Player 1 (the default), Player 2, or a coin toss",
    )
    plain.add_argument(
        "--seed",
        type=_checked(_whole),
        metavar="N",
        help="make the coin toss come out the same every time",
    )
    plain.add_argument(
        "--names",
        type=_checked(_names),
        default=None,
        metavar="A,B",
        help="what the players are called",
    )

    variants = _command(commands, "variants", _variants, "list the variants")
    variants.add_argument("--json", action="store_true", help="print a JSON array")

    perft = _command(commands, "perft", _perft, "count the move sequences of each length")
    _add_variant(perft)
    perft.add_argument("depth", type=_checked(_depth), metavar="DEPTH", help="the longest length")
    _add_size(perft)
    perft.add_argument(
        "--moves", default="", metavar="MOVES", help="moves to play first, separated by ;"
    )
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    command.set_defaults(run=run)
    return command


def _add_variant(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "variant", type=_checked(_variant), metavar="SLUG", help="which game: see gridlock variants"
    )


def _add_size(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--size", type=_checked(_size), metavar="RxC", help="rows and columns, 1x1 to 8x8"
    )


def _checked(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """Let the sentence of our own errors through, where argparse would say "invalid value"."""

    def check(text: str) -> _T:
        from gridlock_tui.rules import GridlockError

        try:
            return read(text)
        except GridlockError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return check


def _variant(text: str) -> Variant:
    from gridlock_tui.rules import find_variant

    return find_variant(text)


def _size(text: str) -> Board:
    from gridlock_tui.rules import Board

    return Board.from_text(text)


def _names(text: str) -> Names:
    from gridlock_tui.rules import GridlockError
    from gridlock_tui.rules.text import clean

    names = [clean(name, 24) for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise GridlockError("write two names with a comma between them, such as Ada,Ben")
    if names[0] == names[1]:
        raise GridlockError("the two names must differ, such as Ada,Ben")
    return names[0], names[1]


def _whole(text: str) -> int:
    from gridlock_tui.rules import GridlockError
    from gridlock_tui.rules.text import quoted

    if not re.fullmatch("[0-9]{1,9}", text):
        raise GridlockError(f"{quoted(text)} is not a whole number, such as 4")
    return int(text)


def _depth(text: str) -> int:
    from gridlock_tui.rules import GridlockError

    depth = _whole(text)
    if not 1 <= depth <= 64:
        raise GridlockError("a depth is a number from 1 to 64, such as 4")
    return depth


def _start(options: argparse.Namespace, first: Player | None = None) -> GameState:
    from gridlock_tui.rules import Player

    variant: Variant = options.variant
    if options.size is not None:
        variant = variant.resized(options.size.rows, options.size.columns)
    return variant.start(first or Player.ONE)


def _app(options: argparse.Namespace) -> int:
    del options
    print("The full-screen app is not built yet. Play line by line: gridlock plain showdown")
    return 0


def _plain(options: argparse.Namespace) -> int:
    import random

    from gridlock_tui.plain import LineGame
    from gridlock_tui.rules import DEFAULT_NAMES, Player

    names = options.names or DEFAULT_NAMES
    if options.first == "toss":
        first = random.Random(options.seed).choice(list(Player))
        print(f"The coin has been tossed: {names[first - 1]} starts.")
    else:
        first = Player(int(options.first))
    LineGame(_start(options, first), names, sys.stdin, sys.stdout).run()
    return 0


def _variants(options: argparse.Namespace) -> int:
    from gridlock_tui.rules import VARIANTS

    if options.json:
        import json

        print(json.dumps([_described(variant) for variant in VARIANTS.values()], indent=2))
        return 0
    for variant in VARIANTS.values():
        size = str(variant.board)
        print(f"{variant.slug:<9} {size:<4} {variant.title:<23} {variant.summary}")
    return 0


def _described(variant: Variant) -> dict[str, Any]:
    return {
        "slug": variant.slug,
        "title": variant.title,
        "document": variant.document,
        "size": str(variant.board),
        "aliases": list(variant.aliases),
        "summary": variant.summary,
        "essence": variant.essence,
        "tokens": variant.tokens_each,
        "cell": variant.cell_name(variant.board.sample),
    }


def _perft(options: argparse.Namespace) -> int:
    from gridlock_tui.rules import GridlockError, perft, play_moves

    try:
        state = play_moves(_start(options), options.moves)
    except GridlockError as error:
        print(f"gridlock: {error}", file=sys.stderr)
        return 2
    for depth in range(1, options.depth + 1):
        print(depth, perft(state, depth), flush=True)
    return 0
