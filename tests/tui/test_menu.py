"""The menu: what is offered, how it is changed by keys and by mouse, and what it starts."""

import random
import re
from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Board, Player, Variant
from gridlock_tui.tui.app import GridlockApp, Startup
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_state import MenuChoices
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.help import HelpPage
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.key_table import KeyTable
from gridlock_tui.tui.widgets.menu_options import Essence
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from tests.tui.internals import strips
from tests.tui.support import (
    choose,
    click_line,
    game,
    game_screen,
    key_bar,
    menu_screen,
    offered,
    option,
    running,
    settled,
    status,
    toasts,
)


async def test_every_variant_is_offered_with_title_size_and_what_is_special() -> None:
    async with running() as pilot:
        picker = menu_screen(pilot).picker
        prompts = [str(option.prompt) for option in picker.options]
        assert len(prompts) == len(VARIANTS)
        for prompt, variant in zip(prompts, VARIANTS.values(), strict=True):
            board = variant.board
            assert f"{variant.name} {board.rows}×{board.columns}\n" in prompt
            assert variant.summary in prompt


async def test_the_highlighted_variant_is_shown_with_its_standard_size() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        for variant in VARIANTS.values():
            assert menu.variant is variant
            assert menu.query_one(BoardView).picture.timeline.state.variant is variant
            assert str(menu.query_one(Essence).render()) == variant.essence
            assert option(menu, "rows").value == str(variant.board.rows)
            assert option(menu, "columns").value == str(variant.board.columns)
            await pilot.press("down")


async def test_the_letters_that_point_on_a_board_go_through_the_list_as_well() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        first, second, third = [*VARIANTS.values()][:3]
        await pilot.press("j", "j")
        assert menu.variant is third
        await pilot.press("k")
        assert menu.variant is second
        await pilot.press("k")
        assert menu.variant is first


async def test_the_preview_plays_its_demonstration_in_a_loop(
    step_demo: Callable[[], None],
) -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        moves = len(menu.query_one(BoardView).picture.timeline.moves)
        assert moves > 1
        seen = []
        for _ in range(2 * moves + 2):
            step_demo()
            seen.append(menu.query_one(BoardView).picture.timeline.at)
        assert set(seen) == set(range(moves + 1))
        assert seen[: moves + 1] == seen[moves + 1 :]


async def test_the_very_first_picture_says_who_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MenuScreen, "_mount_rest", lambda _: None)
    async with GridlockApp(Startup(menu=MenuChoices(names=("", "Ben")))).run_test() as pilot:
        starts = option(menu_screen(pilot), "starts")
        assert starts.value == "Player 1"
        starts.action_on()
        assert starts.value == "Ben"


async def test_sizes_starter_and_names_by_keys() -> None:
    async with running() as pilot:
        await pilot.press("down", "down", "tab", "right", "tab", "right", "right", "tab", "right")
        await pilot.press(*["tab"] * 5, *"Ada", "tab", "tab", *"Ben")
        assert option(menu_screen(pilot), "starts").value == "Ben"
        await pilot.press("enter")
        setup = game_screen(pilot).setup
        assert setup.variant == VARIANTS["showdown"].resized(5, 6)
        assert setup.names == ("Ada", "Ben")
        assert setup.first is Player.TWO
        assert game_screen(pilot).timeline.state.to_move is Player.TWO


async def test_sizes_and_starter_by_mouse() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        for choice in (option(menu, "rows"), option(menu, "columns"), option(menu, "starts")):
            text = str(choice.render())
            await pilot.click(choice, offset=(text.index("›"), 0))
            await pilot.click(choice, offset=(text.index("›") - 2, 0))
            await pilot.click(choice, offset=(text.index("‹"), 0))
        assert (
            option(menu, "rows").value,
            option(menu, "columns").value,
            option(menu, "starts").value,
        ) == ("5", "5", "Player 2")
        await click_line(pilot, VariantPicker, 4)
        assert menu.variant is VARIANTS["showdown"]
        assert (option(menu, "rows").value, option(menu, "columns").value) == ("5", "5")
        await click_line(pilot, VariantPicker, 4)
        await pilot.pause()
        assert game_screen(pilot).setup.variant == VARIANTS["showdown"].resized(5, 5)
        assert game_screen(pilot).setup.first is Player.TWO


