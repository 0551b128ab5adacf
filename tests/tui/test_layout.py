"""The layout of a game: the board stays where it is, and nothing beside it jumps or is lost."""

from dataclasses import replace

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from gridlock_tui.match import Game, Kinds
from gridlock_tui.match.match import Match
from gridlock_tui.match.settings import Settings
from gridlock_tui.rules import VARIANTS, Player
from gridlock_tui.tui.board.geometry import Scale
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.moves_heading import MovesHeading
from gridlock_tui.tui.widgets.player_card import PlayerCard
from gridlock_tui.tui.widgets.result_panel import ResultPanel
from gridlock_tui.tui.widgets.room_bars import RoomBars
from gridlock_tui.tui.widgets.token_tray import HandLine, TokenTray
from tests.tui.support import (
    Size,
    board,
    click_cell,
    click_move,
    game,
    game_screen,
    log_lines,
    recorded_moves,
    running,
    seen,
    settled,
)

pytestmark = pytest.mark.slow

SIZES = [(120, 40), (80, 24), (76, 15), (40, 15), (60, 30), (200, 60), (100, 24)]
EVERYWHERE = [
    *((slug, (80, 24)) for slug in VARIANTS),
    *((slug, size) for slug in ("sequence", "passing") for size in SIZES if size != (80, 24)),
]
"""Every variant, and the two that have most beside the board in every window."""


def place(pilot: Pilot[None]) -> tuple[Region, Scale | None]:
    """Return where the board is and how large it is drawn."""
    return board(pilot).region, board(pilot).scale


def nearly_over(slug: str) -> Game:
    """Return a game that its next move ends."""
    return game(slug, "; ".join(map(str, recorded_moves(slug)[:-1])))


@pytest.mark.parametrize(("slug", "size"), EVERYWHERE)
async def test_the_board_stays_in_place_through_game_end_and_review(slug: str, size: Size) -> None:
    last = recorded_moves(slug)[-1]
    async with running(nearly_over(slug), size=size) as pilot:
        before = place(pilot)
        await pilot.press("m", *str(last))
        assert place(pilot) == before, "the entry takes the place of the key bar"
        await pilot.press("enter")
        await pilot.pause()
        assert game_screen(pilot).timeline.state.is_over
        assert place(pilot) == before
        await pilot.press("w")
        await pilot.pause()
        assert place(pilot) == before, "the review"
        await pilot.press("home", "escape", "home")
        await pilot.pause()
        assert place(pilot) == before, "looking back"


@pytest.mark.parametrize(("slug", "size"), EVERYWHERE)
async def test_nothing_jumps_when_the_turn_changes_or_the_log_grows(slug: str, size: Size) -> None:
    async with running(game(slug), size=size) as pilot:
        screen = game_screen(pilot)
        fixed = [*screen.query("PlayerCard, TokenTray, RoomBars, MovesHeading, HandLine")]

        def places() -> list[Region]:
            return [widget.region for widget in fixed]

        before = places(), place(pilot)
        for _ in range(3):
            await click_cell(pilot, screen.timeline.state.legal_moves[-1].cell)
            await pilot.pause()
            assert (places(), place(pilot)) == before
        assert len(screen.timeline.moves) >= 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_game_is_painted_once_and_for_all(
    size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[str | None, Region]] = []
    render_lines = BoardView.render_lines

    def recording(view: BoardView, crop: Region) -> list[Strip]:
        painted.append((view.id, view.region))
        return render_lines(view, crop)

    monkeypatch.setattr(BoardView, "render_lines", recording)
    async with running(game("showdown", "2 2; 1 3"), size=size) as pilot:
        await settled(pilot)
        assert {region for name, region in painted if name == "board"} == {board(pilot).region}
        await pilot.press("w")
        await settled(pilot)
        shown = {region for name, region in painted if name == "review-board"}
        assert shown == {board(pilot).region}
        await pilot.press("escape")
        painted.clear()
        await pilot.resize_terminal(90, 35)
        await settled(pilot)
        assert {region for name, region in painted if name == "board"} == {board(pilot).region}


