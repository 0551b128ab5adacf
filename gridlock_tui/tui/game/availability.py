"""Why a key has nothing to do just now, in a sentence for whoever has pressed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridlock_tui.tui.screens.game import GameScreen

_ALWAYS = {
    "jump": "This is the empty board already.",
    "present": "This is the present already.",
    "toggle_moves": "The moves are to be seen already.",
    "undo": "There is no move to take back.",
    "redo": "There is no move that was taken back.",
    "export": "No move has been made yet.",
    "copy_id": "No move has been made yet.",
    "review": "No move has been made yet.",
    "faster": "No computer plays in this game.",
    "slower": "No computer plays in this game.",
    "take_over": "There is no first move to take over now.",
}
"""The actions that cannot be done for one reason only."""


def excuse(screen: GameScreen, action: str) -> str:
    """Say why the action cannot be done in this game now."""
    state, variant = screen.timeline.state, screen.variant
    turn = f"It is the turn of {screen.names[state.to_move - 1]}."
    match action:
        case "next_token" if not variant.has_tokens:
            return "There are no tokens in this game."
        case "nimbers" if not variant.has_grundy_values:
            return "There are no Grundy values in this game."
        case "pause" if not screen.is_watched:
            return "Only a game between two computers can be paused."
        case "hint" if screen.is_watched and not state.is_over:
            return f"Pause the game first: {screen.app.key_of('pause')}."
        case "hint" if not state.is_over:
            return turn
        case "place" | "type_move" if screen.is_watched and not state.is_over:
            return f"{turn} Two computers play, and you watch."
    return _ALWAYS.get(action, "The game is over.")