async def test_a_title_names_no_other_size_than_the_one_that_is_chosen() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        choose(option(menu, "rows"), "4")
        choose(option(menu, "columns"), "6")
        await pilot.pause()
        for line in offered(pilot):
            assert re.findall(r"\d×\d", line) == ["4×6"]


async def test_sizes_go_from_three_to_eight() -> None:
    async with running() as pilot:
        rows = option(menu_screen(pilot), "rows")
        seen = []
        for _ in range(6):
            seen.append(rows.value)
            rows.action_on()
        assert sorted(seen) == ["3", "4", "5", "6", "7", "8"]
        assert rows.value == seen[0]


async def test_a_variant_below_a_saved_game_of_the_same_variant_is_started() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("end")
        menu = menu_screen(pilot)
        last = list(VARIANTS)[-1]
        assert menu.variant.slug == last
        first = next(iter(VARIANTS.values()))
        menu.matches = (Match.begin(Setup(first)),)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert game_screen(pilot).variant == first


async def test_the_menu_asks_nothing_of_the_engine_while_a_game_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    async def opening(_: EngineClient, variant: Variant) -> None:
        asked.append(variant)

    monkeypatch.setattr(EngineClient, "opening", opening)
    menu_defaults = MenuChoices(board=Board(8, 8))  # of which nothing is known beforehand
    app = GridlockApp(Startup(menu=menu_defaults, match=Match.of(game("showdown", size=(8, 8)))))
    async with app.run_test() as pilot:
        await settled(pilot)
        assert asked == []
        await pilot.press("escape")
        await settled(pilot)
        assert asked != []


async def test_another_size_leaves_the_saved_game_highlighted() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu_screen(pilot).matches = (Match.of(game("spacing", "2 2")),)
        await pilot.resize_terminal(40, 15)
        await settled(pilot)
        assert menu_screen(pilot).state.match is not None


async def test_a_coin_toss_says_who_starts() -> None:
    starters = set()
    for seed in range(6):
        app = GridlockApp(Startup(rng=random.Random(seed)))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            choose(option(menu_screen(pilot), "starts"), "coin toss")
            await pilot.press("enter")
            first = game_screen(pilot).setup.first
            assert status(pilot)[1] == f"The coin says: {first} starts."
            starters.add(first)
    assert starters == set(Player)


async def test_equal_names_are_refused() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        menu.query_one("#name-one", Input).value = "Ada"
        menu.query_one("#name-two", Input).value = " Ada "
        await pilot.press("enter")
        assert menu_screen(pilot).query_one("#name-two").has_focus
        assert toasts(pilot) == ["The two names must differ, such as Ada and Ben."]


async def test_a_game_that_was_left_comes_first_and_is_continued_as_it_was() -> None:
    async with running(game("passing", "3 3; 2 2; 1 5", names=("Ada", "Ben"))) as pilot:
        await pilot.press("u", "escape")
        menu = menu_screen(pilot)
        assert str(menu.picker.options[0].prompt) == (
            "▸ Continue Passing 5×5\n  3 moves, Ada vs Ben"
        )
        assert "continue" in key_bar(pilot)
        await pilot.press("enter")
        timeline = game_screen(pilot).timeline
        assert (timeline.at, len(timeline.moves)) == (2, 3)


async def test_nothing_to_continue_nothing_offered() -> None:
    async with running(game("passing")) as pilot:
        await pilot.press("escape")
        assert len(menu_screen(pilot).picker.options) == len(VARIANTS)
        assert "continue" not in key_bar(pilot)
        await pilot.press("c")
        assert menu_screen(pilot)


