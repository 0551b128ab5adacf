"""The command line: `gridlock` and its commands.

Exit codes: 0 for success, 1 when the reader of the output is gone, the app failed or doctor found
a problem, 2 for a mistake, reported in one line on standard error, 130 for Ctrl+C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from gridlock_tui.cli import commands
from gridlock_tui.cli.options import no_flags
from gridlock_tui.rules import GridlockError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _prepare_streams()
    try:
        try:
            arguments = sys.argv[1:] if arguments is None else arguments
            code = _run(arguments)
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


def _run(arguments: Sequence[str]) -> int:
    if not arguments:  # the app opens, sooner without the parser
        return commands.app(no_flags())
    from gridlock_tui.cli.parser import make_parser

    given = make_parser().parse_args(arguments)
    return given.run(given) or 0


def _prepare_streams() -> None:
    # A stream that was closed before the start is None, which not all code expects.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - likewise
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # show "?" for what the encoding does not have
            stream.reconfigure(errors="replace")
