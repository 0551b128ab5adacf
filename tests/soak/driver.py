"""Drives the app by keys, mouse and window size, and checks the boards after each step."""

from __future__ import annotations

import random
import traceback
from collections import deque
from contextlib import suppress
from enum import Enum

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Offset, Region, Size
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerCancelled

from gridlock_tui.rules import Cell
from gridlock_tui.tui.board.motion import FRAME_SECONDS
from gridlock_tui.tui.board.widget import BoardView
from tests.soak.reading import wrong_boards
from tests.soak.terminal_screen import TerminalApp
from tests.tui.internals import everything_dealt_with, next_timer_has_run
from tests.tui.support import offset_of

_ROUNDS = 200
"""After this many rounds of messages an app that is still busy is at fault."""
_STEPS_LISTED = 60
_CHARACTERS = {"space": " ", "enter": "\r", "tab": "\t", "backspace": "\x7f"}
_EDGE_OF_TOAST = "▌"
_ENGINE_GROUPS = ("engine", "exercise")
"""The workers of a screen that wait for the engine."""


class Fault(Exception):  # noqa: N818 - a fault of the app, not an error of the soak
    """Something that the app must not do; the text says what."""


class Crash(Fault):
    """An exception in the app, or an app that has ended: it cannot be played on."""


class Clock:
    """The time of all motions: it stands still unless somebody watches."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the seconds since the beginning."""
        return self.now


CLOCK = Clock()


class Patience(Enum):
    """What a player does while a board moves."""

    WATCHES = "looks at every frame"
    SKIPS = "looks at the last frame"
    GOES_ON = "ends it by the next key or click"


_HOW_OFTEN = (list(Patience), (2, 3, 5))


