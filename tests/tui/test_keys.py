"""Keys of one's own: every key has one meaning, and what is wrong with a key map is said."""

from dataclasses import replace

import pytest

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, GridlockError, register, unregister
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.commands import BY_ID, digit_keys, shown_key
from gridlock_tui.tui.keymap import TOGETHER, key_name, resolve_keys
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.key_table import KeyTable
from tests.tui.support import game, game_screen, key_bar, running, seen, settled, status, toasts


@pytest.mark.parametrize("place", TOGETHER)
def test_no_usual_key_has_two_meanings(place: str) -> None:
    keys = [key for command in TOGETHER[place] for key in command.keys.split(",")]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize(
    ("written", "key", "shown"),
    [
        ("u", "u", "u"),
        ("U", "U", "U"),
        ("?", "question_mark", "?"),
        ("comma", "comma", ","),
        ("+", "plus", "+"),
        ("minus", "minus", "-"),
        ("ä", "ä", "ä"),
        ("Esc", "escape", "Esc"),
        ("PgUp", "pageup", "PgUp"),
        ("Return", "enter", "Enter"),
        ("F12", "f12", "F12"),
        ("Space", "space", "Space"),
        ("ctrl+Z", "ctrl+z", "Ctrl+Z"),
        ("Shift+a", "A", "A"),
        ("shift+Tab", "shift+tab", "Shift+Tab"),
        ("shift+ctrl+up", "ctrl+shift+up", "Ctrl+Shift+Up"),
        ("ctrl+i", "tab", "Tab"),
        ("ctrl+m", "enter", "Enter"),
        ("ctrl+space", "ctrl+@", "Ctrl+@"),
        ("ctrl+[", "escape", "Esc"),
    ],
)
def test_keys_are_understood_and_shown(written: str, key: str, shown: str) -> None:
    assert key_name(written) == key
    assert shown_key(key) == shown
    assert key_name(key) == key


@pytest.mark.parametrize(
    "written", ["", " ", "foo", "ctrl+", "hyper+a", "\x00", "ab", "f99", "\ud800", "a\ud800"]
)
def test_an_unknown_key_is_named(written: str) -> None:
    with pytest.raises(GridlockError, match=r"there is no key .*: write a character"):
        key_name(written)


def test_two_commands_can_exchange_their_keys() -> None:
    resolved = resolve_keys({"undo": "r", "redo": "u"})
    assert resolved.notices == ()
    assert resolved.keymap == {"undo": "r", "redo": "u"}


@pytest.mark.parametrize(
    ("wanted", "words", "kept"),
    [
        ({"undo": "r"}, ["r cannot be both undo and redo in a game", "undo keeps"], {}),
        ({"undo": "f2", "redo": "F2"}, ["F2 cannot be both", "undo and redo keep"], {}),
        ({"undo": "?"}, ["? cannot be both undo and help in a game"], {}),
        ({"help": "S"}, ["S cannot be both history-statistics and help in the list"], {}),
        ({"undo": "7"}, ["undo cannot be a digit", "tokens"], {}),
        ({"undo": ""}, ["undo needs a key", 'such as "u"'], {}),
        ({"undo": "foo"}, ["no key 'foo'"], {}),
        ({"undo": ","}, ["undo needs a key", "written comma"], {}),
        ({"close": "pagedown"}, ["close cannot be PgDn", "on a page"], {}),
        ({"settings-back": "right"}, ["settings-back cannot be Right", "in the settings"], {}),
        ({"board": "down"}, ["board cannot be Down", "in the menu"], {}),
        ({"board": "j"}, ["board cannot be j", "in the menu"], {}),
        ({"history-export": "k"}, ["history-export cannot be k", "list of finished games"], {}),
        ({"jump": "j"}, ["no command 'jump'", "--print-config"], {}),
        ({"field-play": "f2"}, ["no command 'field-play'"], {}),
        ({"undo": "r", "hint": "f2"}, ["r cannot be both"], {"hint": "f2"}),
    ],
)
def test_clashes_and_mistakes_are_named_and_the_rest_holds(
    wanted: dict[str, str], words: list[str], kept: dict[str, str]
) -> None:
    resolved = resolve_keys(wanted)
    (notice,) = resolved.notices
    assert all(word in notice for word in words), notice
    assert resolved.keymap == kept


