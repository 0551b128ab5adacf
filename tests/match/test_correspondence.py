"""Play by letters: which kept match a game id continues, and what does not fit."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.match import Setup
from gridlock_tui.match.correspondence import (
    Finding,
    as_sent,
    despite_letters,
    find_match,
    letter_turn,
    match_id,
    not_yours,
)
from gridlock_tui.match.game_id import read_whole_id
from gridlock_tui.match.letters import Letters, LetterTurn
from gridlock_tui.match.match import Match
from gridlock_tui.match.series import LENGTHS, Starts
from gridlock_tui.match.store.save_format import SavedMatch, read_save, write_save
from gridlock_tui.rules import VARIANTS, GridlockError, Player, Variant, play_moves, read_moves
from tests.match.support import matches
from tests.rules.support import players, variants

SHOWDOWN = VARIANTS["showdown"]
ROW = SHOWDOWN.resized(1, 3)
NAMES = ("Ada", "Ben")


def begun(moves: str = "", length: int = 1, swap_rule: bool = False) -> Match:
    """Return Ada's match with Ben after these moves, which are not sent."""
    match = Match.begin(Setup(SHOWDOWN, NAMES), length, swap_rule=swap_rule)
    for move in read_moves(SHOWDOWN, moves):
        match = match.play(move)
    return match


def sent(moves: str, length: int = 1, swap_rule: bool = False) -> Match:
    """Return that match after its last move was sent."""
    return as_sent(begun(moves, length, swap_rule))


def find(line: str, *kept: Match) -> Finding:
    return find_match(read_whole_id(line), kept)


def answered(match: Match, move: str) -> Match:
    return match.play(match.game.state.move(move))


def row_match(length: int, starts: Starts = Starts.ALTERNATE, *, swap_rule: bool = False) -> Match:
    """Return a series on a board whose games end after one or two moves."""
    return Match.begin(Setup(ROW, NAMES), length, starts, swap_rule)


def receive(line: str, *kept: Match) -> Match:
    """Return the match that a player has after pasting this, without a question."""
    found = find(line, *kept)
    assert found.is_sure, found.sentence
    return found.continued or found.kept or found.fresh


# Whose turn it is.


def test_the_one_who_copies_has_moved_and_waits() -> None:
    match = sent("2 2")
    assert match.letters == Letters(Player.ONE, 1)
    assert letter_turn(match) is LetterTurn.SENT
    other = receive(match_id(match))
    assert other.letters == Letters(Player.TWO, 1, received=True)
    assert letter_turn(other) is LetterTurn.YOURS
    other = answered(other, "1 3")
    assert letter_turn(other) is LetterTurn.UNSENT
    assert letter_turn(as_sent(other)) is LetterTurn.SENT


def test_a_match_with_a_computer_or_without_a_move_is_not_played_by_letters() -> None:
    assert as_sent(begun()).letters is None
    against = Match.begin(Setup(SHOWDOWN, ("Ada", "Expert"), kinds=("human", "expert")))
    against = answered(against, "2 2")
    assert as_sent(against) == against
    found = find("showdown:4x4:2 2;1 3", against)
    assert found.kept is None


def test_a_player_who_passes_gives_the_turn_back() -> None:
    passing = VARIANTS["passing"]
    line = "passing:3x3:2 2;1 1"
    state = play_moves(passing.resized(3, 3).start(), "2 2; 1 1")
    assert state.passed is Player.ONE  # O moves again
    sender = as_sent(Match.of(read_whole_id(line).game))
    assert letter_turn(sender) is LetterTurn.YOURS
    assert letter_turn(receive(line)) is LetterTurn.SENT


def test_a_step_that_is_not_yours_is_told_and_ends_the_letters() -> None:
    match = as_sent(answered(receive("showdown:4x4:2 2;1 3", sent("2 2")), "3 3"))
    assert not_yours(match).startswith("this is the other player's move: paste the answer")
    assert despite_letters(match).letters is None
    again = match.jump(2)
    assert not_yours(again).startswith("the other player has your move already")
    changed = answered(despite_letters(again), "4 4")
    assert changed.letters == Letters(Player.ONE, 2, received=True)
    assert letter_turn(changed) is LetterTurn.UNSENT
    assert not_yours(begun("2 2")) == ""


def test_who_only_copied_the_id_places_for_both_sides() -> None:
    match = sent("2 2")
    assert not_yours(match) == not_yours(match.jump(0)) == ""
    assert despite_letters(match).letters is None
    assert not_yours(as_sent(match)) == "", "copying twice is no answer"


# A game that fits.


