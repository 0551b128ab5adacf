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
    parser.addoption("--share-tests", type=Path, help="run the tests not yet named in this folder")


class SharedTests:
    """Leaves out the tests that another process has begun with.

    A test goes with all its parameters to one process, and a file whose tests share a fixture goes
    as a whole.
    """

    def __init__(self, begun: Path) -> None:
        self._begun = begun
        self._begun.mkdir(exist_ok=True)
        self._whole: set[Path] = set()
        self._mine: dict[str, bool] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Find the files whose tests share a fixture."""
        self._whole = {item.path for item in items if _shares_a_fixture(item)}

    def _is_mine(self, item: pytest.Item) -> bool:
        share = str(item.path) if item.path in self._whole else item.nodeid.partition("[")[0]
        if share not in self._mine:
            try:
                (self._begun / share.replace("/", "+")).touch(exist_ok=False)
            except FileExistsError:
                self._mine[share] = False
            else:
                self._mine[share] = True
        return self._mine[share]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        """Say that a test is done with if another process sees to it."""
        if self._is_mine(item):
            return None
        # The test before this one has left in place what this one would have needed.
        item.session._setupstate.teardown_exact(nextitem)
        return True


def _shares_a_fixture(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function):
        return False
    found = item._fixtureinfo.name2fixturedefs.values()
    return any(fixture.scope == "module" for fixtures in found for fixture in fixtures)


def pytest_configure(config: pytest.Config) -> None:
    """Share the tests with other processes, where that is asked for."""
    begun = config.getoption("--share-tests")
    if begun is not None:
        config.pluginmanager.register(SharedTests(begun))


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among what lasts: it took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
