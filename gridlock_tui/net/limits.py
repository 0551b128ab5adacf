"""What a stranger may cost: sizes, rates and times. Pure: the caller tells the time."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a connection, in seconds unless said otherwise."""

    handshake: float = 10
    """How long the first messages may take."""
    answer: float = 20
    """How long the other side may take to say that it has received an event."""
    ping: float = 20
    """How long silence may last before a ping, and how long its answer may take."""
    closing: float = 3
    """How long to wait for the other side to close as well."""
    rate: float = 20
    """How many messages a second are read."""
    burst: int = 60
    """How many messages at once are read."""
    connections: int = 32
    """How many connections a host has at a time, at most."""
    watchers: int = 8
    first_delay: float = 0.5
    """How long to wait before the first attempt to connect again; then twice as long each time."""
    longest_delay: float = 30
    wrong_code: float = 1
    """How long to wait after the first wrong code; then twice as long each time."""
    longest_wrong_code: float = 30
    longest_overall: float = 5
    """How long to wait at most when wrong codes come from many addresses."""
    waiting: int = 4
    """How many codes from one address wait to be compared, at most."""


class Bucket:
    """Counts messages: `rate` a second, and `burst` at once."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._time = float(burst), now

    def takes(self, now: float) -> bool:
        """Count one message and return whether it is within the limit."""
        self._left = min(self._burst, self._left + (now - self._time) * self._rate)
        self._time = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Door:
    """Remembers wrong codes and says how long to wait before the next one is compared.

    The wait grows with every wrong code from an address, and more slowly with every wrong code
    from anywhere. It is the same for a right code: an answer that comes at once tells nothing.
    """

    MOST_ADDRESSES = 256
    FREE = 8
    """How many wrong codes from anywhere pass without a wait for everybody."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._overall = (0, 0.0)

    def wait(self, address: str, now: float) -> float:
        """Return for how many seconds no code from this address is compared."""
        limits = self._limits
        count, last = self._wrong.get(address, (0, 0.0))
        mine = last + _grown(limits.wrong_code, count, limits.longest_wrong_code)
        count, last = self._overall
        everyone = last + _grown(limits.wrong_code / 4, count - self.FREE, limits.longest_overall)
        return max(0.0, mine - now, everyone - now)

    def note_wrong(self, address: str, now: float) -> None:
        """Remember a wrong code."""
        count = self._wrong.pop(address, (0, 0.0))[0]
        self._wrong[address] = count + 1, now
        if len(self._wrong) > self.MOST_ADDRESSES:
            self._wrong.popitem(last=False)
        self._overall = self._overall[0] + 1, now

    def note_right(self, address: str) -> None:
        """Forget the wrong codes of this address."""
        count = self._wrong.pop(address, (0, 0.0))[0]
        self._overall = max(0, self._overall[0] - count), self._overall[1]


def _grown(first: float, count: int, most: float) -> float:
    return 0.0 if count < 1 else min(most, first * 2.0 ** min(count - 1, 30))


def reconnect_delay(limits: Limits, failures: int) -> float:
    """Return how long to wait before connecting again after this many failures."""
    return _grown(limits.first_delay, failures + 1, limits.longest_delay)
