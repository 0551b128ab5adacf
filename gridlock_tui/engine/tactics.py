"""The numbered-token games: a race of threats, proven move by move to a growing depth.

A threat is an empty cell where a player would complete a run with a token in hand. Whoever can
complete one wins; whoever faces two threats at once has lost; whoever faces one has to place there.
So a deep search has few branches wherever threats force the play. What is proven at a depth is
exact, winner and length alike; what is not proven by the time the budget ends is not known.
"""

from __future__ import annotations

from itertools import pairwise

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.values import MoveValue, Values, Verdict
from gridlock_tui.rules import Board, GameState, Move, Sequence

Race = tuple[int, ...]
"""The token on each cell as the player to move sees it: negative if the opponent's, 0 if none."""


def race_of(state: GameState) -> Race:
    """Return the state as the player to move sees it."""
    own = state.marks[state.to_move - 1]
    return tuple(token if own >> cell & 1 else -token for cell, token in enumerate(state.tokens))


class RaceTable:
    """Proofs about one game on one board, kept for the next question."""

    def __init__(self, rules: Sequence, board: Board) -> None:
        self._tokens = range(1, rules.tokens_each(board) + 1)
        self._lines = board.lines(rules.run_length)
        self._proofs: Memory[tuple[Race, int], bool] = Memory()

    def __len__(self) -> int:
        return len(self._proofs)

    def wins_within(self, race: Race, plies: int, budget: Budget) -> bool:
        """Say whether whoever is to move can force a win in this many placements."""
        proof = self._proofs.get((race, plies))
        if proof is None:
            budget.spend()
            proof = self._wins_within(race, plies, budget)
            self._proofs.remember((race, plies), proof)
        return proof

    def _wins_within(self, race: Race, plies: int, budget: Budget) -> bool:
        empty = _empty(race)
        if not empty:
            return sum(race) > 0  # equal sums go to the last to place, who is not to move
        if plies < 1:
            return False
        if self._threats(race):
            return True
        if plies < 3 and len(empty) > plies:
            return False  # one placement to threaten, one to win
        children = [child for child in self._children(race) if not self._threats(child)]
        # The more a placement threatens, the sooner it is seen what comes of it.
        children.sort(key=lambda child: -len(self._threats(_other_side(child))))
        return any(self.loses_within(child, plies - 1, budget) for child in children)

    def loses_within(self, race: Race, plies: int, budget: Budget) -> bool:
        """Say whether whoever is to move cannot but lose in this many placements."""
        empty = _empty(race)
        if not empty:
            return sum(race) <= 0
        if plies < 1 or self._threats(race):
            return False
        threatened = self._threats(_other_side(race))
        if len(threatened) > 1 and plies >= 2:
            return True
        if not threatened and plies < 4 and len(empty) > plies:
            return False  # the other still needs one placement to threaten, one to win
        return all(
            self.wins_within(child, plies - 1, budget) for child in self._children(race, threatened)
        )

    def _children(self, race: Race, threatened: set[int] | None = None) -> list[Race]:
        """Return the positions after the placements that make sense, as the other player sees them.

        Where there is a threat, any other placement loses at once.
        """
        if threatened is None:
            threatened = self._threats(_other_side(race))
        turned = _other_side(race)
        hand = self._hand(race)
        return [
            (*turned[:cell], -token, *turned[cell + 1 :])
            for cell in (threatened or _empty(race))
            for token in hand
        ]

    def _hand(self, race: Race) -> list[int]:
        return [token for token in self._tokens if token not in race]

    def _threats(self, race: Race) -> set[int]:
        """Return the cells where the player to move would complete a run."""
        found = set()
        hand: list[int] | None = None
        for line in self._lines:
            held = [race[cell] for cell in line]
            if min(held) == 0 and held.count(0) == 1:
                hand = self._hand(race) if hand is None else hand
                gap = held.index(0)
                if line[gap] not in found and any(_in_order(held, gap, token) for token in hand):
                    found.add(line[gap])
        return found


def _empty(race: Race) -> list[int]:
    return [cell for cell, held in enumerate(race) if not held]


def _other_side(race: Race) -> Race:
    return tuple([-held for held in race])


def _in_order(held: list[int], gap: int, token: int) -> bool:
    """Say whether the token in the gap makes the numbers rise or fall all along the line."""
    line = [*held[:gap], token, *held[gap + 1 :]]
    steps = [after - before for before, after in pairwise(line)]
    return min(steps) > 0 or max(steps) < 0


class RaceSolver(Solver):
    """The numbered-token games, on one board."""

    shortest_first = True

    def __init__(self, rules: Sequence, board: Board) -> None:
        self.table = RaceTable(rules, board)

    def values(self, state: GameState, budget: Budget) -> Values:
        """Return what every legal move is worth, proven to an ever greater depth."""
        races = {move: race_of(state.play(move)) for move in state.legal_moves}
        found: dict[Move, MoveValue] = {}
        try:
            for plies in range(state.board.size):
                for move, race in races.items():
                    if move not in found:
                        verdict = self._verdict(state, move, race, plies, budget)
                        if verdict is not Verdict.UNKNOWN:
                            found[move] = MoveValue(move, verdict, 1 + plies)
                if len(found) == len(races):
                    break
        except OutOfBudget:
            pass
        unknown = (MoveValue(move, Verdict.UNKNOWN, None) for move in races)
        return tuple(found.get(value.move, value) for value in unknown)

    def _verdict(
        self, state: GameState, move: Move, race: Race, plies: int, budget: Budget
    ) -> Verdict:
        """Return the verdict on the move if the game ends within this many more placements."""
        if plies == 0:
            after = state.play(move).outcome
            if after is None:
                return Verdict.UNKNOWN
            return Verdict.WIN if after.winner is state.to_move else Verdict.LOSS
        if self.table.loses_within(race, plies, budget):
            return Verdict.WIN
        return Verdict.LOSS if self.table.wins_within(race, plies, budget) else Verdict.UNKNOWN
