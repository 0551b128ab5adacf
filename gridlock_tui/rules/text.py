"""Text from outside, made fit to be shown: names, typed moves, arguments."""

import unicodedata

# Control, surrogate, private and unassigned characters, line and paragraph separators: none has
# a place in one line.
_UNFIT = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# Right-to-left marks, zero-width spaces and the like: they change what is seen around them.
_INVISIBLE = "Cf"


def visible(text: str) -> str:
    """Return the text without the characters that show nothing of their own."""
    return "".join(c for c in text if unicodedata.category(c) != _INVISIBLE)


def clean(text: str, limit: int = 40) -> str:
    """Return the text as one printable line of at most `limit` characters."""
    # Four times the limit is plenty to fill it, and a megabyte is not worth walking through.
    head = visible(text[: 4 * limit])
    line = " ".join("".join(" " if unicodedata.category(c) in _UNFIT else c for c in head).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def quoted(text: str) -> str:
    """Return the text between quotation marks, short enough to stand in a sentence."""
    return f"'{clean(text, 24)}'"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """Return a small number as a word, a large one in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, thing: str) -> str:
    """Return so many things in words: `1 move`, `1,000 games`."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def listed(items: list[str], last: str = "and") -> str:
    """Join words the way a sentence does: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
