"""How the menu names variants and saved matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from gridlock_tui.match.naming import YOU, does, shown_names
from gridlock_tui.rules import Names, Player, Variant
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.wording.games import shortened

if TYPE_CHECKING:
    from gridlock_tui.match import Setup
    from gridlock_tui.match.match import Match

_UNNAMED = {str(player) for player in Player} | {YOU}
"""Names that say little: in a short line the opponent's is enough."""


def sized_name(variant: Variant) -> str:
    """Return the name of a variant with the size of its board: `Showdown 4×4`."""
    return f"{variant.name} {variant.board.label}"


def give_up_question(match: Match) -> str:
    """Ask whether to give up a match."""
    progress = _moves(match) or match.standing.title
    name = f"{_name(match)}, {progress}, {score_words(match)}"
    return f"Give up {name}? This cannot be undone."


def score_words(match: Match) -> str:
    """Return both players with the score between them: `Ada 1:0 Ben`, or `Ada vs Ben`."""
    return _between(match).join(shown_names(match.game.seating))


def leaving_question(match: Match) -> str:
    """Return what to ask before another match ends a series; "" if no series is under way."""
    if not match.standing.is_under_way:
        return ""
    return f"The series is at {score_words(match)}. End it and start another?"


def toss_words(setup: Setup) -> str:
    """Return who starts after a coin toss."""
    return f"The coin says: {does(shown_names(setup)[setup.first - 1], 'starts')}."


def match_line(match: Match, width: int, note: str = "") -> str:
    """Return a line of this many cells that identifies a match, with shortened names.

    A note says what it waits for.
    """
    if note:
        name, moves, players = _name(match), _moves(match), score_words(match)
        forms = ((name, moves, players, note), (name, players, note), (name, moves, note))
        lines = (", ".join(filter(None, form)) for form in forms)
        fitting = (line for line in lines if cell_len(line) <= width)
        return next(fitting, shortened(f"{name}, {note}", width))
    if match.letters is not None:
        return _letter_line(match, width)
    head = ", ".join(filter(None, [_name(match), _moves(match)]))
    players = _players(match, width - cell_len(head) - len(", "))
    return f"{head}, {players}" if players else head


def _letter_line(match: Match, width: int) -> str:
    """Return a line about a match that is played by game ids: whose turn it is comes first."""
    from gridlock_tui.match.correspondence import letter_turn
    from gridlock_tui.match.letters import LetterTurn

    turn, players = letter_turn(match), _between(match).join(shown_names(match.game.seating))
    words = turn.value if turn else ""
    brief = "waiting" if turn is LetterTurn.SENT else words
    forms = (
        (_moves(match), words, players),
        (words, players),
        (_moves(match), words),
        (words,),
        (brief, players),
        (_moves(match), brief),
        (brief,),
    )
    lines = [", ".join(filter(None, (_name(match), *form))) for form in forms]
    return next((line for line in lines if cell_len(line) <= width), lines[-1])


def _players(match: Match, room: int) -> str:
    names, between = shown_names(match.game.seating), _between(match)
    if cell_len(between.join(names)) <= room:
        return between.join(names)
    chosen = [name for name in names if name not in _UNNAMED]
    if match.standing.length == 1 and len(chosen) < 2:  # leave out default names
        return shortened(f"vs {chosen[0]}", room) if chosen else ""
    return between.join(_fitted(names, room - len(between)))


def _name(match: Match) -> str:
    return sized_name(match.game.setup.variant)


def _moves(match: Match) -> str:
    """Return the number of moves; nothing for a series, where the score says more."""
    single = match.standing.length == 1
    return counted(len(match.game.timeline.moves), "move") if single else ""


def _between(match: Match) -> str:
    if match.standing.length == 1:
        return " vs "
    one, two = (match.standing.wins_of(name) for name in match.game.names)
    return f" {one}:{two} "


def _fitted(names: Names, room: int) -> Names:
    """Return both names in this many cells; the longer one is shortened first."""
    one, two = map(cell_len, names)
    first = min(one, max(room // 2, room - two))
    return shortened(names[0], first), shortened(names[1], room - first)
