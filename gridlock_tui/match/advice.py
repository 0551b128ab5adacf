"""Hints and reasons in words, for the app and for line mode.

Everything comes from one analysis, so hint, overlay and verdict cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from gridlock_tui.engine import Analysis, MoveValue, Verdict, best_of
from gridlock_tui.engine.reasons import (
    Axis,
    Block,
    Fork,
    LastMove,
    Mirror,
    OnlyMove,
    Reason,
    Run,
    SpareMove,
    Split,
)
from gridlock_tui.match.naming import addressing_you, as_object, does
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.match.way_back import WayBack
from gridlock_tui.rules import Board, Cell, CellStyle, GameState, Move, Names, write_move
from gridlock_tui.rules.text import counted, in_words, listed

LAST_STEP = 3
"""The number of steps of a hint: where, what, why."""

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

TITLES: dict[type[Reason], str] = {
    Mirror: "Mirror",
    Split: "Split",
    SpareMove: "Spare move",
    LastMove: "Last move",
    Run: "Run",
    Fork: "Fork",
    Block: "Block",
    OnlyMove: "Only move",
}
"""What each idea is called."""

_ACROSS = {
    Axis.CENTRE: "across the centre",
    Axis.UPRIGHT: "from left to right",
    Axis.LEVEL: "from top to bottom",
    Axis.FALLING: "across the diagonal",
    Axis.RISING: "across the diagonal",
}


class Explanation(NamedTuple):
    """Why a move wins, in words."""

    title: str
    """The name of the idea."""
    text: str
    """One to three sentences."""


def explanation(
    reason: Reason, state: GameState, names: Names, last: Move | None = None
) -> Explanation:
    """Return the reason in words, given the state before the move and the move before it."""
    text = _Explainer(state, names, last).words(reason)
    return Explanation(TITLES[type(reason)], f"{text[:1].upper()}{text[1:]}")


def region_label(number: int) -> str:
    """Return the letter of a region, counted from 0."""
    return ascii_uppercase[number % len(ascii_uppercase)]


class _Explainer:
    """Words for the reasons of one position."""

    def __init__(self, state: GameState, names: Names, last: Move | None) -> None:
        self._state, self._last = state, last
        self._name, self._rival = names[state.to_move - 1], names[state.to_move.other - 1]
        self._winner, self._loser = as_object(self._name), as_object(self._rival)

    def words(self, reason: Reason) -> str:
        """Return the sentences about a reason."""
        move = self._move(reason.move)
        match reason:
            case Mirror():
                return self._mirror(reason, move)
            case Split(twins=()):
                return self._nimbers(reason, move)
            case Split():
                return self._twins(reason, move)
            case SpareMove():
                return self._spare_move(reason, move)
            case LastMove():
                return self._last_move(reason, move)
            case Run():
                return f"{move} completes a run."
            case Fork(cells=cells):
                where = listed([self._cell(cell) for cell in cells])
                ways = in_words(len(cells))
                blocked = self._rival_does("can block only one of them")
                return f"{move} makes {ways} ways to complete a run: {where}. {blocked}."
            case Block():
                cell = self._cell(reason.move.cell)
                threat = self._rival_does(f"threatens to complete a run on {cell}")
                return f"{threat}. Every other cell loses at once."
            case OnlyMove():
                return f"{move} is the only move."

    def _mirror(self, reason: Mirror, move: str) -> str:
        board, last = self._state.board, self._last
        across = _ACROSS[reason.axis]
        if last is not None and reason.image(board, reason.move.cell) == last.cell:
            begin = f"Answer {across}: {move} is the reflection of {self._cell(last.cell)}."
        else:
            begin = f"After {move} the board is its own reflection, {across}."
        plays = _within(self._rival, "plays")
        end = _within(self._name, "always has the last move")
        return (
            f"{begin} Whatever {plays} next, its reflection is free for {self._winner}, so {end}."
        )

    def _twins(self, reason: Split, move: str) -> str:
        plays = _within(self._rival, "plays")
        if len(reason.regions) == 2 and None not in reason.twins:
            answers = _within(self._name, "answers in the other and has the last move")
            return f"{move} leaves two equal regions. Whatever {plays} in one, {answers}."
        pairs = [
            f"{region_label(number)} and {region_label(twin)} are equal"
            for number, twin in enumerate(reason.twins)
            if twin is not None and number < twin
        ]
        alone = [
            f"{region_label(number)} is its own reflection"
            for number, twin in enumerate(reason.twins)
            if twin is None
        ]
        answer = "in its twin" if pairs else "by its reflection"
        answer += ", or by its reflection" if pairs and alone else ""
        return (
            f"{move} leaves {in_words(len(reason.regions))} regions that balance: "
            f"{listed(pairs + alone)}. Answer every move {answer}."
        )

    def _nimbers(self, reason: Split, move: str) -> str:
        values = [f"{region_label(at)} *{value}" for at, value in enumerate(reason.nimbers)]
        plays = _within(self._rival, "plays")
        restores = _within(self._name, "can restore that balance, down to the last move")
        return (
            f"{move} leaves {in_words(len(reason.regions))} regions that balance each other. "
            f"Whatever {plays}, {restores}. In nimbers: {listed(values)}."
        )

    def _spare_move(self, reason: SpareMove, move: str) -> str:
        if reason.own is not None and reason.other is not None:
            if not reason.other:
                return f"{move} leaves {self._loser} without a move for good."
            own = _within(self._name, f"can place at least {counted(reason.own, 'more time')}")
            first = f", and {_within(self._rival, 'has to move first')}"
            more = "" if reason.own > reason.other else first
            return f"After {move}, {own}, {self._loser} at most {reason.other}{more}."
        if not reason.ahead:
            level = "both have equally many moves left"
            return f"After {move} {level}, and {_within(self._rival, 'has to move first')}."
        ahead = _within(self._name, f"is {_moves(reason.ahead)} ahead")
        runs_out = _within(self._rival, "runs out of moves first")
        return f"After {move}, {ahead}: {runs_out}."

    def _last_move(self, reason: LastMove, move: str) -> str:
        if self._state.variant.has_tokens:
            wins = _within(self._name, "wins")
            return f"No run is possible after {move}. The board fills up, and then {wins}."
        if not reason.left:
            return f"{move} leaves {self._loser} without a move."
        moves = f"one move is left after {move}"
        if reason.left > 1:
            moves = f"{reason.left} moves are left after {move}"
        makes = self._name_does("makes the last one")
        return f"Whatever happens, exactly {moves}. {makes}."

    def _move(self, move: Move) -> str:
        if move.token is None:
            return self._cell(move.cell)
        return write_move(self._state.variant, move)

    def _cell(self, cell: Cell) -> str:
        """Return the cell; a number alone would read like a number of moves."""
        variant = self._state.variant
        name = variant.cell_name(cell)
        return f"cell {name}" if variant.cells is CellStyle.NUMBER else name

    def _name_does(self, words: str) -> str:
        return does(self._name, words)

    def _rival_does(self, words: str) -> str:
        return does(self._rival, words)


def _within(name: str, words: str) -> str:
    """Return that a player does something, within a sentence."""
    did = does(name, words)
    return as_object(name) + did[len(name) :]


_FRACTIONS = {0.25: ("¼", "a quarter of a"), 0.5: ("½", "half a"), 0.75: ("¾", "¾ of a")}


def _moves(number: float) -> str:
    """Return a number of moves: `1 move`, `1½ moves`, `half a move`."""
    whole, part = divmod(number, 1)
    if not part:
        return counted(int(whole), "move")
    if part not in _FRACTIONS:
        return f"{number:g} moves"
    after, alone = _FRACTIONS[part]
    return f"{int(whole)}{after} moves" if whole else f"{alone} move"


# Hints.


def throws_win_away(analysis: Analysis | None, move: Move) -> bool:
    """Return whether this move is proven to lose a proven win."""
    return analysis is not None and _turns_win_into(Verdict.LOSS, analysis, move)


def may_throw_win_away(analysis: Analysis, move: Move) -> bool:
    """Return whether there is a proven win that this move may lose, until the analysis is final."""
    return not analysis.is_final and _turns_win_into(Verdict.UNKNOWN, analysis, move)


def _turns_win_into(verdict: Verdict, analysis: Analysis, move: Move) -> bool:
    after = (value.verdict for value in analysis.moves if value.move == move)
    return analysis.verdict is Verdict.WIN and verdict in after


def can_hint(analysis: Analysis, step: int) -> bool:
    """Return whether enough is known for this step of a hint; the move must not change later."""
    known = analysis.verdict is Verdict.WIN and (step == 1 or analysis.is_explained)
    return analysis.is_final or known


def hinted(analysis: Analysis) -> Move | None:
    """Return the move that hints lead to: one that can be explained, or the best."""
    if analysis.verdict is Verdict.UNKNOWN:
        return None
    return analysis.reason.move if analysis.reason else best_of(analysis.moves).move


def hint_words(analysis: Analysis, step: int, names: Names, last: Move | None = None) -> str:
    """Return one step of the hint: where, what, or why; `last` is the move before."""
    state, verdict, best = analysis.state, analysis.verdict, hinted(analysis)
    if best is None:
        return "Not known: nothing is proven about this position."
    if step == 1 and len(analysis.moves) > 1:
        return _where_words(analysis)
    move, reason = write_move(state.variant, best), analysis.reason
    if step == LAST_STEP and reason is not None:
        title, text = explanation(reason, state, names, last)
        return f"{title}: {text}{_regions_listed(reason, state)}"
    if len(analysis.moves) == 1:
        return f"{move} is the only move."
    distance = next(value.distance for value in analysis.moves if value.move == best)
    timed = distance is not None
    if verdict is Verdict.WIN:
        outcome = f"wins in {distance}" if timed else "wins"
    else:
        outcome = f"holds out longest: it loses in {distance}" if timed else "is as good as any"
    if step == LAST_STEP - 1 or len(analysis.line) < 2:
        return f"{move} {outcome}."
    return line_words(analysis, names)


def _regions_listed(reason: Reason, state: GameState) -> str:
    """Return the cells of each region of a split, for those who do not see the board."""
    if not isinstance(reason, Split):
        return ""
    regions = (
        f" Region {region_label(number)}: {listed([state.variant.cell_name(c) for c in cells])}."
        for number, cells in enumerate(reason.regions)
    )
    return "".join(regions)


def line_words(analysis: Analysis, names: Names) -> str:
    """Return best play as a sentence."""
    state = analysis.state
    line = "; ".join(write_move(state.variant, each) for each in analysis.line)
    end = Timeline.replay(state, analysis.line).state.outcome
    won = f", and {does(names[end.winner - 1], 'wins')}" if end else ""
    return addressing_you(f"Why: {line}{won}.", names)


def line_step_words(state: GameState, line: Sequence[Move], shown: int, names: Names) -> str:
    """Return who makes this move of a line, counted from 1, and who wins with it."""
    timeline = Timeline.replay(state, line[:shown])
    plays = does(names[timeline.states[shown - 1].to_move - 1], "plays")
    words = f"{plays} {write_move(state.variant, line[shown - 1])}, move {shown} of {len(line)}."
    outcome = timeline.state.outcome
    return f"{words} {does(names[outcome.winner - 1], 'wins')}." if outcome else words


TAKE_OVER = "Take over the first move: that side wins with best play."
"""The hint for a player who may take over a first move that wins."""
CHOOSE_EVEN = (
    "Your opponent may take over this first move, so no move wins: "
    "choose one after which it is hard to say who stands better."
)
"""The hint for a player whose first move may be taken over."""


def way_back_words(
    found: WayBack | None, state: GameState, names: Names, *, declined: bool = False
) -> str:
    """Return whether the player to move, who has lost, could have won.

    `declined` says that this player could have taken over the first move.
    """
    name, rival = names[state.to_move - 1], names[state.to_move.other - 1]
    if found is None:
        return f"It is not known whether {as_object(name)} could have won."
    if found.move is None and declined:
        return f"{name} could have won by taking over the first move."
    if found.move is None:
        wins = _within(rival, "wins from the start with best play")
        return f"{name} could not have won: {wins}."
    move = write_move(state.variant, found.move)
    return f"{name} threw the win away with {move}, move {found.at + 1}."


def _where_words(analysis: Analysis) -> str:
    """Return the first step of the hint: how many moves are good, and where all of them are."""
    moves, verdict = analysis.moves, analysis.verdict
    winning = [value for value in moves if value.verdict is Verdict.WIN]
    if verdict is Verdict.LOSS or len(winning) == len(moves):
        every = "loses against best play" if verdict is Verdict.LOSS else "wins"
        which = "longest defence" if verdict is Verdict.LOSS else "quickest win"
        best = [value for value in moves if value.distance == analysis.distance]
        differ = analysis.distance is not None and len(best) < len(moves)
        if hinted(analysis) not in {value.move for value in best}:
            differ = False  # the next steps are about a win that is clearer, not quicker
        where = _whereabouts(analysis, best) if differ else None
        return f"Every move {every}{f'; the {which} is {where}' if where else ''}."
    where = _whereabouts(analysis, winning)
    if any(value.verdict is Verdict.UNKNOWN for value in moves):  # there may be more that win
        if where is None and len(winning) > 1:
            return "Several moves win."
        return f"There is a winning move{f' {where}' if where else ''}."
    if len(winning) == 1:
        return f"One of {len(moves)} moves wins{f': it is {where}' if where else ''}."
    together = "both" if len(winning) == 2 else "all"
    place = f", {together} {where}" if where else ""
    if not _parts_around(analysis.state.board, winning):
        place = ", in different parts of the board"
    return f"{len(winning)} of {len(moves)} moves win{place}."


def _whereabouts(analysis: Analysis, values: Iterable[MoveValue]) -> str | None:
    """Return the smallest part of the board that holds all these moves, but not every legal one."""
    parts = _parts_around(analysis.state.board, values)
    legal = {value.move.cell for value in analysis.moves}
    telling = [name for name, part in parts.items() if not legal <= part]
    return min(telling, key=lambda name: len(parts[name]), default=None)


def _parts_around(board: Board, values: Iterable[MoveValue]) -> dict[str, set[Cell]]:
    """Return the parts of the board that hold all these moves, by name."""
    cells = {value.move.cell for value in values}
    bottom, right = board.rows - 1, board.columns - 1
    parts = {
        name: {cell for cell in range(board.size) if is_in(*board.place(cell), bottom, right)}
        for name, is_in in _PARTS.items()
    }
    return {name: part for name, part in parts.items() if cells <= part}
