"""The app is killed again and again, in every room that keeps something.

`python -m tests.bench.kills --kills 1000 --seed 1`

Every room has a home that is kept over all its rounds. A round starts the real app in a terminal,
sends keys in bursts and kills it at a random moment. Then everything that was seen must be on disk,
nothing may be damaged or set aside, and the next start must go on from there. A fault is told with
the seed of its room and the number of its round: `--rooms NAME --seed N` repeats it.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.bench.progress import Progress
from tests.kills import ROOMS
from tests.kills.room import Room

_LONGEST = 1500
"""The most characters of a line that is printed: a screen in a message has many."""


def main() -> None:
    """Kill, check, and print what became of each room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", default="", help="parts of the names of rooms, with commas")
    options = parser.parse_args()
    wanted = [each for each in options.rooms.split(",") if each]
    kinds = [each for each in ROOMS if not wanted or any(part in each.name for part in wanted)]
    with tempfile.TemporaryDirectory() as folder:
        rooms = [
            kind(Path(folder) / str(at), random.Random(f"{options.seed} {kind.name}"))
            for at, kind in enumerate(kinds)
        ]
        faults = _run(rooms, options.kills)
    sys.exit(bool(faults))


def _run(rooms: list[Room], kills: int) -> int:
    progress, faults = Progress(kills, "kills"), dict.fromkeys(rooms, 0)
    counts, seconds = dict.fromkeys(rooms, 0), dict.fromkeys(rooms, 0.0)
    for number in range(kills):
        room = rooms[number % len(rooms)]
        progress.show(room.name)
        begun = time.monotonic()
        counts[room] += 1
        try:
            room.round()
        except Exception:
            faults[room] += 1
            said = f"FAULT in {room.name}, round {counts[room]}, {room.home}:"
            trace = "\n".join(line[:_LONGEST] for line in traceback.format_exc().splitlines())
            progress.print(f"{said}\n{trace}")
        seconds[room] += time.monotonic() - begun
        progress.end_one()
        if progress.done % 50 == 0:
            told = f"{progress.done} kills, {sum(faults.values())} faults"
            progress.print(f"{told}, {time.monotonic() - progress.begun:.0f} s")
    progress.clear()
    print(
        f"{'room':<22}{'kills':>7}{'seen steps':>12}{'more on disk':>14}{'faults':>8}{'s each':>8}"
    )
    for room in rooms:
        room.close()
        each = seconds[room] / max(1, counts[room])
        print(
            f"{room.name:<22}{counts[room]:>7}{room.acknowledged:>12}{room.more:>14}"
            f"{faults[room]:>8}{each:>8.1f}"
        )
    print(f"{kills} kills, {sum(faults.values())} faults, {sum(seconds.values()):.0f} s")
    return sum(faults.values())


if __name__ == "__main__":
    main()
