"""The menu: what is offered, how it is changed by keys and by mouse, and what it starts."""

import random
import re
from collections.abc import Callable

import pytest
from textual.widgets import Input

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, Board, Player, Variant
from gridlock_tui.tui.app import GridlockApp, Startup
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_choices import MenuChoices
from gridlock_tui.tui.menu_state import CONTINUE
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.help import HelpPage
from gridlock_tui.tui.screens.history import HistoryScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.rules import RulesPage
from gridlock_tui.tui.widgets.board_facts import BoardFacts
from gridlock_tui.tui.widgets.essence import Essence
from gridlock_tui.tui.widgets.key_table import KeyTable
from gridlock_tui.tui.widgets.tab_bar import TabBar
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.wording.moves import sentence
from tests.tui.internals import strips
from tests.tui.support import (
    choose,
    click_card,
    game,
    game_screen,
    key_bar,
    menu_screen,
    offered,
    open_more,
    option,
    recorded_moves,
    running,
    seen,
    settled,
    status,
    toasts,
)


async def test_every_variant_is_offered_with_title_size_and_what_is_special() -> None:
    async with running() as pilot:
        cards = offered(pilot)
        assert len(cards) == len(VARIANTS)
        for card, variant in zip(cards, VARIANTS.values(), strict=True):
            board = variant.board
            assert f"{variant.name} {board.rows}×{board.columns}" in card
            assert sentence(variant.summary) in card


async def test_the_highlighted_variant_is_shown_with_its_standard_size() -> None:
    async with running() as pilot:
        menu = menu_screen(pilot)
        for variant in VARIANTS.values():
            assert menu.variant is variant
            assert menu.query_one(BoardView).picture.timeline.state.variant is variant
            assert str(menu.query_one(Essence).render()) == variant.essence
            assert option(menu, "board").value == f"{variant.board.rows}×{variant.board.columns}"
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


async def test_the_strip_by_keys_against_whom_first() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "tab", "right", "tab", "right", "tab", "right")
        await pilot.press("tab", "right", "enter")
        screen = game_screen(pilot)
        setup = screen.setup
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
        await pilot.click("#play-button")
        await settled(pilot)
        assert game_screen(pilot).setup.variant == VARIANTS["showdown"].resized(3, 6)
        assert game_screen(pilot).setup.kinds == ("novice", "human")


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
        setup = game_screen(pilot).setup
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
        assert screen.setup.kinds == ("expert", "perfect")
        assert screen.names == ("Expert", "Perfect")


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
        for line in offered(pilot):
            assert re.findall(r"\d×\d", line) == ["4×6"]


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


async def test_a_variant_below_a_saved_game_of_the_same_variant_is_started() -> None:
    async with running() as pilot:
        await settled(pilot)
        await pilot.press("end")
        menu = menu_screen(pilot)
        last = list(VARIANTS)[-1]
        assert menu.variant.slug == last
        first = next(iter(VARIANTS.values()))
        menu.matches = (Match.begin(Setup(first)),)
        assert menu.state.line == CONTINUE
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
            choose(option(await open_more(pilot), "starts"), "coin toss")
            await pilot.press("escape", "enter")
            first = game_screen(pilot).setup.first
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


async def test_a_game_that_was_left_comes_first_and_is_continued_as_it_was() -> None:
    async with running(game("passing", "3 3; 2 2; 1 5", names=("Ada", "Ben"))) as pilot:
        await pilot.press("u", "escape")
        assert offered(pilot)[0].split() == [
            "▸",
            "Continue",
            "Passing",
            "5×5,",
            "3",
            "moves,",
            "Ada",
            "vs",
            "Ben",
            "c",
        ]
        assert "continue" in key_bar(pilot)
        await pilot.press("enter")
        timeline = game_screen(pilot).timeline
        assert (timeline.at, len(timeline.moves)) == (2, 3)


async def test_nothing_to_continue_nothing_offered() -> None:
    async with running(game("passing")) as pilot:
        await pilot.press("escape")
        assert len(offered(pilot)) == len(VARIANTS)
        assert "continue" not in key_bar(pilot)
        await pilot.press("c")
        assert menu_screen(pilot)


