"""What Pilot waits for: that nothing is left to do, not that little was done lately.

Textual's own `wait_for_idle` sleeps for 20 ms at a time until one of them used little CPU time.
It sleeps where there is nothing to wait for, and on a busy machine it takes an app that did not
get its turn for an idle one.
"""

import asyncio
from math import inf

from textual._context import active_app

SOON = 0.04
"""How far ahead a timer belongs to what is left to do, in seconds: a picture that is due may take
two of the sixtieths in which they come."""
PATIENCE = 30.0


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
            timers = [timer for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
            next_timer = min((timer.when() for timer in timers), default=inf) - loop.time()
            if next_timer > SOON:
                return
            await asyncio.sleep(next_timer)
