"""Which actions of the game screen cannot be done now, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from textual.screen import Screen

from gridlock_tui.match.match import Match
from gridlock_tui.match.naming import shown_names
from gridlock_tui.tui.commands import TRY_AGAIN
from gridlock_tui.tui.game.turning import Stage

_NEEDS_TURN = ("place", "type_move")
_NO_TURNING_POINT = {
    Stage.NONE: "Finish a game first; then {key} finds its turning point.",
    Stage.LOOKING: "The engine is still looking for the turning point.",
    Stage.NEVER: "There is no turning point: the result never changed hands.",
    Stage.UNKNOWN: "The turning point is not known: not every position could be solved.",
}


class Denial(NamedTuple):
    """Why an action cannot be done now."""

    reason: str
    hides: bool
    """Whether the key bar leaves the action out; otherwise it greys it out."""

    @property
    def check(self) -> bool | None:
        """What `check_action` returns: False leaves the action out, None greys it out."""
        return False if self.hides else None


class Availability:
    """What can be done now on a screen, whose key bar follows it."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._denied: dict[str, Denial] = {}

    def deny(self, denied: dict[str, Denial]) -> None:
        """Take the actions that cannot be done now; all others can."""
        if denied != self._denied:
            self._denied = denied
            self._screen.refresh_bindings()

    def why_not(self, action: str) -> str | None:
        """Return why the action cannot be done now, None if it can."""
        denial = self._denied.get(action)
        return denial and denial.reason

    def check(self, action: str) -> bool | None:
        """Return what `check_action` returns of the action."""
        denial = self._denied.get(action)
        return True if denial is None else denial.check


def denied_actions(
    match: Match,
    *,
    paused: bool,
    wide: bool,
    hints: bool,
    key_of: Callable[[str], str],
    turning: Stage = Stage.NONE,
    has_next_rung: bool = False,
) -> dict[str, Denial]:
    """Return every action that cannot be done now."""
    game, state, timeline = match.game, match.game.state, match.game.timeline
    found: dict[str, Denial] = {}

    def deny(reason: str, *actions: str, hide: bool = False) -> None:
        for action in actions:
            found.setdefault(action, Denial(reason, hide))

    if not hints:
        deny(f"Hints are off: {key_of('settings')} shows the settings.", "hint")
    if not game.setup.variant.has_tokens:
        deny("There are no tokens in this game.", "next_token", hide=True)
    if not game.setup.variant.has_grundy_values:
        deny("There are no nimbers in this game.", "nimbers", hide=True)
    if not match.is_watched:
        deny("Only a game between two computers can be paused.", "pause", hide=True)
    if not game.setup.computers:
        deny("No computer plays in this game.", "faster", "slower", hide=True)
    if state.is_over:
        deny("The game is over.", *_NEEDS_TURN, "next_token", "faster", "slower", hide=True)
        deny("The game is over.", "hint", "overlay", "nimbers", "pause")
    elif game.computer_to_move and not match.is_watched:
        deny(f"{shown_names(game.seating)[state.to_move - 1]} to move.", "hint")
    elif match.is_watched and not paused:
        deny(f"Pause the game first: {key_of('pause')}.", "hint")
    if match.is_watched:
        deny("Two computers play this game; you watch.", *_NEEDS_TURN, "try_again", hide=True)
    if turning in _NO_TURNING_POINT:
        why = _NO_TURNING_POINT[turning].format(key=key_of(TRY_AGAIN))
        deny(why, "try_again", hide=turning is not Stage.LOOKING)
    if not (has_next_rung and state.is_over):
        why = "The next rung is open when you have won this one"
        why += ", from the empty board." if match.given_moves else "."
        deny(why, "next_rung", hide=True)
    if match.climbs:
        deny("On the climb you stay on the side that can win.", "swap_sides", hide=True)
    if not match.can_take_over or game.computer_to_move:
        deny("There is no first move to take over now.", "take_over", hide=True)
    if not timeline.moves:
        deny("No move has been made yet.", "export", "copy_id", "review")
    if game.undo_target is None:
        deny("There is no move to take back.", "undo")
    if game.redo_target is None:
        deny("There is no move to play again.", "redo")
    if not timeline.at:
        deny("This is the empty board already.", "jump")
    if timeline.is_present:
        deny("This is the latest move already.", "present")
    if wide:
        deny("The moves are shown already.", "toggle_moves")
    return found
