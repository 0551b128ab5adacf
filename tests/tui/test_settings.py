"""The settings screen: a change applies at once, and in the next run."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gridlock_tui.match.config_file import load_config, save_config
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.settings import SettingsScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.choice import Choice
from gridlock_tui.tui.widgets.player_card import PlayerCard
from tests.tui.support import (
    app_of,
    board,
    drawn,
    game,
    game_screen,
    menu_screen,
    offset_of,
    open_settings,
    running,
    saved_settings,
    seen,
    settled,
    toasts,
)


async def choose(pilot: Pilot[None], name: str, key: str = "right") -> None:
    pilot.app.screen.query_one(f"#set-{name}").focus()
    await pilot.press(key)
    await settled(pilot)


@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("theme", Settings(theme="gridlock-light")),
        ("coordinates", Settings(coordinates=False)),
        ("animation", Settings(animation="reduced")),
        ("pace", Settings(pace=1.5)),
        ("guard", Settings(guard=True)),
        ("level", Settings(level="casual")),  # the home screen proposes Novice
    ],
)
async def test_a_choice_is_saved(name: str, config: Settings) -> None:
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, name)
        assert saved_settings() == config


async def test_every_choice_comes_round_to_where_it_was() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        for choice in screen.query(Choice):
            before = choice.value
            choice.focus()
            await pilot.press("right", "left")
            assert choice.value == before
        await settled(pilot)
        assert saved_settings() == Settings(theme="gridlock-dark", level="novice")


async def test_nothing_is_written_if_nothing_should_be_saved() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).preferences.settings.guard
    assert not find_paths().settings.exists()


async def test_a_change_holds_in_the_game_below() -> None:
    async with running(game("showdown", "2 2")) as pilot:
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
        assert game_screen(pilot).match.pace == 0.3


async def test_without_coordinates_the_board_can_still_be_clicked() -> None:
    options = Startup(match=Match.of(game("showdown")), settings=Settings(coordinates=False))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        first = drawn(pilot).strip().splitlines()[0]
        assert not any(letter.isalnum() for letter in first)
        for cell in (0, 15):
            await pilot.click(type(board(pilot)), offset=offset_of(board(pilot), cell))
        assert [move.cell for move in game_screen(pilot).timeline.moves] == [0, 15]


async def test_names_are_saved_and_shown_in_the_menu() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).focus()
        await pilot.press("A", "d", "a", "enter", "B", "e", "n", "escape")
        await settled(pilot)
        assert saved_settings().names == ("Ada", "Ben")
        assert menu_screen(pilot).choices.names == ("Ada", "Ben")


async def test_the_name_for_x_is_yours_when_a_computer_plays_x() -> None:
    """The computer was called Anna, and the statistics were those of nobody."""
    choices = MenuChoices(VARIANTS["showdown"], kinds=("expert", "human"), side=Player.TWO)
    async with GridlockApp(Startup(menu=choices)).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        preferences_of(menu_screen(pilot)).change(names=("Anna", ""))
        await settled(pilot)
        assert menu_screen(pilot).your_name == "Anna"
        await pilot.press("enter")
        await settled(pilot)
        assert game_screen(pilot).match.game.names == ("Expert", "Anna")
        cards = [card.render().plain for card in pilot.app.screen.query(PlayerCard)]
        assert "Expert" in cards[0]
        assert "Anna" in cards[1]
        assert "Anna" not in cards[0]


async def test_equal_names_are_refused() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).focus()
        await pilot.press("A", "enter", "A", "enter")
        await settled(pilot)
        assert "The two names must differ, such as Ada and Ben." in toasts(pilot)
        assert saved_settings().names == ("A", "")


async def test_the_opponent_sits_down_in_the_menu() -> None:
    async with running() as pilot:
        await open_settings(pilot)
        await choose(pilot, "level")
        await pilot.press("escape")
        assert menu_screen(pilot).choices.kinds == ("human", "novice")


async def test_a_theme_from_the_palette_is_saved_too() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        pilot.app.theme = "nord"
        await settled(pilot)
        assert saved_settings().theme == "nord"


async def test_the_row_of_the_theme_follows_a_theme_from_the_palette() -> None:
    async with running() as pilot:
        screen = await open_settings(pilot)
        pilot.app.theme = "nord"
        await settled(pilot)
        assert screen.query_one("#set-theme", Choice).value == "nord"
        await choose(pilot, "theme", "left")
        assert pilot.app.theme == screen.query_one("#set-theme", Choice).value == "monokai"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
async def test_the_end_of_a_long_path_is_always_shown(
    width: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / ("long" * 12) / "李雷"))
    async with running(size=(width, 24)) as pilot:
        await open_settings(pilot)
        line = seen(pilot)[0].rstrip()
        assert line.lstrip().startswith("Settings")
        assert "saved in …" in line
        assert line.endswith("/config.toml")


async def pick_theme(pilot: Pilot[None], *keys: str) -> None:
    """Open the themes and press these keys."""
    await pilot.press("T")
    await settled(pilot)
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def test_the_theme_picker_shows_the_theme_it_points_at() -> None:
    async with running(game("showdown"), keeps=True) as pilot:
        await settled(pilot)
        before = pilot.app.theme
        await pick_theme(pilot)
        assert pilot.app.theme == before, "opening it changes nothing"
        shown = []
        for _ in range(3):
            await pilot.press("down")
            await settled(pilot)
            shown.append(pilot.app.theme)
        assert len({before, *shown}) == 4
        assert app_of(pilot).preferences.settings.theme == before
        await pilot.press("up")
        assert pilot.app.theme == shown[1]
        await pilot.press("escape")
        await settled(pilot)
        assert game_screen(pilot)
        assert pilot.app.theme == app_of(pilot).preferences.settings.theme == before
        assert saved_settings().theme != shown[1]
        await pick_theme(pilot, *"nord")
        assert pilot.app.theme == "nord"
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.theme == before
        await pick_theme(pilot, *"nord", "enter")
        assert game_screen(pilot)
        assert pilot.app.theme == saved_settings().theme == "nord"


async def test_the_row_of_the_theme_follows_the_theme_picker() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        row = screen.query_one("#set-theme", Choice)
        await pick_theme(pilot, *"nord", "escape")
        assert row.value == app_of(pilot).theme == "gridlock-dark"
        await pick_theme(pilot, *"nord", "enter")
        assert row.value == app_of(pilot).theme == saved_settings().theme == "nord"
        await pick_theme(pilot, "enter")
        assert row.value == app_of(pilot).theme == "nord", "the current one is marked first"


async def test_what_flags_set_is_not_written() -> None:
    save_config(find_paths().settings, Settings(level="casual"))
    options = Startup(settings=Settings(level="perfect", coordinates=False), keeps=True)
    async with GridlockApp(options).run_test() as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
    assert saved_settings() == Settings(level="casual", guard=True)


async def test_two_windows_do_not_overwrite_each_others_keys_and_names() -> None:
    async with running(keeps=True) as pilot:
        app = app_of(pilot)
        app.preferences.change(keys={"undo": "f2"}, names=("Ada", ""))
        other = replace(saved_settings(), keys={"undo": "f2", "redo": "f3"}, names=("Ada", "Ben"))
        save_config(find_paths().settings, other)
        app.preferences.change(keys={"undo": "f2", "hint": "f4"})
        app.preferences.change(names=("Cy", ""))
        assert saved_settings().keys == {"undo": "f2", "redo": "f3", "hint": "f4"}
        assert saved_settings().names == ("Cy", "Ben")


async def test_two_windows_do_not_give_both_players_one_name() -> None:
    async with running(keeps=True) as pilot:
        path = find_paths().settings
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('# mine\nnames = ["Ada", ""]\n')
        app = app_of(pilot)
        app.preferences.change(names=("", "Ada"))
        assert path.read_text() == '# mine\nnames = ["", "Ada"]\n'
        assert load_config(path).notices == ()
        assert toasts(pilot) == []


async def test_a_name_leaves_the_seats_as_they_are() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        menu.state = menu.state.choose(replace(menu.choices, kinds=("expert", "perfect")))
        app = app_of(pilot)
        app.preferences.change(names=("Ada", ""))
        await settled(pilot)
        assert menu.choices.names == ("Ada", "")
        assert menu.choices.kinds == ("expert", "perfect")


async def test_a_computer_is_not_called_like_a_person() -> None:
    async with running(keeps=True) as pilot:
        screen = await open_settings(pilot)
        screen.query_one("#set-name-one", Input).value = "Casual"
        await choose(pilot, "level")
        assert toasts(pilot) == ["The two names must differ, such as Ada and Ben."]
        assert saved_settings().kinds == ("human", "human")
        assert screen.query_one("#set-level", Choice).value == "Novice", "as the menu proposes it"
        await choose(pilot, "level", "left")
        assert saved_settings().level == "human"


async def test_a_name_that_suits_no_opponent_hinders_no_other_setting() -> None:
    config = Settings(names=("Novice", ""), level="novice")  # a flag let others play in this run
    async with GridlockApp(Startup(settings=config)).run_test(notifications=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).preferences.settings.guard
        assert toasts(pilot) == []


async def test_what_was_set_by_a_key_in_the_game_is_what_the_settings_show() -> None:
    async with running(game("showdown", "2 2")) as pilot:
        await settled(pilot)
        await pilot.press("g")
        screen = await open_settings(pilot)
        assert screen.query_one("#set-guard", Choice).value == "on"
        await choose(pilot, "pace")
        assert app_of(pilot).preferences.settings.guard


async def test_a_place_that_cannot_be_written_is_said_and_the_change_holds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDLOCK_HOME", str(tmp_path / "file"))
    async with running(keeps=True) as pilot:
        await open_settings(pilot)
        await choose(pilot, "guard")
        assert app_of(pilot).preferences.settings.guard
        assert any(said.startswith("Applies to this run only: ") for said in toasts(pilot))


async def test_with_reduced_motion_nothing_moves_by_itself(
    step_demo: Callable[[], None],
) -> None:
    async with GridlockApp(Startup(settings=Settings(animation="reduced"))).run_test() as pilot:
        await settled(pilot)
        assert pilot.app.animation_level == "none"
        menu = menu_screen(pilot)
        assert menu.query_one(BoardView).picture.timeline.is_present
        assert menu.query_one(BoardView).picture.timeline.moves
        step_demo()
        assert menu.query_one(BoardView).picture.timeline.is_present


@pytest.mark.parametrize("from_the_start", [True, False])
async def test_with_reduced_motion_no_cursor_blinks_in_any_field(from_the_start: bool) -> None:
    config = Settings(animation="reduced" if from_the_start else "full")
    async with GridlockApp(Startup(settings=config)).run_test() as pilot:
        await settled(pilot)
        app = pilot.app
        assert isinstance(app, GridlockApp)
        app.preferences.change(animation="reduced")
        ways = {"name": "m", "palette": "ctrl+p", "entry": "escape enter m"}
        for name, way in ways.items():
            await pilot.press("escape", "escape", *way.split())
            await settled(pilot)
            if name == "name":
                app.screen.query_one("#name-one").focus()
                await pilot.pause()
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
