"""What is not needed to play is not loaded before it is needed."""

import subprocess
import sys

import pytest

HEAVY = {"sqlite3", "json", "platformdirs"}


@pytest.mark.parametrize("module", ["gridlock_tui.match", "gridlock_tui.cli"])
def test_storage_is_loaded_by_those_who_store(module: str) -> None:
    script = f"import sys, {module}; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", script]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert module in loaded
    assert not loaded & HEAVY
