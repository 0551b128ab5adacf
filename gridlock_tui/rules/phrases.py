"""The texts of line mode, as the rule documents word them: prompts, passes, closing messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui.rules.sequence import totals
from gridlock_tui.rules.state import Player, Reason

if TYPE_CHECKING:
    from gridlock_tui.rules.board import Cell
    from gridlock_tui.rules.state import GameState, Outcome

Names = tuple[str, str]
"""The names of Player 1 and Player 2."""

DEFAULT_NAMES: Names = (str(Player.ONE), str(Player.TWO))

_CLOSINGS = {
    Reason.STUCK: "{to_move} has no valid moves left. {winner} wins!",
    Reason.BOTH_STUCK: (
        "Neither player can make a valid move.\n"
        "The last player to place a token was {last}.\n"
        "Congratulations, {winner} wins the game!"
    ),
    Reason.RUN: "{run} in a line, in strict order. {winner} wins!",
    Reason.SUM: (
        "The grid is full. The tokens of {winner} add up to {winner_total}, "
        "those of {loser} to {loser_total}. {winner} wins!"
    ),
    Reason.LAST_PLACED: (
        "The grid is full and both sums are {winner_total}. "
        "{last} placed the last token. {winner} wins!"
    ),
}

_AS_USUAL: Mapping[Reason, str] = {}


class Phrases(NamedTuple):
    """The texts of one variant, as templates.

    Fields: `player` and `symbol` of the player to move, `markers`, `cells` and `tokens` of that
    player, `token` (the label of the chosen one) and `example` (a cell).
    """

    prompt: str = "{player} ({symbol}), enter your move: "
    """Asks for a move, or for the cell after a token was chosen."""
    token_prompt: str = "Enter the token number to place: "
    """Asks for the token, in games with tokens."""
    turn: str = ""
    """Shown above the prompt at the start of a turn."""
    first_grid: str = ""
    """Shown above the first grid."""
    next_grid: str = ""
    """Shown above every later grid."""
    passing: str = "{player}, no valid moves available. Passing turn."
    """Announces a forced pass."""
    closings: Mapping[Reason, str] = _AS_USUAL
    """Announce the end of a game, where the words differ from the default.

    Fields: `winner`, `loser`, `last` (who placed last), `to_move` (who would move next), `run`
    (the tokens of the run), `winner_total` and `loser_total`.
    """


def name_of(player: Player, names: Names) -> str:
    """Return the name of the player."""
    return names[player - 1]


def turn_text(state: GameState, names: Names = DEFAULT_NAMES) -> str:
    """Return the text above the prompt at the start of a turn, if there is one."""
    return _filled(state.variant.phrases.turn, state, names)


def prompt_text(state: GameState, names: Names = DEFAULT_NAMES, token: int | None = None) -> str:
    """Return the prompt for the move; in games with tokens for the token, then for the cell."""
    phrases = state.variant.phrases
    asks_token = state.variant.has_tokens and token is None
    return _filled(phrases.token_prompt if asks_token else phrases.prompt, state, names, token)


def pass_text(state: GameState, names: Names = DEFAULT_NAMES) -> str:
    """Return the announcement of the forced pass before this turn, if there was one."""
    if state.passed is None:
        return ""
    return state.variant.phrases.passing.format(player=name_of(state.passed, names))


def closing_text(state: GameState, names: Names = DEFAULT_NAMES) -> str:
    """Return the announcement of the result, empty until the game is over."""
    outcome = state.outcome
    return "" if outcome is None else _closing(_closing_template(state, outcome), state, names)


def closing_reason(state: GameState, names: Names = DEFAULT_NAMES) -> str:
    """Return the announcement of the result without the sentence that says who wins."""
    outcome = state.outcome
    if outcome is None:
        return ""
    template = " ".join(_closing_template(state, outcome).split())
    # Split before the names are filled in: a name may end like a sentence.
    sentences = re.split(r"(?<=[.!?]) ", template)
    reasons = [each for each in sentences if "{winner} wins" not in each]
    return _closing(" ".join(reasons or sentences), state, names)


def _closing_template(state: GameState, outcome: Outcome) -> str:
    return state.variant.phrases.closings.get(outcome.reason, _CLOSINGS[outcome.reason])


def _closing(template: str, state: GameState, names: Names) -> str:
    outcome = state.outcome
    if outcome is None or state.last is None:
        return ""
    winner, loser = outcome.winner, outcome.winner.other
    sums = totals(state) if state.variant.has_tokens else (0, 0)
    return template.format(
        winner=name_of(winner, names),
        loser=name_of(loser, names),
        last=name_of(state.last, names),
        to_move=name_of(state.to_move, names),
        run=", ".join(state.marker(cell) for cell in outcome.cells),
        winner_total=sums[winner - 1],
        loser_total=sums[loser - 1],
    )


def cells_by_player(
    one: Iterable[Cell], two: Iterable[Cell], names: Names = DEFAULT_NAMES
) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the cells of both players as `both`, then those of each player alone, by name."""
    first, second = set(one), set(two)
    shares = zip(("both", *names), (first & second, first - second, second - first), strict=True)
    return [(who, tuple(sorted(cells))) for who, cells in shares if cells]


def cell_list(state: GameState, cells: tuple[int, ...]) -> str:
    """Return the names of the cells, separated by commas."""
    style = state.variant.cells
    return ", ".join(style.label(state.board, cell) for cell in cells)


def _filled(template: str, state: GameState, names: Names, token: int | None = None) -> str:
    player = state.to_move
    return template.format(
        player=name_of(player, names),
        symbol=player.symbol,
        markers=cell_list(state, state.cells_of(player)) or "none yet",
        cells=cell_list(state, state.room_for(player)),
        tokens=", ".join(map(str, state.hand(player))),
        token="" if token is None else player.token_label(token),
        example=state.variant.cell_name(state.board.sample),
    )
