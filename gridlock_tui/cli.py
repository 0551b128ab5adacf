"""The command line. What only one subcommand needs is imported when it is called."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

from gridlock_tui import __version__
from gridlock_tui.arguments import (
    checked,
    read_depth,
    read_first,
    read_kinds,
    read_names,
    read_pace,
    read_seconds,
    read_whole,
)
from gridlock_tui.match import (
    PEOPLE,
    Game,
    Settings,
    Setup,
    checked_names,
)
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Names,
    Player,
    Variant,
    find_variant,
    perft,
    play_moves,
)
from gridlock_tui.rules.text import clean, in_words, listed, quoted

_SOLVE_SECONDS = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _prepare_streams()
    try:
        try:
            options = _parser().parse_args(arguments)
            code: int = options.run(options)
        finally:
            sys.stdout.flush()
    except GridlockError as error:
        print(f"gridlock: {error}", file=sys.stderr)
        return 2
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
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a byte or a letter it cannot hold ends no game
            stream.reconfigure(errors="replace")


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line on standard error."""

    def error(self, message: str) -> NoReturn:
        unknown = re.search(r"invalid choice: '(.*)' \(choose from", message, re.DOTALL)
        if unknown:  # only the choice of a command is left to argparse
            known = listed(list(_COMMANDS), last="or")
            message = f"there is no command {quoted(unknown[1])}: choose {known}"
        if message.startswith("the following arguments are required: SLUG"):
            message = f"say which game: {listed(list(VARIANTS), last='or')}"
        if message == "the following arguments are required: FILE":
            message = "say which file, or - for standard input"
        self.exit(2, f"gridlock: {clean(message, 300)}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gridlock",
        description=f"{in_words(len(VARIANTS)).capitalize()} small two-player grid games, "
        "played in the terminal. Without a command, the full-screen app opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridlock {__version__}")
    _add_app_options(parser)
    parser.set_defaults(run=_app)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (run, summary, add_options) in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        add_options(command)
        command.set_defaults(run=run)
    return parser


# The options.


def _add_app_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--variant",
        type=checked(find_variant),
        metavar="SLUG",
        help="begin with this game",
    )
    _add_game_options(command)
    command.add_argument("--load", metavar="FILE", help="open the record of a game")
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
        "--guard", action="store_true", help="ask before a proven win is thrown away"
    )
    command.add_argument("--theme", metavar="NAME", help="begin with this theme")
    command.add_argument(
        "--ascii", action="store_true", help="draw with plain ASCII characters only"
    )


def _add_game_options(command: argparse.ArgumentParser) -> None:
    _add_size(command)
    command.add_argument(
        "--first",
        type=checked(read_first),
        default="1",
        metavar="1|2|toss",
        help="who starts: Player 1 (the default), Player 2, or a coin toss",
    )
    command.add_argument(
        "--seed",
        type=checked(read_whole),
        metavar="N",
        help="make the coin toss and the slips of computers the same every time",
    )
    command.add_argument(
        "--players",
        type=checked(read_kinds),
        default=PEOPLE,
        metavar="A,B",
        help="who plays: human, novice, casual, skilled, expert or perfect (default: human,human)",
    )
    command.add_argument(
        "--names",
        type=checked(read_names),
        metavar="A,B",
        help="what the players are called",
    )


def _add_plain_options(command: argparse.ArgumentParser) -> None:
    _add_variant(command)
    _add_game_options(command)


def _add_perft_options(command: argparse.ArgumentParser) -> None:
    _add_variant(command)
    command.add_argument(
        "depth", type=checked(read_depth), metavar="DEPTH", help="the longest length"
    )
    _add_size(command)
    _add_moves(command)


def _add_solve_options(command: argparse.ArgumentParser) -> None:
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
        help=f"how long to think at the most (default: {_SOLVE_SECONDS:g})",
    )


def _add_record_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="the record; - reads standard input")


def _add_moves(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--moves", default="", metavar="MOVES", help="moves to play first, separated by ;"
    )


def _add_variants_options(command: argparse.ArgumentParser) -> None:
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


# Reading them.


def _sized(options: argparse.Namespace) -> Variant:
    variant: Variant = options.variant
    size: Board | None = options.size
    return variant if size is None else variant.resized(size.rows, size.columns)


def _named(options: argparse.Namespace) -> Names:
    one, two = options.names or ("", "")
    return checked_names(one, two, kinds=options.players)


def _starter(options: argparse.Namespace, rng: random.Random) -> Player:
    return rng.choice(list(Player)) if options.first == "toss" else Player(int(options.first))


# The commands.


