"""The games that wait in the menu: all are known, each can be told apart, continued, given up."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.files import find_places
from gridlock_tui.match.ongoing import Match
from gridlock_tui.match.saves import Saves
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.glyphs import ASCII
from gridlock_tui.tui.messages import MatchShelved, MenuWanted
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from tests.tui.support import (
    game,
    game_screen,
    key_bar,
    menu_screen,
    running,
    settled,
    toasts,
)

NAMES = ("Ada", "Ben")
MOVES = "1 1; 1 3; 1 5; 1 7; 3 1; 3 3; 3 5; 3 7"
COUNT = 8


def some_matches(count: int = COUNT) -> list[Match]:
    """Return matches of one, two, three ... moves."""
    moves = MOVES.split("; ")
    return [
        Match.of(game("spacing", "; ".join(moves[: number + 1]), (8, 8), NAMES))
        for number in range(count)
    ]


async def shelve(pilot: Pilot[None], matches: Iterable[Match]) -> None:
    """Leave these matches one after the other, the last one for the menu."""
    app = app_of(pilot)
    await settled(pilot)
    for match in matches:
        app.keep_match(match)
        app.post_message(MatchShelved(match))
    app.post_message(MenuWanted())
    await settled(pilot)


def app_of(pilot: Pilot[None]) -> GridlockApp:
    assert isinstance(pilot.app, GridlockApp)
    return pilot.app


def prompts(pilot: Pilot[None]) -> list[str]:
    return [str(option.prompt) for option in menu_screen(pilot).picker.options]


def counts(pilot: Pilot[None]) -> list[str]:
    """Return how many moves the games have that can be continued."""
    told = [prompt.partition(" move")[0] for prompt in prompts(pilot) if "Continue" in prompt]
    return [words.split()[-1] for words in told]


def glass(pilot: Pilot[None]) -> list[str]:
    """Return the lines on the screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def question(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app.screen, ConfirmScreen)
    return str(pilot.app.screen.query("Static").first().render())


async def give_up(pilot: Pilot[None], answer: str = "y") -> None:
    await pilot.press("d")
    await settled(pilot)
    await pilot.press(answer)
    await settled(pilot)


async def test_games_behind_the_five_latest_are_counted_also_after_a_restart() -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches())
        assert counts(pilot) == ["8", "7", "6", "5", "4"]
        assert prompts(pilot)[5] == "  3 older games wait behind these"
        await pilot.press("q")
    async with running(keeps=True, size=(40, 24)) as pilot:
        await settled(pilot)
        assert len(app_of(pilot).waiting) == COUNT
        assert prompts(pilot)[5] == "  3 older games wait behind these"
        assert any("3 older games wait behind these" in line for line in glass(pilot))


@pytest.mark.parametrize("keeps", [True, False])
async def test_the_line_that_counts_is_passed_over_and_cannot_be_played(keeps: bool) -> None:
    async with running(keeps=keeps) as pilot:
        await shelve(pilot, some_matches(6))
        assert prompts(pilot)[5] == "  1 older game waits behind these"
        picker = menu_screen(pilot).picker
        await pilot.press(*["down"] * 5)
        assert picker.variant is next(iter(VARIANTS.values()))
        await pilot.press("up")
        assert picker.match is not None
        await pilot.click(VariantPicker, offset=(3, 5))
        await settled(pilot)
        await pilot.press("home", "enter")
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 6


async def test_a_game_that_moves_up_is_continued_as_it_was() -> None:
    matches = some_matches()
    async with running(keeps=True) as pilot:
        await shelve(pilot, matches)
        for _ in range(5):
            await give_up(pilot)
        assert counts(pilot) == ["3", "2", "1"]
        assert not any("older" in prompt for prompt in prompts(pilot))
        await pilot.press("c")
        await settled(pilot)
        assert game_screen(pilot).match == matches[2]
        assert Saves(find_places().saves).take(matches[2].uid) is None, "it is ours again"


async def test_a_game_is_given_up_after_a_question_that_names_it(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(6))
        await pilot.press("down")
        await pilot.press("d")
        await settled(pilot)
        asked = " ".join(question(pilot).split())
        assert asked == "Give up Spacing 8×8, 5 moves, Ada vs Ben, for good?"
        await pilot.press("n")
        await settled(pilot)
        assert counts(pilot) == ["6", "5", "4", "3", "2"]
        await give_up(pilot)
        assert counts(pilot) == ["6", "4", "3", "2", "1"]
        marked = menu_screen(pilot).picker.match
        assert marked is not None
        assert len(marked.game.timeline.moves) == 4, "the next older one is marked"
        assert len(list((home / "saves").glob("*.json"))) == 5
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert counts(pilot) == ["6", "4", "3", "2", "1"]


async def test_after_the_last_game_is_given_up_only_the_variants_are_left(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(2))
        await pilot.press("down")
        await give_up(pilot)
        assert counts(pilot) == ["2"]
        await give_up(pilot)
        assert len(prompts(pilot)) == len(VARIANTS)
        assert menu_screen(pilot).picker.variant is not None
        assert list((home / "saves").iterdir()) == []
        assert "drop" not in key_bar(pilot)


async def test_only_a_game_that_is_marked_can_be_given_up() -> None:
    async with running() as pilot:
        await settled(pilot)
        assert "drop" not in key_bar(pilot)
        await pilot.press("d")
        await settled(pilot)
        await shelve(pilot, some_matches(1))
        assert "d gives it up" in str(menu_screen(pilot).essence.render())
        await pilot.resize_terminal(100, 30)
        assert "d drop" in key_bar(pilot)
        await pilot.press("down", "d")
        await settled(pilot)
        assert menu_screen(pilot)
        active = {
            each.binding.id: each.enabled for each in pilot.app.screen.active_bindings.values()
        }
        assert active["drop"] is False
        await pilot.press("up")
        await give_up(pilot)
        assert app_of(pilot).waiting == ()


