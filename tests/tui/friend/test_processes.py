"""The app in a terminal plays line mode in another one, and is killed. Only on 127.0.0.1."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tui.terminal import Terminal

RIGHT = "\x1b[C"


@contextmanager
def app_of_ben(folder: Path) -> Iterator[Terminal]:
    home = {"GRIDLOCK_HOME": str(folder / "ben")}
    with Terminal("-m", "gridlock_tui", variables=home) as terminal:
        yield terminal


def test_the_app_plays_line_mode_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    home = {"GRIDLOCK_HOME": str(tmp_path / "ada")}
    command = ("-m", "gridlock_tui", "host", "--variant", "showdown", "--name", "Ada")
    with Terminal(*command, variables=home) as ada:
        ada.wait_for("Only this machine can connect", "Waiting for")
        found = re.match(r"address (\S+)\s+code (\S+)\s", ada.text())
        assert found is not None, ada.text()
        with app_of_ben(tmp_path) as ben:
            ben.wait_for("Against")
            for opponent in ("Casual", "Skilled", "Expert", "Perfect", "Friend"):
                ben.type("o")
                ben.wait_for(opponent)
            ben.type("\r")
            ben.wait_for("Listen on")
            ben.type(RIGHT)
            ben.wait_for("HOST:PORT")
            ben.type(f"\tBen\t{found[1]}\t{found[2]}\r")
            ben.wait_for("Ada to move.")
            ada.wait_for("Your move")
            ada.type("2 2\r")
            ben.wait_for("▸2 2")
            ben.type("m")
            ben.wait_for("Write row and column")
            ben.type("1 3\r")
            ada.wait_for("Ben plays 1 3.")
            ben.process.kill()
            ben.process.wait()
        ada.wait_for("Waiting for Ben")
        with app_of_ben(tmp_path) as ben:
            ben.wait_for("Continue", "waiting for Ada")
            ben.type("c")
            ben.wait_for("▸1 3")
            ada.wait_for("Ben is connected.")
            ada.type("3 3\r")
            ben.wait_for("▸3 3", "your move")
            ben.type("\x1b")
            ben.wait_for("Continue", "your move")
            ben.type("q")
            assert ben.wait_for_end() == 0
        ada.wait_for("Waiting for Ben")
