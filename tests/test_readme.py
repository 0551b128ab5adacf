"""The README says what is so: its commands run, its keys are bound, its tables and pictures fit."""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock_tui import __version__
from gridlock_tui.cli import _parser
from gridlock_tui.match.config import Config, read_config
from gridlock_tui.match.game_id import read_game_id, write_game_id
from gridlock_tui.match.record import read_record
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.commands import ANYWHERE, GAME, HISTORY, MENU, REVIEW
from gridlock_tui.tui.keys import agree_on_keys

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


@pytest.mark.parametrize("line", [line for line in EXAMPLES if not OPENS_THE_APP.match(line)])
def test_an_example_runs(line: str, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("6\n15\n4\n13\n", encoding="utf-8")
    (tmp_path / "game.txt").write_text(RECORD, encoding="utf-8")
    command = line.replace("gridlock", f"{shlex.quote(sys.executable)} -m gridlock_tui", 1)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_examples_that_open_the_app_are_understood() -> None:
    opening = [line for line in EXAMPLES if OPENS_THE_APP.match(line)]
    assert len(opening) > 1
    for line in opening:
        _parser().parse_args(shlex.split(line, comments=True)[1:])


def test_every_option_is_in_the_synopsis_and_no_other() -> None:
    synopsis = next(block for block in blocks(part("## The command line")) if "SLUG" in block)
    entries = re.sub(r"\n +", " ", synopsis).splitlines()
    told: dict[str, set[str]] = {}
    for entry in entries:
        command = re.match(r"gridlock ([a-z]*)", entry)
        assert command is not None
        told.setdefault(command[1], set()).update(re.findall(r"--[a-z-]+", entry))
    parser = _parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    assert told == {
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
    assert agree_on_keys(config.keys).notices == ()
    assert config != Config()


def test_the_record_and_the_game_ids_can_be_read() -> None:
    assert read_record(RECORD.encode()).game.timeline.state.is_over
    ids = re.findall(r"`(showdown:4x4[^`]*)`", README)
    assert len(ids) == 2
    assert [write_game_id(read_game_id(told)) for told in ids] == ids


def test_every_command_has_its_keys_in_the_table_and_no_other_key_is_there() -> None:
    rows = [row.split("|")[1:3] for row in part("## Keys").splitlines() if row.startswith("|")]
    named = " ".join(keys for keys, _ in rows).replace("arrows", "Up Down Left Right")
    told = set(re.split(r"[`,\s]+", named)) | set(re.findall(r"`(\S)`", part("## Keys")))
    bound = {
        command.id: set(command.all_keys.split())
        for command in (*MENU, *GAME, *HISTORY, *REVIEW, *ANYWHERE)
    }
    assert [name for name, keys in bound.items() if not keys & told] == []
    known = set().union(*bound.values()) | {"", "key", "---", "digits"}
    assert told - known == set()


def test_the_table_of_the_variants_agrees_with_them() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| (.*?) \| `(.*?)` \|.*?\| (.*) \|$", README, re.MULTILINE)
    assert len(rows) >= 5
    for (slug, size, cell, picture), variant in zip(rows, VARIANTS.values(), strict=False):
        board = variant.board
        assert (slug, size) == (variant.slug, f"{board.rows}×{board.columns}")
        assert cell == variant.cell_name(board.sample)
        assert f'src="assets/{slug}.svg"' in picture


def test_every_picture_is_there_loads_nothing_and_is_small() -> None:
    shown = set(re.findall(r"assets/[a-z]+\.svg", README))
    assert {f"assets/{path.name}" for path in (ROOT / "assets").glob("*.svg")} == shown
    for name in shown:
        picture = (ROOT / name).read_text(encoding="utf-8")
        assert len(picture.encode()) < 100_000
        assert not re.search(r"@import|url\([^#]|href=", picture)


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
