"""Line mode: hot-seat play on standard input and output, in the words of the documents."""

from __future__ import annotations

from typing import TextIO

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
    read_move,
    read_placement,
    read_token,
    turn_text,
    write_move,
)
from gridlock_tui.rules.announcements import (
    board_words,
    cell_words,
    move_words,
    position_words,
    room_words,
    turn_words,
    undo_words,
)
from gridlock_tui.rules.text import clean

_LONGEST_LINE = 4096


class LineGame:
    """One game, from the first prompt to the closing message.

    Either the grid is drawn after every move, or, where it is `verbose`, every change is told in
    words and the grid is drawn only when asked for: a screen reader would spell it sign by sign.
    """

    def __init__(self, setup: Setup, source: TextIO, out: TextIO, *, verbose: bool = False) -> None:
        self.setup = setup
        self.verbose = verbose
        self.names = setup.names
        self.states = [setup.variant.start(setup.first)]
        self.moves: list[Move] = []
        self.token: int | None = None
        self.abandoned = False
        self._source = source
        self._out = out
        # A terminal shows what is typed; from a file or a pipe we show it ourselves, so that
        # the transcript reads as if it had been typed.
        self._echoes = not source.isatty()

    @property
    def state(self) -> GameState:
        """The position on the board."""
        return self.states[-1]

    def run(self) -> None:
        """Play until the game is over, the players leave or the input ends."""
        variant = self.state.variant
        commands = "help, moves, board, grid, undo" if self.verbose else "help, moves, undo"
        how = f" Type a move, or {commands}, quit." if self.setup.computers < 2 else ""
        self._say(f"{variant.title}, {variant.board}.{how}\n")
        if self.verbose:
            self._say(board_words(self.state), room_words(self.state, self.names))
        self._begin_turn()
        while not self.state.is_over and not self.abandoned:
            if self.setup.is_computer(self.state.to_move):
                self._let_computer_move()
                continue
            line = self._ask(prompt_text(self.state, self.names, self.token))
            if line is None:
                self._out.write("\n")  # the prompt still waits on its line
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
            "board": self._tell_board,
            "grid": self._draw_grid,
            "undo": self._undo,
            "quit": self._quit,
            "q": self._quit,
        }
        command = commands.get(line.strip().casefold())
        if command is not None:
            command()
            return
        try:
            self._take(line)
        except GridlockError as error:
            sentence = str(error)
            self._say(f"{sentence[0].upper()}{sentence[1:]}.\n")

    def _take(self, line: str) -> None:
        """Take a token or a whole move from the line, or raise the reason why it is neither."""
        variant = self.state.variant
        if not variant.has_tokens or self.token is not None:
            move = read_placement(variant, line, self.token)
            if move.token != self.token:
                raise NotationError(f"token {self.token} is chosen: write its cell, or undo")
            self._play(move)
            return
        try:
            move = read_move(variant, line)
        except OffBoardError:
            raise
        except NotationError:
            self._choose(read_token(variant, line))
        else:
            self._play(move)

    def _choose(self, token: int) -> None:
        # Whether a token can be placed is the same on every empty cell.
        anywhere = self.state.room_for(self.state.to_move)[0]
        refusal = self.state.refusal(Move(anywhere, token))
        if refusal is not None:
            raise refusal
        self.token = token

    def _play(self, move: Move) -> None:
        after = self.state.play(move)
        if self.verbose:
            self._say(*move_words(self.state, move, self.names))
        self.states.append(after)
        self.moves.append(move)
        self.token = None
        self._say("")
        self._begin_turn()

    def _begin_turn(self) -> None:
        if not self.verbose:
            self._show_turn()
        elif not self.state.is_over:
            self._say(turn_words(self.state, self.names))

    def _show_turn(self) -> None:
        phrases = self.state.variant.phrases
        heading = phrases.next_grid if self.moves else phrases.first_grid
        self._say(*filter(None, [heading, draw_grid(self.state)]), "")
        if self.state.is_over:
            return
        passed = pass_text(self.state, self.names)
        if passed:
            self._say(passed, "")
        turn = turn_text(self.state, self.names)
        if turn:
            self._say(turn)

    def _help(self) -> None:
        variant = self.state.variant
        self._say(
            "",
            variant.essence,
            self._how_to_move(),
            "moves lists where you can place, undo takes back the last move, quit leaves.",
            "board tells what stands where, grid draws it.",
            "",
        )

    def _how_to_move(self) -> str:
        variant = self.state.variant
        if self.token is None:
            return f"To move, write {expected_move(variant)}."
        return f"Token {self.token} is chosen: write {variant.cells.expected(variant.board)}."

    def _list_moves(self) -> None:
        state = self.state
        room = state.room_for(state.to_move)
        # Without the brackets of the documents, which a screen reader would read out.
        cells = cell_words(state, room) if self.verbose else cell_list(state, room)
        hand = state.hand(state.to_move)
        if hand:
            self._say(f"Tokens in hand: {', '.join(map(str, hand))}.")
        self._say(f"Cells where you can place: {cells}.\n")

    def _tell_board(self) -> None:
        self._say(*position_words(self.state, self.names), "")

    def _draw_grid(self) -> None:
        self._say(draw_grid(self.state), "")

    def _undo(self) -> None:
        if self.token is not None:
            self._say(f"Token {self.token} is back in your hand.\n")
            self.token = None
        elif not self.moves:
            self._say("There is no move to take back.\n")
        elif not any(not self.setup.is_computer(state.to_move) for state in self.states[:-1]):
            self._say("There is no move of yours to take back.\n")
        else:
            self._take_back()
            while self.setup.is_computer(self.state.to_move):
                self._take_back()
            self._say("")
            self._begin_turn()

    def _take_back(self) -> None:
        move = self.moves.pop()
        self.states.pop()
        self._say(f"{write_move(self.state.variant, move)} is taken back.")
        if self.verbose:
            self._say(*undo_words(self.state, move, self.names))

    def _quit(self) -> None:
        self._say("The game is left unfinished.")
        self.abandoned = True

    def _ask(self, prompt: str) -> str | None:
        self._out.write(prompt)
        self._out.flush()
        line = chunk = self._source.readline(_LONGEST_LINE)
        while chunk and not chunk.endswith("\n"):
            chunk = self._source.readline(_LONGEST_LINE)
            line = line[:_LONGEST_LINE] + chunk[:1]  # too long to be read, and known to be
        if not line:
            return None
        if self._echoes:
            self._out.write(clean(line, 200) + "\n")  # also an empty one: it ends the prompt
        return line

    def _say(self, *lines: str) -> None:
        for line in lines:
            if self.verbose:  # where a screen reader would say "blank"
                line = line.strip("\n")
            if line or not self.verbose:
                self._out.write(line + "\n")
