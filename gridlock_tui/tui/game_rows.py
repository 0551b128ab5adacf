"""The lines of the list of finished games: how a game is told in one line, or in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from gridlock_tui.match import HUMAN
from gridlock_tui.rules import Player
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.themes import COLOUR_OF
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH

if TYPE_CHECKING:
    from gridlock_tui.match.history import Entry

_MARK = 2
_DATE = 10
_GAME = 12
"""The longest name of a variant, and a size."""
_FIRST = 5
_MOVES = 5
_GAP = 2
_LONGEST_NAME = 24
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


def lines_per_game(width: int) -> int:
    """Return how many lines a game takes in a list of this width."""
    return 1 if width >= STANDARD_WIDTH - 3 else 2


def heading(width: int, glyphs: Glyphs) -> Content:
    """Return what stands above the columns; nothing where a game takes two lines."""
    if lines_per_game(width) == 2:
        return Content("")
    side = _side_width(width)
    players = f"{f'  Players ({glyphs.wins} won)':{2 * side + _GAP}}"
    words = (
        f"{'Date':{_DATE}}  {'Game':{_GAME}}  {players}  {'First':{_FIRST}}  {'Moves':>{_MOVES}}"
    )
    return Content(" " * _MARK + words)


def game_lines(entry: Entry, width: int, glyphs: Glyphs, here: bool) -> list[Content]:
    """Return the lines about a game; `here` marks it by a sign, for terminals without colours."""
    mark = f"{glyphs.here} " if here else "  "
    date = f"{entry.finished.astimezone().date()}"
    game = f"{titled(entry.variant)} {entry.board.rows}{glyphs.times}{entry.board.columns}"
    first = Content.styled(entry.first.symbol, COLOUR_OF[entry.first])
    if lines_per_game(width) == 1:
        players = _players(entry, _side_width(width), _GAP, glyphs)
        start = f"{mark}{date}  {_fitted(game, _GAME)}  "
        moves = f"{entry.length:>{_MOVES}}"
        return [Content.assemble(start, players, "  ", first, " " * (_FIRST + 1), moves)]
    moves = f"{entry.length} move{'s' if entry.length != 1 else ''}"
    side = (width - _MARK - 1 - len(" 64 moves")) // 2
    head = Content.assemble(mark, _players(entry, side, 1, glyphs))
    gap = " " * max(width - head.cell_length - len(moves), 1)
    about = Content.assemble(f"  {date}  {_fitted(game, _GAME)}  ", first, " began")
    return [Content.assemble(head, gap, moves), about.stylize("dim")]


def about_game(entry: Entry) -> str:
    """Return a sentence about a game, with all that has no room in the list."""
    winner, loser = _called(entry, entry.winner), _called(entry, entry.winner.other)
    swap = " The first move was taken over." if entry.taken_over else ""
    return f"{winner} beat {loser}{_ENDS.get(entry.reason, '')}.{swap}"


def titled(slug: str) -> str:
    """Return a variant's name as it stands in lists and choices."""
    return slug.capitalize()


def _called(entry: Entry, player: Player) -> str:
    name, kind = entry.names[player - 1], entry.kinds[player - 1]
    return name if kind in (HUMAN, name.casefold()) else f"{name} ({kind})"


def _side_width(width: int) -> int:
    """Return how many cells there are for each player, where a game takes one line."""
    others = _MARK + _DATE + _GAP + _GAME + _GAP + _GAP + _FIRST + _GAP + _MOVES
    return min((width - others - _GAP) // 2, _SIGNS + _LONGEST_NAME)


def _players(entry: Entry, each: int, gap: int, glyphs: Glyphs) -> Content:
    return Content(" " * gap).join([_player(entry, player, each, glyphs) for player in Player])


def _player(entry: Entry, player: Player, width: int, glyphs: Glyphs) -> Content:
    won = entry.winner is player
    words = f"{glyphs.wins if won else ' '} {player.symbol} {entry.names[player - 1]}"
    style = f"bold {COLOUR_OF[player]}" if won else COLOUR_OF[player]
    shown = Content(words).truncate(width, ellipsis=True)
    return Content.assemble(shown.stylize(style), " " * (width - shown.cell_length))


def _fitted(text: str, width: int) -> Content:
    shown = Content(text).truncate(width, ellipsis=True)
    return Content.assemble(shown, " " * (width - shown.cell_length))
