"""The climb: a rung won with and without help, its stars, what comes next, and the profile."""

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from gridlock_tui.engine import LEVELS, Verdict, analyse, choose
from gridlock_tui.match import COMPUTERS, Setup, Timeline
from gridlock_tui.match.effort import MOST_SECONDS
from gridlock_tui.match.ladder import ladder_of
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.match.store.history import History
from gridlock_tui.match.store.library import Library
from gridlock_tui.match.store.paths import find_paths
from gridlock_tui.match.store.save_format import read_save
from gridlock_tui.rules import VARIANTS, Move, write_move
from gridlock_tui.tui.game import stopwatch
from gridlock_tui.tui.game.climbing import is_won
from gridlock_tui.tui.grading import Grader
from gridlock_tui.tui.messages import StartMatch
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.star_desk import LATE
from gridlock_tui.tui.widgets.climb_line import ClimbLine
from gridlock_tui.tui.widgets.title_bar import TitleBar
from tests.match.climber import NO_SLIP, rung
from tests.tui.support import (
    Size,
    click_cell,
    game,
    game_screen,
    key_bar,
    menu_screen,
    offered,
    open_more,
    point_by_keys,
    result,
    running,
    seen,
    settled,
    status,
    toasts,
)
from tests.tui.terminal import Terminal

AT_ONCE = Settings(pace=0)
UNGUARDED = Settings(pace=0, guard=False)


def card(pilot: Pilot[None], slug: str = "showdown") -> str:
    """Return the pips of a variant's card."""
    found = re.search(rf"{VARIANTS[slug].name} \d×\d *([○●★]+)", "\n".join(offered(pilot)))
    assert found is not None
    return found[1]


def stars_kept() -> object:
    return History(find_paths().history).stars()


async def begin(pilot: Pilot[None]) -> None:
    """Start the next rung of Showdown from the menu; the computer has made its first move."""
    await settled(pilot)
    menu = menu_screen(pilot)
    menu.state = menu.state.highlight("showdown")
    await pilot.press("p")
    await settled(pilot)


def moves(pilot: Pilot[None], verdict: Verdict) -> list[Move]:
    found = analyse(game_screen(pilot).timeline.state).moves
    return [value.move for value in found if value.verdict is verdict]


async def play_best(pilot: Pilot[None]) -> None:
    await click_cell(pilot, moves(pilot, Verdict.WIN)[0].cell)
    await settled(pilot)


async def win(pilot: Pilot[None]) -> None:
    """Play the rung to its end without a slip."""
    while not game_screen(pilot).timeline.state.is_over:
        await play_best(pilot)
    await settled(pilot)


# The home screen.


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_menu_offers_the_next_rung_of_the_highlighted_game(size: Size) -> None:
    async with running(size=size, keeps=True) as pilot:
        await settled(pilot)
        for slug, variant in VARIANTS.items():
            menu = menu_screen(pilot)
            menu.state = menu.state.highlight(slug)
            await settled(pilot)
            ladder = ladder_of(variant)
            assert ladder is not None
            line = str(menu.query_one(ClimbLine).render())
            side = f"you are {ladder.side.symbol}"
            assert f"{variant.name}: Novice on {ladder.variant.board.label}, {side}" in line
            assert line.endswith("Play next  p")
            assert card(pilot, slug) == "○○○○○"


async def test_a_click_on_the_line_plays_the_rung() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        await pilot.click(ClimbLine)
        await settled(pilot)
        match = game_screen(pilot).match
        assert match.is_rung
        assert set(match.game.setup.kinds) == {"human", "novice"}
        assert "climb, rung 1 of 5" in str(pilot.app.screen.query_one(TitleBar).render())