def _app(options: argparse.Namespace) -> int:
    from gridlock_tui.tui.app import Options
    from gridlock_tui.tui.run import run_app
    from gridlock_tui.tui.screens.menu import Wishes

    rng = random.Random(options.seed)
    names = _named(options)
    usual = Settings()
    pace = usual.pace if options.pace is None else options.pace
    settings = Settings(pace, options.guard)
    first = None if options.first == "toss" else Player(int(options.first))
    wishes = Wishes(options.names, options.size, first, options.players)
    told = _told_game(options)
    if told is not None:
        wanted = Options(rng=rng, game=told, wishes=wishes, settings=settings, keeps=True)
    elif options.variant is None:
        _check_menu_size(options.size)
        wanted = Options(rng=rng, wishes=wishes, settings=settings, keeps=True)
    else:
        starter = _starter(options, rng)
        greeting = f"The coin says: {names[starter - 1]} starts." if options.first == "toss" else ""
        setup = Setup(_sized(options), names, starter, options.players, rng.randrange(10**9))
        wanted = Options(
            rng=rng, game=setup.begin(), greeting=greeting, settings=settings, keeps=True
        )
    return run_app(wanted, options.theme, options.ascii)


def _told_game(options: argparse.Namespace) -> Game | None:
    """Return the game that a record or a game id tells, if one was given."""
    if sum(option is not None for option in (options.load, options.id, options.variant)) > 1:
        raise GridlockError("choose one of --variant, --load and --id")
    if options.id is not None:
        from gridlock_tui.match.game_id import read_game_id

        return read_game_id(options.id)
    if options.load is not None:
        from pathlib import Path

        from gridlock_tui.match.record_files import load_record

        return load_record(Path(options.load)).game
    return None


def _check_menu_size(size: Board | None) -> None:
    if size is not None and min(size.rows, size.columns) < 3:
        raise GridlockError(f"the menu has boards from 3x3 to 8x8; for {size} add --variant")


def _plain(options: argparse.Namespace) -> int:
    from gridlock_tui.plain import LineGame

    rng = random.Random(options.seed)
    names = _named(options)
    first = _starter(options, rng)
    if options.first == "toss":
        print(f"The coin has been tossed: {names[first - 1]} starts.")
    setup = Setup(_sized(options), names, first, options.players, rng.randrange(10**9))
    LineGame(setup, sys.stdin, sys.stdout).run()
    return 0


def _variants(options: argparse.Namespace) -> int:
    if options.json:
        import json

        print(json.dumps([_described(variant) for variant in VARIANTS.values()], indent=2))
        return 0
    shown = [(v.slug, str(v.board), v.title, v.summary) for v in VARIANTS.values()]
    slugs, _, titles, _ = (max(map(len, column)) for column in zip(*shown, strict=True))
    for slug, size, title, summary in shown:
        print(f"{slug:<{slugs + 1}} {size:<4} {title:<{titles + 1}} {summary}")
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
    state = play_moves(_sized(options).start(), options.moves)
    for depth in range(1, options.depth + 1):
        print(depth, perft(state, depth), flush=True)
    return 0


def _solve(options: argparse.Namespace) -> int:
    from gridlock_tui.solve import solve_all, solve_json, solve_text

    if options.all:
        if options.variant or options.size or options.moves or options.json:
            raise GridlockError("--all takes nothing but --budget")
        print(solve_all(options.budget))
        return 0
    if options.variant is None:
        raise GridlockError("say which game, such as solve showdown, or solve --all")
    state = play_moves(_sized(options).start(), options.moves)
    seconds = options.budget or _SOLVE_SECONDS
    print(solve_json(state, seconds) if options.json else solve_text(state, seconds))
    return 0


def _record(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridlock_tui.match.record import LARGEST_RECORD, read_record, show_record
    from gridlock_tui.match.record_files import load_record

    if options.file == "-":
        # One byte too many is enough to say so.
        record = read_record(sys.stdin.buffer.read(LARGEST_RECORD + 1))
    else:
        record = load_record(Path(options.file))
    print(show_record(record))
    return 0


_COMMANDS = {
    "play": (_app, "open the full-screen app, as without a command", _add_app_options),
    "plain": (_plain, "play line by line on standard input and output", _add_plain_options),
    "solve": (_solve, "tell who wins a position and what every move is worth", _add_solve_options),
    "record": (_record, "verify the record of a game and print it", _add_record_options),
    "variants": (_variants, "list the variants", _add_variants_options),
    "perft": (_perft, "count the move sequences of each length", _add_perft_options),
}
"""Each command's function, summary and options."""
