"""The lines of the list of finished games: how a game is told in one line, or in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from gridlock_tui.match import HUMAN, LONGEST_NAME
from gridlock_tui.rules import VARIANTS, Placement, Player, Wins
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH

if TYPE_CHECKING:
    from gridlock_tui.match.history import Entry

Piece = tuple[str, str]
"""A part of a line, and its tone."""
TONES = ("", "dim", "one", "two", "won-one", "won-two")
"""What a part of a line can stand for: a player, the winner, what matters less, or nothing."""

_TONES = {Player.ONE: "one", Player.TWO: "two"}
_MARK = 2
_DATE = 10
_GAME = max(map(len, VARIANTS)) + len(" 8x8")
"""The longest name of a variant, and a size."""
_FIRST = 5
_MOVES = 5
_GAP = 2
_SIGNS = 4
"""In front of each name: whether that side won, and its letter."""

_ENDS = {
    "stuck": ", who was stuck",
    "both stuck": " by placing last",
    "run": " by a run",
    "sum": " by the higher sum",
    "last placed": " by placing last",
}
"""How a game ended, after `Ada beat Ben`."""
_ENDS_OF_LOSERS = {**_ENDS, "stuck": " by being stuck", "both stuck": ", who placed last"}
"""The same where the last to place loses."""


def lines_per_game(width: int) -> int:
    """Return how many lines a game takes in a list of this width."""
    return 1 if width >= STANDARD_WIDTH - 3 else 2


def heading(width: int, glyphs: Glyphs) -> str:
    """Return what stands above the columns; nothing where a game takes two lines."""
    if lines_per_game(width) == 2:
        return ""
    side = _side_width(width)
    players = f"{f'  Players ({glyphs.wins} won)':{2 * side + _GAP}}"
    before, after = (
        f"{'Date':{_DATE}}  {'Game':{_GAME}}",
        f"{'First':{_FIRST}}  {'Moves':>{_MOVES}}",
    )
    return f"{'':{_MARK}}{before}  {players}  {after}"


def game_line(entry: Entry, line: int, width: int, glyphs: Glyphs, sign: str) -> list[Piece]:
    """Return a line about a game, with a sign in front: some terminals have no colours."""
    mark = f"{sign} "
    date = entry.finished.date()
    board = entry.board
    game = _fitted(
        f"{titled(entry.variant)} {board.rows}{glyphs.times}{board.columns}", _GAME, glyphs
    )
    first = (entry.first.symbol, _TONES[entry.first])
    if lines_per_game(width) == 1:
        one, two = (_player(entry, player, _side_width(width), glyphs) for player in Player)
        rest = f"{'':{_FIRST + 1}}{entry.length:>{_MOVES}}"
        return [
            (f"{mark}{date}  {game}  ", ""),
            one,
            ("  ", ""),
            two,
            ("  ", ""),
            first,
            (rest, ""),
        ]
    if line == 1:
        return [(f"  {date}  {game}  ", "dim"), first, (" began", "dim")]
    moves = f" {counted(entry.length, 'move')}"
    side = (width - _MARK - 1 - len(" 64 moves")) // 2
    one, two = (_player(entry, player, side, glyphs) for player in Player)
    room = width - _MARK - 2 * side - 1
    return [(mark, ""), one, (" ", ""), two, (f"{moves:>{room}}", "")]


def about_game(entry: Entry) -> str:
    """Return a sentence about a game, with all that has no room in the list."""
    if entry.is_damaged:
        return "This game is damaged: it can be deleted, and nothing else."
    winner, loser = _called(entry, entry.winner), _called(entry, entry.winner.other)
    swap = " The first move was taken over." if entry.taken_over else ""
    return f"{winner} beat {loser}{_ends_of(entry.variant).get(entry.reason, '')}.{swap}"


def _ends_of(slug: str) -> dict[str, str]:
    rules = VARIANTS[slug].rules if slug in VARIANTS else None
    loses = isinstance(rules, Placement) and rules.wins is Wins.OTHER
    return _ENDS_OF_LOSERS if loses else _ENDS


def titled(slug: str) -> str:
    """Return a variant's name as it stands in lists and choices."""
    return slug.capitalize()


def _called(entry: Entry, player: Player) -> str:
    name, kind = entry.names[player - 1], entry.kinds[player - 1]
    return name if kind in (HUMAN, name.casefold()) else f"{name} ({kind})"


def _side_width(width: int) -> int:
    """Return how many cells there are for each player, where a game takes one line."""
    others = _MARK + _DATE + _GAP + _GAME + _GAP + _GAP + _FIRST + _GAP + _MOVES
    return min((width - others - _GAP) // 2, _SIGNS + LONGEST_NAME)


def _player(entry: Entry, player: Player, width: int, glyphs: Glyphs) -> Piece:
    won = entry.winner is player
    words = f"{glyphs.wins if won else ' '} {player.symbol} {entry.names[player - 1]}"
    return _fitted(words, width, glyphs), f"won-{_TONES[player]}" if won else _TONES[player]


def _fitted(text: str, width: int, glyphs: Glyphs) -> str:
    """Return the text in this many cells, cut or filled up."""
    return set_cell_size(shortened(text, width, glyphs), width)


def shortened(text: str, width: int, glyphs: Glyphs) -> str:
    """Return the text in this many cells at the most."""
    if cell_len(text) <= width:
        return text
    room = width - len(glyphs.ellipsis)
    if room < 1:  # not even for a letter and the sign
        return set_cell_size(text, max(width, 0))
    return f"{set_cell_size(text, room).rstrip()}{glyphs.ellipsis}"
