"""Imports go down only: the lower layers know nothing of the upper ones, nor of Textual.

And a variant is data: only the registry names one.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock_tui.rules import VARIANTS

ROOT = Path(__file__).parents[1]
ABOVE = {
    "rules": ("engine", "match", "net", "tui", "cli", "web"),
    "engine": ("match", "net", "tui", "cli", "web"),
    "match": ("net", "tui", "cli", "web"),
    "net": ("tui", "cli", "web"),
}

WITH_ALL_MODULES = """
import importlib, pkgutil, sys
layer = importlib.import_module("gridlock_tui.{}")
for module in pkgutil.walk_packages(layer.__path__, layer.__name__ + "."):
    importlib.import_module(module.name)
print(*sys.modules, sep="\\n")
"""


@pytest.mark.parametrize("layer", ABOVE)
def test_a_layer_loads_nothing_from_above(layer: str) -> None:
    script = WITH_ALL_MODULES.format(layer)
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    files = (ROOT / "gridlock_tui" / layer).rglob("[!_]*.py")
    names = {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}
    assert names <= set(loaded)
    packages = {name.partition(".")[0] for name in loaded}
    assert not packages & {"textual", "rich", "platformdirs", "aiohttp"}
    above = tuple(f"gridlock_tui.{name}" for name in ABOVE[layer])
    assert not [name for name in loaded if name.startswith(above)]


def test_the_data_of_the_lower_layers_never_changes() -> None:
    files = [file for layer in ABOVE for file in (ROOT / "gridlock_tui" / layer).rglob("*.py")]
    marks = [
        mark
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ClassDef)
        for mark in map(ast.unparse, node.decorator_list)
        if mark.startswith("dataclass")
    ]
    assert len(marks) > 50
    assert [mark for mark in marks if "frozen=True" not in mark] == []


def test_the_command_line_loads_no_network() -> None:
    script = """
import sys
from gridlock_tui.cli import commands, parser
parser.make_parser().parse_args(["plain", "classic"])
import gridlock_tui.cli.plain
print(*sys.modules, sep="\\n")
"""
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {name.partition(".")[0] for name in loaded} & {"websockets", "asyncio"}
    assert not [name for name in loaded if name.startswith("gridlock_tui.net")]


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


@pytest.mark.parametrize("layer", ABOVE)
def test_what_a_layer_stores_never_changes(layer: str) -> None:
    thawed = [
        f"{file.name}:{node.lineno}"
        for file in (ROOT / "gridlock_tui" / layer).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for each in node.decorator_list
        if "dataclass" in ast.unparse(each) and "frozen=True" not in ast.unparse(each)
    ]
    assert thawed == []


def test_only_the_registry_names_a_variant() -> None:
    package = ROOT / "gridlock_tui"
    naming = {
        str(file.relative_to(package))
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in VARIANTS
    }
    assert naming == {str(Path("rules", "variants.py"))}
