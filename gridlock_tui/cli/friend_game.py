"""Line mode of a match between two machines: `host` and `join`."""

from __future__ import annotations

import asyncio
from typing import TextIO

from gridlock_tui.cli.speech import board_words, move_words, position_words, turn_words
from gridlock_tui.cli.typed_lines import TypedLines
from gridlock_tui.net.events import WORDS, Event, Kind, Seat, read_word
from gridlock_tui.net.table import Table
from gridlock_tui.net.view import Link, Session, View, sentence
from gridlock_tui.net.words import called, event_words
from gridlock_tui.rules import (
    GridlockError,
    cell_list,
    closing_text,
    draw_grid,
    expected_move,
    pass_text,
    read_move,
    read_placement,
    write_move,
)
from gridlock_tui.rules.text import clean, listed

_HELP = (
    "moves lists where you can place, board tells what stands where, grid draws it.",
    "undo asks your friend to take back your last move; yes and no answer such a question.",
    "swap takes over the first move, if that was agreed on. resign gives up the game.",
    "next asks for the next game or a rematch. quit leaves; the match is kept.",
    f"say is followed by a word: {listed(list(WORDS), last='or')}.",
)
_COMMANDS = {
    "undo": Kind.UNDO,
    "yes": Kind.GRANT,
    "no": Kind.REFUSE,
    "swap": Kind.SWAP,
    "resign": Kind.RESIGN,
    "next": Kind.READY,
    "rematch": Kind.READY,
}


