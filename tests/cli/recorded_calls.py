"""Calls of the command line with everything they printed, recorded before the code was reordered.

`python -m tests.cli.recorded_calls` runs the calls of the file again and records what they print
now; read what changed before you commit it.
"""

import json
import sys
import tempfile
from contextlib import chdir
from dataclasses import asdict, dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from gridlock_tui.cli import main
from tests.cli.support import Done

FILE = Path(__file__).with_suffix(".jsonl")


@dataclass
class Call:
    """One call, what it reads and what it printed."""

    arguments: list[str]
    typed: str = ""
    """What it reads from standard input."""
    game: str = ""
    """What the file `game.txt` in the current folder holds; if empty, there is no file."""
    code: int = 0
    stdout: str = ""
    stderr: str = ""

    @property
    def done(self) -> Done:
        """Return what the call printed when it was recorded."""
        return Done(self.code, self.stdout, self.stderr)

    def run(self) -> Done:
        """Run the call in an empty folder and return what it prints now."""
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            if self.game:
                Path("game.txt").write_text(self.game, encoding="utf-8")
            return _run(self.arguments, self.typed)

    def record(self) -> None:
        """Run the call and keep what it prints."""
        self.code, self.stdout, self.stderr = self.run()


def _run(arguments: list[str], typed: str) -> Done:
    """Run the command in this process: a process for each call takes longer than most calls."""
    streams = [TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(3)]
    source, printed, complained = streams
    source.write(typed)
    source.seek(0)
    with patch.multiple(sys, stdin=source, stdout=printed, stderr=complained):
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse's way to refuse
            code = int(end.code or 0)
    for stream in (printed, complained):
        stream.seek(0)
    return Done(code, printed.read(), complained.read())


def load_calls() -> list[Call]:
    """Return the recorded calls."""
    return [Call(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def save_calls(calls: list[Call]) -> None:
    """Write the calls to the file, one to a line; empty fields are left out."""
    entries = ({key: value for key, value in asdict(call).items() if value} for call in calls)
    lines = (f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)
    FILE.write_text("".join(lines), encoding="utf-8")


def record_again() -> None:
    """Record every call of the file again."""
    calls = load_calls()
    for call in calls:
        call.record()
    save_calls(calls)


if __name__ == "__main__":
    record_again()
