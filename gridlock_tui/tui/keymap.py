"""Gives commands the keys that a person has chosen, and names clashes and mistakes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.keys import KEY_ALIASES, KEY_NAME_REPLACEMENTS, Keys

from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import listed, quoted
from gridlock_tui.tui.commands import (
    ANYWHERE,
    BY_ID,
    CHANGEABLE,
    EXERCISE,
    FRIEND,
    GAME,
    HISTORY,
    LEARN,
    LESSON,
    MENU,
    ON_PUZZLE,
    PLACES,
    PUZZLE,
    PUZZLES,
    TABS,
    WITH_FRIEND,
    Command,
    character_of,
    shown_key,
)

_ALSO = {
    MENU: TABS,
    HISTORY: TABS,
    LEARN: TABS,
    PUZZLES: TABS,
    LESSON: EXERCISE,
    PUZZLE: ON_PUZZLE,
    FRIEND: WITH_FRIEND,
}
"""The commands that a place shares with others."""
TOGETHER: Mapping[str, tuple[Command, ...]] = {
    place: (*commands, *_ALSO.get(commands, ()), *ANYWHERE)
    for place, commands in PLACES
    if commands is not ANYWHERE
}
"""The commands that can be used in the same place, and so need different keys."""

_SCROLL = {"up", "down", "pageup", "pagedown", "home", "end"}
_LIST = _SCROLL | {"j", "k"}
_CHOICE = {"left", "right", "h", "l", "space", "plus", "minus"}
_USED_BY_WIDGETS: Mapping[str, set[str]] = {
    "in the menu": _LIST | _CHOICE | {"enter"},
    "in the list of finished games": _LIST | _CHOICE,
    "in the list of lessons": _LIST,
    "in the list of puzzles": _LIST | _CHOICE,
    "in the settings": _SCROLL | _CHOICE | {"enter"},
    "on a page": _SCROLL,
}
"""Keys that the focused widget uses there, before any command."""

_NAMED = {key.value for key in Keys}
_SPELLINGS = {
    "esc": "escape",
    "return": "enter",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    **{alias: key for key, aliases in KEY_ALIASES.items() for alias in aliases},
    **dict.fromkeys(("ctrl+at", "ctrl+space"), "ctrl+@"),
    "ctrl+left_square_bracket": "escape",
}
"""Other names of keys; some are keys that a terminal cannot tell apart."""


class ResolvedKeys(NamedTuple):
    """The commands with the keys that apply, and a notice on each that cannot."""

    commands: Mapping[str, Command]
    notices: tuple[str, ...] = ()

    @property
    def keymap(self) -> dict[str, str]:
        """The keys of the commands that do not have their default ones."""
        keys = {name: command.keys for name, command in self.commands.items()}
        return {name: chosen for name, chosen in keys.items() if chosen != BY_ID[name].keys}


def resolve_keys(chosen: Mapping[str, str]) -> ResolvedKeys:
    """Give the commands these keys; one that cannot have them keeps its default keys.

    Textual would silently take a key from one command and give it to the other.
    """
    notices = []
    given: dict[str, Command] = {}
    for name, keys in chosen.items():
        try:
            given[name] = _with_keys(name, keys)
        except GridlockError as error:
            notices.append(str(error))
    while clashes := list(_clashes({**BY_ID, **given})):
        for key, one, two, place in clashes:
            losers = [each.id for each in (one, two) if given.pop(each.id, None)]
            if losers:
                keep = "keep their" if len(losers) > 1 else "keeps its"
                notices.append(
                    f"the key {shown_key(key)} cannot be both {one.id} and {two.id} {place}, "
                    f"so {' and '.join(losers)} {keep} default keys"
                )
    return ResolvedKeys({**BY_ID, **given}, tuple(notices))


def _with_keys(name: str, keys: str) -> Command:
    command = CHANGEABLE.get(name)
    if command is None:
        raise GridlockError(
            f"there is no command {quoted(name)} to give a key to: "
            "gridlock --print-config lists them all"
        )
    names = [key_name(key) for key in keys.split(",") if key.strip()]
    if not names:
        default = command.keys.partition(",")[0]
        raise GridlockError(f'{name} needs a key, such as "{default}"; a comma is written comma')
    for place, there in TOGETHER.items():
        used = set(names) & _USED_BY_WIDGETS.get(place, set()) - set(command.keys.split(","))
        if command in there and used:
            keys = listed([shown_key(key) for key in sorted(used)])
            raise GridlockError(f"{name} cannot be {keys}: it has another use {place}")
    if command in (*GAME, *PUZZLE) and any(key.isdigit() for key in names):
        raise GridlockError(f"{name} cannot be a digit: digits are for tokens, cells and moves")
    return command.with_keys(",".join(dict.fromkeys(names)))


def _clashes(commands: Mapping[str, Command]) -> Iterable[tuple[str, Command, Command, str]]:
    """Yield each key that two commands of one place share, with both and the place."""
    for place, there in TOGETHER.items():
        taken: dict[str, Command] = {}
        for default in there:
            command = commands[default.id]
            for key in command.keys.split(","):
                other = taken.setdefault(key, command)
                if other is not command:
                    yield key, other, command, place


def key_name(text: str) -> str:
    """Return a key as Textual spells it, or raise GridlockError."""
    key = text.strip()
    *before, last = key.split("+") if len(key) > 1 else (key,)
    if len(last) > 1:
        last = last.casefold()
    last = _SPELLINGS.get(last, last)
    modifiers = {modifier.strip().casefold() for modifier in before}
    if modifiers == {"shift"} and len(last) == 1:
        modifiers, last = set(), last.upper()
    if modifiers and len(last) == 1:
        last = last.lower()
    is_key = last in _NAMED or (last.isprintable() and character_of(last))
    if not is_key or not modifiers <= {"ctrl", "alt", "shift"}:
        raise GridlockError(
            f"there is no key {quoted(text)}: write a character, a name such as f2, home or space, "
            "or ctrl+ and a letter"
        )
    ordered = [modifier for modifier in ("alt", "ctrl", "shift") if modifier in modifiers]
    full = "+".join([*ordered, _name_of_character(last) if len(last) == 1 else last])
    return _SPELLINGS.get(full, full)


def _name_of_character(character: str) -> str:
    """Return the name that Textual gives the key of a character."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)
