"""Two real processes in two terminals play each other. Traffic only to 127.0.0.1."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.net.events import Seat
from gridlock_tui.net.kept import Kept, read_kept
from gridlock_tui.net.shelf import Shelf
from gridlock_tui.net.table import Table
from gridlock_tui.rules import VARIANTS, write_move
from tests.cli.support import gridlock
from tests.net.support import new_table
from tests.tui.terminal import Terminal

ADA, BEN = Seat.HOST, Seat.GUEST
NAMES = {ADA: "Ada", BEN: "Ben"}


class Pair:
    """The terminals of Ada, who hosts, and Ben."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.terminals: dict[Seat, Terminal] = {}

    def start(self, seat: Seat, *arguments: str) -> Terminal:
        """Start one of the two."""
        home = {"GRIDLOCK_HOME": str(self._folder / NAMES[seat])}
        command = "host" if seat is ADA else "join"
        name = () if "--resume" in arguments else ("--name", NAMES[seat])
        terminal = Terminal("-m", "gridlock_tui", command, *arguments, *name, variables=home)
        self.terminals[seat] = terminal
        return terminal

    def host(self, *arguments: str) -> tuple[str, str]:
        """Start Ada and return address and code."""
        terminal = self.start(ADA, *arguments)
        terminal.wait_for("Only this machine can connect", "Waiting for")
        found = re.match(r"address (\S+)\s+code (\S+)\s+match ([0-9a-f]{16})\s", terminal.text())
        assert found is not None, terminal.text()
        return found[1], found[2]

    def kill(self, seat: Seat) -> None:
        """End a process as a power cut does."""
        terminal = self.terminals.pop(seat)
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.__exit__(None, None, None)

    def kept(self, seat: Seat) -> Kept:
        """Return what one of the two has on disk."""
        [file] = (self._folder / NAMES[seat] / "friends").glob("*.json")
        assert file.stat().st_mode & 0o777 == 0o600
        return read_kept(file.read_bytes())

    @property
    def table(self) -> Table:
        """The table, which is the same in both files."""
        one, two = self.kept(ADA).table, self.kept(BEN).table
        assert one is not None
        assert one == two
        return one

    def say(self, seat: Seat, line: str, heard: str, seen: str) -> None:
        """Type a line; wait for what the other hears and for what the typist sees."""
        self.terminals[seat].type(f"{line}\r")
        self.terminals[seat].wait_for(seen)
        self.terminals[seat.other].wait_for(heard)

    def move(self, text: str) -> None:
        """Let whoever is to move make this move."""
        seat = self.table.to_move
        assert seat is not None
        self.say(seat, text, f"{NAMES[seat]} plays {text}.", f"You play {text}.")
        assert self.table.match.game.timeline.moves[-1].notation == text

    def move_at_random(self, rng: random.Random) -> None:
        """Let whoever is to move make some move."""
        state = self.table.match.game.state
        self.move(write_move(state.variant, rng.choice(state.legal_moves)))

    def close(self) -> None:
        """End both."""
        for terminal in self.terminals.values():
            terminal.__exit__(None, None, None)


@contextmanager
def new_pair(folder: Path) -> Iterator[Pair]:
    """Yield two terminals, and close them in the end."""
    pair = Pair(folder)
    try:
        yield pair
    finally:
        pair.close()


@pytest.mark.slow
@pytest.mark.parametrize("slug", VARIANTS)
def test_every_variant_is_played_to_its_end_twice(slug: str, tmp_path: Path) -> None:
    rng = random.Random(slug)
    with new_pair(tmp_path) as pair:
        address, code = pair.host("--variant", slug, "--swap-rule")
        ben = pair.start(BEN, address, *code.split("-"))
        ben.wait_for("Ada (X) and Ben (O)")
        pair.terminals[ADA].wait_for("Your move")
        pair.move_at_random(rng)
        if pair.table.match.can_take_over:
            pair.say(BEN, "swap", "the sides are exchanged", "the sides are exchanged")
            assert pair.table.side_of(BEN) == 1
        pair.move_at_random(rng)
        asks, moves = pair.table.to_move, len(pair.table.match.game.timeline.moves)
        assert asks is not None
        pair.say(asks.other, "undo", "Take it back? yes or no", "You want to take back")
        pair.say(asks, "no", "says no", "You say no")
        assert len(pair.table.match.game.timeline.moves) == moves
        pair.say(asks.other, "undo", "Take it back? yes or no", "You want to take back")
        pair.say(asks, "yes", "says yes", "You say yes")
        assert len(pair.table.match.game.timeline.moves) < moves
        pair.say(BEN, "say good luck", "Ben: good luck!", "You: good luck!")
        while not pair.table.is_over:
            pair.move_at_random(rng)
        assert pair.table.standing.played == 1
        pair.say(ADA, "next", "Ada is ready for a rematch", "You are ready for a rematch")
        pair.say(BEN, "rematch", "Ben is ready", "Ada (X) and Ben (O)")
        assert pair.table.page.rematches == 1
        while not pair.table.is_over:
            pair.move_at_random(rng)
        for seat, terminal in pair.terminals.items():
            terminal.type("quit\r")
            assert terminal.wait_for_end() == 0
            assert "Traceback" not in terminal.text()
            assert pair.kept(seat).is_done


