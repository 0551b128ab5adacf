"""Solve the numbered-token games by threats, deeper and deeper.

A threat is an empty cell where a player can complete a run with a token in hand. A player who can
complete a run wins, a player who faces two threats loses, and a player who faces one must place
there. So a deep search has few branches while threats force the moves. Which token to place is
searched only where it matters: a cell that is no use with a joker is no use with any token. Every
proof is exact, both winner and distance; moves without a proof when the budget ends are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from gridlock_tui.engine.brute_force import BruteForceSolver
from gridlock_tui.engine.budget import Budget, OutOfBudget
from gridlock_tui.engine.cache import Cache
from gridlock_tui.engine.geometry import Cells, Geometry, geometry_of
from gridlock_tui.engine.race import Key, Side, Sides, Tokens, order_of
from gridlock_tui.engine.solver import Solver
from gridlock_tui.engine.verdicts import Detail, MoveValue, MoveValues, Verdict, unknown_values
from gridlock_tui.rules import GameState, Move


class RunSearch:
    """Finds out whether a side can force a run within some placements, on one board.

    An attacker tries to complete a run; a defender tries to prevent it, or completes one first.
    A full board counts as a successful defence.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.sides = Sides(geometry)
        self._geometry = geometry
        self._wins: Cache[Key, bool] = Cache()
        self._losses: Cache[Key, bool] = Cache()
        self._good_attacks: dict[int, list[int]] = {}
        """The cells to try, by the number of placements; the last that led to a run comes first."""
        self._good_defences: dict[int, list[int]] = {}

    def wins(self, attacker: Side, defender: Side, empty: Cells, runs: int, budget: Budget) -> bool:
        """Return whether the attacker, to move, can force a run with so many placements."""
        if attacker.threats & empty:
            return runs > 0
        if runs < 2:
            return False
        block = defender.threats & empty
        if block & block - 1:
            return False
        attacker.find_moves()
        if block:
            if _has_plan(attacker, block, empty):
                return True
        else:
            for area in attacker.plan_areas:
                if area & empty == area:
                    return True
        if runs < 3:
            return False
        attacker = self.sides.reduced(attacker, empty, runs)
        defender = self.sides.reduced(defender, empty, runs - 1)
        key = self.sides.key(attacker, defender, empty, runs)
        known = self._wins.entries.get(key)
        if known is None:
            budget.spend()
            known = self._search_win(attacker, defender, empty, runs, block, budget)
            self._wins.store(key, known)
        return known

    def _search_win(
        self, attacker: Side, defender: Side, empty: Cells, runs: int, block: Cells, budget: Budget
    ) -> bool:
        if runs > 3 and self.wins(attacker, defender, empty, runs - 1, budget):
            return True
        open_cells = block or empty
        attacker.find_moves()
        gaps, makers = attacker.move_gaps, attacker.move_tokens
        threatening: dict[int, Tokens] = {}
        for index, bit in enumerate(attacker.move_cells):
            if bit & open_cells and gaps[index] & empty:
                threatening[bit] = threatening.get(bit, 0) | makers[index]
        for bit, tokens in threatening.items():
            cell = bit.bit_length() - 1
            if self._attacks(attacker, defender, empty, cell, tokens, runs, budget):
                return True
        # Without a threat, the defender must not be left to make two at once.
        defender.find_moves()
        for area in defender.plan_areas:
            if area & empty == area:
                open_cells &= area
        if not open_cells:
            return False
        good = self._good_attacks.setdefault(runs, list(self._geometry.by_lines))
        for cell in good:
            bit = 1 << cell
            if bit & open_cells:
                tokens = ~threatening.get(bit, 0)
                if self._attacks(attacker, defender, empty, cell, tokens, runs, budget):
                    good.remove(cell)
                    good.insert(0, cell)
                    return True
        return False

    def _attacks(
        self,
        attacker: Side,
        defender: Side,
        empty: Cells,
        cell: int,
        tokens: Tokens,
        runs: int,
        budget: Budget,
    ) -> bool:
        """Return whether one of these tokens on this cell leads to a run."""
        runs -= 1
        left = empty ^ 1 << cell
        if not self.loses(self.sides.with_joker(attacker, cell), defender, left, runs, budget):
            return False  # no token would do
        for place in self.sides.choices_on(attacker, cell, empty, runs):
            if tokens >> place & 1:
                after = self.sides.place(attacker, place, cell, runs)
                if self.loses(after, defender, left, runs, budget):
                    return True
        return False

    def loses(
        self, attacker: Side, defender: Side, empty: Cells, runs: int, budget: Budget
    ) -> bool:
        """Return whether the attacker can force a run with so many placements, defender to move."""
        if defender.threats & empty or runs < 1:
            return False
        threats = attacker.threats & empty
        if threats & threats - 1:
            return True
        if runs < 2:
            return False
        if runs == 2:
            return _loses_to_plan(self.sides, attacker, defender, empty, threats)
        attacker = self.sides.reduced(attacker, empty, runs)
        defender = self.sides.reduced(defender, empty, runs)
        key = self.sides.key(attacker, defender, empty, runs)
        known = self._losses.entries.get(key)
        if known is None:
            budget.spend()
            known = self._search_loss(attacker, defender, empty, runs, threats, budget)
            self._losses.store(key, known)
        return known

    def _search_loss(
        self,
        attacker: Side,
        defender: Side,
        empty: Cells,
        runs: int,
        threats: Cells,
        budget: Budget,
    ) -> bool:
        if threats:
            cell = threats.bit_length() - 1
            return not self._saves(attacker, defender, empty, cell, runs, budget)
        attacker.find_moves()
        defender.find_moves()
        for area in defender.plan_areas:
            if area & empty == area:
                return False  # the defender makes two threats at once
        # If the attacker is about to make two threats at once, only what disturbs all such plans
        # or makes a threat can help.
        quiet = empty
        for area in attacker.plan_areas:
            if area & empty == area:
                quiet &= area
        good = self._good_defences.setdefault(runs, list(self._geometry.by_lines))
        for cell in good:
            bit = 1 << cell
            if bit & quiet and self._saves(attacker, defender, empty, cell, runs, budget):
                good.remove(cell)
                good.insert(0, cell)
                return False
        if quiet != empty:
            for index, bit in enumerate(defender.move_cells):
                if bit & empty & ~quiet and defender.move_gaps[index] & empty:
                    tokens = defender.move_tokens[index]
                    for place in self.sides.choices(defender, runs - 1):
                        if tokens >> place & 1:
                            after = self.sides.place(
                                defender, place, bit.bit_length() - 1, runs - 1
                            )
                            if not self.wins(attacker, after, empty ^ bit, runs, budget):
                                return False
        return True

    def _saves(
        self, attacker: Side, defender: Side, empty: Cells, cell: int, runs: int, budget: Budget
    ) -> bool:
        """Return whether a token on this cell saves the defender."""
        left = empty ^ 1 << cell
        places = self.sides.choices_on(defender, cell, empty, runs - 1)
        for index, place in enumerate(places):
            after = self.sides.place(defender, place, cell, runs - 1)
            if not self.wins(attacker, after, left, runs, budget):
                return True
            # If the first token fails, see whether any would do.
            if index == 0 and len(places) > 1:
                joker = self.sides.with_joker(defender, cell)
                if self.wins(attacker, joker, left, runs, budget):
                    return False
        return False


