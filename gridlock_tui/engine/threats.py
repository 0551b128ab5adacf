"""Solve the numbered-token games by threats, deeper and deeper.

A threat is an empty cell where a player can complete a run with a token in hand. A player who can
complete a run wins, a player who faces two threats loses, and a player who faces one must place
there. So a deep search has few branches while threats force the moves. Every proof is exact, both
winner and distance; moves without a proof when the budget ends are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.race import Cells, Key, Race, Tokens
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.verdicts import Detail, MoveValue, MoveValues, Verdict, unknown_values
from gridlock_tui.rules import Cell, GameState, Move
from gridlock_tui.rules.board import cells_in

_INFINITY = 1 << 30


class Bounds(NamedTuple):
    """In how many placements the player to move cannot win, and in how many they can."""

    not_within: int = 0
    within: int = _INFINITY


class ProofTable:
    """Cached proofs for one game on one board."""

    def __init__(self, numbers_count: bool) -> None:
        self.key = Race.exact_key if numbers_count else Race.key
        """Returns the cache key of the position for the side to move."""
        self._proofs: Cache[Key, Bounds] = Cache()

    def wins_within(self, race: Race, side: int, plies: int, budget: Budget) -> bool:
        """Return whether the side to move can force a win in this many placements."""
        if not race.empty:
            return _wins_full_board(race, side)
        if plies < 1:
            return False
        if race.threats(side):
            return True
        left = race.empty.bit_count()
        if plies < 3 and left > plies:
            return False  # it takes one placement to threaten and one to win
        to_block = race.threats(1 - side)
        if _has_several(to_block):
            return False
        if plies >= 3 and any(
            not to_block or to_block >> cell & 1 for cell in _plans(race.threat_makers(side))
        ):
            return True
        if plies < 5 and left > plies:
            return False
        return self._proven(race, side, plies, to_block, budget)

    def _proven(self, race: Race, side: int, plies: int, to_block: Cells, budget: Budget) -> bool:
        key = self.key(race, side)
        known = self._proofs.get(key) or Bounds()
        if plies >= known.within:
            return True
        if plies <= known.not_within:
            return False
        wins = False
        for cell, token in _placements(race, side, to_block):
            budget.spend()
            placed = race.place(side, cell, token)
            wins = self.loses_within(race, 1 - side, plies - 1, budget)
            race.lift(placed)
            if wins:
                break
        known = self._proofs.get(key) or Bounds()
        better = known._replace(within=plies) if wins else known._replace(not_within=plies)
        self._proofs.store(key, better)
        return wins

    def loses_within(self, race: Race, side: int, plies: int, budget: Budget) -> bool:
        """Return whether the side to move is forced to lose in this many placements."""
        if not race.empty:
            return not _wins_full_board(race, side)
        if plies < 1 or race.threats(side):
            return False
        to_block = race.threats(1 - side)
        if _has_several(to_block) and plies >= 2:
            return True
        if not to_block and plies < 4 and race.empty.bit_count() > plies:
            return False  # the opponent needs one placement to threaten and one to win
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
        """Return the placements that may save the side to move.

        If the opponent is about to make two threats at once, only placements that disturb this
        plan or make a threat can help.
        """
        placements = _placements(race, side, to_block)
        plans = {} if to_block or plies < 4 else _plans(race.threat_makers(1 - side))
        if not plans:
            return placements
        disturbing = reduce(and_, plans.values())
        threatening = _threatening(race.threat_makers(side))
        return [
            (cell, token)
            for cell, token in placements
            if disturbing >> cell & 1 or threatening.get(cell, 0) >> token & 1
        ]


def _wins_full_board(race: Race, side: int) -> bool:
    # With equal sums the last to place wins, who is not to move.
    return sum(race.value[side]) > sum(race.value[1 - side])


def _has_several(cells: Cells) -> bool:
    return bool(cells & cells - 1)


def _plans(makers: dict[Cell, dict[Cell, Tokens]]) -> dict[Cell, Cells]:
    """Return the cells where one placement makes two threats, with the cells of each plan."""
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
    """Return, for each cell, the tokens that make a threat from there."""
    return {cell: reduce(or_, gaps.values()) for cell, gaps in makers.items()}


def _placements(race: Race, side: int, to_block: Cells) -> list[tuple[Cell, int]]:
    """Return the placements to search: threats first, then the cells on most lines.

    If there is a threat to block, every other placement loses at once.
    """
    tokens = cells_in(race.hand[side])
    threatening = _threatening(race.threat_makers(side))
    cells = sorted(cells_in(to_block or race.empty), key=lambda c: -len(race.geometry.pairs[c]))
    forcing: list[tuple[Cell, int]] = []
    quiet: list[tuple[Cell, int]] = []
    for cell in cells:
        makes_threat = threatening.get(cell, 0)
        for token in tokens:
            (forcing if makes_threat >> token & 1 else quiet).append((cell, token))
    return forcing + quiet


class ThreatSolver(Solver):
    """Solves the numbered-token games with runs of three, on one board."""

    shortest_first = True
    nodes_per_second = 25_000
    distances_per_second = 25_000

    def __init__(self, numbers_count: bool) -> None:
        self.table = ProofTable(numbers_count)

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins, by deeper and deeper proofs."""
        race, side = Race.of(state), state.to_move - 1
        for plies in range(race.empty.bit_count() + 1):
            if self.table.wins_within(race, side, plies, budget):
                return True
            if self.table.loses_within(race, side, plies, budget):
                break
        return False

    def iter_values(self, state: GameState, budget: Budget, detail: Detail) -> Iterator[MoveValues]:  # noqa: ARG002 - every proof has a distance
        """Yield the values of all legal moves, proven deeper and deeper."""
        values = {value.move: value for value in unknown_values(state)}
        for move in values:
            outcome = state.play(move).outcome
            if outcome is not None:
                verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
                values[move] = MoveValue(move, verdict, 1)
        yield tuple(values.values())
        open_moves = [move for move, value in values.items() if value.verdict is Verdict.UNKNOWN]
        race, side = Race.of(state), state.to_move - 1
        with suppress(OutOfBudget):
            groups = self._group(race, side, open_moves, budget)
            for plies in range(1, state.board.size):
                for key, moves in tuple(groups.items()):
                    verdict = self._verdict(race, side, moves[0], plies, budget)
                    if verdict is not Verdict.UNKNOWN:
                        del groups[key]
                        values |= {move: MoveValue(move, verdict, 1 + plies) for move in moves}
                        yield tuple(values.values())
                if not groups:
                    return

    def _group(
        self, race: Race, side: int, moves: list[Move], budget: Budget
    ) -> dict[Key, list[Move]]:
        """Return the moves in groups that lead to equivalent positions."""
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
        # The other side wins with its own placement and loses with ours, unless the board is full.
        fills_up = plies == race.empty.bit_count()
        if (plies % 2 == 0 or fills_up) and self.table.loses_within(race, 1 - side, plies, budget):
            verdict = Verdict.WIN
        elif (plies % 2 or fills_up) and self.table.wins_within(race, 1 - side, plies, budget):
            verdict = Verdict.LOSS
        race.lift(placed)
        return verdict
