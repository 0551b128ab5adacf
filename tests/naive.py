"""A second, deliberately naive implementation of the rules, to check the package against.

It shares no code with the package: sets of (row, column) from 1, every question answered by
looking at every cell. The numbers of the five games are written down here once more on purpose.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

Spot = tuple[int, int]
Play = tuple[Spot, int]
"""A placement: where, and the token's number (0 in games without tokens)."""


@dataclass(frozen=True)
class Game:
    """The settings of a game: distances that touch, whom that bars, what being stuck means."""

    rows: int
    columns: int
    touching: str = "king"
    bars: str = "both"
    stuck: str = "lose"
    misere: bool = False
    tokens: bool = False
    run: int = 3
    spare: int = 0

    def spots(self) -> list[Spot]:
        """Return all cells."""
        return [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]

    def touch(self, a: Spot, b: Spot) -> bool:
        """Say whether two cells are neighbours."""
        down, across = abs(a[0] - b[0]), abs(a[1] - b[1])
        return {
            "king": max(down, across) == 1,
            "rook": down + across == 1,
            "bishop": down == across == 1,
            "knight": {down, across} == {1, 2},
        }[self.touching]

    def neighbours(self) -> dict[Spot, set[Spot]]:
        """Return the neighbours of every cell."""
        return _neighbours(self)


@cache
def _neighbours(game: Game) -> dict[Spot, set[Spot]]:
    spots = game.spots()
    return {spot: {other for other in spots if game.touch(spot, other)} for spot in spots}


GAMES = {
    "classic": Game(4, 4, "king", "both"),
    "spacing": Game(4, 4, "king", "owner"),
    "showdown": Game(4, 4, "rook", "both"),
    "sequence": Game(4, 4, tokens=True),
    "passing": Game(5, 5, "king", "owner", "pass"),
}


@cache
def runs_among(placed: frozenset[Play], length: int) -> list[set[Spot]]:
    """Return the tokens, this many each time, that stand in a line, in strict order."""
    found = []
    for tokens in permutations(placed, length):
        numbers = [number for _, number in tokens]
        if numbers == sorted(numbers):
            spots = [spot for spot, _ in tokens]
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots)}
            if len(steps) == 1 and max(map(abs, steps.pop())) == 1:
                found.append(set(spots))
    return found


@dataclass(frozen=True)
class Position:
    """Who has placed what, who is to move, who placed last."""

    game: Game
    placed: tuple[frozenset[Play], frozenset[Play]] = (frozenset(), frozenset())
    mover: int = 1
    last: int = 0

    def taken(self) -> set[Spot]:
        """Return the cells with a marker."""
        return {spot for side in self.placed for spot, _ in side}

    def open_to(self, player: int) -> list[Spot]:
        """Return the cells where the player may place, were it the player's turn."""
        own, other = ([spot for spot, _ in side] for side in self.placed)
        if player == 2:
            own, other = other, own
        barring = {"both": own + other, "owner": own, "opponent": other}[self.game.bars]
        if self.game.tokens:
            barring = []
        neighbours = self.game.neighbours()
        closed = {*own, *other}.union(*(neighbours[marker] for marker in barring))
        return [spot for spot in neighbours if spot not in closed]

    def runs(self, player: int) -> list[set[Spot]]:
        """Return the player's tokens that stand in a line, in strict order: triples, mostly."""
        return runs_among(self.placed[player - 1], self.game.run) if self.game.tokens else []

    def winner(self) -> int:
        """Return who has won, 0 while the game goes on."""
        for player in (1, 2):
            if self.runs(player):
                return player
        if self.game.tokens:
            if self.open_to(1):
                return 0
            sums = [sum(number for _, number in side) for side in self.placed]
            return self.last if sums[0] == sums[1] else 1 + (sums[1] > sums[0])
        stuck = not self.open_to(self.mover)
        if self.game.stuck == "pass":
            stuck = stuck and not self.open_to(3 - self.mover)
        if not stuck:
            return 0
        return 3 - self.last if self.game.misere else self.last

    def plays(self) -> list[Play]:
        """Return what the player to move may do."""
        if self.runs(1) or self.runs(2):
            return []
        numbers = [0]
        if self.game.tokens:
            most = -(-self.game.rows * self.game.columns // 2) + self.game.spare
            hand = range(1, most + 1)
            spent = [number for _, number in self.placed[self.mover - 1]]
            numbers = [number for number in hand if number not in spent]
        return [(spot, number) for spot in self.open_to(self.mover) for number in numbers]

    def after(self, play: Play) -> "Position":
        """Return the position after a placement and the pass that it may force."""
        one, two = self.placed
        placed = (one | {play}, two) if self.mover == 1 else (one, two | {play})
        then = Position(self.game, placed, 3 - self.mover, self.mover)
        if self.game.stuck == "pass" and not then.open_to(then.mover) and not then.winner():
            return Position(self.game, placed, self.mover, self.mover)
        return then


@cache
def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` placements."""
    plays = position.plays()
    if depth == 1:
        return len(plays)
    return sum(perft(position.after(play), depth - 1) for play in plays)