def _loses_to_plan(
    sides: Sides, attacker: Side, defender: Side, empty: Cells, threats: Cells
) -> bool:
    """Return whether the attacker will make two threats at once, whatever the defender does."""
    empty &= ~threats
    disturbing = empty
    attacker.find_moves()
    has_plans = False
    for area in attacker.plan_areas:
        if area & empty == area:
            has_plans = True
            disturbing &= area
    if not has_plans or (disturbing and not threats):
        return False
    defender.find_moves()
    if threats:
        for index, bit in enumerate(defender.move_cells):
            if bit == threats and defender.move_gaps[index] & empty:
                break
        else:
            return True  # blocking makes no threat
        cell = threats.bit_length() - 1
        for place in sides.choices(defender, 1):
            block = sides.place(defender, place, cell, 1).threats & empty
            if block and not _has_plan(attacker, block, empty):
                return False
        return True
    for area in defender.plan_areas:
        if area & empty == area:
            return False
    for index, bit in enumerate(defender.move_cells):
        gap = defender.move_gaps[index]
        if bit & empty and gap & empty and not _has_plan(attacker, gap, empty ^ bit):
            return False
    return True


def _has_plan(side: Side, cell: Cells, empty: Cells) -> bool:
    """Return whether a plan begins at this cell and needs only empty cells."""
    areas = side.plan_areas
    for index, bit in enumerate(side.plan_cells):
        if bit == cell and areas[index] & empty == areas[index]:
            return True
    return False


class Group(NamedTuple):
    """Moves that lead to equivalent positions, and one of these."""

    own: Side
    other: Side
    empty: Cells
    moves: list[Move]


