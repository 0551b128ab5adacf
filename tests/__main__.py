"""`python -m tests`: the whole suite in several processes at once; options are handed on to pytest.

Each goes through all the files, and runs those that no other has begun with.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROCESSES = 3
"""One more than two cores: much of the time is spent waiting for other processes."""


def main(arguments: list[str]) -> int:
    """Run the tests, print what the first process says as it says it, then what the others said."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder)
        running = []
        for number in range(1, PROCESSES + 1):
            command = [
                *(sys.executable, "-m", "pytest", "--quiet"),
                f"--share-files={shared / 'begun'}",
                f"--snapshot-report=snapshot_report_{number}.html",
                "--snapshot-warn-unused",  # the other process uses them
                *("-o", f"cache_dir={shared / f'cache{number}'}"),
                *arguments,
            ]
            said = None if number == 1 else (shared / f"said{number}").open("wb")
            environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
            running.append(subprocess.Popen(command, stdout=said, stderr=said, env=environment))
        codes = [process.wait() for process in running]
        for number in range(2, PROCESSES + 1):
            print(f"\nThe process beside it (of {PROCESSES}):", flush=True)
            sys.stdout.write((shared / f"said{number}").read_text(errors="replace"))
    return max(map(abs, codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
