"""What stands beside the board and below it, as data that follows from a game."""

from __future__ import annotations

from gridlock_tui.match import Game
from gridlock_tui.match.series import Series
from gridlock_tui.rules import DEFAULT_NAMES, Names, Player
from gridlock_tui.tui.widgets.player_card import Card
from gridlock_tui.tui.widgets.result_panel import NO_RESULT, GameResult
from gridlock_tui.tui.widgets.room_bars import Room
from gridlock_tui.tui.widgets.status_bar import Status
from gridlock_tui.tui.wording.moves import YOU, StatusMessage
from gridlock_tui.tui.wording.players import (
    addressed_names,
    card_name,
    reason_words,
    shown_names,
    wins_words,
)

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
    if name in DEFAULT_NAMES:  # these belong to the sides
        return "swap: the players exchange sides"
    return f"swap: {name} {'are' if name == YOU else 'is'} {first.symbol}"


def result_line(game: Game) -> str:
    """Return who has won, for the list of moves; nothing before the end."""
    outcome = game.timeline.states[-1].outcome
    return "" if outcome is None else wins_words(shown_names(game.setup)[outcome.winner - 1])


def result_of(game: Game, series: Series) -> GameResult:
    """Return the result of the state that is shown; no result if the game goes on there."""
    outcome, setup = game.state.outcome, game.setup
    if outcome is None:
        return NO_RESULT
    names = addressed_names(setup)
    return GameResult(
        outcome.winner,
        wins_words(names[outcome.winner - 1]),
        reason_words(game.state, names),
        _remark(game, outcome.winner),
        series,
    )


def _remark(game: Game, winner: Player) -> str:
    """Return a few words for a victory over a computer, a defeat, or a game of two people."""
    setup = game.setup
    if setup.computers == 2:
        return ""
    if not setup.computers:
        return "A good game."
    return "Review shows where it turned." if setup.is_computer(winner) else "Well played!"


def looks_back(game: Game) -> str:
    """Return which of the states is shown, if it is not the latest."""
    timeline = game.timeline
    return "" if timeline.is_present else f"{timeline.at}/{len(timeline.moves)}"


def status_of(
    game: Game, series: Series, message: StatusMessage, verdict: str, *, thinking: bool
) -> Status:
    """Return the sentence under the board, with what only a small window shows there."""
    state, names = game.state, shown_names(game.seating)
    outcome = state.outcome
    player, turn = state.to_move, "thinking…" if thinking else turn_words(game)
    if outcome is not None:
        player, names = outcome.winner, addressed_names(game.setup)
        turn = wins_words(names[player - 1]).removeprefix(names[player - 1]).strip()
    left: tuple[int, ...] = () if state.is_over else Room.of(state).left
    if state.variant.shares_room:
        left = left[:1]
    return Status(
        message,
        verdict,
        names,
        player,
        turn,
        _score(game.names, series),
        left,
        looks_back(game),
        reason_words(state, names),
    )


def _score(names: Names, series: Series) -> str:
    # By side: the players may have swapped since the first game.
    return "" if series.length == 1 else ":".join(str(series.wins_of(name)) for name in names)
