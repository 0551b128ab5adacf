"""Reading and writing moves. Forgiving about spaces, case, commas and brackets; never guessing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from gridlock_tui.rules.cells import CellStyle, NotationError, OffBoardError
from gridlock_tui.rules.state import GameState, IllegalMove, Move
from gridlock_tui.rules.text import quoted, visible

if TYPE_CHECKING:
    from gridlock_tui.rules.board import Cell
    from gridlock_tui.rules.variants import Variant

_BRACKETED = re.compile(r"\(([^()\[\]{};]*)\)|\[([^()\[\]{};]*)\]|\{([^()\[\]{};]*)\}")
_LONGEST_MOVE = 4096
_LONGEST_LIST = 65536
_BETWEEN = re.compile(r" ?(?:[;,] ?|$)")


def write_move(variant: Variant, move: Move) -> str:
    """Return the move in the variant's own notation: `6`, `2 2` or `5 B2`."""
    name = variant.cell_name(move.cell)
    return name if move.token is None else f"{move.token} {name}"


def read_cell(variant: Variant, text: str) -> Cell:
    """Return the cell that the text names, or raise NotationError."""
    match = _pattern(variant.cells, False).fullmatch(_plain(text))
    if match is None:
        raise _unreadable(text, "a cell", variant.cells.expected(variant.board))
    return variant.cells.find(variant.board, match)


def read_move(variant: Variant, text: str) -> Move:
    """Return the move that the text names, or raise NotationError. Legality is not looked at."""
    match = _pattern(variant.cells, variant.has_tokens).fullmatch(_plain(text))
    if match is None:
        raise _unreadable(text, "a move", expected_move(variant))
    return _found(variant, match)


def read_placement(variant: Variant, text: str, token: int | None) -> Move:
    """Return the move that the text names; where a token is in hand, its cell is enough."""
    try:
        return read_move(variant, text)
    except OffBoardError:
        raise
    except NotationError:
        if not variant.has_tokens or token is None:
            raise
    return Move(read_cell(variant, text), token)


def read_token(variant: Variant, text: str) -> int:
    """Return the number of the token that the text names, or raise NotationError."""
    plain = _plain(text)
    if re.fullmatch("[0-9]{1,3}", plain) is None:
        example = _example(variant)
        expected = f"a number, such as {example.token}, or a whole move"
        raise _unreadable(text, "a token", f"{expected}, such as {write_move(variant, example)}")
    return int(plain)


def read_moves(variant: Variant, text: str) -> tuple[Move, ...]:
    """Return the moves of a list, separated by `;` or `,`, or raise NotationError."""
    plain = _plain(text, _LONGEST_LIST)
    pattern = _pattern(variant.cells, variant.has_tokens)
    moves: list[Move] = []
    at = 0
    while at < len(plain):
        match = pattern.match(plain, at)
        separator = match and _BETWEEN.match(plain, match.end())
        if not match or not separator:
            wrong = plain[at:].partition(";")[0]
            raise NotationError(
                f"{quoted(wrong)} is not move {len(moves) + 1}: write {expected_move(variant)}, "
                "with ; between moves"
            )
        try:
            moves.append(_found(variant, match))
        except OffBoardError as error:
            raise OffBoardError(f"move {len(moves) + 1} cannot be played: {error}") from error
        at = separator.end()
    return tuple(moves)


def play_moves(state: GameState, text: str) -> GameState:
    """Return the state after a list of moves; an error names the move that is wrong."""
    for number, move in enumerate(read_moves(state.variant, text), start=1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            sentence = f"move {number} cannot be played: {error.sentence}"
            raise IllegalMove(move, error.refusal, sentence) from error
    return state


def expected_move(variant: Variant) -> str:
    """Return the words that say how a move is written, with an example."""
    expected = variant.cells.expected(variant.board)
    if not variant.has_tokens:
        return expected
    return f"a token and a cell, such as {write_move(variant, _example(variant))}"


def _example(variant: Variant) -> Move:
    return Move(variant.board.sample, (variant.tokens_each + 1) // 2)


def _unreadable(text: str, what: str, expected: str) -> NotationError:
    read = f"{quoted(text)} is not {what}" if text.strip() else "nothing was entered"
    return NotationError(f"{read}: write {expected}")


def _plain(text: str, longest: int = _LONGEST_MOVE) -> str:
    """Return the text with single spaces and without brackets; what they hold is one move."""
    if len(text) > longest:  # nobody types that; left as it is, nothing reads it as a move
        return "…"
    opened = _BRACKETED.sub(lambda group: f" {group[0][1:-1].replace(',', ' ')} ", visible(text))
    return " ".join(opened.split())


@lru_cache
def _pattern(style: CellStyle, has_tokens: bool) -> re.Pattern[str]:
    # A token may run into a letter (5B2), never into another number (56 could be 5 6 or 56).
    token = r"(?P<token>[0-9]{1,3})(?:[\s,]+|(?=[a-z]))" if has_tokens else ""
    return re.compile(token + style.pattern, re.IGNORECASE | re.ASCII)


def _found(variant: Variant, match: re.Match[str]) -> Move:
    token = match.groupdict().get("token")
    return Move(variant.cells.find(variant.board, match), int(token) if token else None)
