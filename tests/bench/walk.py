"""The way of one click through the code: `python -m tests.bench.walk`.

Runs the app without a terminal, in a game that is saved, points at a cell, clicks it and waits
until the app is idle. `sys.setprofile` sees every call of a function of ours on the way:

- functions, files: how many different ones are called, from the mouse move to the idle app.
- switches: between mouse down and the saved file, how often a call of a screen-level function is
  followed by one in another screen-level module. Screen-level modules are `tui/app.py` and those
  in `tui/game/` and `tui/screens/`. Calls while Textual paints do not count: when it paints is a
  matter of timing.
- plays: how often a referee plays a move, from the mouse move to the idle app.
- check_action: how often `check_action` of a screen is called, and that of the app besides; where
  one calls that of its base class, both count.

The file is saved when it is renamed into the folder of saves. Returns 1 if a goal is missed.
"""

import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import gridlock_tui
from tests.tui.support import board, game, offset_of, running, settled

PACKAGE = f"{Path(gridlock_tui.__file__).parent}{os.sep}"
SCREEN_LEVEL = ("tui/app.py", "tui/game/", "tui/screens/")
CELL = 5
PAINTING = "_on_timer_update"
"""Textual's function that paints what has changed."""


class Call(NamedTuple):
    """A call of a function of ours."""

    file: str
    name: str
    line: int
    is_painting: bool


@dataclass
class Walk:
    """The calls on the way of the click."""

    calls: list[Call] = field(default_factory=list)
    pressed: int = 0
    """How many calls were made before the mouse button went down."""
    saved: int = 0
    """How many calls were made before the file was saved."""

    def note_call(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call, for `sys.setprofile`."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            file = code.co_filename.removeprefix(PACKAGE)
            self.calls.append(
                Call(file, code.co_qualname, code.co_firstlineno, _is_painting(frame))
            )

    def note_rename(self, event: str, arguments: tuple[object, ...]) -> None:
        """Note when the file is saved, for `sys.addaudithook`."""
        if event == "os.rename" and "/saves/" in str(arguments[1]):
            self.saved = len(self.calls)

    @property
    def switches(self) -> int:
        """Return how often control passes between screen-level modules, from press to save."""
        calls = (call for call in self.calls[self.pressed : self.saved] if not call.is_painting)
        files = [call.file for call in calls if call.file.startswith(SCREEN_LEVEL)]
        return sum(a != b for a, b in pairwise(files))

    @property
    def plays(self) -> int:
        """Return how often a referee plays a move."""
        return sum(call.name.endswith("Referee.play") for call in self.calls)

    def checks(self, *, app: bool) -> int:
        """Return how often `check_action` is called, that of the app or those of the screens."""
        checks = (call for call in self.calls if call.name.endswith(".check_action"))
        return sum((call.file == "tui/app.py") == app for call in checks)


def _is_painting(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == PAINTING:
            return True
        frame = frame.f_back
    return False


async def walk() -> Walk:
    """Click a cell and return the calls that it takes."""
    found = Walk()
    sys.addaudithook(found.note_rename)
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        view = board(pilot)
        offset = offset_of(view, CELL)
        sys.setprofile(found.note_call)
        await pilot.hover(type(view), offset=offset)
        await settled(pilot)
        found.pressed = len(found.calls)
        await pilot.click(type(view), offset=offset)
        await settled(pilot)
        sys.setprofile(None)
    return found


def main() -> int:
    """Print the counts beside their goals; return 1 if one is missed."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["GRIDLOCK_HOME"] = home
        found = asyncio.run(walk())
    if "--calls" in sys.argv:
        print(*(f"{call.file}:{call.line} {call.name}" for call in found.calls), sep="\n")
    counts: dict[str, tuple[int, int | None]] = {
        "functions": (len({call[:3] for call in found.calls}), None),
        "files": (len({call.file for call in found.calls}), None),
        "switches": (found.switches, 8),
        "plays": (found.plays, 2),
        "check_action, screens": (found.checks(app=False), 30),
        "check_action, app": (found.checks(app=True), None),
    }
    for name, (count, goal) in counts.items():
        print(f"{name:<22} {count:>4}" + ("" if goal is None else f"  at most {goal}"))
    return int(any(goal is not None and count > goal for count, goal in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
