"""What is said about players, help, hints and turning points, word for word."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from gridlock_tui.engine import Analysis, Verdict
from gridlock_tui.engine.reasons import SpareMove, Split
from gridlock_tui.engine.verdicts import MoveValue
from gridlock_tui.match import HUMAN, Setup, Timeline, checked_names
from gridlock_tui.match.advice import (
    hint_words,
    line_step_words,
    may_throw_win_away,
    throws_win_away,
    way_back_words,
)
from gridlock_tui.match.effort import Effort, help_words, result_words
from gridlock_tui.match.naming import (
    YOU,
    addressing_you,
    as_object,
    card_name,
    names_for_people,
    shown_names,
)
from gridlock_tui.match.review import Review, review
from gridlock_tui.match.turning_point import (
    NeverTurned,
    TurningPoint,
    TurningWords,
    about_no_turning_point,
    about_turning_point,
)
from gridlock_tui.match.way_back import WayBack, way_back
from gridlock_tui.rules import VARIANTS, Move, Names, Player, play_moves, read_moves
from tests.match.test_review import reviewed, timeline_of

NAMES = ("Ada", "Ben")
SHOWDOWN = VARIANTS["showdown"]
WIN, LOSS, UNKNOWN = Verdict.WIN, Verdict.LOSS, Verdict.UNKNOWN


# Names.


@pytest.mark.parametrize(
    ("names", "kinds", "shown", "cards"),
    [
        (("", ""), (HUMAN, HUMAN), ("Player 1", "Player 2"), ("Player 1", "Player 2")),
        (("Ada", ""), (HUMAN, HUMAN), ("Ada", "Player 2"), ("Ada", "Player 2")),
        (("", ""), (HUMAN, "casual"), (YOU, "Casual"), (YOU, "Computer · Casual")),
        (("", ""), ("casual", HUMAN), ("Casual", YOU), ("Computer · Casual", YOU)),
        (("Ada", "Hal"), (HUMAN, "expert"), ("Ada", "Hal"), ("Ada", "Hal · Expert")),
        (
            ("", ""),
            ("novice", "novice"),
            ("Novice X", "Novice O"),
            ("Computer · Novice", "Computer · Novice"),
        ),
    ],
)
def test_only_a_person_without_a_name_who_plays_a_computer_is_you(
    names: Names, kinds: tuple[str, str], shown: Names, cards: Names
) -> None:
    setup = Setup(SHOWDOWN, checked_names(*names, kinds=kinds), kinds=kinds)
    assert shown_names(setup) == shown
    assert tuple(card_name(setup, player) for player in Player) == cards


@pytest.mark.parametrize(
    ("names", "kinds", "kept"),
    [
        (("Ada", "Ben"), (HUMAN, HUMAN), ("Ada", "Ben")),
        (("Ada", "Bot"), (HUMAN, "novice"), ("Ada", "")),
        (("", "Ada"), (HUMAN, "novice"), ("Ada", "")),
        (("Bot", "Ada"), ("novice", HUMAN), ("", "Ada")),
        (("Ada", ""), ("novice", HUMAN), ("", "Ada")),
        (("Ada", "Ben"), ("novice", "perfect"), ("", "")),
    ],
)
def test_only_people_keep_their_names(names: Names, kinds: tuple[str, str], kept: Names) -> None:
    assert names_for_people(names, kinds) == kept


def test_sentences_about_you_are_in_the_second_person_and_no_others() -> None:
    words = "You wins. Ben plays 2 2 and beats You! The tokens of You are fewer than those of You."
    assert addressing_you(words, (YOU, "Ben")) == (
        "You win. Ben plays 2 2 and beats you! Your tokens are fewer than yours."
    )
    assert addressing_you(words, NAMES) == words
    assert (as_object(YOU), as_object("Ada")) == ("you", "Ada")


# Help.


@pytest.mark.parametrize(
    ("effort", "said"),
    [
        (Effort(), "without help"),
        (Effort(frozenset("a")), "with 1 hint"),
        (Effort(frozenset("ab"), frozenset("bc")), "with 2 hints and 1 warning"),
        (Effort(take_backs=2), "with 2 take-backs"),
        (Effort(frozenset("a"), frozenset("b"), 1), "with 1 hint, 1 warning and 1 take-back"),
    ],
)
def test_the_result_names_the_help(effort: Effort, said: str) -> None:
    assert help_words(effort) == said
    assert result_words(effort, won=True) == f"Won {said}."
    assert result_words(effort, won=False) == ("" if effort == Effort() else f"Lost {said}.")


def test_a_game_that_began_with_moves_on_the_board_says_so() -> None:
    won, lost = (result_words(Effort(take_backs=1), won=w, given_moves=4) for w in (True, False))
    assert won == "Won from move 5 on; only whole games count."
    assert lost == "Lost from move 5 on; only whole games count."


# Hints: a board of 3 x 4, on which the cells with these numbers win.


def analysis_of(
    wins: dict[int, int | None],
    verdict: Verdict = WIN,
    others: Verdict = LOSS,
    distance: int | None = None,
    *,
    is_final: bool = True,
) -> Analysis:
    state = SHOWDOWN.resized(3, 4).start()
    values = tuple(
        MoveValue(move, verdict, wins[move.cell])
        if move.cell in wins
        else MoveValue(move, others, 9)
        for move in state.legal_moves
    )
    return Analysis(state, verdict, distance, values, None, (), is_final=is_final)


EVERY: dict[int, int | None] = dict.fromkeys(range(12), 3)


@pytest.mark.parametrize(
    ("analysis", "said"),
    [
        (analysis_of({0: 3}), "One of 12 moves wins: it is in the left column."),
        (analysis_of({1: 3}), "One of 12 moves wins: it is in the top row."),
        (analysis_of({5: 3}), "One of 12 moves wins: it is away from the edge."),
        (analysis_of({0: 3, 3: 3}), "2 of 12 moves win, both in a corner."),
        (analysis_of({0: 3, 1: 3, 2: 3}), "3 of 12 moves win, all in the top row."),
        (analysis_of({8: 3, 9: 3}), "2 of 12 moves win, both in the bottom row."),
        (analysis_of({0: 3, 4: 3}), "2 of 12 moves win, both in the left column."),
        (analysis_of({3: 3, 7: 3}), "2 of 12 moves win, both in the right column."),
        (analysis_of({4: 3, 5: 3}), "2 of 12 moves win, both in the left half."),
        (analysis_of({6: 3, 7: 3}), "2 of 12 moves win, both in the right half."),
        (analysis_of({1: 3, 11: 3}), "2 of 12 moves win, both on the edge."),
        (analysis_of({5: 3, 11: 3, 0: 3}), "3 of 12 moves win, in different parts of the board."),
        (analysis_of({0: 3}, others=UNKNOWN), "There is a winning move in the left column."),
        (analysis_of({5: 3, 11: 3, 0: 3}, others=UNKNOWN), "Several moves win."),
        (analysis_of(EVERY, distance=3), "Every move wins."),
        (
            analysis_of(EVERY | {0: 1, 3: 1}, distance=1),
            "Every move wins; the quickest win is in a corner.",
        ),
        (analysis_of(EVERY, LOSS, distance=3), "Every move loses against best play."),
        (
            analysis_of(EVERY | {0: 5, 3: 5}, LOSS, distance=5),
            "Every move loses against best play; the longest defence is in a corner.",
        ),
        (analysis_of({}, UNKNOWN, UNKNOWN), "Not known: nothing is proven about this position."),
    ],
)
def test_the_first_step_of_a_hint_says_where(analysis: Analysis, said: str) -> None:
    assert hint_words(analysis, 1, NAMES) == said


def test_a_hint_names_no_quickest_win_if_it_leads_to_another() -> None:
    analysis = analysis_of(EVERY | {0: 1, 3: 1}, distance=1)
    explained = replace(analysis, reason=SpareMove(analysis.moves[5].move, 1))
    assert hint_words(explained, 1, NAMES) == "Every move wins."


def only(analysis: Analysis, *cells: int) -> Analysis:
    """Return the analysis as if only these cells were legal."""
    return replace(analysis, moves=tuple(v for v in analysis.moves if v.move.cell in cells))


@pytest.mark.parametrize(
    ("analysis", "said"),
    [
        (only(analysis_of({0: 3, 11: 3, 2: 3}), 0, 2, 11, 1), "3 of 4 moves win."),
        (only(analysis_of({0: 3, 1: 3}), 0, 1, 2), "2 of 3 moves win, both in the left half."),
        (only(analysis_of({1: 3}), 1, 2), "One of 2 moves wins: it is in the left half."),
        (only(analysis_of({0: 3}), 0, 3), "One of 2 moves wins: it is in the left column."),
        (only(analysis_of({1: 3}), 1, 0), "One of 2 moves wins."),
        (
            only(analysis_of({1: 3, 2: 3}), 0, 1, 2, 3),
            "2 of 4 moves win.",
        ),
        (only(analysis_of({1: 3}, others=UNKNOWN), 1, 0), "There is a winning move."),
        (
            only(analysis_of(EVERY | {0: 1, 3: 1}, distance=1), 0, 3, 8),
            "Every move wins; the quickest win is in the top row.",
        ),
        (only(analysis_of(EVERY | {1: 1}, distance=1), 1, 0), "Every move wins."),
    ],
)
def test_a_hint_names_no_place_that_holds_every_legal_move(analysis: Analysis, said: str) -> None:
    """Five of six moves were said to win on the edge, and the sixth was on the edge too."""
    assert hint_words(analysis, 1, NAMES) == said


@pytest.mark.parametrize("rows", [3, 4])
def test_halves_leave_out_the_middle_row(rows: int) -> None:
    state = SHOWDOWN.resized(rows, 3).start()

    def said(*cells: int) -> str:
        values = tuple(
            MoveValue(move, WIN if move.cell in cells else LOSS, 3) for move in state.legal_moves
        )
        return hint_words(Analysis(state, WIN, 3, values, None, ()), 1, NAMES)

    middle = said(4)
    assert middle == (
        "One of 9 moves wins: it is in the very centre."
        if rows == 3
        else "One of 12 moves wins: it is away from the edge."
    )
    across = SHOWDOWN.resized(3, rows).start()
    for cells, half in (((rows, rows + 1), "left"), ((2 * rows - 1, 2 * rows - 2), "right")):
        values = tuple(
            MoveValue(move, WIN if move.cell in cells else LOSS, 3) for move in across.legal_moves
        )
        words = hint_words(Analysis(across, WIN, 3, values, None, ()), 1, NAMES)
        assert (f"{half} half" in words) is (rows == 4)
    second_row = said(1, 4)
    assert ("top half" in second_row) is (rows == 4)
    assert ("bottom half" in said(rows * 3 - 2, rows * 3 - 5)) is (rows == 4)


def test_the_second_step_says_what_and_in_how_many_moves() -> None:
    assert hint_words(analysis_of({0: 3}), 2, NAMES) == "1 1 wins in 3."
    assert hint_words(analysis_of({0: None}), 2, NAMES) == "1 1 wins."
    lost = analysis_of(EVERY | {1: 5}, LOSS, distance=5)
    assert hint_words(lost, 2, NAMES) == "1 2 holds out longest: it loses in 5."
    unknown = analysis_of(dict.fromkeys(range(12)), LOSS)
    assert hint_words(unknown, 2, NAMES) == "1 1 is as good as any."
    alone = play_moves(SHOWDOWN.resized(1, 4).start(), "1 1")
    values = (MoveValue(Move(2), WIN, 1),)
    only = Analysis(alone, WIN, 1, values, None, (Move(2),))
    assert hint_words(only, 1, NAMES) == hint_words(only, 2, NAMES) == "1 3 is the only move."


def test_the_last_step_tells_the_line_or_names_the_regions() -> None:
    state = SHOWDOWN.resized(1, 5).start()
    values = tuple(
        MoveValue(move, WIN if move.cell == 2 else LOSS, 3) for move in state.legal_moves
    )
    line = read_moves(state.variant, "1 3; 1 1; 1 5")
    assert hint_words(Analysis(state, WIN, 3, values, None, line), 3, NAMES) == (
        "Why: 1 3; 1 1; 1 5, and Ada wins."
    )
    assert hint_words(Analysis(state, WIN, 3, values, None, line[:2]), 3, (YOU, "Hal")) == (
        "Why: 1 3; 1 1."
    )
    split = Split(line[0], ((0,), (4,)))
    told = hint_words(Analysis(state, WIN, 3, values, None, line, reason=split), 3, NAMES)
    assert told.startswith("Split: ")
    assert told.endswith(" Region A: 1 1. Region B: 1 5.")


def test_a_line_is_told_move_by_move() -> None:
    state = SHOWDOWN.resized(1, 5).start()
    line = read_moves(state.variant, "1 3; 1 1; 1 5")
    assert [line_step_words(state, line, shown, ("Ada", YOU)) for shown in (1, 2, 3)] == [
        "Ada plays 1 3, move 1 of 3.",
        "You play 1 1, move 2 of 3.",
        "Ada plays 1 5, move 3 of 3. Ada wins.",
    ]


@pytest.mark.parametrize(
    ("analysis", "cell", "throws", "may_throw"),
    [
        (analysis_of({0: 3}), 1, True, False),
        (analysis_of({0: 3}), 0, False, False),
        (analysis_of({0: 3}, others=UNKNOWN, is_final=False), 1, False, True),
        (analysis_of({0: 3}, others=UNKNOWN), 1, False, False),
        (analysis_of({0: 3}, others=UNKNOWN, is_final=False), 0, False, False),
        (analysis_of(EVERY, LOSS), 1, False, False),
    ],
)
def test_only_a_proven_win_can_be_thrown_away(
    analysis: Analysis, cell: int, throws: bool, may_throw: bool
) -> None:
    assert throws_win_away(analysis, Move(cell)) is throws
    assert may_throw_win_away(analysis, Move(cell)) is may_throw
    assert not throws_win_away(None, Move(cell))


# The way back, and the turning point.


def lost_by_a_mistake() -> tuple[Timeline, Review]:
    """Return a game that Player 1 could have won by another first move, and its review."""
    timeline = timeline_of("showdown", "1x5", "1 2; 1 4")
    return timeline, reviewed(timeline)


def test_the_way_back_is_the_last_mistake_of_the_player_to_move() -> None:
    timeline, found = lost_by_a_mistake()
    assert found.winners == (Player.ONE, Player.TWO, Player.TWO)
    assert way_back(timeline, found) == WayBack(0, Move(1))
    assert way_back(timeline, found, since=1) == WayBack()
    assert way_back(timeline.jump(1), found) == WayBack()
    assert way_back(timeline, review(timeline, [])) is None


def test_whether_a_player_could_have_won_is_told() -> None:
    timeline, _ = lost_by_a_mistake()
    state = timeline.state
    told: Callable[..., str] = way_back_words
    assert told(None, state, NAMES) == "It is not known whether Ada could have won."
    assert told(None, state, (YOU, "Ben")) == "It is not known whether you could have won."
    assert told(WayBack(0, Move(1)), state, NAMES) == ("Ada threw the win away with 1 2, move 1.")
    assert told(WayBack(), state, NAMES) == (
        "Ada could not have won: Ben wins from the start with best play."
    )
    assert told(WayBack(), state, NAMES, declined=True) == (
        "Ada could have won by taking over the first move."
    )


def test_a_turning_point_says_who_gave_the_win_away_and_what_would_have_kept_it() -> None:
    timeline, _ = lost_by_a_mistake()
    point = TurningPoint(1, Player.ONE, Move(1), timeline.jump(0), (Move(2),))
    assert about_turning_point(point, NAMES) == TurningWords(
        "Ada gave the win away with 1 2.",
        "1 3 would have kept it.",
        "Ada gave the win away with 1 2, move 1: 1 3 would have kept it.",
    )
    assert about_turning_point(point, (YOU, "Ben")) == TurningWords(
        "1 2 gave the win away.",
        "1 3 would have kept it.",
        "Move 1, 1 2, gave the win away: 1 3 would have kept it.",
    )
    unknown = TurningPoint(1, Player.ONE, Move(1), timeline.jump(0), ())
    assert about_turning_point(unknown, NAMES) == TurningWords(
        "Ada gave the win away with 1 2.",
        brief="Ada gave the win away with 1 2, move 1.",
    )
    reason = Split(Move(2), ((0,), (4,)))
    explained = TurningPoint(1, Player.ONE, Move(1), timeline.jump(0), (Move(2),), reason)
    assert about_turning_point(explained, NAMES).better == "1 3 would have kept it (idea: split)."
    several = replace(explained, better=(Move(2), Move(0), Move(4)))
    assert about_turning_point(several, NAMES).better == (
        "1 3 (idea: split) or any of two other moves would have kept it."
    )
    two = replace(explained, better=(Move(2), Move(0)))
    assert about_turning_point(two, NAMES).better == (
        "1 3 (idea: split) or 1 1 would have kept it."
    )


def test_without_a_turning_point_the_winner_held_the_win_or_the_other_seat_is_offered() -> None:
    people = Setup(SHOWDOWN, NAMES)
    computer = Setup(SHOWDOWN, ("Player 1", "Player 2"), kinds=(HUMAN, "casual"))
    won, lost = NeverTurned(Player.ONE), NeverTurned(Player.TWO)

    def told(
        found: NeverTurned, setup: Setup, since: int = 0, declined: bool = False
    ) -> TurningWords:
        names = shown_names(setup)
        return about_no_turning_point(found, setup, names, since, "s", declined=declined)

    assert told(won, people) == TurningWords(
        "Ada held the win from start to end.", "", "Ada held the win from start to end."
    )
    assert told(lost, people, 2).happened == "Ben held the win from move 3 to the end."
    assert told(won, computer).happened == "You held the win from start to end."
    assert told(lost, computer) == TurningWords(
        "From this side nothing could be won: O wins with best play.",
        "s swaps sides.",
        "From this side nothing could be won. s swaps sides.",
    )
    assert told(lost, computer, 2).happened == (
        "From move 3 on nothing could be won: O wins with best play."
    )
    assert told(won, people, declined=True).happened == (
        "Ben could have won by taking over the first move."
    )
    assert told(lost, people, declined=True).happened == "Ben held the win from start to end."
