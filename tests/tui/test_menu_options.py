"""The options of the menu: opponent, side, board, starter and names, by keys and by mouse."""

import random
import re

import pytest
from textual.widgets import Input

from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, Board, Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.menu_state import CONTINUE
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.text_line import TextLine
from tests.tui.support import (
    choose,
    click_card,
    game,
    game_screen,
    menu_screen,
    offered,
    open_more,
    option,
    recorded_moves,
    running,
    settled,
    status,
    toasts,
)


async def test_the_strip_by_keys_against_whom_first() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "tab", "right", "tab", "right", "tab", "right")
        await pilot.press("tab", "right", "enter")
        screen = game_screen(pilot)
        setup = screen.match.game.setup
        assert setup.kinds == ("novice", "human")
        assert setup.variant == VARIANTS["showdown"].resized(3, 6)
        assert screen.match.series.length == 3


async def test_the_strip_by_mouse() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        for name in ("against", "you", "board", "length"):
            choice = option(menu, name)
            label, value = choice.render().plain.split("\n")
            await pilot.click(choice, offset=(value.index("›"), 1))
            await pilot.click(choice, offset=(value.index("‹") + 3, 1))
            await pilot.click(choice, offset=(value.index("‹"), 1))
            assert label in ("Against", "You are", "Board", "Match")
        chosen = [option(menu, name).value for name in ("against", "you", "board", "length")]
        assert chosen == ["Novice", "O, second", "3×6", "best of 3"]
        await click_card(pilot, "showdown")
        assert menu.variant is VARIANTS["showdown"]
        assert option(menu, "board").value == "4×4", "the board was chosen for another game"
        await pilot.click("#play-button")
        await settled(pilot)
        assert game_screen(pilot).match.game.setup.variant == VARIANTS["showdown"]
        assert game_screen(pilot).match.game.setup.kinds == ("novice", "human")


async def test_sizes_starter_and_names_behind_more_by_keys() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "m")
        await settled(pilot)
        await pilot.press("right", *["tab"] * 3, "right", "tab", "right", "right")
        await pilot.press("tab", "tab", *"Ada", "down", *"Ben")
        assert option(pilot.app.screen, "starts").value == "Ben"
        await pilot.press("enter")
        await settled(pilot)
        assert option(menu_screen(pilot), "you").value == "X, second"
        await pilot.press("enter")
        setup = game_screen(pilot).match.game.setup
        assert setup.variant == VARIANTS["showdown"].resized(5, 6)
        assert setup.names == ("Ada", "Ben")
        assert setup.first is Player.TWO
        assert game_screen(pilot).timeline.state.to_move is Player.TWO


async def test_more_is_opened_by_mouse_and_by_enter_on_it() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.click("#more-button")
        await settled(pilot)
        assert option(pilot.app.screen, "starts")
        await pilot.click("#answers", offset=(20, 0))
        await settled(pilot)
        menu_screen(pilot).query_one("#more-button").focus()
        await pilot.press("enter")
        await settled(pilot)
        assert option(pilot.app.screen, "starts")
        await pilot.press("escape")
        assert menu_screen(pilot)


async def test_two_computers_play_each_other() -> None:
    async with running(settings=Settings(pace=0)) as pilot:
        await settled(pilot)
        choose(option(menu_screen(pilot), "against"), "Perfect")
        more = await open_more(pilot)
        choose(option(more, "deputy"), "Expert")
        await pilot.press("escape", "enter")
        screen = game_screen(pilot)
        assert screen.match.game.setup.kinds == ("expert", "perfect")
        assert screen.match.game.names == ("Expert", "Perfect")


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_the_loser_who_starts_next_is_warned_of_the_harder_side(
    size: tuple[int, int],
) -> None:
    async with running(size=size) as pilot:
        more = await open_more(pilot)
        remark = more.query_one(TextLine)
        assert remark.render().plain == ""
        choose(option(more, "next"), "the loser starts")
        await settled(pilot)
        words = remark.render()
        assert words.plain.startswith("With perfect play the first player loses on 4×4")
        assert words.plain.endswith("the loser gets the harder side.")
        assert words.get_height({}, remark.content_size.width) <= remark.content_size.height


async def test_a_title_names_no_other_size_than_the_one_that_is_chosen() -> None:
    async with running() as pilot:
        await settled(pilot)
        choose(option(menu_screen(pilot), "board"), "4×6")
        await pilot.pause()
        sizes = [re.findall(r"\d×\d", line) for line in offered(pilot)]
        assert sizes == [["4×6"], ["4×4"], ["4×4"], ["4×4"], ["5×5"]]


