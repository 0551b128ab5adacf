"""The game id: a game as one line that can be copied and pasted, such as `showdown:4x4:2 2;1 3`.

It has three parts with colons between them: the variant, the board and the moves. If Player 2
starts, `/2` follows the board: `showdown:4x4/2:2 2;1 3`. Names are not included.
"""

from __future__ import annotations

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.rules import (
    Board,
    GridlockError,
    Player,
    find_variant,
    read_moves,
    write_move,
)
from gridlock_tui.rules.text import quoted

_LONGEST = 2048


def write_game_id(game: Game) -> str:
    """Return the id of the game, with all its moves."""
    variant = game.setup.variant
    starter = "" if game.setup.first is Player.ONE else "/2"
    moves = ";".join(write_move(variant, move) for move in game.timeline.moves)
    return f"{variant.slug}:{variant.board}{starter}:{moves}"


def read_game_id(text: str) -> Game:
    """Return the game of an id, every move replayed, or raise GridlockError.

    The moves may be left out, and also the board if it is the variant's default.
    """
    parts = text.strip().split(":") if len(text) <= _LONGEST else []
    if not 1 <= len(parts) <= 3 or "" in parts[:2]:
        example = "showdown:4x4:2 2;1 3"
        raise GridlockError(f"{quoted(text)} is not a game id: write one such as {example}")
    slug, board_part, moves = (*parts, "", "")[:3]
    variant = find_variant(slug)
    size, slash, starter = board_part.partition("/")
    if size:
        board = Board.from_text(size)
        variant = variant.resized(board.rows, board.columns)
    if slash and starter not in ("1", "2"):
        raise GridlockError(f"{quoted(starter)} cannot start: write 1 or 2 after the /")
    setup = Setup(variant, first=Player(int(starter or "1")))
    return Game.replay(setup, read_moves(variant, moves))
