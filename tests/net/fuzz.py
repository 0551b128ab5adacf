"""Damage to messages, as a broken or hostile peer might do it."""

import json
import random
import string
from typing import Any

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 31, 10**9, 10**40, 0.5, "", "host", "guest", "2 2", "\ud800",
    "x" * 500, "0" * 32, [], {}, [[]], [["host", "move", "1 1"]] * 40, {"type": "bye"},
)  # fmt: skip


def fuzzed(frame: str, rng: random.Random) -> str | bytes:
    """Return a damaged copy of a message, now and then something else altogether."""
    return rng.choice((_letters, _cut, _repeated, _values, _values, _noise, _bytes))(frame, rng)


def _letters(frame: str, rng: random.Random) -> str:
    letters = list(frame)
    for _ in range(rng.randint(1, 4)):
        letters[rng.randrange(len(letters))] = rng.choice(string.printable + "\x00é☃\ud83d")
    return "".join(letters)


def _cut(frame: str, rng: random.Random) -> str:
    one, two = sorted(rng.randrange(len(frame) + 1) for _ in range(2))
    return frame[:one] + frame[two:]


def _repeated(frame: str, rng: random.Random) -> str:
    at = rng.randrange(len(frame))
    return frame[:at] + frame[at : at + 9] * rng.randint(2, 50) + frame[at:]


def _noise(_frame: str, rng: random.Random) -> str:
    return "".join(rng.choices(string.printable, k=rng.randrange(300)))


def _bytes(_frame: str, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(300))


def _values(frame: str, rng: random.Random) -> str:
    """Put a wrong value somewhere, or leave one out, or add one."""
    found = json.loads(frame)
    place: Any = found
    while True:
        keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.7:
            place = place[key]
            continue
        choice = rng.random()
        if choice < 0.6:
            place[key] = rng.choice(_VALUES)
        elif choice < 0.8:
            del place[key]
        elif isinstance(place, dict):
            place[rng.choice(("more", "type", "version"))] = rng.choice(_VALUES)
        else:
            place.append(rng.choice(_VALUES))
        break
    return json.dumps(found)
