"""Single settings: what they mean, and how a flag gives them."""

import pytest

from gridlock_tui.match import HUMAN
from gridlock_tui.match.settings import ANIMATIONS, SETTINGS, Settings
from gridlock_tui.rules import GridlockError


@pytest.mark.parametrize(
    ("guard", "kinds", "guards"),
    [
        ("auto", (HUMAN, "novice"), True),
        ("auto", ("casual", HUMAN), True),
        ("auto", (HUMAN, "expert"), False),
        ("auto", (HUMAN, HUMAN), False),
        ("auto", ("novice", "casual"), False),
        (True, (HUMAN, HUMAN), True),
        (False, (HUMAN, "novice"), False),
    ],
)
def test_the_guard_is_on_by_itself_only_against_the_weakest(
    guard: bool | str, kinds: tuple[str, str], guards: bool
) -> None:
    assert Settings(guard=guard).guards(kinds) is guards


def test_only_reduced_animation_keeps_everything_still() -> None:
    assert [Settings(animation=each).reduces_motion for each in ANIMATIONS] == [
        each == "reduced" for each in ANIMATIONS
    ]
    assert Settings(level="expert").kinds == (HUMAN, "expert")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("pace", "0", 0.0),
        ("pace", "60", 60.0),
        ("pace", "0.7", 0.7),
        ("names", "Ada,Ben", ("Ada", "Ben")),
        ("names", " Ada ,", ("Ada", "")),
    ],
)
def test_a_setting_is_read_from_a_flag(name: str, text: str, value: object) -> None:
    assert SETTINGS[name].from_argument(text) == value


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("pace", "61", "'61' is not a pace: write seconds from 0 to 60"),
        ("pace", "-1", "'-1' is not a pace"),
        ("pace", "1e1", "'1e1' is not a pace"),
        ("names", "Ada", "write two names with a comma"),
        ("names", "Ada,Ben,Cid", "write two names with a comma"),
        ("names", "Ada,Ada", "must differ"),
    ],
)
def test_a_flag_that_cannot_be_used_says_why(name: str, text: str, words: str) -> None:
    with pytest.raises(GridlockError, match=words):
        SETTINGS[name].from_argument(text)


def test_what_can_be_set_on_the_screen_and_what_is_set_at_first() -> None:
    on_screen = {name: each for name, each in SETTINGS.items() if each.choices}
    switch = ["off", "on"]
    levels = ["Human", "Novice", "Casual", "Skilled", "Expert", "Perfect"]
    paces = ["move at once", "0.3 s a move", "0.7 s a move", "1.5 s a move", "3 s a move"]
    assert {name: [*map(each.show, each.choices)] for name, each in on_screen.items()} == {
        "ascii": switch,
        "coordinates": switch,
        "animation": ["full", "reduced"],
        "pace": paces,
        "hints": switch,
        "guard": ["auto", "on", "off"],
        "level": levels,
    }
    first = Settings()
    assert {name: each.show(getattr(first, name)) for name, each in on_screen.items()} == {
        "ascii": "off",
        "coordinates": "on",
        "animation": "full",
        "pace": "0.7 s a move",
        "hints": "on",
        "guard": "auto",
        "level": "Human",
    }
    assert (first.theme, first.names, first.keys) == ("", ("", ""), {})


def test_a_text_that_is_too_long_is_cut() -> None:
    assert SETTINGS["theme"].read("x" * 200) == "x" * 200
    assert SETTINGS["theme"].read("x" * 300) == SETTINGS["theme"].read("x" * 201) != "x" * 201


def test_a_guard_is_shown_in_a_word() -> None:
    show = SETTINGS["guard"].show
    assert [show(value) for value in ("auto", True, False)] == ["auto", "on", "off"]
