"""Imports go down only: the lower storeys know nothing of the upper ones, nor of Textual."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ABOVE = {
    "rules": ("engine", "match", "tui", "plain", "solve", "cli", "arguments", "options"),
    "engine": ("match", "tui", "plain", "solve", "cli", "arguments", "options"),
    "match": ("tui", "plain", "solve", "cli", "arguments", "options"),
}

WITH_ALL_MODULES = """
import importlib, pkgutil, sys
storey = importlib.import_module("gridlock_tui.{}")
for module in pkgutil.iter_modules(storey.__path__, storey.__name__ + "."):
    importlib.import_module(module.name)
print(*sys.modules, sep="\\n")
"""


@pytest.mark.parametrize("storey", ABOVE)
def test_a_storey_loads_nothing_from_above(storey: str) -> None:
    script = WITH_ALL_MODULES.format(storey)
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    files = (ROOT / "gridlock_tui" / storey).glob("[!_]*.py")
    assert {f"gridlock_tui.{storey}.{file.stem}" for file in files} <= set(loaded)
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
        cwd=ROOT,
        env={"PYTHONPATH": "."},
    ).stdout.split()
    foreign = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names)
    assert foreign == {"__main__", "gridlock_tui"}
