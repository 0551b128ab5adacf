"""The parser of the command line. It takes a while to load, so the app opens without it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from gridlock_tui import __version__
from gridlock_tui.cli import commands
from gridlock_tui.cli.options import ON_OFF, OPTIONS, SHELLS
from gridlock_tui.engine import is_compiled
from gridlock_tui.rules import VARIANTS
from gridlock_tui.rules.text import clean, in_words, listed, quoted

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = {
    "play": (commands.app, "open the full-screen app, as without a command"),
    "plain": (commands.plain, "play line by line on standard input and output"),
    "host": (commands.host, "wait for a friend on another machine, and play"),
    "join": (commands.join, "join a friend on another machine, or watch"),
    "learn": (commands.learn, "list the lessons, or go through one line by line"),
    "solve": (commands.solve, "show who wins a position and what every move is worth"),
    "puzzle": (commands.puzzle, "solve the daily puzzle, or any other, line by line"),
    "puzzles": (commands.puzzles, "list the puzzles"),
    "picture": (commands.picture, "draw a position or a game as an SVG picture"),
    "record": (commands.record, "check the record of a game and print it"),
    "variants": (commands.variants, "list the variants"),
    "perft": (commands.perft, "count the move sequences of each length"),
    "table": (commands.table, "list the Grundy values of longer and longer boards"),
    "serve": (commands.serve, "show the app in a browser on this machine"),
    "doctor": (commands.doctor, "check what Gridlock needs, to paste into a report"),
    "completions": (commands.completions, "print a script that completes commands in a shell"),
    "man": (commands.man, "print the man page"),
}
"""The function and the summary of each command."""


def _version_text() -> str:
    """Return the version, and whether the engine is compiled."""
    return f"gridlock {__version__} ({'compiled' if is_compiled() else 'pure Python'})"


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    count = in_words(len(VARIANTS)).capitalize()
    parser = _Parser(
        prog="gridlock",
        description=f"{count} quick games of territory for two, in your terminal. "
        "Without a command, the full-screen app opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version_text())
    _add_options(parser, "play")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", action=_Commands)
    for name, (_, summary) in COMMANDS.items():
        command = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        _add_options(command, name)
    return parser


def _add_options(parser: argparse.ArgumentParser, command: str) -> None:
    for name, option in OPTIONS[command]:
        parser.add_argument(*name.split(), **option)
    parser.set_defaults(run=COMMANDS[command][0])


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line on standard error."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as argparse has them
        super().__init__(*arguments, **named)
        self.register("action", ON_OFF, argparse.BooleanOptionalAction)

    def error(self, message: str) -> NoReturn:
        # Only the name of a command is left for argparse to check.
        if unknown := re.search(r"invalid choice: '(.*)' \(choose from", message, re.DOTALL):
            known = listed(list(COMMANDS), last="or")
            message = f"there is no command {quoted(unknown[1])}: choose {known}"
        if message.startswith("the following arguments are required: SLUG"):
            message = f"say which game: {listed(list(VARIANTS), last='or')}"
        if message == "the following arguments are required: FILE":
            message = "say which file, or - for standard input"
        if message == f"the following arguments are required: {'|'.join(SHELLS)}":
            message = f"say which shell: {listed(list(SHELLS), last='or')}"
        self.exit(2, f"gridlock: {clean(message, 300)}\n")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None and file is sys.stdout:
            # Argparse would hide that help or version cannot be written.
            file.write(message)
        else:
            super()._print_message(message, file)


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg]  # takes none at run time
    """The commands; a flag before one of them counts as if it came after it, or is refused."""

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
        command.set_defaults(**given)
        super().__call__(parser, namespace, values, option_string)
