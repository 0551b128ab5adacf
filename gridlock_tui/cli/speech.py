"""A game in words, for screen readers: every change, and the whole board on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridlock_tui.rules.board import cells_in
from gridlock_tui.rules.notation import expected_move
from gridlock_tui.rules.phrases import Names, cell_list, cells_by_player, name_of, pass_text
from gridlock_tui.rules.state import Player
from gridlock_tui.rules.text import counted, listed

if TYPE_CHECKING:
    from gridlock_tui.rules import GridlockError
    from gridlock_tui.rules.board import Cell
    from gridlock_tui.rules.state import GameState, Move


def board_words(state: GameState) -> str:
    """Return the size of the board and how to write a move."""
    board = state.board
    size = f"{counted(board.rows, 'row')} and {counted(board.columns, 'column')}"
    return f"The board has {size}. To move, write {expected_move(state.variant)}."


def move_words(before: GameState, move: Move, names: Names) -> list[str]:
    """Return what a move does, one sentence per line: the claim, what it blocks, a pass."""
    after = before.play(move)
    name, cell = name_of(before.to_move, names), before.variant.cell_name(move.cell)
    placed = before.to_move.symbol if move.token is None else f"token {move.token}"
    lines = [f"{name} places {placed} on {cell}."]
    effect = before.effect(move)
    if effect.run:
        lines.append(f"This completes a run: {cell_words(before, effect.run)}.")
    elif not before.variant.has_tokens:
        blocked = _for_whom(before, effect.lost, names)
        lines.append(f"Blocked {blocked}." if blocked else "No other cell is blocked by it.")
    # The moves left show why the game ends, except in the token game, where a run ends it.
    if not (after.is_over and after.variant.has_tokens):
        lines.append(room_words(after, names))
    if not after.is_over:
        lines.append(pass_text(after, names))
    return list(filter(None, lines))


def undo_words(before: GameState, move: Move, names: Names) -> list[str]:
    """Return which cells are free again after an undo, and how many moves are left."""
    after = before.play(move)
    one, two = (was & ~left for was, left in zip(before.room, after.room, strict=True))
    freed = _for_whom(before, (cells_in(one), cells_in(two)), names)
    return [f"Free again {freed}.", room_words(before, names)]


def room_words(state: GameState, names: Names) -> str:
    """Return how many cells each player can place on."""
    one, two = (len(state.room_for(player)) for player in Player)
    if one == two:
        return f"Moves left for both: {counted(one, 'cell')}."
    first, second = (name_of(player, names) for player in Player)
    return f"Moves left: {first} {counted(one, 'cell')}, {second} {counted(two, 'cell')}."


def turn_words(state: GameState, names: Names) -> str:
    """Return who is to move, and the tokens in that player's hand."""
    player = state.to_move
    name, again = name_of(player, names), " again" if state.passed else ""
    hand = state.hand(player)
    if not hand:
        return f"{name} is to move{again}, with {player.symbol}."
    tokens = listed([str(token) for token in hand])
    return f"{name} is to move{again}. Tokens in hand: {tokens}."


def position_words(state: GameState, names: Names) -> list[str]:
    """Return each player's cells and which cells are blocked, one sentence per line."""
    lines = [_markers(state, player, names) for player in Player]
    if not state.variant.has_tokens:
        empty = state.board.full & ~(state.marks[0] | state.marks[1])
        one, two = (cells_in(empty & ~room) for room in state.room)
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


def _for_whom(
    state: GameState, cells: tuple[tuple[Cell, ...], tuple[Cell, ...]], names: Names
) -> str:
    """Return the cells of both players, then those of each player alone."""
    shares = cells_by_player(*cells, names)
    return "; ".join(f"for {who}: {cell_words(state, mine)}" for who, mine in shares)


def cell_words(state: GameState, cells: tuple[int, ...]) -> str:
    """Return the names of these cells as a list in a sentence."""
    return listed([state.variant.cell_name(cell) for cell in cells])


def possible_moves(state: GameState, *, in_words: bool = False) -> list[str]:
    """Return the tokens and the cells of the player to move, one sentence per line.

    In words there are no brackets: a screen reader would read them out.
    """
    hand, room = state.hand(state.to_move), state.room_for(state.to_move)
    tokens = [f"Tokens in hand: {', '.join(map(str, hand))}."] if hand else []
    cells = cell_words(state, room) if in_words else cell_list(state, room)
    return [*tokens, f"Cells where you can place: {cells}."]


def error_words(error: GridlockError) -> str:
    """Return what is wrong, as a sentence."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}."
