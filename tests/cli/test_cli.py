"""The command line: stable text, JSON where said, one line and exit code 2 for what is wrong."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from gridlock_tui import __version__
from gridlock_tui.cli import commands
from gridlock_tui.cli.options import no_flags, read_depth, read_seconds, read_seed
from gridlock_tui.cli.parser import make_parser
from gridlock_tui.engine import is_compiled
from gridlock_tui.rules import VARIANTS
from tests.cli.support import COMMAND, gridlock

PERFT = Path(__file__).parents[1] / "rules" / "perft"


def test_version() -> None:
    build = "compiled" if is_compiled() else "pure Python"
    assert gridlock("--version").stdout == f"gridlock {__version__} ({build})\n"


def test_both_commands_are_installed() -> None:
    installed = {script.name: script.value for script in entry_points(group="console_scripts")}
    assert installed["gridlock"] == installed["gridlock-tui"] == "gridlock_tui.cli:main"


def test_variants_lists_each_on_a_line() -> None:
    rows = gridlock("variants").stdout.splitlines()
    assert [row.split()[0] for row in rows] == list(VARIANTS)
    assert rows[0].split()[1] == "4x4"
    for row, variant in zip(rows, VARIANTS.values(), strict=True):
        assert variant.title in row
        assert row.endswith(variant.summary)


def test_variants_as_json() -> None:
    described = json.loads(gridlock("variants", "--json").stdout)
    assert [entry["slug"] for entry in described] == list(VARIANTS)
    sequence = next(entry for entry in described if entry["slug"] == "sequence")
    assert sequence | {"essence": "", "summary": ""} == {
        "slug": "sequence",
        "title": "Gridlock · Sequence",
        "document": "003",
        "size": "4x4",
        "aliases": ["tokens"],
        "summary": "",
        "essence": "",
        "tokens": 8,
        "cell": "B2",
    }


@pytest.mark.parametrize("slug", VARIANTS)
def test_perft_prints_depth_and_count(slug: str) -> None:
    for size, counts in json.loads((PERFT / f"{slug}.json").read_text()).items():
        out = gridlock("perft", slug, "3", "--size", size).stdout
        expected = [[depth, count] for depth, count in enumerate(counts[:3], start=1)]
        assert [list(map(int, row.split())) for row in out.splitlines()] == expected


def test_perft_after_moves() -> None:
    assert gridlock("perft", "classic", "2", "--moves", "6; 15").stdout == "1 3\n2 4\n"
    assert gridlock("perft", "sequence", "1", "--moves", "5 B2, 4 A1").stdout == "1 98\n"


def test_solve_as_json() -> None:
    solved = json.loads(gridlock("solve", "classic", "--moves", "6; 15", "--json").stdout)
    assert solved == {
        "variant": "classic",
        "size": "4x4",
        "to_move": 1,
        "verdict": "loss",
        "winner": 2,
        "distance": 2,
        "grundy": 0,
        "moves": [
            {"move": "4", "verdict": "loss", "distance": 2},
            {"move": "8", "verdict": "loss", "distance": 2},
            {"move": "13", "verdict": "loss", "distance": 2},
        ],
        "line": ["4", "13"],
    }


def test_solve_of_a_finished_game_says_who_won() -> None:
    solved = json.loads(gridlock("solve", "classic", "--moves", "6; 15; 4; 13", "--json").stdout)
    assert (solved["moves"], solved["line"], solved["winner"]) == ([], [], 2)
    assert (solved["verdict"], solved["distance"], solved["to_move"]) == ("loss", 0, 1)


def test_solve_for_people() -> None:
    assert gridlock("solve", "classic", "--size", "3x3").stdout == (
        "Grid Lock · Classic, 3x3\n"
        "\n"
        "  1   2   3\n"
        "1 L4  L2  L4\n"
        "4 L2  W1  L2\n"
        "7 L4  L2  L4\n"
        "\n"
        "Player 1 to move: Player 1 wins, in 1.\n"
        "Grundy value: 1.\n"
        "Best play: 5.\n"
    )


def test_solve_says_when_it_does_not_know() -> None:
    out = gridlock("solve", "spacing", "--size", "7x7", "--budget", "0.05").stdout
    assert "Player 1 to move: who wins is not known." in out
    assert "?" in out


BUDGET = "is not a time: write seconds from 0.001 to 999999"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["frobnicate"],
            "there is no command 'frobnicate': choose play, plain, host, join, learn, solve, ",
        ),
        (["--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["plain"], "say which game: classic, "),
        (["plain", "chess"], "there is no variant 'chess': choose classic, spacing, showdown, "),
        (["plain", "classic", "--size", "9x9"], "a board has 1 to 8 rows and columns"),
        (["plain", "classic", "--size", "huge"], "'huge' is not a size: write rows x columns"),
        (
            ["solve", "classic", "--size", f"{'9' * 20}x3"],
            f"1 to 8 rows and columns, so '{'9' * 20}x3",
        ),
        (["solve", "classic", "--size", f"3x{'9' * 5000}"], "a board has 1 to 8 rows and columns"),
        (["plain", "classic", "--first", "3"], "'3' cannot start: write 1, 2 or toss"),
        (["plain", "classic", "--names", "Ada"], "write two names with a comma between them"),
        (["plain", "classic", "--names", "Ada,Ada"], "the two names must differ"),
        (["--size", "2x5"], "the menu has boards from 3x3 to 8x8; for 2x5 add --variant"),
        (["--id", "showdown:4x4:2 2", "--size", "2x2"], "--size does not go with --load or --id"),
        (["--id", "showdown:4x4:2 2", "--first", "2"], "--first does not go with --load or --id"),
        (["--theme", "mud"], "the app needs a terminal; gridlock plain classic works without one"),
        ([], "the app needs a terminal; gridlock plain classic works without one"),
        (["--animation", "wild"], 'write "full" or "reduced"'),
        (["--level", "god"], 'write "human", "novice", '),
        (["play", "--variant", "passing"], "gridlock plain passing works without one"),
        (["--theme", "nord", "solve", "classic"], "gridlock: solve takes no --theme: leave it out"),
        (["--no-guard", "variants"], "gridlock: variants takes no --no-guard: leave it out"),
        (["--variant", "classic", "plain"], "gridlock: plain takes no --variant: leave it out"),
        (["--frobnicate", "variants"], "unrecognized arguments: --frobnicate"),
        (["solve"], "say which game, such as solve showdown, or solve --all"),
        *(
            (["solve", "classic", "--budget", time], f"{BUDGET}, such as 2.5")
            for time in ("0", "1e-9", "0.0009", "1000000", "9" * 5000, "nan", "-1")
        ),
        *(
            (
                ["plain", "classic", "--seed", seed],
                "is not a seed: write a whole number from 0 to 9",
            )
            for seed in ("x", "-1", "2.5", "1000000000", "9" * 32, "9" * 5000)
        ),
        *(
            (["perft", "classic", depth], "is not a depth: write a whole number from 1 to 64, such")
            for depth in ("-1", "0", "65", "99999999999", "9" * 5000, "ten")
        ),
        (["table"], "say which game: classic, "),
        (["table", "showdown"], "say which boards, such as --rows 3 --to 20"),
        (["table", "showdown", "--rows", "3"], "say which boards, such as --rows 3 --to 20"),
        *(
            (
                ["table", slug, "--rows", "3", "--to", "4"],
                f"{slug.capitalize()} has no Grundy values: choose classic",
            )
            for slug in ("spacing", "sequence", "passing")
        ),
        *(
            (
                ["table", "classic", flag, number],
                f"is not {what}: write a whole number from {least}",
            )
            for flag, what, least, most in (
                ("--rows", "a number of rows", 1, 99),
                ("--to", "a number of columns", 1, 9999),
                ("--memory", "a memory limit", 10, 999_999),
            )
            for number in (str(least - 1), str(most + 1), "-1", "2.5", "many", "9" * 5000, "")
        ),
        (["record", ""], "argument FILE: say which file, such as game.txt"),
        (["--load", ""], "argument --load: say which file, such as game.txt"),
        (["--print-config", "--theme", "mud"], "there is no theme 'mud': choose "),
        (["--print-config", "--level", "god"], 'write "human", "novice", '),
        (
            ["perft", "classic", "2", "--moves", "6; 7"],
            "move 2 cannot be played: 7 is blocked by 6",
        ),
        (["perft", "classic", "2", "--moves", "6;\n\x1b[2Jq"], "'[2Jq' is not move 2"),
    ],
)
def test_an_error_is_one_line(arguments: list[str], complaint: str) -> None:
    done = gridlock(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("gridlock: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (read_seed, "0", 0),
        (read_seed, "999999999", 999999999),
        (read_seed, f"{'0' * 5000}7", 7),
        (read_depth, "1", 1),
        (read_depth, "064", 64),
        (read_seconds, "0.001", 0.001),
        (read_seconds, "999999", 999999.0),
    ],
)
def test_the_bounds_that_are_named_hold(
    read: Callable[[str], float], text: str, value: float
) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("play", "(default: human and --level)"),
        ("plain", "(default: human and human)"),
        ("solve", "(default: 30; with --all 10 a board)"),
        ("table", "(default: 1000)"),
    ],
)
def test_help_names_the_defaults(command: str, default: str) -> None:
    assert default in " ".join(gridlock(command, "--help").stdout.split())


APP_FLAGS = [
    *(["--variant", "spacing"], ["--size", "3x3"], ["--first", "2"], ["--seed", "7"]),
    *(["--players", "novice,human"], ["--names", "Ada,Ben"], ["--load", "x"], ["--id", "classic"]),
    *(["--pace", "3"], ["--level", "expert"], ["--guard"], ["--no-guard"], ["--theme", "nord"]),
    *(["--animation", "reduced"], ["--no-coordinates"], ["--ascii"]),
    *(["--print-config"], ["--reset-config"]),
]


def test_the_app_opens_with_the_defaults_of_the_parser_which_it_does_not_load() -> None:
    parsed = vars(make_parser().parse_args([]))
    assert parsed.pop("run") is commands.app
    assert vars(no_flags()) == parsed


COMMANDS = {
    "play": [],
    "plain": ["classic"],
    "solve": ["classic"],
    "record": ["game.txt"],
    "variants": [],
    "perft": ["classic", "2"],
    "table": ["classic"],
}


@pytest.mark.parametrize("flags", APP_FLAGS, ids=" ".join)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_flag_before_a_command_is_as_good_as_after_it_or_refused(
    command: str, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        after = make_parser().parse_args([command, *COMMANDS[command], *flags])
    except SystemExit:
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit_:
            make_parser().parse_args([*flags, command, *COMMANDS[command]])
        assert exit_.value.code == 2
        advice = f"leave it out, or see gridlock {command} --help"
        assert capsys.readouterr() == ("", f"gridlock: {command} takes no {flags[0]}: {advice}\n")
    else:
        assert make_parser().parse_args([*flags, command, *COMMANDS[command]]) == after


def test_of_a_flag_before_and_after_a_command_the_last_holds() -> None:
    options = make_parser().parse_args(["--size", "6x6", "--guard", "play", "--size", "5x5"])
    assert (str(options.size), options.guard) == ("5x5", True)


def test_flags_before_a_command_have_their_effect() -> None:
    assert gridlock("--size", "3x3", "solve", "classic") == gridlock(
        "solve", "classic", "--size", "3x3"
    )
    shown = gridlock("--print-config", "--theme", "nord", "play")
    assert shown == gridlock("--print-config", "--theme", "nord")
    assert 'theme = "nord"' in shown.stdout


def test_an_unknown_home_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", "~nobody-here/games")
    done = gridlock()
    assert done.returncode == 2
    assert done.stderr.startswith("gridlock: GRIDLOCK_HOME names no folder: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["variants"], ["plain", "--help"], ["--version"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_said_in_one_line(arguments: list[str], unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments],
            stdout=full,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "gridlock: stopped: No space left on device\n"


def test_a_complaint_never_goes_to_standard_output() -> None:
    command = f"{sys.executable} -m gridlock_tui perft classic 2 --moves 17 2>&-"
    done = subprocess.run(
        ["sh", "-c", command], stdout=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")


def test_output_that_cannot_hold_a_letter_shows_another_one() -> None:
    done = subprocess.run(
        [*COMMAND, "variants"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Grid Lock ? Classic" in done.stdout


def test_streams_that_are_closed_from_the_start_do_not_matter() -> None:
    command = f"{sys.executable} -m gridlock_tui plain classic <&- >&-"
    done = subprocess.run(
        ["sh", "-c", command], stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
