"""What the coach says and shows: signs on the board, verdicts, hints. Independent of Textual.

Everything comes from one analysis, so hint, overlay and verdict cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_uppercase

from gridlock_tui.engine import Analysis, MoveValue, Verdict, best_of
from gridlock_tui.match import Timeline
from gridlock_tui.rules import Board, Move, Names, write_move
from gridlock_tui.tui.board.picture import Sign, Signs
from gridlock_tui.tui.wording.players import addressing_you, does

_COLOURS = {Verdict.WIN: "wins", Verdict.LOSS: "loses", Verdict.UNKNOWN: "unknown"}
_PARTS: dict[str, Callable[[int, int, int, int], bool]] = {
    "in the very centre": lambda row, column, bottom, right: (
        2 * row == bottom and 2 * column == right
    ),
    "in a corner": lambda row, column, bottom, right: row in (0, bottom) and column in (0, right),
    "in the top row": lambda row, _column, _bottom, _right: row == 0,
    "in the bottom row": lambda row, _column, bottom, _right: row == bottom,
    "in the left column": lambda _row, column, _bottom, _right: column == 0,
    "in the right column": lambda _row, column, _bottom, right: column == right,
    "in the top half": lambda row, _column, bottom, _right: 2 * row < bottom,
    "in the bottom half": lambda row, _column, bottom, _right: 2 * row > bottom,
    "in the left half": lambda _row, column, _bottom, right: 2 * column < right,
    "in the right half": lambda _row, column, _bottom, right: 2 * column > right,
    "away from the edge": lambda row, column, bottom, right: (
        0 < row < bottom and 0 < column < right
    ),
    "on the edge": lambda row, column, bottom, right: row in (0, bottom) or column in (0, right),
}
"""The parts of a board that have a name: whether a cell is in it, given the last row and column."""
LAST_STEP = 3
"""The number of steps of a hint: where, what, why."""


def signs_of(analysis: Analysis, token: int | None, nimbers: bool) -> Signs:
    """Return the analysis of placing the token on each cell; with nimbers, the regions too."""
    signs: list[Sign | None] = [None] * analysis.state.board.size
    regions = analysis.regions if len(analysis.regions) > 1 else ()  # one needs no name
    named = zip(ascii_uppercase, regions, strict=False)
    region_of = {cell: f" {letter}" for letter, region in named for cell in region.cells}
    for value in analysis.moves:
        if value.move.token == token:
            cell = value.move.cell
            shows = nimbers and value.grundy is not None
            below = f"*{value.grundy}{region_of.get(cell, '')}" if shows else ""
            signs[cell] = Sign(_sign(value), _COLOURS[value.verdict], below, _words(value))
    return tuple(signs)


def _sign(value: MoveValue) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return "?"
    mark = "▲" if value.verdict is Verdict.WIN else "▼"
    return mark if value.distance is None else f"{mark}{value.distance}"


def _words(value: MoveValue) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return "not known"
    does = "wins" if value.verdict is Verdict.WIN else "loses"
    return does if value.distance is None else f"{does} {value.distance}"


def legend_of(signs: Signs, *, worded: bool) -> tuple[str, ...]:
    """Return how to read the signs, the most important part first; nothing without signs."""
    shown = [sign for sign in signs if sign is not None]
    if not shown:
        return ()
    parts = ["the number counts the moves left"] if worded else ["▲ wins", "▼ loses"]
    if any(sign.colour == _COLOURS[Verdict.UNKNOWN] for sign in shown) and not worded:
        parts.append("? not known")
    if any(sign.below for sign in shown):
        parts.append("*n: nimber")
    if not worded:
        parts.append("number: moves left")
    if any(" " in sign.below for sign in shown):
        parts.append("letter: region")
    return tuple(parts)


def verdict_words(analysis: Analysis, names: Names, nimbers: bool) -> str:
    """Return who wins and how soon, for the status bar."""
    winner = analysis.winner
    if winner is None:
        words = "not known" if analysis.is_final else "thinking…"
    else:
        words = does(names[winner - 1], "wins")
        if analysis.distance is not None:
            words += f" in {analysis.distance}"
        best = hinted(analysis)
        if best and best.token is not None and winner is analysis.state.to_move:
            words += f" with {best.token}"
    if nimbers and analysis.grundy is not None:
        words += f", value *{analysis.grundy}"
        if len(analysis.regions) > 1:
            words += " = " + " + ".join(f"*{region.grundy}" for region in analysis.regions)
    return words


def throws_win_away(analysis: Analysis | None, move: Move) -> bool:
    """Return whether this move is proven to lose a proven win."""
    return analysis is not None and _turns_win_into(Verdict.LOSS, analysis, move)


def may_throw_win_away(analysis: Analysis, move: Move) -> bool:
    """Return whether there is a proven win that this move may lose, until the analysis is final."""
    return not analysis.is_final and _turns_win_into(Verdict.UNKNOWN, analysis, move)


def _turns_win_into(verdict: Verdict, analysis: Analysis, move: Move) -> bool:
    after = (value.verdict for value in analysis.moves if value.move == move)
    return analysis.verdict is Verdict.WIN and verdict in after


def knows_a_win(analysis: Analysis) -> bool:
    """Return whether a winning move is known, so that a hint need not wait."""
    return analysis.verdict is Verdict.WIN


def hinted(analysis: Analysis) -> Move | None:
    """Return the move that hints lead to; None if too little is known."""
    if analysis.verdict is Verdict.UNKNOWN:
        return None
    return best_of(analysis.moves).move


def hint_words(analysis: Analysis, step: int, names: Names) -> str:
    """Return one step of the hint: where, what, or why."""
    state, verdict = analysis.state, analysis.verdict
    if verdict is Verdict.UNKNOWN:
        return "Not known: nothing is proven about this position."
    best = best_of(analysis.moves)
    move = write_move(state.variant, best.move)
    if len(analysis.moves) == 1:
        return f"{move} is the only move."
    timed = analysis.distance is not None
    if step == 1:
        return _where_words(analysis)
    if verdict is Verdict.WIN:
        outcome = f"wins in {best.distance}" if timed else "wins"
    else:
        outcome = f"loses as late as possible, in {best.distance}" if timed else "is as good as any"
    if step == 2 or len(analysis.line) < 2:
        return f"{move} {outcome}."
    line = "; ".join(write_move(state.variant, each) for each in analysis.line)
    end = Timeline.replay(state, analysis.line).state.outcome
    won = f", and {does(names[end.winner - 1], 'wins')}" if end else ""
    return addressing_you(f"Why: {line}{won}.", names)


def _where_words(analysis: Analysis) -> str:
    """Return the first step of the hint: how many moves are good, and where all of them are."""
    moves, verdict = analysis.moves, analysis.verdict
    winning = [value for value in moves if value.verdict is Verdict.WIN]
    if verdict is Verdict.LOSS or len(winning) == len(moves):
        every = "loses against best play" if verdict is Verdict.LOSS else "wins"
        which = "longest defence" if verdict is Verdict.LOSS else "quickest win"
        best = [value for value in moves if value.distance == analysis.distance]
        differ = analysis.distance is not None and len(best) < len(moves)
        where = _whereabouts(analysis.state.board, best) if differ else None
        return f"Every move {every}{f'; the {which} is {where}' if where else ''}."
    where = _whereabouts(analysis.state.board, winning)
    if any(value.verdict is Verdict.UNKNOWN for value in moves):  # there may be more that win
        return f"There is a winning move {where}." if where else "Several moves win."
    if len(winning) == 1:
        return f"One of {len(moves)} moves wins{f': it is {where}' if where else ''}."
    together = "both" if len(winning) == 2 else "all"
    place = f", {together} {where}" if where else ", in different parts of the board"
    return f"{len(winning)} of {len(moves)} moves win{place}."


def _whereabouts(board: Board, values: Iterable[MoveValue]) -> str | None:
    """Return the smallest part of the board that has a name and holds all these moves."""
    cells = {value.move.cell for value in values}
    bottom, right = board.rows - 1, board.columns - 1
    parts = {
        name: {cell for cell in range(board.size) if is_in(*board.place(cell), bottom, right)}
        for name, is_in in _PARTS.items()
    }
    fitting = [name for name, part in parts.items() if cells <= part]
    smallest = min(fitting, key=lambda name: len(parts[name]), default=None)
    return smallest if smallest and len(parts[smallest]) < board.size else None
