"""Two robots play over a bad line, and are killed, paused and restarted meanwhile.

After every fault both must come further in the match. At no time may they show different tables
for the same number of events, or fewer events than they have shown before.
"""

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gridlock_tui.net.events import Seat
from gridlock_tui.net.table import Table
from tests.net.proxies import ByteProxy, MessageProxy
from tests.net.support import shelf_in

FAULTS = (
    "cut", "cut", "cut", "damage", "kill host", "kill guest", "kill both", "pause host",
    "pause guest", "delay", "repeat", "reorder", "fuzz",
)  # fmt: skip
_SECONDS = 90
"""How long both may take to come further after a fault."""


class _Robot:
    """One side: a process that is started again when it has ended."""

    def __init__(self, seat: Seat, folder: Path, agreed: dict[int, str]) -> None:
        self.seat, self.folder = seat, folder
        self.seq = -1
        self.changed = asyncio.Event()
        self.place: tuple[str, str] | None = None
        """Address and code of a host that listens."""
        self._agreed = agreed
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self, *arguments: str) -> None:
        """Start the process."""
        self.place = None
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.net.robot", self.seat.value, str(self.folder)),
            *arguments,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def kill(self) -> None:
        """Kill it without a warning and wait for its end."""
        assert self._process is not None
        assert self._reading is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._reading

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process is None or self._process.returncode is not None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode():
            word, *rest = line.split()
            if not line.endswith("\n"):
                break  # it was killed while it wrote
            if word == "listening":
                self.place = rest[0], rest[1]
            elif word.isdigit():
                seq, digest = int(word), rest[0]
                assert seq >= self.seq, f"the {self.seat.value} has lost events"
                assert self._agreed.setdefault(seq, digest) == digest, f"they differ at {seq}"
                self.seq = seq
            else:
                assert word == "ended", line
            self.changed.set()
        self.changed.set()


class Ordeal:
    """One match, and all that happens to it."""

    def __init__(self, folder: Path, seed: int, longest_pause: float = 2.5, only: str = "") -> None:
        self._rng, self._seed = random.Random(seed), seed
        self._longest_pause = longest_pause
        self._faults = [fault for fault in FAULTS if fault.startswith(only)]
        self.agreed: dict[int, str] = {}
        self.counts: Counter[str] = Counter()
        self.restarts = 0
        """How often the guest had to be started again, because it was told that it is of no use."""
        self._host = _Robot(Seat.HOST, folder / "ada", self.agreed)
        self._guest = _Robot(Seat.GUEST, folder / "ben", self.agreed)
        self._folder, self._code = folder, ""

    async def run(self, faults: int, tell: Callable[[str], None] = lambda _: None) -> None:
        """Let the two play through this many faults; then compare what they have kept."""
        async with (
            ByteProxy() as bytes_,
            MessageProxy(lambda: bytes_.address, self._rng) as messages,
        ):
            self._bytes, self._messages = bytes_, messages
            try:
                await self._start_host()
                await self._start_guest()
                await self._progress("the start")
                for _ in range(faults):
                    fault = self._rng.choice(self._faults)
                    await self._let_happen(fault)
                    await self._progress(fault)
                    self.counts[fault] += 1
                    tell(fault)
            finally:
                await asyncio.gather(self._guest.kill(), self._host.kill())
            self._compare()

    async def _start_host(self) -> None:
        await self._host.start("0", str(self._seed))
        while self._host.place is None:
            assert not self._host.has_ended, "the host has ended"
            self._host.changed.clear()
            await asyncio.wait_for(self._host.changed.wait(), _SECONDS)
        self._bytes.target, self._code = self._host.place

    async def _start_guest(self) -> None:
        await self._guest.start(self._messages.address, self._code)

    async def _progress(self, fault: str) -> None:
        """Wait until both have come further."""
        target = max(self._host.seq, self._guest.seq) + 2
        try:
            async with asyncio.timeout(_SECONDS):
                for robot in (self._host, self._guest):
                    while robot.seq < target:
                        if self._guest.has_ended:
                            self.restarts += 1
                            await self._start_guest()
                        robot.changed.clear()
                        with suppress(TimeoutError):  # look after the guest now and then
                            async with asyncio.timeout(1):
                                await robot.changed.wait()
        except TimeoutError as error:
            raise AssertionError(f"no progress after: {fault}") from error

    async def _let_happen(self, fault: str) -> None:
        rng, host, guest = self._rng, self._host, self._guest
        match fault:
            case "cut" | "damage":
                self._bytes.done.clear()
                after = rng.randrange(600)
                if fault == "cut":
                    self._bytes.cut_after = after
                else:
                    self._bytes.flip_after = after
                await asyncio.wait_for(self._bytes.done.wait(), _SECONDS)
            case "kill host" | "kill both":
                if fault == "kill both":
                    await guest.kill()
                await host.kill()
                await self._start_host()  # on another port
                if fault == "kill both":
                    await self._start_guest()
            case "kill guest":
                await guest.kill()
                await self._start_guest()
            case "pause host" | "pause guest":
                robot = host if fault == "pause host" else guest
                robot.signal(signal.SIGSTOP)
                await asyncio.sleep(rng.uniform(0, self._longest_pause))  # this is the fault
                robot.signal(signal.SIGCONT)
            case _:
                self._messages.done.clear()
                self._messages.next_fault = fault
                with suppress(TimeoutError):  # a guest that has ended sends nothing
                    async with asyncio.timeout(5):
                        await self._messages.done.wait()
                self._messages.next_fault = ""

    def _compare(self) -> None:
        """Both files can be used, and the guest's log is the beginning of the host's."""
        tables: list[Table] = []
        for seat, name in ((Seat.HOST, "ada"), (Seat.GUEST, "ben")):
            found, notices = shelf_in(self._folder / name).find(seat)
            assert not notices, notices
            assert len(found) == 1
            table = found[0].table
            assert table is not None
            tables.append(table)
        host, guest = tables
        assert guest.seq <= host.seq <= guest.seq + 1
        assert host.digest_at(guest.seq) == guest.digest
        for table in tables:
            assert self.agreed.get(table.seq, table.digest) == table.digest
