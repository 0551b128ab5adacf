"""Text from outside, made fit to be shown: names, typed moves, arguments."""

import unicodedata

# Control, format (right-to-left marks, zero-width joiners), surrogate, private and
# unassigned characters, line and paragraph separators: none has a place in one line.
_UNFIT = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str, limit: int = 40) -> str:
    """Return the text as one printable line of at most `limit` characters."""
    # Four times the limit is plenty to fill it, and a megabyte is not worth walking through.
    kept = (c if unicodedata.category(c) not in _UNFIT else " " for c in text[: 4 * limit])
    line = " ".join("".join(kept).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def quoted(text: str) -> str:
    """Return the text between quotation marks, short enough to stand in a sentence."""
    return f"'{clean(text, 24)}'"


def listed(items: list[str], last: str = "and") -> str:
    """Join words the way a sentence does: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
