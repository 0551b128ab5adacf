"""The matches that wait in the menu: which are known, and what is said of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from gridlock_tui.rules import Names, Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.game_rows import shortened, titled
from gridlock_tui.tui.glyphs import Glyphs

if TYPE_CHECKING:
    from gridlock_tui.match.ongoing import Match

LISTED = 5
"""How many matches the menu lists; the others wait behind these and move up."""
_KNOWN = 100
"""How many are known at the most; more are not looked for on disk either."""
_ROOM_TO_SAY_CONTINUE = 40
"""With fewer cells, what tells matches apart needs all of them."""
_USUAL_NAMES = {str(player) for player in Player}
"""What people are called who give no names."""


def known_matches(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Return the matches that wait; what is finished does so only among those that are listed."""
    older = (match for match in matches[LISTED:] if not match.is_done)
    return (*matches[:LISTED], *older)[:_KNOWN]


def whether_to_drop(match: Match, glyphs: Glyphs, keeps: bool) -> str:
    """Ask whether a match is to be given up; one that is finished may be in the history."""
    if not match.is_done:
        return f"Give up {_called(match, glyphs)}, for good?"
    stays = " It stays among the finished games." if keeps else ""
    return f"Take {_called(match, glyphs)}, off this list?{stays}"


def _called(match: Match, glyphs: Glyphs) -> str:
    one, two = match.game.setup.names
    course = _moves(match) or match.standing.title
    return f"{_board(match, glyphs)}, {course}, {one}{_between(match)}{two}"


def in_one_line(match: Match, width: int, glyphs: Glyphs) -> str:
    """Return what tells a match from others, in so many cells: the names give way."""
    done = match.is_done
    board, moves = _board(match, glyphs), _moves(match)
    if width >= _ROOM_TO_SAY_CONTINUE:
        board = f"Look at {board}" if done else f"Continue {board}"
    elif moves and done:
        moves = "ended"
    head = ", ".join(filter(None, [board, moves]))
    players = _players(match, width - cell_len(head) - len(", "), glyphs)
    return f"{head}, {players}" if players else head


def _players(match: Match, room: int, glyphs: Glyphs) -> str:
    names, between = match.game.setup.names, _between(match)
    if cell_len(between.join(names)) <= room:
        return between.join(names)
    chosen = [name for name in names if name not in _USUAL_NAMES]
    if match.standing.length == 1 and len(chosen) < 2:  # the usual names tell nothing
        return shortened(f"vs {chosen[0]}", room, glyphs) if chosen else ""
    return between.join(_fitted(names, room - len(between), glyphs))


def _board(match: Match, glyphs: Glyphs) -> str:
    variant = match.game.setup.variant
    return f"{titled(variant.slug)} {variant.board.rows}{glyphs.times}{variant.board.columns}"


def _moves(match: Match) -> str:
    """Return how many moves there are; nothing of a series, where the score says more."""
    if match.standing.length != 1:
        return ""
    return counted(len(match.game.timeline.moves), "move")


def _between(match: Match) -> str:
    if match.standing.length == 1:
        return " vs "
    one, two = (match.standing.wins_of(name) for name in match.game.setup.names)
    return f" {one}:{two} "


def _fitted(names: Names, room: int, glyphs: Glyphs) -> Names:
    """Return the names in so many cells together; the longer one is shortened first."""
    one, two = map(cell_len, names)
    first = min(one, max(room // 2, room - two))
    return shortened(names[0], first, glyphs), shortened(names[1], room - first, glyphs)