@pytest.mark.slow
async def test_the_last_games_can_be_brought_back_each_once() -> None:
    async with running() as pilot:
        for _ in range(3):
            await pilot.press("escape", "enter", "space", "escape", "enter", "escape")
        assert sum("Continue" in line for line in offered(pilot)) == 1
        for where in ("left", "right", "up", "down", "tab", "n"):
            await pilot.press("end", *["up"] * 4, "enter", where, "space", "escape")
        assert sum("Continue" in line for line in offered(pilot)) == 1
        assert "and 6 more…" in offered(pilot)[1]


async def test_a_finished_game_is_in_the_history_only() -> None:
    async with running(game("classic", "6; 15; 4"), keeps=True) as pilot:
        await pilot.press("1", "3", "space", "escape")
        await settled(pilot)
        assert len(offered(pilot)) == len(VARIANTS)
        assert "continue" not in key_bar(pilot)
        await pilot.press("2")
        await settled(pilot)
        assert any("Classic" in line for line in seen(pilot)[5:])


async def test_the_options_of_the_command_line_are_chosen_at_the_start() -> None:
    menu_defaults = MenuChoices(names=("Ada", "Ben"), board=Board(6, 7), first=None)
    app = GridlockApp(Startup(menu=menu_defaults))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = menu_screen(pilot)
        assert (option(menu, "board").value, option(menu, "you").value) == ("6×7", "X, coin toss")
        await pilot.press("down", "enter")
        assert game_screen(pilot).setup.names == ("Ada", "Ben")
        assert game_screen(pilot).setup.variant == VARIANTS["spacing"].resized(6, 7)


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
        assert Board.from_text(option(menu, "board").value) == menu.variant.board


async def test_list_and_preview_show_the_board_that_will_be_played() -> None:
    async with running() as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        choose(option(menu, "board"), "4×6")
        await settled(pilot)
        own = [f"{variant.board.rows}×{variant.board.columns}" for variant in VARIANTS.values()]
        assert all("4×6" in title for title in offered(pilot))
        assert menu.query_one(BoardView).picture.timeline.state.board == Board(4, 6)
        await pilot.press("down")
        await settled(pilot)
        assert menu.query_one(BoardView).picture.timeline.state.variant == VARIANTS[
            "spacing"
        ].resized(4, 6)
        choose(option(menu, "board"), "5×5")
        await pilot.press("down", "down", "down")  # to passing, of which that is the own board
        await settled(pilot)
        assert menu.variant.slug == "passing"
        assert all(size in title for size, title in zip(own, offered(pilot), strict=True))


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
        await pilot.press("m")
        await settled(pilot)
        pilot.app.screen.query_one("#name-one", Input).focus()
        await pilot.press("A", "l", "enter")
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
        assert menu_screen(pilot).choices.opponent == "expert"
        assert menu_screen(pilot).choices.names == ("Cy", "Di")
        await pilot.press("q")
    options = Startup(keeps=True, menu=MenuChoices(names=("Ada", "Ben")))
    async with GridlockApp(options).run_test() as pilot:
        await settled(pilot)
        assert menu_screen(pilot).choices.names == ("Ada", "Ben")
        assert menu_screen(pilot).state.match is not None


