"""Play by letters: two people send each other game ids, by mail or chat.

A pasted game id is compared with the matches that are kept. If it continues one of them, that match
goes on with its names, score and moves; otherwise a sentence says what does not fit. Everything
here is pure: the library keeps what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, auto

from gridlock_tui.match.game import Game
from gridlock_tui.match.game_id import SIMPLE, GameId, Terms, write_game_id
from gridlock_tui.match.letters import (
    Letters,
    LetterTurn,
    Swap,
    last_maker,
    next_maker,
    steps_of,
    steps_shown,
)
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import Series
from gridlock_tui.rules import Player
from gridlock_tui.rules.text import counted


class _Fit(IntEnum):
    """How a game id fits a kept match, best first."""

    ANSWERS = auto()
    """It has the answer of the other player, and nothing else is new."""
    SAME = auto()
    """It has the moves of the match, and no more."""
    ADDS = auto()
    """It has more moves, but it is not certain that they belong to the match."""
    OLDER = auto()
    """It has fewer moves, or is an earlier game of the series."""
    EARLY = auto()
    """It is a later game of the series than the next one."""
    DIFFERS = auto()
    """Some moves are the same, then they differ."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a pasted game id is: the answer in a kept match, or a new match."""

    fresh: Match
    """The new match that it can be opened as."""
    sentence: str
    """What to say about it: why it does not fit, or what to do next."""
    kept: Match | None = None
    """The kept match that it is about."""
    continued: Match | None = None
    """The kept match with the moves of the id; None if the id adds nothing to it."""
    is_sure: bool = True
    """Whether to do it at once; otherwise ask whether to open the kept match or a new one."""


@dataclass(frozen=True, slots=True)
class _Compared:
    fit: _Fit
    kept: Match
    sentence: str
    common: int = 0
    continued: Match | None = None


# A match that is played by letters.


def match_id(match: Match) -> str:
    """Return the game id of the current game of a match."""
    return write_game_id(match.game, Terms.of(match))


def letter_turn(match: Match) -> LetterTurn | None:
    """Return what a match waits for; None if it is decided or not played by letters."""
    letters = match.letters
    if letters is None or match.standing.is_decided:
        return None
    latest = _latest(match.game)
    if has_unsent_move(match):
        return LetterTurn.UNSENT
    if latest.is_over:
        agreed = match.next_game().game.setup
        return LetterTurn.YOURS if agreed.first is letters.side else LetterTurn.SENT
    return LetterTurn.YOURS if next_maker(latest) is letters.side else LetterTurn.SENT


def has_unsent_move(match: Match) -> bool:
    """Return whether your latest step still has to be sent to the other player."""
    letters, game = match.letters, match.game
    if letters is None or len(steps_of(game)) <= letters.sent:
        return False
    return last_maker(game) is letters.side and next_maker(_latest(game)) is not letters.side


def _latest(game: Game) -> Game:
    return game.jump(len(game.timeline.moves))


def as_sent(match: Match) -> Match:
    """Return the match after its game id was copied: the one who moved last sends it."""
    game = match.game
    maker = last_maker(game)
    if maker is None or game.setup.computers or match.standing.is_decided:
        return match
    letters = match.letters or Letters(maker)
    return replace(match, letters=replace(letters, sent=len(steps_of(game))))


def not_yours(match: Match) -> str:
    """Return why a step from the state that is shown is not yours to make; "" if it is.

    Who has only copied the game id may still play both sides here.
    """
    letters = match.letters
    maker = next_maker(match.game)
    if letters is None or maker is None or not letters.received:
        return ""
    if maker is not letters.side:
        return (
            "this is the other player's move: paste the answer, or do it again to play both sides"
        )
    if steps_shown(match.game) < letters.sent:
        return "the other player has your move already: do it again to replace it"
    return ""


def despite_letters(match: Match) -> Match:
    """Return the match for a step that is not yours: who plays both sides plays no letters."""
    letters = match.letters
    if letters is not None and next_maker(match.game) is not letters.side:
        return replace(match, letters=None)
    return match


