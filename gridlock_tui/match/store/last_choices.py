"""What was chosen for the last new match, remembered from one run to the next.

A few lines of text, one choice each, so that the first paint of the app loads no module for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gridlock_tui.match.game import LONGEST_NAME, PEOPLE, Kinds, checked_kinds
from gridlock_tui.match.store.files import StoreError, read_private, write_atomically
from gridlock_tui.rules import Board, GridlockError, Names, Player
from gridlock_tui.rules.text import clean

_LARGEST = 4096
_TOSS = "toss"


class LastChoices(NamedTuple):
    """The game that was chosen last, and the settings that held then."""

    variant: str
    """The slug; the variant may not exist any more."""
    board: Board
    side: Player = Player.ONE
    """Which side you play."""
    first: Player | None = Player.ONE
    """Who starts; None is a coin toss."""
    kinds: Kinds = PEOPLE
    names: Names = ("", "")
    """The names as typed, empty for the default ones."""
    set_level: str | None = None
    """The setting `level` at that time: if it has changed since, it counts and not `kinds`."""
    set_names: Names | None = None
    """The setting `names` at that time, likewise; None where a flag overrode it."""


def read_last_choices(path: Path) -> LastChoices | None:
    """Return what the file remembers; None if there is no such file or it is damaged."""
    try:
        lines = read_private(path, _LARGEST).decode().splitlines()
        found = {name: value for name, _, value in (line.partition(" ") for line in lines)}
        first = found["first"]
        return LastChoices(
            found["variant"],
            Board.from_text(found["board"]),
            Player(int(found["side"])),
            None if first == _TOSS else Player(int(first)),
            checked_kinds(found["kind-one"], found["kind-two"]),
            _names(found, "name"),
            found.get("set-level"),
            _names(found, "set-name") if "set-name-one" in found else None,
        )
    except (GridlockError, ValueError, KeyError):
        return None


def write_last_choices(path: Path, choices: LastChoices) -> None:
    """Remember these choices; where that fails, the next run begins with the older ones."""
    first = _TOSS if choices.first is None else int(choices.first)
    values: dict[str, object] = {
        "variant": choices.variant,
        "board": choices.board,
        "side": int(choices.side),
        "first": first,
        "kind-one": choices.kinds[0],
        "kind-two": choices.kinds[1],
        "name-one": clean(choices.names[0]),
        "name-two": clean(choices.names[1]),
    }
    if choices.set_level is not None:
        values["set-level"] = choices.set_level
    if choices.set_names is not None:
        values |= zip(("set-name-one", "set-name-two"), map(clean, choices.set_names), strict=True)
    text = "".join(f"{name} {value}\n" for name, value in values.items())
    try:
        write_atomically(path, text.encode(errors="replace"))
    except StoreError:
        return  # not worth a notice: nothing of a game is lost


def _names(found: dict[str, str], prefix: str) -> Names:
    one, two = (clean(found[f"{prefix}-{player.word}"], LONGEST_NAME) for player in Player)
    return one, two
