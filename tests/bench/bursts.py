"""Keys in bursts: typed moves, undo and redo in one write to a real terminal, and what is saved.

`python -m tests.bench.bursts --bursts 1000 --seed 1`

Every burst has a typed move, as in `m2 2⏎u`. The same steps are made one by one on the match
itself, without the app: where the save differs from that, a key was lost or came too soon. A new
app is started for every 50 bursts.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.store.paths import Paths
from gridlock_tui.match.store.save_format import read_save
from gridlock_tui.rules import VARIANTS, write_move
from tests.bench.progress import Progress
from tests.kills.room import moves_of
from tests.tui.terminal import Terminal

_VARIANT = VARIANTS["spacing"].resized(8, 8)
_EACH_APP = 50
_LONGEST = 5
"""The most steps of a burst."""
_ROOM = 30
"""With fewer legal moves than that, moves are undone before more are made."""
_SECONDS = 30
"""How long the app may take for a burst on a busy machine, before the burst counts as lost."""

Saved = tuple[list[str], int]
"""The moves of a match, those that were undone with them, and how many are on the board."""


def main() -> None:
    """Send bursts, and print those whose save differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bursts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, progress = random.Random(options.seed), Progress(options.bursts, "bursts")
    keys = wrong = 0
    while progress.done < options.bursts:
        with tempfile.TemporaryDirectory() as home:
            count = min(_EACH_APP, options.bursts - progress.done)
            for burst, expected, found in _play(Path(home), rng, count):
                keys, wrong = keys + len(burst), wrong + (found != expected)
                line = "" if found == expected else f"{burst!r}: {found} instead of {expected}"
                progress.end_one(line)
                progress.show("in a game")
    progress.clear()
    seconds = time.monotonic() - progress.begun
    print(f"{progress.done} bursts, {keys} keys, {wrong} lost or changed, {seconds:.0f} s")
    sys.exit(bool(wrong))


def _play(home: Path, rng: random.Random, count: int) -> Iterator[tuple[str, Saved, Saved]]:
    """Start an app; yield each burst, what its keys do one by one, and what was saved."""
    match = Match.begin(Setup(_VARIANT))
    options = ("--variant", _VARIANT.slug, "--size", str(_VARIANT.board))
    with Terminal("-m", "gridlock_tui", *options, variables={"GRIDLOCK_HOME": str(home)}) as app:
        app.wait_for("Room  ")
        for _ in range(count):
            burst, match = _burst(match, rng)
            expected = moves_of(match), match.game.timeline.at
            app.type(burst)
            deadline = time.monotonic() + _SECONDS
            while (found := _saved(home)) != expected and time.monotonic() < deadline:
                app.read_for(0.01)
            yield burst, expected, found
            if found != expected:
                return  # what follows would differ too


def _burst(match: Match, rng: random.Random) -> tuple[str, Match]:
    """Return some keys, and the match after them; a board that is rather full is cleared first."""
    keys = ""
    while len(match.game.state.legal_moves) < _ROOM:
        keys, match = f"{keys}u", _jump(match, match.game.undo_target)
    for number in range(rng.randint(2, _LONGEST)):
        step = rng.choice("mmuur") if number else "m"
        if step == "m":
            move = rng.choice(match.game.state.legal_moves)
            keys, match = f"{keys}m{write_move(_VARIANT, move)}\r", match.play(move)
        else:
            game = match.game
            keys += step
            match = _jump(match, game.undo_target if step == "u" else game.redo_target)
    return keys, match


def _jump(match: Match, at: int | None) -> Match:
    return match if at is None else match.jump(at)


def _saved(home: Path) -> Saved:
    """Return what is saved of the match."""
    for file in Paths(home, home, home).saves.glob("*.json"):
        match = read_save(file.read_bytes()).match
        return moves_of(match), match.game.timeline.at
    return [], 0


if __name__ == "__main__":
    main()
