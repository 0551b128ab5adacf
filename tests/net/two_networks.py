"""Two machines, as far as the network goes: two network namespaces and a cable between them.

`unshare -rn python -m tests.net.two_networks FOLDER` plays a game between them, and pulls the cable
meanwhile. It prints `played` if all went well.
"""

import subprocess
import sys
from pathlib import Path

from gridlock_tui.net.kept import read_kept
from tests.tui.terminal import Terminal

MOVES = ("2 2", "1 3", "3 3", "4 2", "2 4", "4 4", "1 1", "3 1")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _second_network() -> subprocess.Popen[str]:
    """Return a process in a network of its own, connected to ours by a cable."""
    other = subprocess.Popen(
        ["unshare", "-n", "sh", "-c", "echo up; read _"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "up\n"
    there = ("nsenter", "-t", str(other.pid), "-n", "ip")
    _run("ip", "link", "add", "here", "type", "veth", "peer", "name", "there")
    _run("ip", "link", "set", "there", "netns", str(other.pid))
    _run("ip", "addr", "add", "10.9.0.1/24", "dev", "here")
    _run("ip", "link", "set", "here", "up")
    _run(*there, "addr", "add", "10.9.0.2/24", "dev", "there")
    _run(*there, "link", "set", "there", "up")
    return other


def _kept_by(folder: Path) -> list[list[str]]:
    [file] = (folder / "friends").glob("*.json")
    table = read_kept(file.read_bytes()).table
    assert table is not None
    return [event.written() for event in table.events]


def main(folder: Path) -> None:
    """Play."""
    with _second_network() as other:
        homes = [{"GRIDLOCK_HOME": str(folder / name)} for name in ("ada", "ben")]
        command = ("-m", "gridlock_tui", "host", "--bind", "10.9.0.1")
        with Terminal(*command, "--name", "Ada", variables=homes[0]) as ada:
            ada.wait_for("it is not encrypted", "Waiting for your friend")
            address, code = (line.split()[1] for line in ada.text().splitlines()[:2])
            inside = ("-t", str(other.pid), "-n", sys.executable, "-m", "gridlock_tui", "join")
            ben = Terminal(
                *(*inside, address, code, "--name", "Ben"), program="nsenter", variables=homes[1]
            )
            with ben:
                ben.wait_for("Ada (X) and Ben (O)")
                for number, move in enumerate(MOVES):
                    mover, other_one = (ben, ada) if number % 2 else (ada, ben)
                    if number == 4:
                        _run("ip", "link", "set", "here", "down")
                    mover.type(f"{move}\r")
                    if number == 4:
                        mover.wait_for(f"You play {move}.")
                        _run("ip", "link", "set", "here", "up")
                    name = "Ben" if number % 2 else "Ada"
                    end = ["Ben wins!", "Score: You 0, Ben 1."] if move == MOVES[-1] else []
                    other_one.wait_for(f"{name} plays {move}.", *end)
                ben.wait_for("Ben wins!", "Score: You 1, Ada 0.")
        assert other.stdin is not None
        other.stdin.close()
    assert _kept_by(folder / "ada") == _kept_by(folder / "ben")
    assert len(_kept_by(folder / "ada")) == len(MOVES)
    print("played")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
