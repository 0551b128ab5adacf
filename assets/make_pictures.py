"""Take the README's pictures from the running app: `python assets/make_pictures.py`."""

import argparse
import asyncio
import re
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from gridlock_tui.match import Game, Setup, Timeline
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, Move, Variant, read_moves
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.startup import Startup

HERE = Path(__file__).parent
WIDE, NARROW, SMALL = (92, 28), (62, 26), (80, 24)

# A picture in a page loads nothing from elsewhere, so it names fonts that machines have.
_FONTS = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace'


class Picture(NamedTuple):
    """What to show: a game (None for the menu), the keys to press, the window."""

    name: str
    game: Game | None
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = WIDE
    pointed: Move | None = None
    """The move to point at."""


def pictures() -> Iterator[Picture]:
    """Return every picture: the screens that the README shows, then each variant in mid-game."""
    showdown = VARIANTS["showdown"]
    mistakes = "4 1; 4 2; 1 4; 1 2; 3 3; 2 4; 2 1; 4 4"
    yield Picture("gridlock", game(showdown, "2 2; 1 3; 3 3"), ("down", "left"))
    yield Picture("menu", None, ("down", "down"))
    large = showdown.resized(5, 5)
    yield Picture("analysis", game(large, "3 3; 1 2"), ("a", "down", "right", "right"))
    yield Picture("review", game(VARIANTS["spacing"], mistakes), ("w", "N"))
    for variant in VARIANTS.values():
        *made, next_move = read_moves(variant, variant.demo)
        yield Picture(variant.slug, game(variant, made), (), NARROW, next_move)


def game(variant: Variant, moves: str | list[Move]) -> Game:
    """Return a game between two people in which these moves were made."""
    made = read_moves(variant, moves) if isinstance(moves, str) else moves
    return Game(Setup(variant, ("Ada", "Ben")), Timeline.replay(variant.start(), made))


async def take(picture: Picture) -> str:
    """Run the app, press the keys and return what it shows."""
    app = GridlockApp(Startup(match=Match.of(picture.game) if picture.game else None))
    app.animation_level = "none"
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        for key in (*picture.keys, *_steps(app, picture.pointed)):
            await pilot.press(key)
            await pilot.pause()
            await app.workers.wait_for_complete()
        await pilot.pause()
        return _self_contained(app.export_screenshot())


def _steps(app: GridlockApp, move: Move | None) -> Iterator[str]:
    """Return the keys that take the move's token, if it has one, and point at its cell."""
    if move is None:
        return
    assert isinstance(app.screen, GameScreen)
    board = app.screen.timeline.state.board
    (row, column), (to_row, to_column) = board.place(app.screen.cursor), board.place(move.cell)
    yield from str(move.token or "")
    yield from ["down" if to_row > row else "up"] * abs(to_row - row)
    yield from ["right" if to_column > column else "left"] * abs(to_column - column)


