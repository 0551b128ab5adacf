"""Random text, and valid text that is damaged a little."""

import random
import string

from tests.match.support import NASTY

_PIECES = (
    *NASTY,
    "", " ", "\t", "\n", "\r\n", "\0", "\x1b", "\x1b[", "\x1b[200~", "\x7f", "\u00a0", "\ufeff",
    "²", "٣", "１", "Ⅷ", "½", "-1", "0", "00", "1e9", "1" * 30, "9" * 400, "0x1", "1_000", "+1",
    "nan", "inf", "true", "null", "None", "[]", "{}", '"', "'", "\\", "\\u0000", "[[", "]]", "{{",
    ":", ";", ",", "/", "=", "#", "--", "%s", "{0}", "..", "~", "*", "ß", "ﬁ", "İ", "e\u0301", "𝟚",
    "x", "×", "X", "O", "P1-5 B2", "2 2", "b2", "8x8", "9x9", "0x0", "swap", "pass", "toss",
)  # fmt: skip
_LETTERS = string.printable + "éß×★🟩漢\u200d\u202e\u2028\x85\ud800"
_LONGEST = 2000


def random_text(rng: random.Random) -> str:
    """Return text that means nothing."""
    if rng.random() < 0.3:
        return "".join(rng.choices(_PIECES, k=rng.randint(1, 6)))
    return "".join(rng.choices(_LETTERS, k=rng.randrange(60)))


def damaged_text(rng: random.Random, text: str) -> str:
    """Return the text with some changes; now and then as it is."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + rng.choice(_LETTERS) + text[to:]
            case 2:
                text = text[:at] + rng.choice(_PIECES) + text[at:]
            case 3:
                text = text[:at] + rng.choice(_PIECES) + text[to:]
            case 4:
                text = text[:at] + text[at:to] * rng.randint(2, 20) + text[to:]
            case 5:
                text = text[:at] + text[at:].swapcase()
            case _:
                text = text[at:] + text[:at]
    return text[:_LONGEST]


def as_bytes(rng: random.Random, text: str) -> bytes:
    """Return the text as bytes, now and then not in UTF-8."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(80))
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.1 and data:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    return data
