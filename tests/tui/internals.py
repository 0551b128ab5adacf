"""What Pilot waits for: that nothing is left to do, not that little was done lately.

Textual's own `wait_for_idle` sleeps for 20 ms at a time until one of them used little CPU time.
It sleeps where there is nothing to wait for, and on a busy machine it takes an app that did not
get its turn for an idle one. And before and after every key Pilot sends a message to each widget,
to be answered when all before it are dealt with: a fifth of the time that tests of the app took.
"""

import asyncio
from math import inf
from typing import Any

from textual._context import active_app
from textual._queue import Queue
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot

SOON = 0.04
"""How far ahead a timer belongs to what is left to do, in seconds: a picture that is due may take
two of the sixtieths in which they come."""
PATIENCE = 30.0
_TURNS = 1000
"""An event loop that has something to run for so many turns has no end to wait for."""
_ask_every_widget = Pilot._wait_for_screen


async def nothing_left_to_do(*_: float) -> None:
    """Wait until the event loop has nothing to run, neither now nor soon.

    An app that has ended is not waited for: its timers run on, sixty times a second.
    """
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.BaseEventLoop)
    end = loop.time() + PATIENCE
    app = active_app.get(None)
    while loop.time() < end and not (app is not None and app._exit):
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            next_timer = _seconds_to_next_timer(loop)
            if next_timer > SOON:
                return
            await asyncio.sleep(next_timer)


async def next_timer_has_run() -> None:
    """Wait for what the event loop is to do next by the clock, if there is anything."""
    seconds = _seconds_to_next_timer(asyncio.get_running_loop())
    await asyncio.sleep(min(seconds, PATIENCE))


def _seconds_to_next_timer(loop: asyncio.AbstractEventLoop) -> float:
    timers = [timer for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
    return min((timer.when() for timer in timers), default=inf) - loop.time()


async def everything_dealt_with(pilot: Pilot[Any], timeout: float = PATIENCE) -> bool:
    """Wait until every widget waits for its next message; ask those that do not."""
    loop = asyncio.get_running_loop()
    for _ in range(_TURNS):
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]
            break
    if _all_wait_for_messages(pilot.app):
        return True
    return await _ask_every_widget(pilot, timeout)


def _all_wait_for_messages(app: App[Any]) -> bool:
    if not app.screen_stack:
        return False
    return all(map(_waits_for_messages, (app, *app.screen.walk_children(with_self=True))))


def _waits_for_messages(pump: MessagePump) -> bool:
    """Say whether it deals with nothing: not even with a message that waits for something."""
    queue: Queue[object] = pump._message_queue
    return queue.empty() and bool(queue.ready_event._waiters)