async def test_sizes_go_from_three_to_eight() -> None:
    async with running() as pilot:
        rows = option(await open_more(pilot), "rows")
        seen = []
        for _ in range(6):
            seen.append(rows.value)
            rows.action_on()
        assert sorted(seen) == ["3", "4", "5", "6", "7", "8"]
        assert rows.value == seen[0]


async def test_a_board_that_is_higher_than_broad_is_among_the_boards_of_the_strip() -> None:
    async with running() as pilot:
        more = await open_more(pilot)
        choose(option(more, "rows"), "6")
        await pilot.press("escape")
        await settled(pilot)
        board = option(menu_screen(pilot), "board")
        assert board.value == "6×4"
        board.action_on()
        board.action_back()
        assert board.value != "6×4", "only a board on its side again"
        assert "6×4" not in board.values


async def test_a_coin_toss_says_who_starts() -> None:
    starters = set()
    for seed in range(6):
        app = GridlockApp(Startup(rng=random.Random(seed)))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            choose(option(await open_more(pilot), "starts"), "coin toss")
            await pilot.press("escape", "enter")
            first = game_screen(pilot).match.game.setup.first
            assert status(pilot)[1] == f"The coin says: {first} starts."
            starters.add(first)
    assert starters == set(Player)


async def test_equal_names_are_refused() -> None:
    async with running() as pilot:
        more = await open_more(pilot)
        more.query_one("#name-one", Input).value = "Ada"
        more.query_one("#name-two", Input).value = " Ada "
        assert more.remark.text == "The two names must differ, such as Ada and Ben."
        await pilot.press("escape", "enter")
        await settled(pilot)
        assert pilot.app.screen.query_one("#name-two").has_focus
        assert toasts(pilot) == ["The two names must differ, such as Ada and Ben."]


async def test_the_options_of_the_command_line_are_chosen_at_the_start() -> None:
    size = Board(6, 7)
    boards = dict.fromkeys(VARIANTS, size)
    menu_defaults = MenuChoices(names=("Ada", "Ben"), board=size, boards=boards, first=None)
    app = GridlockApp(Startup(menu=menu_defaults))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = menu_screen(pilot)
        assert (option(menu, "board").value, option(menu, "you").value) == ("6×7", "X, coin toss")
        await pilot.press("down", "enter")
        assert game_screen(pilot).match.game.setup.names == ("Ada", "Ben")
        assert game_screen(pilot).match.game.setup.variant == VARIANTS["spacing"].resized(6, 7)


async def test_a_board_that_the_menu_does_not_have_may_still_be_played_at_once() -> None:
    options = Startup(Match.of(game("showdown", size=(2, 2))), menu=MenuChoices(board=Board(2, 2)))
    async with GridlockApp(options).run_test() as pilot:
        await pilot.pause()
        assert game_screen(pilot).variant.board == Board(2, 2)
        await pilot.press("escape")
        await pilot.pause()
        menu = menu_screen(pilot)
        assert Board.from_text(option(menu, "board").value) == menu.variant.board


async def test_list_and_preview_show_the_board_that_will_be_played() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        choose(option(menu, "board"), "4×6")
        await settled(pilot)
        own = [f"{variant.board.rows}×{variant.board.columns}" for variant in VARIANTS.values()]
        sizes = ["4×6", *own[1:]]
        assert all(size in title for size, title in zip(sizes, offered(pilot), strict=True))
        assert menu.query_one(BoardView).picture.timeline.state.board == Board(4, 6)
        await pilot.press("down")
        await settled(pilot)
        assert menu.query_one(BoardView).picture.timeline.state.variant == VARIANTS["spacing"]
        await pilot.press("b", "up")
        await settled(pilot)
        assert menu.query_one(BoardView).picture.timeline.state.board == Board(4, 6)
        assert "4×4" not in offered(pilot)[1], "b has chosen another board for Spacing"
        assert "4×4" in offered(pilot)[2]


@pytest.mark.parametrize("slug", VARIANTS)
async def test_the_next_board_is_one_for_the_highlighted_match(slug: str) -> None:
    first = str(recorded_moves(slug)[0])
    async with running(game(slug, first)) as pilot:
        await pilot.press("escape")
        await settled(pilot)
        menu = menu_screen(pilot)
        assert menu.state.line == CONTINUE
        await pilot.press("b")
        await settled(pilot)
        assert menu.state.line == slug
        assert menu.choices.sized.board != VARIANTS[slug].board
        board = menu.choices.sized.board
        assert option(menu, "board").value == f"{board.rows}×{board.columns}"
