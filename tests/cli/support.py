"""Running the command in a process of its own."""

import io
import os
import signal
import sys
import tempfile
import traceback
from typing import NamedTuple, NoReturn

from gridlock_tui.cli import main

COMMAND = [sys.executable, "-m", "gridlock_tui"]
_MOST_SECONDS = 60


class Done(NamedTuple):
    """What is left of a command that has ended."""

    returncode: int
    stdout: str
    stderr: str


class Terminal(io.StringIO):
    """Standard error as a terminal shows it."""

    def isatty(self) -> bool:
        return True

    def line(self) -> str:
        """Return what stands on the last line, after everything was written."""
        shown: list[str] = []
        for written in self.getvalue().split("\r"):
            shown[: len(written)] = written
        return "".join(shown)


def gridlock(*arguments: str, typed: str | bytes = "") -> Done:
    """Run the command with this on standard input and return what it printed.

    The process is a copy of this one: to start Python and to import everything takes far longer
    than most commands do. That the command can be started is for other tests.
    """
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as printed,
        tempfile.TemporaryFile() as complained,
    ):
        source.write(typed.encode() if isinstance(typed, str) else typed)
        source.seek(0)
        streams = [file.fileno() for file in (source, printed, complained)]
        process = os.fork()
        if process == 0:
            _run(arguments, streams)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        printed.seek(0)
        complained.seek(0)
        return Done(code, printed.read().decode(), complained.read().decode())


def _run(arguments: tuple[str, ...], streams: list[int]) -> NoReturn:
    code: object = 1
    try:
        signal.alarm(_MOST_SECONDS)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))
