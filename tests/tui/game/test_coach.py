"""The coach: hints step by step, the analysis on the board, and what the guard holds."""

from gridlock_tui.engine import Analysis, Verdict, analyse, unknown_analysis
from gridlock_tui.rules import DEFAULT_NAMES, VARIANTS, GameState, Move
from gridlock_tui.tui.game.coach import Coach, Overlay

WON = VARIANTS["classic"].resized(5, 5).start()
"""Only the middle, 13, wins."""


def with_analysis(state: GameState = WON) -> Coach:
    coach = Coach()
    coach.analysis = analyse(state)
    return coach


def moves(analysis: Analysis | None, verdict: Verdict) -> list[Move]:
    assert analysis is not None
    return [value.move for value in analysis.moves if value.verdict is verdict]


def test_it_needs_no_analysis_unless_something_is_asked() -> None:
    coach = Coach()
    assert not coach.is_needed(guard=False)
    assert coach.is_needed(guard=True)
    coach.toggle_overlay()
    assert coach.is_needed(guard=False)
    coach.toggle_overlay()
    coach.ask_hint()
    assert coach.is_needed(guard=False)
    coach.reset()
    assert not coach.is_needed(guard=False)


def test_the_overlay_stays_when_the_position_changes() -> None:
    coach = Coach()
    shown = []
    for _ in range(2):
        coach.toggle_nimbers()
        coach.reset()
        shown.append(coach.overlay)
    assert shown == [Overlay.NIMBERS, Overlay.VERDICTS]


def test_it_shows_a_sign_for_every_legal_cell() -> None:
    coach = Coach()
    coach.toggle_overlay()
    assert coach.display(DEFAULT_NAMES, None) == ((), "thinking…")
    coach = with_analysis()
    signs, words = coach.display(DEFAULT_NAMES, None)
    assert len([sign for sign in signs if sign]) == len(WON.legal_moves)
    assert words.startswith("Player 1 wins")


def test_a_hint_says_where_then_which_then_why() -> None:
    coach = with_analysis()
    assert coach.due_hint(DEFAULT_NAMES) is None
    given = []
    for _ in range(3):
        coach.ask_hint()
        hint = coach.due_hint(DEFAULT_NAMES)
        assert hint is not None
        given.append(hint)
        assert coach.due_hint(DEFAULT_NAMES) is None, "it is given once"
    where, which, why = given
    assert where.move is None
    assert which.move == why.move == Move(12)
    assert "13 wins in 7" in which.text
    assert (where.title, which.title, why.title) == ("", "", "Mirror")
    assert [hint.heading for hint in given] == [f"Hint {step} of 3" for step in (1, 2, 3)]
    assert where.sketch is which.sketch is None
    assert why.sketch is not None
    assert why.sketch.move == Move(12)


def test_a_hint_waits_for_the_analysis() -> None:
    coach = Coach()
    coach.ask_hint()
    hint = coach.due_hint(DEFAULT_NAMES)
    assert hint is not None
    assert hint.text == "Thinking…"
    coach.analysis = analyse(WON)
    hint = coach.due_hint(DEFAULT_NAMES)
    assert hint is not None
    assert hint.text != "Thinking…"


def test_the_guard_objects_once_to_a_move_that_loses_a_won_game() -> None:
    coach = with_analysis()
    (blunder, *_), (winning, *_) = (
        moves(coach.analysis, Verdict.LOSS),
        moves(coach.analysis, Verdict.WIN),
    )
    assert coach.objection(winning) is None
    objection = coach.objection(blunder)
    assert objection is not None
    assert objection.startswith("this throws a won game away")
    assert coach.objection(blunder) is None, "it was asked for once more"


def test_the_guard_does_not_object_where_nothing_can_be_lost() -> None:
    lost = analyse(VARIANTS["showdown"].start())
    coach = Coach()
    coach.analysis = lost
    assert lost.verdict is Verdict.LOSS
    assert coach.objection(lost.moves[0].move) is None


def test_a_move_is_held_until_the_analysis_decides() -> None:
    coach = Coach()
    assert coach.objection(Move(0)) is not None
    assert coach.held == Move(0)
    assert not coach.can_release
    coach.analysis = unknown_analysis(WON)
    assert not coach.can_release or coach.analysis.is_final
    coach.analysis = analyse(WON)
    assert coach.can_release
    assert coach.release(guard=True) == (Move(0), "")  # playing it asks for the objection
    assert coach.held is None
    assert coach.release(guard=True) == (None, "")


def test_without_an_analysis_a_held_move_is_made_when_its_time_is_up() -> None:
    coach = Coach()
    coach.objection(Move(0))
    assert coach.release(guard=True) == (Move(0), "")
    assert coach.objection(Move(0)) is None, "it is not held again"


def test_a_move_that_is_held_is_made_when_the_guard_is_turned_off() -> None:
    coach = Coach()
    coach.objection(Move(0))
    assert coach.release(guard=False) == (Move(0), "")


def test_a_held_move_is_dropped_when_another_one_gets_an_answer() -> None:
    coach = Coach()
    coach.objection(Move(0))
    coach.analysis = analyse(WON)
    assert coach.objection(Move(1)) is not None, "a blunder"
    assert coach.held is None