# A pasted game id.


def fresh_match(pasted: GameId) -> Match:
    """Return the new match that a game id opens; who did not move last is you."""
    game, terms = pasted.game, pasted.terms
    match = Match.of(game)
    swap_rule = terms.swap_rule or game.setup.taken_over
    series = replace(match.series, swap_rule=swap_rule)
    if terms.number == 1:
        series = Series(series.players, terms.length, terms.starts, swap_rule)
    match = replace(match, series=series)
    sender = last_maker(game)
    if sender is None or match.standing.is_decided:
        return match
    return replace(match, letters=Letters(sender.other, len(steps_of(game)), received=True))


def find_match(pasted: GameId, kept: Iterable[Match]) -> Finding:
    """Return which of the kept matches, latest first, a game id belongs to, or a new match."""
    kept, fresh = tuple(kept), fresh_match(pasted)
    compared = [found for match in kept if (found := _compare(match, pasted)) is not None]
    if not compared:
        return Finding(fresh, _about_fresh(fresh, pasted, kept))
    best = min(compared, key=lambda each: (each.fit, -each.common))
    sentence, is_sure = best.sentence, best.fit <= _Fit.SAME
    rivals = sum(each.fit <= max(best.fit, _Fit.SAME) for each in compared)
    if best.fit <= _Fit.ADDS and rivals > 1:
        sentence, is_sure = f"this game id fits {rivals} of your matches", False
    return Finding(fresh, sentence, best.kept, best.continued, is_sure)


def _compare(kept: Match, pasted: GameId) -> _Compared | None:
    """Return how an id fits a match; None if it is about another match."""
    game, terms = kept.game, pasted.terms
    theirs = pasted.game.setup
    if game.setup.computers or game.setup.variant != theirs.variant:
        return None
    is_open = terms == SIMPLE  # then an older Gridlock may have left out what was agreed on
    own = Terms.of(kept)
    if not is_open and replace(own, number=terms.number) != terms:
        return None
    if kept.standing.is_decided:
        return None
    if not is_open and terms.number != own.number:
        return _compare_number(kept, pasted, own.number)
    if game.setup.first is not theirs.first:
        return None
    return _compare_steps(kept, pasted, is_certain=terms == own)


def _compare_number(kept: Match, pasted: GameId, number: int) -> _Compared | None:
    """Return how a game of a series fits a match that is at another game."""
    here, there = f"game {number}", f"game {pasted.terms.number}"
    if kept.letters is None:
        return None
    if pasted.terms.number < number:
        return _Compared(_Fit.OLDER, kept, f"this is {there}, and your match is at {here}")
    if pasted.terms.number > number + 1 or not kept.game.is_over:
        sentence = f"this is {there}, and {here} of your match is not finished here"
        return _Compared(_Fit.EARLY, kept, f"{sentence}: paste its last game id first")
    following = kept.next_game()
    if following.game.setup.first is not pasted.game.setup.first:
        starter = following.game.setup.first
        return _Compared(_Fit.DIFFERS, kept, f"in {there} of your match {starter} starts")
    found = _compare_steps(following, pasted, is_certain=True)
    return found and replace(found, kept=kept)


