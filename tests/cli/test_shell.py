"""Completions, pressed with Tab in real shells, and the man page."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from gridlock_tui import __version__
from gridlock_tui.cli.options import SHELLS
from gridlock_tui.cli.parser import make_parser
from gridlock_tui.engine import LEVELS
from gridlock_tui.engine.puzzles import all_puzzles
from gridlock_tui.match.lessons import all_lessons
from gridlock_tui.rules import VARIANTS
from tests.cli.support import gridlock
from tests.tui.terminal import Terminal

PROMPT = "tell me: "
STUB = "#!/bin/sh\nprintf 'ran'\nprintf ' <%s>' \"$@\"\necho ' end'\n"
"""Stands for the command, and says which arguments it was given."""
LAST_PUZZLE = all_puzzles()[-1].id
TYPED = {
    "gridlock comple\tzs\t": ["completions", "zsh"],
    "gridlock --vari\tshow\t--first to\t": ["--variant", "showdown", "--first", "toss"],
    "gridlock play --leve\tperf\t": ["play", "--level", "perfect"],
    "gridlock plain pass\t--verb\t": ["plain", "passing", "--verbose"],
    "gridlock learn showdown-mir\t": ["learn", "showdown-mirror"],
    f"gridlock puzzle {LAST_PUZZLE[:-1]}\t": ["puzzle", LAST_PUZZLE],
    "gridlock --theme gridlock-l\t": ["--theme", "gridlock-light"],
    "gridlock record gam\t": ["record", "game.txt"],
    "gridlock picture --load gam\t": ["picture", "--load", "game.txt"],
}
"""Keys, and the arguments that the completed line has."""


def start(shell: str, folder: Path) -> Terminal:
    """Start a shell that knows the command and its completions, and nothing else."""
    stub = folder / "bin" / "gridlock"
    stub.parent.mkdir()
    stub.write_text(STUB, encoding="utf-8")
    stub.chmod(0o755)
    script = gridlock("completions", shell)
    assert (script.returncode, script.stderr) == (0, "")
    variables: dict[str, str | None] = {
        "PATH": f"{stub.parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "ZDOTDIR": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    files: Mapping[str, str] = {
        "bash": {"rc": f"PS1='{PROMPT}'\n. completions/gridlock\n"},
        "zsh": {
            ".zshrc": f"PS1='{PROMPT}'\nfpath=({folder}/completions $fpath)\n"
            "autoload -U compinit && compinit -u -D\n"
        },
        "fish": {"fish/config.fish": f"function fish_prompt; echo -n '{PROMPT}'; end\n"},
    }[shell]
    places = {
        "bash": "completions/gridlock",
        "zsh": "completions/_gridlock",
        "fish": "fish/completions/gridlock.fish",
    }
    for name, text in {**files, places[shell]: script.stdout}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    flags = {"bash": ["--noprofile", "--rcfile", "rc", "-i"], "zsh": ["-i"], "fish": ["-i"]}
    program = shutil.which(shell)
    assert program is not None
    return Terminal(*flags[shell], program=program, variables=variables)


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_completes(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").touch()
    with start(shell, tmp_path) as terminal:
        terminal.wait_for(PROMPT)
        for keys, arguments in TYPED.items():
            terminal.type(f"{keys}\r")
            ran = " ".join(("ran", *(f"<{each}>" for each in arguments), "end"))
            terminal.wait_for(ran, PROMPT)


def words_of(script: str) -> set[str]:
    return set(re.findall(r"[\w.-]+", script))


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command_flag_and_word(shell: str) -> None:
    script = words_of(gridlock("completions", shell).stdout)
    parser = make_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    known = {*commands.choices, *VARIANTS, *LEVELS}
    known |= {lesson.id for lesson in all_lessons()} | {puzzle.id for puzzle in all_puzzles()}
    assert known <= script
    flags = {flag for each in (parser, *commands.choices.values()) for flag in flags_of(each)}
    assert {flag.lstrip("-") for flag in flags} <= {word.lstrip("-") for word in script}


def flags_of(parser: argparse.ArgumentParser) -> set[str]:
    return {flag for flag in parser._option_string_actions if flag.startswith("--")}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["completions"], "say which shell: bash, zsh or fish"),
        (
            ["completions", "tcsh"],
            "argument bash|zsh|fish: there are no completions for 'tcsh': choose bash, zsh or fish",
        ),
    ],
)
def test_another_shell_is_refused_in_one_sentence(arguments: list[str], sentence: str) -> None:
    assert gridlock(*arguments) == (2, "", f"gridlock: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "module", "what"),
    [
        (["completions", "zsh"], "shtab", "the script"),
        (["man"], "argparse_manpage", "the man page"),
    ],
)
def test_without_the_extra_a_sentence_says_how_to_get_it(
    arguments: list[str], module: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    advice = "get it with pip install 'gridlock-tui[shell]'"
    sentence = f"gridlock: {what} needs one more package: {advice}\n"
    assert gridlock(*arguments) == (2, "", sentence)


def test_nothing_else_loads_these_packages() -> None:
    script = "import sys, gridlock_tui.cli.parser, gridlock_tui.tui.launch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "gridlock_tui.tui.launch" in done.stdout.split()
    assert not {"shtab", "argparse_manpage", "gridlock_tui.cli.shell"} & {*done.stdout.split()}


# The man page.


def test_the_man_page_has_every_command_and_flag() -> None:
    page = gridlock("man").stdout.replace("\\-", "-")
    assert page.startswith(".TH GRIDLOCK ")
    assert f'"gridlock {__version__}"' in page.splitlines()[0]
    parser = make_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    sections = re.split(r"^\.SS ", page, flags=re.MULTILINE)
    told = {re.findall(r"gridlock ([a-z]+)", each)[0]: each for each in sections[1:]}
    assert list(told) == list(commands.choices)
    for name, command in commands.choices.items():
        flags = flags_of(command) - {"--help"}
        assert flags <= set(re.findall(r"--[a-z-]+", told[name])), name
    assert flags_of(parser) - {"--help"} <= set(re.findall(r"--[a-z-]+", sections[0]))


@pytest.mark.parametrize(
    "command",
    [
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", "-"],
        ["mandoc", "-T", "lint", "-W", "error"],
    ],
    ids=["man", "mandoc"],
)
def test_the_man_page_is_well_formed(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed here")
    page = gridlock("man").stdout
    done = subprocess.run(command, input=page, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ERROR" not in done.stdout
