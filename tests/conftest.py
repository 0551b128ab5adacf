"""Options and settings of the whole suite."""

import pytest
from hypothesis import settings

# How long an example takes depends on the machine, not on the code.
settings.register_profile("gridlock", deadline=None)
settings.load_profile("gridlock")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes golden files anew, to be read before they are committed."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")
