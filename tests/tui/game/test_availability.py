"""Which keys of the game screen are greyed out or hidden, and the sentence that says why."""

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.commands import GAME
from gridlock_tui.tui.game.availability import denied_actions


def match(
    slug: str, moves: str = "", kinds: tuple[str, str] = ("human", "human"), swap: bool = False
) -> Match:
    begun = Match.begin(Setup(VARIANTS[slug], ("Ada", "Ben"), kinds=kinds), swap_rule=swap)
    for text in filter(None, moves.split("; ")):
        begun = begun.play(begun.game.state.move(text))
    return begun


def reasons(of: Match, *, paused: bool = False, wide: bool = False) -> dict[str, str]:
    denied = denied_actions(of, paused=paused, wide=wide, hints=True, key_of=str)
    return {action: denial.reason for action, denial in denied.items()}


def hidden(of: Match) -> set[str]:
    denied = denied_actions(of, paused=False, wide=False, hints=True, key_of=str)
    return {action for action, denial in denied.items() if denial.hides}


FINISHED = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1"
WATCHED = ("novice", "expert")
AGAINST = ("human", "expert")


@pytest.mark.parametrize(
    ("of", "action", "reason"),
    [
        (match("showdown"), "next_token", "There are no tokens in this game."),
        (match("spacing"), "nimbers", "There are no nimbers in this game."),
        (match("showdown"), "pause", "Only a game between two computers can be paused."),
        (match("showdown"), "faster", "No computer plays in this game."),
        (match("showdown", FINISHED), "place", "The game is over."),
        (match("showdown", FINISHED), "hint", "The game is over."),
        (match("showdown", "2 2", AGAINST), "hint", "Ben to move."),
        (match("showdown", "", WATCHED), "hint", "Pause the game first: pause."),
        (match("showdown", "", WATCHED), "place", "Two computers play this game; you watch."),
        (match("showdown"), "take_over", "There is no first move to take over now."),
        (match("showdown"), "export", "No move has been made yet."),
        (match("showdown"), "undo", "There is no move to take back."),
        (match("showdown", "2 2"), "redo", "There is no move to play again."),
        (match("showdown"), "jump", "This is the empty board already."),
        (match("showdown"), "present", "This is the latest move already."),
    ],
)
def test_the_reason(of: Match, action: str, reason: str) -> None:
    assert reasons(of)[action] == reason


def test_what_can_be_done_is_not_named() -> None:
    begun = reasons(match("showdown", "2 2", swap=True))
    assert not {"place", "type_move", "undo", "hint", "overlay", "take_over"} & set(begun)
    assert "hint" not in reasons(match("showdown", "", WATCHED), paused=True)
    assert "toggle_moves" in reasons(match("showdown"), wide=True)
    assert "toggle_moves" not in reasons(match("showdown"))


ENDS = {
    "classic": "6; 15; 4; 13",
    "spacing": "1 1; 1 2; 1 3; 1 4; 3 1; 3 2; 3 3; 3 4",
    "showdown": FINISHED,
}


def test_only_what_the_match_does_not_offer_is_hidden() -> None:
    everything = {
        "next_token",
        "nimbers",
        "pause",
        "faster",
        "slower",
        "take_over",
        "try_again",
        "next_rung",
    }
    assert hidden(match("showdown")) == everything - {"nimbers"}
    assert hidden(match("sequence")) == everything - {"next_token"}
    assert hidden(match("showdown", "2 2", swap=True)) == everything - {"nimbers", "take_over"}
    against = match("showdown", "2 2", AGAINST)
    assert hidden(against) == everything - {"nimbers", "faster", "slower"}
    watched = match("showdown", "", WATCHED)
    others = {"place", "type_move"}
    assert hidden(watched) == {"next_token", "take_over", "try_again", "next_rung"} | others


@pytest.mark.parametrize("slug", ENDS)
def test_nothing_is_placed_when_the_game_is_over(slug: str) -> None:
    over = match(slug, ENDS[slug])
    assert over.game.state.is_over
    assert {"place", "type_move"} <= hidden(over)
    for action in ("place", "hint", "overlay"):
        assert reasons(over)[action] == "The game is over."


def test_the_pace_is_not_offered_when_the_game_is_over() -> None:
    for kinds in (AGAINST, WATCHED):
        assert not {"faster", "slower"} & set(reasons(match("showdown", "2 2", kinds)))
        assert {"faster", "slower"} <= hidden(match("showdown", FINISHED, kinds))


def test_every_action_that_is_denied_belongs_to_a_command() -> None:
    actions = {command.action.partition("(")[0] for command in GAME}
    for of in (match("showdown"), match("spacing", "", WATCHED), match("showdown", FINISHED)):
        assert set(reasons(of, wide=True)) <= actions
