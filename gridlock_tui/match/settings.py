"""Everything a person can set, one entry each: the fields of `Settings`.

The TOML file, the flags of the app, `--print-config` and the settings screen are made from the
entries, so a new setting is one more field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from gridlock_tui.match.game import COMPUTERS, HUMAN, KINDS, LONGEST_NAME, Kinds, checked_names
from gridlock_tui.rules import GridlockError, Names
from gridlock_tui.rules.text import clean, listed, quoted

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)
"""The paces to choose from: minimum seconds per computer move, fastest first."""
DEFAULT_PACE = PACES[2]
LONGEST_PACE = 60.0
"""The slowest pace that can be set, in seconds."""
ANIMATIONS = ("full", "reduced")
AUTO = "auto"
"""The blunder guard is on against the weakest computers only."""
GUARDED = COMPUTERS[:2]
"""Those computers."""
KEYS = "keys"
"""The setting that is a table of its own in the file."""
_LONGEST_TEXT = 200
_RENAMED_COMMANDS = {"hush": "dismiss", "truth": "analysis"}
"""Commands that version 0.1.0 calls by another name in the file, with the name they have now."""
FORMER_NAMES = {new: old for old, new in _RENAMED_COMMANDS.items()}


class Setting(NamedTuple):
    """How one setting is read, explained and offered."""

    read: Callable[[object], Any]
    """Returns the value for something found in the file, or raises GridlockError."""
    help: str
    """One sentence, for the file and the flag."""
    parse: Callable[[str], object] = str
    """Turns the argument of the flag into a value to read."""
    metavar: str = ""
    """The name of the flag's argument; empty for a switch."""
    has_flag: bool = True
    label: str = ""
    """Its label on the settings screen; empty hides it there."""
    hint: str = ""
    """A few words beside it on that screen; `{theme}` stands for the key of that command."""
    choices: tuple[Any, ...] = ()
    """The values that screen offers; empty where only the app knows them."""
    show: Callable[[Any], str] = str
    """Returns a value as that screen shows it."""

    def from_argument(self, text: str) -> Any:  # noqa: ANN401 - whatever type the setting has
        """Return the value for the argument of the flag, or raise GridlockError."""
        return self.read(self.parse(text))


def _setting(default: object, read: Callable[[object], Any], help: str, **entry: Any) -> Any:  # noqa: A002, ANN401 - as in Setting
    return field(default=default, metadata={"setting": Setting(read, help, **entry)})


def _switch(default: bool, help: str, **entry: Any) -> Any:  # noqa: A002, ANN401 - likewise
    entry |= {"choices": (False, True), "show": lambda on: "on" if on else "off"}
    return _setting(default, _read_switch, help, **entry)


# Readers.


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise GridlockError('write text between quotation marks, such as "gridlock-dark"')
    return clean(value, _LONGEST_TEXT)


def _read_switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise GridlockError("write true or false")
    return value


def _read_guard(value: object) -> bool | str:
    if value != AUTO and not isinstance(value, bool):
        raise GridlockError(f'write true, false or "{AUTO}"')
    return value


def _show_guard(value: bool | str) -> str:
    return AUTO if value == AUTO else "on" if value else "off"


def _one_of(choices: tuple[str, ...]) -> Callable[[object], str]:
    def read(value: object) -> str:
        text = value.strip().casefold() if isinstance(value, str) else None
        if text not in choices:
            known = listed([f'"{choice}"' for choice in choices], last="or")
            raise GridlockError(f"write {known}")
        return text

    return read


def _read_pace(value: object) -> float:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not 0 <= number <= LONGEST_PACE:
        raise GridlockError(f"write seconds from {PACES[0]:g} to {LONGEST_PACE:g}, such as 0.7")
    return float(number)


def _parse_pace(text: str) -> float:
    try:
        return _read_pace(float(text) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else text)
    except GridlockError as error:
        raise GridlockError(f"{quoted(text)} is not a pace: {error}") from error


def _read_names(value: object) -> Names:
    names = list(value) if isinstance(value, list | tuple) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise GridlockError('write two names, such as ["Ada", "Ben"]; "" for the default name')
    one, two = (clean(name, LONGEST_NAME) for name in names)
    checked_names(one, two)
    return one, two


def _parse_names(text: str) -> object:
    names = text.split(",")
    if len(names) != 2:
        raise GridlockError("write two names with a comma between them, such as Ada,Ben")
    return names


