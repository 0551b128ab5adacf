"""What a person has set for every game to come, and how that is read and written as TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from gridlock_tui.match.settings import PACES, Settings
from gridlock_tui.match.setup import HUMAN, KINDS, LONGEST_NAME, Kinds, checked_names
from gridlock_tui.rules import GridlockError, Names
from gridlock_tui.rules.text import clean, listed, quoted

ANIMATIONS = ("full", "reduced")
"""How much moves by itself: whatever likes to, or nothing."""
LONGEST_PACE = 60.0
"""The most seconds that can be set as the least that a computer's move takes."""
_LONGEST_TEXT = 200
_LONGEST_LINE = 16_000
KEYS = "keys"
"""The setting that is a table of its own."""


@dataclass(frozen=True, slots=True)
class Config:
    """What can be set for good."""

    theme: str = ""
    """The name of a theme; an empty one is whatever suits the terminal."""
    ascii: bool = False
    """Whether to draw with plain ASCII characters only."""
    coordinates: bool = True
    """Whether rows and columns are labelled."""
    animation: str = ANIMATIONS[0]
    """One of ANIMATIONS."""
    pace: float = Settings().pace
    """The least seconds that a computer's move takes."""
    guard: bool = False
    """Whether to ask once before a proven win is thrown away."""
    level: str = HUMAN
    """Who plays the second side unless something else is chosen: a person, or a level."""
    names: Names = ("", "")
    """What the players are called; an empty name is the usual one."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys of commands that have other ones than usual, with commas between them."""

    @property
    def kinds(self) -> Kinds:
        """Who plays the two sides unless something else is chosen."""
        return HUMAN, self.level

    @property
    def settings(self) -> Settings:
        """How a person likes to play."""
        return Settings(self.pace, self.guard)

    @property
    def is_still(self) -> bool:
        """Whether nothing may move by itself."""
        return self.animation == ANIMATIONS[1]


class Reading(NamedTuple):
    """What was found, and a sentence on each thing in it that could not be used."""

    config: Config
    notices: tuple[str, ...] = ()


class _Entry(NamedTuple):
    """How one setting is read, and what is said of it in the file."""

    read: Callable[[object], Any]
    comment: str


def read_text(value: object) -> str:
    """Return a line of text, or raise GridlockError."""
    if not isinstance(value, str):
        raise GridlockError('write text between quotation marks, such as "gridlock-dark"')
    return clean(value, _LONGEST_TEXT)


def read_switch(value: object) -> bool:
    """Return whether something is on, or raise GridlockError."""
    if not isinstance(value, bool):
        raise GridlockError("write true or false")
    return value


def read_animation(value: object) -> str:
    """Return one of ANIMATIONS, or raise GridlockError."""
    return _one_of(ANIMATIONS, value)


def read_level(value: object) -> str:
    """Return who plays the second side, or raise GridlockError."""
    return _one_of(KINDS, value)


def _one_of(known: tuple[str, ...], value: object) -> str:
    text = value.strip().casefold() if isinstance(value, str) else None
    if text not in known:
        choices = listed([_in_quotes(each) for each in known], last="or")
        raise GridlockError(f"write {choices}")
    return text


