"""Line mode: hot-seat play on standard input and output, in the words of the documents."""

from __future__ import annotations

from functools import partial
from typing import TextIO

from gridlock_tui.cli.speech import (
    board_words,
    cell_words,
    move_words,
    position_words,
    room_words,
    turn_words,
    undo_words,
)
from gridlock_tui.match import Setup
from gridlock_tui.rules import (
    GameState,
    GridlockError,
    Move,
    NotationError,
    OffBoardError,
    cell_list,
    closing_text,
    draw_grid,
    expected_move,
    pass_text,
    prompt_text,
    read_placement,
    read_token,
    turn_text,
    write_move,
)
from gridlock_tui.rules.text import clean

_LONGEST_LINE = 4096


class LineGame:
    """One game, from the first prompt to the closing message.

    It draws the grid after every move. If it is `verbose`, it describes every change in words
    instead and draws the grid on request: a screen reader would spell it character by character.
    """

    def __init__(self, setup: Setup, source: TextIO, out: TextIO, *, verbose: bool = False) -> None:
        self.setup = setup
        self.verbose = verbose
        self.names = setup.names
        self.game = setup.begin()
        self.token: int | None = None
        self.abandoned = False
        self._source = source
        self._out = out
        # A terminal shows what you type. Input from a file or a pipe we print ourselves, so that
        # the transcript reads the same.
        self._echoes = not source.isatty()

    @property
    def state(self) -> GameState:
        """The position on the board."""
        return self.game.state

    def run(self) -> None:
        """Play until the game is over, the players quit or the input ends."""
        variant = self.state.variant
        commands = "help, moves, board, grid, undo" if self.verbose else "help, moves, undo"
        how = f" Type a move, or {commands}, quit." if self.setup.computers < 2 else ""
        self._say(f"{variant.title}, {variant.board}.{how}\n")
        if self.verbose:
            self._say(board_words(self.state), room_words(self.state, self.names))
        self._begin_turn()
        while not self.state.is_over and not self.abandoned:
            if self.game.computer_to_move:
                self._let_computer_move()
                continue
            line = self._ask(prompt_text(self.state, self.names, self.token))
            if line is None:
                self._out.write("\n")  # end the line of the prompt
                self._say("", "The input has ended; the game is not finished.")
                return
            self._answer(line)
        if not self.abandoned:
            self._say(closing_text(self.state, self.names))

    def _let_computer_move(self) -> None:
        from gridlock_tui.engine.players import LEVELS, choose

        mover = self.state.to_move
        move = choose(self.state, LEVELS[self.setup.kinds[mover - 1]], self.setup.seed)
        if not self.verbose:
            self._say(f"{self.names[mover - 1]} plays {write_move(self.state.variant, move)}.")
        self._play(move)

    def _answer(self, line: str) -> None:
        commands = {
            "help": self._help,
            "?": self._help,
            "moves": self._list_moves,
            "board": lambda: self._say(*position_words(self.state, self.names), ""),
            "grid": lambda: self._say(draw_grid(self.state), ""),
            "undo": self._undo,
            "quit": self._quit,
            "q": self._quit,
        }
        try:
            commands.get(line.strip().casefold(), partial(self._take, line))()
        except GridlockError as error:
            sentence = str(error)
            self._say(f"{sentence[0].upper()}{sentence[1:]}.\n")

    def _take(self, line: str) -> None:
        """Choose a token or play a move from the line, or raise the reason why not."""
        variant = self.state.variant
        if not variant.has_tokens or self.token is not None:
            move = read_placement(variant, line, self.token, self.state.to_move)
            if move.token != self.token:
                raise NotationError(f"token {self.token} is chosen: write its cell, or undo")
            self._play(move)
            return
        try:
            move = read_placement(variant, line, None, self.state.to_move)
        except OffBoardError:
            raise
        except NotationError:
            token = read_token(variant, line, self.state.to_move)
            # Whether a token can be placed is the same on every empty cell.
            anywhere = self.state.room_for(self.state.to_move)[0]
            if refusal := self.state.refusal(Move(anywhere, token)):
                raise refusal from None
            self.token = token
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        before, self.game = self.state, self.game.play(move)
        if self.verbose:
            self._say(*move_words(before, move, self.names))
        self.token = None
        self._say("")
        self._begin_turn()

    def _begin_turn(self) -> None:
        state, names = self.state, self.names
        if not self.verbose:
            phrases = state.variant.phrases
            heading = phrases.next_grid if self.game.timeline.at else phrases.first_grid
            self._say(*filter(None, [heading, draw_grid(state)]), "")
        if state.is_over:
            return
        if self.verbose:
            self._say(turn_words(state, names))
            return
        if passed := pass_text(state, names):
            self._say(passed, "")
        if turn := turn_text(state, names):
            self._say(turn)

    def _help(self) -> None:
        variant = self.state.variant
        how = f"To move, write {expected_move(variant)}."
        if self.token is not None:
            cell = variant.cells.expected(variant.board)
            how = f"Token {self.token} is chosen: write {cell}."
        commands = "moves lists where you can place, undo takes back the last move, quit leaves."
        others = "board tells what stands where, grid draws it."
        self._say("", variant.essence, how, commands, others, "")

    def _list_moves(self) -> None:
        state = self.state
        room = state.room_for(state.to_move)
        # No brackets in verbose mode: a screen reader would read them out.
        cells = cell_words(state, room) if self.verbose else cell_list(state, room)
        if hand := state.hand(state.to_move):
            self._say(f"Tokens in hand: {', '.join(map(str, hand))}.")
        self._say(f"Cells where you can place: {cells}.\n")

    def _undo(self) -> None:
        timeline, target = self.game.timeline, self.game.undo_target
        if self.token is not None:
            self._say(f"Token {self.token} is back in your hand.\n")
            self.token = None
        elif target is None:
            self._say(f"There is no move {'of yours ' if timeline.at else ''}to take back.\n")
        else:
            for at in range(timeline.at - 1, target - 1, -1):
                before, move = timeline.states[at], timeline.moves[at]
                self._say(f"{write_move(before.variant, move)} is taken back.")
                if self.verbose:
                    self._say(*undo_words(before, move, self.names))
            self.game = self.game.jump(target)
            self._say("")
            self._begin_turn()

    def _quit(self) -> None:
        self._say("The game is left unfinished.")
        self.abandoned = True

    def _ask(self, prompt: str) -> str | None:
        self._out.write(prompt)
        self._out.flush()
        line = chunk = self._source.readline(_LONGEST_LINE)
        while chunk and not chunk.endswith("\n"):
            chunk = self._source.readline(_LONGEST_LINE)
            line = line[:_LONGEST_LINE] + chunk[:1]  # keep it too long to be a move
        if not line:
            return None
        if self._echoes:
            self._out.write(clean(line, 200) + "\n")  # even if empty, to end the line of the prompt
        return line

    def _say(self, *lines: str) -> None:
        for line in lines:
            if self.verbose:  # a screen reader would say "blank" for an empty line
                line = line.strip("\n")
            if line or not self.verbose:
                self._out.write(line + "\n")
