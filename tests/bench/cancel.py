"""How soon the engine drops a request for a newer one: `python -m tests.bench.cancel`.

Sends an endless request, lets the engine search for a while, sends a new one and measures the
processor time until its answer. Fails if that is more than 100 ms in any variant.
"""

import sys
import time
from pathlib import Path

from gridlock_tui.engine import Detail
from gridlock_tui.engine.server import Analyse, Choose
from gridlock_tui.rules import VARIANTS, GameState
from tests.bench.progress import Progress
from tests.engine.test_server import FOR_EVER, Engine

SEARCH_SECONDS = 1.5
ALLOWED = 100.0
ASKED = 3
SIZES = ((5, 5), (6, 7), (8, 8))
TRIVIAL = VARIANTS["showdown"].resized(1, 1).start()
CLOCK_TICK = 0.01


def processor_seconds(pid: int) -> float:
    """Return the processor time that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * CLOCK_TICK


def milliseconds_to_switch(engine: Engine, state: GameState, number: int) -> float:
    """Return the processor time between a new request and its answer."""
    engine.ask(2 * number + 1, Analyse(state, FOR_EVER))
    time.sleep(SEARCH_SECONDS)
    before = processor_seconds(engine.process.pid)
    engine.ask(2 * number + 2, Analyse(TRIVIAL, FOR_EVER, Detail.WINNER))
    engine.answers_to(2 * number + 2)
    return 1000 * (processor_seconds(engine.process.pid) - before)


def main() -> int:
    """Print the longest of a few switches for every variant and size; 1 if one is too long."""
    failed = False
    print(f"processor time until a newer question is answered, at most {ALLOWED:g} ms allowed")
    progress = Progress(len(VARIANTS) * len(SIZES), "boards")
    for variant in VARIANTS.values():
        for size in SIZES:
            progress.show(variant.slug)
            engine = Engine()
            engine.ask(1, Choose(TRIVIAL, "perfect", 0, FOR_EVER))
            engine.answers_to(1)  # all modules are loaded now
            state = variant.resized(*size).start()
            taken = max(milliseconds_to_switch(engine, state, 1 + n) for n in range(ASKED))
            engine.close()
            failed |= taken > ALLOWED
            progress.end_one(f"{variant.slug:<9} {state.board}  {taken:>5.0f} ms")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