@pytest.mark.slow
async def test_the_last_games_can_be_brought_back_each_once() -> None:
    async with running() as pilot:
        for _ in range(3):
            await pilot.press("escape", "enter", "space", "escape", "enter", "escape")
        waiting = [str(option.prompt) for option in menu_screen(pilot).picker.options]
        assert sum("Continue" in prompt for prompt in waiting) == 1
        for where in ("left", "right", "up", "down", "tab", "n"):
            await pilot.press("end", *["up"] * 4, "enter", where, "space", "escape")
        waiting = [str(option.prompt) for option in menu_screen(pilot).picker.options]
        assert sum("Continue" in prompt for prompt in waiting) == 5


async def test_a_finished_game_can_be_looked_at_again() -> None:
    async with running(game("classic", "6; 15; 4; 13")) as pilot:
        await pilot.press("escape")
        assert "Look at Classic 4×4" in str(menu_screen(pilot).picker.options[0].prompt)
        await pilot.press("enter")
        assert game_screen(pilot).timeline.state.is_over
        await pilot.press("q")
        assert pilot.app.return_code == 0


async def test_the_options_of_the_command_line_are_chosen_at_the_start() -> None:
    menu_defaults = MenuChoices(names=("Ada", "Ben"), board=Board(6, 7), first=None)
    app = GridlockApp(Startup(menu=menu_defaults))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = menu_screen(pilot)
        assert (
            option(menu, "rows").value,
            option(menu, "columns").value,
            option(menu, "starts").value,
        ) == ("6", "7", "coin toss")
        await pilot.press("down", "enter")
        assert game_screen(pilot).setup.names == ("Ada", "Ben")
        assert game_screen(pilot).setup.variant == VARIANTS["spacing"].resized(6, 7)


async def test_the_key_bar_of_a_name_field_shows_its_keys() -> None:
    async with running() as pilot:
        menu_screen(pilot).query_one("#name-one").focus()
        await pilot.pause()
        assert "Enter play" in key_bar(pilot)
        assert "q quit" not in key_bar(pilot)


@pytest.mark.parametrize("slug", VARIANTS)
async def test_the_rules_page_has_rules_and_example_and_names_no_document(slug: str) -> None:
    variant = VARIANTS[slug]
    async with running(game(slug, size=(6, 6))) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen
        assert isinstance(page, RulesPage)
        words = "\n".join(str(static.render()) for static in page.query("Static"))
        assert all(point in words for point in variant.how)
        assert "document" not in words
        assert variant.demo_caption in words
        assert page.query_one(BoardView).picture.timeline.state.variant is variant
        await pilot.press("escape")
        assert game_screen(pilot)


async def test_the_help_page_names_every_key_of_every_screen() -> None:
    async with running(game("sequence")) as pilot:
        bound = dict(game_screen(pilot).active_bindings)
        await pilot.press("question_mark")
        page = pilot.app.screen
        assert isinstance(page, HelpPage)
        rows = [row for table in page.query(KeyTable) for row in table.rows]
        words = "\n".join(f"{keys} {does}" for keys, does in rows)
        for active in bound.values():
            if active.binding.id:
                assert active.binding.tooltip in words
        for key in ("Ctrl+Z", "Ctrl+Y", "Ctrl+P", "Shift+Tab", "Space", "F1", ":", "?"):
            assert key in words
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, RulesPage)
        await pilot.press("escape")
        assert game_screen(pilot)


@pytest.mark.parametrize(
    ("way", "first"),
    [("", "In the menu"), ("enter", "In a game"), ("y", "In the list of finished games")],
)
async def test_the_help_page_begins_with_the_keys_of_this_screen(way: str, first: str) -> None:
    async with running() as pilot:
        await pilot.press(*way.split(), "question_mark")
        await settled(pilot)
        lines = [strip.text.strip() for strip in strips(pilot.app.screen)]
        assert lines[1:4] == ["Keys", "", first]


