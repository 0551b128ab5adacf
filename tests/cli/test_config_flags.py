"""The settings on the command line: printed, overridden, reset."""

import tomllib
from pathlib import Path

import pytest

from gridlock_tui.cli import main
from gridlock_tui.cli.commands import loaded_game
from gridlock_tui.cli.parser import make_parser
from gridlock_tui.match.config_file import line_of, read_config, save_config
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.tui import launch
from gridlock_tui.tui.startup import Startup
from tests.cli.support import gridlock


def test_what_is_printed_holds_and_says_where_the_file_is() -> None:
    done = gridlock("--print-config")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"# {find_paths().settings}\n")
    assert read_config(done.stdout) == (Settings(), ())
    assert '# undo = "u' in done.stdout


def test_flags_override_the_file_and_do_not_change_it() -> None:
    path = find_paths().settings
    save_config(path, Settings(theme="nord", guard=True, names=("Ada", "Ben"), level="novice"))
    before = path.read_bytes()
    done = gridlock(
        *("--print-config", "--theme", "dracula", "--no-guard", "--pace", "3", "--level", "expert"),
        *("--names", "Cy,Di", "--no-coordinates", "--animation", "reduced", "--ascii"),
    )
    assert read_config(done.stdout).settings == Settings(
        theme="dracula",
        ascii=True,
        coordinates=False,
        animation="reduced",
        pace=3,
        guard=False,
        level="expert",
        names=("Cy", "Di"),
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "config"),
    [
        (["--pace", "60"], Settings(pace=60)),
        (["--pace", "0.1234"], Settings(pace=0.1234)),
        (["--names", "  Ada  ,Ben\t the  Bold"], Settings(names=("Ada", "Ben the Bold"))),
        (["--names", f" ,{'x' * 30}"], Settings(names=("", "x" * 23 + "…"))),
    ],
)
def test_what_is_printed_of_flags_is_what_the_file_may_say(
    flags: list[str], config: Settings
) -> None:
    done = gridlock("--print-config", *flags)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_config(done.stdout) == (config, ())
    assert line_of("names", config.names) in done.stdout.splitlines()


def test_what_is_wrong_is_named_and_not_fatal() -> None:
    path = find_paths().settings
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
    path = find_paths().settings
    assert "Nothing was set" in gridlock("--reset-config").stdout
    save_config(path, Settings(guard=True))
    text = path.read_text()
    done = gridlock("--reset-config")
    assert (done.returncode, done.stderr) == (0, "")
    aside = Path(done.stdout.strip().rpartition(" ")[2])
    assert aside.read_text() == text
    assert not path.exists()


def test_printing_and_resetting_together_is_refused_and_does_nothing() -> None:
    path = find_paths().settings
    save_config(path, Settings(guard=True))
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
def test_flags_set_the_players_of_a_game_id(
    flags: list[str], kinds: tuple[str, str], names: tuple[str, str]
) -> None:
    game = loaded_game(make_parser().parse_args(["--id", "showdown:4x4:2 2;1 3", *flags]))
    assert game is not None
    assert (game.setup.kinds, game.setup.names) == (kinds, names)
    assert len(game.timeline.moves) == 2


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        ([], ("Expert", "Anna")),
        (["--names", "Hal,"], ("Hal", "Player 2")),
        (["--names", "Hal,Ada"], ("Hal", "Ada")),
    ],
)
def test_only_a_flag_names_a_computer(
    flags: list[str], names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    save_config(find_paths().settings, Settings(names=("Anna", "")))
    begun: list[Startup] = []

    def run_app(startup: Startup, *, insists_on_theme: bool) -> int:
        assert not insists_on_theme
        begun.append(startup)
        return 0

    monkeypatch.setattr(launch, "run_app", run_app)
    main(["--variant", "showdown", "--players", "expert,human", *flags])
    (startup,) = begun
    assert startup.match is not None
    assert startup.match.game.names == names
