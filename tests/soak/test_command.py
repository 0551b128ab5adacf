"""`python -m tests.soak` itself: what it is asked for, what it says, and whether it fails."""

import io
import sys
from collections.abc import Callable, Sequence

import pytest

from gridlock_tui.rules import VARIANTS
from tests.soak import __main__ as command
from tests.soak.run import WARM_UP, Found, Report

MB = 2**20
WRONG = Found(1, "a wrong board", ("key u", "key r"))


class Screen(io.StringIO):
    """Where progress is shown: a terminal, or not."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def run(
    monkeypatch: pytest.MonkeyPatch,
    *options: str,
    last: int = 70,
    faults: Sequence[Found] = (),
    on_terminal: bool = False,
) -> tuple[int, str, list[object]]:
    """Run the command with a soak that plays nothing; return code, progress, and what it asked."""
    asked: list[object] = []

    async def plays_nothing(
        seed: int,
        games: Sequence[int],
        ascii_only: bool,
        tell: Callable[[Report], None],
        *,
        warm_up: bool,
    ) -> Report:
        asked.extend((seed, list(games), ascii_only, warm_up))
        report = Report(seed, memory={0: 40 * MB})
        for _ in games:
            report.games += 1
            report.per_variant[next(iter(VARIANTS))] += 1
            report.memory[report.games] = 50 * MB
            report.faults = list(faults)
            tell(report)
        report.memory[report.games] = last * MB
        return report

    progress = Screen(on_terminal)
    monkeypatch.setattr(command, "soak", plays_nothing)
    monkeypatch.setattr(sys, "argv", ["soak", *options])
    monkeypatch.setattr(sys, "__stderr__", progress)
    return command.main(), progress.getvalue(), asked


def test_what_is_asked_for_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, asked = run(monkeypatch, "--games", "3", "--seed", "7")
    assert asked == [7, [0, 1, 2], False, False]
    _, _, asked = run(monkeypatch, "--game", "4", "--seed", "8", "--ascii")
    assert asked == [8, [4], True, False]
    _, _, asked = run(monkeypatch, "--games", str(WARM_UP + 1))
    assert asked == [1, list(range(WARM_UP + 1)), False, True]


@pytest.mark.parametrize(
    ("last", "faults", "code"), [(70, [], 0), (71, [], 1), (50, [WRONG], 1), (45, [], 0)]
)
def test_it_fails_on_a_fault_and_on_more_than_20_mb(
    last: int, faults: list[Found], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = str(2 * WARM_UP)
    assert run(monkeypatch, "--games", games, last=last, faults=faults)[0] == code


def test_the_report_names_the_seed_the_games_the_memory_and_how_to_see_a_fault_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "--games", "200", "--seed", "9", last=62, faults=[WRONG])
    said = capsys.readouterr().out
    assert said.startswith("seed 9: 200 games, ")
    assert "50.0 MB after 100 games, every 100 games at most 12.0 MB more, at any time" in said
    assert "at most 12.0 MB more, 62.0 MB at the end" in said
    assert "faults: 1\n" in said
    assert "(--seed 9 --game 1): a wrong board\nlast steps: key u, key r\n" in said


def test_on_a_terminal_a_bar_grows_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    _, shown, _ = run(monkeypatch, "--games", "3", on_terminal=True)
    begin, *bars = shown.split("\r")
    assert begin == ""
    assert [bar.count("#") for bar in bars] == [10, 20, 30]
    assert [bar.endswith("\n") for bar in bars] == [False, False, True]


def test_elsewhere_there_is_a_line_now_and_then_and_each_fault_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, shown, _ = run(monkeypatch, "--games", "250", faults=[WRONG])
    lines = [line for line in shown.splitlines() if "/250 games" in line]
    assert [line.split("/")[0] for line in lines] == ["100", "200", "250"]
    assert shown.count("a wrong board") == 1
    assert "\r" not in shown