async def test_a_small_window_has_pips_and_the_key() -> None:
    async with running(size=(40, 15), keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        assert card(pilot) == "○○○○○"
        assert "p climb" in key_bar(pilot)
        await pilot.press("p")
        await settled(pilot)
        assert game_screen(pilot).match.is_rung


async def test_a_small_window_offers_the_rung_on_a_line_where_it_has_one(home: Path) -> None:
    def climb_lines() -> list[str]:
        return [line.strip() for line in seen(pilot) if "Climb" in line]

    fill(home, ("novice", 0, True))
    async with running(size=(40, 15), keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        menu = menu_screen(pilot)
        for slug, variant in VARIANTS.items():
            menu.state = menu.state.highlight(slug)
            await settled(pilot)
            (line,) = climb_lines()
            assert line.endswith(" p")
            assert "…" not in line
            assert all(each.name in "".join(seen(pilot)) for each in VARIANTS.values())
            assert variant.name in offered(pilot)[list(VARIANTS).index(slug)]
        menu.matches = (Match.of(game("classic", "6")), Match.of(game("classic", "7")))
        await settled(pilot)
        assert climb_lines() == [], "the matches need the line"
        menu.matches = ()
        menu.set_is_new(True)
        await settled(pilot)
        assert climb_lines() == [], "the first lesson comes first"


async def test_pips_are_different_signs_without_colour_and_in_ascii(home: Path) -> None:
    fill(home, ("novice", 0, True), ("casual", 3, False))
    async with running(ascii_only=True, keeps=True) as pilot:
        await settled(pilot)
        assert any("Showdown  4x4" in line and "*o..." in line for line in seen(pilot))


async def test_your_name_comes_along() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        side = menu_screen(pilot).choices.side
        more = await open_more(pilot)
        more.query_one(f"#name-{side.word}").focus()
        await pilot.press(*"Ada", "escape")
        await settled(pilot)
        await pilot.press("p")
        await settled(pilot)
        setup = game_screen(pilot).match.game.setup
        assert setup.person is not None
        assert setup.names[setup.person - 1] == "Ada"


async def test_what_was_chosen_for_other_matches_stays() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        before = menu_screen(pilot).choices
        await pilot.press("p")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert menu_screen(pilot).choices == before


async def test_when_every_rung_has_three_stars_the_menu_says_so(home: Path) -> None:
    fill(home, *((level, 0, True) for level in COMPUTERS))
    async with running(keeps=True) as pilot:
        await begin(pilot)
        assert toasts(pilot) == ["Every rung has three stars."]
        assert card(pilot) == "★★★★★"
        assert "Every rung has three stars." in str(pilot.app.screen.query_one(ClimbLine).render())


# Stars.


def fill(home: Path, *games: tuple[str, int, bool]) -> None:
    """Keep won rungs of Showdown: level, hints, and whether it is graded without a slip."""
    rng = random.Random(1)
    library = Library(find_paths())
    for level, hints, graded in games:
        match = rung("showdown", level, rng, hints)
        assert library.save(match) == ""
        if graded:
            library.add_review(match, NO_SLIP)
    library.close()
    assert home.exists()


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
async def test_a_rung_won_without_help_and_without_a_slip_has_three_stars(size: Size) -> None:
    async with running(size=size, keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        await win(pilot)
        assert "★★★ Won without help." in result(pilot).replace("\n", " ")
        assert stars_kept() == {"showdown": {"novice": 3}}
        await pilot.press("escape")
        await settled(pilot)
        assert card(pilot) == "★○○○○"
        if size[1] > 15:
            assert "Casual" in str(menu_screen(pilot).query_one(ClimbLine).render())


async def test_help_costs_a_star_and_is_told() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        await pilot.press("H")
        await settled(pilot)
        await pilot.press("H", "H")
        await settled(pilot)
        assert game_screen(pilot).match.effort.hints == 1, "one position"
        await play_best(pilot)
        await pilot.press("a")
        await settled(pilot)
        await pilot.press("a", "A")
        await settled(pilot)
        assert game_screen(pilot).match.effort.hints == 2, "the analysis is help too"
        await pilot.press("a", "a")
        await win(pilot)
        hints = game_screen(pilot).match.effort.hints
        words = " ".join(result(pilot).split())
        assert f"★★☆ Won with {hints} hints. Star missed: no help." in words
        assert stars_kept() == {"showdown": {"novice": 2}}
        await pilot.press("escape")
        await settled(pilot)
        assert card(pilot) == "●○○○○"


async def test_the_analysis_counts_in_every_position_in_which_it_is_shown() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        await pilot.press("a")
        await settled(pilot)
        await play_best(pilot)
        await play_best(pilot)
        assert game_screen(pilot).match.effort.hints == 3


async def test_a_move_that_is_taken_back_leaves_one_star() -> None:
    async with running(keeps=True, settings=UNGUARDED) as pilot:
        await begin(pilot)
        await click_cell(pilot, moves(pilot, Verdict.LOSS)[0].cell)
        await settled(pilot)
        await pilot.press("u")
        await win(pilot)
        words = " ".join(result(pilot).split())
        assert "★☆☆ Won with 1 take-back. A take-back leaves one star." in words
        assert stars_kept() == {"showdown": {"novice": 1}}


def slip_that_wins() -> tuple[Match, list[Move]]:
    """Return a rung, and your moves in it: a slip that Novice does not use, then the best."""
    ladder = ladder_of(VARIANTS["showdown"])
    assert ladder is not None
    for seed in range(1000):
        match, yours = ladder.begin("novice", seed=seed), list[Move]()
        while (state := match.game.state).legal_moves:
            if match.game.computer_to_move:
                match = match.play(choose(state, LEVELS["novice"], seed))
                continue
            values = analyse(state).moves
            worse = [value.move for value in values if value.verdict is Verdict.LOSS]
            better = [value.move for value in values if value.verdict is Verdict.WIN]
            chosen = worse if worse and not yours else better or worse
            yours.append(chosen[0])
            match = match.play(chosen[0])
        if is_won(match) and slips_in(match):
            return ladder.begin("novice", seed=seed), yours
    raise AssertionError("every slip is used")


async def test_a_slip_costs_the_last_star() -> None:
    match, yours = slip_that_wins()
    async with running(keeps=True, settings=UNGUARDED) as pilot:
        await settled(pilot)
        pilot.app.post_message(StartMatch(match))
        await settled(pilot)
        for move in yours:
            await click_cell(pilot, move.cell)
            await settled(pilot)
        words = " ".join(result(pilot).split())
        assert "★★☆ Won without help. Star missed: no slip." in words
        assert stars_kept() == {"showdown": {"novice": 2}}
        assert History(find_paths().history).ungraded() == (), "it is known by now"


async def test_a_warning_of_the_guard_is_help() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        assert game_screen(pilot).match.guard, "on against Novice"
        worse = moves(pilot, Verdict.LOSS)[0]
        await click_cell(pilot, worse.cell)
        await settled(pilot)
        assert status(pilot)[1].startswith("This throws a won game away")
        assert game_screen(pilot).match.effort.warnings == 1
        await win(pilot)
        words = " ".join(result(pilot).split())
        assert "★★☆ Won with 1 warning. Star missed: no help." in words


async def test_a_lost_rung_has_no_star_and_tells_its_help() -> None:
    fill_perfect()
    async with running(keeps=True, settings=UNGUARDED) as pilot:
        await begin(pilot)
        screen = game_screen(pilot)
        await pilot.press("H")
        await settled(pilot)
        while not screen.timeline.state.is_over:
            worse = moves(pilot, Verdict.LOSS) or list(screen.timeline.state.legal_moves)
            await click_cell(pilot, worse[0].cell)
            await settled(pilot)
        assert "Lost with 1 hint." in result(pilot)
        assert "next rung" not in result(pilot)
        await pilot.press("c")
        assert status(pilot)[1] == "The next rung is open when you have won this one."
        await pilot.press("n")
        await settled(pilot)
        assert game_screen(pilot).match.is_rung, "another try"


def fill_perfect() -> None:
    """Win all rungs below Perfect, which uses every slip."""
    rng, library = random.Random(1), Library(find_paths())
    for level in COMPUTERS[:-1]:
        library.save(rung("showdown", level, rng))
    library.close()


async def test_the_next_rung_follows_with_its_own_guard(home: Path) -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        guards = []
        for level in COMPUTERS[:3]:
            match = game_screen(pilot).match
            assert level in match.game.setup.kinds
            guards.append(match.guard)
            await win(pilot)
            assert "next rung" in result(pilot)
            await pilot.press("c")
            await settled(pilot)
        assert guards == [True, True, False]
        match = game_screen(pilot).match
        assert (match.is_rung, match.effort.hints) == (True, 0)
        assert "expert" in match.game.setup.kinds
    assert History(home / "history.sqlite3").count() == 3


async def test_sides_are_not_swapped_on_the_climb() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        uid = game_screen(pilot).match.uid
        await pilot.press("s")
        await settled(pilot)
        assert game_screen(pilot).match.uid == uid
        assert status(pilot)[1] == "On the climb you stay on the side that can win."


async def test_a_game_played_on_from_its_turning_point_earns_no_star() -> None:
    fill_perfect()
    async with running(keeps=True, settings=UNGUARDED) as pilot:
        await begin(pilot)
        screen = game_screen(pilot)
        while not screen.timeline.state.is_over:
            worse = moves(pilot, Verdict.LOSS) or list(screen.timeline.state.legal_moves)
            await click_cell(pilot, worse[0].cell)
            await settled(pilot)
        before = stars_kept()
        await pilot.press("t")
        await settled(pilot)
        match = game_screen(pilot).match
        assert (match.climbs, match.is_rung) == (True, False)
        await win(pilot)
        given = game_screen(pilot).match.given_moves
        words = " ".join(result(pilot).split())
        assert f"Won from move {given + 1} on; only whole games count." in words
        assert "★" not in words
        assert "missed" not in words
        assert stars_kept() == before
        assert "c rung again" in key_bar(pilot)
        played = game_screen(pilot).match
        await pilot.press("c")
        await settled(pilot)
        match = game_screen(pilot).match
        assert match.is_rung, "from the start it is a rung again"
        assert (match.game.setup.kinds, match.uid == played.uid) == (
            played.game.setup.kinds,
            False,
        )


async def test_a_large_window_lists_that_the_rung_can_be_played_again() -> None:
    match = rung("showdown", "novice", random.Random(1))
    last = match.game.timeline.moves[-1]
    match = match.play_on_from(len(match.game.timeline.moves) - 1)
    async with running(match=match, size=(120, 40), settings=AT_ONCE) as pilot:
        await settled(pilot)
        assert "rung again" not in key_bar(pilot), "the game goes on"
        await click_cell(pilot, last.cell)
        await settled(pilot)
        assert re.search("c +rung again +from the empty board", result(pilot))


async def test_help_is_kept_when_a_rung_is_left_and_continued() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        await pilot.press("H")
        await settled(pilot)
        await play_best(pilot)
        await pilot.press("q")
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await settled(pilot)
        assert game_screen(pilot).match.is_rung
        await win(pilot)
        assert "★★☆ Won with 1 hint." in result(pilot)


async def test_a_game_that_was_left_before_its_grades_gets_the_star_later(home: Path) -> None:
    library, rng = Library(find_paths()), random.Random(4)
    clean = next(match for match in rungs(rng) if slips_in(match) == 0)
    library.save(clean)
    library.close()
    assert stars_kept() == {"showdown": {"novice": 2}}
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert card(pilot) == "★○○○○"
    assert stars_kept() == {"showdown": {"novice": 3}}
    assert History(home / "history.sqlite3").ungraded() == ()


async def test_games_that_cannot_be_graded_leave_their_turn_to_older_ones(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Timeline] = []

    async def find_nothing(grader: Grader) -> None:
        tried.append(grader.grading.timeline)

    monkeypatch.setattr(Grader, "run", find_nothing)
    fill(home, *[("novice", 0, False)] * 7)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert len(tried) == 5
        for _ in range(3):
            await pilot.press("P")
            await settled(pilot)
            await pilot.press("escape")
            await settled(pilot)
        assert len(tried) == 7


@pytest.mark.parametrize("key", ["p", "P", "L", "comma"])
async def test_games_are_graded_only_while_the_menu_is_shown(
    key: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[asyncio.Event] = []

    async def never_end(_: Grader) -> None:
        begun.append(asyncio.Event())
        await begun[-1].wait()

    monkeypatch.setattr(Grader, "run", never_end)
    fill(home, ("novice", 0, False))

    def is_grading() -> bool:
        return any(not each.is_finished for each in pilot.app.workers if each.group == LATE)

    async with running(keeps=True) as pilot:
        while not begun:
            await pilot.pause()
        assert is_grading()
        await pilot.press(key)
        await pilot.pause()
        assert not isinstance(pilot.app.screen, MenuScreen)
        assert not is_grading()
        await pilot.press("escape")
        while len(begun) < 2:
            await pilot.pause()
        assert is_grading()


def rungs(rng: random.Random) -> Iterator[Match]:
    while True:
        yield rung("showdown", "novice", rng)


def slips_in(match: Match) -> int:
    """Return how many of your moves threw a win away, one position after the other."""
    timeline, person = match.game.timeline, match.game.setup.person
    return sum(
        analyse(before).winner is person and analyse(after).winner is not person
        for before, after in zip(timeline.states[:-1], timeline.states[1:-1], strict=False)
        if before.to_move is person
    )


# Kept data.


async def test_stars_that_cannot_be_read_are_set_aside_with_a_notice(home: Path) -> None:
    home.mkdir()
    (home / "history.sqlite3").write_bytes(b"no database" * 500)
    async with running(keeps=True) as pilot:
        await settled(pilot)
        assert card(pilot) == "○○○○○"
        (notice,) = toasts(pilot)
        assert notice.startswith("A new history was started: history.sqlite3 is damaged")
    (aside,) = home.glob("*.set-aside")
    assert aside.read_bytes() == b"no database" * 500


async def test_the_menu_shows_stars_of_another_window(home: Path) -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        fill(home, ("casual", 0, True))
        await pilot.press("escape")
        await settled(pilot)
        assert card(pilot) == "○★○○○"


@pytest.mark.slow
def test_stars_outlive_a_kill(home: Path) -> None:
    """The app is killed as soon as it tells of the win; the stars are on the next home screen."""
    with Terminal("-m", "gridlock_tui", "--pace", "0") as terminal:
        terminal.wait_for("Play next")
        terminal.type("p")
        terminal.wait_for("climb, rung 1 of 5")
        made = -1
        while True:
            terminal.read_for(0.05)
            found = list((home / "saves").glob("*.json"))
            if not found:
                if made >= 0:
                    break  # it is in the history now
                continue
            game = read_save(found[0].read_bytes()).match.game
            if len(game.timeline.moves) == made or game.computer_to_move:
                continue
            made, state = len(game.timeline.moves), game.state
            best = analyse(state).line[0]
            terminal.type("m")
            terminal.wait_for("Write row and column")
            terminal.type(f"{write_move(state.variant, best)}\r")
        terminal.wait_for("Won without help.")
        terminal.process.kill()
        terminal.process.wait()
    with Terminal("-m", "gridlock_tui") as terminal:
        terminal.wait_for("★○○○○")
        terminal.process.kill()
        terminal.process.wait()


# Time.


async def test_time_counts_between_moves_but_not_over_night(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(stopwatch, "now", lambda: clock[0])
    kinds = ("human", "perfect")
    match = Match.begin(Setup(VARIANTS["spacing"].resized(6, 6), ("A", "B"), kinds=kinds))
    async with running(match=match, settings=AT_ONCE) as pilot:
        for seconds in (7.5, 0.5, 9 * 3600):
            clock[0] += seconds
            await click_cell(pilot, game_screen(pilot).timeline.state.legal_moves[0].cell)
            await settled(pilot)
        assert game_screen(pilot).match.effort.seconds == 8 + MOST_SECONDS
        clock[0] += 50
        await pilot.press("n")
        await settled(pilot)
        assert game_screen(pilot).match.effort.seconds == 0
        clock[0] += 3
        await point_by_keys(pilot, 0)
        await pilot.press("space")
        assert game_screen(pilot).match.effort.seconds == 3, "not the time before it began"


@pytest.mark.parametrize("key", ["f1", "comma", "w"])
async def test_time_on_another_screen_is_not_played(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(stopwatch, "now", lambda: clock[0])
    begun = game("showdown", "2 2; 1 3", kinds=("human", "novice"))
    async with running(begun, settings=UNGUARDED) as pilot:
        clock[0] += 5
        await pilot.press(key)
        await settled(pilot)
        assert len(pilot.app.screen_stack) == 3
        clock[0] += 60
        await pilot.press("escape")
        await settled(pilot)
        clock[0] += 2
        await click_cell(pilot, game_screen(pilot).timeline.state.legal_moves[0].cell)
        await settled(pilot)
        assert game_screen(pilot).match.effort.seconds == 7


def test_no_time_counts_twice_if_a_move_is_made_under_another_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(stopwatch, "now", lambda: clock[0])
    watch = stopwatch.Stopwatch()
    clock[0] += 5
    watch.pause()
    clock[0] += 60
    assert watch.lap() == 5
    watch.pause()
    clock[0] += 60
    watch.go_on()
    clock[0] += 2
    assert watch.lap() == 2


# The guard.


@pytest.mark.parametrize(
    ("guard", "level", "on"),
    [
        ("auto", "novice", True),
        ("auto", "casual", True),
        ("auto", "skilled", False),
        ("auto", "human", False),
        (True, "perfect", True),
        (False, "novice", False),
    ],
)
def test_the_guard_is_on_against_the_two_weakest_unless_set(
    guard: bool | str, level: str, on: bool
) -> None:
    for kinds in (("human", level), (level, "human")):
        assert Settings(guard=guard).guards(kinds) is on
    assert Settings().guard == "auto"
    assert not Settings().guards(("novice", "casual")), "nobody to warn"


async def test_the_guard_that_is_turned_off_stays_off_in_this_run() -> None:
    async with running(keeps=True, settings=AT_ONCE) as pilot:
        await begin(pilot)
        await pilot.press("g")
        assert not game_screen(pilot).match.guard
        await pilot.press("escape")
        await settled(pilot)
        await begin(pilot)
        assert not game_screen(pilot).match.guard


# The profile.


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_the_statistics_are_about_you_first(home: Path, size: Size) -> None:
    fill(home, ("novice", 0, True), ("casual", 3, False), ("skilled", 1, False))
    library = Library(find_paths())
    library.save(rung("showdown", "casual", random.Random(2), won=False))
    library.close()
    async with running(size=size, keeps=True) as pilot:
        await settled(pilot)
        await pilot.press("y", "S")
        await settled(pilot)
        words = [str(static.render()) for static in pilot.app.screen.query(Static)]
        assert words[:6] == [
            "Statistics",
            "You",
            "4 games against computers, 3 won",
            "0 wins in a row without take-backs, 3 at best",
            "4 hints used, 0 warnings, 0 take-backs",
            "0 s played",
        ]
        assert "Showdown  ★★★ ★☆☆ ★☆☆ ☆☆☆ ☆☆☆" in words
        assert "Sequence  ☆☆☆ ☆☆☆ ☆☆☆ ☆☆☆ ☆☆☆" in words
        assert words.index("All games") > words.index("The climb")
