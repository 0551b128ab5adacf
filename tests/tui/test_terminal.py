"""The app in a real (pseudo-)terminal: whole games, a small window, and how it is left."""

import re

import pytest
from textual.color import Color
from textual.theme import Theme

from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.tui.themes import DARK, LIGHT
from tests.tui.hostile import assert_clean
from tests.tui.support import board, game, game_screen, offset_of, recorded_moves, running
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.slow
APP = ("-m", "gridlock_tui", "--variant", "showdown")
ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}

# A fault in the midst of the app, as no test but this one will ever see it.
FAULTY = """
from gridlock_tui.cli import main
from gridlock_tui.tui.game.screen import GameScreen
def fails(self): raise RuntimeError("a fault for the test")
GameScreen.action_undo = fails
raise SystemExit(main(["--variant", "showdown"]))
"""


def test_a_game_by_keys_a_small_window_and_out() -> None:
    with Terminal(*APP) as terminal:
        terminal.wait_for("to move")
        row, column = 1, 1
        for move in recorded_moves("showdown"):
            to_row, to_column = divmod(move.cell, 4)
            terminal.type(ARROWS["down" if to_row > row else "up"] * abs(to_row - row))
            terminal.type(
                ARROWS["right" if to_column > column else "left"] * abs(to_column - column)
            )
            terminal.type(" ")
            row, column = to_row, to_column
        terminal.wait_for(" wins")
        terminal.resize((30, 8))
        terminal.wait_for("Gridlock needs 40×15")
        terminal.resize((80, 24))
        terminal.wait_for("Player 2")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


async def _cell_places() -> list[tuple[int, int]]:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        region = board(pilot).region
        assert game_screen(pilot)
        offsets = [offset_of(board(pilot), cell) for cell in range(16)]
        return [(region.x + offset.x, region.y + offset.y) for offset in offsets]


async def test_a_game_by_mouse() -> None:
    places = await _cell_places()
    with Terminal(*APP) as terminal:
        terminal.wait_for("to move")
        for move in recorded_moves("showdown"):
            terminal.click(*places[move.cell])
        terminal.wait_for(" wins")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


def test_a_fault_leaves_the_terminal_clean_and_says_where_to_look(tmp_path: object) -> None:
    with Terminal("-c", FAULTY, variables={"TMPDIR": str(tmp_path)}) as terminal:
        terminal.wait_for("to move")
        terminal.type(" u")
        assert terminal.wait_for_end() == 1
        assert_clean(terminal)
        said = terminal.seen.rpartition(b"\x1b[?1049l")[2].decode()
        assert f"gridlock: stopped by an internal error, see {tmp_path}" in said
        report = said.split("see ")[1].split()[0]
        with open(report, encoding="utf-8") as file:
            assert "a fault for the test" in file.read()


@pytest.mark.parametrize(
    ("variables", "option"),
    [
        ({"NO_COLOR": "1"}, ()),
        ({}, ("--theme", "ansi-dark")),
        ({}, ("--ascii",)),
    ],
    ids=["no colour", "sixteen colours", "ascii"],
)
def test_poorer_terminals_play(variables: dict[str, str], option: tuple[str, ...]) -> None:
    with Terminal(*APP, *option, variables=variables) as terminal:
        terminal.wait_for("to move")
        terminal.type(" ")
        terminal.wait_for("Player 2")
        terminal.type("qy")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)
        coloured = b"38;2;" in terminal.seen
        assert coloured == ("NO_COLOR" not in variables and "ansi-dark" not in option)
        assert terminal.seen.isascii() == ("--ascii" in option)


def test_an_unknown_theme_gets_the_list() -> None:
    with Terminal(*APP, "--theme", "mud") as terminal:
        assert terminal.wait_for_end() == 2
        said = terminal.seen.decode()
        assert said.startswith("gridlock: there is no theme 'mud': choose ")
        assert "gridlock-dark" in said
        assert "ansi-light" in said


WRITTEN_BY_HAND = """
theme = "gridlock-light"
names = ["Ada", "Ben"]
level = "novice"
coordinates = false
pace = 0

[keys]
undo = "z"
"""
COORDINATES = re.compile(r" 1 +2 +3 +4 ")


def test_a_file_written_by_hand_holds() -> None:
    write_settings(WRITTEN_BY_HAND)
    with Terminal(*APP) as terminal:
        # The names are for people: the computer is called by its level.
        terminal.wait_for("X Ada", "to move", "O Novice", "Room  ", "z undo")
        assert "Ben" not in terminal.text()
        assert grounds(terminal) >= {ground_of(LIGHT)}
        assert ground_of(DARK) not in grounds(terminal)
        assert not COORDINATES.search(terminal.text())
        terminal.type(" ")
        terminal.wait_for("1  2 2")  # the computer has answered
        terminal.type("z")
        terminal.wait_for("0/2")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


def test_flags_override_the_file_in_the_running_app() -> None:
    write_settings(WRITTEN_BY_HAND)
    flags = ("--theme", DARK.name, "--names", "Cy,Di", "--level", "human", "--coordinates")
    with Terminal(*APP, *flags) as terminal:
        terminal.wait_for("X Cy", "to move", "O Di", "Room  ", "z undo")
        assert grounds(terminal) >= {ground_of(DARK)}
        assert ground_of(LIGHT) not in grounds(terminal)
        assert COORDINATES.search(terminal.text())
        terminal.type(" ")
        terminal.wait_for("1 ▸2 2", "to move")
        terminal.type("z")
        terminal.wait_for("0/1")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


def write_settings(text: str) -> None:
    path = find_paths().settings
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


def ground_of(theme: Theme) -> bytes:
    assert theme.background is not None
    return b"48;2;%d;%d;%d" % Color.parse(theme.background).rgb


def grounds(terminal: Terminal) -> set[bytes]:
    """Return every colour that something was written on."""
    return set(re.findall(rb"48;2;\d+;\d+;\d+", terminal.seen))