class Driver:
    """Does to the app what a person can do, and looks at the boards after each step."""

    def __init__(
        self, app: TerminalApp, pilot: Pilot[None], rng: random.Random | None = None
    ) -> None:
        """Let `rng` decide which motions are watched; without it, all are skipped."""
        self.app = app
        self._pilot = pilot
        self._rng = rng
        self._left: dict[BoardView, object] = {}
        """The boards that were still moving at the end of the last step, and their motions."""
        self.steps = 0
        self.trail: deque[str] = deque(maxlen=_STEPS_LISTED)
        self._motions_before, self._frames_before = app.motions, app.frames

    @property
    def screen(self) -> Screen[object]:
        """The screen on top."""
        return self.app.screen

    @property
    def motions(self) -> int:
        """How many motions of boards have begun."""
        return self.app.motions - self._motions_before

    @property
    def frames(self) -> int:
        """How often something was painted while a board moved."""
        return self.app.frames - self._frames_before

    # Steps.

    async def key(self, key: str) -> None:
        """Press a key, given by its name or as the character that it types."""
        self.trail.append(f"key {key}")
        if len(key) == 1:
            self.app.post_message(events.Key(_character_to_key(key), key))
        else:
            self.app.post_message(events.Key(key, _CHARACTERS.get(key)))
        await self.look(ends_motion=True)

    async def keys(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self.key(key)

    async def hover(self, at: Offset) -> None:
        """Move the mouse."""
        self.trail.append(f"hover {at.x},{at.y}")
        self._mouse(events.MouseMove, at)
        await self.look()

    async def click(self, at: Offset) -> None:
        """Move the mouse and click."""
        self.trail.append(f"click {at.x},{at.y}")
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            self._mouse(kind, at)
        await self.look(ends_motion=True)

    async def wheel(self, at: Offset, down: bool) -> None:
        """Turn the wheel of the mouse."""
        self.trail.append(f"wheel {at.x},{at.y} {'down' if down else 'up'}")
        self._mouse(events.MouseScrollDown if down else events.MouseScrollUp, at)
        await self.look()

    def _mouse(self, kind: type[events.MouseEvent], at: Offset) -> None:
        pressed = int(issubclass(kind, events.MouseDown | events.MouseUp))
        self.app.post_message(
            kind(None, at.x, at.y, 0, 0, pressed, False, False, False, at.x, at.y)
        )

    async def paste(self, text: str) -> None:
        """Paste a text."""
        self.trail.append(f"paste {text}")
        self.app.post_message(events.Paste(text))
        await self.look()

    async def resize(self, size: Size) -> None:
        """Make the window larger or smaller."""
        if size == self.app.size:  # then no terminal says anything
            return
        self.trail.append(f"resize {size.width}x{size.height}")
        driver = self.app._driver
        assert isinstance(driver, HeadlessDriver)
        driver._size = size
        self.app.terminal.resize(size)
        self.app.post_message(events.Resize(size, size))
        await self.look()

    async def paint(self, theme: str) -> None:
        """Choose a theme, as the palette does."""
        self.trail.append(f"theme {theme}")
        self.app.theme = theme
        await self.look()

    # What follows each step.

    async def look(self, *, ends_motion: bool = False) -> None:
        """Wait until the step has had all its effects, and check the boards.

        A step that `ends_motion` ends what was moving before it.
        """
        self.steps += 1
        before, self._left = self._left, {}
        await self.settle(self._patience())
        both = self._left.keys() & before
        if ends_motion and any(self._left[board] is before[board] for board in both):
            raise Fault("a key or a click has not ended the motion before it")
        wrong = wrong_boards(self.app)
        if wrong and _EDGE_OF_TOAST in self.app.terminal.text:
            await self.settle()  # its time was up in this very moment, and it is still painted
            wrong = wrong_boards(self.app)
        if wrong:
            raise Fault("\n".join(wrong))

    def _patience(self) -> Patience:
        return Patience.SKIPS if self._rng is None else self._rng.choices(*_HOW_OFTEN)[0]

    async def settle(self, patience: Patience = Patience.SKIPS) -> None:
        """Wait until no message is under way and everything is painted.

        As a pilot's pause does, but it asks the widgets instead of the clock: a hundred times as
        many steps can be made.
        """
        was_at_rest = False
        for _ in range(_ROUNDS):
            self.raise_crash()
            await everything_dealt_with(self._pilot)
            self.raise_crash()
            if self.app._resize_timer is not None:  # it waits a little for more of them
                self.app._check_resize()
                continue
            if self.app._batch_count:  # a palette that closes holds back for a moment what is shown
                await next_timer_has_run()
                continue
            screen = self.screen
            goes_on = self._follow_motion(screen, patience)
            screen._on_timer_update()
            if goes_on:
                continue
            # A message that is being dealt with is in no queue: it must be at rest twice.
            rested = screen is self.screen and self._is_at_rest(screen)
            if rested and was_at_rest:
                return
            was_at_rest = rested
        raise Fault("the app does not come to rest")

    def _follow_motion(self, screen: Screen[object], patience: Patience) -> bool:
        """Show the next frame of what moves, or skip it, or leave it; return whether it goes on."""
        moving = [board for board in screen.query(BoardView) if board.is_moving]
        self._left = {}
        if moving and patience is Patience.WATCHES:
            # A slow terminal does not show every frame.
            CLOCK.now += FRAME_SECONDS * (self._rng or random).randint(1, 3)
        for board in moving:
            if patience is Patience.WATCHES:
                board.advance()
            elif patience is Patience.GOES_ON:
                self._left[board] = board._motion
            else:
                board.finish()
        return bool(moving) and patience is Patience.WATCHES

    def raise_crash(self) -> None:
        """Raise Crash if the app has ended."""
        error = self.app._exception
        if error is not None:
            raise Crash("".join(traceback.format_exception(error))) from error
        if self.app.return_code is not None:
            raise Crash("the app has ended")

    def _is_at_rest(self, screen: Screen[object]) -> bool:
        return (
            not screen._callbacks
            and not screen._dirty_widgets
            and not self.app.message_queue_size
            and not self.app._next_callbacks
            and not any(map(_is_busy, screen.walk_children(with_self=True)))
        )

    async def wait_for_engine(self) -> None:
        """Wait until the engine has answered everything that the screen has asked it."""
        while running := [
            worker
            for worker in self.app.workers
            if worker.node is self.screen
            and worker.group in _ENGINE_GROUPS
            and not worker.is_finished
        ]:
            for worker in running:
                with suppress(WorkerCancelled):
                    await worker.wait()
            await self.look()

    # Where things are.

    def spot_of(self, board: BoardView, cell: Cell) -> Offset | None:
        """Return where a cell of the board can be clicked, None if it cannot."""
        if not self.visible(board) or board.scale is None:
            return None
        at = board.region.offset + offset_of(board, cell)
        return at if self.hits(at, board) else None

    def visible(self, widget: Widget) -> Region:
        """Return where the widget is visible; an empty region if it is not."""
        found = self.screen._compositor.visible_widgets.get(widget)
        return found[0].intersection(found[1]) if found and widget.display else Region()

    def hits(self, at: Offset, widget: Widget) -> bool:
        """Say whether a click there would be for this widget."""
        if not self.app.size.region.contains_point(at):
            return False
        found, _ = self.app.get_widget_at(at.x, at.y)
        return found is widget


def _is_busy(node: object) -> bool:
    assert isinstance(node, Widget)
    return bool(
        node.message_queue_size
        or node._next_callbacks
        or (node._repaint_required and node.size)  # what is hidden is not painted
        or node._layout_required
        or node._scroll_required
        or node._refresh_styles_required
        or node._recompose_required
    )
