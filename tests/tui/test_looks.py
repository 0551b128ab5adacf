"""Sizes, themes and characters: everything stays playable, and nothing is lost."""

from unittest.mock import Mock

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.containers import Vertical
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual.widgets import Input

from gridlock_tui.rules import VARIANTS, Names
from gridlock_tui.tui import ascii_filter
from gridlock_tui.tui.ascii_filter import AsciiFilter, in_ascii, with_dots
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.themes import DARK, LIGHT
from gridlock_tui.tui.widgets.key_bar import KeyBar
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.status_bar import StatusBar
from gridlock_tui.tui.widgets.token_tray import TokenTray
from gridlock_tui.tui.widgets.too_small import TooSmall
from tests.tui.internals import strips
from tests.tui.support import (
    board,
    drawn,
    game,
    game_screen,
    log_lines,
    running,
    seen,
    status,
)
from tests.tui.walks import WALKS, press_steps, still, walk

pytestmark = pytest.mark.slow


def seen_whole(pilot: Pilot[None], *widgets: object) -> None:
    """Every one of the widgets lies within the window."""
    window = Region(0, 0, *pilot.app.size)
    for widget in widgets:
        found = pilot.app.screen.query_one(widget)  # type: ignore[call-overload]
        assert found.region.area > 0
        assert window.contains_region(found.region)


@pytest.mark.parametrize("slug", VARIANTS)
async def test_everything_is_in_sight_at_80_by_24(slug: str) -> None:
    async with running(game(slug), size=(80, 24)) as pilot:
        seen_whole(pilot, "BoardView", MoveLog, StatusBar, KeyBar, "TitleBar")
        if VARIANTS[slug].has_tokens:
            seen_whole(pilot, TokenTray)
        scale = board(pilot).scale
        assert scale is not None
        assert scale.height >= 3


@pytest.mark.parametrize("slug", VARIANTS)
async def test_eight_by_eight_is_playable_at_80_by_24(slug: str) -> None:
    async with running(game(slug, size=(8, 8)), size=(80, 24)) as pilot:
        scale = board(pilot).scale
        assert scale is not None
        named = VARIANTS[slug].grid.free is None  # then the cells themselves have labels
        assert scale.labelled is not named
        assert not scale.is_small
        await pilot.press("space")
        assert len(log_lines(pilot)) == 1


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("size", [None, (5, 5), (8, 8)])
async def test_a_small_window_is_playable(slug: str, size: tuple[int, int] | None) -> None:
    async with running(game(slug, size=size), size=(40, 15)) as pilot:
        seen_whole(pilot, "BoardView", StatusBar, KeyBar)
        assert board(pilot).scale is not None
        await pilot.press("space")
        assert len(game_screen(pilot).timeline.moves) == 1
        assert not pilot.app.screen.query_one(MoveLog).display
        await pilot.press("v")
        seen_whole(pilot, MoveLog)
        assert board(pilot).scale is not None


@pytest.mark.parametrize(
    ("size", "names", "said"),
    [
        ((80, 24), ("Ada", "Ben"), "Ada took 3 3: 8 cells blocked for Ada."),
        ((40, 15), ("Ada", "Ben"), "Ada took 3 3: 8 cells blocked for Ada."),
        ((40, 15), ("Player 1", "Player 2"), "X took 3 3: 8 cells blocked for X."),
        ((80, 24), ("A" * 22, "B"), "A" * 22 + " took 3 3: 8 cells blocked for " + "A" * 22),
        ((80, 24), ("A" * 24, "B"), "X took 3 3: 8 cells blocked for X."),
        ((76, 24), ("棋" * 12, "B"), "X took 3 3: 8 cells blocked for X."),
    ],
)
async def test_for_whom_a_move_blocks_is_said_in_any_window(
    size: tuple[int, int], names: Names, said: str
) -> None:
    async with running(game("passing", names=names), size=size) as pilot:
        await pilot.press("space")
        assert status(pilot)[1].rstrip(".") == said.rstrip(".")


async def test_a_new_game_is_announced_whole_in_a_small_window() -> None:
    async with running(game("showdown", "2 2"), size=(40, 15)) as pilot:
        await pilot.press("n")
        assert status(pilot)[1] == "A new game. The previous game is in the menu."


async def test_too_small_a_window_says_so_and_the_game_comes_back() -> None:
    async with running(game("showdown", "2 2"), size=(80, 24)) as pilot:
        before = drawn(pilot)
        cover = pilot.app.screen.query_one(TooSmall)
        assert not cover.display
        for size in ((30, 8), (39, 24), (80, 14)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert cover.display
            assert cover.region.size == size
            assert str(cover.render()).startswith(
                f"Gridlock needs 40×15; this window is {size[0]}×{size[1]}."
            )
            await pilot.press("down", "down", "space", "up", "up")
            assert len(game_screen(pilot).timeline.moves) == 1, "nobody places what he does not see"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not cover.display
        assert drawn(pilot) == before
        await pilot.resize_terminal(40, 15)
        await pilot.pause()
        assert not cover.display


async def test_the_board_grows_with_the_window() -> None:
    async with running(game("showdown"), size=(40, 15)) as pilot:
        heights = []
        for size in ((40, 15), (80, 24), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            scale = board(pilot).scale
            assert scale is not None
            heights.append(scale.height)
        assert heights == sorted(set(heights))


async def test_every_theme_draws_the_same_board() -> None:
    async with running(game("spacing", "2 2; 2 3")) as pilot:
        before = drawn(pilot)
        for theme in (LIGHT.name, *BUILTIN_THEMES, DARK.name):
            pilot.app.theme = theme
            await pilot.pause()
            tiles = not pilot.app.native_ansi_color
            assert (drawn(pilot) == before) is tiles, theme
            assert tiles or "┌" in drawn(pilot)
            styles = {
                segment.style
                for y in range(board(pilot).size.height)
                for segment in board(pilot).render_line(y)
            }
            assert len(styles) > 5, theme
            await pilot.press("down", "down", "space")
            assert len(log_lines(pilot)) == 3, theme
            await pilot.press("u", "up", "up")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (76, 15), (40, 24), (40, 15)])
