"""Keys of one's own: every key has one meaning, and what is wrong with a key map is said."""

import pytest

from gridlock_tui.match.config import Config
from gridlock_tui.rules import GridlockError
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.commands import BY_ID, shown_key
from gridlock_tui.tui.keys import TOGETHER, agree_on_keys, key_name
from gridlock_tui.tui.widgets.key_table import KeyTable
from tests.tui.support import game, game_screen, key_bar, settled, status, toasts


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


@pytest.mark.parametrize("written", ["", " ", "foo", "ctrl+", "hyper+a", "\x00", "ab", "f99"])
def test_what_is_no_key_is_said(written: str) -> None:
    with pytest.raises(GridlockError, match=r"there is no key .*: write a character"):
        key_name(written)


def test_two_commands_can_exchange_their_keys() -> None:
    agreed = agree_on_keys({"undo": "r", "redo": "u"})
    assert agreed.notices == ()
    assert agreed.keymap == {"undo": "r", "redo": "u"}


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
    agreed = agree_on_keys(wanted)
    (notice,) = agreed.notices
    assert all(word in notice for word in words), notice
    assert agreed.keymap == kept


def test_the_same_key_may_mean_something_else_elsewhere() -> None:
    assert agree_on_keys({"review-slip": "u"}).notices == ()


async def test_other_keys_work_and_are_shown() -> None:
    keys = {"undo": "f2", "place": "o", "new": "f5", "palette": "f9"}
    options = Options(game=game("showdown", "2 2"), config=Config(keys=keys))
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
    options = Options(game=over, config=Config(keys={"new": "f5"}))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        await pilot.press("space")
        assert "F5 rematch" in status(pilot)[1]


async def test_a_clash_is_said_when_the_app_starts() -> None:
    options = Options(
        config=Config(keys={"undo": "r"}), notices=("in config.toml: no setting 'x'",)
    )
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        said = " ".join(toasts(pilot))
        assert (
            "The key r cannot be both undo and redo in a game, so undo keeps the usual keys."
            in said
        )
        assert "In config.toml: no setting 'x'." in said


async def test_many_mistakes_leave_room_for_the_menu() -> None:
    mistakes = tuple(f"in config.toml: no setting 'x{number}'" for number in range(7))
    options = Options(config=Config(keys={"undo": "r"}), notices=mistakes)
    async with GridlockApp(options).run_test(notifications=True) as pilot:
        await settled(pilot)
        first, second, others = toasts(pilot)
        assert ("'x0'" in first, "'x1'" in second) == (True, True)
        told = "6 more mistakes in the settings: gridlock --print-config names them all."
        assert others == told


async def test_enter_in_a_name_still_plays_when_play_has_another_key() -> None:
    async with GridlockApp(Options(config=Config(keys={"play": "f2"}))).run_test() as pilot:
        await settled(pilot)
        pilot.app.screen.query_one("#name-one").focus()
        await pilot.press("A", "d", "a", "enter")
        await settled(pilot)
        assert game_screen(pilot).names[0] == "Ada"