async def test_a_board_that_the_menu_does_not_have_may_still_be_played_at_once() -> None:
    options = Startup(Match.of(game("showdown", size=(2, 2))), menu=MenuChoices(board=Board(2, 2)))
    async with GridlockApp(options).run_test() as pilot:
        await pilot.pause()
        assert game_screen(pilot).variant.board == Board(2, 2)
        await pilot.press("escape")
        await pilot.pause()
        menu = menu_screen(pilot)
        assert (
            Board(int(option(menu, "rows").value), int(option(menu, "columns").value))
            == menu.variant.board
        )


def titles(pilot: Pilot[None]) -> list[str]:
    """Return the first lines of what the list offers."""
    return [str(option.prompt).partition("\n")[0] for option in menu_screen(pilot).picker.options]


async def test_list_and_preview_show_the_board_that_will_be_played() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        choose(option(menu, "rows"), "6")
        await settled(pilot)
        own = [f"{variant.board.rows}×{variant.board.columns}" for variant in VARIANTS.values()]
        assert all("6×4" in title for title in titles(pilot))
        assert menu.query_one(BoardView).picture.timeline.state.board == Board(6, 4)
        await pilot.press("down")
        await settled(pilot)
        assert menu.query_one(BoardView).picture.timeline.state.variant == VARIANTS[
            "spacing"
        ].resized(6, 4)
        choose(option(menu, "rows"), "5")
        choose(option(menu, "columns"), "5")
        await pilot.press("down", "down", "down")  # to passing, of which that is the own board
        await settled(pilot)
        assert menu.variant.slug == "passing"
        assert all(size in title for size, title in zip(own, titles(pilot), strict=True))


async def test_options_apply_to_a_new_game_and_not_to_a_saved_one() -> None:
    async with running(game("passing", "3 3")) as pilot:
        await pilot.press("escape")
        await settled(pilot)
        menu = menu_screen(pilot)
        assert menu.state.match is not None
        await pilot.press("o")
        await settled(pilot)
        assert menu.state.match is None
        assert menu.choices.kinds == ("human", "novice")
        await pilot.press("up", "up", "up", "up", "up")
        assert menu.state.match is not None
        menu.query_one("#name-one", Input).focus()
        await pilot.press("A", "l")
        await settled(pilot)
        assert menu.state.match is None
        await pilot.press("enter")
        await settled(pilot)
        begun = game_screen(pilot)
        assert begun.variant == VARIANTS["passing"]
        assert begun.setup.kinds == ("human", "novice")
        assert begun.names == ("Al", "Novice")


async def test_new_names_leave_a_saved_game_highlighted() -> None:
    async with running(game("passing", "3 3"), keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("left", "space", "escape")
        await settled(pilot)
        preferences_of(menu_screen(pilot)).change(names=("Cy", "Di"), level="expert")
        await settled(pilot)
        assert menu_screen(pilot).state.match is not None
        assert menu_screen(pilot).choices.kinds == ("human", "expert")
        assert "Cy" in str(option(menu_screen(pilot), "starts").render())
        await pilot.press("q")
    options = Startup(keeps=True, menu=MenuChoices(names=("Ada", "Ben")))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        assert menu_screen(pilot).choices.names == ("Ada", "Ben")
        assert menu_screen(pilot).state.match is not None


async def test_keys_that_are_typed_ahead_see_what_the_keys_before_them_have_changed() -> None:
    async with running() as pilot:
        await settled(pilot)
        for key in ("end", "tab", "right", "enter"):
            pilot.app.simulate_key(key)
        await settled(pilot)
        assert game_screen(pilot).variant == VARIANTS["passing"].resized(6, 5)


async def test_the_next_board_is_one_for_the_highlighted_match() -> None:
    async with running(game("sequence", "7 B2")) as pilot:
        await pilot.press("escape")
        await settled(pilot)
        await pilot.press("b")
        await settled(pilot)
        menu = menu_screen(pilot)
        assert menu.state.match is None
        assert menu.choices.variant.slug == "sequence"
        assert menu.choices.sized.board == Board(3, 4)
