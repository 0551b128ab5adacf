"""The app is killed again and again: no move that was seen is lost."""

import random
from pathlib import Path

import pytest

from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS, Player, write_move
from tests.tui.terminal import Terminal

KILLS = 50


def moves_on_disk() -> list[str]:
    saves = Saves(find_paths().saves)
    (saved,), notices = saves.load_all()
    assert notices == []
    timeline = saved.match.game.timeline
    return [write_move(saved.match.game.setup.variant, move) for move in timeline.moves]


@pytest.mark.slow
def test_killed_at_any_instant_no_move_that_was_seen_is_lost(home: Path) -> None:
    """Each run goes on with the game, sees one move acknowledged, and is killed in the next."""
    rng = random.Random(5)
    state = VARIANTS["spacing"].resized(8, 8).start()
    done: list[str] = []
    options = ("--variant", "spacing", "--size", "8x8")
    for kill in range(KILLS):
        with Terminal("-m", "gridlock_tui", *(options if not done else ())) as terminal:
            if done:
                terminal.wait_for("Continue")
                terminal.type("c")
            terminal.wait_for("Room  ")
            for acknowledged in (True, False):
                if state.is_over:
                    break
                move = rng.choice(state.legal_moves)
                name = write_move(state.variant, move)
                terminal.type("m")
                terminal.wait_for("Write row and column")
                terminal.type(f"{name}\r")
                if acknowledged:
                    terminal.wait_for(f"▸{name}")
                    done.append(name)
                    state = state.play(move)
                else:
                    terminal.read_for(rng.uniform(0, 0.06))
            terminal.process.kill()
            terminal.process.wait()
        found = moves_on_disk()
        assert found in (done, [*done, name]), f"kill {kill}"
        if found != done:
            done = found
            state = state.play(move)
        # Start a new game before the next two moves can end the game: then it is in the history.
        if min(len(state.room_for(player)) for player in Player) < 12:
            for file in (home / "saves").iterdir():
                file.unlink()
            state, done = VARIANTS["spacing"].resized(8, 8).start(), []
