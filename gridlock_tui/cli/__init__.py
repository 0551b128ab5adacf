"""The command line: `gridlock` and its commands.

Exit codes: 0 for success, 1 when the reader of the output is gone or the app failed, 2 for a
mistake, reported in one line on standard error, 130 for Ctrl+C.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

from gridlock_tui import __version__
from gridlock_tui.cli import commands
from gridlock_tui.cli.options import OPTIONS
from gridlock_tui.engine import is_compiled
from gridlock_tui.rules import VARIANTS, GridlockError
from gridlock_tui.rules.text import clean, in_words, listed, quoted

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["main"]

COMMANDS = {
    "play": (commands.app, "open the full-screen app, as without a command"),
    "plain": (commands.plain, "play line by line on standard input and output"),
    "solve": (commands.solve, "show who wins a position and what every move is worth"),
    "record": (commands.record, "check the record of a game and print it"),
    "variants": (commands.variants, "list the variants"),
    "perft": (commands.perft, "count the move sequences of each length"),
    "table": (commands.table, "list the Grundy values of longer and longer boards"),
}
"""The function and the summary of each command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _prepare_streams()
    try:
        try:
            arguments = sys.argv[1:] if arguments is None else arguments
            # Without arguments, the app opens: sooner without the parsers of all commands.
            given = make_parser(with_commands=bool(arguments)).parse_args(arguments)
            code: int = given.run(given) or 0
        finally:
            sys.stdout.flush()
    except GridlockError as error:
        print(f"gridlock: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        # Python flushes once more at exit, and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # nobody reads the output any more
            return 1
        print(f"gridlock: stopped: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


def _prepare_streams() -> None:
    # A stream that was closed before the start is None, which not all code expects.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - likewise
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # show "?" for what the encoding does not have
            stream.reconfigure(errors="replace")


def _version_text() -> str:
    """Return the version, and whether the engine is compiled."""
    return f"gridlock {__version__} ({'compiled' if is_compiled() else 'pure Python'})"


def make_parser(*, with_commands: bool = True) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, or only of the flags of the app."""
    count = in_words(len(VARIANTS)).capitalize()
    parser = _Parser(
        prog="gridlock",
        description=f"{count} quick games of territory for two, in your terminal. "
        "Without a command, the full-screen app opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=_version_text())
    _add_options(parser, "play")
    if not with_commands:
        return parser
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", action=_Commands)
    for name, (_, summary) in COMMANDS.items():
        command = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        _add_options(command, name)
    return parser


def _add_options(parser: argparse.ArgumentParser, command: str) -> None:
    for name, option in OPTIONS[command]:
        parser.add_argument(name, **option)
    parser.set_defaults(run=COMMANDS[command][0])


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line on standard error."""

    def error(self, message: str) -> NoReturn:
        # Only the name of a command is left for argparse to check.
        if unknown := re.search(r"invalid choice: '(.*)' \(choose from", message, re.DOTALL):
            known = listed(list(COMMANDS), last="or")
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
