"""A short soak of every variant, and the proof that a soak finds what is wrong."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.app import App
from textual.geometry import Size

from gridlock_tui.match import Game
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move, Player
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board import art, paint as painter
from gridlock_tui.tui.board.picture import Picture
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.startup import Startup
from gridlock_tui.tui.widgets.turning_panel import SmallBoard
from gridlock_tui.tui.wording import turning
from tests.soak.driver import Driver, Fault
from tests.soak.plan import IN_A_ROW, LARGE_EVERY, ROOMS, SIDES, Plan, name_of, plan_of, variant_of
from tests.soak.run import WARM_UP, Report, give_back_what_is_free, resident, soak
from tests.soak.terminal_screen import TerminalApp
from tests.tui.support import game, settled

pytestmark = pytest.mark.slow
SEED = 351


@pytest.fixture
def no_pictures_kept() -> Iterator[None]:
    """Keep what is painted wrongly here from being shown anywhere else."""
    painter._painted.cache_clear()
    yield
    painter._painted.cache_clear()


@pytest.mark.parametrize(
    ("ascii_only", "games"), [(False, len(VARIANTS)), (True, 1)], ids=["unicode", "ascii"]
)
async def test_random_games_show_the_right_board_after_every_step(
    ascii_only: bool, games: int
) -> None:
    report = await soak(SEED, range(games), ascii_only)
    assert [(fault.game, fault.words, fault.steps) for fault in report.faults] == []
    assert list(report.per_variant) == list(VARIANTS)[:games]
    assert report.finished >= report.games == games
    assert report.steps > 10 * games
    assert list(report.rooms) == [name_of(room) for room in ROOMS[:games]]
    assert report.frames > report.motions / 4 > games / 4


def test_every_variant_is_played_on_every_board_of_the_menu() -> None:
    boards = len(VARIANTS) * len(SIDES) ** 2
    games = range(LARGE_EVERY * IN_A_ROW * boards)
    assert len({variant_of(SEED, game) for game in games}) == boards


def test_every_room_is_visited_again_and_again() -> None:
    plans = [plan_of(SEED, game) for game in range(2000)]
    visits = Counter(plan.room for plan in plans)
    assert min(visits[room] for room in ROOMS) >= 10
    assert sum(plan.is_thorough for plan in plans) >= 40
    assert sum(plan == Plan() for plan in plans) > 1600  # these are fast


async def test_a_motion_that_a_key_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GridlockApp, "on_event", App.on_event)
    faults = (await soak(SEED, range(5))).faults
    assert any("has not ended the motion" in fault.words for fault in faults)


@asynccontextmanager
async def driven(begin: Game, size: Size) -> AsyncIterator[Driver]:
    """Run the app with a game, and check what it shows after every step."""
    app = TerminalApp(Startup(match=Match.of(begin)), size)
    async with app.run_test(size=size, notifications=True) as pilot:
        driver = Driver(app, pilot)
        await driver.look()
        yield driver


async def ask_why(driver: Driver) -> None:
    """Ask for a hint until its reason is drawn."""
    for _ in range(3):
        await driver.key("H")
        await driver.wait_for_engine()
    assert "sketch=Sketch" in repr(driver.screen.query_one(BoardView).picture)


async def test_a_reason_that_is_not_drawn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = game("showdown", size=(3, 3))
    async with driven(begun, Size(80, 24)) as driver:
        await ask_why(driver)
    monkeypatch.setattr(painter, "sketch_faces", lambda _: {})
    async with driven(begun, Size(80, 24)) as driver:
        with pytest.raises(Fault, match="and not Sketch"):
            await ask_why(driver)


async def find_turning_point(driver: Driver) -> None:
    """Look for the turning point, which must have a board of its own."""
    await driver.key("t")
    await driver.wait_for_engine()
    small = driver.screen.query_one(SmallBoard)
    assert small.display
    assert small.visible


async def test_a_wrong_board_of_the_turning_point_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    over = game("showdown", "3 2, 1 1, 2 3", size=(3, 3))
    async with driven(over, Size(100, 40)) as driver:
        await find_turning_point(driver)
    right = turning.marks_of
    monkeypatch.setattr(turning, "marks_of", lambda found: right(found)[::-1])
    async with driven(over, Size(100, 40)) as driver:
        with pytest.raises(Fault, match="instead of"):
            await find_turning_point(driver)


@pytest.mark.usefixtures("no_pictures_kept")
async def test_a_wrong_marker_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = art.marker

    def wrong(player: Player, width: int, height: int) -> art.Bitmap:
        return right(player.other, width, height)

    monkeypatch.setattr(art, "marker", wrong)
    (fault,) = (await soak(SEED, [0])).faults
    assert "instead of" in fault.words


async def test_a_board_that_is_not_painted_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardView, "watch_picture", lambda *_: None)
    (fault,) = (await soak(SEED, [2])).faults
    assert "instead of" in fault.words


@pytest.mark.parametrize(
    ("name", "before", "key"),
    [
        ("timeline", "", "u"),
        ("cursor", "", "left"),
        ("token", "", "tab"),
        ("signs", "", "a"),
        ("timeline", "w", "left"),
    ],
    ids=["looking back", "the cursor", "the token", "the analysis", "a review"],
)
async def test_a_board_that_does_not_follow_its_screen_is_found(
    name: str, before: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = game("sequence", "2 a1, 5 b1, 4 c2", size=(3, 3))
    app = TerminalApp(Startup(match=Match.of(begun)), Size(80, 24))
    async with app.run_test(size=app.size, notifications=True) as pilot:
        driver = Driver(app, pilot)
        await driver.keys(*before)
        await settled(pilot)
        await driver.look()

        def stale(board: BoardView, picture: Picture) -> Picture:
            old: dict[str, Any] = {name: getattr(board.picture, name)}
            return picture._replace(**old)

        monkeypatch.setattr(BoardView, "validate_picture", stale, raising=False)
        pilot.app.simulate_key(key)
        await settled(pilot)  # the analysis takes a while
        with pytest.raises(Fault, match="instead of"):
            await driver.look()


async def test_the_driver_waits_for_delayed_updates() -> None:
    app = TerminalApp(Startup(match=Match.of(game("showdown"))), Size(80, 24))
    async with app.run_test(size=app.size, notifications=True) as pilot:
        driver = Driver(app, pilot)
        app.delay_update(0.5)  # as Textual's palette does, for a shorter time
        await driver.key("left")
        assert not app._batch_count


async def test_a_crash_is_found_and_the_next_game_played(monkeypatch: pytest.MonkeyPatch) -> None:
    right = GameScreen.play

    def fall_over(screen: GameScreen, move: Move, *, closes_entry: bool = False) -> None:
        if screen.variant.slug == variant_of(SEED, 0).slug:
            raise ZeroDivisionError("on purpose")
        right(screen, move, closes_entry=closes_entry)

    monkeypatch.setattr(GameScreen, "play", fall_over)
    report = await soak(SEED, range(2))
    (fault,) = report.faults
    assert (fault.game, report.games) == (0, 2)
    assert report.finished
    assert "ZeroDivisionError: on purpose" in fault.words
    assert fault.steps


def test_only_growth_after_the_warm_up_counts_and_all_of_it() -> None:
    memory = dict.fromkeys(range(4 * WARM_UP), 52) | {
        1: 90, WARM_UP: 50, 2 * WARM_UP - 1: 59, 2 * WARM_UP: 57, 3 * WARM_UP: 53
    }  # fmt: skip
    report = Report(SEED, games=3 * WARM_UP, memory=memory)
    assert (report.growth, report.highest) == (7, 9)
    report = Report(SEED, games=WARM_UP, memory=memory)
    assert (report.growth, report.highest) == (0, 0)
    report = Report(SEED, games=2, memory={0: 1, 1: 5, 2: 9})
    assert (report.growth, report.highest) == (0, 0)


@pytest.mark.skipif(not resident(), reason="only Linux tells it this way")
def test_free_memory_is_not_growth() -> None:
    before = resident()
    pieces = [bytearray(1000) for _ in range(40_000)]
    last = pieces[-1]  # lies at the end of what malloc has, which it could not give back itself
    with_them = resident()
    del pieces
    give_back_what_is_free()
    assert last
    assert resident() - before < (with_them - before) / 4
