"""Stopped, continued, terminated, cut off: the game is saved and the terminal restored."""

import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from textual import events

from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.tui.app import GridlockApp
from tests.tui.hostile import GAME, Playing, assert_clean, assert_left
from tests.tui.support import game, running, settled
from tests.tui.terminal import MAIN_SCREEN_OFF, Terminal

CTRL_Z = "\x1a"
PROMPT = "ready> "
WHOLE_PICTURE = ("Spacing", "Moves", "▸3 3", "to move", "Room  ", "Esc menu")


class Shell:
    """A shell with job control in which the app is started."""

    def __init__(self, command: str = "play", program: str = "-m gridlock_tui") -> None:
        self.terminal = Terminal("-i", program="sh", variables={"PS1": PROMPT, "ENV": None})
        self.terminal.wait_for(PROMPT)
        play = f"{sys.executable} {program} {' '.join(GAME)}"
        self.terminal.type(command.replace("play", play) + "\n")

    def play_a_move(self) -> None:
        self.terminal.wait_for("Room  ")
        self.terminal.type("m")
        self.terminal.wait_for("Enter plays")
        self.terminal.type("3 3\r")
        self.terminal.wait_for("▸3 3")

    def wait_for_prompt(self) -> None:
        """See that the app is gone and the shell takes lines, with echo."""
        self.terminal.wait_for(PROMPT)
        assert_left(self.terminal)
        self.terminal.type("stty -a | tr ' ;' '\\n\\n' | grep -x -e -echo -e -icanon -e -isig\n")
        self.terminal.type("echo sane $((6 * 7))\n")
        self.terminal.wait_for("sane 42", PROMPT)
        assert "\r\n-" not in self.terminal.text()

    def wait_for_stop(self) -> None:
        """Ask the shell until it says that the system has stopped the app."""
        self.terminal.wait_for(PROMPT)
        deadline = time.monotonic() + 30
        begun = len(self.terminal.seen)
        while "Stopped" not in self.terminal.text(begun):
            assert time.monotonic() < deadline
            self.terminal.type("jobs\n")
            self.terminal.wait_for(PROMPT)
        assert not self.terminal.modes().get(MAIN_SCREEN_OFF), "it has not touched the terminal"

    def come_back(self) -> None:
        self.terminal.type("fg\n")
        self.terminal.wait_for(*WHOLE_PICTURE)
        assert self.terminal.modes()[MAIN_SCREEN_OFF]

    def undo_and_redo(self) -> None:
        """See that keys work."""
        self.terminal.type("u")
        self.terminal.wait_for("0/1", " 64")
        self.terminal.type("r")
        self.terminal.wait_for(" 55", " 63")

    def quit(self) -> None:
        self.terminal.type("q")
        self.wait_for_prompt()


@pytest.mark.parametrize(
    "command", ["play", 'sh -c "play; true"'], ids=["by itself", "in a script"]
)
def test_ctrl_z_goes_to_the_shell_and_fg_comes_back(command: str) -> None:
    shell = Shell(command)
    with shell.terminal:
        shell.play_a_move()
        for _ in range(2):
            shell.terminal.type(CTRL_Z)
            shell.wait_for_prompt()
            shell.come_back()
            shell.undo_and_redo()
        shell.quit()


CONTINUED_TOO_EARLY = """
import os, signal, sys
from gridlock_tui.cli import main
kill = os.kill
def kill_and_wait_for_fg(process, number):
    if process:
        return kill(process, number)
    continued = []
    signal.signal(signal.SIGCONT, lambda *_: continued.append(True))
    kill(process, number)
    while not continued:
        os.sched_yield()
os.kill = kill_and_wait_for_fg
raise SystemExit(main(sys.argv[1:]))
"""
"""The app, so slow to stop that fg has continued the script, and the app with it, before."""


def test_fg_before_the_app_has_stopped_comes_back(tmp_path: Path) -> None:
    """The shell waits for the script only: it has its prompt while the app is about to stop."""
    program = tmp_path / "slow.py"
    program.write_text(CONTINUED_TOO_EARLY, encoding="utf-8")
    shell = Shell('sh -c "play; true"', program=str(program))
    with shell.terminal:
        shell.play_a_move()
        shell.terminal.type(CTRL_Z)
        shell.terminal.wait_for(PROMPT)
        shell.come_back()
        shell.undo_and_redo()
        shell.quit()


def test_in_the_background_it_waits() -> None:
    shell = Shell("play &")
    with shell.terminal:
        shell.wait_for_stop()
        shell.terminal.type("fg\n")
        shell.play_a_move()
        shell.terminal.type(CTRL_Z)
        shell.wait_for_prompt()
        shell.terminal.type("bg\n")
        shell.wait_for_stop()
        shell.come_back()
        shell.quit()


