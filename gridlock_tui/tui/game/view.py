"""The state of the game screen. Immutable; everything on the screen follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gridlock_tui.match.correspondence import (
    as_sent,
    despite_letters,
    has_unsent_move,
    next_words,
    not_yours,
)
from gridlock_tui.match.letters import Step
from gridlock_tui.match.match import Match
from gridlock_tui.match.naming import as_object, does, shown_names
from gridlock_tui.rules import Cell, Move, Names
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.pointer import no_such_cell, typed_number, types_digits
from gridlock_tui.tui.wording.moves import (
    StatusMessage,
    about_cell,
    as_drawn,
    sentence,
    what_happened_within,
)

if TYPE_CHECKING:
    from gridlock_tui.tui.game.hints import Hint
    from gridlock_tui.tui.game.opponent import Decision

KeyOf = Callable[[str], str]
"""Returns the key of a command, as a player knows it."""


@dataclass(frozen=True, slots=True)
class GameView:
    """A match, the cell and token that you point at and hold, and what was said last."""

    match: Match
    cursor: Cell
    token: int | None = None
    said: StatusMessage | None = None
    """What was said last; None describes the cell under the cursor."""
    digits: str = ""
    """The digits typed so far of a cell's or token's number."""
    paused: bool = False
    """Whether a game between two computers is paused."""
    typing: bool = False
    """Whether the typed entry is open."""
    submits_later: bool = False
    """Whether the typed move is made as soon as the computer has moved."""
    moves_shown: bool = False
    """Whether a small window shows the moves."""
    engine_failed: bool = False
    """Whether the engine could not be asked for the move of a computer."""
    reviewing: bool = False
    """Whether a review has the engine."""
    insists: Step | None = None
    """The step that was refused because it is not yours: the second time it is made."""
    hint: Hint | None = None
    """The hint that was given in the state shown."""

    @classmethod
    def of(cls, match: Match) -> GameView:
        """Return the view of a match, with the cursor in the middle of the board."""
        board = match.game.state.board
        middle = board.cell((board.rows - 1) // 2, (board.columns - 1) // 2)
        return cls(match, middle).with_match(match)

    @property
    def names(self) -> Names:
        """The players of the state that is shown, as they are called."""
        return shown_names(self.match.game.seating)

    @property
    def computer_may_move(self) -> bool:
        """Whether a computer is to move now, and nobody looks back or has paused it."""
        match = self.match
        if not match.game.computer_to_move:
            return False
        return not self.paused if match.is_watched else match.game.timeline.is_present

    @property
    def computer_thinks(self) -> bool:
        """Whether a computer is choosing its move."""
        return self.computer_may_move and not (self.engine_failed or self.reviewing)

    @property
    def coach_may_speak(self) -> bool:
        """Whether the position is open to advice: never for a computer that you play against."""
        match, game = self.match, self.match.game
        return not game.state.is_over and (match.is_watched or not game.computer_to_move)

    def with_match(self, match: Match) -> GameView:
        """Return the view of another state of the match, with the mover's first token in hand."""
        state = match.game.state
        hand = state.hand(state.to_move)
        token = hand[0] if hand else None
        view = replace(self, match=match, token=token, said=None, engine_failed=False)
        return replace(view, hint=None, insists=None)

    def point_at(self, cell: Cell) -> GameView:
        """Return the view with the cursor on a cell."""
        return self if cell == self.cursor else replace(self, cursor=cell, said=None)

    def move_cursor(self, down: int, right: int) -> GameView:
        """Return the view with the cursor on a neighbouring cell, if there is one."""
        board = self.match.game.state.board
        row, column = board.place(self.cursor)
        if not board.holds(row + down, column + right):
            return replace(self, digits="")
        return replace(self.point_at(board.cell(row + down, column + right)), digits="")

    def take(self, token: int) -> GameView:
        """Return the view with this token in hand."""
        return self if token == self.token else replace(self, token=token, said=None)

    def take_next(self, by: int) -> GameView:
        """Return the view with another token of the hand taken."""
        state = self.match.game.state
        hand = state.hand(state.to_move)
        if self.token not in hand:
            return self
        return self.take(hand[(hand.index(self.token) + by) % len(hand)])

    def say(self, text: str, *, alarmed: bool = False, whole: bool = False) -> GameView:
        """Return the view with this said; a warning is always shown whole."""
        return replace(self, said=StatusMessage(text, alarmed, whole or alarmed))

    def warn(self, reason: str) -> GameView:
        """Return the view with a sentence that says why something cannot be done."""
        return self.say(sentence(reason), alarmed=True)

    def take_or_warn(self, token: int, key_of: KeyOf) -> GameView:
        """Return the view with this token in hand, or with the reason why it cannot be taken."""
        state = self.match.game.state
        room = state.room_for(state.to_move)
        # Whether a token can be placed is the same on every empty cell.
        refusal = self.refusal(Move(room[0] if room else self.cursor, token), key_of)
        return self.take(token) if refusal is None else self.warn(refusal)

    @property
    def types_digits(self) -> bool:
        """Whether a digit begins a typed move; otherwise it is the number of a token or a cell."""
        return types_digits(self.match.game.setup.variant)

    def type_digit(self, digit: str, key_of: KeyOf) -> GameView:
        """Return the view after one more digit of the number of a token or a cell.

        A digit that makes the number too large begins another one.
        """
        variant = self.match.game.setup.variant
        last = variant.tokens_each or variant.board.size
        digits = typed_number(self.digits, digit, last)
        view, number = replace(self, digits=digits), int(digits or "0")
        if variant.has_tokens:
            return view.take_or_warn(number, key_of)
        if 0 < number <= last:
            return view.point_at(number - 1)
        return view.warn(no_such_cell(number, last))

    def objection_by_letters(self, step: Step) -> str | None:
        """Return why a step is not yours to make; None if it is, or the second time."""
        return (not_yours(self.match) or None) if self.insists != step else None

    def copied(self, line: str) -> GameView:
        """Return the view after the game id was copied: the one who sends it waits then."""
        return replace(self, match=as_sent(self.match)).say(f"Copied: {line}", whole=True)

    # What happens in the match.

    def play(self, move: Move, width: int, key_of: KeyOf) -> GameView:
        """Return the view after a legal move, with what it did said in this many columns."""
        match = despite_letters(self.match).play(move)
        view, game = self.with_match(match), match.game
        answers = has_unsent_move(match)
        if game.state.is_over:  # the result says more
            return view.say(f"{key_of('copy-id')} copies the game id.") if answers else view
        words = what_happened_within(width, game.timeline, view.names)
        if match.can_take_over and not game.computer_to_move:
            second = view.names[game.state.to_move - 1]
            words += f" {second} may take over: {key_of('take-over')}."
        if answers:
            words = f"{key_of('copy-id')} copies the answer. {words}"
        elif self.match.letters and not match.letters:
            words = f"You play both sides now; {key_of('undo')} takes the move back. {words}"
        return view.say(words, whole=True)

    def jump(self, at: int) -> GameView:
        """Return the view of the state after this many moves; two computers are paused."""
        view = self.with_match(self.match.jump(at))
        return replace(view, paused=self.match.is_watched)

    def undo(self) -> GameView:
        """Return the view with the last move taken back; its token is in hand again."""
        at = self.match.game.undo_target
        if at is None:
            return self
        token = self.match.game.timeline.moves[at].token
        return self.jump(at) if token is None else self.jump(at).take(token)

    def redo(self) -> GameView:
        """Return the view with a move played again that was taken back."""
        at = self.match.game.redo_target
        return self if at is None else self.jump(at)

    def present(self) -> GameView:
        """Return the view of the latest state."""
        return self.with_match(self.match.jump(len(self.match.game.timeline.moves)))

    def take_over(self) -> GameView:
        """Return the view with the first move taken over by the player to move."""
        to_move = self.match.game.state.to_move
        taker, side = self.names[to_move - 1], to_move.other
        view = self.with_match(despite_letters(self.match).take_over())
        name = view.names[side - 1]
        now = side.symbol if name == taker else f"{side.symbol}, {name},"
        words = f"{does(taker, 'has taken over the first move and is')} {now} now."
        if self.match.letters and not view.match.letters:
            words += " You play both sides here."
        return view.say(words, whole=True)

    def follow(self, decision: Decision, width: int, key_of: KeyOf) -> GameView:
        """Return the view after what a computer has decided."""
        if decision.takes_over:
            return self.take_over()
        return self if decision.move is None else self.play(decision.move, width, key_of)

    def toggle_pause(self) -> GameView:
        """Return the view with the computers paused, or continuing."""
        view = replace(self, paused=not self.paused, said=None)
        return view if view.paused else view.say("The game continues.")

    def with_pace(self, pace: float) -> GameView:
        """Return the view with another pace of the computers."""
        says = f"take {pace:g} seconds a move" if pace else "move at once"
        view = replace(self, match=replace(self.match, pace=pace))
        return view.say(f"Computers {says}.")

    def with_guard(self, guard: bool) -> GameView:
        """Return the view with the blunder guard on or off."""
        says = "on: you are asked before you throw away a win" if guard else "off"
        view = replace(self, match=replace(self.match, guard=guard))
        return view.say(f"The blunder guard is {says}.", whole=True)

    def with_help(self) -> GameView:
        """Return the view with help counted in this position."""
        return replace(self, match=self.match.with_help())

    def with_warning(self) -> GameView:
        """Return the view with a warning of the guard counted in this position."""
        return replace(self, match=self.match.with_warning())

    def with_seconds(self, seconds: int) -> GameView:
        """Return the view with this much time counted."""
        return replace(self, match=self.match.with_seconds(seconds))

    def toggle_moves(self) -> GameView:
        """Return the view with the moves shown in a small window, or hidden."""
        return replace(self, moves_shown=not self.moves_shown)

    def with_overlay(self, *, shown: bool) -> GameView:
        """Return the view with the analysis shown or hidden; say so if that cannot be seen now."""
        if self.coach_may_speak:
            return self
        when = "shown when it is your turn again" if shown else "hidden"
        return self.say(f"The analysis is {when}.")

    def with_hint(self, hint: Hint) -> GameView:
        """Return the view with a hint given; the cursor and the token are those of its move."""
        view = replace(
            self, hint=hint, said=StatusMessage(hint.sentences, whole=True, is_hint=True)
        )
        if hint.move is not None:
            view = replace(view, cursor=hint.move.cell, token=hint.move.token)
        return view

    def without_hint(self) -> GameView:
        """Return the view with no hint shown."""
        return replace(self, hint=None, said=None)

    def go_back(self, at: int) -> GameView:
        """Return the view of the state after this many moves, in which you can still win."""
        game = self.match.game
        name = shown_names(game.jump(at).seating)[game.timeline.states[at].to_move - 1]
        can = does(name, "can win from here")
        return self.jump(at).say(
            f"Back before move {at + 1}: {as_object(name)}{can[len(name) :]}.", whole=True
        )

    # Other games.

    def next_in_series(self) -> GameView | None:
        """Return the view with the next game of the series begun; None if a new match is needed."""
        game, series = self.match.game, self.match.standing
        if game.is_over and not series.is_decided:
            return self.next_game()
        if series.is_under_way and not game.timeline.moves:
            return self.say(f"Game {series.played + 1} of this series has just begun.")
        return None

    def next_game(self) -> GameView:
        """Return the view of the next game of the series."""
        view = self.other_match(self.match.next_game())
        game = view.match.game
        starter = shown_names(game.setup)[game.setup.first - 1]
        number = view.match.series.played + 1
        return view.say(f"Game {number}: {does(starter, 'starts')}.")

    def begin(self, match: Match) -> GameView:
        """Return the view of a new match, and say where the previous game is."""
        game = self.match.game
        where = "history" if game.is_over else "menu"
        more = f" The previous game is in the {where}." if game.timeline.moves else ""
        given = match.given_moves
        words = f"Move {given + 1} once more." if given else "A new game."
        return self.other_match(match).say(words + more, whole=True)

    def other_match(self, match: Match) -> GameView:
        """Return the view of another match in the same window."""
        return replace(GameView.of(match), moves_shown=self.moves_shown)

    # Sentences.

    def refusal(self, move: Move, key_of: KeyOf) -> str | None:
        """Return why you cannot make the move now; None if you can."""
        game = self.match.game
        if game.computer_to_move:
            turn = f"{self.names[game.state.to_move - 1]} to move"
            if game.timeline.is_present:
                return turn
            return f"{turn}; {key_of('present')} returns to the latest move"
        refusal = game.state.why_not(move)
        return None if refusal is None else as_drawn(refusal)

    def message(self, key_of: KeyOf, *, hints_beside: bool = False) -> StatusMessage:
        """Return what was said last, or what placing on the cell under the cursor would do."""
        said = None if hints_beside and self.said and self.said.is_hint else self.said
        return said or self._description(key_of)

    def _description(self, key_of: KeyOf) -> StatusMessage:
        game = self.match.game
        if game.state.is_over:
            return StatusMessage()
        if not_yours(self.match) and game.timeline.is_present:
            words = next_words(self.match)
            if has_unsent_move(self.match):
                words = f"{words}: {key_of('copy-id')} copies the answer"
            return StatusMessage(sentence(words))
        if self.paused:
            return StatusMessage(f"Paused: {key_of('pause')} continues.")
        refusal = self.refusal(Move(self.cursor, self.token), key_of)
        if refusal is not None:
            return StatusMessage(sentence(refusal))
        words = about_cell(game.state, self.cursor, self.token, self.names)
        later = len(game.timeline.moves) - game.timeline.at
        if later:
            words += f" It replaces {counted(later, 'later move')}."
        return StatusMessage(words, player=game.state.to_move)
