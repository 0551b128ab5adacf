"""The README says what is so: its commands run, its keys are bound, its tables and pictures fit."""

import argparse
import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridlock_tui import __version__
from gridlock_tui.cli.parser import make_parser
from gridlock_tui.match.config_file import read_config
from gridlock_tui.match.game_id import read_whole_id, write_game_id
from gridlock_tui.match.record import read_record
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.commands import CHANGEABLE
from gridlock_tui.tui.keymap import resolve_keys

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def part(heading: str) -> str:
    """Return what stands under a heading."""
    return README.partition(f"\n{heading}\n")[2].partition("\n## ")[0]


def blocks(text: str, language: str = "") -> list[str]:
    """Return the blocks of code in a language."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for written, block in found if written == language]


RECORD = next(block for block in blocks(README) if block.startswith("Gridlock record"))
EXAMPLES = [line for block in blocks(README, "sh") for line in block.splitlines()
            if line.startswith("gridlock ")]  # fmt: skip
OPENS_THE_APP = re.compile(r"gridlock (--(?!print)|play\b)")


SHOWN = {
    line: shown
    for block in blocks(README)
    for line, shown in re.findall(r"^\$ (gridlock .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
}
"""Commands, each with what is shown of its output."""


def printed_by(line: str, folder: Path) -> str:
    """Run an example and return what it prints."""
    (folder / "moves.txt").write_text("6\n15\n4\n13\n", encoding="utf-8")
    (folder / "game.txt").write_text(RECORD, encoding="utf-8")
    command = line.replace("gridlock", f"{shlex.quote(sys.executable)} -m gridlock_tui", 1)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("line", [line for line in EXAMPLES if not OPENS_THE_APP.match(line)])
def test_an_example_runs(line: str, tmp_path: Path) -> None:
    assert printed_by(line, tmp_path)


@pytest.mark.parametrize("line", SHOWN)
def test_an_example_prints_what_is_shown(line: str, tmp_path: Path) -> None:
    assert printed_by(line, tmp_path) == SHOWN[line]


def test_no_example_with_its_output_is_passed_over() -> None:
    assert len(SHOWN) == README.count("\n$ gridlock ") > 0


def test_the_examples_that_open_the_app_are_understood() -> None:
    opening = [line for line in EXAMPLES if OPENS_THE_APP.match(line)]
    assert len(opening) > 1
    for line in opening:
        make_parser().parse_args(shlex.split(line, comments=True)[1:])


def test_every_option_is_in_the_synopsis_and_no_other() -> None:
    synopsis = next(block for block in blocks(part("## The command line")) if "SLUG" in block)
    entries = re.sub(r"\n +", " ", synopsis).splitlines()
    documented: dict[str, set[str]] = {}
    for entry in entries:
        command = re.match(r"gridlock ([a-z]*)", entry)
        assert command is not None
        documented.setdefault(command[1], set()).update(re.findall(r"--[a-z-]+", entry))
    parser = make_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    assert documented == {
        "": _options(parser),
        **{name: _options(command) - {"--help"} for name, command in commands.choices.items()},
        "play": set(),
    }


def _options(parser: argparse.ArgumentParser) -> set[str]:
    names = {name for name in parser._option_string_actions if name.startswith("--")}
    return {name for name in names if f"--{name.removeprefix('--no-')}" not in names - {name}}


def test_the_settings_can_be_used() -> None:
    (block,) = blocks(part("## Settings"), "toml")
    config, notices = read_config(block)
    assert notices == ()
    assert resolve_keys(config.keys).notices == ()
    assert config != Settings()


def test_the_record_and_the_game_ids_can_be_read() -> None:
    assert read_record(RECORD.encode()).game.timeline.state.is_over
    ids = re.findall(r"`(showdown:4x4[^`]*)`", README)
    assert len(ids) == 4
    read = map(read_whole_id, ids)
    assert [write_game_id(each.game, each.terms) for each in read] == ids


TOLD = {
    "up down left right": "move the cursor",
    "place": "place",
    "token last-token": "the next or the previous token",
    "type": "type a move",
    "undo": "undo",
    "redo": "redo",
    "hint": "hint",
    "analysis": "analysis",
    "nimbers": "nimbers",
    "guard": "blunder guard",
    "pause": "pause two computers",
    "faster": "make computers, ",
    "slower": "faster or slower",
    "first": "show the empty board",
    "present": "return to the latest move",
    "moves review-moves": "show or hide the moves",
    "review": "review this game",
    "take-over": "take over the first move",
    "export": "write the record",
    "copy-id": "copy the game id",
    "new": "next game or rematch",
    "next-rung": "plays the next rung of the climb",
    "climb": "climb, the next level",
    "try-again": "play on from the turning point",
    "swap": "rematch with sides swapped",
    "menu": "from a game to the menu",
    "play settings-change": "in the menu and in lists Enter chooses",
    "continue": "continue the latest match",
    "options history-filters settings-next settings-last": "in the menu and in lists, next field",
    "drop": "give up the highlighted match",
    "opponent": "the next opponent",
    "board": "the next recommended board",
    "more": "more options",
    "friend-yes friend-no": "answer a friend elsewhere, who asks for an undo",
    "friend-say": "say a word",
    "friend-resign": "resign",
    "friend-copy": "copy the room code",
    "games": "the tab Play",
    "picture": "a picture of the position",
    "puzzles": "the tab Puzzles",
    "puzzles-open": "there Enter starts the selected puzzle",
    "puzzles-filters": "Tab goes to what to practise",
    "puzzle-next": "in a puzzle: the next puzzle",
    "puzzle-solution": "give up and see the solution",
    "puzzle-share": "copy the result",
    "learn": "the tab Learn",
    "lesson": "in the menu: the next lesson",
    "learn-open": "there Enter opens the selected lesson",
    "lesson-again": "in a lesson: start over",
    "history": "the tab History",
    "leave-field review-leave history-back learn-back lesson-leave puzzles-back puzzle-leave "
    "settings-back close": "back; ",
    "review-earlier review-later": "Left and Right step through the moves",
    "review-play": "Space plays",
    "review-slip": "`N` goes to the next mistake",
    "review-why": "`H` draws what would have won",
    "review-first": "show the empty board",
    "review-last": "return to the latest move",
    "review-faster review-slower": "the moves of a review, faster or slower",
    "history-open": "there Enter opens",
    "history-statistics": "`S` shows statistics",
    "history-export": "`e` exports",
    "history-delete": "`d` deletes",
    "settings-usual": "`d` gives the selected command its default keys",
    "help": "all keys",
    "rules": "rules",
    "theme": "themes",
    "settings": "settings",
    "palette": "every command",
    "dismiss": "dismiss notifications",
    "suspend": "go to the shell",
    "quit": "quit",
}
"""How the table of keys names each command."""


def keys_and_words() -> list[tuple[set[str], str]]:
    """Return the keys of each row of the table, with what is said of them."""
    rows = [row.split("|")[1:3] for row in part("## Keys").splitlines() if row.startswith("| ")]
    arrows = "Up Down Left Right"
    found = []
    for keys, words in rows[1:]:
        named = " ".join(re.findall(r"`\S`|\b(?:Left|Right|Space|Enter|Tab)\b", words))
        spelled = re.findall(r"`(\S)`|([^`,\s]+)", f"{keys} {named}".replace("arrows", arrows))
        found.append(({char or name for char, name in spelled} - {"digits"}, words))
    return found


def test_every_key_of_the_table_stands_beside_a_command_that_has_it() -> None:
    commands = {
        name: (set(CHANGEABLE[name].all_keys.split()), words)
        for names, words in TOLD.items()
        for name in names.split()
    }
    assert set(commands) == set(CHANGEABLE)
    rows = keys_and_words()
    untold = [
        name
        for name, (keys, words) in commands.items()
        if not any(words in said and keys & written for written, said in rows)
    ]
    assert untold == []
    for written, said in rows:
        bound = [keys for keys, words in commands.values() if words in said]
        assert written <= set().union(*bound), said


def test_the_table_of_the_variants_agrees_with_them() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| (.*?) \| `(.*?)` \|.*?\| (.*) \|$", README, re.MULTILINE)
    for (slug, size, cell, picture), variant in zip(rows, VARIANTS.values(), strict=True):
        board = variant.board
        assert (slug, size) == (variant.slug, f"{board.rows}×{board.columns}")
        assert cell == variant.cell_name(board.sample)
        assert f'src="assets/{slug}.svg"' in picture


def test_every_picture_is_there_loads_nothing_and_is_small() -> None:
    shown = set(re.findall(r"assets/[a-z]+\.svg", README))
    assert {f"assets/{path.name}" for path in (ROOT / "assets").glob("*.svg")} == shown
    for name in shown:
        picture = (ROOT / name).read_text(encoding="utf-8")
        # The animation has many frames in it.
        assert len(picture.encode()) < (250_000 if "@keyframes" in picture else 100_000)
        assert not re.search(r"@import|url\([^#]|href=", picture)


def test_what_can_be_run_by_name_is_there() -> None:
    table = part("## Contributing").partition("`python -m tests.bench.X`")[2]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert "rules" in names
    assert [name for name in names if find_spec(f"tests.bench.{name}") is None] == []
    named = re.findall(r"-m (tests[a-z_.]*)", README)
    assert [name for name in named if name != "tests.bench." and find_spec(name) is None] == []


def test_links_within_the_tree_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert f"\n## {target[1:].capitalize()}\n" in README
        else:
            assert (ROOT / target).exists()


def test_the_changelog_knows_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.*?)\] - \d{4}-\d{2}-\d{2}$", changes, re.MULTILINE)
    assert versions[0] == __version__
    kinds = set(re.findall(r"^### (.*)$", changes, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
