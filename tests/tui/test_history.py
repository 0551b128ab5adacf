"""The history: listed, filtered, opened, exported and deleted."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from gridlock_tui.match import Game, Setup
from gridlock_tui.match.store.files import StoreError
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.record_files import load_record
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.messages import ShowReview
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.screens.history import HistoryScreen
from gridlock_tui.tui.tabs import TABS
from gridlock_tui.tui.widgets.game_list import PAGE, GameList
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.wording.moves import StatusMessage
from tests.match.finisher import BEGAN, finished_games
from tests.match.support import ROW, won_by
from tests.tui.history_support import (
    SOME,
    counted,
    fill,
    lines,
    opened,
    said,
    screen_of,
    winner_of,
    won,
)
from tests.tui.support import key_bar, menu_screen, running, seen, settled


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("key", ["d", "ctrl+p", "question_mark", "S"])
async def test_a_filter_keeps_the_focus_below_another_screen(key: str) -> None:
    async with opened() as pilot:
        screen = screen_of(pilot)
        await pilot.press("tab", "right", key)
        assert pilot.app.screen is not screen
        screen.query_one(KeyBar).refresh()
        await pilot.resize_terminal(100, 30)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert "Right change" in key_bar(pilot)


@pytest.mark.usefixtures("filled")
async def test_games_are_listed_the_latest_first() -> None:
    async with opened() as pilot:
        assert counted(pilot) == "60 games"
        shown = [line for line in lines(pilot) if line]
        assert len(shown) == screen_of(pilot).games.size.height
        latest = islice(reversed(SOME), len(shown))
        for line, (_, game, finished) in zip(shown, latest, strict=True):
            setup = game.setup
            one, two = (
                f"{'▲' if won(game) is player else ' '} {player.symbol} {name}"
                for player, name in zip(Player, setup.names, strict=True)
            )
            board = setup.variant.board
            *_, first, moves = line.split()
            assert str(finished.date()) in line
            assert f"{setup.variant.slug.capitalize()} {board.rows}×{board.columns} " in line
            assert one in line
            assert two in line
            assert line.count("▲") == 1
            assert (first, moves) == (setup.first.symbol, str(len(game.timeline.moves)))


async def test_every_part_of_a_game_is_shown_in_a_small_window(history: History) -> None:
    fill(history, [("a", won_by(Player.ONE), BEGAN)])
    async with opened(size=(40, 15)) as pilot:
        first, second, *rest = lines(pilot)
        assert first.split() == ["▸", "▲", "X", "Ada", "O", "Ben", "1", "move"]
        assert second.split() == ["2024-02-29", "Showdown", "1×3", "X", "began"]
        assert not any(rest)
        assert said(pilot) == "Ada beat Ben: Ben was stuck."


async def test_far_away_games_are_fetched_only_when_they_are_looked_at(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(history, islice(finished_games(6), 3 * PAGE))
    fetched = []
    page = History.page

    def watched(self: History, wanted: object, limit: int, offset: int) -> object:
        fetched.append((limit, offset))
        return page(self, wanted, limit, offset)  # type: ignore[arg-type]

    monkeypatch.setattr(History, "page", watched)
    async with opened() as pilot:
        assert fetched == [(PAGE, 0)]
        await pilot.press("end")
        await pilot.pause()
        assert fetched == [(PAGE, 0), (PAGE, 2 * PAGE)]
        assert lines(pilot)[-1].startswith("▸")
        await pilot.press("home")
        await pilot.pause()
        assert lines(pilot)[0].startswith("▸")
        assert len(fetched) == 2


@pytest.mark.usefixtures("filled")
async def test_keys_and_mouse_mark_games() -> None:
    async with opened() as pilot:
        games = screen_of(pilot).games
        await pilot.press("down", "down", "up", "j", "k")
        assert games.at == 1
        await pilot.press("pagedown", "pageup", "pageup")
        assert games.at == 0
        await pilot.press("up")
        assert games.at == 0
        await pilot.click(GameList, offset=(10, 5))
        assert games.at == 5
        assert lines(pilot)[5].startswith("▸")
        await pilot.resize_terminal(40, 15)
        await pilot.pause()
        assert any(line.startswith("▸") for line in lines(pilot))


def of_variant(slug: str) -> Callable[[Game], bool]:
    return lambda game: game.setup.variant.slug == slug


# What each filter must let through: the keys on the choices, and a naive test of a game.
FILTERS: dict[str, tuple[dict[str, str], Callable[[Game], bool]]] = {
    **{slug: ({"variant": slug.capitalize()}, of_variant(slug)) for slug in VARIANTS},
    "X": ({"result": "X"}, lambda game: won(game) is Player.ONE),
    "O": ({"result": "O"}, lambda game: won(game) is Player.TWO),
    "starter": ({"result": "starter"}, lambda game: won(game) is game.setup.first),
    "second": ({"result": "second"}, lambda game: won(game) is not game.setup.first),
    "player": ({"player": "Ada"}, lambda game: "Ada" in game.setup.names),
    "won": ({"player": "Zoë", "result": "player"}, lambda game: winner_of(game) == "Zoë"),
    "lost": (
        {"player": "Ben", "result": "opponent"},
        lambda game: "Ben" in game.setup.names and winner_of(game) != "Ben",
    ),
    "all three": (
        {"player": "Ada", "variant": "Passing", "result": "player"},
        lambda game: game.setup.variant.slug == "passing" and winner_of(game) == "Ada",
    ),
}


async def test_filters(filled: History) -> None:
    # A player whose name is only part of another one's.
    fill(filled, [("a", won_by(Player.ONE, Setup(ROW, ("Adam", "Benno"))), BEGAN)])
    async with opened(size=(80, 60)) as pilot:
        screen = screen_of(pilot)
        filters = {
            "player": screen.player_filter,
            "variant": screen.variant_filter,
            "result": screen.result_filter,
        }
        unfiltered = {id_: choice.value for id_, choice in filters.items()}
        for name, (choices, fits) in FILTERS.items():
            for id_, choice in filters.items():
                choice.focus()
                while choice.value != (unfiltered | choices)[id_]:
                    await pilot.press("right")
            await pilot.pause()
            fitting = [game for _, game, _ in SOME if fits(game)]
            if name in ("X", "starter", "showdown"):
                fitting.append(won_by(Player.ONE))
            assert counted(pilot) == f"{len(fitting)} of 61 games", name
            assert len([line for line in lines(pilot) if line]) == len(fitting), name


@pytest.mark.usefixtures("filled")
async def test_won_by_the_player_needs_a_player() -> None:
    async with opened() as pilot:
        screen = screen_of(pilot)
        await pilot.press("tab", "left", "tab", "tab", "left")
        assert screen.result_filter.value == "opponent"
        await pilot.press("shift+tab", "shift+tab", "right")
        await pilot.pause()
        assert (screen.player_filter.value, screen.result_filter.value) == ("everyone", "anyone")
        assert counted(pilot) == "60 games"


@pytest.mark.usefixtures("filled")
async def test_filters_by_mouse_and_the_way_round_by_tab() -> None:
    async with opened() as pilot:
        screen = screen_of(pilot)
        assert screen.games.has_focus
        await pilot.press("tab", "tab", "tab", "tab")
        assert screen.games.has_focus
        text = str(screen.variant_filter.render())
        await pilot.click(screen.variant_filter, offset=(text.index("›"), 0))
        await pilot.pause()
        fits = of_variant(next(iter(VARIANTS)))
        assert counted(pilot) == f"{sum(fits(game) for _, game, _ in SOME)} of 60 games"


async def test_nothing_fits(history: History) -> None:
    fill(history, [("a", won_by(Player.ONE), BEGAN)])
    async with opened() as pilot:
        await pilot.press("tab", "tab", "right")
        await pilot.pause()
        assert lines(pilot)[0].strip() == "No game matches these filters."
        assert counted(pilot) == "0 of 1 game"
        await pilot.press("enter", "d", "e")
        assert screen_of(pilot)


# What is done with a game.


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Return what was asked to be reviewed, instead of opening it."""
    asked: list[Game] = []
    post = HistoryScreen.post_message

    def watched(self: HistoryScreen, message: object) -> bool:
        if isinstance(message, ShowReview):
            asked.append(message.game)
            return True
        return post(self, message)  # type: ignore[arg-type]

    monkeypatch.setattr(HistoryScreen, "post_message", watched)
    return asked


