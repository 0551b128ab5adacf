"""Fixtures of the tests of matches: a library in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Return where everything is kept, all in one folder."""
    return Paths(tmp_path, tmp_path, tmp_path)


@pytest.fixture
def library(paths: Paths) -> Iterator[Library]:
    """Return the library of one run."""
    library = Library(paths)
    yield library
    library.close()
