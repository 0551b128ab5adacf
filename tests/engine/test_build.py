"""Which build runs: all modules that can be compiled are compiled, or none is."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from gridlock_tui.engine import is_compiled

ROOT = Path(__file__).parents[2]
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
for key in ("tool", "hatch", "build", "targets", "wheel", "hooks", "mypyc"):
    HOOK = HOOK[key]


@pytest.mark.parametrize("file", HOOK["include"])
def test_a_module_of_the_compiled_build_is_compiled_if_the_others_are(file: str) -> None:
    module = import_module(file.removeprefix("/").removesuffix(".py").replace("/", "."))
    assert (ROOT / file[1:]).is_file()
    assert module.__file__ is not None
    assert module.__file__.endswith(".py") is not is_compiled()


def test_a_process_of_its_own_runs_the_same_build() -> None:
    script = "import gridlock_tui.engine as e, sys; sys.exit(e.is_compiled())"
    assert subprocess.run([sys.executable, "-c", script]).returncode == is_compiled()