class ThreatSolver(Solver):
    """Solves the numbered-token games with runs of three, on one board."""

    shortest_first = True
    nodes_per_second = 10_000
    distances_per_second = 10_000

    def __init__(self, numbers_count: bool) -> None:
        self._numbers_count = numbers_count
        """Whether the numbers decide who wins a full board, not only who placed last."""
        self._search: RunSearch | None = None
        self._brute_force = BruteForceSolver()

    def search_on(self, state: GameState) -> RunSearch:
        """Return the search on the board of this state, which is always the same."""
        if self._search is None:
            self._search = RunSearch(geometry_of(state.board))
        return self._search

    def _position(self, state: GameState) -> tuple[Side, Side, Cells]:
        """Return the sides of the player to move and of the opponent, and the empty cells."""
        sides = self.search_on(state).sides
        own = sides.side(order_of(state, state.to_move))
        other = sides.side(order_of(state, state.to_move.other))
        return own, other, state.room[0]

    def is_won(self, state: GameState, budget: Budget) -> bool:
        """Return whether the player to move wins, by deeper and deeper proofs."""
        search = self.search_on(state)
        own, other, empty = self._position(state)
        for plies in range(1, empty.bit_count() + 1):
            runs = (plies + 1) // 2
            if plies % 2:
                if search.wins(own, other, empty, runs, budget):
                    return True
            elif search.loses(other, own, empty, runs, budget):
                return False
        if self._numbers_count:
            return self._brute_force.is_won(state, budget)
        return empty.bit_count() % 2 == 1

    def iter_values(self, state: GameState, budget: Budget, detail: Detail) -> Iterator[MoveValues]:  # noqa: ARG002 - every proof has a distance
        """Yield the values of all legal moves, proven deeper and deeper."""
        values = {value.move: value for value in unknown_values(state)}
        own, _, empty = self._position(state)
        # The last placement ends the game anywhere, others only where they complete a run.
        ending = own.threats if empty & empty - 1 else empty
        for move in values:
            outcome = state.play(move).outcome if ending >> move.cell & 1 else None
            if outcome is not None:
                verdict = Verdict.WIN if outcome.winner is state.to_move else Verdict.LOSS
                values[move] = MoveValue(move, verdict, 1)
        yield tuple(values.values())
        open_moves = [move for move, value in values.items() if value.verdict is Verdict.UNKNOWN]
        with suppress(OutOfBudget):
            groups = self._group(state, open_moves)
            left = state.room[0].bit_count() - 1
            for plies in range(2, left + 2, 2):
                # Near losses are found fast. Later a proof of a win spares the search for a loss.
                for wins in (False, True) if plies <= 6 else (True, False):
                    for group in tuple(groups):
                        value = self._value(group, plies, wins, budget)
                        if value is not None:
                            groups.remove(group)
                            for move in group.moves:
                                values[move] = MoveValue(move, value.verdict, value.distance)
                            yield tuple(values.values())
            # Nobody can force a run with any of the other moves, so the board will be full.
            for move in [move for group in groups for move in group.moves]:
                verdict = self._verdict_when_full(state.play(move), budget)
                values[move] = MoveValue(move, verdict, left + 1)
            yield tuple(values.values())

    def _group(self, state: GameState, moves: list[Move]) -> list[Group]:
        """Return the moves in groups that lead to equivalent positions."""
        groups: dict[Key, Group] = {}
        own, other, empty = self._position(state)
        sides = self.search_on(state).sides
        many = state.variant.tokens_each
        for move in moves:
            after = sides.place(own, (move.token or 0) - 1, move.cell, many)
            left = empty ^ 1 << move.cell
            after, before = sides.reduced(after, left, many), sides.reduced(other, left, many)
            key = sides.key(after, before, left, many)
            group = groups.get(key)
            if group is None:
                groups[key] = Group(after, before, left, [move])
            else:
                group.moves.append(move)
        return list(groups.values())

    def _value(self, group: Group, plies: int, wins: bool, budget: Budget) -> MoveValue | None:
        """Return the value of the moves if they win in so many more placements, or else None.

        If `wins` is false, return it if they lose in one less.
        """
        own, other, empty = group.own, group.other, group.empty
        search, move = self._search, group.moves[0]
        assert search is not None, "there are groups"
        if wins and search.loses(own, other, empty, plies // 2, budget):
            return MoveValue(move, Verdict.WIN, plies + 1)
        if not wins and search.wins(other, own, empty, plies // 2, budget):
            return MoveValue(move, Verdict.LOSS, plies)
        return None

    def _verdict_when_full(self, after: GameState, budget: Budget) -> Verdict:
        """Return the verdict on the move before, if nobody can force a run."""
        if self._numbers_count:
            wins = not self._brute_force.is_won(after, budget)
        else:
            wins = after.room[0].bit_count() % 2 == 0
        return Verdict.WIN if wins else Verdict.LOSS
