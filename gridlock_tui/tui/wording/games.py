"""The list of finished games: the text of each, in one line or in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from gridlock_tui.match import HUMAN, LONGEST_NAME
from gridlock_tui.match.naming import YOU, as_object, shown_names
from gridlock_tui.rules import VARIANTS, Placement, Player, Wins
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.widgets.too_small import STANDARD_WIDTH

if TYPE_CHECKING:
    from gridlock_tui.match.store.history import GameEntry

Piece = tuple[str, str]
"""A part of a line, and its tone."""
TONES = ("", "dim", "one", "two", "won-one", "won-two")
"""How a part of a line is shown: as a player, as the winner, dim, or plain."""

_MARK = 2
_DATE = 10
_GAME = max(map(len, VARIANTS)) + len(" 8x8")
"""The longest name of a variant and a size."""
_FIRST = 5
_MOVES = 5
_GAP = 2
_SIGNS = 4
"""Before each name: a sign for the winner, and the letter."""

_ENDS = {
    "stuck": ": {loser} {was} stuck",
    "both stuck": " by placing last",
    "run": " by a run",
    "sum": " by the higher sum",
    "last placed": " by placing last",
}
"""How the game ended, after `Ada beat Ben`."""
_ENDS_OF_LOSERS = {**_ENDS, "stuck": " by being stuck", "both stuck": ": {loser} placed last"}
"""The same for variants in which the last to place loses."""


def lines_per_game(width: int) -> int:
    """Return the number of lines for each game in a list of this width."""
    return 1 if width >= STANDARD_WIDTH - 3 else 2


def heading(width: int) -> str:
    """Return the headings of the columns; nothing if a game takes two lines."""
    if lines_per_game(width) == 2:
        return ""
    side = _side_width(width)
    game, players = f"{'Date':{_DATE}}  {'Game':{_GAME}}", "  Players (▲ won)"
    return f"  {game}  {players:{2 * side + _GAP}}  {'First':{_FIRST}}  {'Moves':>{_MOVES}}"


def game_line(entry: GameEntry, line: int, width: int, sign: str) -> list[Piece]:
    """Return a line of a game, after a sign that marks it without colours."""
    mark, date = f"{sign} ", entry.finished.date()
    game = _fitted(f"{titled(entry.variant)} {entry.board.label}", _GAME)
    first = (entry.first.symbol, entry.first.word)
    if lines_per_game(width) == 1:
        one, two = (_player(entry, player, _side_width(width)) for player in Player)
        rest = f"{'':{_FIRST + 1}}{entry.length:>{_MOVES}}"
        gap = (" " * _GAP, "")
        return [(f"{mark}{date}  {game}  ", ""), one, gap, two, gap, first, (rest, "")]
    if line == 1:
        return [(f"  {date}  {game}  ", "dim"), first, (" began", "dim")]
    moves = f" {counted(entry.length, 'move')}"
    side = (width - _MARK - 1 - len(" 64 moves")) // 2
    one, two = (_player(entry, player, side) for player in Player)
    room = width - _MARK - 2 * side - 1
    return [(mark, ""), one, (" ", ""), two, (f"{moves:>{room}}", "")]


def about_game(entry: GameEntry) -> str:
    """Return a sentence with what does not fit in the list."""
    if entry.is_damaged:
        return "This game is damaged: it can only be deleted."
    winner, loser = _called(entry, entry.winner), _called(entry, entry.winner.other)
    ends = ending(entry.variant, entry.reason, shown_names(entry)[entry.winner.other - 1])
    swap = " The first move was taken over." if entry.taken_over else ""
    return f"{winner} beat {as_object(loser)}{ends}.{swap}"


def delete_question(entry: GameEntry) -> str:
    """Ask whether to delete a game."""
    one, two = shown_names(entry)
    game = f"the game of {one} and {two}"
    if YOU in (one, two):
        game = f"your game against {two if one == YOU else one}"
    return f"Delete {game} on {entry.finished.date()} for good?"


def ending(slug: str, reason: str, loser: str) -> str:
    """Return how a game ended, to follow who has won: `: Ben was stuck`, ` by placing last`."""
    was = "were" if loser == YOU else "was"
    return _ends_of(slug).get(reason, "").format(loser=as_object(loser), was=was)


def _ends_of(slug: str) -> dict[str, str]:
    rules = VARIANTS[slug].rules if slug in VARIANTS else None
    loses = isinstance(rules, Placement) and rules.wins is Wins.OTHER
    return _ENDS_OF_LOSERS if loses else _ENDS


def titled(slug: str) -> str:
    """Return the name of a variant, also of one that this version does not have."""
    return VARIANTS[slug].name if slug in VARIANTS else slug.capitalize()


def _called(entry: GameEntry, player: Player) -> str:
    name, kind = shown_names(entry)[player - 1], entry.kinds[player - 1]
    return name if kind in (HUMAN, name.casefold()) else f"{name} ({kind})"


def _side_width(width: int) -> int:
    """Return the width for each player if a game takes one line."""
    others = _MARK + _DATE + _GAP + _GAME + _GAP + _GAP + _FIRST + _GAP + _MOVES
    return min((width - others - _GAP) // 2, _SIGNS + LONGEST_NAME)


def _player(entry: GameEntry, player: Player, width: int) -> Piece:
    won = entry.winner is player
    words = f"{'▲' if won else ' '} {player.symbol} {shown_names(entry)[player - 1]}"
    return _fitted(words, width), f"won-{player.word}" if won else player.word


def _fitted(text: str, width: int) -> str:
    """Return the text cut or padded to this many cells."""
    return set_cell_size(shortened(text, width), width)


def shortened(text: str, width: int) -> str:
    """Return the text in at most this many cells."""
    if cell_len(text) <= width:
        return text
    if width < 2:  # no room for a letter and the ellipsis
        return set_cell_size(text, max(width, 0))
    return f"{set_cell_size(text, width - 1).rstrip()}…"
