"""The game id: a game in one line, to be copied and pasted, such as `showdown:4x4:2 2;1 3`.

Three parts with colons between them: the variant, the board, the moves. Where Player 2 starts,
the board is followed by `/2`: `showdown:4x4/2:2 2;1 3`. Names are not part of it.
"""

from __future__ import annotations

from gridlock_tui.match.setup import Game, Setup
from gridlock_tui.rules import (
    Board,
    GridlockError,
    IllegalMove,
    Player,
    find_variant,
    read_moves,
    write_move,
)
from gridlock_tui.rules.text import quoted

_LONGEST = 2048


def write_game_id(game: Game) -> str:
    """Return the one line that tells the game, with all its moves."""
    variant = game.setup.variant
    starter = "" if game.setup.first is Player.ONE else "/2"
    moves = ";".join(write_move(variant, move) for move in game.timeline.moves)
    return f"{variant.slug}:{variant.board}{starter}:{moves}"


def read_game_id(text: str) -> Game:
    """Return the game that a line tells, every move verified, or raise GridlockError.

    The moves may be missing, and so may the board where it is the variant's own.
    """
    parts = text.strip().split(":") if len(text) <= _LONGEST else []
    if not 1 <= len(parts) <= 3 or "" in parts[:2]:
        example = "showdown:4x4:2 2;1 3"
        raise GridlockError(f"{quoted(text)} is not a game id: write one such as {example}")
    slug, place, moves = (*parts, "", "")[:3]
    variant = find_variant(slug)
    size, slash, starter = place.partition("/")
    if size:
        board = Board.from_text(size)
        variant = variant.resized(board.rows, board.columns)
    if slash and starter not in ("1", "2"):
        raise GridlockError(f"{quoted(starter)} cannot start: write 1 or 2 after the /")
    setup = Setup(variant, first=Player(int(starter or "1")))
    timeline = setup.begin().timeline
    for number, move in enumerate(read_moves(variant, moves), start=1):
        try:
            timeline = timeline.play(move)
        except IllegalMove as error:
            raise GridlockError(f"move {number} cannot be played: {error}") from error
    return Game(setup, timeline)
