"""A few damaged inputs to every reader; `tests.bench.fuzz` feeds them a million."""

import random
from pathlib import Path

import pytest

from tests.fuzz.readers import Reader, readers

_EACH = 30


@pytest.fixture(scope="module")
def every_reader(tmp_path_factory: pytest.TempPathFactory) -> list[Reader]:
    """Return all readers."""
    return readers(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.slow
def test_no_reader_fails_on_damaged_input(every_reader: list[Reader], home: Path) -> None:
    del home
    for reader in every_reader:
        rng = random.Random(f"test {reader.name}")
        for _ in range(_EACH):
            reader.feed(rng)