@pytest.mark.usefixtures("filled")
async def test_enter_and_a_second_click_open_the_highlighted_game(wanted: list[Game]) -> None:
    async with opened() as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [game.timeline for game in wanted] == [SOME[-2][1].timeline]
        assert wanted[0].setup.names == SOME[-2][1].setup.names
        await pilot.click(GameList, offset=(10, 4))
        assert len(wanted) == 1
        await pilot.click(GameList, offset=(20, 4))
        await pilot.pause()
        assert [game.timeline for game in wanted[1:]] == [SOME[-5][1].timeline]


async def test_delete_asks_and_deletes(filled: History) -> None:
    async with opened() as pilot:
        await pilot.press("down", "d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n")
        await pilot.pause()
        assert filled.count() == 60
        gone = lines(pilot)[1:3]
        await pilot.press("d", "y")
        await pilot.pause()
        assert filled.count() == 59
        assert counted(pilot) == "59 games"
        assert lines(pilot)[1].strip("▸ ") == gone[1].strip("▸ ")
        assert screen_of(pilot).games.at == 1


async def test_the_last_game_can_be_deleted_too(history: History) -> None:
    fill(history, SOME[:2])
    async with opened() as pilot:
        await pilot.press("end", "d", "y", "d", "y")
        await pilot.pause()
        assert history.count() == 0
        assert lines(pilot)[0].strip() == "No game has been finished yet."


