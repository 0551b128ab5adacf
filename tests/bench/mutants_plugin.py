"""What tests.bench.mutants adds to pytest: failures as soon as possible, and coverage by test.

If `GRIDLOCK_COVERAGE` names a file, it gets how many seconds of CPU time each test takes, and which
tests run each line of the package.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

FILE = os.environ.get("GRIDLOCK_COVERAGE")
COVERAGE = Coverage(data_file=None, source=["gridlock_tui"], config_file=False)
SECONDS: dict[str, float] = defaultdict(float)

settings.register_profile(
    "mutants",
    database=None,  # no example that another mutant failed with
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # a failure need not be made smaller
)


def pytest_sessionstart() -> None:
    """Begin to measure."""
    if FILE:
        COVERAGE.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test; all cases of a parametrized one count as one test."""
    if not FILE:
        return (yield)
    name, before = item.nodeid.partition("[")[0], sum(os.times()[:4])
    COVERAGE.switch_context(name)
    result = yield
    SECONDS[name] += sum(os.times()[:4]) - before
    return result


def pytest_sessionfinish() -> None:
    """Write what was measured."""
    if FILE:
        COVERAGE.stop()
        data = COVERAGE.get_data()
        lines = {
            Path(file).relative_to(Path.cwd()).as_posix(): {
                line: sorted(filter(SECONDS.__contains__, names))
                for line, names in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        Path(FILE).write_text(json.dumps([SECONDS, lines]))