def read_pace(value: object) -> float:
    """Return the least seconds of a computer's move, or raise GridlockError."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not 0 <= number <= LONGEST_PACE:
        raise GridlockError(f"write seconds from {PACES[0]:g} to {LONGEST_PACE:g}, such as 0.7")
    return float(number)


def read_names(value: object) -> Names:
    """Return two names fit to be shown, or raise GridlockError."""
    names = value if isinstance(value, list) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise GridlockError('write two names, such as ["Ada", "Ben"]; an empty one is the usual')
    one, two = (clean(name, LONGEST_NAME) for name in names)
    checked_names(one, two)
    return one, two


def _read_keys(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise GridlockError('write it as a table: [keys], then a line such as undo = "f2"')
    return {clean(name): _keys_of_one(keys) for name, keys in value.items()}


def _keys_of_one(value: object) -> str:
    """Return keys with commas between them, however they are written; "" if they are not keys."""
    keys = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    texts = [clean(key, _LONGEST_TEXT) for key in keys if isinstance(key, str)]
    return ",".join(texts) if len(texts) == len(keys) else ""


ENTRIES: Mapping[str, _Entry] = {
    "theme": _Entry(
        read_text,
        "gridlock-dark, gridlock-light or another by its name; empty is what suits the terminal.",
    ),
    "ascii": _Entry(read_switch, "Draw with plain ASCII characters only."),
    "coordinates": _Entry(read_switch, "Label rows and columns."),
    "animation": _Entry(read_animation, '"full", or "reduced": nothing moves by itself.'),
    "pace": _Entry(read_pace, "The least seconds that a computer's move takes."),
    "guard": _Entry(read_switch, "Ask once before a proven win is thrown away."),
    "level": _Entry(read_level, f"Who plays the second side: {listed(list(KINDS), last='or')}."),
    "names": _Entry(read_names, "What the players are called; empty is the usual name."),
    KEYS: _Entry(_read_keys, 'Other keys for commands, such as: undo = "f2, u".'),
}
"""Every setting, in the order in which they are written; the keys are last, being a table."""


def read_config(text: str) -> Reading:
    """Return the settings that stand in a TOML text; what cannot be used is named, not fatal."""
    import tomllib  # only here: most people have set nothing

    if any(len(line) > _LONGEST_LINE for line in text.split("\n")):
        # Python takes many seconds for a name of ten thousand parts.
        words = f"a line has more than {_LONGEST_LINE} characters, so the usual settings hold"
        return Reading(Config(), (words,))
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not only TOML's own: numbers may be too long
        return Reading(
            Config(), (f"it is not TOML, so the usual settings hold: {clean(str(error), 80)}",)
        )
    return _read_table(found)


def _read_table(found: Mapping[str, Any]) -> Reading:
    config = Config()
    notices = []
    for name, value in found.items():
        entry = ENTRIES.get(name)
        if entry is None:
            known = listed(list(ENTRIES))
            notices.append(f"there is no setting {quoted(name)}; there are {known}")
            continue
        try:
            config = replace(config, **{name: entry.read(value)})
        except GridlockError as error:
            notices.append(f"{name} cannot be {_as_written(value)}: {error}")
    return Reading(config, tuple(notices))


def _as_written(value: object) -> str:
    try:
        return clean(str(value).lower() if isinstance(value, bool) else repr(value), 40)
    except ValueError:
        return "a number as long as that"


def write_config(config: Config, commands: Mapping[str, tuple[str, str]] | None = None) -> str:
    """Return the settings as TOML; `commands` with usual keys and help are told in comments."""
    lines = ["# The settings of Gridlock. Flags of the command line override them for one run."]
    for name, entry in ENTRIES.items():
        lines += ["", "[keys]" if name == KEYS else "", f"# {entry.comment}"]
        if name != KEYS:
            lines.append(line_of(name, getattr(config, name)))
    known = commands or {}
    for name in {**known, **config.keys}:
        usual, told = known.get(name, ("", ""))
        line = line_of(name, config.keys.get(name, usual))
        lines.append(f"{'' if name in config.keys else '# '}{line}{f'  # {told}' if told else ''}")
    return re.sub("\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def line_of(name: str, value: object) -> str:
    """Return the line of TOML that sets this."""
    key = name if re.fullmatch("[A-Za-z0-9_-]+", name) else _in_quotes(name)
    return f"{key} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return _in_quotes(value) if isinstance(value, str) else repr(value)


def _in_quotes(text: str) -> str:
    # What JSON puts into quotation marks, TOML reads; our texts have no control characters.
    import json  # only here: it is not needed to play

    return json.dumps(text, ensure_ascii=False)
