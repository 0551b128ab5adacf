"""The settings on the command line: printed, overridden, reset."""

import tomllib
from pathlib import Path

import pytest

from gridlock_tui.cli import _parser, _told_game
from gridlock_tui.match.config import Config, line_of, read_config
from gridlock_tui.match.config_file import save_config
from gridlock_tui.match.files import find_places
from tests.plain.support import gridlock


def test_what_is_printed_holds_and_says_where_the_file_is() -> None:
    done = gridlock("--print-config")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"# {find_places().settings}\n")
    assert read_config(done.stdout) == (Config(), ())
    assert '# undo = "u' in done.stdout


def test_flags_override_the_file_and_do_not_change_it() -> None:
    path = find_places().settings
    save_config(path, Config(theme="nord", guard=True, names=("Ada", "Ben"), level="novice"))
    before = path.read_bytes()
    done = gridlock(
        *("--print-config", "--theme", "dracula", "--no-guard", "--pace", "3", "--level", "expert"),
        *("--names", "Cy,Di", "--no-coordinates", "--animation", "reduced", "--ascii"),
    )
    assert read_config(done.stdout).config == Config(
        theme="dracula",
        ascii=True,
        coordinates=False,
        animation="reduced",
        pace=3,
        level="expert",
        names=("Cy", "Di"),
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "config"),
    [
        (["--pace", "60"], Config(pace=60)),
        (["--pace", "0.1234"], Config(pace=0.1234)),
        (["--names", "  Ada  ,Ben\t the  Bold"], Config(names=("Ada", "Ben the Bold"))),
        (["--names", f" ,{'x' * 30}"], Config(names=("", "x" * 23 + "…"))),
    ],
)
def test_what_is_printed_of_flags_is_what_the_file_may_say(
    flags: list[str], config: Config
) -> None:
    done = gridlock("--print-config", *flags)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_config(done.stdout) == (config, ())
    assert line_of("names", config.names) in done.stdout.splitlines()


def test_what_is_wrong_is_named_and_not_fatal() -> None:
    path = find_places().settings
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('colour = "red"\ntheme = "mud"\nlevel = "expert"\n[keys]\nundo = "r"\n')
    done = gridlock("--print-config")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["level"] == "expert"
    assert tomllib.loads(done.stdout)["keys"] == {}, "what does not hold is not printed"
    unknown, theme, clash = done.stderr.splitlines()
    assert unknown.startswith("gridlock: in config.toml: there is no setting 'colour'")
    assert theme.startswith("gridlock: there is no theme 'mud': choose ")
    assert clash.startswith("gridlock: the key r cannot be both undo and redo in a game")


def test_reset_sets_the_file_aside() -> None:
    path = find_places().settings
    assert "Nothing was set" in gridlock("--reset-config").stdout
    save_config(path, Config(guard=True))
    text = path.read_text()
    done = gridlock("--reset-config")
    assert (done.returncode, done.stderr) == (0, "")
    aside = Path(done.stdout.strip().rpartition(" ")[2])
    assert aside.read_text() == text
    assert not path.exists()


def test_printing_and_resetting_together_is_refused_and_does_nothing() -> None:
    path = find_places().settings
    save_config(path, Config(guard=True))
    before = path.read_bytes()
    done = gridlock("--print-config", "--reset-config")
    complaint = "gridlock: choose one of --print-config and --reset-config\n"
    assert done == (2, "", complaint)
    assert gridlock("--reset-config", "play", "--print-config") == done
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("flags", "kinds", "names"),
    [
        ([], ("human", "human"), ("Player 1", "Player 2")),
        (["--level", "novice"], ("human", "novice"), ("Player 1", "Novice")),
        (["--players", "expert,human"], ("expert", "human"), ("Expert", "Player 2")),
        (["--names", "Ada,Ben"], ("human", "human"), ("Ada", "Ben")),
    ],
)
def test_flags_seat_the_players_of_a_game_that_an_id_tells(
    flags: list[str], kinds: tuple[str, str], names: tuple[str, str]
) -> None:
    game = _told_game(_parser().parse_args(["--id", "showdown:4x4:2 2;1 3", *flags]))
    assert game is not None
    assert (game.setup.kinds, game.setup.names) == (kinds, names)
    assert len(game.timeline.moves) == 2
