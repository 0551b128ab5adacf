"""What is chosen in the menu at the start: the first time, and in every later run."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.last_choices import LastChoices, read_last_choices
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.rules import VARIANTS, Board, Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.first_choices import (
    on_winning_side,
    proposed_choices,
    remembered_choices,
    to_remember,
)
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.name_input import NameInput
from tests.tui.support import (
    choose,
    game_screen,
    menu_screen,
    open_more,
    option,
    running,
    settled,
)

LAST = LastChoices(
    "passing", Board(5, 6), Player.TWO, Player.TWO, ("expert", "human"), ("", "Ada"),
    "human", ("", ""),
)  # fmt: skip
HERE, NOTHING = Settings(), frozenset[str]()


# The first run.


async def test_the_first_run_proposes_showdown_against_the_weakest_on_the_winning_side() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        assert menu.state.line == "showdown"
        assert option(menu, "against").value == "Novice"
        assert option(menu, "you").value == "O, second"
        await pilot.press("enter")
        await settled(pilot)
        assert game_screen(pilot).match.game.setup.kinds == ("novice", "human")


async def test_the_settings_show_the_opponent_and_the_names_of_the_home_screen() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        preferences = preferences_of(pilot.app)
        assert option(menu_screen(pilot), "against").value == "Novice"
        await pilot.press("comma")
        await settled(pilot)
        assert option(pilot.app.screen, "set-level").value == "Novice"
        await pilot.press("escape", "o")
        await settled(pilot)
        assert preferences.settings.level == menu_screen(pilot).choices.opponent == "casual"
        menu_screen(pilot).propose(replace(menu_screen(pilot).choices, names=("Ada", "")))
        await pilot.press("comma")
        await settled(pilot)
        assert option(pilot.app.screen, "set-level").value == "Casual"
        assert pilot.app.screen.query_one("#set-name-one", NameInput).value == "Ada"
        assert preferences.lasting == replace(Settings(), theme="gridlock-dark")
        option(pilot.app.screen, "set-level").at = 0
        await settled(pilot)
        assert menu_screen_below(pilot).choices.opponent == "human"
    again = read_last_choices(find_paths().last_choices)
    assert again is not None
    assert again.set_level == "human"
    assert again.set_names == ("", "")


def menu_screen_below(pilot: Pilot[None]) -> MenuScreen:
    menu = pilot.app.screen_stack[0]
    assert isinstance(menu, MenuScreen)
    return menu


@pytest.mark.parametrize(
    ("slug", "board", "side"),
    [
        ("showdown", None, Player.TWO),
        ("showdown", Board(5, 5), Player.ONE),
        ("sequence", None, Player.ONE),
        ("spacing", Board(7, 7), Player.ONE),  # of which nothing is known
    ],
)
def test_the_winning_side_is_looked_up(slug: str, board: Board | None, side: Player) -> None:
    choices = MenuChoices(VARIANTS[slug], board, kinds=("human", "novice"))
    found = on_winning_side(choices)
    assert found.side is side
    assert found.opponent == "novice"


@pytest.mark.parametrize(
    "choices",
    [
        MenuChoices(VARIANTS["showdown"]),
        MenuChoices(VARIANTS["showdown"], kinds=("human", "novice"), names=("Ada", "")),
        MenuChoices(VARIANTS["showdown"], kinds=("human", "novice"), first=None),
    ],
)
def test_people_names_and_coin_tosses_stay_where_they_are(choices: MenuChoices) -> None:
    assert on_winning_side(choices) is choices


def test_flags_and_settings_count_in_the_first_run() -> None:
    given = MenuChoices(kinds=("novice", "human"))
    choices = proposed_choices(given, HERE, {"kinds"})
    assert (choices.kinds, choices.side) == (("novice", "human"), Player.TWO)
    expert = MenuChoices(kinds=("human", "expert"))
    assert proposed_choices(expert, Settings(level="expert"), NOTHING).opponent == "expert"
    assert proposed_choices(MenuChoices(), HERE, NOTHING).opponent == "novice"


# Later runs.


async def test_variant_board_opponent_side_and_names_are_remembered() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        await pilot.press("end")
        choose(option(menu, "against"), "Expert")
        choose(option(menu, "you"), "X, first")
        choose(option(menu, "board"), "5×6")
        more = await open_more(pilot)
        more.query_one("#name-one").focus()
        await pilot.press(*"Ada", "enter")
        await settled(pilot)
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        choices = menu_screen(pilot).choices
        assert menu_screen(pilot).state.line == "passing"
        assert choices.sized == VARIANTS["passing"].resized(5, 6)
        assert (choices.kinds, choices.side) == (("human", "expert"), Player.ONE)
        assert choices.names == ("Ada", "")


async def test_a_game_that_was_begun_is_remembered_at_once() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("down", "o", "enter")
        await settled(pilot)
        found = read_last_choices(find_paths().last_choices)
        assert found is not None
        assert (found.variant, found.kinds) == ("sequence", ("casual", "human"))


async def test_nothing_is_remembered_where_nothing_is_kept(home: Path) -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("down", "o", "enter")
        await settled(pilot)
    assert not home.exists()


async def test_a_damaged_file_is_a_first_run(home: Path) -> None:
    home.mkdir()
    find_paths().last_choices.write_bytes(b"\xff variant\n\x00")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert menu_screen(pilot).state.line == "showdown"
        assert pilot.app.return_code is None


async def test_a_folder_that_cannot_be_written_stops_nobody(home: Path) -> None:
    home.write_text("a file where the folder should be")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert game_screen(pilot)


async def test_flags_are_stronger_than_what_is_remembered() -> None:
    async with running(keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("down", "o", "q")
    menu = MenuChoices(board=Board(6, 6), kinds=("human", "perfect"))
    startup = Startup(keeps=True, menu=menu, given=frozenset({"board", "kinds"}))
    async with GridlockApp(startup).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        choices = menu_screen(pilot).choices
        assert choices.variant.slug == "sequence"
        assert choices.sized.board == Board(6, 6)
        assert (choices.kinds, choices.side) == (("human", "perfect"), Player.ONE)


def test_what_is_remembered_is_chosen() -> None:
    choices = remembered_choices(MenuChoices(), HERE, NOTHING, LAST)
    assert choices == MenuChoices(
        VARIANTS["passing"], Board(5, 6), Player.TWO, ("", "Ada"), ("expert", "human"),
        side=Player.TWO,
    )  # fmt: skip
    assert to_remember(choices, HERE, NOTHING) == LAST


def test_settings_that_have_changed_since_then_count() -> None:
    settings = Settings(level="perfect", names=("Cy", "Di"))
    menu = MenuChoices(names=settings.names, kinds=settings.kinds)
    choices = remembered_choices(menu, settings, NOTHING, LAST)
    assert choices.names == ("Cy", "Di")
    assert (choices.opponent, choices.side) == ("perfect", Player.TWO)
    same = LAST._replace(set_level="perfect", set_names=("Cy", "Di"))
    choices = remembered_choices(menu, settings, NOTHING, same)
    assert (choices.opponent, choices.names) == ("expert", ("", "Ada"))


def test_the_settings_of_flags_are_not_compared_in_the_next_run() -> None:
    settings = Settings(level="perfect", names=("Cy", "Di"))
    flags = frozenset({"level", "names"})
    menu = MenuChoices(names=settings.names, kinds=settings.kinds)
    choices = remembered_choices(menu, settings, flags, LAST)
    assert (choices.opponent, choices.names) == ("perfect", ("Cy", "Di"))
    last = to_remember(choices, settings, flags)
    again = remembered_choices(MenuChoices(), HERE, NOTHING, last)
    assert (again.opponent, again.names) == ("perfect", ("Cy", "Di"))


def test_a_variant_that_is_gone_and_a_board_that_the_menu_does_not_offer() -> None:
    last = LAST._replace(variant="gone", board=Board(2, 2))
    choices = remembered_choices(MenuChoices(), HERE, NOTHING, last)
    assert choices.sized == next(iter(VARIANTS.values()))
