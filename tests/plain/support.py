"""Running the real command in a process of its own."""

import os
import subprocess
import sys
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "gridlock_tui"]


class Done(NamedTuple):
    """What is left of a command that has ended."""

    returncode: int
    stdout: str
    stderr: str


def gridlock(*arguments: str, typed: str | bytes = "") -> Done:
    """Run the command with this on standard input and return what it printed."""
    process = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    return Done(process.returncode, process.stdout.decode(), process.stderr.decode())