def test_an_answer_continues_the_very_match() -> None:
    kept = replace(sent("2 2", length=3), pace=2.5, guard=True)
    found = find("showdown:4x4:2 2;1 3:game 1 of 3", kept, sent("1 1", length=3))
    assert found.is_sure
    after = found.continued
    assert after == replace(
        answered(kept, "1 3"), letters=Letters(Player.ONE, 2, received=True)
    )  # names, score, settings and uid are those of the match
    assert letter_turn(after) is LetterTurn.YOURS
    assert found.sentence == "your move: you are X"


def test_moves_that_were_taken_back_are_replaced_only_after_a_question() -> None:
    tried = answered(sent("2 2"), "4 4").jump(1)
    found = find("showdown:4x4:2 2;1 3", tried)
    assert (found.is_sure, found.kept) == (False, tried)
    assert found.sentence == "it replaces 1 move that you took back"
    assert found.continued is not None
    assert found.continued.game.timeline.moves == read_moves(SHOWDOWN, "2 2; 1 3")
    # Whoever only looks at the empty board has taken nothing back.
    assert find("showdown:4x4:3 3;1 1", sent("2 2").jump(0)).kept is None


@pytest.mark.parametrize(
    ("kept", "line", "sentence"),
    [
        (begun("2 2"), "showdown:4x4:2 2;1 3", "was not played by game ids"),
        (sent("2 2"), "showdown:4x4:2 2;1 3;3 3", "a move of yours"),
        (sent("2 2", length=3), "showdown:4x4:2 2;1 3", "belongs to this series"),
    ],
)
def test_a_doubt_is_asked_about(kept: Match, line: str, sentence: str) -> None:
    found = find(line, kept)
    assert not found.is_sure
    assert sentence in found.sentence
    assert found.kept == kept
    assert found.continued is not None
    assert found.continued.game.timeline.moves == found.fresh.game.timeline.moves


def test_an_id_that_fits_two_matches_asks_about_the_latest() -> None:
    latest, older = sent("2 2"), sent("2 2")
    found = find("showdown:4x4:2 2;1 3", latest, older)
    assert (found.is_sure, found.kept) == (False, latest)
    assert found.sentence == "this game id fits 2 of your matches"
    # With the moves of one of them already there, it may be either.
    found = find("showdown:4x4:2 2;1 3", receive("showdown:4x4:2 2;1 3", sent("2 2")), older)
    assert (found.is_sure, found.kept) == (False, older)
    # Neither is played by game ids.
    found = find("showdown:4x4:2 2;1 3", begun("2 2"), begun("2 2"))
    assert (found.is_sure, found.sentence) == (False, "this game id fits 2 of your matches")
    # The one that lacks only the answer is certain.
    found = find("showdown:4x4:2 2;1 3;3 3;4 2", older, sent("2 2; 1 3; 3 3"))
    assert found.is_sure
    assert found.continued is not None
    assert found.continued.uid != older.uid


# What does not fit.


@pytest.mark.parametrize(
    ("kept", "line", "sentence"),
    [
        (
            sent("2 2; 1 3; 3 3"),
            "showdown:4x4:2 2;1 4",
            "the moves differ from those of your match from move 2 on",
        ),
        (sent("2 2; 1 3; 3 3"), "showdown:4x4:2 2;1 3", "your match is 1 move further"),
        (sent("2 2"), "showdown:4x4:2 2;swap", "your match has no swap rule"),
    ],
)
def test_what_does_not_fit_says_so(kept: Match, line: str, sentence: str) -> None:
    found = find(line, kept)
    assert (found.kept, found.continued, found.is_sure) == (kept, None, False)
    assert sentence in found.sentence
    assert found.fresh.game.timeline.moves == read_whole_id(line).game.timeline.moves


@pytest.mark.parametrize(
    "line",
    [
        "classic:4x4:6",  # another variant
        "showdown:5x5:2 2;1 3",  # another size
        "showdown:4x4/2:2 2;1 3",  # another starter
        "showdown:4x4:1 1",  # another first move
        "showdown:4x4",
    ],
)
def test_another_game_is_a_new_match(line: str) -> None:
    found = find(line, sent("2 2"))
    assert (found.kept, found.continued, found.is_sure) == (None, None, True)
    assert found.sentence.startswith("a new match: it continues none of yours")


def test_the_own_id_is_not_an_answer() -> None:
    kept = sent("2 2")
    found = find(match_id(kept), kept)
    assert (found.kept, found.continued, found.is_sure) == (kept, None, True)
    assert found.sentence == "this is the game id that you sent; the answer has more moves"
    theirs = receive("showdown:4x4:2 2")
    again = find("showdown:4x4:2 2", theirs)
    assert again.sentence == "nothing new: your move: you are O"


# The swap rule.