def _self_contained(svg: str) -> str:
    """Make the picture look the same wherever it is shown, and smaller."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", _FONTS)
    # Glyphs of any font fill their cells: else blocks and lines would fall apart.
    svg = svg.replace("font-size: 20px", "font-size: 21px")
    svg = svg.replace(" textLength=", ' lengthAdjust="spacingAndGlyphs" textLength=')
    svg = re.sub(r"\bterminal-\d+-", "", svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


# The animation: a game that is won, with every frame that a player sees.

_FRAME_SECONDS = 0.08
_POINTING_SECONDS, _RESTING_SECONDS, _END_SECONDS = 0.25, 0.7, 3.0


async def film(begun: Game, moves: str, size: tuple[int, int]) -> list[tuple[str, float]]:
    """Play the moves by keys; return each frame and how long it is shown."""
    app = GridlockApp(Startup(match=Match.of(begun)))
    now = 0.0
    frames: list[tuple[str, float]] = []

    def show(seconds: float) -> None:
        for widget in app.moving - {board}:
            widget.finish()
        frames.append((app.export_screenshot(), seconds))

    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = app.screen.query_one(BoardView)
        board.clock = lambda: now
        # The frames follow this clock, and not a timer.
        board.set_interval = partial(board.set_interval, pause=True)  # type: ignore[method-assign]
        show(_RESTING_SECONDS)
        for move in read_moves(begun.setup.variant, moves):
            for key in _steps(app, move):
                await pilot.press(key)
                await pilot.pause()
                show(_POINTING_SECONDS)
            await pilot.press("space")
            await pilot.pause()
            while board.is_moving:
                show(_FRAME_SECONDS)
                now += _FRAME_SECONDS
                board.advance()
                await pilot.pause()
            show(_RESTING_SECONDS)
    return [*frames[:-1], (frames[-1][0], _END_SECONDS)]


def animated(frames: list[tuple[str, float]]) -> str:
    """Return one picture that shows the frames in turn, for ever.

    What is the same in several frames is drawn once, and shown while one of them is.
    """
    shown: dict[str, list[int]] = {}
    for number, (svg, _) in enumerate(frames):
        for element in _elements(svg):
            shown.setdefault(element, []).append(number)
    groups: dict[tuple[int, ...], list[str]] = {}
    for element, numbers in shown.items():
        groups.setdefault(tuple(numbers), []).append(element)
    ends = [0.0, *accumulate(seconds for _, seconds in frames)]
    rules: list[str] = []
    rects: list[str] = []
    texts: list[str] = []
    for at, (frames_of, elements) in enumerate(groups.items()):
        steps = (
            f"{100 * ends[frame] / ends[-1]:.3f}% {{ visibility: {_STATES[frame in frames_of]} }}"
            for frame in range(len(frames))
            if not frame or (frame in frames_of) != (frame - 1 in frames_of)
        )
        rules.append(f"@keyframes k{at} {{ {' '.join(steps)} }}")
        rules.append(f".g{at} {{ animation: k{at} {ends[-1]:.2f}s step-end infinite }}")
        for found, kind in ((rects, "<rect"), (texts, "<text")):
            inside = [element for element in elements if element.startswith(kind)]
            found += [f'<g class="g{at}">', *inside, "</g>"] if inside else []
    first = _PREFIX.sub("", frames[0][0])
    for element in _ELEMENT.findall(first):
        first = first.replace(element, "", 1)
    style = "\n".join(rules)
    first = first.replace("</style>", f"{style}</style>", 1)
    matrix = re.search(r'<g class="matrix">', first)
    assert matrix is not None
    drawn = "\n".join([*rects, matrix[0], *texts])
    return first.replace(matrix[0], drawn, 1)


_STATES = ("hidden", "visible")
_PREFIX = re.compile(r"\bterminal-\d+-")
_ELEMENT = re.compile(r'<rect fill="[^"]*" x=.*?/>|<text class="r\d+".*?</text>', re.DOTALL)


def _elements(svg: str) -> list[str]:
    """Return what the lines of a screenshot are drawn from, each with its own style."""
    svg = _PREFIX.sub("", svg)
    styles = dict(re.findall(r"\.(r\d+) \{ (.*?) \}", svg))
    return [
        re.sub(r'class="(r\d+)"', lambda found: f'style="{styles[found[1]]}"', element)
        for element in _ELEMENT.findall(svg)
    ]


async def main(folder: Path) -> None:
    """Take all pictures."""
    for picture in pictures():
        (folder / f"{picture.name}.svg").write_text(await take(picture), encoding="utf-8")
    begun = game(VARIANTS["showdown"], "2 2; 1 3; 3 3; 4 2")
    frames = await film(begun, "2 4; 4 4; 1 1; 3 1", SMALL)
    (folder / "won.svg").write_text(_self_contained(animated(frames)), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take the README's pictures.")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where to put them")
    asyncio.run(main(parser.parse_args().folder))
