"""The saved matches in the menu: all are counted; each can be continued or given up."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.match import Match
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.widgets.menu_options import Essence
from gridlock_tui.tui.widgets.variant_picker import VariantPicker
from tests.tui.support import (
    game,
    game_screen,
    key_bar,
    menu_screen,
    play_and_leave,
    running,
    seen,
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
    await settled(pilot)
    for match in matches:
        await play_and_leave(pilot, match)


def app_of(pilot: Pilot[None]) -> GridlockApp:
    assert isinstance(pilot.app, GridlockApp)
    return pilot.app


def prompts(pilot: Pilot[None]) -> list[str]:
    return [str(option.prompt) for option in menu_screen(pilot).picker.options]


def counts(pilot: Pilot[None]) -> list[str]:
    """Return the number of moves of each game that can be continued."""
    lines = [prompt.partition(" move")[0] for prompt in prompts(pilot) if "Continue" in prompt]
    return [words.split()[-1] for words in lines]


def question(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app.screen, ConfirmScreen)
    return str(pilot.app.screen.query("Static").first().render())


async def give_up(pilot: Pilot[None], answer: str = "y") -> None:
    await pilot.press("d")
    await settled(pilot)
    await pilot.press(answer)
    await settled(pilot)


async def test_games_beyond_the_five_listed_are_counted_also_after_a_restart() -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches())
        assert counts(pilot) == ["8", "7", "6", "5", "4"]
        assert prompts(pilot)[5] == "  3 older games not listed"
        await pilot.press("q")
    async with running(keeps=True, size=(40, 24)) as pilot:
        await settled(pilot)
        assert len(app_of(pilot).library.saved_matches) == COUNT
        assert prompts(pilot)[5] == "  3 older games not listed"
        assert any("3 older games not listed" in line for line in seen(pilot))


@pytest.mark.parametrize("keeps", [True, False])
async def test_the_line_with_the_count_is_skipped_and_cannot_be_played(keeps: bool) -> None:
    async with running(keeps=keeps) as pilot:
        await shelve(pilot, some_matches(6))
        assert prompts(pilot)[5] == "  1 older game not listed"
        menu = menu_screen(pilot)
        await pilot.press(*["down"] * 5)
        assert menu.state.new_variant is next(iter(VARIANTS.values()))
        await pilot.press("up")
        assert menu.state.match is not None
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
        assert Saves(find_paths().saves).take(matches[2].uid) is None, "it is ours again"


async def test_a_game_is_given_up_after_a_question_that_names_it(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(6))
        await pilot.press("down")
        await pilot.press("d")
        await settled(pilot)
        asked = " ".join(question(pilot).split())
        assert asked == "Give up Spacing 8×8, 5 moves, Ada vs Ben? This cannot be undone."
        await pilot.press("n")
        await settled(pilot)
        assert counts(pilot) == ["6", "5", "4", "3", "2"]
        await give_up(pilot)
        assert counts(pilot) == ["6", "4", "3", "2", "1"]
        marked = menu_screen(pilot).state.match
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
        assert menu_screen(pilot).state.new_variant is not None
        assert list((home / "saves").iterdir()) == []
        assert "give up" not in key_bar(pilot)


async def test_only_a_highlighted_game_can_be_given_up() -> None:
    async with running() as pilot:
        await settled(pilot)
        assert "give up" not in key_bar(pilot)
        await pilot.press("d")
        await settled(pilot)
        await shelve(pilot, some_matches(1))
        assert "d gives it up" in str(menu_screen(pilot).query_one(Essence).render())
        await pilot.resize_terminal(100, 30)
        assert "d give up" in key_bar(pilot)
        await pilot.press("down", "d")
        await settled(pilot)
        assert menu_screen(pilot)
        active = {
            each.binding.id: each.enabled for each in pilot.app.screen.active_bindings.values()
        }
        assert active["drop"] is False
        await pilot.press("up")
        await give_up(pilot)
        assert app_of(pilot).library.saved_matches == ()


async def test_a_finished_game_goes_off_the_list_and_stays_in_the_history() -> None:
    ended = Match.of(game("classic", "6; 15; 4; 13", names=NAMES))
    async with running(keeps=True) as pilot:
        await shelve(pilot, [*some_matches(1), ended])
        await pilot.press("d")
        await settled(pilot)
        asked = " ".join(question(pilot).split())
        assert asked == (
            "Remove Classic 4×4, 4 moves, Ada vs Ben from this list? It stays in the history."
        )
        assert "y remove" in str(pilot.app.screen.query_one("#answers").render())
        await pilot.press("y")
        await settled(pilot)
        assert counts(pilot) == ["1"]
        history, _ = app_of(pilot).library.history()
        assert history.count() == 1


async def test_finished_games_are_not_counted_beyond_the_five_listed() -> None:
    ended = [Match.of(game("classic", "6; 15; 4; 13")) for _ in range(7)]
    async with running() as pilot:
        await shelve(pilot, [*some_matches(1), *ended])
        assert prompts(pilot)[5] == "  1 older game not listed"
        await give_up(pilot)
        assert counts(pilot) == ["1"]


async def test_a_game_opened_in_another_window_is_no_longer_listed_nor_given_up(
    home: Path,
) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(6))
        (behind,) = (
            match
            for match in app_of(pilot).library.saved_matches
            if len(match.game.timeline.moves) == 1
        )
        other = Saves(find_paths().saves)
        assert other.take(behind.uid) is not None
        await give_up(pilot)
        await pilot.press(*["down"] * 4)
        await give_up(pilot)
        assert toasts(pilot) == ["That game is open in another window, or gone."]
        assert counts(pilot) == ["5", "4", "3", "2"]
        other.close()
        assert (home / "saves" / f"{behind.uid}.json").exists()


async def test_a_game_continued_in_another_window_is_updated_before_it_is_given_up() -> None:
    one, *_, longer = some_matches()
    async with running(keeps=True) as pilot:
        await shelve(pilot, [one])
        await pilot.press("q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        async with running(keeps=True) as other:
            await settled(other)
            library = app_of(other).library
            taken = library.resume(library.saved_matches[0])
            library.save(taken.with_game(longer.game))
        await give_up(pilot)
        assert toasts(pilot) == ["That game was continued in another window, so it is not removed."]
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


async def test_a_match_that_could_not_be_saved_is_not_lost_beyond_the_five_listed(
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


async def test_brief_lines_show_variant_size_moves_names_or_score() -> None:
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
        assert "Classic 4×4, 2 moves, Kon… vs Maxi…" in "\n".join(seen(pilot))


async def test_a_brief_line_in_a_narrow_window_says_what_has_ended_and_may_be_ascii() -> None:
    ended = Match.of(game("classic", "6; 15; 4; 13", names=("Konstantin", "Maximiliane")))
    async with running(size=(40, 15), ascii_only=True) as pilot:
        await shelve(pilot, [ended])
        assert prompts(pilot)[0] == "▸ Classic 4×4, ended, Kons… vs Maxim…"
        assert any("> Classic 4x4, ended, Kons. vs Maxim." in line for line in seen(pilot))


@pytest.mark.slow
async def test_the_highlighted_line_is_visible_after_every_resize() -> None:
    async with running() as pilot:
        await shelve(pilot, some_matches(6))
        for row in range(11):
            for size in ((40, 15), (80, 24), (76, 15), (40, 24), (120, 40)):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                assert any("▸" in line for line in seen(pilot)), (row, size)
            await pilot.press("down")
