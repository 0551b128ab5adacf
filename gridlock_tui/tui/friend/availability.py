"""Which actions of a match with a friend cannot be done now, and why."""

from __future__ import annotations

from gridlock_tui.net.events import Kind
from gridlock_tui.tui.commands import GAME, WITH_FRIEND
from gridlock_tui.tui.friend.view import FriendView
from gridlock_tui.tui.game.availability import Denial
from gridlock_tui.tui.wording.moves import sentence

_PLACING = ("place", "type_move", "next_token")
_OF_PLAYERS = (
    *_PLACING,
    "undo",
    "take_over",
    "new_game",
    "say",
    "resign",
    "grant",
    "refuse",
)
_ABSENT = tuple(command.action.partition("(")[0] for command in GAME if command not in WITH_FRIEND)


def denied_actions(view: FriendView, *, wide: bool) -> dict[str, Denial]:
    """Return every action that cannot be done now."""
    net, table, timeline = view.net, view.table, view.game.match.game.timeline
    found: dict[str, Denial] = {}

    def deny(reason: str, *actions: str, hide: bool = False) -> None:
        for action in actions:
            found.setdefault(action, Denial(sentence(reason), hide))

    def ask(kind: Kind, action: str, *, hide: bool = False) -> None:
        if reason := view.why_not(kind):
            deny(reason, action, hide=hide)

    deny("that is not possible in a match with a friend", *_ABSENT, hide=True)
    if net.seat is None:
        deny("you only watch", *_OF_PLAYERS, hide=True)
    if not timeline.state.variant.has_tokens:
        deny("there are no tokens in this game", "next_token", hide=True)
    if table.is_over:
        deny("the game is over", *_PLACING, hide=True)
    elif not view.is_present:
        deny("return to the latest move first", *_PLACING)
    elif not view.may_place:
        deny(view.why_not(Kind.MOVE) or net.status, "place", "type_move")
    ask(Kind.UNDO, "undo")
    ask(Kind.READY, "new_game", hide=not table.is_over)
    ask(Kind.SWAP, "take_over", hide=True)
    ask(Kind.RESIGN, "resign", hide=table.is_over)
    if not net.must_answer:
        deny(f"{net.friend} has not asked for an undo", "grant", "refuse", hide=True)
    if not table.is_over:
        deny("the game is not finished", "review", hide=True)
    if not timeline.moves:
        deny("no move has been made yet", "export", "copy_id", "review")
    if not timeline.at:
        deny("this is the empty board already", "jump")
    if timeline.is_present:
        deny("this is the latest move already", "present")
    if wide:
        deny("the moves are shown already", "toggle_moves")
    return found
