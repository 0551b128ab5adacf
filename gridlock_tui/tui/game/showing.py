"""What the widgets of the game screen show, as data that follows from its state."""

from __future__ import annotations

from gridlock_tui.match.correspondence import letter_turn
from gridlock_tui.match.effort import result_words
from gridlock_tui.match.naming import does
from gridlock_tui.rules import run_threats
from gridlock_tui.tui.board.picture import Picture, Signs
from gridlock_tui.tui.game.climbing import Climbing, is_won, level_of
from gridlock_tui.tui.game.coach import Coach
from gridlock_tui.tui.game.side import looks_back, turn_words
from gridlock_tui.tui.game.side_column import Side
from gridlock_tui.tui.game.turning import Stage
from gridlock_tui.tui.game.view import GameView, KeyOf
from gridlock_tui.tui.widgets.key_bar import Ending, Labels
from gridlock_tui.tui.widgets.move_input import Turn
from gridlock_tui.tui.widgets.room_bars import Room
from gridlock_tui.tui.widgets.status_bar import Status
from gridlock_tui.tui.widgets.title_bar import Title, series_notes
from gridlock_tui.tui.wording.climb import rung_note, stars_drawn
from gridlock_tui.tui.wording.moves import StatusMessage, reason_words

_MANY_TOKENS = 16
"""Up to so many tokens leave room for cards of three lines in a window of 24 lines."""


def title_of(view: GameView) -> Title:
    """Return the game, its board and its series."""
    match = view.match
    notes = series_notes(match.standing, over=match.game.is_over)
    if match.is_rung:
        notes += (rung_note(level_of(match)),)
    if turn := letter_turn(match):
        notes += (turn.value,)
    if match.given_moves:
        notes += (f"from move {match.given_moves + 1}",)
    return Title.of(match.game.setup.variant, *notes)


def turn_of(view: GameView) -> Turn:
    """Return what a typed move is about."""
    return Turn(view.match.game.state, view.token, view.names)


def classes_of(view: GameView) -> dict[str, bool]:
    """Return the style classes of the screen, and whether each is set."""
    variant = view.match.game.setup.variant
    return {
        "-tokens": variant.has_tokens,
        "-many-tokens": variant.tokens_each > _MANY_TOKENS,
        "-moves": view.moves_shown,
        "-typing": view.typing,
        "-series": view.match.standing.length != 1,
        "-hinted": view.hint is not None,
    }


def side_of(view: GameView, climbing: Climbing) -> Side:
    """Return what stands beside the board."""
    match, thinking = view.match, view.computer_thinks
    took = took_words(view, climbing)
    return Side.of(match.game, match.standing, view.token, thinking=thinking, took=took)


def took_words(view: GameView, climbing: Climbing) -> str:
    """Return the stars of a game that is over, and what help it took against a computer."""
    match = view.match
    if match.game.setup.person is None or not match.game.state.is_over:
        return ""
    words = result_words(match.effort, won=is_won(match), given_moves=match.given_moves)
    if not climbing.stars:
        return words
    return f"{stars_drawn(climbing.stars)} {words} {climbing.missed}".rstrip()


def advice_of(view: GameView, coach: Coach) -> tuple[Signs, str]:
    """Return the analysis of every cell and the verdict; nothing if they are not to be shown.

    While a hint is drawn on the board, there is room only for the verdict.
    """
    if not (coach.overlay and view.coach_may_speak):
        return (), ""
    if view.hint is not None and view.hint.sketch is not None:
        return (), coach.verdict(view.names)
    return coach.display(view.names, view.token)


def picture_of(view: GameView, signs: Signs, *, hints: bool) -> Picture:
    """Return what the board shows; with hints, where runs could be completed."""
    game = view.match.game
    return Picture(
        game.timeline,
        view.cursor,
        view.token,
        signs,
        may_place=not game.computer_to_move,
        threats=run_threats(game.state) if hints and game.setup.variant.has_tokens else None,
        pulses=game.computer_moved,
        sketch=view.hint.sketch if view.hint else None,
    )


def status_of(
    view: GameView,
    verdict: str,
    legend: tuple[str, ...],
    after: str,
    key_of: KeyOf,
    *,
    hints_beside: bool,
) -> Status:
    """Return the sentence under the board, with what only a small window shows there.

    `after` is what is said after a game, if there is no room for it beside the board.
    """
    game, state, names = view.match.game, view.match.game.state, view.names
    outcome = state.outcome
    player, turn = state.to_move, "thinking…" if view.computer_thinks else turn_words(game)
    if outcome is not None:
        player = outcome.winner
        turn = does(names[player - 1], "wins").removeprefix(names[player - 1]).strip()
    left: tuple[int, ...] = () if state.is_over else Room.of(state).left
    if state.variant.shares_room:
        left = left[:1]
    message = view.message(key_of, hints_beside=hints_beside)
    if after and not message.text:
        message = StatusMessage(after, whole=True)
    return Status(
        message,
        verdict,
        names,
        player,
        turn,
        _score(view),
        left,
        looks_back(game),
        reason_words(state, names),
        legend,
    )


def _score(view: GameView) -> str:
    series = view.match.standing
    # By side: the players may have swapped since the first game.
    names = view.match.game.names
    return "" if series.length == 1 else ":".join(str(series.wins_of(name)) for name in names)


def labels_of(view: GameView) -> Labels:
    """Return what some keys do now, by the ids of their commands."""
    hint = view.hint
    if hint is None:
        return ()
    return (("hint", hint.next.label), ("menu", "hide"))


def ending_of(view: GameView, stage: Stage, *, roomy: bool) -> Ending | None:
    """Return what follows the game if it is over; a roomy window lists that beside the board."""
    over = view.match.game.state.is_over
    if not over:
        return None
    replays_rung = view.match.climbs and view.match.given_moves > 0
    goes_on = not view.match.standing.is_decided
    return Ending(goes_on, roomy, stage is Stage.OFFERED, replays_rung)
