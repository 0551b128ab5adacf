"""A game in words alone, for those who hear it: every change, and the whole board when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridlock_tui.rules.board import cells_in
from gridlock_tui.rules.notation import expected_move
from gridlock_tui.rules.phrases import Names, name_of, pass_text
from gridlock_tui.rules.state import Pair, Player
from gridlock_tui.rules.text import counted, listed

if TYPE_CHECKING:
    from gridlock_tui.rules.state import GameState, Move


def board_words(state: GameState) -> str:
    """Say how large the board is and how a move is written."""
    board = state.board
    size = f"{counted(board.rows, 'row')} and {counted(board.columns, 'column')}"
    return f"The board has {size}. To move, write {expected_move(state.variant)}."


def move_words(before: GameState, move: Move, names: Names) -> list[str]:
    """Say what a move does, one sentence to a line: the claim, what it takes away, a pass."""
    after = before.play(move)
    name, cell = name_of(before.to_move, names), before.variant.cell_name(move.cell)
    placed = before.to_move.symbol if move.token is None else f"token {move.token}"
    lines = [f"{name} places {placed} on {cell}."]
    effect = before.effect(move)
    if effect.run:
        lines.append(f"This completes a run: {cell_words(before, effect.run)}.")
    elif not before.variant.has_tokens:
        one, two = (sum(1 << lost for lost in effect.lost_by(player)) for player in Player)
        blocked = _for_whom(before, (one, two), names)
        lines.append(f"Blocked {blocked}." if blocked else "No other cell is blocked by it.")
    # What is left says why the game ends; after a run nothing is, but that is not the reason.
    if not (after.is_over and after.variant.has_tokens):
        lines.append(room_words(after, names))
    if not after.is_over:
        lines.append(pass_text(after, names))
    return list(filter(None, lines))


def undo_words(before: GameState, move: Move, names: Names) -> list[str]:
    """Say what is open again when a move is taken back, and what that leaves."""
    after = before.play(move)
    one, two = (was & ~left for was, left in zip(before.room, after.room, strict=True))
    return [f"Free again {_for_whom(before, (one, two), names)}.", room_words(before, names)]


def room_words(state: GameState, names: Names) -> str:
    """Say how many cells each player could place on."""
    one, two = (len(state.room_for(player)) for player in Player)
    if one == two:
        return f"Moves left for both: {counted(one, 'cell')}."
    first, second = (name_of(player, names) for player in Player)
    return f"Moves left: {first} {counted(one, 'cell')}, {second} {counted(two, 'cell')}."


def turn_words(state: GameState, names: Names) -> str:
    """Say whose turn it is, and what that player has in hand."""
    player = state.to_move
    name, again = name_of(player, names), " again" if state.passed else ""
    hand = state.hand(player)
    if not hand:
        return f"{name} is to move{again}, with {player.symbol}."
    tokens = listed([str(token) for token in hand])
    return f"{name} is to move{again}. Tokens in hand: {tokens}."


def position_words(state: GameState, names: Names) -> list[str]:
    """Say what stands where and what is blocked for whom, one sentence to a line."""
    lines = [_markers(state, player, names) for player in Player]
    if not state.variant.has_tokens:
        empty = state.board.full & ~(state.marks[0] | state.marks[1])
        one, two = (empty & ~room for room in state.room)
        blocked = _for_whom(state, (one, two), names)
        lines.append(f"Blocked {blocked}." if blocked else "No cell is blocked.")
    return lines


def _markers(state: GameState, player: Player, names: Names) -> str:
    name, cells = name_of(player, names), state.cells_of(player)
    if not cells:
        return f"{name} has nothing on the board yet."
    if not state.variant.has_tokens:
        return f"{name} has {player.symbol} on {cell_words(state, cells)}."
    tokens = [f"{state.tokens[cell]} on {state.variant.cell_name(cell)}" for cell in cells]
    return f"{name} has {'token' if len(tokens) == 1 else 'tokens'} {listed(tokens)}."


def _for_whom(state: GameState, sets: Pair, names: Names) -> str:
    """Return the cells that concern both players, then those that concern only one of them."""
    both = sets[0] & sets[1]
    shares = [("both", both)]
    shares += [(name_of(player, names), sets[player - 1] & ~both) for player in Player]
    parts = [f"for {who}: {cell_words(state, cells_in(cells))}" for who, cells in shares if cells]
    return "; ".join(parts)


def cell_words(state: GameState, cells: tuple[int, ...]) -> str:
    """Return the names of these cells as a sentence lists them."""
    return listed([state.variant.cell_name(cell) for cell in cells])