async def test_keys_that_are_typed_ahead_see_what_the_keys_before_them_have_changed() -> None:
    async with running() as pilot:
        await settled(pilot)
        for key in ("end", "tab", "tab", "tab", "right", "enter"):
            pilot.app.simulate_key(key)
        await settled(pilot)
        assert game_screen(pilot).variant == VARIANTS["passing"].resized(4, 7)


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


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (76, 15), (40, 15)])
async def test_notices_cover_no_options(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await settled(pilot)
        for number in range(2):
            pilot.app.notify(f"Notice {number}", timeout=600)
        await settled(pilot)
        notices = [toast.region for toast in pilot.app.screen.query("Toast")]
        assert len(notices) == 2
        for option_ in menu_screen(pilot).query("#strip > *"):
            assert option_.region.area
            assert not any(option_.region.overlaps(notice) for notice in notices)


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (100, 24), (80, 24), (76, 15), (40, 15)])
@pytest.mark.parametrize("count", [0, 1, 4])
async def test_nothing_is_cut(size: tuple[int, int], count: int) -> None:
    """Every card, option and sentence is there from its first to its last word."""
    matches = tuple(Match.of(game("passing", "3 3", names=("Ada", "Ben"))) for _ in range(count))
    async with running(size=size) as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        menu.matches = matches
        for slug, variant in VARIANTS.items():
            menu.state = menu.state.highlight(slug)
            await settled(pilot)
            lines = seen(pilot)
            words = " ".join(" ".join(lines).split())
            assert "…" not in words.replace("more…", "").replace("More…", "")
            for each in VARIANTS.values():
                assert each.name in words
                if size != (40, 15):
                    assert sentence(each.summary) in words
            (essence,) = (each for each in menu.query(Essence) if each.display)
            assert essence.render().plain in (variant.essence, sentence(variant.summary))
            height = essence.render().get_height({}, essence.content_size.width)
            assert height <= essence.content_size.height
            if size[1] > 15:
                assert essence.render().plain == variant.essence
            facts = menu.query_one(BoardFacts)
            height = facts.render().get_height({}, facts.content_size.width)
            assert height <= facts.region.intersection(facts.parent.region).height  # type: ignore[union-attr]
            for name in ("against", "you", "board", "length", "more-button", "play-button"):
                region = menu.query_one(f"#{name}").region
                assert menu.region.contains_region(region)
            if count:
                assert "Passing 5×5, 1 move, Ada vs Ben" in words
            if count > 1:
                assert "and 3 more…" in words


# What is highlighted before the saved matches are known.


async def test_nothing_is_highlighted_before_it_is_known_and_no_key_is_lost() -> None:
    async with running(game("passing", "3 3"), keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("left", "space", "q")
    for keys, begins in (("enter", "passing"), ("c", "passing"), ("down enter", "classic")):
        app = GridlockApp(Startup(keeps=True))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MenuScreen, "_mount_rest", lambda _: None)
            patch.setattr(GridlockApp, "call_after_refresh", lambda *_: True)
            async with app.run_test(size=(80, 24)) as pilot:
                menu = menu_screen(pilot)
                assert menu.state.line == ""
                assert not any("▸" in line for line in seen(pilot)[:-4])
                await pilot.press(*keys.split())
                await settled(pilot)
                assert game_screen(pilot).variant.slug == begins
                await pilot.press("q")


# Tabs.


async def test_tabs_by_key_and_by_mouse() -> None:
    async with running() as pilot:
        await settled(pilot)
        for go, back in (("2", "1"), ("y", "escape")):
            await pilot.press(go)
            await settled(pilot)
            assert isinstance(pilot.app.screen, HistoryScreen)
            assert pilot.app.screen.query_one(TabBar).current == "history"
            await pilot.press(go)
            await pilot.press(back)
            await settled(pilot)
            assert menu_screen(pilot).query_one(TabBar).current == "play"
        bar = pilot.app.screen.query_one(TabBar).render().plain
        await pilot.click(TabBar, offset=(2 + bar.index("History") + 2, 0))
        await settled(pilot)
        assert isinstance(pilot.app.screen, HistoryScreen)
        await pilot.click(TabBar, offset=(2 + bar.index("Play") + 1, 0))
        await settled(pilot)
        assert menu_screen(pilot)
        assert len(pilot.app.screen_stack) == 1


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_the_tabs_stand_at_the_same_place_on_every_tab(size: tuple[int, int]) -> None:
    async with running(size=size) as pilot:
        await settled(pilot)
        (y,) = (y for y, line in enumerate(seen(pilot)) if "History" in line)
        left = seen(pilot)[y].index("Play")
        await pilot.press("y")
        await settled(pilot)
        assert seen(pilot)[y].index("Play") == left
