"""Modules that a quick start does not need are imported when they are needed."""

import subprocess
import sys

import pytest

HEAVY = {"sqlite3", "json", "platformdirs", "tomllib", "tomlkit", "argparse"}


@pytest.mark.parametrize(
    "module", ["gridlock_tui.match", "gridlock_tui.cli", "gridlock_tui.match.store.library"]
)
def test_what_takes_long_to_load_is_not_imported_at_once(module: str) -> None:
    script = f"import sys, {module}; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", script]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert module in loaded
    assert not loaded & HEAVY
