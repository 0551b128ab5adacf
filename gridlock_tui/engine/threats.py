"""The numbered-token games: a race of threats, proven move by move to a growing depth.

A threat is an empty cell where a player would complete a run with a token in hand. Whoever can
complete one wins; whoever faces two threats at once has lost; whoever faces one has to place there.
So a deep search has few branches wherever threats force the play. What is proven at a depth is
exact, winner and length alike; what is not proven by the time the budget ends is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.memory import Memory
from gridlock_tui.engine.race import Cells, Key, Race, Tokens
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.values import MoveValue, Values, Verdict, Wanted, unknown_values
from gridlock_tui.rules import Cell, GameState, Move
from gridlock_tui.rules.board import cells_in

_NEVER = 1 << 30


class Bounds(NamedTuple):
    """In how many placements whoever is to move is known not to win, and known to win."""

    not_within: int = 0
    within: int = _NEVER


class RaceTable:
    """Proofs about the games of one kind on one board, kept for the next question."""

    def __init__(self, numbers_count: bool) -> None:
        self._key = Race.exact_key if numbers_count else Race.key
        self._proofs: Memory[Key, Bounds] = Memory()

    def __len__(self) -> int:
        return len(self._proofs)

    def key(self, race: Race, side: int) -> Key:
        """Return what matters of the position for the side to move."""
        return self._key(race, side)

    def wins_within(self, race: Race, side: int, plies: int, budget: Budget) -> bool:
        """Say whether the side to move can force a win in this many placements."""
        if not race.empty:
            return _wins_full_board(race, side)
        if plies < 1:
            return False
        if race.threats(side):
            return True
        left = race.empty.bit_count()
        if plies < 3 and left > plies:
            return False  # one placement to threaten, one to win
        to_block = race.threats(1 - side)
        if _is_several(to_block):
            return False
        if plies >= 3 and any(
            not to_block or to_block >> cell & 1 for cell in _plans(race.makers(side))
        ):
            return True
        if plies < 5 and left > plies:
            return False
        return self._proven(race, side, plies, to_block, budget)

    def _proven(self, race: Race, side: int, plies: int, to_block: Cells, budget: Budget) -> bool:
        key = self._key(race, side)
        known = self._proofs.get(key) or Bounds()
        if plies >= known.within:
            return True
        if plies <= known.not_within:
            return False
        wins = any(
            self._loses_after(race, side, cell, token, plies - 1, budget)
            for cell, token in _placements(race, side, to_block)
        )
        known = self._proofs.get(key) or Bounds()
        better = known._replace(within=plies) if wins else known._replace(not_within=plies)
        self._proofs.remember(key, better)
        return wins

    def _loses_after(
        self, race: Race, side: int, cell: Cell, token: int, plies: int, budget: Budget
    ) -> bool:
        """Say whether this placement leaves the other side lost."""
        budget.spend()
        placed = race.place(side, cell, token)
        loses = self.loses_within(race, 1 - side, plies, budget)
        race.lift(placed)
        return loses

    def loses_within(self, race: Race, side: int, plies: int, budget: Budget) -> bool:
        """Say whether the side to move cannot but lose in this many placements."""
        if not race.empty:
            return not _wins_full_board(race, side)
        if plies < 1 or race.threats(side):
            return False
        to_block = race.threats(1 - side)
        if _is_several(to_block) and plies >= 2:
            return True
        if not to_block and plies < 4 and race.empty.bit_count() > plies:
            return False  # the other still needs one placement to threaten, one to win
        for cell, token in self._defences(race, side, plies, to_block):
            budget.spend()
            placed = race.place(side, cell, token)
            saved = not self.wins_within(race, 1 - side, plies - 1, budget)
            race.lift(placed)
            if saved:
                return False
        return True

    def _defences(
        self, race: Race, side: int, plies: int, to_block: Cells
    ) -> list[tuple[Cell, int]]:
        """Return the placements that may save the side to move: all, or those that matter.

        Where the other side is about to make two threats at once, a placement out of the way of
        that plan, and without a threat of its own, changes nothing.
        """
        placements = _placements(race, side, to_block)
        plans = {} if to_block or plies < 4 else _plans(race.makers(1 - side))
        if not plans:
            return placements
        in_the_way = (1 << race.geometry.cells) - 1
        for plan in plans.values():
            in_the_way &= plan
        threatening = _threatening(race.makers(side))
        return [
            (cell, token)
            for cell, token in placements
            if in_the_way >> cell & 1 or threatening.get(cell, 0) >> token & 1
        ]


def _wins_full_board(race: Race, side: int) -> bool:
    # Equal sums go to the last to place, who is not to move.
    return sum(race.value[side]) > sum(race.value[1 - side])


def _is_several(cells: Cells) -> bool:
    return bool(cells & cells - 1)


def _plans(makers: dict[Cell, dict[Cell, Tokens]]) -> dict[Cell, Cells]:
    """Return the cells where one placement makes two threats, each with the cells it needs."""
    plans = {}
    for cell, gaps in makers.items():
        if len(gaps) > 1:
            once = twice = 0
            for tokens in gaps.values():
                twice |= once & tokens
                once |= tokens
            if twice:
                token = twice & -twice
                threatened = [gap for gap, tokens in gaps.items() if tokens & token]
                plans[cell] = 1 << cell | 1 << threatened[0] | 1 << threatened[1]
    return plans


def _threatening(makers: dict[Cell, dict[Cell, Tokens]]) -> dict[Cell, Tokens]:
    """Return, for each cell, the tokens that make a threat there."""
    found = {}
    for cell, gaps in makers.items():
        tokens = 0
        for each in gaps.values():
            tokens |= each
        found[cell] = tokens
    return found


def _placements(race: Race, side: int, to_block: Cells) -> list[tuple[Cell, int]]:
    """Return the placements that make sense: threats first, then where most lines cross.

    Where there is a threat, any placement but on it loses at once.
    """
    tokens = cells_in(race.hand[side])
    threatening = _threatening(race.makers(side))
    cells = sorted(cells_in(to_block or race.empty), key=lambda c: -len(race.geometry.pairs[c]))
    forcing: list[tuple[Cell, int]] = []
    quiet: list[tuple[Cell, int]] = []
    for cell in cells:
        makes_threat = threatening.get(cell, 0)
        for token in tokens:
            (forcing if makes_threat >> token & 1 else quiet).append((cell, token))
    return forcing + quiet


class RaceSolver(Solver):
    """The numbered-token games with runs of three, on one board."""

    shortest_first = True
    nodes_per_second = lengths_per_second = 25_000

    def __init__(self, numbers_count: bool) -> None:
        self.table = RaceTable(numbers_count)

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Say whether the player to move wins, by ever deeper proofs."""
        race, side = Race.of(state), state.to_move - 1
        for plies in range(race.empty.bit_count() + 1):
            if self.table.wins_within(race, side, plies, budget):
                return True
            if self.table.loses_within(race, side, plies, budget):
                break
        return False

    def unfold(self, state: GameState, budget: Budget, wanted: Wanted) -> Iterator[Values]:
        """Yield what every legal move is worth, proven to an ever greater depth."""
        del wanted  # a proof has its length at once
        values = {value.move: value for value in unknown_values(state)}
        for move in values:
            outcome = state.play(move).outcome
            if outcome is not None:
                verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
                values[move] = MoveValue(move, verdict, 1)
        yield tuple(values.values())
        open_moves = [move for move, value in values.items() if value.verdict is Verdict.UNKNOWN]
        race, side = Race.of(state), state.to_move - 1
        try:
            alike = self._alike(race, side, open_moves, budget)
            for plies in range(1, state.board.size):
                for key, same in tuple(alike.items()):
                    verdict = self._verdict(race, side, same[0], plies, budget)
                    if verdict is not Verdict.UNKNOWN:
                        del alike[key]
                        values |= {move: MoveValue(move, verdict, 1 + plies) for move in same}
                        yield tuple(values.values())
                if not alike:
                    return
        except OutOfBudget:
            return

    def _alike(
        self, race: Race, side: int, moves: list[Move], budget: Budget
    ) -> dict[Key, list[Move]]:
        """Return the moves in groups of those that come to the same."""
        groups: dict[Key, list[Move]] = {}
        for move in moves:
            budget.spend()
            placed = race.place(side, move.cell, move.token or 0)
            groups.setdefault(self.table.key(race, 1 - side), []).append(move)
            race.lift(placed)
        return groups

    def _verdict(self, race: Race, side: int, move: Move, plies: int, budget: Budget) -> Verdict:
        """Return the verdict on the move if the game ends within this many more placements."""
        placed = race.place(side, move.cell, move.token or 0)
        verdict = Verdict.UNKNOWN
        # The other side wins by its own placement and loses by ours, unless the board fills up.
        fills_up = plies == race.empty.bit_count()
        if (plies % 2 == 0 or fills_up) and self.table.loses_within(race, 1 - side, plies, budget):
            verdict = Verdict.WIN
        elif (plies % 2 or fills_up) and self.table.wins_within(race, 1 - side, plies, budget):
            verdict = Verdict.LOSS
        race.lift(placed)
        return verdict
