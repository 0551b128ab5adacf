"""What can be computed of colours: contrast, difference, and how they look to the colour-blind."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rich.color import Color as RichColour
from textual.pilot import Pilot
from textual.widget import Widget

from gridlock_tui.rules import Cell
from gridlock_tui.tui.board.widget import BoardView
from tests.tui.internals import strips
from tests.tui.support import offset_of

Rgb = tuple[int, int, int]
Linear = tuple[float, float, float]


def linear(colour: Rgb) -> Linear:
    """Return the light of a colour of sRGB, without its gamma (IEC 61966-2-1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return red, green, blue


def contrast(one: Rgb, two: Rgb, seen_with: str = "") -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21; to the eyes of a deficiency if named."""
    lights = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in (seen(linear(colour), seen_with) for colour in (one, two))
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How light is seen without one kind of cone.

Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15:6, 2009), severity 1.0,
to be applied to linear light.
"""


def seen(light: Linear, deficiency: str) -> Linear:
    """Return the light as it is seen with a deficiency; the same if none is named."""
    if not deficiency:
        return light
    red, green, blue = (
        min(max(sum(m * part for m, part in zip(row, light, strict=True)), 0.0), 1.0)
        for row in DEFICIENCIES[deficiency]
    )
    return red, green, blue


def difference(one: Rgb, two: Rgb, seen_with: str = "") -> float:
    """Return the colour difference of CIE 1976, the distance in L*a*b* under daylight (D65)."""
    first, second = (_lab(seen(linear(colour), seen_with)) for colour in (one, two))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _lab(light: Linear) -> Linear:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


class Drawn(NamedTuple):
    """A piece of what is on the screen: where, what, and its two colours."""

    x: int
    y: int
    text: str
    ink: Rgb
    ground: Rgb
    bold: bool
    widget: Widget


def everything_drawn(pilot: Pilot[None]) -> Iterator[Drawn]:
    """Yield what the terminal is sent for the screen, with every mixing of colours done.

    What lies under a question or the palette cannot be used meanwhile and is passed over.
    """
    screen = pilot.app.screen
    for y, strip in enumerate(strips(screen)):
        x = 0
        for segment in strip:
            style = segment.style
            if segment.text.strip():
                assert style is not None
                assert not style.dim, "Textual mixes what is dim before it is sent"
                at = x + len(segment.text) - len(segment.text.lstrip())
                widget, _ = screen.get_widget_at(at, y)
                ink, ground = _rgb(style.color), _rgb(style.bgcolor)
                if style.reverse:
                    ink, ground = ground, ink
                if widget is not screen:
                    yield Drawn(x, y, segment.text, ink, ground, bool(style.bold), widget)
            x += segment.cell_length


def _rgb(colour: RichColour | None) -> Rgb:
    assert colour is not None
    assert colour.triplet is not None, "our themes leave no colour to the terminal"
    red, green, blue = colour.triplet
    return red, green, blue


def tile_colours(board: BoardView, cell: Cell) -> list[Rgb]:
    """Return the colours of the pixels of a tile, the most frequent one first."""
    scale, grid = board.scale, board.picture.state.board
    assert scale is not None
    width, lines = scale.extent(grid)
    left, top = (board.size.width - width) // 2, (board.size.height - lines) // 2
    x, y = scale.spot(grid, cell)
    found: Counter[Rgb] = Counter()
    for line in range((y + 1) // 2, (y + scale.height) // 2):
        strip = board.render_line(top + line).crop(left + x, left + x + scale.width)
        for text, style, _ in strip:
            assert style is not None
            ground = _rgb(style.bgcolor)
            upper = _rgb(style.color) if text.startswith("▀") else ground
            found.update({ground: len(text)})
            found.update({upper: len(text)})
    return [colour for colour, _ in found.most_common()]


def mark_contrast(board: BoardView, cell: Cell) -> float:
    """Return the least contrast of the text on a tile; 0 if there is none."""
    middle = offset_of(board, cell)
    strip = board.render_line(middle.y).crop(middle.x - 1, middle.x + 2)
    found = [
        contrast(_rgb(style.color), _rgb(style.bgcolor))
        for text, style, _ in strip
        if style is not None and text.strip(" ▀")
    ]
    return min(found, default=0.0)
