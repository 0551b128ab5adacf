"""A new setting is one entry: in a copy of the package, it is everywhere that settings are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENTRY = """    volume: int = _setting(
        3, _read_volume, "How loud it is, from 0 to 9.", parse=int, metavar="N",
        label="Volume", hint="how loud it is", choices=tuple(range(10)),
    )
"""
READER = """def _read_volume(value: object) -> int:
    if value not in range(10):
        raise GridlockError("write a number from 0 to 9")
    return value


"""
ON_THE_SCREEN = """
import asyncio
from gridlock_tui.match.config_file import load_config
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup

async def main():
    settings = load_config(find_paths().settings).settings
    async with GridlockApp(Startup(settings=settings, keeps=True)).run_test() as pilot:
        await pilot.pause()
        await pilot.press("comma")
        await pilot.pause()
        pilot.app.screen.query_one("#set-volume").focus()
        await pilot.press("right")
        await pilot.pause()
        print(pilot.app.screen.query_one("#set-volume").render())
        print(pilot.app.screen.query_one("#about-volume").render())

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package with one more setting."""
    folder = tmp_path_factory.mktemp("one-more") / "tree"
    package = folder / "gridlock_tui"
    shutil.copytree(ROOT / "gridlock_tui", package, ignore=shutil.ignore_patterns("__pycache__"))
    path = package / "match" / "settings.py"
    text = path.read_text(encoding="utf-8")
    for addition, before in ((READER, "# The table.\n"), (ENTRY, "    names: Names = ")):
        assert text.count(before) == 1
        text = text.replace(before, addition + before)
    path.write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def gridlock(folder: Path, *arguments: str, code: int = 0) -> str:
    return run(folder, "-m", "gridlock_tui", *arguments, code=code)


def test_it_is_a_flag(copy: Path) -> None:
    assert "--volume N            how loud it is, from 0 to 9\n" in gridlock(copy, "--help")
    assert "\nvolume = 7\n" in gridlock(copy, "--print-config", "--volume", "7")
    refused = gridlock(copy, "--volume", "11", code=2)
    assert refused == "gridlock: argument --volume: write a number from 0 to 9\n"


def test_it_is_in_the_file(copy: Path, home: Path) -> None:
    assert "# How loud it is, from 0 to 9.\nvolume = 3\n" in gridlock(copy, "--print-config")
    home.mkdir()
    (home / "config.toml").write_text("volume = 5\n")
    assert "\nvolume = 5\n" in gridlock(copy, "--print-config")
    (home / "config.toml").write_text("volume = 50\n")
    said = gridlock(copy, "--print-config")
    assert "volume cannot be 50: write a number from 0 to 9" in said
    assert "\nvolume = 3\n" in said


def test_it_is_on_the_settings_screen_and_saved_from_there(copy: Path, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("# mine\nvolume = 5  # loud\n")
    row, hint = run(copy, "-c", ON_THE_SCREEN).splitlines()
    assert row.split() == ["Volume", "‹", "6", "›"]
    assert hint == "how loud it is"
    assert (home / "config.toml").read_text() == "# mine\nvolume = 6  # loud\n"
