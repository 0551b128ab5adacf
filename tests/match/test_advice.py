"""Reasons and hints in words."""

from dataclasses import replace

import pytest

from gridlock_tui.engine import analyse
from gridlock_tui.engine.analysis import solver_for
from gridlock_tui.engine.reason_search import explain
from gridlock_tui.engine.reasons import SpareMove
from gridlock_tui.match.advice import can_hint, explanation, hint_words, hinted
from gridlock_tui.match.naming import YOU
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, read_moves

AGAINST_CASUAL = {1: (YOU, "Casual"), 2: ("Casual", YOU)}


def words(slug: str, size: str, moves: str, move: str, *, addressed: bool = True) -> str:
    """Return why a move wins, told to the player to move or about two people."""
    rows, columns = map(int, size.split("x"))
    variant = VARIANTS[slug].resized(rows, columns)
    timeline = Timeline.replay(variant.start(), read_moves(variant, moves))
    state = timeline.state
    reason = explain(state, state.move(move), solver_for(state))
    assert reason is not None
    names = AGAINST_CASUAL[state.to_move] if addressed else DEFAULT_NAMES
    title, text = explanation(reason, state, names, timeline.last_move)
    return f"{title}: {text}"


@pytest.mark.parametrize(
    ("slug", "size", "moves", "move", "said"),
    [
        (
            "spacing", "4x4", "2 2", "3 3",
            "Mirror: Answer across the centre: 3 3 is the reflection of 2 2. Whatever Casual plays "
            "next, its reflection is free for you, so you always have the last move.",
        ),
        (
            "classic", "5x5", "", "13",
            "Mirror: After cell 13 the board is its own reflection, across the centre. Whatever "
            "Casual plays next, its reflection is free for you, so you always have the last move.",
        ),
        (
            "classic", "5x6", "16; 13; 28; 5", "25",
            "Split: Cell 25 leaves two equal regions. Whatever Casual plays in one, you answer in "
            "the other and have the last move.",
        ),
        (
            "showdown", "4x4", "3 3", "1 1",
            "Split: 1 1 leaves four regions that balance: A and C are equal and B and D are equal. "
            "Answer every move in its twin.",
        ),
        (
            "showdown", "5x5", "4 4; 5 2", "2 2",
            "Split: 2 2 leaves five regions that balance each other. Whatever Casual plays, you "
            "can restore that balance, down to the last move. In nimbers: A *1, B *0, C *1, D *1 "
            "and E *1.",
        ),
        (
            "spacing", "3x4", "2 3", "1 4",
            "Spare move: After 1 4, you can place at least 3 more times, Casual at most 2.",
        ),
        (
            "spacing", "3x4", "2 3", "2 1",
            "Spare move: After 2 1, you can place at least 2 more times, Casual at most 2, and "
            "Casual has to move first.",
        ),
        (
            "spacing", "3x4", "3 1; 2 2", "1 2",
            "Spare move: After 1 2, you are a quarter of a move ahead: Casual runs out of moves "
            "first.",
        ),
        (
            "passing", "3x5", "3 5; 3 2; 2 3", "1 3",
            "Spare move: After 1 3 both have equally many moves left, and Casual has to move "
            "first.",
        ),
        (
            "classic", "4x4", "1", "4",
            "Last move: Whatever happens, exactly 2 moves are left after cell 4. You make the "
            "last one.",
        ),
        (
            "spacing", "4x4", "1 1; 2 1; 3 1; 2 3; 4 4; 4 2", "1 3",
            "Last move: 1 3 leaves Casual without a move.",
        ),
        ("sequence", "4x4", "1 A1; 1 D4; 2 A2; 2 D3", "3 A3", "Run: 3 A3 completes a run."),
        (
            "sequence", "4x4", "7 C3; 5 C4; 8 B4; 2 A1; 6 A3; 4 D2", "2 B2",
            "Fork: 2 B2 makes two ways to complete a run: B3 and C1. Casual can block only one of "
            "them.",
        ),
        (
            "sequence", "4x4", "2 A3; 1 C2; 7 B3; 4 C4; 8 C1; 8 B2", "3 C3",
            "Block: Casual threatens to complete a run on C3. Every other cell loses at once.",
        ),
        (
            "sequence", "1x3", "", "1 A1",
            "Last move: No run is possible after 1 A1. The board fills up, and then you win.",
        ),
        (
            "showdown", "4x4", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1", "3 1",
            "Only move: 3 1 is the only move.",
        ),
    ],
)  # fmt: skip
def test_a_reason_is_told_to_you(slug: str, size: str, moves: str, move: str, said: str) -> None:
    assert words(slug, size, moves, move) == said


def test_two_people_are_called_by_their_names() -> None:
    assert words("spacing", "4x4", "2 2", "3 3", addressed=False) == (
        "Mirror: Answer across the centre: 3 3 is the reflection of 2 2. Whatever Player 1 plays "
        "next, its reflection is free for Player 2, so Player 2 always has the last move."
    )
    assert words("classic", "4x4", "1", "4", addressed=False).endswith(
        "Player 2 makes the last one."
    )


@pytest.mark.parametrize(
    ("ahead", "said"),
    [(1.0, "1 move"), (2.0, "2 moves"), (0.5, "half a move"), (1.5, "1½ moves"),
     (0.75, "¾ of a move"), (2.75, "2¾ moves"), (0.125, "0.125 moves")],
)  # fmt: skip
def test_a_lead_is_counted_in_moves(ahead: float, said: str) -> None:
    state = VARIANTS["spacing"].start()
    reason = SpareMove(state.move("2 2"), ahead)
    assert f"Player 1 is {said} ahead" in explanation(reason, state, DEFAULT_NAMES).text


def test_a_hint_leads_to_the_move_that_it_explains() -> None:
    state = VARIANTS["spacing"].start().play(VARIANTS["spacing"].move("2 2"))
    analysis = analyse(state)
    assert analysis.reason is not None
    assert hinted(analysis) == analysis.reason.move
    which, why = (hint_words(analysis, step, DEFAULT_NAMES) for step in (2, 3))
    assert which.startswith(f"{analysis.reason.move} wins in ")
    assert why.startswith("Mirror: ")


def test_without_an_idea_the_line_is_told() -> None:
    state = VARIANTS["sequence"].start()
    analysis = analyse(state)
    told = hint_words(analysis, 3, DEFAULT_NAMES)
    assert analysis.reason is None
    assert told == f"Why: {'; '.join(map(str, analysis.line))}, and Player 1 wins."


def test_a_hint_waits_for_its_reason_but_not_for_lengths() -> None:
    final = analyse(VARIANTS["spacing"].start().play(VARIANTS["spacing"].move("2 2")))
    early = replace(final, is_final=False, is_explained=False)
    assert can_hint(early, 1)
    assert not can_hint(early, 2)
    assert can_hint(replace(early, is_explained=True), 2)