@pytest.mark.parametrize("slug", ["showdown", "passing"])
async def test_after_a_typed_last_move_the_log_shows_the_result(slug: str) -> None:
    for size in ((80, 24), (120, 40), (76, 15)):
        async with running(nearly_over(slug), size=size) as pilot:
            await pilot.press("m", *str(recorded_moves(slug)[-1]), "enter")
            await pilot.pause()
            log = pilot.app.screen.query_one(MoveLog)
            assert log_lines(pilot)[-1].endswith(" wins")
            lines = seen(pilot)[log.content_region.y : log.content_region.bottom]
            window = Region(0, 0, *size)
            assert window.contains_region(log.region)
            assert log.region.bottom <= pilot.app.screen.query_one("StatusBar").region.y
            assert any(log_lines(pilot)[-1] in line[log.region.x :] for line in lines)


@pytest.mark.parametrize("window", [(80, 24), (80, 34), (120, 40), (100, 24)])
@pytest.mark.parametrize("kinds", [("human", "novice"), ("novice", "human")])
async def test_the_banner_is_as_wide_as_the_cards_and_has_air_below(
    kinds: Kinds, window: Size
) -> None:
    begun = game("showdown", "3 1; 4 4; 4 2; 1 4; 3 3; 1 2", kinds=kinds)
    async with running(begun, size=window) as pilot:
        await settled(pilot)
        banner = pilot.app.screen.query_one(ResultPanel).region
        assert banner.right == window[0] - 1
        lines = [line[banner.x :] for line in seen(pilot)]
        assert all(line[banner.width - 1 :].isspace() for line in lines[banner.y : banner.bottom])
        heading = next(y for y, line in enumerate(lines) if line.split() == ["Moves"])
        assert not lines[heading - 1].strip()
        fills = window[1] == 24 and kinds[1] == "human"  # no line is left over
        assert fills or not lines[banner.bottom].strip()


@pytest.mark.parametrize("window", [(120, 40), (80, 24), (100, 24)])
@pytest.mark.parametrize("size", [(4, 4), (5, 5), (6, 6), (8, 8), (1, 1)])
async def test_token_numbers_are_aligned_and_never_broken(size: Size, window: Size) -> None:
    async with running(game("sequence", size=size), size=window) as pilot:
        for tray in pilot.app.screen.query(TokenTray):
            lines = seen(pilot)[tray.region.y : tray.region.bottom]
            rows = [line[tray.region.x : tray.region.right] for line in lines]
            numbers = [int(number) for row in rows for number in row.split()]
            assert numbers == list(range(1, VARIANTS["sequence"].resized(*size).tokens_each + 1))
            ends = [len(row.rstrip()) for row in rows]
            assert ends == sorted(ends, reverse=True)
        log = pilot.app.screen.query_one(MoveLog)
        assert log.size.height >= 2


async def test_a_token_keeps_its_place_when_others_are_spent() -> None:
    async with running(game("sequence", size=(5, 5)), size=(80, 24)) as pilot:
        tray = pilot.app.screen.query_one(TokenTray)
        before = tray.render().plain
        await pilot.press("1", "2", "space")
        assert tray.render().plain == before.replace("12", " ·")


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (8, 8)])
async def test_the_moves_of_a_small_window_do_not_hide_the_tokens(size: Size) -> None:
    async with running(game("sequence", size=size), size=(40, 15)) as pilot:
        for keys in ((), ("v",)):
            await pilot.press(*keys)
            await pilot.pause()
            hand = pilot.app.screen.query_one(HandLine)
            assert hand.region.height == 1
            assert "X " in hand.render().plain
            assert board(pilot).scale is not None
        assert pilot.app.screen.query_one(MoveLog).region.height >= 2


async def test_in_a_small_window_the_chosen_token_is_always_in_sight_and_can_be_clicked() -> None:
    async with running(game("sequence", size=(8, 8)), size=(40, 15)) as pilot:
        hand = pilot.app.screen.query_one(HandLine)
        for number in ("1", "17", "32"):
            await pilot.press(*number, "left")
            assert game_screen(pilot).token == int(number)
            words = hand.render().plain
            assert number in words.split()
            assert len(words) <= 38
        before = game_screen(pilot).token
        await pilot.click(HandLine, offset=(words.index("28") + 1, 0))
        assert (before, game_screen(pilot).token) == (32, 28)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.parametrize("names", [("Player 1", "Player 2"), ("Maximiliana", "Bartholomew")])
