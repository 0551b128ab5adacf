"""Imports go down only: the lower storeys know nothing of the upper ones, nor of Textual."""

import subprocess
import sys
from pathlib import Path

import pytest

ABOVE = {
    "rules": ("engine", "match", "tui", "plain", "solve", "cli", "arguments"),
    "engine": ("match", "tui", "plain", "solve", "cli", "arguments"),
    "match": ("tui", "plain", "solve", "cli", "arguments"),
}


@pytest.mark.parametrize("storey", ABOVE)
def test_a_storey_loads_nothing_from_above(storey: str) -> None:
    script = f"import sys, gridlock_tui.{storey}; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert f"gridlock_tui.{storey}" in loaded
    packages = {name.partition(".")[0] for name in loaded}
    assert not packages & {"textual", "rich", "platformdirs"}
    above = tuple(f"gridlock_tui.{name}" for name in ABOVE[storey])
    assert not [name for name in loaded if name.startswith(above)]


def test_rules_use_the_standard_library_only() -> None:
    script = "import sys, gridlock_tui.rules; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
        env={"PYTHONPATH": "."},
    ).stdout.split()
    foreign = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names)
    assert foreign == {"__main__", "gridlock_tui"}
