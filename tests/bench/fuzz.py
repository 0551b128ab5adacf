"""Random and damaged inputs to every reader, in large numbers.

`python -m tests.bench.fuzz --inputs 1000000 --seed 1`

Each reader must return something valid, which reads back the same where there is a writer, or say
in one sentence what is wrong; no input may take longer than a second, and memory must not grow.
`--only NAME --seed N` repeats what a fault names.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.bench.net_faults import memory
from tests.bench.progress import Progress
from tests.fuzz.readers import Reader, readers

_MOST_GROWTH = 16 * 1024 * 1024
_LONGEST = 1.0
"""The most seconds that an input may take."""
_SHOWN = 400


def main() -> None:
    """Feed all readers, and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the name of a reader")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = [each for each in readers(Path(folder)) if options.only in each.name]
        sys.exit(bool(_run(found, options.inputs, options.seed)))


def _run(found: list[Reader], inputs: int, seed: int) -> int:
    progress, faults = Progress(inputs, "inputs"), Counter[str]()
    counts, slowest, spent = Counter[str](), Counter[str](), Counter[str]()
    noted, turns = 0, sum(each.weight for each in found)
    for reader in found:
        rng = random.Random(f"{seed} {reader.name}")
        for _ in range(max(1, inputs * reader.weight // turns)):
            begun = time.process_time()
            try:
                shown = reader.feed(rng)
            except AssertionError as error:
                faults[reader.name] += 1
                if faults[reader.name] <= 5:
                    number = counts[reader.name]
                    progress.print(f"FAULT in {reader.name}, input {number}: {error!s:.{_SHOWN}}")
                shown = ""
            took = time.process_time() - begun
            if took > _LONGEST:
                faults[reader.name] += 1
                progress.print(f"FAULT in {reader.name}: {took:.1f} s for {shown:.{_SHOWN}}")
            counts[reader.name] += 1
            spent[reader.name] += took  # type: ignore[assignment]
            slowest[reader.name] = max(slowest[reader.name], took)  # type: ignore[assignment]
            progress.done += 1
            progress.last = time.monotonic()
            progress.show(reader.name)
            if not noted and progress.done >= inputs // 4:
                noted = memory()
    grown = memory() - noted
    progress.clear()
    print(f"{'reader':<26}{'inputs':>9}{'faults':>8}{'ms each':>9}{'slowest ms':>12}")
    for name, count in counts.items():
        each, worst = 1000 * spent[name] / count, 1000 * slowest[name]
        print(f"{name:<26}{count:>9}{faults[name]:>8}{each:>9.2f}{worst:>12.1f}")
    total = faults.total()
    print(
        f"{counts.total()} inputs, {total} faults, {time.monotonic() - progress.begun:.0f} s; "
        f"memory after the first quarter {grown / 1024:+.0f} KiB"
    )
    if grown > _MOST_GROWTH:
        print("FAULT: memory grows")
    return total + (grown > _MOST_GROWTH)


if __name__ == "__main__":
    main()
