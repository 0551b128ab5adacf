"""The room code: three words, easy to say on the telephone, hard to guess in the time there is."""

from __future__ import annotations

import hmac
import re
import secrets
from functools import cache
from importlib import resources

from gridlock_tui.rules import GridlockError

LENGTH = 3
"""How many words a code has."""
_LONGEST = 60


@cache
def words() -> tuple[str, ...]:
    """Return the words of which codes are made; no two of them look alike."""
    text = (resources.files("gridlock_tui.net") / "words.txt").read_text(encoding="ascii")
    return tuple(text.split())


def new_code() -> str:
    """Return a new code, such as `maple-otter-violin`."""
    return "-".join(secrets.choice(words()) for _ in range(LENGTH))


def normal_code(text: str) -> str:
    """Return the code as it is compared: small letters, with a hyphen between words."""
    return "-".join(re.findall("[a-z]+", text.lower()[:_LONGEST]))


def read_code(text: str) -> str:
    """Return the code that somebody typed, or raise GridlockError."""
    code = normal_code(text)
    if code.count("-") != LENGTH - 1:
        raise GridlockError("a room code has three words, such as maple-otter-violin")
    return code


def is_same(code: str, other: str) -> bool:
    """Return whether two codes are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(normal_code(code).encode(), normal_code(other).encode())
