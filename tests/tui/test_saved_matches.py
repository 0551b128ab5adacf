"""The saved matches: one line in the menu, all in a list; each can be continued or given up."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gridlock_tui.match.match import Match
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.saves import Saves
from gridlock_tui.rules import VARIANTS
from gridlock_tui.tui.menu_state import CONTINUE, OTHERS
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.screens.matches import MatchesScreen, MatchList
from gridlock_tui.tui.widgets.essence import Essence
from tests.tui.support import (
    app_of,
    click_card,
    game,
    game_screen,
    key_bar,
    menu_screen,
    offered,
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


def moves_in(line: str) -> str:
    """Return the number of moves that a line about a match names."""
    return line.partition(" move")[0].split()[-1]


def latest(pilot: Pilot[None]) -> str:
    """Return the number of moves of the match that the menu continues; nothing without one."""
    line = offered(pilot)[0]
    return moves_in(line) if "Continue" in line else ""


async def list_matches(pilot: Pilot[None]) -> MatchesScreen:
    """Show the list of all unfinished matches."""
    menu = menu_screen(pilot)
    menu.state = menu.state.highlight(OTHERS)
    await pilot.press("enter")
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, MatchesScreen)
    return screen


def listed(screen: MatchesScreen) -> list[str]:
    """Return the number of moves of each match in the list."""
    return [moves_in(str(option.prompt)) for option in screen.matches.options]


def question(pilot: Pilot[None]) -> str:
    assert isinstance(pilot.app.screen, ConfirmScreen)
    return str(pilot.app.screen.query("Static").first().render())


async def give_up(pilot: Pilot[None], answer: str = "y") -> None:
    await pilot.press("d")
    await settled(pilot)
    await pilot.press(answer)
    await settled(pilot)


async def test_all_games_are_counted_and_listed_also_after_a_restart() -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches())
        assert latest(pilot) == "8"
        assert "and 7 more…" in offered(pilot)[1]
        assert len(offered(pilot)) == 2 + len(VARIANTS)
        await pilot.press("q")
    async with running(keeps=True, size=(40, 24)) as pilot:
        await settled(pilot)
        assert len(app_of(pilot).library.saved_matches) == COUNT
        assert any("and 7 more…" in line for line in seen(pilot))
        assert listed(await list_matches(pilot)) == ["8", "7", "6", "5", "4", "3", "2", "1"]


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("by_mouse", [True, False])
async def test_an_older_game_is_continued_from_the_list(keeps: bool, by_mouse: bool) -> None:
    matches = some_matches(7)
    async with running(keeps=keeps) as pilot:
        await shelve(pilot, matches)
        if by_mouse:
            await click_card(pilot, OTHERS)
            await settled(pilot)
            await pilot.click(MatchList, offset=(5, 6))
        else:
            await pilot.press("down", "enter")
            await settled(pilot)
            await pilot.press("end", "enter")
        await settled(pilot)
        assert game_screen(pilot).match == matches[0]


async def test_one_click_continues_the_latest_game() -> None:
    async with running() as pilot:
        await shelve(pilot, some_matches(2))
        await pilot.press("end")
        await click_card(pilot, CONTINUE)
        await settled(pilot)
        assert len(game_screen(pilot).timeline.moves) == 2


async def test_the_list_is_left_by_escape_and_by_its_last_game() -> None:
    async with running() as pilot:
        await shelve(pilot, some_matches(2))
        await list_matches(pilot)
        await pilot.press("escape")
        assert menu_screen(pilot)
        await list_matches(pilot)
        await give_up(pilot)
        assert isinstance(pilot.app.screen, MatchesScreen)
        await give_up(pilot)
        assert menu_screen(pilot)
        assert len(offered(pilot)) == len(VARIANTS)


async def test_a_game_that_moves_up_is_continued_as_it_was() -> None:
    matches = some_matches()
    async with running(keeps=True) as pilot:
        await shelve(pilot, matches)
        for _ in range(5):
            await give_up(pilot)
        assert latest(pilot) == "3"
        assert "and 2 more…" in offered(pilot)[1]
        await pilot.press("c")
        await settled(pilot)
        assert game_screen(pilot).match == matches[2]
        assert Saves(find_paths().saves).take(matches[2].uid) is None, "it is ours again"


async def test_a_game_is_given_up_after_a_question_that_names_it(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(6))
        screen = await list_matches(pilot)
        await pilot.press("down", "d")
        await settled(pilot)
        asked = " ".join(question(pilot).split())
        assert asked == "Give up Spacing 8×8, 5 moves, Ada vs Ben? This cannot be undone."
        await pilot.press("n")
        await settled(pilot)
        assert len(list((home / "saves").glob("*.json"))) == 6
        await give_up(pilot)
        assert listed(screen) == ["6", "4", "3", "2", "1"]
        assert moves_in(str(screen.matches.get_option_at_index(1).prompt)) == "4"
        assert screen.matches.highlighted == 1
        assert len(list((home / "saves").glob("*.json"))) == 5
        await pilot.press("escape", "q")
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert listed(await list_matches(pilot)) == ["6", "4", "3", "2", "1"]


async def test_after_the_last_game_is_given_up_only_the_variants_are_left(home: Path) -> None:
    async with running(keeps=True) as pilot:
        await shelve(pilot, some_matches(2))
        await give_up(pilot)
        assert latest(pilot) == "1"
        await give_up(pilot)
        assert len(offered(pilot)) == len(VARIANTS)
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


async def test_finished_games_are_neither_listed_nor_counted() -> None:
    ended = [Match.of(game("classic", "6; 15; 4; 13")) for _ in range(3)]
    async with running(keeps=True) as pilot:
        await shelve(pilot, [*some_matches(1), *ended])
        assert latest(pilot) == "1"
        assert len(offered(pilot)) == 1 + len(VARIANTS)
        history, _ = app_of(pilot).library.history()
        assert history.count() == 3


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
        screen = await list_matches(pilot)
        await pilot.press("end")
        await give_up(pilot)
        assert toasts(pilot) == ["That game is open in another window, or gone."]
        assert listed(screen) == ["5", "4", "3", "2"]
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
        assert latest(pilot) == "8"
        await give_up(pilot)
        assert latest(pilot) == ""


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
        assert latest(pilot) == "1"
        await give_up(pilot)
        assert latest(pilot) == ""


async def test_a_match_that_could_not_be_saved_is_not_lost_beyond_the_five_listed(
    home: Path,
) -> None:
    home.write_text("a file where the folder should be")
    matches = some_matches(6)
    async with running(keeps=True) as pilot:
        await shelve(pilot, matches)
        await give_up(pilot)
        await list_matches(pilot)
        await pilot.press("end", "enter")
        await settled(pilot)
        assert game_screen(pilot).match == matches[0]


# One line about each.


async def test_lines_show_variant_size_moves_names_or_score() -> None:
    spacing, *_ = some_matches(1)
    series = Match.begin(game("showdown", names=("Alexander the Great", "Bo")).setup, 5)
    played = series.with_game(game("showdown", "2 2", names=("Alexander the Great", "Bo")))
    classic = Match.of(game("classic", "6; 15", names=("Konstantin", "Maximiliane")))
    solo = Match.of(game("classic", "6; 15", kinds=("human", "skilled")))
    async with running(size=(40, 15)) as pilot:
        await shelve(pilot, [Match.of(game("passing", "3 3")), solo, spacing, played, classic])
        assert "▸ Classic 4×4, 2 moves, Ko… vs Max…" in "\n".join(seen(pilot))
        screen = await list_matches(pilot)
        lines = [str(option.prompt).strip() for option in screen.matches.options]
        assert lines == [
            "▸ Classic 4×4, 2 moves, Kon… vs Max…",
            "Showdown 4×4, Alexander th… 0:0 Bo",
            "Spacing 8×8, 1 move, Ada vs Ben",
            "Classic 4×4, 2 moves, vs Skilled",
            "Passing 5×5, 1 move",
        ]
        assert lines[0] in "\n".join(seen(pilot))
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "Classic 4×4, 2 moves, Konstantin vs Maximiliane" in "\n".join(seen(pilot))


@pytest.mark.slow
async def test_the_highlighted_line_is_visible_after_every_resize() -> None:
    async with running() as pilot:
        await shelve(pilot, some_matches(6))
        for row in range(8):
            for size in ((40, 15), (80, 24), (76, 15), (40, 24), (120, 40)):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                top = "\n".join(seen(pilot)[:-5])
                assert "▸" in top, (row, size)
            await pilot.press("down")
