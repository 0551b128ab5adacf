"""The state of the screen of a match with a friend. Immutable; what is shown follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridlock_tui.net.events import Event, Kind
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Link, View
from gridlock_tui.net.words import event_words
from gridlock_tui.rules import GridlockError, Move, Player, write_move
from gridlock_tui.tui.game.view import GameView, KeyOf
from gridlock_tui.tui.wording.moves import StatusMessage, sentence, what_happened_within

_AWAITED = (Kind.UNDO, Kind.READY)
"""What you do and then wait for an answer: the description says so."""
_EVENTS_SAID = 3
"""The most events that are told at once: after a break there may be many."""


@dataclass(frozen=True, slots=True)
class FriendView:
    """The match as both sides know it, and what the person at this screen looks at."""

    net: View
    """The match and the connection; its table is never None."""
    game: GameView
    """The state of the game that is shown, the cursor, the token and what was said last."""
    room: str = ""
    """How the host can be found: address and code; empty for a guest."""

    @classmethod
    def of(cls, net: View, room: str = "") -> FriendView:
        """Return the view of a match that has begun."""
        if net.table is None:
            raise GridlockError("the match has not begun")
        return cls(net, GameView.of(net.table.match), room)

    @property
    def table(self) -> Table:
        """The match."""
        if self.net.table is None:
            raise GridlockError("the match has not begun")
        return self.net.table

    @property
    def side(self) -> Player | None:
        """The side of the person at this screen; None for somebody who watches."""
        return self.table.side_of(self.net.seat) if self.net.seat else None

    @property
    def is_present(self) -> bool:
        """Whether the latest state of the game is shown."""
        return self.game.match.game.timeline.is_present

    @property
    def may_place(self) -> bool:
        """Whether you can place a marker now."""
        return self.net.is_your_turn and self.is_present and self.net.link is not Link.ENDED

    def follow(self, net: View, width: int, key_of: KeyOf) -> FriendView:
        """Return the view after a change of the match or the connection, with that said."""
        before, after = self.table, net.table
        if after is None:
            return self
        view = replace(self, net=net)
        if after.digest != before.digest:
            view = replace(view, game=self._game_after(before, after, width, key_of))
        if net.notice and net.notice != self.net.notice and net.link is Link.HERE:
            view = view.say(net.notice, alarmed=True)
        return view

    def _game_after(self, before: Table, after: Table, width: int, key_of: KeyOf) -> GameView:
        game = self.game
        if after.match.game_uid != before.match.game_uid:
            game = game.other_match(after.match)
        elif after.match != before.match:
            game = game.with_match(after.match)
        words = self._told(before, after, width, game, key_of)
        return game.say(words, whole=True) if words else replace(game, said=None)

    def _told(self, before: Table, after: Table, width: int, game: GameView, key_of: KeyOf) -> str:
        """Return what has happened since the table that was shown last."""
        if before.seq < after.start.seq:  # longer ago than anybody remembers
            return ""
        events = after.since(before.seq, after.seq)
        words, table = [], before
        for event in events:
            waits = event.by is self.net.seat and event.kind in _AWAITED
            words.append("" if waits else event_words(table, event, self.net.seat))
            table = table.after(event)
        if events[-1].kind is Kind.MOVE:
            words[-1] = "" if after.is_over else self._move_words(after, width, game, key_of)
        return " ".join(filter(None, words[-_EVENTS_SAID:]))

    def _move_words(self, table: Table, width: int, game: GameView, key_of: KeyOf) -> str:
        words = what_happened_within(width, table.match.game.timeline, game.names)
        if table.match.can_take_over and table.to_move is self.net.seat:
            words += f" You may take over: {key_of('take-over')}."
        return words

    # What the person at this screen does.

    def with_game(self, game: GameView) -> FriendView:
        """Return the view with another cursor, token or state shown."""
        return replace(self, game=game)

    def say(self, text: str, *, alarmed: bool = False) -> FriendView:
        """Return the view with this said."""
        return replace(self, game=self.game.say(text, alarmed=alarmed, whole=True))

    def warn(self, reason: str) -> FriendView:
        """Return the view with a sentence that says why something cannot be done."""
        return self.say(sentence(reason), alarmed=True)

    def why_not(self, kind: Kind, text: str = "") -> str | None:
        """Return a sentence that says why you cannot do this now, None if you can."""
        if self.net.link is Link.ENDED:
            return self.net.notice
        return self.net.why_not(kind, text)

    def written(self, move: Move) -> str:
        """Return the move as it is sent."""
        return write_move(self.table.match.game.setup.variant, move)

    @property
    def pending(self) -> Event | None:
        """What you did and the host has not confirmed."""
        return self.net.pending

    # Sentences.

    def message(self, key_of: KeyOf) -> StatusMessage:
        """Return what to say under the board."""
        net, said, friend = self.net, self.game.said, self.net.friend
        if net.link is Link.ENDED:
            return StatusMessage(net.notice, alarmed=True, whole=True)
        if said is not None and said.alarmed:
            return said
        if net.link is not Link.HERE:
            return StatusMessage(self._away_words(), whole=True)
        if net.must_answer:
            yes, no = key_of("friend-yes"), key_of("friend-no")
            question = f"{friend} asks to take back a move: {yes} takes it back, {no} does not."
            return StatusMessage(question, alarmed=True, whole=True)
        return said or self._description(key_of)

    def _away_words(self) -> str:
        more = self.room
        if self.pending is not None:
            more = f"What you did is kept, and sent when {self.net.friend} is back."
        return f"Waiting for {self.net.friend}. {more}" if more else self.net.status

    def _description(self, key_of: KeyOf) -> StatusMessage:
        net, table, friend = self.net, self.table, self.net.friend
        if self.pending is not None:
            return StatusMessage(net.status)
        if not self.is_present:
            return StatusMessage(f"{key_of('present')} returns to the latest move.")
        if table.is_over:
            waits = net.seat is not None and net.seat in table.ready
            return StatusMessage(f"You are ready. Waiting for {friend}…" if waits else "")
        if net.seat is not None and table.asked is net.seat:
            return StatusMessage(f"You asked for an undo. Waiting for {friend}…")
        if net.is_your_turn:
            return self.game.message(key_of)
        mover = self.game.names[table.match.game.state.to_move - 1]
        return StatusMessage(f"{mover} to move." + ("" if net.seat else " You watch."))
