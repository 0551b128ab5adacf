"""The game id: a game as one line that can be copied and pasted, such as `showdown:4x4:2 2;1 3`.

It has three parts with colons between them: the variant, the board and the moves. If Player 2
starts, `/2` follows the board: `showdown:4x4/2:2 2;1 3`. If the first move was taken over, `swap`
follows it: `showdown:4x4:2 2;swap;1 3`. A fourth part tells what was agreed on, unless it is a
single game without the swap rule: `showdown:4x4:2 2:game 2 of 3, swap rule`. Names are not
included.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridlock_tui.match.game import Game, Setup
from gridlock_tui.match.series import ENDLESS, LENGTHS, Starts
from gridlock_tui.rules import (
    Board,
    GridlockError,
    Player,
    find_variant,
    read_moves,
    write_move,
)
from gridlock_tui.rules.text import quoted

if TYPE_CHECKING:
    from gridlock_tui.match.match import Match

_LONGEST = 2048
_EXAMPLE = "showdown:4x4:2 2;1 3"
_SWAP, _SWAP_RULE, _LOSER_STARTS, _ENDLESS = "swap", "swap rule", "loser starts", "endless"
_NUMBER = re.compile("game ([1-9][0-9]{0,5}) of ([357]|endless)")


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a game agreed on: the series it belongs to, and the swap rule."""

    number: int = 1
    """Which game of the series it is."""
    length: int = 1
    """The most games of the series; one of `LENGTHS`."""
    starts: Starts = Starts.ALTERNATE
    swap_rule: bool = False

    @classmethod
    def of(cls, match: Match) -> Terms:
        """Return the terms of the current game of a match."""
        series = match.series
        if series.length == 1:
            return cls(swap_rule=series.swap_rule)
        return cls(series.played + 1, series.length, series.starts, series.swap_rule)


SIMPLE = Terms()
"""A single game without the swap rule; what an id without a fourth part says, or leaves open."""


@dataclass(frozen=True, slots=True)
class GameId:
    """What a game id says."""

    game: Game
    terms: Terms = SIMPLE


def write_game_id(game: Game, terms: Terms = SIMPLE) -> str:
    """Return the id of the game, with all its moves."""
    variant = game.setup.variant
    starter = "" if game.setup.first is Player.ONE else "/2"
    moves = [write_move(variant, move) for move in game.timeline.moves]
    if game.setup.taken_over:
        moves.insert(1, _SWAP)
    line = f"{variant.slug}:{variant.board}{starter}:{';'.join(moves)}"
    return line if terms == SIMPLE else f"{line}:{_write_terms(terms)}"


def read_game_id(text: str) -> Game:
    """Return the game of an id, every move replayed, or raise GridlockError."""
    return read_whole_id(text).game


def read_whole_id(text: str) -> GameId:
    """Return what an id says, every move replayed, or raise GridlockError.

    The moves may be left out, and also the board if it is the variant's default. Line breaks
    count as spaces: a letter may have wrapped the line.
    """
    parts = " ".join(text.split()).split(":") if len(text) <= _LONGEST else []
    if not 1 <= len(parts) <= 4 or "" in parts[:2]:
        raise GridlockError(f"{quoted(text)} is not a game id: write one such as {_EXAMPLE}")
    slug, board_part, moves, terms = (*parts, "", "", "")[:4]
    variant = find_variant(slug)
    size, slash, starter = board_part.partition("/")
    if size:
        board = Board.from_text(size)
        variant = variant.resized(board.rows, board.columns)
    if slash and starter not in ("1", "2"):
        raise GridlockError(f"{quoted(starter)} cannot start: write 1 or 2 after the /")
    first, *others = moves.split(";")
    taken_over = bool(others) and others[0].strip().casefold() == _SWAP
    played = read_moves(variant, ";".join([first, *others[taken_over:]]))
    setup = Setup(variant, first=Player(int(starter or "1")), taken_over=taken_over)
    return GameId(Game.replay(setup, played), _read_terms(terms.strip(), text))


def _write_terms(terms: Terms) -> str:
    words = []
    if terms.length != 1:
        length = _ENDLESS if terms.length == ENDLESS else terms.length
        words.append(f"game {terms.number} of {length}")
    if terms.starts is Starts.LOSER:
        words.append(_LOSER_STARTS)
    if terms.swap_rule:
        words.append(_SWAP_RULE)
    return ", ".join(words)


def _read_terms(text: str, line: str) -> Terms:
    words = [word.strip().casefold() for word in text.split(",")] if text else []
    number, length = 1, 1
    if words and (found := _NUMBER.fullmatch(words[0])):
        number = int(found[1])
        length = ENDLESS if found[2] == _ENDLESS else int(found[2])
        words = words[1:]
    if not set(words) <= {_LOSER_STARTS, _SWAP_RULE} or length not in LENGTHS:
        raise GridlockError(f"{quoted(line)} is not a game id: write one such as {_EXAMPLE}")
    if length and number > length:
        raise GridlockError(f"there is no game {number} in a series of {length}")
    starts = Starts.LOSER if _LOSER_STARTS in words else Starts.ALTERNATE
    return Terms(number, length, starts, _SWAP_RULE in words)