@pytest.mark.parametrize(
    "steps",
    ["o o o o o o enter", "o o o o o o enter enter", "m", "FRIEND s", "FRIEND R"],
)
async def test_a_dialog_has_an_edge_where_it_has_no_ground(
    steps: str, size: tuple[int, int]
) -> None:
    async with still(theme="ansi-dark", size=size) as pilot:
        await press_steps(pilot, steps)
        box = pilot.app.screen.query(Vertical).first().region
        lines = [strip.text[box.x : box.right] for strip in strips(pilot.app.screen)]
        inside = lines[box.y + 1 : box.bottom - 1]
        assert {(line[0], line[-1]) for line in inside} == {("│", "│")}
        if size != (40, 15):  # the form fills it
            assert lines[box.y] == f"┌{'─' * (box.width - 2)}┐"
            assert lines[box.bottom - 1] == f"└{'─' * (box.width - 2)}┘"
        for field in pilot.app.screen.query(Input):
            assert field.visual_style.rich_style.underline


async def test_the_first_theme_parses_no_style_sheet_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reparse = Mock()
    monkeypatch.setattr(Stylesheet, "reparse", reparse)
    async with running(theme=LIGHT.name) as pilot:
        assert pilot.app.screen.styles.background == Color.parse(LIGHT.background or "")
    reparse.assert_not_called()


async def test_a_change_of_theme_recolours_the_board() -> None:
    async with running(game("spacing", "2 2; 2 3")) as pilot:
        dark = [board(pilot).render_line(y) for y in range(board(pilot).size.height)]
        pilot.app.theme = LIGHT.name
        await pilot.pause()
        light = [board(pilot).render_line(y) for y in range(board(pilot).size.height)]
        assert [line.text for line in dark] == [line.text for line in light]
        assert dark != light
        menu_board = pilot.app.screen_stack[0].query_one(BoardView)
        await pilot.press("escape")
        background = next(iter(menu_board.render_line(0))).style
        assert background is not None
        assert background == next(iter(light[0])).style


@pytest.mark.parametrize("name", WALKS)
async def test_ascii_means_ascii_everywhere(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "history":
        request.getfixturevalue("filled")
    others: dict[str, str] = {}
    replaced: set[str] = set()

    def replace(text: str) -> str:
        replaced.update(text)
        return in_ascii(text)

    monkeypatch.setattr(ascii_filter, "in_ascii", replace)

    async def look(pilot: Pilot[None], where: str) -> None:
        text = "".join(strip.text for strip in strips(pilot.app.screen))
        others.update((char, where) for char in text if not char.isascii())

    begun = WALKS[name].begin()
    async with still(begun, ascii_only=True) as pilot:
        await walk(pilot, WALKS[name].steps, look)
    assert others == {}
    if name != "history":  # it has names in other scripts
        assert {char for char in replaced - {"?"} if in_ascii(char) == "?"} == set()


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("thinking…   ", "thinking... "),
        ("a text that is cu…", "a text that is ..."),
        ("in …ome/ada", "in ...e/ada"),
        ("two… of… them ", "t... ... them "),
        ("Maximilian-…  O Ben", "Maximilia...  O Ben"),
        ("Maximilian-…   O Ben", "Maximilian-... O Ben"),
        ("…", "."),
        ("no dots", "no dots"),
    ],
)
def test_an_ellipsis_is_three_dots_in_ascii(line: str, drawn: str) -> None:
    assert with_dots(line) == drawn
    assert len(line) == len(drawn)
    for at in range(len(line)):  # wherever a style changes
        parts = [Segment(line[:at]), Segment(line[at:])]
        segments = AsciiFilter().apply(parts, Color(0, 0, 0))
        assert "".join(segment.text for segment in segments) == drawn
        assert [len(segment.text) for segment in segments] == [at, len(line) - at]


async def test_no_name_loses_letters_in_ascii() -> None:
    async with still(ascii_only=True) as pilot:
        await press_steps(pilot, "AWAY")
        (sentence,) = [line for line in seen(pilot) if "Address" in line]
        assert sentence.split("Address")[0] == " Waiting for Ben. "


def test_ascii_keeps_every_width() -> None:
    words = [
        "Ａda",
        "\u3000",
        "㎏",
        "👨\u200d👩\u200d👧 Fam",
        "❤\ufe0f",
        "Zoë",
        "e\u0301",
        "棋",
        "a▌b…",
    ]
    plain = AsciiFilter().apply([Segment(each) for each in words], Color(0, 0, 0))
    assert all(segment.text.isascii() for segment in plain)
    assert [cell_len(segment.text) for segment in plain] == [cell_len(each) for each in words]
    assert plain[5].text == "Zoe"