@pytest.mark.usefixtures("filled")
async def test_export_writes_a_record_that_can_be_read(home: Path) -> None:
    async with opened() as pilot:
        await pilot.press("e")
        await pilot.pause()
        (path,) = (home / "records").iterdir()
        assert said(pilot) == f"Written to {path}"
        record = load_record(path)
        assert record.game.timeline == SOME[-1][1].timeline
        assert record.game.setup.names == SOME[-1][1].setup.names
        assert record.day == SOME[-1][2].date()
        await pilot.press("e")
        assert len(list((home / "records").iterdir())) == 2


async def test_what_cannot_be_done_is_said_in_a_sentence(
    filled: History, home: Path, monkeypatch: pytest.MonkeyPatch, wanted: list[Game]
) -> None:
    (home / "records").write_text("in the way")
    async with opened() as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert said(pilot).startswith("Cannot write gridlock-")
        assert said(pilot).endswith("not a directory.")
        gone = screen_of(pilot).selected
        assert gone is not None
        filled.delete(gone.id)
        await pilot.press("enter")
        await pilot.pause()
        assert said(pilot) == "This game is not in the history any more."
        assert not wanted

        def fail(*_: object) -> None:
            raise StoreError("cannot use history.sqlite3: it is gone")

        before = lines(pilot)
        for method in ("page", "count", "delete", "record", "statistics"):
            monkeypatch.setattr(History, method, fail)
        for keys in (("S",), ("d", "y"), ("e",), ("tab", "right")):
            screen_of(pilot).message = StatusMessage()
            await pilot.press(*keys)
            await pilot.pause()
            assert said(pilot) == "Cannot use history.sqlite3: it is gone."
        await pilot.press("shift+tab")
        assert lines(pilot) == before
        monkeypatch.undo()


@pytest.mark.usefixtures("filled")
async def test_pages_that_cannot_be_fetched_are_said(monkeypatch: pytest.MonkeyPatch) -> None:

    def fail(*_: object) -> None:
        raise StoreError("game 3 of the history cannot be understood")

    monkeypatch.setattr(History, "page", fail)
    async with opened() as pilot:
        assert said(pilot) == "Game 3 of the history cannot be understood."
        assert not any(lines(pilot))


@pytest.mark.usefixtures("filled")
async def test_escape_goes_back_and_two_keys_open_one_list() -> None:
    async with running() as pilot:
        assert "y history" in key_bar(pilot)
        pilot.app.simulate_key("y")
        pilot.app.simulate_key("y")
        await pilot.pause()
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("escape")
        await pilot.pause()
        assert menu_screen(pilot)


async def test_the_tabs_are_seen_in_the_smallest_window(filled: History) -> None:
    del filled
    async with running(size=(40, 15)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        first = seen(pilot)[0]
        for tab in TABS.values():
            assert tab.label in first
