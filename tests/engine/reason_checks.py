"""Check the reasons of the engine with the naive rules: by playing them out, not by theory."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from math import floor

from gridlock_tui.engine import Budget, Detail, Verdict, analyse
from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.reason_search import best_reason, explain
from gridlock_tui.engine.reasons import (
    Block,
    Fork,
    LastMove,
    Mirror,
    OnlyMove,
    Reason,
    Run,
    SpareMove,
    Split,
)
from gridlock_tui.rules import Cell, GameState, Move, Player, Variant
from tests.engine.test_against_naive import as_naive
from tests.naive import Game, Position, Spot
from tests.rules.support import naive_play

Spots = frozenset[Spot]
_MOST_LINES = 2_000
"""How many positions are visited to see every defence; beyond that, random games are played."""
_RANDOM_GAMES = 20
_FEW_CELLS = 8
"""Up to so many open cells a game is searched to its end in no time."""


def won_positions(variant: Variant, seed: int) -> Iterator[tuple[GameState, list[Move]]]:
    """Yield positions of random games that the player to move wins, with the winning moves."""
    rng = random.Random(f"{seed} {variant.slug} {variant.board}")
    while True:
        game = [variant.start(rng.choice(list(Player)))]
        while not game[-1].is_over:
            game.append(game[-1].play(rng.choice(game[-1].legal_moves)))
        state = rng.choice(game[:-1])
        analysis = analyse(state, Budget(seconds=10), Detail.VERDICTS)
        winning = [value.move for value in analysis.moves if value.verdict is Verdict.WIN]
        if winning:
            yield state, winning


def reasons_for(state: GameState, winning: list[Move]) -> list[Reason | None]:
    """Return the clearest reason, and the reason of the last winning move."""
    solver = solver_for(state)
    return [best_reason(state, winning, solver), explain(state, winning[-1], solver)]


def check(state: GameState, reason: Reason) -> None:
    """Assert everything that the reason claims."""
    before = as_naive(state)
    after = before.after(naive_play(state.variant, reason.move))
    match reason:
        case Mirror():
            _check_mirror(state, reason, after)
        case Split():
            _check_split(state, reason, after)
        case SpareMove():
            _check_spare_move(reason, after, before.mover)
        case LastMove(left=left):
            _check_last_move(left, after, before.mover)
        case Run(cells=cells):
            assert after.winner() == before.mover
            assert {_spot(state, cell) for cell in cells} == set().union(*after.runs(before.mover))
        case Fork(cells=cells):
            spots = {_spot(state, cell) for cell in cells}
            assert spots == _completing(after, before.mover)
            assert len(spots) > 1
            for reply in after.plays():
                then = after.after(reply)
                assert not then.winner()
                assert _completing(then, before.mover), "whatever is blocked, another way is left"
        case Block(move=move):
            rival, spot = 3 - before.mover, _spot(state, move.cell)
            assert not _completing(before, before.mover)
            for play in before.plays():
                assert bool(_completing(before.after(play), rival)) == (play[0] != spot)
        case OnlyMove():
            assert len(before.plays()) == 1


def _spot(state: GameState, cell: Cell) -> Spot:
    row, column = divmod(cell, state.board.columns)
    return row + 1, column + 1


def _completing(position: Position, player: int) -> set[Spot]:
    """Return where the player would complete a run if it were the player's turn."""
    turn = Position(position.game, position.placed, player, 3 - player)
    return {play[0] for play in turn.plays() if turn.after(play).runs(player)}


# Mirror: the winner answers every move by its image and never lacks an answer.


def _check_mirror(state: GameState, reason: Mirror, after: Position) -> None:
    winner, board = int(state.to_move), state.board

    def image(spot: Spot) -> Spot:
        cell = reason.image(board, (spot[0] - 1) * board.columns + spot[1] - 1)
        assert cell is not None
        assert reason.image(board, cell) == (spot[0] - 1) * board.columns + spot[1] - 1
        return _spot(state, cell)

    def answered(position: Position, spot: Spot) -> Position:
        then = position.after((spot, 0))
        assert not then.winner(), "the winner moves last"
        assert then.mover == winner
        assert image(spot) in then.open_to(winner)
        return then.after((image(spot), 0))

    seen, waiting = {after}, [after]
    while waiting and len(seen) < _MOST_LINES:
        position = waiting.pop()
        if position.winner():
            assert position.winner() == winner
            continue
        assert position.mover == 3 - winner
        for spot, _ in position.plays():
            then = answered(position, spot)
            if then not in seen:
                seen.add(then)
                waiting.append(then)
    rng = random.Random(repr(after))
    for _ in range(_RANDOM_GAMES if waiting else 0):
        position = after
        while not position.winner():
            position = answered(position, rng.choice(position.plays())[0])
        assert position.winner() == winner


