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
    parser.addoption("--share-files", type=Path, help="run the files not yet named in this folder")


class SharedFiles:
    """Leaves out the files that another process has begun with."""

    def __init__(self, begun: Path) -> None:
        self._begun = begun
        self._begun.mkdir(exist_ok=True)
        self._mine: dict[Path, bool] = {}

    def _is_mine(self, file: Path) -> bool:
        if file not in self._mine:
            try:
                (self._begun / str(file).replace("/", "+")).touch(exist_ok=False)
            except FileExistsError:
                self._mine[file] = False
            else:
                self._mine[file] = True
        return self._mine[file]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        """Say that a test is done with if the other process sees to it."""
        if self._is_mine(item.path):
            return None
        # The test before this one has left in place what this one would have needed.
        item.session._setupstate.teardown_exact(nextitem)
        return True


def pytest_configure(config: pytest.Config) -> None:
    """Share the files with another process, where that is asked for."""
    begun = config.getoption("--share-files")
    if begun is not None:
        config.pluginmanager.register(SharedFiles(begun))


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among what lasts: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
