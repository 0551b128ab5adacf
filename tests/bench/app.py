"""Speed of the app beside a bare Textual app: `python -m tests.bench.app [CHECKOUT]`.

Runs both in a pseudo-terminal, in turns; with another checkout of this repository, that one as
well. Prints the time from start to first paint, and from key press to the end of the repaint (8×8
board), as medians, and their ratios to those of the bare app. Starts and keys of all apps
alternate, so that a busy moment hits all of them. Returns 1 if our first paint takes more than 1.35
times, or a key press more than 1.5 times, as long as that of the bare app.
"""

import compileall
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.progress import Progress

STARTS = 15
KEYS = 100
ALLOWED = {"first paint": 1.35, "key press": 1.5}
HERE = Path(__file__).parents[2]
BARE = [sys.executable, "-m", "tests.bench.bare"]
OURS = [sys.executable, "-m", "gridlock_tui"]
OURS_IN_GAME = [*OURS, "--variant", "showdown", "--size", "8x8"]
SETTLED = 0.05
"""A repaint has ended when nothing has come for this many seconds."""
App = tuple[list[str], bytes, Path]
"""A command, what it paints at first, and the checkout that it belongs to."""


@contextmanager
def terminal(command: list[str], folder: Path) -> Iterator[int]:
    """Run the command of a checkout in a pseudo-terminal of 80×24 and yield its other end."""
    child, outer = pty.fork()
    if child == 0:
        os.chdir(folder)  # `python -m` looks there first
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        os.execv(command[0], command)
    fcntl.ioctl(outer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        yield outer
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(outer)


def last_output(outer: int, limit: float = 20.0) -> float:
    """Wait until the output has ended and return when the last of it came."""
    last, deadline = 0.0, time.perf_counter() + limit
    while time.perf_counter() < deadline:
        ready, _, _ = select.select([outer], [], [], SETTLED if last else limit)
        if not ready:
            return last
        os.read(outer, 65536)
        last = time.perf_counter()
    raise TimeoutError("the app never stops painting")


def wait_for(outer: int, marker: bytes) -> float:
    """Return when the marker was painted."""
    seen = b""
    while marker not in seen:
        seen += os.read(outer, 65536)
    return time.perf_counter()


def first_paints(apps: dict[str, App], progress: Progress) -> dict[str, list[float]]:
    """Return, for each app, the seconds from each start to the marker on its screen."""
    taken: dict[str, list[float]] = {name: [] for name in apps}
    for _ in range(STARTS):
        progress.show("first paint")
        for name, (command, marker, folder) in apps.items():
            began = time.perf_counter()
            with terminal(command, folder) as outer:
                taken[name].append(wait_for(outer, marker) - began)
        progress.end_one()
    return taken


def key_presses(apps: dict[str, App], progress: Progress) -> dict[str, list[float]]:
    """Return, for each app, the seconds from each key press to the end of its repaint."""
    taken: dict[str, list[float]] = {name: [] for name in apps}
    with ExitStack() as running:
        terminals = {}
        for name, (command, marker, folder) in apps.items():
            terminals[name] = running.enter_context(terminal(command, folder))
            wait_for(terminals[name], marker)
        for outer in terminals.values():
            last_output(outer)
        for press in range(KEYS):
            progress.show("key press")
            for name, outer in terminals.items():
                began = time.perf_counter()
                os.write(outer, b"\x1b[C" if press % 2 else b"\x1b[D")
                taken[name].append(last_output(outer) - began)
            progress.end_one()
    return taken


def main(*others: Path) -> int:
    """Print both measures; return 1 if one of our ratios is too large."""
    folders = {"app": HERE, **{str(other): other for other in others}}
    for folder in folders.values():  # as pip does when it installs
        compileall.compile_dir(folder / "gridlock_tui", quiet=1)
    bare_app: App = (BARE, b"ready", HERE)
    menus: dict[str, App] = {name: (OURS, b"Enter", at) for name, at in folders.items()}
    games: dict[str, App] = {name: (OURS_IN_GAME, b"place", at) for name, at in folders.items()}
    progress = Progress(STARTS + KEYS, "rounds")
    paints = first_paints({**menus, "bare": bare_app}, progress)
    keys = key_presses({**games, "bare": bare_app}, progress)
    progress.clear()
    failed = False
    for measure, found in {"first paint": paints, "key press": keys}.items():
        bare = statistics.median(found["bare"])
        for name, seconds in found.items():
            mine = statistics.median(seconds)
            print(f"{measure:<12} {mine * 1000:>7.1f}ms {mine / bare:>6.2f}  {name}")
        failed |= statistics.median(found["app"]) > ALLOWED[measure] * bare
    print("allowed ratios:", ", ".join(f"{name} {most:g}" for name, most in ALLOWED.items()))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
