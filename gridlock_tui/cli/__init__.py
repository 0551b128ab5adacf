"""The command line. What only one subcommand needs is imported when it is called."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gridlock_tui import __version__
from gridlock_tui.match import PEOPLE, Game, Kinds, Setup, checked_names, default_names
from gridlock_tui.match.config import ENTRIES, Config
from gridlock_tui.options import (
    SOLVE_ALL_SECONDS,
    SOLVE_SECONDS,
    add_app_options,
    add_perft_options,
    add_plain_options,
    add_record_options,
    add_solve_options,
    add_variants_options,
)
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Player,
    Variant,
    perft,
    play_moves,
)
from gridlock_tui.rules.text import clean, in_words, listed, quoted

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


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

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None and file is sys.stdout:
            # Argparse would hide that help or version cannot be written.
            file.write(message)
        else:
            super()._print_message(message, file)


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg]  # takes none at run time
    """The commands; a flag before one of them holds as if it came after it, or is refused."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        name = values[0] if values else ""
        command = self.choices[name]
        given = {k: v for k, v in vars(namespace).items() if v != parser.get_default(k)}
        for dest, value in given.items():
            flag = f"--{'no-' if value is False else ''}{dest.replace('_', '-')}"
            if flag not in command._option_string_actions:
                advice = f"leave it out, or see gridlock {name} --help"
                parser.error(f"{name} takes no {flag}: {advice}")
        super().__call__(parser, namespace, values, option_string)
        for dest, value in given.items():
            # Argparse has put the defaults of the command over what was given before it.
            if getattr(namespace, dest) == command.get_default(dest):
                setattr(namespace, dest, value)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gridlock",
        description=f"{in_words(len(VARIANTS)).capitalize()} small two-player grid games, "
        "played in the terminal. Without a command, the full-screen app opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridlock {__version__}")
    add_app_options(parser)
    parser.set_defaults(run=_app)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", action=_Commands)
    for name, (run, summary, add_options) in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        add_options(command)
        command.set_defaults(run=run)
    return parser


# Reading them.


def _sized(options: argparse.Namespace) -> Variant:
    variant: Variant = options.variant
    size: Board | None = options.size
    return variant if size is None else variant.resized(size.rows, size.columns)


def _starter(options: argparse.Namespace, rng: random.Random) -> Player:
    return rng.choice(list(Player)) if options.first == "toss" else Player(int(options.first or 1))


# The commands.


def _app(options: argparse.Namespace) -> int:
    from gridlock_tui.match.config_file import load_config
    from gridlock_tui.match.files import find_places

    if options.print_config and options.reset_config:
        raise GridlockError("choose one of --print-config and --reset-config")
    path = find_places().settings
    if options.reset_config:
        return _reset_config(path)
    kept, notices = load_config(path)
    config = replace(kept, **_flags(options))
    if options.print_config:
        return _print_config(path, config, notices, insists_on_theme=options.theme is not None)
    return _open_app(options, config, notices)


