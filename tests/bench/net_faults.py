"""Fuzzed frames and faults in matches between two machines, in large numbers.

`python -m tests.bench.net_faults --frames 100000 --faults 200`
"""

import argparse
import asyncio
import gc
import os
import tempfile
import time
from pathlib import Path

from tests.bench.progress import Progress
from tests.net.faults import Ordeal
from tests.net.fuzzed_frames import FrameStorm

_FAULTS_PER_MATCH = 20
_MOST_GROWTH = 4 * 1024 * 1024


def memory() -> int:
    """Return the memory of this process in bytes, after a collection of garbage."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def send_frames(frames: int, seed: int) -> None:
    """Send fuzzed frames to a host and a guest; fail if memory grows."""
    progress, begun, noted = Progress(frames, "frames"), time.monotonic(), [0]

    def tell(done: int) -> None:
        progress.done = done
        if not noted[0] and done >= frames // 4:
            noted[0] = memory()
        progress.show("fuzzing")

    with tempfile.TemporaryDirectory() as folder:
        storm = FrameStorm(Path(folder), seed)
        asyncio.run(storm.run(frames, tell))
    grown, seconds = memory() - noted[0], time.monotonic() - begun
    progress.print(
        f"{storm.frames} fuzzed frames in {seconds:.0f} s: no exception; "
        f"{storm.accepted} events that were possible all the same; "
        f"memory after the first quarter {grown / 1024:+.0f} KiB"
    )
    assert grown < _MOST_GROWTH, "memory grows"


def let_faults_happen(faults: int, seed: int, longest_pause: float, only: str) -> None:
    """Let two processes play through faults, several matches one after another."""
    progress, begun, events, restarts = Progress(faults, "faults"), time.monotonic(), 0, 0
    counts: dict[str, int] = {}

    def tell(fault: str) -> None:
        progress.end_one()
        progress.show(fault)

    while progress.done < faults:
        with tempfile.TemporaryDirectory() as folder:
            ordeal = Ordeal(Path(folder), seed + progress.done, longest_pause, only)
            asyncio.run(ordeal.run(min(_FAULTS_PER_MATCH, faults - progress.done), tell))
        events += max(ordeal.agreed)
        restarts += ordeal.restarts
        for fault, count in ordeal.counts.items():
            counts[fault] = counts.get(fault, 0) + count
    told = ", ".join(f"{fault} {count}" for fault, count in sorted(counts.items()))
    progress.print(
        f"{progress.done} faults in {time.monotonic() - begun:.0f} s ({told}): no match lost, no "
        f"difference in {events} events; {restarts} guests were turned away and joined again"
    )


def main() -> None:
    """Run both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest-pause", type=float, default=2.5, help="seconds")
    parser.add_argument("--only", default="", help="faults that begin so, such as pause")
    options = parser.parse_args()
    if options.frames:
        send_frames(options.frames, options.seed)
    if options.faults:
        let_faults_happen(options.faults, options.seed, options.longest_pause, options.only)


if __name__ == "__main__":
    main()
