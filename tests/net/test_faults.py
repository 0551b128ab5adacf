"""A few faults; `python -m tests.bench.net_faults` lets hundreds happen."""

from pathlib import Path

import pytest

from tests.net.faults import Ordeal


@pytest.mark.slow
async def test_a_match_survives_faults(tmp_path: Path) -> None:
    ordeal = Ordeal(tmp_path, seed=7, longest_pause=1.5)
    await ordeal.run(12)
    assert ordeal.counts.total() == 12
