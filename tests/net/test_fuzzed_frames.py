"""Nonsense at every stage of a connection; `python -m tests.bench.net_faults` sends more of it."""

import asyncio
from pathlib import Path

import pytest

from tests.net.fuzzed_frames import FrameStorm


@pytest.mark.parametrize("seed", range(3))
async def test_fuzzed_frames_raise_nothing_and_leave_nothing(seed: int, tmp_path: Path) -> None:
    storm = FrameStorm(tmp_path, seed)
    await storm.run(500)
    assert storm.frames >= 500
    assert len(asyncio.all_tasks()) <= 2
