"""Private names of Textual that the tests of the app need.

Besides, only the tests of our repairs of Textual use any, because they name what is repaired. Each
name is here because no public one does the same as fast or as exactly:

- Pilot waits by `wait_for_idle`, which sleeps for 20 ms at a time until one of them used little
  CPU time: it sleeps when there is nothing to wait for, and on a busy machine it takes an app that
  did not get its turn for an idle one. Before and after every key Pilot also sends a message to
  each widget: a fifth of the time of the tests. The tests wait for the event loop instead.
- Every app parses the same style sheets: the tests parse each of them once.
- A screenshot is SVG; the tests read the strips that it is made from.
- Nothing public tells when a screen is painted.
"""

import asyncio
import selectors
from math import inf
from typing import Any, NamedTuple

import pytest
from rich.console import RenderableType
from textual._context import active_app
from textual._queue import Queue
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.geometry import Region
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

SOON = 0.04
"""A timer due within this many seconds is waited for: a repaint may take two sixtieths."""
PATIENCE = 30.0
_TURNS = 1000
"""After this many turns of the event loop without a pause it is taken for one that never rests."""


def speed_up(patch: pytest.MonkeyPatch) -> None:
    """Let Pilot wait only while the app is busy, and parse each style sheet once."""
    patch.setattr("textual.app.wait_for_idle", nothing_left_to_do)
    patch.setattr("textual.pilot.wait_for_idle", nothing_left_to_do)
    patch.setattr("textual.pilot.Pilot._wait_for_screen", everything_dealt_with)
    patch.setattr(Stylesheet, "_parse_rules", _parse_once)


def strips(screen: Screen[Any]) -> list[Strip]:
    """Return the lines of the screen as they are painted."""
    return screen._compositor.render_strips()


class Paint(NamedTuple):
    """What was painted: the screen, its lines, and where its widgets were."""

    screen: Screen[Any]
    lines: list[str]
    regions: dict[Widget, Region]


def record_paints(patch: pytest.MonkeyPatch) -> list[Paint]:
    """Return a list that grows whenever the current screen is painted."""
    painted: list[Paint] = []
    display = App._display

    def record(app: App[Any], screen: Screen[Any], renderable: RenderableType | None) -> None:
        display(app, screen, renderable)
        if renderable is not None and screen.size and screen is app.screen:
            regions = {widget: widget.region for widget in screen.query("*")}
            painted.append(Paint(screen, [strip.text for strip in strips(screen)], regions))

    patch.setattr(App, "_display", record)
    return painted


# Waiting.


class _Selector(selectors.DefaultSelector):
    """Tells for how long the event loop is about to sleep."""

    def __init__(self) -> None:
        super().__init__()
        self._waiters: list[asyncio.Future[float]] = []
        self._turns = 0

    def next_sleep(self) -> asyncio.Future[float]:
        """Return a future of how many seconds the event loop sleeps when it sleeps next."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        self._turns = 0
        return waiter

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for input, unless a future waits for this moment."""
        if not self._waiters:
            return super().select(timeout)
        found = super().select(0)
        self._turns += 1
        sleeps = not found and timeout != 0
        if sleeps or self._turns > _TURNS:
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result((inf if timeout is None else timeout) if sleeps else 0.0)
            self._waiters.clear()
        return found


class WatchedLoop(asyncio.SelectorEventLoop):
    """An event loop that tells when it has nothing to run."""

    def __init__(self) -> None:
        self._sleeps = _Selector()
        super().__init__(self._sleeps)

    def next_sleep(self) -> asyncio.Future[float]:
        """Return a future of how many seconds the loop sleeps when it sleeps next."""
        return self._sleeps.next_sleep()


# Every event loop of the process from now on, also the one that `App.run` makes.
asyncio.events.new_event_loop = WatchedLoop


def _next_sleep() -> asyncio.Future[float]:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, WatchedLoop)
    return loop.next_sleep()


async def nothing_left_to_do(*_: float) -> None:
    """Wait until the event loop has nothing to run, neither now nor soon.

    Do not wait for an app that has ended: its timers run on, sixty times a second.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    app = active_app.get(None)
    while loop.time() < end and not (app is not None and app.return_code is not None):
        seconds = await _next_sleep()
        if seconds > SOON:
            return
        await asyncio.sleep(seconds)


async def next_timer_has_run() -> None:
    """Wait until the next timer of the event loop has run, if there is one."""
    await asyncio.sleep(min(await _next_sleep(), PATIENCE))


async def everything_dealt_with(pilot: Pilot[Any], timeout: float = PATIENCE) -> bool:
    """Wait until every widget waits for its next message; ask those that do not."""
    await _next_sleep()
    if _all_wait_for_messages(pilot.app):
        return True
    return await _ask_every_widget(pilot, timeout)


_ask_every_widget = Pilot._wait_for_screen


def _all_wait_for_messages(app: App[Any]) -> bool:
    if not app.screen_stack:
        return False
    return all(map(_waits_for_messages, (app, *app.screen.walk_children(with_self=True))))


def _waits_for_messages(pump: MessagePump) -> bool:
    """Return whether it is idle: no handler is running or waiting."""
    queue: Queue[object] = pump._message_queue
    return queue.empty() and bool(queue.ready_event._waiters)


# Style sheets.

_parsed: dict[object, list[RuleSet]] = {}
_parse_rules = Stylesheet._parse_rules


def _parse_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """Return the rules; style sheets of the same text and the same colours share them."""
    rest = (read_from, is_default_rules, tie_breaker, scope)
    key = (css, *rest, frozenset(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, *rest)
    return _parsed[key]