def _compare_steps(kept: Match, pasted: GameId, *, is_certain: bool) -> _Compared | None:
    """Return how the steps of an id fit those of the current game of a match."""
    ours, theirs = steps_of(kept.game), steps_of(pasted.game)
    common = next(
        (at for at, (our, their) in enumerate(zip(ours, theirs, strict=False)) if our != their),
        min(len(ours), len(theirs)),
    )
    letters = kept.letters
    if letters is None and not common:
        return None
    if common == len(ours) == len(theirs):
        return _Compared(_Fit.SAME, kept, _about_same(kept), common) if common else None
    if common == len(theirs):
        if letters is None or not common:
            return None
        more = counted(len(ours) - common, "move")
        return _Compared(_Fit.OLDER, kept, f"your match is {more} further", common)
    back = steps_shown(kept.game)
    if common < len(ours) and not (0 < back <= common):
        if letters is None or not common:
            return None
        number = 1 + sum(step is not Swap.SWAP for step in ours[:common])
        sentence = f"the moves differ from those of your match from move {number} on"
        return _Compared(_Fit.DIFFERS, kept, sentence, common)
    if not common and not (is_certain and kept.series.played):
        return None
    if Swap.SWAP in theirs[common:] and not kept.series.swap_rule:
        sentence = "it takes over the first move, and your match has no swap rule"
        return _Compared(_Fit.DIFFERS, kept, sentence, common)
    continued = _continue(kept, pasted.game, common)
    doubt = _doubt(kept, pasted.game, common, is_certain=is_certain)
    if doubt:
        return _Compared(_Fit.ADDS, kept, doubt, common, continued)
    return _Compared(_Fit.ANSWERS, kept, next_words(continued), common, continued)


def _doubt(kept: Match, game: Game, common: int, *, is_certain: bool) -> str:
    """Return why it is not certain that an id continues a match; "" if it is."""
    letters = kept.letters
    taken_back = len(steps_of(kept.game)) - common
    if taken_back:
        return f"it replaces {counted(taken_back, 'move')} that you took back"
    if letters is None:
        return "it continues a match that was not played by game ids until now"
    if any(maker is letters.side for maker in _makers(game)[common:]):
        return "it has a move of yours that your match does not have"
    return "" if is_certain else "it does not say that it belongs to this series"


def _makers(game: Game) -> list[Player]:
    """Return who made each step."""
    states, swapped = game.timeline.states, game.setup.taken_over
    makers = [
        state.to_move.other if swapped and at else state.to_move
        for at, state in enumerate(states[:-1])
    ]
    return [*makers[:1], game.setup.first.other, *makers[1:]] if swapped else makers


def _continue(kept: Match, game: Game, common: int) -> Match:
    """Return the match with the moves of an id instead of those after the common steps."""
    setup, moves = kept.game.setup, game.timeline.moves
    if game.setup.taken_over != setup.taken_over:
        swapped = replace(setup.swapped(), taken_over=True)
        setup = swapped if game.setup.taken_over else setup.as_agreed()
    sender = last_maker(game)
    side = kept.letters.side if kept.letters else (sender or setup.first).other
    letters = Letters(side, len(steps_of(game)), received=True)
    given = min(kept.given_moves, common)
    match = replace(kept, game=Game.replay(setup, moves), given_moves=given, letters=letters)
    return replace(match, letters=None) if match.standing.is_decided else match


# Sentences. The front end makes them whole.


def next_words(match: Match) -> str:
    """Return what to do next in a match that is played by letters."""
    turn, game = letter_turn(match), match.game
    if turn is None:
        return "this game is over" if game.is_over else ""
    if game.is_over:
        starts = "you start" if turn is LetterTurn.YOURS else "the other player starts"
        return f"this game is over; {starts} the next one"
    if turn is LetterTurn.YOURS:
        return f"your move: you are {_your_side(match).symbol}"
    if turn is LetterTurn.UNSENT:
        return "your move is not sent yet"
    return "sent: paste the answer here or in the menu"


def _your_side(match: Match) -> Player:
    """Return your side in the latest state."""
    assert match.letters is not None
    side = match.letters.side
    return side.other if match.game.setup.taken_over else side


def _about_same(kept: Match) -> str:
    turn = letter_turn(kept)
    if turn is LetterTurn.SENT:
        return "this is the game id that you sent; the answer has more moves"
    return f"nothing new: {next_words(kept)}" if turn else "these are the moves of this match"


def _about_fresh(fresh: Match, pasted: GameId, kept: tuple[Match, ...]) -> str:
    words = next_words(fresh)
    if pasted.terms.number > 1:
        words = f"game {pasted.terms.number} of a series that is not kept here, as a single game"
    elif any(match.letters for match in kept):
        words = f"a new match: it continues none of yours; {words}"
    return words
