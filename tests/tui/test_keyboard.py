"""Everything can be done by keys, and one can always see where the keys go."""

import pytest
from rich.style import Style
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from tests.tui.colours import Rgb, contrast
from tests.tui.internals import strips
from tests.tui.support import game
from tests.tui.walks import press_steps, still

pytestmark = pytest.mark.slow
SEEN = 3.0
"""The contrast that WCAG 2.2 (1.4.11) asks of whatever shows the state of a control."""

Cells = list[tuple[str, Style]]


def cells_of(pilot: Pilot[None], widget: Widget) -> Cells:
    """Return the characters of a widget as they are on the screen, with their styles."""
    lines = strips(pilot.app.screen)
    region = widget.region
    return [
        (char, segment.style or Style())
        for strip in lines[region.y : region.bottom]
        for segment in strip.crop(region.x, region.right)
        for char in segment.text
    ]


def differ(one: Cells, two: Cells, theme: str) -> bool:
    """Return whether two looks of a widget differ also without colours."""
    return len(one) != len(two) or any(
        char != other or _told_apart(style, else_style, theme)
        for (char, style), (other, else_style) in zip(one, two, strict=True)
    )


def _told_apart(one: Style, two: Style, theme: str) -> bool:
    if bool(one.underline) != bool(two.underline):
        return True
    return contrast(_ground(one, theme), _ground(two, theme)) >= SEEN


def _ground(style: Style, theme: str) -> Rgb:
    """Return what a character stands on, in a terminal whose own colours suit the theme."""
    colour = style.color if style.reverse else style.bgcolor
    if colour is None or colour.is_default:
        is_white = theme.endswith("light") != bool(style.reverse)
        return (255, 255, 255) if is_white else (0, 0, 0)
    red, green, blue = colour.get_truecolor()
    return red, green, blue


THEMES = [
    ("gridlock-dark", "USUAL"),
    ("gridlock-light", "SMALL"),
    ("ansi-dark", "SMALL"),
    ("ansi-light", "USUAL"),
]
"""Each window once in colours of ours, and once in those of the terminal."""
PLACES = {
    "the menu": "",
    "the menu in a small window": "SMALL",
    "the finished games": "y",
    "the finished games in a small window": "y SMALL",
    "the puzzles": "P",
    "the puzzles in a small window": "P SMALL",
    "the settings": "comma",
    "the settings in a small window": "comma SMALL",
    "the statistics": "y S",
    "the rules": "f1",
    "the keys": "question_mark",
    "all commands": "ctrl+p",
}


async def rounds(pilot: Pilot[None], key: str) -> list[Widget]:
    """Press a key until the focus is where it was, and return where it has been."""
    been: list[Widget] = []
    while pilot.app.focused not in been:
        assert pilot.app.focused is not None
        been.append(pilot.app.focused)
        await pilot.press(key)
        await pilot.pause()
    assert pilot.app.focused is been[0]
    return been


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("place", PLACES)
async def test_tab_goes_to_everything_and_back(place: str) -> None:
    async with still() as pilot:
        await press_steps(pilot, PLACES[place])
        screen = pilot.app.screen
        there_are = {each for each in screen.query("*") if each.can_focus and each.display}
        forth = await rounds(pilot, "tab")
        assert set(forth) == there_are
        assert await rounds(pilot, "shift+tab") == [forth[0], *reversed(forth[1:])]
        for widget in forth:
            assert screen.find_widget(widget).visible_region.area == widget.region.area > 0


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("theme", "window"), THEMES)
@pytest.mark.parametrize("place", ["the menu", "the finished games", "the puzzles", "the settings"])
async def test_one_sees_where_the_keys_go(place: str, theme: str, window: str) -> None:
    async with still(theme=theme) as pilot:
        app = pilot.app
        await press_steps(pilot, f"{PLACES[place]} {window}")
        focused: dict[Widget, Cells] = {}
        blurred: dict[Widget, Cells] = {}
        while app.focused is not None and app.focused not in focused:
            widget = app.focused
            focused[widget] = cells_of(pilot, widget)
            app.screen.set_focus(None)  # with Tab, it might be out of sight
            await pilot.pause()
            blurred[widget] = cells_of(pilot, widget)
            app.screen.set_focus(widget)
            await press_steps(pilot, "tab")
        assert len(focused) > 3
        unmarked = [each for each in focused if not differ(focused[each], blurred[each], theme)]
        assert unmarked == []


@pytest.mark.parametrize(("theme", "window"), THEMES)
async def test_one_sees_where_in_a_line_one_types(theme: str, window: str) -> None:
    async with still(game("classic"), theme=theme) as pilot:
        await press_steps(pilot, window)
        for opened_by, typed in (("m", "1 2"), ("ctrl+p", "u n")):
            await press_steps(pilot, f"{opened_by} {typed}")
            line = pilot.app.focused
            assert isinstance(line, Input)
            assert line.value == typed.replace(" ", "")
            at_the_end = cells_of(pilot, line)
            await press_steps(pilot, "left")
            further_left = cells_of(pilot, line)
            written = ["".join(char for char, _ in look) for look in (at_the_end, further_left)]
            assert written[0] == written[1], "only the cursor has moved"
            assert differ(at_the_end, further_left, theme)
            await press_steps(pilot, "escape")
