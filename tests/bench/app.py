"""Speed of the app beside a bare Textual app: `python -m tests.bench.app`.

Both run in a pseudo-terminal, in turns. Prints the time from start to first paint, and from key
press to the end of the repaint it causes (8×8 board), as medians, and their ratios. Fails if the
first paint takes more than 1.5 times, or a key press more than twice, what the bare app needs.
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
from contextlib import contextmanager
from pathlib import Path

STARTS = 9
KEYS = 60
ALLOWED = {"first paint": 1.5, "key press": 2.0}
BARE = [sys.executable, "-m", "tests.bench.bare"]
OURS = [sys.executable, "-m", "gridlock_tui"]
OURS_IN_GAME = [*OURS, "--variant", "showdown", "--size", "8x8"]
SETTLED = 0.05
"""A repaint has ended when nothing more has come for this many seconds."""


@contextmanager
def terminal(command: list[str]) -> Iterator[int]:
    """Run the command in a pseudo-terminal of 80×24 and give its other end."""
    child, outer = pty.fork()
    if child == 0:
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
    """Return when the last of the output came, once it has come and settled."""
    last, deadline = 0.0, time.perf_counter() + limit
    while time.perf_counter() < deadline:
        ready, _, _ = select.select([outer], [], [], SETTLED if last else limit)
        if not ready:
            return last
        os.read(outer, 65536)
        last = time.perf_counter()
    raise TimeoutError("the app paints for ever")


def wait_for(outer: int, marker: bytes) -> float:
    """Return when the marker was painted."""
    seen = b""
    while marker not in seen:
        seen += os.read(outer, 65536)
    return time.perf_counter()


def first_paint(command: list[str], marker: bytes) -> float:
    """Return the seconds from the start of the command to the marker on its screen."""
    began = time.perf_counter()
    with terminal(command) as outer:
        return wait_for(outer, marker) - began


def key_presses(command: list[str], marker: bytes) -> list[float]:
    """Return the seconds from each key press to the end of the repaint that it causes."""
    taken = []
    with terminal(command) as outer:
        wait_for(outer, marker)
        last_output(outer)
        for press in range(KEYS):
            began = time.perf_counter()
            os.write(outer, b"\x1b[C" if press % 2 else b"\x1b[D")
            taken.append(last_output(outer) - began)
    return taken


def main() -> int:
    """Print both measures; return 1 if one of the ratios is too large."""
    # As pip does when it installs. Textual's are compiled in any case; that ours are is not sure
    # in a checkout, nor where the environment tells Python not to write them.
    compileall.compile_dir(Path(__file__).parents[2] / "gridlock_tui", quiet=1)
    paints: tuple[list[float], list[float]] = ([], [])
    for _ in range(STARTS):
        paints[0].append(first_paint(OURS, b"Enter"))
        paints[1].append(first_paint(BARE, b"ready"))
    keys = (key_presses(OURS_IN_GAME, b"place"), key_presses(BARE, b"ready"))
    failed = False
    print(f"{'measure':<12} {'app':>9} {'bare':>9} {'ratio':>6}")
    for name, (ours, bare) in {"first paint": paints, "key press": keys}.items():
        mine, base = statistics.median(ours), statistics.median(bare)
        failed |= mine > ALLOWED[name] * base
        row = f"{name:<12} {mine * 1000:>7.1f}ms {base * 1000:>7.1f}ms {mine / base:>6.2f}"
        print(f"{row}  at most {ALLOWED[name]:g} allowed")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
