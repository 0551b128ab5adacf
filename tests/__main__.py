"""`python -m tests`: the whole suite in several processes at once; options are handed on to pytest.

Each goes through all the tests, and runs those that no other has begun with.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROCESSES = 4
"""Two for each of two cores: a third of the time is spent waiting for timers and other programs."""


def main(arguments: list[str]) -> int:
    """Run the tests, print what the first process says as it says it, then what the others said."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    # Hundreds of programs are started: none of them is to compile anew what it imports.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder)
        running = []
        for number in range(1, PROCESSES + 1):
            command = [
                *(sys.executable, "-m", "pytest", "--quiet"),
                f"--share-tests={shared / 'begun'}",
                f"--snapshot-report=snapshot_report_{number}.html",
                "--snapshot-warn-unused",  # the other process uses them
                *("-o", f"cache_dir={shared / f'cache{number}'}"),
                *arguments,
            ]
            said = None if number == 1 else (shared / f"said{number}").open("wb")
            running.append(subprocess.Popen(command, stdout=said, stderr=said, env=environment))
        codes = [process.wait() for process in running]
        for number in range(2, PROCESSES + 1):
            print(f"\nThe process beside it (of {PROCESSES}):", flush=True)
            sys.stdout.write((shared / f"said{number}").read_text(errors="replace"))
    return max(map(abs, codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