def _flags(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that flags override for this run."""
    given = {name: getattr(options, name, None) for name in ENTRIES}
    return {name: value for name, value in given.items() if value is not None}


def _reset_config(path: Path) -> int:
    from gridlock_tui.match.config_file import reset_config

    aside = reset_config(path)
    if aside is None:
        print("Nothing was set; the usual settings hold.")
    else:
        print(f"The usual settings hold again; the old ones are in {aside}")
    return 0


def _print_config(
    path: Path, config: Config, notices: tuple[str, ...], *, insists_on_theme: bool
) -> int:
    from gridlock_tui.match.config import write_config
    from gridlock_tui.tui.commands import CHANGEABLE
    from gridlock_tui.tui.keys import agree_on_keys
    from gridlock_tui.tui.run import unknown_theme

    agreed = agree_on_keys(config.keys)
    unknown = unknown_theme(config.theme) if config.theme else ""
    if unknown and insists_on_theme:
        raise GridlockError(unknown)
    for notice in filter(None, (*notices, unknown, *agreed.notices)):
        print(f"gridlock: {notice}", file=sys.stderr)
    # What is said to be wrong does not hold.
    config = replace(config, keys=agreed.keymap, theme="" if unknown else config.theme)
    print(f"# {path}")
    commands = {each.id: (each.keys, each.help) for each in CHANGEABLE.values()}
    print(write_config(config, commands), end="")
    return 0


def _open_app(options: argparse.Namespace, config: Config, notices: tuple[str, ...]) -> int:
    from gridlock_tui.tui.app import Options
    from gridlock_tui.tui.run import run_app
    from gridlock_tui.tui.wishes import Wishes

    rng = random.Random(options.seed)
    kinds: Kinds = options.players or config.kinds
    try:
        names = checked_names(*config.names, kinds=kinds)
    except GridlockError as error:
        if options.names is not None:
            raise
        # What is set must not keep anyone from playing.
        config, notices = replace(config, names=("", "")), (*notices, f"in config.toml: {error}")
        names = checked_names("", "", kinds=kinds)
    first = None if options.first == "toss" else Player(int(options.first or 1))
    wishes = Wishes(config.names, options.size, first, kinds)
    wanted = Options(
        rng=rng,
        game=_told_game(options),
        wishes=wishes,
        settings=config.settings,
        config=config,
        flags=frozenset(_flags(options)),
        notices=notices,
        keeps=True,
    )
    if options.variant is not None:
        starter = _starter(options, rng)
        greeting = f"The coin says: {names[starter - 1]} starts." if options.first == "toss" else ""
        setup = Setup(_sized(options), names, starter, kinds, rng.randrange(10**9))
        wanted = replace(wanted, game=setup.begin(), greeting=greeting)
    elif wanted.game is None:
        _check_menu_size(options.size)
    return run_app(wanted, insists_on_theme=options.theme is not None)


def _told_game(options: argparse.Namespace) -> Game | None:
    """Return the game that a record or a game id tells, if one was given."""
    if sum(option is not None for option in (options.load, options.id, options.variant)) > 1:
        raise GridlockError("choose one of --variant, --load and --id")
    if options.load is not None or options.id is not None:
        for name, has in (("size", "its board"), ("first", "begun")):
            if getattr(options, name) is not None:
                raise GridlockError(
                    f"--{name} does not go with --load or --id: that game has {has}"
                )
    if options.id is not None:
        from gridlock_tui.match.game_id import read_game_id

        return _seated(read_game_id(options.id), options)
    if options.load is not None:
        from gridlock_tui.match.record_files import load_record

        return _seated(load_record(Path(options.load)).game, options)
    return None


def _seated(game: Game, options: argparse.Namespace) -> Game:
    """Return the game with the players that flags have named, if any."""
    setup, level = game.setup, options.level
    kinds: Kinds = options.players or (setup.kinds[0], level or setup.kinds[1])
    kept = ("", "") if setup.names == default_names(setup.kinds) else setup.names
    names = checked_names(*(options.names or kept), kinds=kinds)
    return replace(game, setup=replace(setup, names=names, kinds=kinds))


def _check_menu_size(size: Board | None) -> None:
    if size is not None and min(size.rows, size.columns) < 3:
        raise GridlockError(f"the menu has boards from 3x3 to 8x8; for {size} add --variant")


def _plain(options: argparse.Namespace) -> int:
    from gridlock_tui.plain import LineGame

    rng = random.Random(options.seed)
    kinds: Kinds = options.players or PEOPLE
    names = checked_names(*(options.names or ("", "")), kinds=kinds)
    first = _starter(options, rng)
    if options.first == "toss":
        print(f"The coin has been tossed: {names[first - 1]} starts.")
    setup = Setup(_sized(options), names, first, kinds, rng.randrange(10**9))
    LineGame(setup, sys.stdin, sys.stdout, verbose=options.verbose).run()
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
        print(solve_all(options.budget or SOLVE_ALL_SECONDS))
        return 0
    if options.variant is None:
        raise GridlockError("say which game, such as solve showdown, or solve --all")
    state = play_moves(_sized(options).start(), options.moves)
    seconds = options.budget or SOLVE_SECONDS
    print(solve_json(state, seconds) if options.json else solve_text(state, seconds))
    return 0


def _record(options: argparse.Namespace) -> int:
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
    "play": (_app, "open the full-screen app, as without a command", add_app_options),
    "plain": (_plain, "play line by line on standard input and output", add_plain_options),
    "solve": (_solve, "tell who wins a position and what every move is worth", add_solve_options),
    "record": (_record, "verify the record of a game and print it", add_record_options),
    "variants": (_variants, "list the variants", add_variants_options),
    "perft": (_perft, "count the move sequences of each length", add_perft_options),
}
"""Each command's function, summary and options."""