async def test_the_announcement_of_a_pass_is_seen_whole(size: Size, names: tuple[str, str]) -> None:
    begun = game("passing", "4 4; 1 3; 2 4; 3 5; 1 1; 1 5; 3 2; 5 5; 5 2; 4 3", names=names)
    async with running(begun, size=size) as pilot:
        await pilot.press("m", *"4 1", "enter")
        await pilot.pause()
        words = " ".join(" ".join(seen(pilot)[-4:-1]).split())
        assert f"{names[0]}, no valid moves available. Passing turn." in words
        assert "X passes" in log_lines(pilot)


async def test_passes_stand_between_the_moves_and_the_same_player_goes_on_below() -> None:
    begun = game("passing", "4 4; 1 3; 2 4; 3 5; 1 1; 1 5; 3 2; 5 5; 5 2; 4 3; 4 1; 2 1")
    async with running(begun, size=(120, 60)) as pilot:
        log = pilot.app.screen.query_one(MoveLog)
        lines = seen(pilot)[log.content_region.y : log.content_region.bottom]
        shown = [" ".join(line[log.content_region.x :].split()) for line in lines]
        assert shown[:10] == [
            *("1 4 4 1 3", "3 2 4 3 5", "5 1 1 1 5", "7 3 2 5 5", "9 5 2 4 3"),
            *("X passes", "11 4 1", "X passes", "12 ▸2 1", "Player 2 wins"),
        ]


async def test_whoever_begins_x_has_the_first_column() -> None:
    setup = replace(game("showdown").setup, first=Player.TWO)
    async with running(match=Match.begin(setup), size=(120, 40)) as pilot:
        await click_cell(pilot, 0)
        await click_cell(pilot, 15)
        rows = pilot.app.screen.query_one(MoveLog).rows
        entries = [[(each.player.symbol, each.text) for each in row.entries] for row in rows]
        assert entries == [[("O", "1 1")], [("X", "4 4"), ("O", "…")]]


async def test_every_move_is_clicked_by_itself_and_the_current_one_is_marked() -> None:
    async with running(game("showdown", "2 2; 1 3; 3 3; 4 2"), size=(80, 24)) as pilot:
        for at in (1, 4, 2, 3):
            await click_move(pilot, at)
            await pilot.pause()
            assert game_screen(pilot).timeline.at == at
            text = "\n".join(seen(pilot))
            assert text.count("▸") == 1
            assert f"▸{game_screen(pilot).timeline.moves[at - 1]}" in text


@pytest.mark.parametrize("animation", ["full", "reduced"])
async def test_a_card_shows_that_a_computer_thinks(animation: str) -> None:
    begun = game("showdown", "2 2", kinds=("human", "perfect"))
    settings = Settings(pace=20, animation=animation)
    async with running(begun, size=(120, 40), settings=settings) as pilot:
        card = pilot.app.screen.query(PlayerCard).last()
        first = card.render().plain
        assert first.startswith("O Computer · Perfect ")
        assert "thinking" in first
        card.frame += 1
        assert (card.render().plain != first) == (animation == "full")
        assert len(card.render()) == len(first), "nothing else moves"


async def test_shared_room_is_one_bar_and_other_room_is_two() -> None:
    for slug, lines in (("classic", 1), ("showdown", 1), ("spacing", 2), ("passing", 2)):
        async with running(game(slug), size=(120, 40)) as pilot:
            bars = pilot.app.screen.query_one(RoomBars)
            assert bars.region.height == lines
            total = VARIANTS[slug].board.size
            assert bars.render().plain.count(f"{total} of {total}") == lines


async def test_the_heading_of_the_moves_is_there_in_every_window_with_room() -> None:
    async with running(game("showdown"), size=(80, 24)) as pilot:
        assert pilot.app.screen.query_one(MovesHeading).region.height == 1
