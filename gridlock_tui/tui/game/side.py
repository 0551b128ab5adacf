"""What stands beside the board, as data that follows from a game."""

from __future__ import annotations

from gridlock_tui.match import Game, Setup, default_names
from gridlock_tui.match.naming import card_name, does, shown_names
from gridlock_tui.match.series import Result, Series
from gridlock_tui.rules import Player
from gridlock_tui.rules.text import counted
from gridlock_tui.tui.widgets.player_card import Card
from gridlock_tui.tui.widgets.result_panel import NO_RESULT, NO_SERIES, GameResult, SeriesSummary
from gridlock_tui.tui.wording.moves import reason_words

Cards = tuple[Card, Card]


def cards_of(
    game: Game, series: Series | None = None, *, thinking: bool = False, says_winner: bool = False
) -> Cards:
    """Return the cards of both players; in a review the winner's says so."""
    one, two = (_card(game, player, series, thinking, says_winner) for player in Player)
    return one, two


def _card(
    game: Game, player: Player, series: Series | None, thinking: bool, says_winner: bool
) -> Card:
    state = game.state
    has_turn = player is state.to_move and not state.is_over
    words = turn_words(game) if has_turn else ""
    outcome = state.outcome
    if says_winner and outcome is not None and outcome.winner is player:
        has_turn, words = True, "won"
    score = ""
    if series is not None and series.length != 1:
        score = str(series.wins_of(game.names[player - 1]))
    name, short = card_name(game.seating, player), shown_names(game.seating)[player - 1]
    return Card(player, name, short, score, words, has_turn, thinking and has_turn)


def turn_words(game: Game) -> str:
    """Return what the player to move is about to do."""
    return "to move again" if game.state.passed else "to move"


def swap_words(game: Game) -> str:
    """Return that the first move was taken over; nothing if it was not."""
    setup = game.setup
    if not setup.taken_over:
        return ""
    name, first = shown_names(setup)[setup.first - 1], setup.first
    if name in default_names(setup.kinds):  # these belong to the sides
        return "swap: the players exchange sides"
    return f"swap: {does(name, 'is')} {first.symbol}"


def result_line(game: Game) -> str:
    """Return who has won, for the list of moves; nothing before the end."""
    outcome = game.timeline.states[-1].outcome
    return "" if outcome is None else does(shown_names(game.setup)[outcome.winner - 1], "wins")


def result_of(game: Game, series: Series, took: str = "") -> GameResult:
    """Return the result of the state that is shown; no result if the game goes on there.

    `took` says what help a game against a computer took.
    """
    outcome, setup = game.state.outcome, game.setup
    if outcome is None:
        return NO_RESULT
    names = shown_names(setup)
    return GameResult(
        outcome.winner,
        does(names[outcome.winner - 1], "wins"),
        reason_words(game.state, names),
        took or _remark(game),
        series_summary(game, series),
    )


def series_summary(game: Game, series: Series) -> SeriesSummary:
    """Return how a series stands, with the players as they are called; nothing for one game."""
    if series.length == 1:
        return NO_SERIES
    called = dict(zip(game.names, shown_names(game.seating), strict=True))
    one, two = series.players
    agreed = game.setup.as_agreed()
    numbered = enumerate(series.results, start=series.played - len(series.results) + 1)
    return SeriesSummary(
        does(called[series.winner], "wins the series.") if series.winner else "",
        f"{called[one]}  {series.wins_of(one)} : {series.wins_of(two)}  {called[two]}",
        tuple(
            f"{number:>2}  {_winner_then(series, each, agreed)}, {counted(each.moves, 'move')}"
            for number, each in numbered
        ),
    )


def _winner_then(series: Series, result: Result, agreed: Setup) -> str:
    """Return how the winner of an earlier game was called in it."""
    setup = agreed.swapped() if result.taken_over else agreed
    return shown_names(setup)[series.winner_side(result) - 1]


def _remark(game: Game) -> str:
    """Return a few words for a game of two people."""
    return "" if game.setup.computers else "A good game."


def looks_back(game: Game) -> str:
    """Return which of the states is shown, if it is not the latest."""
    timeline = game.timeline
    return "" if timeline.is_present else f"{timeline.at}/{len(timeline.moves)}"
