"""Clean text from outside (names, typed moves, arguments), and join words to sentences."""

import unicodedata

# Control, surrogate, private and unassigned characters, line and paragraph separators.
_UNPRINTABLE = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# Format characters such as right-to-left marks and zero-width spaces.
_INVISIBLE = "Cf"


def visible(text: str) -> str:
    """Return the text without invisible characters."""
    return "".join(c for c in text if unicodedata.category(c) != _INVISIBLE)


def clean(text: str, limit: int = 40) -> str:
    """Return the text as one printable line of at most `limit` characters."""
    # Four times the limit is enough to fill it: do not process a megabyte.
    head = visible(text[: 4 * limit])
    line = " ".join(
        "".join(" " if unicodedata.category(c) in _UNPRINTABLE else c for c in head).split()
    )
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def quoted(text: str) -> str:
    """Return the text in quotation marks, short enough for a sentence."""
    return f"'{clean(text, 24)}'"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """Return a number up to ten as a word, a larger one in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: `1 move`, `1,000 games`."""
    return f"{number:,} {thing}{'s' if number != 1 else ''}"


def listed(items: list[str], last: str = "and") -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
