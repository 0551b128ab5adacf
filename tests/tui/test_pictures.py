"""The README's pictures are what the app looks like now, and no stored picture is left over."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "assets"
SNAPSHOTS = Path(__file__).parent / "__snapshots__"


@pytest.mark.slow
@pytest.mark.motion
async def test_the_pictures_can_be_taken_again_and_are_the_very_same(tmp_path: Path) -> None:
    await runpy.run_path(str(ASSETS / "make_pictures.py"))["main"](tmp_path)
    taken = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    kept = {path.name: path.read_bytes() for path in ASSETS.glob("*.svg")}
    assert set(taken) == set(kept)
    assert [name for name in kept if taken[name] != kept[name]] == []


@pytest.mark.slow
def test_every_snapshot_belongs_to_a_test() -> None:
    """In several processes syrupy does not say which snapshots no test uses."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    modules = [f"{SNAPSHOTS.parent / folder.name}.py" for folder in SNAPSHOTS.iterdir()]
    collected = subprocess.run([*command, *modules], capture_output=True, text=True, check=True)
    tests = {line.rpartition("/")[2] for line in collected.stdout.splitlines()}
    stored = {f"{file.parent.name}.py::{file.stem}" for file in SNAPSHOTS.glob("*/*.svg")}
    assert stored - tests == set()
