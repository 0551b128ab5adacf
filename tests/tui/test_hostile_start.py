"""Terminals, locales, sizes and streams of every kind: it plays, or says in a line what would."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.tui.hostile import assert_clean
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.slow
APP = ("-m", "gridlock_tui", "--variant", "showdown")
TOO_SMALL = "this window"
INSTEAD = "gridlock plain showdown works without one"


def assert_plays(terminal: Terminal) -> None:
    """Check that a move is made and shown, and that the terminal is left as it was."""
    terminal.wait_for("to move")
    terminal.type(" ")
    terminal.wait_for("took 2 2")
    terminal.type("q")
    assert terminal.wait_for_end() == 0
    assert_clean(terminal)


@pytest.mark.parametrize(
    ("term", "locale"),
    [
        *product(("linux", "tmux", "xterm-256color"), ("C", "C.UTF-8")),
        ("tmux-256color", "POSIX"),
        ("no-such-terminal", "xx_YY.UTF-8"),
        ("", "xx_YY"),
        (None, "en_US.ISO-8859-1"),
    ],
)
def test_whatever_the_terminal_calls_itself(term: str | None, locale: str) -> None:
    variables = {"TERM": term, "LC_ALL": locale, "COLORTERM": None}
    with Terminal(*APP, variables=variables) as terminal:
        assert_plays(terminal)
        assert terminal.seen.isascii() == ("UTF-8" not in locale)


SIZES = [(1, 1), (20, 5), (40, 15), (300, 100), (0, 0), (65535, 65535)]
CONSOLE = {"TERM": "linux", "LC_ALL": "C", "COLORTERM": None}
"""What knows neither colours beyond sixteen nor characters beyond ASCII."""


@pytest.mark.parametrize(
    ("size", "variables"),
    [*((size, {}) for size in SIZES), ((20, 5), CONSOLE), ((300, 100), CONSOLE)],
)
def test_whatever_the_size(size: tuple[int, int], variables: dict[str, str | None]) -> None:
    with Terminal(*APP, size=size, variables=variables) as terminal:
        if 0 < size[0] < 40:
            if size[0] > 1:
                terminal.wait_for(TOO_SMALL, "or play gridlock", "plain.")
            else:
                terminal.wait_for("G")  # there is no room for more
            terminal.resize((80, 24))
        elif size[0] == 40:
            terminal.wait_for("to move")
            terminal.type("v")  # the moves have no room beside the board
        elif size[0] > 1000:
            terminal.wait_for("to move")  # on a part of it: all of it would take too much memory
            terminal.resize((80, 24))
        assert_plays(terminal)
        assert terminal.seen.isascii() == bool(variables)


def test_the_window_counts_and_not_what_the_environment_says_of_another() -> None:
    with Terminal(*APP, variables={"COLUMNS": "20", "LINES": "5"}) as terminal:
        assert_plays(terminal)


def test_a_window_that_changes_again_while_its_size_is_read(tmp_path: Path) -> None:
    # In the middle of reading the first new size, the window becomes 80 columns wide.
    program = tmp_path / "play.py"
    program.write_text(
        """
import os, signal, termios
from gridlock_tui.cli import main
from gridlock_tui.tui.textual_fixes.terminal_driver import TerminalDriver

read_size = TerminalDriver._get_terminal_size

def read_slowly(driver):
    size = read_size(driver)
    if size == (20, 5):
        termios.tcsetwinsize(0, (24, 80))
        os.kill(os.getpid(), signal.SIGWINCH)
    return size

TerminalDriver._get_terminal_size = read_slowly
main(["--variant", "showdown"])
""",
        encoding="utf-8",
    )
    with Terminal(str(program)) as terminal:
        terminal.wait_for("to move")
        terminal.resize((20, 5))
        terminal.type_until(" ", "▸2 2")


def test_a_window_that_changes_all_the_time() -> None:
    with Terminal(*APP) as terminal:
        terminal.wait_for("to move")
        for step in range(300):
            terminal.resize((1 + step * 7 % 130, 1 + step * 5 % 50))
        terminal.resize((80, 24))
        terminal.type_until(" ", "▸2 2")  # while the window is too small, nothing is placed
        terminal.resize((20, 5))
        terminal.wait_for(TOO_SMALL)
        terminal.resize((300, 100))
        terminal.wait_for("▸2 2", "to move")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


@pytest.mark.parametrize(
    ("term", "locale"), [("dumb", "C"), ("dumb", "C.UTF-8"), ("unknown", "C.UTF-8")]
)
def test_on_a_terminal_without_a_cursor_it_says_what_works(term: str, locale: str) -> None:
    with Terminal(*APP, variables={"TERM": term, "LC_ALL": locale}) as terminal:
        assert_refused(terminal, f"a terminal that can draw a whole screen, not TERM={term}")


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_with_a_pipe_at_one_end_it_says_what_works(stream: str) -> None:
    with Terminal(*APP, streams={stream: subprocess.PIPE}) as terminal:
        assert_refused(terminal)


@pytest.mark.parametrize("redirection", ["</dev/null", "<&-", ">/dev/null", ">&-"])
def test_with_an_end_elsewhere_or_closed_it_says_what_works(redirection: str) -> None:
    with redirected(redirection) as terminal:
        assert_refused(terminal)


@pytest.mark.parametrize("redirection", ["2>/dev/null", "2>&-", "2>/dev/full"])
def test_where_errors_go_does_not_matter(redirection: str) -> None:
    with redirected(redirection) as terminal:
        assert_plays(terminal)


def redirected(redirection: str) -> Terminal:
    return Terminal("-c", f'exec "$0" "$@" {redirection}', sys.executable, *APP, program="sh")


def assert_refused(terminal: Terminal, needs: str = "a terminal") -> None:
    assert terminal.wait_for_end() == 2
    assert terminal.seen.decode() == f"gridlock: the app needs {needs}; {INSTEAD}\r\n"
    assert terminal.settings_restored()