def test_a_swap_goes_there_and_back() -> None:
    ada = sent("2 2", swap_rule=True)
    assert match_id(ada) == "showdown:4x4:2 2:swap rule"
    ben = receive(match_id(ada))
    assert ben.can_take_over
    ben = ben.take_over()
    assert letter_turn(ben) is LetterTurn.UNSENT
    ben = as_sent(ben)
    assert match_id(ben) == "showdown:4x4:2 2;swap:swap rule"
    ada = receive(match_id(ben), ada)
    assert ada.game.setup.taken_over
    assert ada.game.names == ("Ben", "Ada")
    assert letter_turn(ada) is LetterTurn.YOURS
    assert ada.letters == Letters(Player.ONE, 2, received=True)
    ada = as_sent(answered(ada, "1 3"))
    ben = receive(match_id(ada), ben)
    assert letter_turn(ben) is LetterTurn.YOURS
    assert ben.game.timeline.moves == ada.game.timeline.moves


def test_a_first_move_is_older_than_its_swap() -> None:
    kept = as_sent(begun("2 2", swap_rule=True).take_over())
    found = find("showdown:4x4:2 2:swap rule", kept)
    assert found.sentence == "your match is 1 move further"
    found = find("showdown:4x4:2 2;1 3:swap rule", kept)
    assert found.sentence.endswith("from move 2 on")


# Series.


def test_a_series_goes_on_from_game_to_game() -> None:
    ada = as_sent(answered(row_match(3), "1 2"))  # takes the middle and wins at once
    assert match_id(ada) == "showdown:1x3:1 2:game 1 of 3"
    assert letter_turn(ada) is LetterTurn.SENT  # Ben starts game 2
    ben = receive(match_id(ada))
    assert ben.game.is_over
    assert letter_turn(ben) is LetterTurn.YOURS
    ben = as_sent(answered(ben.next_game(), "1 2"))
    assert match_id(ben) == "showdown:1x3/2:1 2:game 2 of 3"
    ada = receive(match_id(ben), ada)  # Ada had not begun game 2
    assert ada.series.played == 1
    assert ada.standing.score == (1, 1)
    ada = as_sent(answered(ada.next_game(), "1 2"))
    ben = receive(match_id(ada), ben.next_game())  # Ben had begun game 3, where Ada moves first
    assert ben.is_done
    assert ben.standing.score == ada.standing.score == (2, 1)


def test_the_previous_game_must_be_finished() -> None:
    kept = as_sent(answered(row_match(3), "1 1"))
    found = find("showdown:1x3/2:1 2:game 2 of 3", kept)
    assert (found.kept, found.continued, found.is_sure) == (kept, None, False)
    wrong = "this is game 2, and game 1 of your match is not finished here"
    assert found.sentence == f"{wrong}: paste its last game id first"
    found = find("showdown:1x3:1 2:game 3 of 3", as_sent(answered(row_match(3), "1 2")))
    wrong = "this is game 3, and game 1 of your match is not finished here"
    assert found.sentence == f"{wrong}: paste its last game id first"
    later = answered(row_match(3), "1 2").next_game()
    later = replace(later, letters=Letters(Player.ONE))
    found = find("showdown:1x3:1 2:game 1 of 3", later)
    assert found.sentence == "this is game 1, and your match is at game 2"
    assert found.continued is None
    ended = as_sent(answered(row_match(3, Starts.ALTERNATE), "1 2"))
    found = find("showdown:1x3:1 2:game 2 of 3", ended)
    assert found.sentence == "in game 2 of your match Player 2 starts"


def test_a_later_game_of_an_unknown_series_is_a_single_game() -> None:
    found = find("showdown:1x3/2:1 1:game 2 of 3")
    assert found.fresh.series.length == 1
    assert found.sentence.startswith("game 2 of a series that is not kept here")
    assert letter_turn(found.fresh) is LetterTurn.YOURS


def test_other_terms_are_another_match() -> None:
    kept = sent("2 2", length=3)
    for terms in ("game 1 of 5", "game 1 of 3, loser starts", "game 1 of 3, swap rule"):
        assert find(f"showdown:4x4:2 2;1 3:{terms}", kept).kept is None


def test_the_last_move_ends_the_match() -> None:
    kept = as_sent(answered(row_match(1), "1 1"))
    found = find("showdown:1x3:1 1;1 3", kept)
    assert found.is_sure
    assert found.continued is not None
    assert found.continued.is_done
    assert found.sentence == "this game is over"


@pytest.mark.parametrize(
    "line",
    [
        "showdown:4x4:2 2:game 4 of 3",
        "showdown:4x4:2 2:game 0 of 3",
        "showdown:4x4:2 2:game 1 of 4",
        "showdown:4x4:2 2:whatever",
        "showdown:4x4:2 2:swap rule:swap rule",
        "showdown:4x4:swap",
        "showdown:4x4:swap;2 2",
        "showdown:4x4:2 2;swap;swap",
        "showdown:4x4:2 2;1 3;swap",
        "showdown:1x3:1 2;swap",  # the game is over
    ],
)
def test_damaged_ids_are_refused(line: str) -> None:
    with pytest.raises(GridlockError):
        read_whole_id(line)


