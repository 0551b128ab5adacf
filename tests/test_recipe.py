"""The README's recipe for a sixth variant, followed to the letter in a copy of the tree."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from gridlock_tui.rules import VARIANTS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recipe")]
ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RECIPE = README.partition("\n## How to add a variant\n")[2].partition("\n## ")[0]
# Not this module either: it would follow the recipe once more.
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "__snapshots__", ".*", "assets", "dist", "build", Path(__file__).name
)


def steps(language: str) -> list[str]:
    found = re.findall(rf"^   ```{language}\n(.*?)^   ```$", RECIPE, re.DOTALL | re.MULTILINE)
    return [dedent(block) for block in found]


def with_line(text: str, line: str) -> str:
    """Put the line in the place of the one that begins like it, up to `import` or `=`."""
    begin = re.match(r".*?(?:import|=)", line)
    assert begin is not None
    changed, count = re.subn(rf"^{re.escape(begin[0])}.*\n", line, text, flags=re.MULTILINE)
    assert count == 1
    return changed


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tree in which the recipe was followed."""
    folder = tmp_path_factory.mktemp("sixth") / "tree"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    path = folder / "gridlock_tui" / "rules" / "variants.py"
    needed, entry, listed = steps("python")
    text = with_line(path.read_text(encoding="utf-8"), needed)
    text = text.replace("\n_ALL = ", f"\n{entry}\n_ALL = ")
    path.write_text(with_line(text, listed), encoding="utf-8")
    (golden,) = steps("sh")
    run(folder, *shlex.split(golden.replace(".venv/bin/python", sys.executable)))
    return folder


def run(folder: Path, *command: str, typed: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def gridlock(folder: Path, *arguments: str, typed: str = "") -> str:
    return run(folder, sys.executable, "-m", "gridlock_tui", *arguments, typed=typed)


def test_it_is_listed_as_one_more(copy: Path) -> None:
    described = json.loads(gridlock(copy, "variants", "--json"))
    assert [entry["slug"] for entry in described] == [*VARIANTS, "knights"]
    assert described[-1]["cell"] == "B2"
    assert gridlock(copy, "--help").split("\n\n")[1].startswith("Six quick games of territory")


def test_no_document_is_no_name(copy: Path) -> None:
    script = """
from gridlock_tui.rules import UnknownVariant, find_variant
try:
    print(find_variant(""))
except UnknownVariant as error:
    print(error)
"""
    said = run(copy, sys.executable, "-c", script)
    assert said.startswith("there is no variant '': choose classic")


def test_its_rules_are_those_of_knights(copy: Path) -> None:
    # Of 15 · 14 pairs of cells 2 · 20 are a knight's move apart on three rows of five.
    assert gridlock(copy, "perft", "knights", "2") == f"1 15\n2 {15 * 14 - 2 * 20}\n"
    said = gridlock(copy, "plain", "knights", typed="B3\nA1\nB1\nA1\nquit\n")
    assert "Player 2 (O), where does your knight go?" in said
    assert "A1 touches your opponent's marker at B3" in said
    assert "A| X |   |   |   |   |" in said
    assert "B| O |   | X |   |   |" in said


def test_the_engine_solves_it(copy: Path) -> None:
    solved = json.loads(gridlock(copy, "solve", "knights", "--json"))
    assert (solved["verdict"], solved["winner"]) == ("win", 1)
    best = next(entry for entry in solved["moves"] if entry["distance"] == solved["distance"])
    assert best["move"] == "B3", "the middle keeps the other off all four corners"


def test_the_tests_take_it_up(copy: Path) -> None:
    """Whole games in the app by keys and by mouse, its rules page, line mode, and more."""
    quick = "knights and not (typed or undo)"  # the rest takes as long again
    ran = run(copy, sys.executable, "-m", "pytest", "-rA", "-q", "-k", quick, "tests")
    passed = re.findall(r"^PASSED (\S+?)::", ran, re.MULTILINE)
    for storey in ("rules", "engine", "cli", "tui"):
        assert any(name.startswith(f"tests/{storey}/") for name in passed)
    for name in (
        "test_whole_games",
        "test_menu_options",
        "test_rules_page",
        "test_plain",
        "test_cli",
        "test_verdicts",
    ):
        assert any(f"/{name}.py" in path for path in passed), f"{name} knows nothing of it"


def test_the_linter_has_nothing_to_say(copy: Path) -> None:
    file = "gridlock_tui/rules/variants.py"
    run(copy, sys.executable, "-m", "ruff", "check", "--no-cache", file)
    run(copy, sys.executable, "-m", "ruff", "format", "--check", "--no-cache", file)
