"""Hands input to the app in the order it came, and no faster than it is handled.

Textual 8.2.8 queues without limit what it has no time to handle. Every widget handles its messages
by itself, so a key that comes too soon reaches the wrong widget, or overtakes the effect of the key
before it.

A screen with `is_answering` says that it still works on the answer to the last key; the next one
waits for that.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from textual import constants, events
from textual._queue import Queue
from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen

POLL_SECONDS = min(constants.ESCAPE_DELAY, 0.1)
"""How long a driver waits for input before it looks whether the app has ended."""
_LONGEST_WAIT = 30.0
"""On a busy machine it takes seconds until a key is handled."""
_LONGEST_ANSWER = 2.0
"""A screen that needs longer to answer a key gets the next ones meanwhile."""
_MANY = 50
"""After this many messages at once, wait until they are handled before reading more.

Nobody clicks this often at once.
"""
_ARROWS = ("up", "down", "left", "right")
"""Keys that people hold down."""
_ACTIONS = {events.Key, events.Paste, events.MouseUp}
"""What may change the screen under the mouse; the end of a click too."""
_TURNS_TO_POST = 2
"""The turns of the event loop until a message that a driver sends is in the queue of the app."""
_QUICK_TURNS = 50
"""After this many turns of the event loop, look again only every few milliseconds."""
_PAUSE_SECONDS = 0.004


class PacedInput:
    """Delivers messages from the thread that reads input; one for each driver."""

    def __init__(
        self,
        app: App[Any],
        loop: asyncio.AbstractEventLoop,
        deliver: Callable[[Message], None],
        ended: threading.Event,
    ) -> None:
        self._app, self._loop, self._deliver, self._ended = app, loop, deliver, ended
        self._last: Message | None = None
        self._sent: set[type[Message]] = {events.Load}
        """What was delivered since the last wait; first of all, the app starts."""
        self._late = WeakSet[Screen[Any]]()
        """The screens whose answer took too long to wait for."""
        self._in_turn = asyncio.Lock()

    def deliver(self, messages: Sequence[Message]) -> None:
        """Deliver the messages; keys, clicks and pastes only when all before them is handled.

        A mouse that moves or scrolls waits for keys, clicks and pastes, but not for itself, and of
        very many clicks none waits for another: a mouse may report a thousand times in a second.
        """
        if not messages:
            return
        done = asyncio.run_coroutine_threadsafe(self._deliver_all(messages), self._loop)
        # An app that exits or is suspended waits for this thread; the keys follow if it comes back.
        while not (done.done() or self._ended.is_set()):
            wait([done], POLL_SECONDS)

    async def _deliver_all(self, messages: Sequence[Message]) -> None:
        clicks = sum(isinstance(each, events.MouseUp) for each in messages)
        async with self._in_turn:
            for message in messages:
                if self._must_wait(message):
                    await self._wait_until_handled()
                self._deliver(message)
                self._last = message
                if clicks <= _MANY or not isinstance(message, events.MouseEvent):
                    self._sent.add(type(message))
            if len(messages) > _MANY:
                await self._wait_until_handled()

    def _must_wait(self, message: Message) -> bool:
        app, last = self._app, self._last
        if _is_arrow(message) and _is_arrow(last):
            # A screen without focus handles both itself, in turn.
            return not app.screen_stack or app.focused is not None
        if isinstance(message, events.MouseDown):
            return bool(self._sent - {events.MouseMove})
        if isinstance(message, events.MouseEvent):
            return bool(self._sent & _ACTIONS)
        return isinstance(message, events.Key | events.Paste)

    async def _wait_until_handled(self) -> None:
        self._sent.clear()
        for _ in range(_TURNS_TO_POST):
            await asyncio.sleep(0)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._until_handled(), _LONGEST_WAIT)

    async def _until_handled(self) -> None:
        app, loop = self._app, asyncio.get_running_loop()
        end, turns = loop.time() + _LONGEST_ANSWER, 0
        while app.return_code is None:
            is_handled = app.screen_stack and _has_handled_all(app)
            if is_handled and not self._must_wait_for_answer(app.screen, is_late=loop.time() > end):
                return
            turns += 1
            await asyncio.sleep(0 if turns < _QUICK_TURNS else _PAUSE_SECONDS)

    def _must_wait_for_answer(self, screen: Screen[Any], *, is_late: bool) -> bool:
        """Return whether the screen still answers and is not late: each answer is late once."""
        if not getattr(screen, "is_answering", False):
            self._late.discard(screen)
            return False
        if is_late:
            self._late.add(screen)
        return screen not in self._late


def _is_arrow(message: Message | None) -> bool:
    return isinstance(message, events.Key) and message.key in _ARROWS


def _has_handled_all(app: App[Any]) -> bool:
    """Return whether no message is left."""
    if not all(map(_is_idle, (app, *app.screen_stack))):
        return False
    screen, focused = app.screen, app.focused
    if screen._callbacks:
        return False  # something waits for the next paint
    if any(each.node is focused and not each.is_finished for each in app.workers):
        return False  # the widget looks for a suggestion for what was typed
    return all(map(_is_idle, screen.walk_children()))


def _is_idle(pump: MessagePump) -> bool:
    """Return whether it waits for a message: none is queued, and no handler runs."""
    queue: Queue[object] = pump._message_queue
    return queue.empty() and bool(queue.ready_event._waiters)