def test_a_wrapped_line_is_read() -> None:
    wrapped = "showdown:4x4:2 2;swap;1\n  3:game 2 of\r\n3, swap rule\n"
    assert read_whole_id(wrapped) == read_whole_id(
        "showdown:4x4:2 2;swap;1 3:game 2 of 3, swap rule"
    )


@settings(max_examples=60)
@given(matches(), st.integers(0, 3))
def test_any_match_is_found_again_by_its_id(match: Match, back: int) -> None:
    """Whatever was played: the id of a match is the same match, and an earlier state continues."""
    if match.game.setup.computers or match.standing.is_decided or not match.game.timeline.moves:
        return
    match = as_sent(match.jump(len(match.game.timeline.moves)))
    pasted = read_whole_id(match_id(match))
    found = find_match(pasted, [match])
    assert (found.kept, found.continued, found.is_sure) == (match, None, True)
    assert read_save(write_save(SavedMatch.now(match))).match == match
    count = max(len(match.game.timeline.moves) - back, 1)
    game = match.game
    earlier = match.with_game(
        replace(game, timeline=replace(
            game.timeline, states=game.timeline.states[: count + 1],
            moves=game.timeline.moves[:count], at=count,
        ))
    )  # fmt: skip
    found = find_match(pasted, [replace(earlier, letters=None)])
    if count < len(game.timeline.moves):
        assert found.continued is not None
        assert found.continued.game.timeline == game.timeline
        assert found.continued.series == match.series


@settings(max_examples=40, deadline=None)
@given(
    variants(3, custom=False),
    players,
    st.sampled_from(LENGTHS),
    st.sampled_from(Starts),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_two_players_who_send_every_step_have_the_same_match(
    variant: Variant,
    first: Player,
    length: int,
    starts: Starts,
    swap_rule: bool,
    rng: random.Random,
) -> None:
    """Through whole series, with swaps and passes: nobody is asked, and nobody waits in vain."""
    mine = Match.begin(Setup(variant, NAMES, first), length, starts, swap_rule)
    at, sides = first, {first: mine, first.other: None}
    for _ in range(40):
        match = sides[at]
        assert match is not None
        match = match.next_game() if match.game.is_over else match
        while True:  # after a pass the same player moves again
            if match.can_take_over and rng.random() < 0.5:
                match = match.take_over()
            else:
                match = match.play(rng.choice(match.game.state.legal_moves))
            is_done = match.standing.is_decided
            if match.letters and not is_done:
                goes_on = letter_turn(as_sent(match)) is LetterTurn.YOURS and not match.game.is_over
                unsent = LetterTurn.YOURS if goes_on else LetterTurn.UNSENT
                assert letter_turn(match) is unsent
                assert letter_turn(match.jump(0)) is unsent  # whichever state is looked at
            if is_done or letter_turn(as_sent(match)) is not LetterTurn.YOURS:
                break
            if match.game.is_over:  # and now starts the next game: the result is sent before
                break
        match = as_sent(match)
        other = sides[at.other]
        received = receive(match_id(match), *([other] if other else []))
        assert received.game.timeline == match.game.timeline
        assert received.game.setup.taken_over == match.game.setup.taken_over
        assert received.standing.score == match.standing.score
        sides = {at: match, at.other: received}
        if is_done:
            return
        turns = {letter_turn(match), letter_turn(received)}
        assert turns == {LetterTurn.YOURS, LetterTurn.SENT}
        at = at if letter_turn(match) is LetterTurn.YOURS else at.other


@pytest.mark.parametrize("received", [False, True])
def test_letters_are_saved_with_their_match(received: bool) -> None:
    match = replace(begun("2 2"), letters=Letters(Player.ONE, 1, received=received))
    assert read_save(write_save(SavedMatch.now(match))).match == match


@pytest.mark.parametrize("letters", [{"side": 3, "sent": 0}, {"side": 1, "sent": 2}, [1, 0], "x"])
def test_damaged_letters_are_a_damaged_save(letters: object) -> None:
    content = json.loads(write_save(SavedMatch.now(sent("2 2"))))
    with pytest.raises(GridlockError, match="is damaged"):
        read_save(json.dumps(content | {"letters": letters}).encode())
    older = {key: value for key, value in content.items() if key != "letters"}
    assert read_save(json.dumps(older).encode()).match == begun_like(older["uid"])


def begun_like(uid: str) -> Match:
    return replace(begun("2 2"), uid=uid)