# Split: regions do not touch, and moving first in them loses.


def _check_split(state: GameState, reason: Split, after: Position) -> None:
    regions = [frozenset(_spot(state, cell) for cell in cells) for cells in reason.regions]
    one, two = frozenset(after.open_to(1)), frozenset(after.open_to(2))
    assert sorted(chain.from_iterable(regions)) == sorted(one | two)
    assert len(regions) > 1
    touch = after.game.touch
    for here, there in combinations(regions, 2):
        for a, b in ((a, b) for a in here for b in there if touch(a, b)):
            assert not {a, b} <= one, "a player may use both"
            assert not {a, b} <= two, "a player may use both"
    if reason.nimbers:
        for region, nimber in zip(regions, reason.nimbers, strict=True):
            assert _nimber(after.game, region) == nimber
    for number, twin in enumerate(reason.twins):
        both = regions[number] if twin is None else regions[number] | regions[twin]
        assert twin is None or reason.twins[twin] == number
        if after.game.bars == "both":
            value = _nimber(after.game, regions[number])
            assert value == (0 if twin is None else _nimber(after.game, regions[twin]))
        elif len(both) <= _FEW_CELLS:
            assert not _moves_last(after.game, one & both, two & both)
            assert not _moves_last(after.game, two & both, one & both)
    if after.game.bars == "both":
        total = 0
        for region in regions:
            total ^= _nimber(after.game, region)
        assert not total


@cache
def _nimber(game: Game, free: Spots) -> int:
    near = game.neighbours()
    reached = {_nimber(game, free - near[spot] - {spot}) for spot in free}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def _moves_last(
    game: Game, own: Spots, other: Spots, own_more: int = 0, other_more: int = 0
) -> bool:
    """Return whether the player to move makes the last move, each with free moves elsewhere."""
    near = game.neighbours()
    if own_more and not _moves_last(game, other, own, other_more, own_more - 1):
        return True
    return any(
        not _moves_last(game, other - {spot}, own - near[spot] - {spot}, other_more, own_more)
        for spot in own
    )


# Spare move: counting by search, and by giving the opponent moves for nothing.


def _check_spare_move(reason: SpareMove, after: Position, winner: int) -> None:
    own, other = (frozenset(after.open_to(player)) for player in (winner, 3 - winner))
    has_turn = after.mover == winner
    if reason.own is not None:
        assert reason.other is not None
        assert reason.own >= reason.other + has_turn, "counting alone proves it"
        assert _most(after.game, other) <= reason.other
        if len(own | other) <= _FEW_CELLS:
            assert _least(after.game, own, other, has_turn) >= reason.own
    if reason.ahead is not None:
        assert reason.ahead >= 0
        if len(own | other) <= _FEW_CELLS:
            # Ahead by a number: even if the opponent had so many moves more, but not one more.
            spare = floor(reason.ahead)
            if reason.ahead > spare:
                assert not _moves_last(after.game, other, own, spare)
            assert _moves_last(after.game, other, own, spare + 1)
        if 2 * len(own | other) <= _FEW_CELLS:
            twice = [
                frozenset((row + shift, column) for row, column in spots for shift in (0, 20))
                for spots in (own, other)
            ]
            tall = Game(after.game.rows + 20, after.game.columns, after.game.touching)
            # Two copies, so that a half counts as one, and a star as nothing.
            if 2 * reason.ahead == floor(2 * reason.ahead):
                more = floor(2 * reason.ahead)
                assert not _moves_last(tall, twice[1], twice[0], more)
                assert not _moves_last(tall, twice[0], twice[1], 0, more)
    assert reason.own is not None or reason.ahead is not None


@cache
def _most(game: Game, own: Spots) -> int:
    """Return how often a player could place alone."""
    near = game.neighbours()
    return max((1 + _most(game, own - near[spot] - {spot}) for spot in own), default=0)


@cache
def _least(game: Game, own: Spots, other: Spots, has_turn: bool) -> int:
    """Return how often a player can place at least, whatever the opponent does."""
    near = game.neighbours()
    if has_turn:
        return max(
            (1 + _least(game, own - near[spot] - {spot}, other - {spot}, False) for spot in own),
            default=0,
        )
    if not other:
        return _least(game, own, other, True)
    return min(_least(game, own - {spot}, other - near[spot] - {spot}, True) for spot in other)


# Last move: every game from here has the same number of moves and the same winner.


def _check_last_move(left: int, after: Position, winner: int) -> None:
    rng = random.Random(repr(after))
    layer = {after}
    for _ in range(left):
        for position in layer:
            assert not position.winner()
        layer = {position.after(play) for position in layer for play in position.plays()}
        if len(layer) > _MOST_LINES:
            layer = set(rng.sample(sorted(layer, key=repr), _RANDOM_GAMES))
    assert {position.winner() for position in layer} == {winner}
