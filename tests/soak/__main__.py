"""The long soak: `python -m tests.soak --games 2000 --seed N`.

Plays random games through the app, visits its other rooms, and compares every board at rest with
the state. Most games are short ones, many of them rematches. Fails on a crash, a wrong board, and
if more than 20 MB came on top of what was in use after the first 100 games.
Every game follows from the seed and its number: `--seed N --game K` plays game K alone.
"""

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable

from tests.soak.run import WARM_UP, Found, Report, soak

_ALLOWED_GROWTH = 20 * 2**20
_BAR = 30
_LINE_EVERY = 100


def main() -> int:
    """Play, report, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="how many (2000)")
    parser.add_argument("--seed", type=int, default=1, help="where all of them come from (1)")
    parser.add_argument("--game", type=int, help="play this one alone")
    parser.add_argument("--ascii", action="store_true", help="draw with plain ASCII")
    asked = parser.parse_args()
    numbers = range(asked.games) if asked.game is None else [asked.game]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gridlock-soak-") as home:
        os.environ["GRIDLOCK_HOME"] = home
        gc.disable()  # as the command line does; the app enables it again
        report = asyncio.run(
            soak(
                asked.seed,
                numbers,
                asked.ascii,
                _progress(len(numbers)),
                warm_up=len(numbers) > WARM_UP,
            )
        )
    print(_told(report, time.monotonic() - began))
    return int(bool(report.faults) or report.growth > _ALLOWED_GROWTH)


def _progress(games: int) -> Callable[[Report], None]:
    """Return what shows how far it has come: a bar, or now and then a line."""
    # A running app puts something in its place that always says it is a terminal.
    stream = sys.__stderr__ or sys.stderr
    on_terminal = stream.isatty()

    shown: list[Found] = []
    began = time.monotonic()

    def tell(report: Report) -> None:
        done = report.games
        for fault in report.faults[len(shown) :]:  # at once: the end may be far away
            shown.append(fault)
            print(_described(report, fault), file=stream, flush=True)
        line = f"{done}/{games} games, {report.steps} steps, {report.motions} motions, "
        line += f"{report.frames} frames, {len(report.faults)} faults, "
        line += f"{_megabytes(report.memory[done])}"
        if on_terminal:
            bar = "#" * (_BAR * done // games)
            end = "\n" if done == games else ""
            left = (time.monotonic() - began) / max(1, done) * (games - done)
            line += f", {left:.0f} s left at this pace\033[K"
            print(f"\r[{bar:<{_BAR}}] {line}", end=end, file=stream, flush=True)
        elif done % _LINE_EVERY == 0 or done == games:
            print(line, file=stream, flush=True)

    return tell


def _told(report: Report, seconds: float) -> str:
    """Return the report as text."""
    variants = ", ".join(f"{slug} {games}" for slug, games in report.per_variant.items())
    rooms = ", ".join(f"{room} {visits}" for room, visits in report.rooms.items()) or "none"
    memory = f"{_megabytes(report.memory[report.games])} at the end"
    if WARM_UP in report.memory:
        warm = _megabytes(report.memory[WARM_UP])
        growth = f"every {WARM_UP} games at most {_megabytes(report.growth)} more"
        highest = f"at any time at most {_megabytes(report.highest)} more"
        memory = f"{warm} after {WARM_UP} games, {growth}, {highest}, {memory}"
    lines = [
        f"seed {report.seed}: {report.games} games, {report.finished} played to the end, "
        f"{report.steps} steps, {seconds:.0f} s",
        f"motion: {report.motions} on boards, {report.frames} frames painted while they moved",
        f"rooms: {rooms}",
        f"variants: {variants}; {len(report.boards)} pairs of variant and size",
        f"memory: {memory}; the engine's process {_megabytes(report.engine_memory)}",
        f"faults: {len(report.faults)}",
    ]
    return "\n".join([*lines, *(_described(report, fault) for fault in report.faults)])


def _described(report: Report, fault: Found) -> str:
    """Return what was wrong, and how to see it again."""
    return (
        f"\ngame {fault.game} (--seed {report.seed} --game {fault.game}): {fault.words}\n"
        f"last steps: {', '.join(fault.steps)}"
    )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())
