"""Options and settings of the whole suite."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes depends on the machine, not on the code.
settings.register_profile("gridlock", deadline=None)
settings.load_profile("gridlock")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep saves and history of every test apart, and away from those of whoever runs it."""
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes golden files anew, to be read before they are committed."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among what lasts: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
