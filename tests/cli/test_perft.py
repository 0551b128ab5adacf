"""The progress of `gridlock perft`; its counts are in `test_cli.py`."""

from itertools import count

import pytest

from gridlock_tui.cli import main
from gridlock_tui.rules import VARIANTS, perft
from tests.cli.support import Terminal


def test_a_terminal_sees_how_far_a_length_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal, seconds = Terminal(), count()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("gridlock_tui.cli.progress.time.monotonic", lambda: float(next(seconds)))
    assert main(["perft", "showdown", "4"]) == 0
    start = VARIANTS["showdown"].start()
    counts = [perft(start, length) for length in range(1, 5)]
    assert capsys.readouterr().out == "".join(
        f"{length} {found}\n" for length, found in enumerate(counts, start=1)
    )
    assert terminal.line().strip() == ""
    shown = [written.strip() for written in terminal.getvalue().split("\r") if written.strip()]
    # Once for each pair of first moves, in two lengths: shorter ones take no time.
    assert len(shown) == 2 * counts[1]
    half = shown[counts[1] + counts[1] // 2 - 1]
    spent, left = half.removeprefix("[##########..........] sequences of 4, ").split(", ")
    assert left == f"{spent} left at this pace"
    assert shown[-1].endswith(", 0:00 left at this pace")


def test_without_a_terminal_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = count()
    monkeypatch.setattr("gridlock_tui.cli.progress.time.monotonic", lambda: float(next(seconds)))
    assert main(["perft", "classic", "3", "--moves", "6; 15"]) == 0
    assert capsys.readouterr() == ("1 3\n2 4\n3 0\n", "")
