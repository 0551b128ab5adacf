"""The state of the game screen: every change gives a new state, with the right words."""

from dataclasses import replace

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move, Player
from gridlock_tui.tui.game.view import GameView


def key_of(command: str) -> str:
    return f"<{command}>"


def view(slug: str, moves: str = "", *, kinds: tuple[str, str] = ("human", "human")) -> GameView:
    variant = VARIANTS[slug]
    match = Match.begin(Setup(variant, ("Ada", "Ben"), kinds=kinds), swap_rule=True)
    for text in filter(None, moves.split("; ")):
        match = match.play(match.game.state.move(text))
    return GameView.of(match)


def said(shown: GameView) -> str:
    return shown.message(key_of).text


def test_it_begins_in_the_middle_with_the_first_token() -> None:
    assert view("showdown").cursor == 5
    assert view("showdown").token is None
    assert view("sequence").token == 1


def test_the_cursor_stays_on_the_board() -> None:
    corner = view("showdown").move_cursor(-1, 0).move_cursor(-1, 0).move_cursor(0, -1)
    assert corner.cursor == 0
    assert corner.move_cursor(0, -1).cursor == 0
    assert corner.move_cursor(1, 0).cursor == 4


def test_it_describes_the_cell_until_something_is_said() -> None:
    begun = view("showdown")
    assert said(begun) == "2 2 blocks 1 2, 2 1, 2 3 and 3 2 for both."
    spoken = begun.say("Hello.")
    assert said(spoken) == "Hello."
    assert said(spoken.point_at(5)) == "Hello."
    assert said(spoken.point_at(0)) == "1 1 blocks 1 2 and 2 1 for both."


def test_a_warning_is_shown_whole() -> None:
    message = view("showdown").say("No.", alarmed=True).said
    assert message is not None
    assert message.alarmed
    assert message.whole


def test_a_move_says_what_it_did_and_offers_the_swap() -> None:
    begun = view("showdown")
    after = begun.play(Move(5), 80, key_of)
    assert said(after) == "Ada took 2 2: 4 cells blocked for both. Ben may take over: <take-over>."
    assert after.match.game.timeline.moves == (Move(5),)
    assert begun.match.game.timeline.moves == ()


def test_the_last_move_leaves_the_words_to_the_result() -> None:
    nearly = view("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1")
    over = nearly.play(nearly.match.game.state.move("3 1"), 80, key_of)
    assert over.match.game.state.is_over
    assert said(over) == ""


def test_undo_gives_the_token_back_and_redo_plays_it_again() -> None:
    placed = view("sequence").take(5).play(Move(0, 5), 80, key_of)
    assert placed.token == 1
    undone = placed.undo()
    assert (undone.match.game.timeline.at, undone.token) == (0, 5)
    assert undone.redo().match.game.timeline.at == 1
    assert undone.undo() == undone


def test_a_move_in_the_past_says_how_many_it_replaces() -> None:
    back = view("showdown", "2 2; 1 3").jump(0)
    assert said(back) == "2 2 blocks 1 2, 2 1, 2 3 and 3 2 for both. It replaces 2 later moves."
    assert back.present().match.game.timeline.is_present


def test_nobody_places_for_a_computer() -> None:
    against = view("showdown", "2 2", kinds=("human", "expert"))
    assert against.refusal(Move(0), key_of) == "Ben to move"
    answered = against.play(against.match.game.state.move("1 3"), 80, key_of)
    back = answered.jump(1)
    assert back.refusal(Move(0), key_of) == "Ben to move; <present> returns to the latest move"
    assert answered.undo().match.game.timeline.at == 0, "the computer's move goes with yours"


def test_looking_back_pauses_two_computers_and_only_them() -> None:
    assert view("showdown", "2 2", kinds=("novice", "expert")).jump(0).paused
    assert not view("showdown", "2 2", kinds=("human", "expert")).jump(0).paused


def test_a_pause_is_said_and_ended() -> None:
    paused = view("showdown", kinds=("novice", "expert")).toggle_pause()
    assert said(paused) == "Paused: <pause> continues."
    assert said(paused.toggle_pause()) == "The game continues."


def test_taking_over_exchanges_the_names() -> None:
    taken = view("showdown", "2 2").take_over()
    assert taken.match.game.names == ("Ben", "Ada")
    assert said(taken) == "Ben has taken over the first move and is X now."


def test_digits_make_the_number_of_a_cell() -> None:
    one = view("classic").type_digit("1", key_of)
    assert one.cursor == 0
    assert one.type_digit("6", key_of).cursor == 15
    assert one.type_digit("7", key_of).cursor == 6, "there is no 17"
    assert one.type_digit("0", key_of).cursor == 9
    assert (
        said(view("classic").type_digit("0", key_of)) == "There is no cell 0: the first one is 1."
    )
    assert one.move_cursor(0, 1).digits == ""


def test_digits_take_a_token_or_say_why_not() -> None:
    assert view("sequence").type_digit("5", key_of).token == 5
    spent = view("sequence", "5 B2; 5 A1").type_digit("5", key_of)
    assert spent.token == 1
    assert said(spent).startswith("Token 5 ")


def test_a_computers_move_does_not_close_the_typed_entry() -> None:
    typing = replace(view("showdown", "2 2", kinds=("human", "expert")), typing=True)
    assert typing.play(typing.match.game.state.move("1 3"), 80, key_of).typing


def test_the_next_game_of_a_series_names_its_starter() -> None:
    setup = Setup(VARIANTS["classic"].resized(1, 1), ("Ada", "Ben"))
    match = Match.begin(setup, length=3)
    over = GameView.of(match.play(Move(0)))
    second = over.next_game()
    assert said(second) == "Game 2: Ben starts."
    assert second.match.game.state.to_move is Player.TWO


def test_pace_and_guard_belong_to_the_match() -> None:
    begun = view("showdown")
    assert begun.with_pace(0.0).match == replace(begun.match, pace=0.0)
    assert said(begun.with_pace(0.0)) == "Computers move at once."
    assert begun.with_guard(True).match == replace(begun.match, guard=True)
    assert said(begun.with_guard(False)) == "The blunder guard is off."


def test_a_computer_moves_in_the_present_and_unless_it_is_paused() -> None:
    against = view("showdown", "2 2", kinds=("human", "expert"))
    assert against.computer_may_move
    assert not against.jump(0).computer_may_move
    assert not view("showdown", "2 2; 1 3", kinds=("expert", "human")).jump(0).computer_may_move
    watched = view("showdown", "2 2; 1 3", kinds=("novice", "expert"))
    assert watched.computer_may_move
    assert not watched.toggle_pause().computer_may_move
    assert watched.jump(0).toggle_pause().computer_may_move


def test_the_coach_never_speaks_about_the_move_of_your_opponent() -> None:
    assert view("showdown", "2 2").coach_may_speak
    assert not view("showdown", "2 2", kinds=("human", "expert")).coach_may_speak
    assert view("showdown", "2 2", kinds=("novice", "expert")).coach_may_speak
    over = view("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    assert not over.coach_may_speak


def test_a_computers_move_keeps_the_digits_typed_so_far() -> None:
    typed = view("classic", "6", kinds=("human", "expert")).type_digit("1", key_of)
    assert typed.play(Move(14), 80, key_of).digits == "1"
