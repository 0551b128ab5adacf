"""The app is killed in every room that keeps something; `tests.bench.kills` does it 1,000 times."""

import random
from pathlib import Path

import pytest

from tests.kills import ROOMS
from tests.kills.room import Room

_ROUNDS = 2


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_what_was_seen_is_kept(tmp_path: Path, room: type[Room]) -> None:
    here = room(tmp_path / "room", random.Random(f"1 {room.name}"))
    try:
        for _ in range(_ROUNDS):
            here.round()
    finally:
        here.close()