@pytest.mark.slow
def test_killed_processes_come_back_and_go_on(tmp_path: Path) -> None:
    with new_pair(tmp_path) as pair:
        address, code = pair.host()
        pair.start(BEN, address, code).wait_for("Ada (X) and Ben (O)")
        pair.move("2 2")
        pair.kill(ADA)
        pair.terminals[BEN].wait_for("Waiting for Ada")
        assert pair.host("--resume") == (address, code)  # Ben finds the way back alone
        pair.terminals[BEN].wait_for("Ada is connected")
        pair.move("1 3")
        pair.kill(BEN)
        pair.terminals[ADA].wait_for("Waiting for Ben")
        pair.terminals[ADA].type("3 3\r")  # while Ben is away
        pair.terminals[ADA].wait_for("You play 3 3.")
        pair.start(BEN, "--resume").wait_for("Your move")
        pair.move("4 2")
        uid = pair.kept(ADA).uid
        for seat in (ADA, BEN):
            pair.kill(seat)
        elsewhere, same = pair.host("--resume", uid[:6], "--port", _free_port())
        assert elsewhere != address
        assert same == code
        pair.start(BEN, elsewhere, code).wait_for("Ada (X) and Ben (O)")
        pair.move("2 4")
        pair.say(BEN, "resign", "Ben resigns", "You resign")
        assert pair.table.winner is ADA


def _free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["join"], "gridlock join HOST:PORT CODE"),
        (["join", "127.0.0.1:9", "one-two"], "three words"),
        (["join", "127.0.0.1", "a-b-c"], "is not an address"),
        (["join", "127.0.0.1:0", "a-b-c"], "is not an address"),
        (["join", "127.0.0.1:1", "a", "b", "c"], "nobody answers at 127.0.0.1:1"),
        (["join", "--resume"], "there is no match to resume"),
        (["host", "--resume"], "there is no match to resume"),
        (["host", "--resume", "abc", "--size", "3x3"], "--size does not go with --resume"),
        (["host", "--resume", "--games", "endless"], "--games does not go with --resume"),
        (["host", "--resume", "--swap-rule"], "--swap-rule does not go with --resume"),
        (["host", "--resume", "--name", "Ada"], "--name does not go with --resume"),
        (["join", "--resume", "--name", "Ben"], "--name does not go with --resume"),
        (["host", "--bind", "203.0.113.7"], "cannot listen on 203.0.113.7"),
        (["host", "--bind", "no such place"], "cannot listen"),
        (["host", "--port", "99999"], "is not a port"),
        (["host", "--games", "2"], "is not a series"),
    ],
)
def test_mistakes_are_one_sentence(arguments: list[str], words: str) -> None:
    done = gridlock(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert words.partition(":")[0] not in done.stdout.casefold()


@pytest.mark.parametrize("bind", ["x" * 70, "203.0.113.7"])
def test_a_match_is_not_resumed_at_an_address_that_cannot_be_used(bind: str) -> None:
    table = new_table()
    kept = Kept(ADA, table.deal.uid, "a-b-c", "127.0.0.1:9", deal=table.deal, table=table)
    shelf = Shelf(find_paths())
    shelf.save(kept)
    shelf.close()
    done = gridlock("host", "--resume", "--bind", bind)
    assert done.returncode == 2
    assert done.stderr.startswith(f"gridlock: cannot listen on {bind}")
    assert done.stderr.count("\n") == 1


def test_without_the_extra_one_sentence_says_how_to_get_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "websockets").mkdir()
    (tmp_path / "websockets" / "__init__.py").write_text("raise ImportError('hidden by the test')")
    with Terminal(
        "-m", "gridlock_tui", "host", variables={"PYTHONPATH": str(tmp_path)}
    ) as terminal:
        assert terminal.wait_for_end() == 2
        assert terminal.text().strip() == (
            "gridlock: to play a friend on another machine, first run: "
            "pip install 'gridlock-tui[net]'"
        )


def _can_have_networks() -> bool:
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    script = "ip link add here type veth peer name there"
    return not subprocess.run(
        ["unshare", "-rn", "sh", "-c", script], capture_output=True
    ).returncode


@pytest.mark.slow
def test_two_networks_with_a_cable_between_them(tmp_path: Path) -> None:
    if not _can_have_networks():
        pytest.skip("network namespaces cannot be had here: all other tests use the loopback")
    done = subprocess.run(
        ["unshare", "-rn", sys.executable, "-m", "tests.net.two_networks", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "played\n", done.stderr


@pytest.mark.slow
def test_moves_from_a_file_wait_for_their_turn_and_others_watch(tmp_path: Path) -> None:
    with new_pair(tmp_path) as pair:
        address, code = pair.host()
        watch = ("-m", "gridlock_tui", "join", address, code, "--watch", "--verbose")
        with Terminal(*watch) as watcher:
            watcher.wait_for("Waiting for the match to begin")
            join = [sys.executable, "-m", "gridlock_tui", "join", address, code, "--name", "Ben"]
            guest = subprocess.Popen(
                join,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "GRIDLOCK_HOME": str(tmp_path / "Ben")},
            )
            with guest, ExitStack() as stack:
                assert guest.stdin is not None
                guest.stdin.write("1 3\n4 2\n4 4\n3 1\n")
                guest.stdin.close()
                stack.callback(guest.kill)  # if something fails
                pair.terminals[ADA].wait_for("Your move")
                for move, answer in zip(("2 2", "3 3", "2 4", "1 1"), ("1 3", "4 2", "4 4", "3 1"),
                                        strict=True):  # fmt: skip
                    pair.terminals[ADA].type(f"{move}\r")
                    pair.terminals[ADA].wait_for(f"Ben plays {answer}.")
                    watcher.wait_for(f"Ben places O on {answer}.")
                assert guest.wait(timeout=30) == 0
                assert guest.stdout is not None
                transcript = guest.stdout.read()
            assert "Ben wins!" in transcript
            assert transcript.endswith("gridlock join --resume goes on with it.\n")
            watcher.type("2 2\r")
            watcher.wait_for("You only watch.")
            watcher.type("quit\r")
            assert watcher.wait_for_end() == 0
        assert pair.table.winner is BEN
