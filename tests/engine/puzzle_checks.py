"""What makes a puzzle a puzzle, proven by the engine and by the naive rules."""

from dataclasses import replace

from gridlock_tui.engine import Budget, MoveValues, Verdict, analyse, best_of
from gridlock_tui.engine.puzzle_maker import LEAST_CELLS, best_line
from gridlock_tui.engine.puzzles import HARDER, Puzzle
from gridlock_tui.rules import GameState, Move, Player
from tests.naive import GAMES, Play, Position
from tests.naive_solver import length, mover_wins

NODES = 2_000_000
_MOST_CELLS = 11
"""How many open cells the naive solver can search in a second or so."""
_MOST_TOKEN_CELLS = 6
"""The same in games with tokens."""


def check_by_engine(puzzle: Puzzle) -> None:
    """Assert that exactly one cell wins, and everything else that the puzzle says."""
    state = puzzle.state  # replays every move, so that the position is reachable
    analysis = analyse(state, Budget(nodes=NODES))
    winning = {value.move for value in analysis.moves if value.verdict is Verdict.WIN}
    assert all(value.verdict is not Verdict.UNKNOWN for value in analysis.moves), puzzle.id
    assert winning == set(puzzle.solution), puzzle.id
    assert len({move.cell for move in winning}) == 1, puzzle.id
    assert len(state.room_for(state.to_move)) >= LEAST_CELLS, puzzle.id
    assert analysis.distance == puzzle.distance, puzzle.id
    assert puzzle.distance > 1 or puzzle.difficulty == 1, puzzle.id
    only_moves = 0
    for later, values in best_line(state, analysis.moves):
        assert best_of(values).distance == puzzle.distance - _placed(later) + _placed(state)
        assert all(value.verdict is not Verdict.UNKNOWN for value in values), puzzle.id
        won = {value.move.cell for value in values if value.verdict is Verdict.WIN}
        only_moves += len(won) == 1 and len({value.move.cell for value in values}) > 1
    _check_only_moves(puzzle, only_moves)


def _check_only_moves(puzzle: Puzzle, found: int) -> None:
    assert found == puzzle.only_moves, puzzle.id
    assert found or puzzle.difficulty < HARDER, puzzle.id


def _placed(state: GameState) -> int:
    return sum(marks.bit_count() for marks in state.marks)


def naive_can(puzzle: Puzzle) -> bool:
    """Return whether the naive solver is quick enough."""
    state = puzzle.state
    most = _MOST_TOKEN_CELLS if state.variant.has_tokens else _MOST_CELLS
    return (state.room[0] | state.room[1]).bit_count() <= most


def check_by_naive_rules(puzzle: Puzzle) -> None:
    """Assert the same by the naive rules and the naive solver, which share no code with ours."""
    rows, columns = map(int, puzzle.size.split("x"))
    position = Position(replace(GAMES[puzzle.variant], rows=rows, columns=columns))
    position = replace(position, mover=puzzle.first)
    for move in puzzle.moves:
        play = _play(move, columns)
        assert play in position.plays(), puzzle.id
        position = position.after(play)
    assert not position.winner(), puzzle.id
    won = _winning_plays(position)
    assert won == {_play(move, columns) for move in puzzle.solution}, puzzle.id
    assert len({spot for spot, _ in won}) == 1, puzzle.id
    assert len({spot for spot, _ in position.plays()}) >= LEAST_CELLS, puzzle.id
    assert length(position) == puzzle.distance, puzzle.id
    only_moves, state = 0, puzzle.state
    for later, _ in best_line(state, _values(state)):
        position = _position(later, position)
        # Both have played best so far: the win is no quicker and no slower than it was.
        assert length(position) == puzzle.distance - _placed(later) + _placed(state), puzzle.id
        spots = {spot for spot, _ in _winning_plays(position)}
        only_moves += len(spots) == 1 and len({spot for spot, _ in position.plays()}) > 1
    _check_only_moves(puzzle, only_moves)


def _winning_plays(position: Position) -> set[Play]:
    mover, won = position.mover, set()
    for play in position.plays():
        after = position.after(play)
        if after.winner() == mover or (
            not after.winner() and mover_wins(after) == (after.mover == mover)
        ):
            won.add(play)
    return won


def _values(state: GameState) -> MoveValues:
    return analyse(state, Budget(nodes=NODES)).moves


def _position(state: GameState, before: Position) -> Position:
    """Return a later position for the naive rules, made of what stands on the board."""
    board = state.board
    one, two = (
        frozenset(
            _play(Move(cell, state.tokens[cell] if state.tokens else None), board.columns)
            for cell in range(board.size)
            if state.owner(cell) is player
        )
        for player in Player
    )
    last = int(state.last or 0)
    return replace(before, placed=(one, two), mover=int(state.to_move), last=last)


def _play(move: Move, columns: int) -> Play:
    row, column = divmod(move.cell, columns)
    return (row + 1, column + 1), move.token or 0