def _read_keys(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise GridlockError('write it as a table: [keys], then a line such as undo = "f2"')
    read = {clean(name): _read_keys_of_one(keys) for name, keys in value.items()}
    renamed = {new: read.pop(old) for old, new in _RENAMED_COMMANDS.items() if old in read}
    return {**renamed, **read}


def _read_keys_of_one(value: object) -> str:
    """Return the names of keys with commas between them; "" if something is not a key."""
    if isinstance(value, list) and all(isinstance(key, str) for key in value):
        # In a list these two keys can be written as themselves.
        value = ",".join({",": "comma", " ": "space"}.get(key, str(key)) for key in value)
    keys = value.split(",") if isinstance(value, str) else []
    return ",".join(filter(None, (clean(key, _LONGEST_TEXT) for key in keys)))


# The table.


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set."""

    theme: str = _setting(
        "", _read_text,
        "Theme: gridlock-dark, gridlock-light or one of Textual's; empty for one that suits the "
        "terminal.",
        metavar="THEME", label="Theme", hint="also by {theme}, with a search",
    )  # fmt: skip
    ascii: bool = _switch(False, "Draw with ASCII characters only.")
    coordinates: bool = _switch(
        True, "Label rows and columns.", label="Coordinates", hint="label rows and columns"
    )
    animation: str = _setting(
        ANIMATIONS[0], _one_of(ANIMATIONS),
        "Animation: full, or reduced, where nothing moves on its own.",
        metavar="full|reduced", label="Animation", hint="reduced: nothing moves on its own",
        choices=ANIMATIONS,
    )  # fmt: skip
    pace: float = _setting(
        DEFAULT_PACE, _read_pace,
        "Minimum time a computer takes per move, in seconds; 0 moves at once.",
        parse=_parse_pace, metavar="SECONDS", label="Computers", hint="minimum time per move",
        choices=PACES, show=lambda pace: f"{pace:g} s a move" if pace else "move at once",
    )  # fmt: skip
    hints: bool = _switch(
        True, "Mark where a run can be completed, and give hints.",
        label="Hints", hint="mark threats, and give hints",
    )  # fmt: skip
    guard: bool | str = _setting(
        AUTO, _read_guard,
        f'Ask before you throw away a proven win; "{AUTO}": against {listed(list(GUARDED))} only.',
        label="Guard", hint=f"warn of mistakes; {AUTO}: {', '.join(GUARDED)}",
        choices=(AUTO, True, False), show=_show_guard,
    )  # fmt: skip
    level: str = _setting(
        HUMAN, _one_of(KINDS), f"Who plays against you: {listed(list(KINDS), last='or')}.",
        metavar="LEVEL", label="Opponent", hint="who plays against you", choices=KINDS,
        show=str.capitalize,
    )  # fmt: skip
    names: Names = _setting(  # noqa: RUF009 - a field, whose default is a tuple
        ("", ""), _read_names, "Names of the two players; empty for the default name.",
        parse=_parse_names, metavar="A,B", label="name",
    )  # fmt: skip
    keys: Mapping[str, str] = field(default_factory=dict, metadata={"setting": Setting(
        _read_keys, 'Other keys for commands, such as: undo = "f2, u".', has_flag=False
    )})  # fmt: skip
    """Names of keys as Textual spells them, separated by commas. Last, as the file has it."""

    @property
    def kinds(self) -> Kinds:
        """Who plays the two sides by default."""
        return HUMAN, self.level

    def guards(self, kinds: Kinds) -> bool:
        """Return whether the blunder guard is on between these players."""
        if self.guard == AUTO:
            return HUMAN in kinds and not {*kinds}.isdisjoint(GUARDED)
        return self.guard is True

    @property
    def reduces_motion(self) -> bool:
        """Whether nothing may move on its own."""
        return self.animation == ANIMATIONS[1]


SETTINGS: Mapping[str, Setting] = {each.name: each.metadata["setting"] for each in fields(Settings)}
"""Every setting by its name, in the order of the file."""


# The pace.


def slower(pace: float) -> float:
    """Return the next longer pace, or the same one if there is none."""
    return min((each for each in PACES if each > pace), default=pace)


def faster(pace: float) -> float:
    """Return the next shorter pace, or the same one if there is none."""
    return max((each for each in PACES if each < pace), default=pace)
