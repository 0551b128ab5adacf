"""Line mode: hot-seat play on standard input and output, in the words of the documents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TextIO

from gridlock_tui.cli.lines import Lines
from gridlock_tui.cli.speech import (
    board_words,
    error_words,
    move_words,
    position_words,
    possible_moves,
    room_words,
    turn_words,
    undo_words,
)
from gridlock_tui.match import Game, Setup
from gridlock_tui.match.effort import result_words
from gridlock_tui.match.match import Match
from gridlock_tui.rules import (
    GameState,
    GridlockError,
    Move,
    Names,
    NotationError,
    OffBoardError,
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

if TYPE_CHECKING:
    from gridlock_tui.cli.coach import LineCoach
    from gridlock_tui.match.turning_point import NeverTurned, TurningPoint


class LineGame:
    """One game, from the first prompt to the closing message, and what is asked about it then.

    It draws the grid after every move. If it is `verbose`, it describes every change in words
    instead and draws the grid on request: a screen reader would spell it character by character.
    """

    def __init__(self, setup: Setup, source: TextIO, out: TextIO, *, verbose: bool = False) -> None:
        self.verbose = verbose
        self.match = Match.begin(setup)
        self.token: int | None = None
        self._coach: LineCoach | None = None
        self._turned: TurningPoint | NeverTurned | None = None
        self.abandoned = False
        self._lines = Lines(source, out)

    @property
    def setup(self) -> Setup:
        """The players, the variant and the board."""
        return self.match.game.setup

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.match.game

    @property
    def names(self) -> Names:
        """The names of the players."""
        return self.setup.names

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
        self._play_game()
        while self.state.is_over and self._goes_on():
            self._play_game()

    def _play_game(self) -> None:
        if self.verbose:
            self._say(board_words(self.state), room_words(self.state, self.names))
        self._begin_turn()
        while not self.state.is_over and not self.abandoned:
            if self.game.computer_to_move:
                self._let_computer_move()
                continue
            line = self._lines.ask(prompt_text(self.state, self.names, self.token))
            if line is None:
                self._say("", "The input has ended; the game is not finished.")
                return
            self._answer(line)
        if not self.abandoned:
            self._say(closing_text(self.state, self.names))
            self._tell_effort()

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
            "hint": self._hint,
            "why": self._why,
            "back": self._back,
            "undo": self._undo,
            "quit": self._quit,
            "q": self._quit,
        }
        try:
            commands.get(line.strip().casefold(), partial(self._take, line))()
        except GridlockError as error:
            self._say(f"{error_words(error)}\n")

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
        before, self.match = self.state, self.match.play(move)
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
        advice = "hint tells where a good move is, then which one; why tells the reason."
        self._say("", variant.essence, how, commands, others, advice, "")

    def _list_moves(self) -> None:
        self._say(*possible_moves(self.state, in_words=self.verbose), "")

    def _undo(self) -> None:
        timeline, target = self.game.timeline, self.game.undo_target
        if self.token is not None:
            self._say(f"Token {self.token} is back in your hand.\n")
            self.token = None
        elif target is None:
            self._say(f"There is no move {'of yours ' if timeline.at else ''}to take back.\n")
        else:
            self._take_back_to(target)

    def _take_back_to(self, target: int) -> None:
        timeline = self.game.timeline
        for at in range(timeline.at - 1, target - 1, -1):
            before, move = timeline.states[at], timeline.moves[at]
            self._say(f"{write_move(before.variant, move)} is taken back.")
            if self.verbose:
                self._say(*undo_words(before, move, self.names))
        self.match = self.match.jump(target)
        self._say("")
        self._begin_turn()

    # Advice.

    @property
    def coach(self) -> LineCoach:
        """Who answers questions; the engine is loaded with the first one."""
        if self._coach is None:
            from gridlock_tui.cli.coach import LineCoach

            self._coach = LineCoach()
        return self._coach

    def _hint(self) -> None:
        self._say(*self.coach.hint(self.game), "")
        self.match = self.match.with_help()

    def _why(self) -> None:
        self._say(*self.coach.why(self.game), "")
        self.match = self.match.with_help()

    def _back(self) -> None:
        found = self.coach.way_back_from(self.state)
        if found is None:
            self._say("Type why first: when every move loses, it finds the mistake.\n")
        elif found.move is None:
            self._say("There is no mistake to go back to.\n")
        else:
            self.token = None
            self._take_back_to(found.at)

    # After a game.

    def _tell_effort(self) -> None:
        """Say what help a game against a computer took, and where it turned."""
        person, outcome = self.setup.person, self.state.outcome
        if person is None or outcome is None:
            return
        won, given = outcome.winner is person, self.match.given_moves
        words = result_words(self.match.effort, won=won, given_moves=given)
        self._say("", *filter(None, [words]))
        self._tell_turning_point()

    def _tell_turning_point(self) -> None:
        from gridlock_tui.cli.coach import find_turning_point, turning_lines

        since = self.match.given_moves
        self._turned = find_turning_point(self.game.timeline, since)
        self._say(*filter(None, turning_lines(self._turned, self.game, self.names, since)))

    def _goes_on(self) -> bool:
        """Answer questions about the finished game; return whether another one begins."""
        if self.setup.computers == 2:
            return False
        turn = "" if self.setup.computers else "turn tells where it turned, "
        choices = f"{turn}again plays on from there, swap exchanges sides, Enter leaves: "
        while True:
            # A file that ends with the game ends the transcript too.
            line = self._lines.ask_person(choices)
            command = (line or "").strip().casefold()
            if command == "turn":
                self._tell_turning_point()
            elif command == "again":
                if self._plays_on():
                    return True
            elif command == "swap":
                self._begin(self.match.restart(swap_sides=True))
                return True
            elif not command or command in ("quit", "q") or not self._lines.is_terminal:
                return False

    def _plays_on(self) -> bool:
        """Begin a game from the turning point; say so if there is none."""
        from gridlock_tui.match.turning_point import TurningPoint

        if self._turned is None:
            self._tell_turning_point()
        if not isinstance(self._turned, TurningPoint):
            return False
        at = self._turned.number - 1
        self._begin(self.match.play_on_from(at))
        self._say(f"The game goes on from move {at + 1}.")
        return True

    def _begin(self, match: Match) -> None:
        self.match, self.token, self._turned = match, None, None

    def _quit(self) -> None:
        self._say("The game is left unfinished.")
        self.abandoned = True

    def _say(self, *lines: str) -> None:
        for line in lines:
            if self.verbose:  # a screen reader would say "blank" for an empty line
                line = line.strip("\n")
            if line or not self.verbose:
                self._lines.say(line)
