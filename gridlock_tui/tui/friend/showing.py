"""What the widgets show of a match with a friend, as data that follows from its state."""

from __future__ import annotations

from gridlock_tui.match.naming import does
from gridlock_tui.net.events import Seat
from gridlock_tui.net.view import Link
from gridlock_tui.rules import run_threats
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.friend.view import FriendView
from gridlock_tui.tui.game.showing import classes_of as game_classes
from gridlock_tui.tui.game.side import Cards, series_summary
from gridlock_tui.tui.game.side_column import Side
from gridlock_tui.tui.game.view import KeyOf
from gridlock_tui.tui.widgets.key_bar import Ending
from gridlock_tui.tui.widgets.move_input import Turn
from gridlock_tui.tui.widgets.player_card import Card
from gridlock_tui.tui.widgets.result_panel import GameResult
from gridlock_tui.tui.widgets.room_bars import Room
from gridlock_tui.tui.widgets.status_bar import Status
from gridlock_tui.tui.widgets.title_bar import Title, series_notes
from gridlock_tui.tui.wording.moves import reason_words


def title_of(view: FriendView) -> Title:
    """Return the game, its board, its series, who watches, and whether somebody is missed."""
    table, net = view.table, view.net
    notes = series_notes(table.standing, over=table.is_over)
    if net.seat is None:
        notes += ("you watch",)
    if net.watchers:
        notes += (f"watching: {net.watchers}",)
    if net.link is not Link.HERE:
        notes += (net.status,)
    return Title.of(table.match.game.setup.variant, *notes)


def turn_of(view: FriendView) -> Turn:
    """Return what a typed move is about."""
    return Turn(view.game.match.game.state, view.game.token, view.game.names)


def classes_of(view: FriendView) -> dict[str, bool]:
    """Return the style classes of the screen, and whether each is set."""
    return game_classes(view.game)


def is_over(view: FriendView) -> bool:
    """Return whether the end of the game is shown."""
    return view.table.is_over and view.is_present


def side_of(view: FriendView) -> Side:
    """Return what stands beside the board."""
    table, shown = view.table, view.game
    side = Side.of(shown.match.game, table.standing, shown.token, thinking=False)
    side = side._replace(cards=_cards(view, side.cards))
    if table.resigned is None:
        return side
    result = _resigned(view)
    side = side._replace(moves=side.moves._replace(result=result.title, wins=result.winner))
    return side._replace(result=result) if view.is_present else side


def _cards(view: FriendView, cards: Cards) -> Cards:
    one, two = (_card(view, card) for card in cards)
    return one, two


def _card(view: FriendView, card: Card) -> Card:
    """Return the card with what is known of the person: it is you, or not connected."""
    net, over = view.net, is_over(view)
    state, has_turn = "" if over else card.state, card.has_turn and not over
    if card.player is view.side:
        state = "your move" if has_turn else "you"
    elif net.seat is not None and net.link is not Link.HERE:
        state = "away"
    return card._replace(state=state, has_turn=has_turn)


def _resigned(view: FriendView) -> GameResult:
    table = view.table
    winner = table.winner or Seat.HOST
    side, names = table.side_of(winner), view.game.names
    return GameResult(
        side,
        does(names[side - 1], "wins"),
        f"{names[side.other - 1]} has resigned.",
        series=series_summary(table.match.game, table.standing),
    )


def picture_of(view: FriendView, *, hints: bool) -> Picture:
    """Return what the board shows; with hints, where runs could be completed."""
    game = view.game.match.game
    return Picture(
        game.timeline,
        view.game.cursor,
        view.game.token,
        may_place=view.may_place,
        threats=run_threats(game.state) if hints and game.setup.variant.has_tokens else None,
        pulses=view.table.to_move is not None and view.table.to_move is view.net.seat,
    )


def status_of(view: FriendView, key_of: KeyOf) -> Status:
    """Return the sentence under the board, with what only a small window shows there."""
    table, names = view.table, view.game.names
    state = view.game.match.game.state
    player, turn, reason = state.to_move, "to move", ""
    if is_over(view) and table.winner is not None:
        player = table.side_of(table.winner)
        turn = does(names[player - 1], "wins").removeprefix(names[player - 1]).strip()
        resigned = table.resigned is not None
        reason = _resigned(view).reason if resigned else reason_words(state, names)
    elif player is view.side:
        turn = "to move (you)"
    left: tuple[int, ...] = () if table.is_over else Room.of(state).left
    score = ":".join(str(table.score_of(seat)) for seat in sorted_seats(view))
    timeline = view.game.match.game.timeline
    return Status(
        view.message(key_of),
        names=names,
        player=player,
        turn=turn,
        score="" if table.standing.length == 1 else score,
        room=left[:1] if state.variant.shares_room else left,
        looks_back="" if view.is_present else f"{timeline.at}/{len(timeline.moves)}",
        reason=reason,
    )


def sorted_seats(view: FriendView) -> list[Seat]:
    """Return the two people in the order of their sides."""
    return sorted(Seat, key=view.table.side_of)


def ending_of(view: FriendView, *, roomy: bool) -> Ending | None:
    """Return what follows the game if it is over."""
    return Ending(not view.table.is_decided, roomy) if is_over(view) else None
