"""What the coach says and shows: signs on the board, verdicts, hints. Knows nothing of Textual.

Everything is read from one analysis, so hint, overlay and verdict cannot disagree.
"""

from __future__ import annotations

from gridlock_tui.engine import Analysis, MoveValue, Verdict, best_of
from gridlock_tui.match import Timeline
from gridlock_tui.rules import Cell, GameState, Move, Names, write_move
from gridlock_tui.tui.glyphs import Glyphs
from gridlock_tui.tui.painter import Sign, Signs

_REGION_TINTS = 4
_INKS = {Verdict.WIN: "wins", Verdict.LOSS: "loses", Verdict.UNKNOWN: "unknown"}
LAST_STEP = 3
"""A hint has this many steps: where, what, why."""


def signs_of(analysis: Analysis, token: int | None, glyphs: Glyphs, nimbers: bool) -> Signs:
    """Return the truth about placing the token on every cell; with nimbers, regions as well."""
    signs: list[Sign | None] = [None] * analysis.state.board.size
    region_of = {
        cell: number % _REGION_TINTS
        for number, region in enumerate(analysis.regions)
        for cell in region.cells
    }
    for value in analysis.moves:
        if value.move.token == token:
            cell = value.move.cell
            below = f"*{value.grundy}" if nimbers and value.grundy is not None else ""
            region = region_of.get(cell) if nimbers else None
            signs[cell] = Sign(_sign(value, glyphs), _INKS[value.verdict], below, region)
    return tuple(signs)


def _sign(value: MoveValue, glyphs: Glyphs) -> str:
    if value.verdict is Verdict.UNKNOWN:
        return glyphs.unknown
    mark = glyphs.wins if value.verdict is Verdict.WIN else glyphs.loses
    return mark if value.distance is None else f"{mark}{value.distance}"


def verdict_words(analysis: Analysis, names: Names, glyphs: Glyphs, nimbers: bool) -> str:
    """Return who wins and how soon, in a few words for the status bar."""
    winner = analysis.winner
    if winner is None:
        words = "not known" if analysis.is_final else f"thinking{glyphs.ellipsis}"
    else:
        words = f"{names[winner - 1]} wins"
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
    """Say whether the player to move has a proven win and this move is proven to lose it."""
    if analysis is None or analysis.verdict is not Verdict.WIN:
        return False
    return any(value.move == move and value.verdict is Verdict.LOSS for value in analysis.moves)


def may_throw_win_away(analysis: Analysis, move: Move) -> bool:
    """Say whether there is a proven win, and what this move does to it is still worked on."""
    if analysis.is_final or analysis.verdict is not Verdict.WIN:
        return False
    return any(value.move == move and value.verdict is Verdict.UNKNOWN for value in analysis.moves)


def knows_a_win(analysis: Analysis) -> bool:
    """Say whether a winning move is known: then a hint need not wait for the rest."""
    return analysis.verdict is Verdict.WIN


def hinted(analysis: Analysis) -> Move | None:
    """Return the move that hints lead to, None while too little is known."""
    if analysis.verdict is Verdict.UNKNOWN:
        return None
    return best_of(analysis.moves).move


def hint_words(analysis: Analysis, step: int, names: Names) -> str:
    """Return one step of the hint: first where, then what, then why."""
    state, verdict = analysis.state, analysis.verdict
    if verdict is Verdict.UNKNOWN:
        return "Not known: nothing is proven about this position."
    best = best_of(analysis.moves)
    move = write_move(state.variant, best.move)
    if len(analysis.moves) == 1:
        return f"{move} is the only move there is."
    where = _whereabouts(state, best.move.cell)
    winning = sum(value.verdict is Verdict.WIN for value in analysis.moves)
    timed = analysis.distance is not None
    differ = timed and len({value.distance for value in analysis.moves}) > 1
    if step == 1:
        if verdict is Verdict.LOSS:
            rest = f"; the longest fight is in the {where}" if differ else ""
            return f"Every move loses against best play{rest}."
        if winning == len(analysis.moves):
            return f"Every move wins{f'; the quickest is in the {where}' if differ else ''}."
        return f"There is a winning move in the {where}."
    if verdict is Verdict.WIN:
        does = f"wins in {best.distance}" if timed else "wins"
    else:
        does = f"loses as late as can be, in {best.distance}" if timed else "is as good as any"
    if step == 2 or len(analysis.line) < 2:
        return f"{move} {does}."
    line = "; ".join(write_move(state.variant, each) for each in analysis.line)
    end = Timeline.replay(state, analysis.line).state.outcome
    return f"Why: {line}{f', and {names[end.winner - 1]} wins' if end else ''}."


def _whereabouts(state: GameState, cell: Cell) -> str:
    board = state.board
    row, column = board.place(cell)
    if 2 * row + 1 == board.rows:
        if 2 * column + 1 == board.columns:
            return "very middle"
        return "left half" if 2 * column + 1 < board.columns else "right half"
    return "top half" if 2 * row + 1 < board.rows else "bottom half"
