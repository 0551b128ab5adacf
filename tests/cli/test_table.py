"""`gridlock table`: its lines, its progress, its limits, and how it is stopped."""

import os
import signal
import subprocess
from itertools import count

import pytest

from gridlock_tui.cli import main
from gridlock_tui.engine import tables
from gridlock_tui.rules import KNIGHT, Blocks, Board, Placement, Variant, register, unregister
from tests.cli.support import COMMAND, Terminal, gridlock

SHOWDOWN = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3]
PRINTED = "".join(f"{n} {value}\n" for n, value in enumerate(SHOWDOWN, start=1))


def run(*arguments: str) -> int:
    """Run the command in this process."""
    return main(["table", "showdown", "--rows", "3", *arguments])


def test_a_line_has_the_columns_and_the_value() -> None:
    done = gridlock("table", "showdown", "--rows", "3", "--to", "10")
    assert done == (0, PRINTED, "")


def test_an_alias_and_a_board_far_beyond_the_app() -> None:
    done = gridlock("table", "kayles", "--rows", "1", "--to", "150")
    last = done.stdout.splitlines()[-1]
    # Dawson's Chess repeats itself every 34 columns.
    assert last == f"150 {done.stdout.splitlines()[150 - 34 - 1].split()[1]}"


def test_a_registered_variant_has_a_table_if_it_has_grundy_values() -> None:
    register(Variant("riders", "Riders", Board(3, 4), Placement(KNIGHT, Blocks.BOTH)))
    try:
        assert (
            gridlock("table", "riders", "--rows", "3", "--to", "4").stdout == "1 1\n2 0\n3 1\n4 0\n"
        )
        refused = gridlock("table", "spacing", "--rows", "3", "--to", "4").stderr
        assert refused.endswith(" or riders\n")
    finally:
        unregister("riders")


def test_an_interrupt_ends_with_what_was_printed() -> None:
    command = [*COMMAND, "table", "showdown", "--rows", "3", "--to", "999"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        # Each line comes when it is found: the table itself would take for ever.
        lines = [process.stdout.readline() for _ in range(len(SHOWDOWN))]
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate(timeout=60)
    assert "".join(lines) == PRINTED
    assert process.returncode == 130
    assert complaint == "\n"
    assert rest == "" or rest.endswith("\n")


def test_a_reader_that_goes_away_ends_it() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{' '.join(COMMAND)} table classic --rows 1 --to 9999 | head -2"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1 1\n2 1\n", "")


def test_a_full_memory_is_said_once_and_changes_no_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "_BYTES_PER_ENTRY", 50_000)  # room for a hundred results
    monkeypatch.setattr(tables, "_NODES_PER_REPORT", 1)
    assert run("--to", "10", "--memory", "10") == 0
    assert capsys.readouterr() == (
        PRINTED,
        "gridlock: the memory limit of 10 MB is reached: the oldest results are dropped and the "
        "rest takes longer\n",
    )


def test_progress_is_one_line_that_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal, seconds = Terminal(), count()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(tables, "_NODES_PER_REPORT", 1)
    monkeypatch.setattr("gridlock_tui.cli.table.time.monotonic", lambda: float(next(seconds)))
    assert run("--to", "10") == 0
    assert capsys.readouterr().out == PRINTED
    assert terminal.line().strip() == ""
    assert "\n" not in terminal.getvalue()
    shown = [written.strip() for written in terminal.getvalue().split("\r") if written.strip()]
    assert shown[0] == "[....................] 3x1 of 10, 1 shape, 0:02"
    eighth = next(line for line in shown if "3x8" in line)
    assert eighth.startswith("[##############......] 3x8 of 10, ")
    assert eighth.endswith(" left at this pace")
    # The tenth board takes longer than those before it: nothing can be said.
    assert "3x10 of 10" in shown[-1]
    assert "left" not in shown[-1]


def test_progress_is_cut_to_the_width_of_the_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal, seconds = Terminal(), count()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(tables, "_NODES_PER_REPORT", 1)
    monkeypatch.setattr("gridlock_tui.cli.progress.time.monotonic", lambda: float(next(seconds)))
    assert run("--to", "10") == 0
    assert capsys.readouterr().out == PRINTED
    assert max(map(len, terminal.getvalue().split("\r"))) == 39


def test_without_a_terminal_there_is_no_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = count()
    monkeypatch.setattr("gridlock_tui.cli.table.time.monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(tables, "_NODES_PER_REPORT", 1)
    assert run("--to", "10") == 0
    assert capsys.readouterr() == (PRINTED, "")


def test_a_full_disk_ends_it() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "table", "classic", "--rows", "1", "--to", "9"],
            stdout=full,
            env=os.environ,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "gridlock: stopped: No space left on device\n")