async def test_a_finished_game_goes_off_the_list_and_stays_in_the_history() -> None:
    ended = Match.of(game("classic", "6; 15; 4; 13", names=NAMES))
    async with running(keeps=True) as pilot:
        await shelve(pilot, [*some_matches(1), ended])
        await pilot.press("d")
        await settled(pilot)
        asked = " ".join(question(pilot).split())
        assert asked == (
            "Take Classic 4×4, 4 moves, Ada vs Ben, off this list? "
            "It stays among the finished games."
        )
        await pilot.press("y")
        await settled(pilot)
        assert counts(pilot) == ["1"]
        history, _ = app_of(pilot).keeper_or_new().history()
        assert history.count() == 1


async def test_finished_games_do_not_wait_behind_the_five_latest() -> None:
    ended = [Match.of(game("classic", "6; 15; 4; 13")) for _ in range(7)]
    async with running() as pilot:
        await shelve(pilot, [*some_matches(1), *ended])
        assert prompts(pilot)[5] == "  1 older game waits behind these"
        await give_up(pilot)
        assert counts(pilot) == ["1"]


async def test_what_another_window_has_taken_is_neither_given_up_nor_listed_any_more(
    home: Path,
) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(6))
        (behind,) = (
            match for match in app_of(pilot).waiting if len(match.game.timeline.moves) == 1
        )
        other = Saves(find_places().saves)
        assert other.take(behind.uid) is not None
        await give_up(pilot)
        await pilot.press(*["down"] * 4)
        await give_up(pilot)
        assert toasts(pilot) == ["That game is open in another window, or gone."]
        assert counts(pilot) == ["5", "4", "3", "2"]
        other.close()
        assert (home / "saves" / f"{behind.uid}.json").exists()


async def test_what_went_on_in_another_window_is_shown_before_it_is_given_up() -> None:
    one, *_, longer = some_matches()
    async with running(keeps=True) as pilot:
        await shelve(pilot, [one])
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        async with running(keeps=True) as other:
            await settled(other)
            taken = app_of(other).take_match(app_of(other).waiting[0])
            assert taken is not None
            app_of(other).keep_match(taken.with_game(longer.game))
        await give_up(pilot)
        assert toasts(pilot) == ["That game has gone on in another window, and stays."]
        assert counts(pilot) == ["8"]
        await give_up(pilot)
        assert counts(pilot) == []


async def test_a_save_that_cannot_be_removed_stays_in_the_list_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(1))

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            await give_up(pilot)
        assert toasts(pilot) == ["Cannot remove the match: permission denied."]
        assert counts(pilot) == ["1"]
        await give_up(pilot)
        assert counts(pilot) == []


async def test_a_match_that_could_not_be_saved_is_not_lost_behind_the_five_latest(
    home: Path,
) -> None:
    home.write_text("a file where the folder should be")
    matches = some_matches(6)
    async with running(keeps=True) as pilot:
        await shelve(pilot, matches)
        await give_up(pilot)
        await pilot.press(*["down"] * 4, "enter")
        await settled(pilot)
        assert game_screen(pilot).match == matches[0]


# One line about each.


async def test_brief_lines_tell_variant_size_moves_names_or_score() -> None:
    spacing, *_ = some_matches(1)
    series = Match.begin(game("showdown", names=("Alexander the Great", "Bo")).setup, 5)
    played = series.with_game(game("showdown", "2 2", names=("Alexander the Great", "Bo")))
    classic = Match.of(game("classic", "6; 15", names=("Konstantin", "Maximiliane")))
    solo = Match.of(game("classic", "6; 15", kinds=("human", "skilled")))
    async with running() as pilot:
        await shelve(pilot, [Match.of(game("passing", "3 3")), solo, spacing, played, classic])
        assert [prompt.strip() for prompt in prompts(pilot)[:5]] == [
            "▸ Continue Classic 4×4, 2 moves, Ko… vs Ma…",
            "Continue Showdown 4×4, Alexander… 0:0 Bo",
            "Continue Spacing 8×8, 1 move, Ada vs Ben",
            "Continue Classic 4×4, 2 moves, vs Skilled",
            "Continue Passing 5×5, 1 move",
        ]
        await pilot.resize_terminal(40, 15)
        await settled(pilot)
        assert [prompt.strip() for prompt in prompts(pilot)[:5]] == [
            "▸ Classic 4×4, 2 moves, Kon… vs Maxi…",
            "Showdown 4×4, Alexander the… 0:0 Bo",
            "Spacing 8×8, 1 move, Ada vs Ben",
            "Classic 4×4, 2 moves, vs Skilled",
            "Passing 5×5, 1 move",
        ]
        assert "Classic 4×4, 2 moves, Kon… vs Maxi…" in "\n".join(glass(pilot))


async def test_a_brief_line_in_a_narrow_window_says_what_has_ended_and_may_be_ascii() -> None:
    ended = Match.of(game("classic", "6; 15; 4; 13", names=("Konstantin", "Maximiliane")))
    async with running(size=(40, 15), glyphs=ASCII) as pilot:
        await shelve(pilot, [ended])
        assert prompts(pilot)[0] == "> Classic 4x4, ended, Ko... vs Max..."


async def test_the_marked_line_is_seen_after_every_resize() -> None:
    async with running() as pilot:
        await shelve(pilot, some_matches(6))
        for row in range(11):
            for size in ((40, 15), (80, 24), (76, 15), (40, 24), (120, 40)):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                assert any("▸" in line for line in glass(pilot)), (row, size)
            await pilot.press("down")
