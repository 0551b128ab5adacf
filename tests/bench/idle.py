"""CPU time of the idle app: `python -m tests.bench.idle [SECONDS]`.

Starts the app in a pseudo-terminal, with reduced motion, in the menu and in a game that waits for a
person, and waits until nothing is painted any more. Then reads the CPU time of the app and of the
engine's process twice, 30 seconds apart. Fails if more than a hundredth of a core was used.
"""

import os
import sys
import time
from pathlib import Path

from tests.bench.app import HERE, OURS, last_output, terminal, wait_for
from tests.bench.progress import Progress

SECONDS = 30
MOST = 0.01
"""The largest share of a core."""
PLACES = {
    "menu": ([*OURS, "--animation", "reduced"], b"Enter"),
    "game": ([*OURS, "--animation", "reduced", "--variant", "showdown"], b"place"),
    "game, analysed": (
        [*OURS, "--animation", "reduced", "--variant", "passing", "--players", "human,perfect"],
        b"place",
    ),
}
TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(app: int) -> float:
    """Return the CPU time so far of the app and of the processes that it started."""
    parents, ticks = {}, {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            parents[int(path.name)] = int(fields[1])
            ticks[int(path.name)] = int(fields[11]) + int(fields[12])
    return sum(ticks[pid] for pid in ticks if pid == app or parents[pid] == app) / TICK


def idle_share(
    command: list[str], marker: bytes, keys: bytes, seconds: int, progress: Progress
) -> float:
    """Return the share of a core that the waiting app uses."""
    progress.show("starting the app")
    with terminal(command, HERE) as outer:
        wait_for(outer, marker)
        os.write(outer, keys)
        last_output(outer)
        app = os.tcgetpgrp(outer)
        while True:  # an analysis may still go on after the last paint
            began = cpu_seconds(app)
            time.sleep(1)
            if cpu_seconds(app) == began:
                break
        began = cpu_seconds(app)
        for _ in range(seconds):
            progress.show("waiting")
            time.sleep(1)
            progress.end_one()
        return (cpu_seconds(app) - began) / seconds


def main() -> int:
    """Print the shares; return 1 if one is too large."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    failed = False
    progress = Progress(seconds * len(PLACES), "seconds")
    for place, (command, marker) in PLACES.items():
        keys = b"a" if "analysed" in place else b""
        share = idle_share(command, marker, keys, seconds, progress)
        failed |= share > MOST
        progress.print(f"{place:<16} {share:>7.2%} of a core over {seconds} s")
    print(f"allowed: {MOST:.0%}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
