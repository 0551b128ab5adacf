"""The settings screen: what is changed holds at once, and the next time."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from gridlock_tui.match.config import Config
from gridlock_tui.match.config_file import load_config, save_config
from gridlock_tui.match.files import find_places
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.screens.press import PressScreen
from gridlock_tui.tui.screens.settings import SettingsScreen
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from tests.tui.support import (
    board,
    drawn,
    game,
    game_screen,
    key_bar,
    menu_screen,
    running,
    settled,
    toasts,
)


def kept() -> Config:
    return load_config(find_places().settings).config


def app_of(pilot: Pilot[None]) -> GridlockApp:
    assert isinstance(pilot.app, GridlockApp)
    return pilot.app


async def open_settings(pilot: Pilot[None]) -> SettingsScreen:
    await settled(pilot)
    await pilot.press("comma")
    await settled(pilot)
    assert isinstance(pilot.app.screen, SettingsScreen)
    return pilot.app.screen


async def choose(pilot: Pilot[None], name: str, key: str = "right") -> None:
    pilot.app.screen.query_one(f"#set-{name}").focus()
    await pilot.press(key)
    await settled(pilot)


async def mark_command(pilot: Pilot[None], name: str) -> None:
    keys = pilot.app.screen.query_one("#keys", OptionList)
    keys.focus()
    keys.highlighted = keys.get_option_index(name)
    await pilot.pause()


@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("theme", Config(theme="gridlock-light")),
        ("coordinates", Config(coordinates=False)),
        ("animation", Config(animation="reduced")),
        ("pace", Config(pace=1.5)),
        ("guard", Config(guard=True)),
        ("level", Config(level="novice")),
    ],
)
async def test_a_choice_is_kept(name: str, config: Config) -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, name)
        assert kept() == config


async def test_every_choice_comes_round_to_where_it_was() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        for choice in screen.query(Choice):
            before = choice.value
            choice.focus()
            await pilot.press("right", "left")
            assert choice.value == before
        await settled(pilot)
        assert kept() == Config(theme="gridlock-dark")


async def test_nothing_is_written_where_nothing_is_kept() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).config.guard
    assert not find_places().settings.exists()


async def test_a_change_holds_in_the_game_below() -> None:
    async with running(game("classic", "6")) as pilot:
        await settled(pilot)
        labelled = drawn(pilot)
        assert labelled.split()[:4] == ["1", "2", "3", "4"]
        await open_settings(pilot)
        await choose(pilot, "coordinates")
        await choose(pilot, "pace", "left")
        await pilot.press("escape")
        await settled(pilot)
        assert drawn(pilot) != labelled
        assert not any(letter.isalnum() for letter in drawn(pilot).strip().splitlines()[0])
        assert game_screen(pilot).settings.pace == 0.3


async def test_without_coordinates_the_board_can_still_be_clicked() -> None:
    options = Options(game=game("showdown"), config=Config(coordinates=False))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        first = drawn(pilot).strip().splitlines()[0]
        assert not any(letter.isalnum() for letter in first)
        for cell in (0, 15):
            await pilot.click(type(board(pilot)), offset=board(pilot).offset_of(cell))
        assert [move.cell for move in game_screen(pilot).timeline.moves] == [0, 15]


async def test_names_are_kept_and_sit_down_in_the_menu() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).focus()
        await pilot.press("A", "d", "a", "enter", "B", "e", "n", "escape")
        await settled(pilot)
        assert kept().names == ("Ada", "Ben")
        assert menu_screen(pilot).typed_names == ("Ada", "Ben")


async def test_equal_names_are_refused() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).focus()
        await pilot.press("A", "enter", "A", "enter")
        await settled(pilot)
        assert "The two names must differ, such as Ada and Ben." in toasts(pilot)
        assert kept().names == ("A", "")


async def test_the_opponent_sits_down_in_the_menu() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        await choose(pilot, "level")
        await pilot.press("escape")
        assert menu_screen(pilot).kinds == ("human", "novice")


async def test_a_theme_from_the_palette_is_kept_too() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        pilot.app.theme = "nord"
        await settled(pilot)
        assert kept().theme == "nord"


async def test_what_flags_set_is_not_written() -> None:
    save_config(find_places().settings, Config(level="casual"))
    options = Options(config=Config(level="perfect", coordinates=False), keeps=True)
    async with GridlockApp(options).run_test() as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
    assert kept() == Config(level="casual", guard=True)


async def test_a_key_is_given_by_pressing_it() -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PressScreen)
        await pilot.press("f2")
        await settled(pilot)
        assert kept().keys == {"undo": "f2"}
        assert app_of(pilot).key_of("undo") == "F2"
        keys = pilot.app.screen.query_one("#keys", OptionList)
        assert "F2 " in str(keys.get_option("undo").prompt)
        await pilot.press("d")
        await settled(pilot)
        assert kept().keys == {}
        assert app_of(pilot).key_of("undo") == "u"


async def test_a_key_that_is_taken_is_refused() -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter", "r")
        await settled(pilot)
        assert any("r cannot be both undo and redo in a game" in said for said in toasts(pilot))
        assert kept().keys == {}
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert kept().keys == {}


async def test_usual_keys_are_refused_while_another_command_has_them() -> None:
    keys = {"undo": "f2", "hint": "u"}
    app = GridlockApp(Options(config=Config(keys=keys)))
    async with app.run_test(notifications=True) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("d")
        await settled(pilot)
        assert toasts(pilot) == ["The key u cannot be both undo and hint in a game."]
        assert app.config.keys == keys
        assert (app.key_of("undo"), app.key_of("hint")) == ("F2", "u")


async def test_a_key_that_is_held_answers_once() -> None:
    async with running() as pilot:
        screen = await open_settings(pilot)
        await mark_command(pilot, "undo")
        await pilot.press("enter")
        for _ in range(3):
            pilot.app.screen.post_message(events.Key("f2", None))
        await settled(pilot)
        assert pilot.app.screen is screen
        assert app_of(pilot).key_of("undo") == "F2"


async def test_words_below_the_settings_follow_the_keys() -> None:
    over = game("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1; 3 1")
    async with running(over) as pilot:
        await open_settings(pilot)
        await mark_command(pilot, "theme")
        await pilot.press("enter", "f4")
        await mark_command(pilot, "new")
        await pilot.press("enter", "f5")
        await settled(pilot)
        assert "also by F4" in str(pilot.app.screen.query_one(".about", Static).render())
        await pilot.press("escape")
        await settled(pilot)
        panel = pilot.app.screen.query_one(ResultPanel)
        assert "F5" in "".join(panel.render_line(y).text for y in range(panel.size.height))


async def test_two_windows_keep_out_of_each_others_keys_and_names() -> None:
    async with running(keeps=True) as pilot:
        app = app_of(pilot)
        app.change_config(replace(app.config, keys={"undo": "f2"}, names=("Ada", "")))
        other = replace(kept(), keys={"undo": "f2", "redo": "f3"}, names=("Ada", "Ben"))
        save_config(find_places().settings, other)
        app.change_config(replace(app.config, keys={"undo": "f2", "hint": "f4"}))
        app.change_config(replace(app.config, names=("Cy", "")))
        assert kept().keys == {"undo": "f2", "redo": "f3", "hint": "f4"}
        assert kept().names == ("Cy", "Ben")


async def test_two_windows_do_not_give_both_players_one_name() -> None:
    async with running(keeps=True) as pilot:
        path = find_places().settings
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('# mine\nnames = ["Ada", ""]\n')
        app = app_of(pilot)
        app.change_config(replace(app.config, names=("", "Ada")))
        assert path.read_text() == '# mine\nnames = ["", "Ada"]\n'
        assert load_config(path).notices == ()
        assert toasts(pilot) == []


async def test_a_name_leaves_the_seats_as_they_are() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu_screen(pilot).seat(None, ("expert", "perfect"))
        app = app_of(pilot)
        app.change_config(replace(app.config, names=("Ada", "")))
        assert menu_screen(pilot).kinds == ("expert", "perfect")


async def test_a_computer_is_not_called_like_a_person() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).value = "Novice"
        await choose(pilot, "level")
        assert toasts(pilot) == ["The two names must differ, such as Ada and Ben."]
        assert kept().kinds == ("human", "human")
        assert screen.query_one("#set-level", Choice).value == "Human"
        await choose(pilot, "level", "left")
        assert kept().level == "perfect"


async def test_a_name_that_suits_no_opponent_hinders_no_other_setting() -> None:
    config = Config(names=("Novice", ""), level="novice")  # a flag let others play in this run
    async with GridlockApp(Options(config=config)).run_test(notifications=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).config.guard
        assert toasts(pilot) == []


async def test_what_was_set_by_a_key_in_the_game_is_what_the_settings_show() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        await pilot.press("g")
        screen = await open_settings(pilot)
        assert screen.query_one("#set-guard", Choice).value == "on"
        await choose(pilot, "pace")
        assert app_of(pilot).settings.guard


async def test_the_bar_tells_what_can_be_done_with_a_key() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        assert "Enter change" not in key_bar(pilot)
        await mark_command(pilot, "hint")
        assert "Enter change" in key_bar(pilot)
        assert "settings" not in key_bar(pilot)


async def test_a_place_that_cannot_be_written_is_said_and_the_change_holds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "file"))
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).config.guard
        assert any(said.startswith("Not kept for the next time: ") for said in toasts(pilot))


async def test_with_reduced_motion_nothing_moves_by_itself() -> None:
    async with GridlockApp(Options(config=Config(animation="reduced"))).run_test() as pilot:
        await settled(pilot)
        assert pilot.app.animation_level == "none"
        menu = menu_screen(pilot)
        assert menu.preview.timeline.is_present
        assert menu.preview.timeline.moves
        menu._step_demo()  # what the timer would do
        assert menu.preview.timeline.is_present


@pytest.mark.parametrize("from_the_start", [True, False])
async def test_with_reduced_motion_no_cursor_blinks_in_any_field(from_the_start: bool) -> None:
    config = Config(animation="reduced" if from_the_start else "full")
    async with GridlockApp(Options(config=config)).run_test() as pilot:
        await settled(pilot)
        app = pilot.app
        assert isinstance(app, GridlockApp)
        app.change_config(replace(app.config, animation="reduced"))
        ways = {"name": ["tab"] * 8, "palette": ["ctrl+p"], "entry": ["escape", "enter", "m"]}
        for way in ways.values():
            await pilot.press("escape", "escape", *way)
            field = app.focused
            assert isinstance(field, Input)
            assert not field.cursor_blink


async def test_up_and_down_go_from_one_setting_to_the_next() -> None:
    async with running() as pilot:
        screen = await open_settings(pilot)
        walked = []
        for key in ("down", "down", "up"):
            await pilot.press(key)
            walked.append(screen.focused.id if screen.focused else None)
        assert walked == ["set-coordinates", "set-animation", "set-coordinates"]


async def test_settings_open_once_and_over_anything() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        await pilot.press("comma", "comma")
        await settled(pilot)
        assert sum(isinstance(screen, SettingsScreen) for screen in pilot.app.screen_stack) == 1
        await pilot.press("escape", "question_mark", "comma")
        await settled(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
