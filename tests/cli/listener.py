"""A listener: follows a game by the words of `plain --verbose` alone, and checks every one.

What is heard is played on the naive implementation, which shares no code with the package, and
what is said of blocked cells, moves left, passes, turns and the end must be what follows there.
"""

import re
from dataclasses import dataclass, field

from gridlock_tui.rules import Move, Player, Variant, read_cell
from tests import naive
from tests.rules.support import naive_game, naive_play

NAMES = ("Ada", "Ben")
_NUMBER = {name: number for number, name in enumerate(NAMES, start=1)}
_NAME = "(Ada|Ben)"

Heard = tuple[set[naive.Spot], set[naive.Spot]]
"""What is said to be blocked, or free again, for each player."""


@dataclass
class Listener:
    """Hears one line after the other."""

    variant: Variant
    first: Player
    positions: list[naive.Position] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    blocked: Heard | None = None
    undone: bool = False
    telling: bool = False
    """Whether the whole board is being described, not a change."""
    room: tuple[int, int] | None = None
    passed: int = 0
    turn: int = 0
    winner: int = 0
    checked: int = 0

    def __post_init__(self) -> None:
        self.positions = [naive.Position(naive_game(self.variant), mover=self.first)]

    @property
    def position(self) -> naive.Position:
        return self.positions[-1]

    def hear(self, line: str) -> None:
        """Take in one line; what is not about the game is passed over."""
        for pattern, act in (
            (rf"{_NAME} places (?:(?:X|O)|token (\d+)) on (.+)\.", self._placed),
            (r"(.+) is taken back\.", self._taken_back),
            (r"Blocked (.+)\.", self._blocked),
            (r"No other cell is blocked by it\.", self._nothing_blocked),
            (r"Free again (.+)\.", self._free_again),
            (r"Moves left for both: (\d+) cells?\.", self._same_room),
            (r"Moves left: Ada (\d+) cells?, Ben (\d+) cells?\.", self._room),
            (rf"{_NAME} has (nothing on the board yet|.+ on .+)\.", self._has),
            (r"No cell is blocked\.", self._free_board),
            (rf"{_NAME}, no valid moves available\. Passing turn\.", self._passes),
            (rf"{_NAME} is to move( again)?(?:, with (?:X|O))?\..*", self._turn),
            (rf"(?:.* )?{_NAME} wins(?:!| the game!)", self._wins),
        ):
            match = re.fullmatch(pattern, line)
            if match:
                act(match)
                return

    def _spot(self, name: str) -> naive.Spot:
        row, column = divmod(read_cell(self.variant, name), self.variant.board.columns)
        return row + 1, column + 1

    def _placed(self, match: re.Match[str]) -> None:
        assert _NUMBER[match[1]] == self.position.mover
        cell, token = read_cell(self.variant, match[3]), match[2]
        play = naive_play(self.variant, Move(cell, int(token) if token else None))
        assert play in self.position.plays()
        self.positions.append(self.position.after(play))
        self.plays.append(f"{token} {match[3]}" if token else match[3])
        self.blocked = self.room = None
        self.undone = self.telling = False
        self.passed = self.turn = 0
        if self.position.winner():
            self.turn = -1  # nobody's

    def _taken_back(self, match: re.Match[str]) -> None:
        assert match[1] == self.plays.pop()
        self._taken = self.positions.pop()
        self.room = None
        self.undone, self.telling = True, False
        self.passed = self.turn = 0

    def _shares(self, words: str) -> Heard:
        heard: Heard = (set(), set())
        for part in words.split("; "):
            who, _, cells = part.removeprefix("for ").partition(": ")
            spots = {self._spot(cell) for cell in re.split(", | and ", cells)}
            for player in (1, 2) if who == "both" else (_NUMBER[who],):
                assert not spots & heard[player - 1]
                heard[player - 1].update(spots)
        return heard

    def _blocked(self, match: re.Match[str]) -> None:
        heard = self._shares(match[1])
        if self.telling:
            assert heard == self._blocked_now()
        else:
            self.blocked = heard

    def _nothing_blocked(self, match: re.Match[str]) -> None:
        del match
        self.blocked = (set(), set())

    def _free_again(self, match: re.Match[str]) -> None:
        one, two = (
            set(self.position.open_to(player)) - set(self._taken.open_to(player))
            for player in (1, 2)
        )
        assert self._shares(match[1]) == (one, two)
        self.checked += 1

    def _has(self, match: re.Match[str]) -> None:
        self.telling = True
        placed = self.position.placed[_NUMBER[match[1]] - 1]
        heard: set[naive.Play] = set()
        if " on the board" not in match[2]:
            words = re.sub("^(X on|O on|tokens?) ", "", match[2])
            for part in re.split(", | and ", words):
                token, _, cell = part.rpartition(" on ")
                heard.add((self._spot(cell), int(token or 0)))
        assert heard == placed
        self.checked += 1

    def _free_board(self, match: re.Match[str]) -> None:
        del match
        assert self._blocked_now() == (set(), set())

    def _blocked_now(self) -> Heard:
        empty = set(self.position.game.spots()) - self.position.taken()
        one, two = (empty - set(self.position.open_to(player)) for player in (1, 2))
        return one, two

    def _same_room(self, match: re.Match[str]) -> None:
        self.room = (int(match[1]), int(match[1]))

    def _room(self, match: re.Match[str]) -> None:
        self.room = (int(match[1]), int(match[2]))
        assert self.room[0] != self.room[1]

    def _passes(self, match: re.Match[str]) -> None:
        self.passed = _NUMBER[match[1]]

    def _turn(self, match: re.Match[str]) -> None:
        self.turn = _NUMBER[match[1]]
        assert bool(match[2]) == (self.position.last == self.turn)
        self.check()

    def _wins(self, match: re.Match[str]) -> None:
        self.winner = _NUMBER[match[1]]
        self.check()

    def check(self) -> None:
        """Compare all that was heard since the last change with what the rules make of it."""
        now = self.position
        won = now.winner()
        assert self.winner == won
        assert self.turn == (-1 if won else now.mover)
        if not won:
            forced = now.last == now.mover and not self.undone
            assert self.passed == (3 - now.mover if forced else 0)
        if not (won and self.variant.has_tokens):
            assert self.room == tuple(len(now.open_to(player)) for player in (1, 2))
        if not self.undone and len(self.positions) > 1 and not self.variant.has_tokens:
            assert self.blocked == self._lost(self.positions[-2], now)
        self.checked += 1

    def _lost(self, before: naive.Position, after: naive.Position) -> Heard:
        placed = after.taken() - before.taken()
        one, two = (
            set(before.open_to(player)) - set(after.open_to(player)) - placed for player in (1, 2)
        )
        return one, two
