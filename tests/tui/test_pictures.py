"""The README's pictures are what the app looks like now."""

import runpy
from pathlib import Path

ASSETS = Path(__file__).parents[2] / "assets"


async def test_the_pictures_can_be_taken_again_and_are_the_very_same(tmp_path: Path) -> None:
    await runpy.run_path(str(ASSETS / "make_pictures.py"))["main"](tmp_path)
    taken = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    kept = {path.name: path.read_bytes() for path in ASSETS.glob("*.svg")}
    assert set(taken) == set(kept)
    assert [name for name in kept if taken[name] != kept[name]] == []
