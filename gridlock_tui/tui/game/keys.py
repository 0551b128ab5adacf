"""What a key means that no command takes: a digit, or a command that cannot be given now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from gridlock_tui.tui.commands import GAME, NEW, Command
from gridlock_tui.tui.game.view import GameView

_DIGITS = tuple("0123456789")
_PLACING = ("space", "enter")


class Answer(NamedTuple):
    """What the game screen does about a key."""

    view: GameView
    """What it shows then."""
    opens_entry: bool = False
    """Whether the key is the first of a typed move."""
    uses_key: bool = False
    """Whether the key has done something; otherwise it was only answered."""


def answer_key(
    key: str,
    character: str | None,
    view: GameView,
    unavailable: Callable[[str], str | None],
    commands: Mapping[str, Command],
    here: Iterable[Command] = GAME,
) -> Answer:
    """Say why a key does nothing now; take a digit as a token, a cell or a typed move.

    `here` are the commands of the screen.
    """
    state, series = view.match.game.state, view.match.standing
    if state.is_over and key in _PLACING:
        new = commands[NEW]
        label = new.label_after(goes_on=not series.is_decided)
        return Answer(view.say(f"The game is over: {new.shown} {label}."))
    is_digit = character in _DIGITS
    refusal = unavailable(_action_of(key, commands, here))
    if refusal is None and is_digit and view.types_digits:
        refusal = unavailable("type_move")
    if refusal is not None:
        return Answer(view.warn(refusal))
    if character is None or not is_digit or state.is_over:
        return Answer(view)
    if view.types_digits:
        return Answer(view, opens_entry=True, uses_key=True)
    after = view.type_digit(character, lambda command: commands[command].shown)
    return Answer(after, uses_key=True)


def _action_of(key: str, commands: Mapping[str, Command], here: Iterable[Command]) -> str:
    """Return the action of the key's command on this screen, "" if it has none."""
    for command in here:
        if key in commands[command.id].keys.split(","):
            return command.action.partition("(")[0]
    return ""