class FriendGame:
    """A match with a friend, from the first line to the last.

    Moves from a pipe or a file wait until it is your turn; at a terminal you are told.
    """

    def __init__(
        self, session: Session, lines: TypedLines, out: TextIO, *, verbose: bool = False
    ) -> None:
        self._feed, self._act = session.feed, session.act
        self._lines, self._out, self.verbose = lines, out, verbose
        self._shown = View(session.feed.view.seat)
        self._prompts = False
        self._is_left = False
        self._reads = True

    async def run(self) -> None:
        """Play until you leave; raise GridlockError if the connection is over for good."""
        self._feed.listeners.append(self._show)
        self._show(self._feed.view)
        ending = asyncio.create_task(self._feed.until(lambda view: view.link is Link.ENDED))
        playing = asyncio.create_task(self._answer_lines())
        try:
            await asyncio.wait((ending, playing), return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                await playing
            else:
                notice = self._feed.view.notice.rstrip(".")
                raise GridlockError(notice[:1].lower() + notice[1:])
        finally:
            self._feed.listeners.remove(self._show)
            ending.cancel()
            playing.cancel()

    async def _answer_lines(self) -> None:
        while not self._is_left:
            if not self._lines.is_terminal:
                await self._feed.until(_waits_for_you)
            line = await self._lines.next()
            self._prompts = False
            if line is None:
                self._reads = False
                await self._end_input()
                return
            if not self._lines.is_terminal:
                self._say(clean(line, 200))
            try:
                self._answer(line)
            except GridlockError as error:
                self._say(sentence(str(error)))
            self._prompt()

    async def _end_input(self) -> None:
        """Leave: a terminal at once, other input when the game has ended on both sides."""
        if not self._lines.is_terminal:
            await self._feed.until(
                lambda view: view.table and view.table.is_over and view.is_settled
            )

    # What you type.

    def _answer(self, line: str) -> None:
        command, _, rest = " ".join(line.casefold().split()).partition(" ")
        table = self._feed.view.table
        if command in ("quit", "q"):
            self._is_left = True
        elif command in ("help", "?"):
            self._help(table)
        elif not command:
            self._is_left = table is not None and table.is_over and self._lines.is_terminal
        elif command == "say":
            self._act(Kind.SAY, read_word(rest))
        elif not rest and command in _COMMANDS:
            self._act(_COMMANDS[command])
        elif table is None or self._feed.view.seat is None:
            raise GridlockError(self._feed.view.why_not(Kind.MOVE) or "")
        elif command in ("moves", "board", "grid"):
            self._describe(command, table)
        else:
            variant = table.match.game.setup.variant
            side = table.side_of(self._feed.view.seat)
            move = read_placement(variant, line, None, side)
            self._act(Kind.MOVE, write_move(variant, move))

    def _help(self, table: Table | None) -> None:
        if table is not None:
            variant = table.match.game.setup.variant
            self._say(variant.essence, f"To move, write {expected_move(variant)}.")
        self._say(*_HELP)

    def _describe(self, command: str, table: Table) -> None:
        state, names = table.match.game.state, table.match.game.names
        if command == "board":
            self._say(*position_words(state, names))
        elif command == "grid":
            self._say(draw_grid(state))
        else:
            if hand := state.hand(state.to_move):
                self._say(f"Tokens in hand: {', '.join(map(str, hand))}.")
            room = cell_list(state, state.room_for(state.to_move)) or "none"
            self._say(f"Cells where {names[state.to_move - 1]} can place: {room}.")

    # What has happened.

    def _show(self, view: View) -> None:
        before, self._shown = self._shown, view
        if view.notice and view.notice != before.notice and view.link is not Link.ENDED:
            self._say(sentence(view.notice))
        if view.table is not None and (
            before.table is None or view.table.digest != before.table.digest
        ):
            self._tell(before.table, view.table)
            if before.table is None and view.link is not Link.HERE:
                self._say(view.status)
        elif view.link is Link.ENDED:
            self._say()  # `run` raises what the notice says
            return
        elif view.link is not before.link or before.table is None:
            self._say(view.status)
        if view.pending and not before.pending and view.link is not Link.HERE:
            self._say(f"It is kept, and sent when {view.friend} is back.")
        if view.watchers != before.watchers:
            self._say(f"Watching: {view.watchers}.")
        self._prompt()

    def _tell(self, before: Table | None, table: Table) -> None:
        """Tell what was done since the table that was shown last, and show the new one."""
        if before is None or before.seq < table.start.seq:
            self._begin(table)
            return
        for event in table.since(before.seq, table.seq):
            self._say(*self._event_words(before, event))
            game, before = before.match.game_uid, before.after(event)
            if before.match.game_uid != game:
                self._begin(before)
            elif event.kind in (Kind.MOVE, Kind.GRANT):
                self._draw(before)
            if before.is_over and event.kind in (Kind.MOVE, Kind.RESIGN):
                self._close(before)

    def _begin(self, table: Table) -> None:
        variant = table.match.game.setup.variant
        one, two = table.match.game.names
        self._say(f"{variant.title}, {variant.board}: {one} (X) and {two} (O).")
        if self.verbose:
            self._say(board_words(table.match.game.state))
        self._draw(table)
        if table.is_over:
            self._close(table)

    def _draw(self, table: Table) -> None:
        state, names = table.match.game.state, table.match.game.names
        if not self.verbose:
            self._say("", draw_grid(state), "")
            if passed := "" if state.is_over else pass_text(state, names):
                self._say(passed, "")
        elif not state.is_over:
            self._say(turn_words(state, names))

    def _close(self, table: Table) -> None:
        if not table.resigned:
            self._say(closing_text(table.match.game.state, table.match.game.names))
        seats = (self._shown.seat or Seat.HOST, (self._shown.seat or Seat.HOST).other)
        score = ", ".join(
            f"{called(table, seat, self._shown.seat)} {table.score_of(seat)}" for seat in seats
        )
        self._say(f"Score: {score}.")

    def _event_words(self, table: Table, event: Event) -> list[str]:
        """Return what was done, given the table before it."""
        if event.kind is Kind.MOVE and self.verbose:
            game = table.match.game
            return move_words(game.state, read_move(game.setup.variant, event.text), game.names)
        return [event_words(table, event, self._shown.seat)]

    def _prompt(self) -> None:
        view = self._feed.view
        is_wanted = self._reads and not self._is_left and _waits_for_you(view)
        if self._prompts or not is_wanted or view.table is None:
            return
        self._prompts = True
        if view.must_answer:
            prompt = "Take it back? yes or no: "
        elif view.table.is_over:
            prompt = "Type next for another game, or quit: "
        else:
            swaps = " (or swap)" if view.table.match.can_take_over else ""
            prompt = f"Your move{swaps}: "
        self._out.write(prompt)
        self._out.flush()

    def _say(self, *lines: str) -> None:
        if self._prompts:
            self._out.write("\n")
            self._prompts = False
        for line in lines:
            if line or not self.verbose:
                self._out.write(f"{line}\n")
        self._out.flush()


def _waits_for_you(view: View) -> bool:
    """Return whether you can do something about the game now."""
    table = view.table
    if table is None or view.seat is None or view.pending is not None:
        return False
    is_open = table.is_over and view.seat not in table.ready
    return view.is_your_turn or view.must_answer or is_open
