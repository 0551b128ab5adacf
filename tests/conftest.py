"""Options and settings of the whole suite."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from gridlock_tui.engine import is_compiled

# How long an example takes depends on the machine, not on the code.
settings.register_profile("gridlock", deadline=None)
settings.load_profile("gridlock")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test its own saves and history, apart from those of the person who runs it."""
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; read golden files that were rewritten before you commit them."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")
    parser.addoption("--compiled", action="store_true", help="refuse to test the pure Python build")


def pytest_configure(config: pytest.Config) -> None:
    """Let the programs that tests start store their bytecode: they start hundreds of times."""
    if config.getoption("compiled") and not is_compiled():
        raise pytest.UsageError("the engine that would be tested is not compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow tests first: begun last, one of them would keep the other processes waiting."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never what was imported: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