def threads_of(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/task"))


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_stopped_from_outside(number: signal.Signals) -> None:
    """SIGSTOP leaves it no time to tidy up, but what it finds when it comes back is put right."""
    shell = Shell("sh -c 'echo pid:$$:; exec play'")
    with shell.terminal:
        shell.play_a_move()
        app = int(re.findall(r"pid:(\d+):", shell.terminal.text())[-1])
        before = threads_of(app)
        os.kill(app, number)
        if number == signal.SIGTSTP:
            shell.wait_for_prompt()
        else:
            shell.terminal.wait_for(PROMPT)
        shell.come_back()
        shell.undo_and_redo()
        os.kill(app, signal.SIGCONT)  # for no reason
        shell.terminal.wait_for(*WHOLE_PICTURE)
        shell.undo_and_redo()
        # One may have come late: the menu looks up facts in a thread. It came back twice.
        assert threads_of(app) <= before + 1
        shell.quit()


def test_without_a_shell_ctrl_z_does_nothing() -> None:
    playing = Playing()
    with playing.terminal:
        playing.terminal.type(CTRL_Z)
        # What it asks a terminal when it takes it over: before that, keys are thrown away.
        playing.terminal.wait_for("[?2026$p", "to move")
        playing.move()


def engine_of(terminal: Terminal) -> int:
    """Return the number of the engine's process, as soon as it has one."""
    app = terminal.process.pid
    children = Path(f"/proc/{app}/task/{app}/children")
    deadline = time.monotonic() + 30
    while not (found := children.read_text(encoding="ascii").split()):
        assert time.monotonic() < deadline, "there is no engine"
        terminal.read_for(0.01)
    (engine,) = map(int, found)
    return engine


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, None])
def test_terminated_it_saves_the_game_and_leaves_no_process(
    number: signal.Signals | None,
) -> None:
    """None stands for a terminal that is gone, by a window that was closed or a line cut."""
    playing = Playing()
    terminal = playing.terminal
    with terminal:
        playing.move()
        terminal.type("a")
        engine = engine_of(terminal)
        if number is None:
            terminal.hang_up()
            assert terminal.process.wait(timeout=30) == 128 + signal.SIGHUP
        else:
            terminal.process.send_signal(number)
            assert terminal.wait_for_end() == 128 + number
            assert_clean(terminal)
        assert not Path(f"/proc/{engine}").exists()
    with Terminal("-m", "gridlock_tui") as again:
        again.wait_for("Continue Spacing 8×8")


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGCONT])
def test_stopped_or_continued_after_the_end_it_prints_nothing(number: signal.Signals) -> None:
    """There is no loop any more in which the app could do anything about it."""
    program = "import os, sys, gridlock_tui.cli as cli; cli.main(sys.argv[2:]); "
    program += "os.kill(os.getpid(), int(sys.argv[1])); print('the end')"
    with Terminal("-c", program, str(int(number)), *GAME) as terminal:
        terminal.wait_for("Room  ")
        terminal.type("q")
        terminal.wait_for("the end")
        assert terminal.wait_for_end() == 0
        assert_clean(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_terminated_in_a_flood_of_keys_it_ends(number: signal.Signals) -> None:
    """It took a tenth of a second for each key that was left, with nothing to be done."""
    playing = Playing()
    with playing.terminal:
        playing.terminal.send(b" u" * 220)  # with more it would be taken for a paste
        playing.terminal.wait_for("took 4 4")
        playing.terminal.process.send_signal(number)
        assert playing.terminal.wait_for_end() == 128 + number
        assert_clean(playing.terminal)


async def test_terminated_it_does_not_wait_for_keys_typed_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[GridlockApp] = []
    monkeypatch.setattr(GridlockApp, "action_help", lambda app: opened.append(app))
    async with running(game("showdown")) as pilot:
        await settled(pilot)
        app = pilot.app
        assert isinstance(app, GridlockApp)
        await pilot.press("?")
        assert opened == [app], "so that is the key"
        for _ in range(5):
            app.post_message(events.Key("question_mark", "?"))
        app.stop(signal.SIGTERM)
        async with asyncio.timeout(30):
            while app.is_running:
                await asyncio.sleep(0)
    assert app.return_code == 128 + signal.SIGTERM
    assert opened == [app]


async def test_terminated_before_the_saved_matches_are_loaded_it_saves_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Library, "load", lambda _: [])
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        app = pilot.app
        assert isinstance(app, GridlockApp)
        await pilot.press("space")
        app.stop(signal.SIGTERM)
    (saved,), _ = Saves(find_paths().saves).load_all()
    assert len(saved.match.game.timeline.moves) == 1


def test_terminated_while_it_starts_it_leaves_the_terminal_clean() -> None:
    with Terminal("-m", "gridlock_tui", *GAME) as terminal:
        deadline = time.monotonic() + 30
        while MAIN_SCREEN_OFF not in terminal.modes():
            assert time.monotonic() < deadline, "it has not begun"
            terminal.read_for(0.01)
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert_clean(terminal)
