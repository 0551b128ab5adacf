"""The list of the menu: games to start, games to continue, and what is highlighted."""

from collections.abc import Callable

import pytest
from textual.widgets import Input

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Board, Variant
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.engine_client import EngineClient
from gridlock_tui.tui.menu_choices import OPPONENTS, MenuChoices
from gridlock_tui.tui.menu_state import CONTINUE
from gridlock_tui.tui.preferences import preferences_of
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.board_facts import BoardFacts
from gridlock_tui.tui.widgets.essence import Essence
from gridlock_tui.tui.wording.moves import sentence
from tests.tui.support import (
    game,
    game_screen,
    key_bar,
    menu_screen,
    offered,
    option,
    play_and_leave,
    running,
    seen,
    settled,
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
    # Nothing is known about this board beforehand.
    menu_defaults = MenuChoices(variant=VARIANTS["spacing"], board=Board(7, 7))
    app = GridlockApp(Startup(menu=menu_defaults, match=Match.of(game("spacing", size=(7, 7)))))
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


async def test_enter_says_whether_it_continues_or_starts() -> None:
    async with running() as pilot:
        for moves in ("2 2", "3 3"):
            await play_and_leave(pilot, Match.of(game("showdown", moves)))
        assert key_bar(pilot).startswith("Enter continue  Tab options"), "c is the same now"
        await pilot.press("down")
        assert key_bar(pilot).startswith("Enter list  c continue")
        await pilot.press("down")
        assert key_bar(pilot).startswith("Enter play  c continue")
        await pilot.press("up", "up")
        assert key_bar(pilot).startswith("Enter continue")


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
        await pilot.press("3")
        await settled(pilot)
        assert any("Classic" in line for line in seen(pilot)[5:])


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
        assert begun.match.game.setup.kinds == ("human", "novice")
        assert begun.match.game.names == ("Al", "Novice")


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


async def test_the_options_of_the_smallest_window_stand_apart() -> None:
    async with running(size=(40, 15)) as pilot:
        await settled(pilot)
        for slug in VARIANTS:
            menu_screen(pilot).state = menu_screen(pilot).state.highlight(slug)
            for _ in OPPONENTS[:-1]:  # for the last one the button has another word
                await pilot.press("o")
                await settled(pilot)
                strip = menu_screen(pilot).query_one("#strip").region
                lines = seen(pilot)[strip.y : strip.bottom]
                assert all(line[0] + line[-1] == "  " for line in lines)
                assert all(line[1] != " " for line in lines)
                assert [line[18] for line in lines] == [" "] * 3


async def test_a_window_resized_during_a_game_has_a_whole_strip_afterwards() -> None:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        await pilot.resize_terminal(40, 15)
        await pilot.press("escape")
        await settled(pilot)
        menu = menu_screen(pilot)
        for name in ("against", "you", "board", "length"):
            choice = option(menu, name)
            assert choice.size.width >= len(choice.render().plain.rstrip())