def test_the_same_key_may_mean_something_else_elsewhere() -> None:
    assert resolve_keys({"review-slip": "u"}).notices == ()


def test_digits_are_explained_for_registered_variants_too() -> None:
    assert "0 to 9 (Sequence)" in dict(digit_keys())
    tiny = replace(VARIANTS["sequence"], slug="tiny", aliases=(), document="")
    register(tiny)
    try:
        assert "0 to 9 (Sequence, Tiny)" in dict(digit_keys())
    finally:
        unregister("tiny")


async def test_other_keys_work_and_are_shown() -> None:
    keys = {"undo": "f2", "place": "o", "new": "f5", "palette": "f9"}
    options = Startup(match=Match.of(game("showdown", "2 2")), settings=Settings(keys=keys))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        assert "F2 undo" in key_bar(pilot)
        assert "o place" in key_bar(pilot)
        await pilot.press("u", "space")
        assert game_screen(pilot).timeline.at == 1
        await pilot.press("f2")
        assert game_screen(pilot).timeline.at == 0
        await pilot.press("o")
        assert game_screen(pilot).timeline.at == 1
        await pilot.press("question_mark")
        await settled(pilot)
        rows = [row for table in pilot.app.screen.query(KeyTable) for row in table.rows]
        assert ("F2", BY_ID["undo"].help) in rows
        assert ("u", BY_ID["undo"].help) not in rows


async def test_words_on_the_screen_know_the_keys() -> None:
    over = game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    options = Startup(match=Match.of(over), settings=Settings(keys={"new": "f5"}))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        await pilot.press("space")
        assert "F5 rematch" in status(pilot)[1]


async def test_a_clash_is_said_when_the_app_starts() -> None:
    options = Startup(
        settings=Settings(keys={"undo": "r"}), notices=("in config.toml: no setting 'x'",)
    )
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        said = " ".join(toasts(pilot))
        assert (
            "The key r cannot be both undo and redo in a game, so undo keeps its default keys."
            in said
        )
        assert "In config.toml: no setting 'x'." in said


async def test_many_mistakes_leave_room_for_the_menu() -> None:
    mistakes = tuple(f"in config.toml: no setting 'x{number}'" for number in range(7))
    options = Startup(settings=Settings(keys={"undo": "r"}), notices=mistakes)
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        first, second, others = toasts(pilot)
        assert ("'x0'" in first, "'x1'" in second) == (True, True)
        expected = "6 more mistakes in the settings: gridlock --print-config names them all."
        assert others == expected


async def test_enter_in_a_name_is_done_with_it_when_play_has_another_key() -> None:
    async with GridlockApp(Startup(settings=Settings(keys={"play": "f2"}))).run_test() as pilot:
        await settled(pilot)
        await pilot.press("m")
        await settled(pilot)
        pilot.app.screen.query_one("#name-one").focus()
        await pilot.press("A", "d", "a", "enter")
        await settled(pilot)
        await pilot.press("f2")
        await settled(pilot)
        assert game_screen(pilot).match.game.names[0] == "Ada"


OTHER_KEYS = {"play": "f5", "more": "f6", "present": "f7", "new": "f8", "swap": "f9", "help": "f12"}


@pytest.mark.parametrize(
    ("begun", "press"),
    [(None, ""), (game("showdown", "2 2; 1 3"), "home"), (game("classic", "6; 15; 4; 13"), "")],
    ids=["menu", "looking back", "over"],
)
async def test_an_open_screen_shows_new_keys_at_once(begun: Game | None, press: str) -> None:
    usual = Settings(animation="reduced")
    other = replace(usual, keys=OTHER_KEYS)
    async with running(begun, size=(120, 40), settings=other) as pilot:
        await pilot.press(*press.split())
        await settled(pilot)
        expected = seen(pilot)
    async with running(begun, size=(120, 40), settings=usual) as pilot:
        await pilot.press(*press.split())
        await settled(pilot)
        assert seen(pilot) != expected
        preferences_of(pilot.app).override(keys=OTHER_KEYS)
        await settled(pilot)
        assert seen(pilot) == expected
