"""Pictures of the settings, compared with those on file."""

import pytest

from tests.tui.test_snapshots import LOOKS, SCREENS, SIZES, SnapCompare, pictured


@pytest.fixture(autouse=True)
def settings_of_ada(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the same path wherever the tests run, and open the settings from the menu."""
    monkeypatch.setenv("GRIDLOCK_HOME", "/home/ada/games")
    monkeypatch.setitem(SCREENS, "settings", (lambda: None, ["comma"]))
    to_undo = ["comma", *["tab"] * 9, *["down"] * 8]
    monkeypatch.setitem(SCREENS, "settings-key", (lambda: None, [*to_undo, "enter"]))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", ["settings", "settings-key"])
def test_dark(snap_compare: SnapCompare, screen: str, size: str) -> None:
    assert pictured(snap_compare, screen, size, "gridlock-dark")


@pytest.mark.parametrize("look", LOOKS)
def test_look(snap_compare: SnapCompare, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "nocolour":
        monkeypatch.setenv("NO_COLOR", "1")
    in_ascii = look == "ascii"
    assert pictured(snap_compare, "settings", "80x24", LOOKS[look], ascii_only=in_ascii)
