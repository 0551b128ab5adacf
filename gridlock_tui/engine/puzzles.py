"""Puzzles: positions in which exactly one cell wins. The pack is read when it is asked for.

A line of the pack has the id, the board, who made the first move, the moves that lead to the
position, the moves that win, the placements to the end, the difficulty, the idea and the only moves
that follow; `-` stands for no moves, no idea or none. A line that begins with `@` names the variant
of the lines below it. Moves have no spaces: `b2c3`, with tokens `5b2`. Loading the pack needs no
solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, reduce
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gridlock_tui.rules import Board, GameState, GridlockError, Move, Player, Variant, find_variant
from gridlock_tui.rules.notation import write_compact
from gridlock_tui.rules.text import quoted

_FILE = "puzzles.txt"
_MOVE = re.compile(r"([0-9]*)([a-h])([1-8])")
_NOTHING = "-"
DIFFICULTIES = range(1, 6)
"""The classes of difficulty, the easiest first."""
HARDER = 4
"""From this class on, every puzzle needs an only move later too."""


class Puzzle(NamedTuple):
    """A position in which you are to move and exactly one cell wins."""

    id: str
    variant: str
    """The slug."""
    size: str
    """The board, such as `5x6`."""
    first: int
    """Who made the first of the moves, 1 or 2."""
    path: str
    """The moves that lead to the position from the empty board, without spaces."""
    answer: str
    """The moves that win, without spaces; in a game with tokens all of them are on one cell."""
    distance: int
    """The placements to the end with best play."""
    difficulty: int
    """From 1 to 5; 0 if it is not rated."""
    theme: str
    """The kind of reason why the answer wins, such as `spare-move`; empty if there is none."""
    only_moves: int = 0
    """How often exactly one of several cells wins later: see `puzzle_maker.later_only_moves`."""

    @property
    def game(self) -> Variant:
        """The variant on the board of the puzzle."""
        return _sized(find_variant(self.variant), self.size)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that lead to the position."""
        return unpacked(self.game, self.path)

    @property
    def solution(self) -> tuple[Move, ...]:
        """The moves that win."""
        return unpacked(self.game, self.answer)

    @property
    def state(self) -> GameState:
        """The position, every move replayed."""
        return reduce(GameState.play, self.moves, self.game.start(Player(self.first)))

    @property
    def you(self) -> Player:
        """Who is to move and wins."""
        return self.state.to_move


@lru_cache
def _sized(variant: Variant, size: str) -> Variant:
    board = Board.from_text(size)
    return variant.resized(board.rows, board.columns)


def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles of the pack, in the order of the file."""
    return tuple(_by_id().values())


def find_puzzle(text: str) -> Puzzle:
    """Return the puzzle with this id, or raise GridlockError."""
    word = "".join(c for c in text.casefold() if c.isalnum())
    found = _by_id().get(word)
    if found is None:
        example = next(iter(_by_id()))
        raise GridlockError(f"there is no puzzle {quoted(text)}: write an id such as {example}")
    return found


@cache
def _by_id() -> Mapping[str, Puzzle]:
    text = Path(__file__).with_name(_FILE).read_text(encoding="utf-8")
    return MappingProxyType({puzzle.id: puzzle for puzzle in read_pack(text)})


def read_pack(text: str) -> Iterable[Puzzle]:
    """Yield the puzzles of a pack."""
    variant = ""
    for line in text.splitlines():
        if line.startswith("@"):
            variant = line[1:]
        elif not line.startswith("#"):
            id_, size, first, path, answer, distance, difficulty, theme, only = line.split(" ")
            yield Puzzle(
                id_,
                variant,
                size,
                int(first),
                "" if path == _NOTHING else path,
                answer,
                int(distance),
                int(difficulty),
                "" if theme == _NOTHING else theme,
                0 if only == _NOTHING else int(only),
            )


def write_pack(puzzles: Iterable[Puzzle], heading: str) -> str:
    """Return the text of a pack, given lines of comment that begin with #."""
    lines, variant = [heading], ""
    for puzzle in puzzles:
        if puzzle.variant != variant:
            variant = puzzle.variant
            lines.append(f"@{variant}")
        id_, _, *fields = puzzle
        lines.append(" ".join(str(field or _NOTHING) for field in (id_, *fields)))
    return "\n".join(lines) + "\n"


def packed(board: Board, moves: Iterable[Move]) -> str:
    """Return moves as text without spaces."""
    return "".join(f"{move.token or ''}{write_compact(board, move.cell)}" for move in moves)


def unpacked(variant: Variant, text: str) -> tuple[Move, ...]:
    """Return the moves of a text without spaces, with the variant's notation."""
    board, cells = variant.board, variant.cells
    return tuple(
        cells.move(
            board,
            board.cell(ord(letter) - ord("a"), int(column) - 1),
            int(token) if token else None,
        )
        for token, letter, column in _MOVE.findall(text)
    )
