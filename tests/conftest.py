"""Options and settings of the whole suite."""

import gc
import os
import signal
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
    """Give the programs that tests start what they have in a person's shell."""
    if config.getoption("compiled") and not is_compiled():
        raise pytest.UsageError("the engine that would be tested is not compiled")
    # They start hundreds of times, and start sooner if they may store their bytecode.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # What a shell starts with & ignores Ctrl+C, and so would they.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow tests first: begun last, one of them would keep the other processes waiting."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so if the tests in a browser could not run."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any("no Chromium" in str(report.longrepr) for report in skipped):
        terminalreporter.write_line("The browser tests were skipped: there is no Chromium here.")


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never what was imported: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
